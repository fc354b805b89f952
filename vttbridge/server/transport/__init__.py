"""A peer and its bytes: frames in, a queue of frames out, limits on both.

It knows no table and no seat's rights.
"""

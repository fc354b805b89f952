"""The played demo: two scenes that a few clients play against a server of their own.

Beside the command line nothing imports it. With the command line it alone may import `vttbridge.testing`.
"""

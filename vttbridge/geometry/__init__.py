"""Pure geometry of a scene: footprints, walls, areas, and the named queries over them.

This package imports nothing else of the project but `vttbridge.errors`, and it alone uses shapely.
"""

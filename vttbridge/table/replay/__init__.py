"""What a recorded log says again: the same events, the same decisions, or what would have been otherwise.

It stands above everything else of the table.
"""

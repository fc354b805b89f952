"""The table's values: commands, events, changes, replies, permissions, the state. No decisions.

It is the floor of the table and may import rules and geometry only.
"""

"""The store of a data folder: one SQLite file, one thread that writes, and the file of heads beside it.

Nobody but `server` and `cli` names these modules; the rest speaks to `vttbridge.table.Store`.
"""

"""Sockets, files, time, entropy, stores and the command line: here and nowhere else."""

"""The words of the command line, one file each: it reads arguments, calls what does the work and prints.

What two commands share stands one folder up. Nothing here is imported by anything but `vttbridge.cli`.
"""

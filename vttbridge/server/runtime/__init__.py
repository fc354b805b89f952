"""Clock, chance, worker threads, settings, logging and what differs between operating systems.

It is the floor of the server: it may import the errors and geometry's allowance, nothing else of the project.
"""

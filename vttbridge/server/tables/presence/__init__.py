"""Who is at a table: how they come, and how each is told what is and what happens.

It decides nothing; the actor beside it does.
"""

"""How far a fighter gets and along which way: legs, heights, ducts, what each costs.

It may use the battlefield; it knows no action.
"""

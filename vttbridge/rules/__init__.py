"""What a rule book may use: pieces, the board, scripts, questions, dice, plans, options.

Pure and deterministic: no clock, no randomness, no files beyond a ruleset's own sentences.
It imports `vttbridge.geometry` and `vttbridge.errors` only, and knows no rule book by name.
"""

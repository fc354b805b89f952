"""The community movement document: moves, knockback and drag as contests, skills and equipment."""

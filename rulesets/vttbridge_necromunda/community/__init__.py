"""The community movement document: voluntary movement, knockback and drag as contests, skills and equipment."""

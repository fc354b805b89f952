"""The traits Knockback and Rapid Fire (X) of the rulebook: one rule, one module."""

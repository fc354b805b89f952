"""Two Necromunda rule books on one inch table: the rulebook's traits, and the community movement document."""

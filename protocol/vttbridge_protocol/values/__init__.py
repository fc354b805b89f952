"""The parts that several messages share: refusals, questions, plans, edits, pieces, seats."""

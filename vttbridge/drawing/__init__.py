"""Pictures of a board and of what happens on it: SVG for people, letters for terminals. Pure; no files."""

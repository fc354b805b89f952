"""Two tables to look at, and a fight on them that shows the whole of the main job over a real socket."""

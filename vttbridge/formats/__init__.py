"""Map files to scenes and pieces, and back: bytes or parsed documents in, values out; no folders."""

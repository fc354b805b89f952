"""Forced movement for virtual tabletops: planned first, asked, committed once, logged, replayable."""

__version__ = "0.1.0"

"""What the battlefield is where a fighter stands: bases, engagement, clearance, spans, falls.

It imports neither paths nor actions.
"""

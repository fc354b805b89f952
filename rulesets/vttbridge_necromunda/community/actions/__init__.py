"""What a fighter does or suffers, one rule a file: moving, charging, knock back, falling from a grapnel.

Actions may use paths and the battlefield; neither imports an action.
"""

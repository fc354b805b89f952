"""What a seat may see of the state, of an event, of a plan.

It decides nothing and folds nothing: state and event go in, what is left of them comes out.
"""

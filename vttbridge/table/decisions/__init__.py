"""A command and a state make a decision: events to store, and the reply. Pure.

One file a topic; `dispatch.decide` is the way in. It imports neither the replay nor `Table`.
"""

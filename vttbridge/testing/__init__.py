"""What tests and `vttbridge check` use: scenario files, conformance suites, counts of outcomes.

It may import everything of the project; nothing but tests and the `check` command imports it.
"""

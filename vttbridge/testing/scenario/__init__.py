"""Scenario files: one worked case of a rule book each, read from TOML, run, and compared.

`run_paths` runs files and folders and gives a report; `python -m vttbridge.testing.scenario PATH...`
prints it.
"""

from vttbridge.testing.scenario.running import Report, Result, run_file, run_paths

__all__ = ["Report", "Result", "run_file", "run_paths"]

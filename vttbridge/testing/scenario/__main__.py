"""Runs scenario files from the command line: `python -m vttbridge.testing.scenario [--rules] PATH...`."""

import sys
from pathlib import Path

from vttbridge.errors import VttbridgeError
from vttbridge.testing.checkout import offer_rulesets
from vttbridge.testing.scenario.running import run_paths


def main(arguments: list[str]) -> int:
    """Run the paths, print the report, give the exit code."""
    paths = [Path(argument) for argument in arguments if argument != "--rules"]
    if not paths:
        sys.stderr.write("name at least one scenario file or folder\n")
        return 2
    offer_rulesets()
    try:
        report = run_paths(paths, rules="--rules" in arguments)
    except VttbridgeError as fault:
        sys.stderr.write(f"{fault}\n")
        return 2
    sys.stdout.writelines(f"{line}\n" for line in report.lines)
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""How much random or repeated work a test does: little in CI, all of it in the long run."""

import os

_LONG_RUN = 10
SCALE = float(os.environ.get("VTTBRIDGE_SCALE", "1"))


def scaled(long_run: int) -> int:
    """Return the number of repetitions for this run, at least one.

    Args:
        long_run: The number at `VTTBRIDGE_SCALE=10`; the default scale of 1 does a tenth of it.
    """
    return max(1, round(long_run * SCALE / _LONG_RUN))

"""Look for log files that the reader fails over: `python fuzz/fuzz_log_file.py --seconds 600`."""

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    from fuzz.hunt import hunt

    hunt("log_file", "read_log_file")

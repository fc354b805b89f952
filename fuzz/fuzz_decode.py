"""Look for frames that the decoder fails over: `python fuzz/fuzz_decode.py --seconds 600`."""

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    from fuzz.hunt import hunt

    hunt("decode", "decode_frame")

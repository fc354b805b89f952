"""Real maps through the real socket, played by one rule book."""

from pathlib import Path

import pytest

from end_to_end.map_games import NECROMUNDA
from end_to_end.real_map import played_map, uvtt_maps


@pytest.mark.shared
@pytest.mark.parametrize("name", uvtt_maps())
async def test_a_real_map_holds(tmp_path: Path, name: str) -> None:
    """Pushes keep their laws, previews are results, undo gives back, the log replays to the same state."""
    counts = await played_map(tmp_path, name, NECROMUNDA)
    print(f"{name}: " + ", ".join(f"{kind} {times}" for kind, times in sorted(counts.items())))

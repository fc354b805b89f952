"""The spatial index: boxes found by a box. One small class, so that a faster one can replace it."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import shapely

from vttbridge.geometry.allowance import checkpoint


class Box(NamedTuple):
    """An axis-aligned box."""

    left: float
    top: float
    right: float
    bottom: float

    def grown(self, by: float) -> "Box":
        """Return the box wider by so much on every side."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def swept(self, dx: float, dy: float) -> "Box":
        """Return the box that holds this one along the whole of a movement."""
        return Box(
            self.left + min(dx, 0.0),
            self.top + min(dy, 0.0),
            self.right + max(dx, 0.0),
            self.bottom + max(dy, 0.0),
        )


Segment = tuple[float, float, float, float]


class BoxIndex:
    """Finds which of many boxes meet a box; the answers are numbers in ascending order."""

    __slots__ = ("_count", "_tree")

    def __init__(self, boxes: Sequence[Box | Segment]) -> None:
        """Take boxes, or segments between any two corners of them."""
        self._count = len(boxes)
        ax, ay, bx, by = np.array(boxes, dtype=np.float64).reshape(-1, 4).T
        left, right = np.minimum(ax, bx), np.maximum(ax, bx)
        top, bottom = np.minimum(ay, by), np.maximum(ay, by)
        # The tree looks at boxes only, so that a box without width or height is as good as any.
        self._tree = shapely.STRtree(shapely.box(left, top, right, bottom))

    def near(self, box: Box) -> list[int]:
        """Return the numbers of the boxes that meet or touch this one."""
        checkpoint()
        if not self._count:
            return []
        # an array of one is asked faster than a lone shape
        found: list[int] = self._tree.query(np.array([shapely.box(*box)]))[1].tolist()
        found.sort()
        return found

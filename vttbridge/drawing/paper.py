"""A sheet of SVG: elements as text, escaped and with rounded numbers, in drawing order."""

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from vttbridge.geometry.vec import Vec
from vttbridge.rules.language import printable

SCALE = 40.0
"""Points of the picture for one square or inch."""


def number(value: float) -> str:
    """Write a number with at most two decimals and no needless zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def at(point: Vec) -> str:
    """Write a point of the board in the picture's points."""
    return f"{number(point.x * SCALE)} {number(point.y * SCALE)}"


def path_of(points: Iterable[Vec], *, closed: bool = False) -> str:
    """Write a line through points as path data."""
    body = " L ".join(at(point) for point in points)
    return f"M {body}{' Z' if closed else ''}"


def shape(name: str, **attributes: str | float) -> str:
    """Write one element; `class_` becomes class and underscores become dashes."""
    written = " ".join(
        f"{key.rstrip('_').replace('_', '-')}={quoteattr(value if isinstance(value, str) else number(value))}"
        for key, value in attributes.items()
    )
    return f"<{name} {written}/>"


def line(points: Iterable[Vec], class_: str, *, closed: bool = False) -> str:
    """Draw a line or a closed outline."""
    return shape("path", class_=class_, d=path_of(points, closed=closed))


def words(text: str, point: Vec, class_: str) -> str:
    """Write words centred on a point."""
    x, y = number(point.x * SCALE), number(point.y * SCALE)
    return f'<text class="{class_}" x="{x}" y="{y}">{_written(text)}</text>'


def _written(text: str) -> str:
    """Escape what people named; what no XML may hold becomes the sign for a missing character."""
    return escape(printable(text))


def group(class_: str, parts: Iterable[str], title: str = "") -> str:
    """Put elements together; the title is what a screen reader says."""
    head = f"<title>{_written(title)}</title>" if title else ""
    return f'<g class="{class_}">{head}{"".join(parts)}</g>'


STYLE = """
text{font:600 13px system-ui,sans-serif;text-anchor:middle;dominant-baseline:central;fill:#171b1d}
.rock{fill:#d5dad7}.floor{fill:#fbfbf9}.gridl{stroke:#d3d8d5;stroke-width:1;fill:none}
.wall{stroke:#20262a;stroke-width:5;fill:none;stroke-linecap:round}
.thing{stroke:#7d857f;stroke-width:3}.unseen-wall{stroke-width:2;stroke-dasharray:1 5}
.low-wall{stroke-width:3;stroke-dasharray:8 5}
.bounds{stroke:#20262a;stroke-width:2;fill:none;stroke-dasharray:2 6}
.hidden{stroke-dasharray:3 6;opacity:.7}.door{stroke:#8a5a22;stroke-width:9;fill:none}
.plank{stroke:#fff;stroke-width:1.5;fill:none}.swing{stroke:#8a5a22;stroke-width:3;fill:none}
.glass{stroke:#0d7487;stroke-width:2;fill:none}.arrow{fill:#20262a}.dot{fill:#171b1d}
.broken{stroke:#20262a;stroke-width:3;fill:none;stroke-dasharray:3 4}
.low{fill:#e6eae7}.high{fill:#f1efe6}.pit{fill:#9aa29e}.water{fill:#cfe4ea}.fill{fill:#7d857f}
.rim{stroke:#4d5652;stroke-width:2.4;fill:none}.tick{stroke:#4d5652;stroke-width:1.4}
.brush{fill:#b9c596;fill-opacity:.4;stroke:#7d857f;stroke-width:1.2;stroke-dasharray:2 4}
.rough{fill:none;stroke:#7d857f;stroke-width:1.2;stroke-dasharray:2 4}
.harm{fill:#b0330b;fill-opacity:.18;stroke:#b0330b;stroke-dasharray:4 3}
.note{font:italic 12px Georgia,serif;fill:#4d5652}.height{font-weight:700;font-size:12px;fill:#4d5652}
.token{fill:#fff;stroke:#0a5ca8;stroke-width:4}.foe .token{stroke:#b0330b}.thing .token{stroke:#8a5a22}
.unseen{opacity:.45}.name{font-size:12px;paint-order:stroke;stroke:#fbfbf9;stroke-width:3px}
.badge{fill:#fff;stroke:#747e7a}.ghost{fill:none;stroke:#7a5200;stroke-width:3;stroke-dasharray:5 4}
.way{fill:none;stroke:#7a5200;stroke-width:4;stroke-dasharray:9 6}
.mark{fill:#ffcf3f;stroke:#7a5200;stroke-width:2}.markn{font-size:12px;font-weight:700}
.callout{font-size:13px;paint-order:stroke;stroke:#fff6d8;stroke-width:5px;text-anchor:start}
""".strip().replace("\n", "")

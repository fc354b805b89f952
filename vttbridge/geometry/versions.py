"""Which geometry library answers, as a log's header records it."""

import shapely


def shapely_version() -> str:
    """Return shapely's version."""
    return str(shapely.__version__)


def geos_version() -> str:
    """Return the version of the GEOS library beneath it."""
    return ".".join(str(part) for part in shapely.geos_version)

"""The wire format of vttbridge: typed messages, two encodings, limits, versions and transfers.

A leaf: it knows nothing of tables, rules or sockets, and may import nothing of the project.
"""

from .codec import *  # noqa: F403
from .errors import *  # noqa: F403
from .limits import *  # noqa: F403
from .messages import *  # noqa: F403
from .messages.client_commands import *  # noqa: F403
from .messages.client_entry import *  # noqa: F403
from .messages.client_requests import *  # noqa: F403
from .messages.server_entry import *  # noqa: F403
from .messages.server_play import *  # noqa: F403
from .messages.shared import *  # noqa: F403
from .mirror import *  # noqa: F403
from .plain import *  # noqa: F403
from .schema import *  # noqa: F403
from .transfers import *  # noqa: F403
from .values.offers import *  # noqa: F403
from .values.plans import *  # noqa: F403
from .values.scalars import *  # noqa: F403
from .values.scenes import *  # noqa: F403
from .values.vtt import *  # noqa: F403
from .version import *  # noqa: F403

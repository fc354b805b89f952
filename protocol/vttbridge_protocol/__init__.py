"""The wire format of vttbridge: typed messages, two encodings, limits, versions and transfers.

A leaf: it knows nothing of tables, rules or sockets, and may import nothing of the project.
"""

from .client_messages import *  # noqa: F403
from .codec import *  # noqa: F403
from .errors import *  # noqa: F403
from .limits import *  # noqa: F403
from .messages import *  # noqa: F403
from .mirror import *  # noqa: F403
from .plain import *  # noqa: F403
from .schema import *  # noqa: F403
from .server_messages import *  # noqa: F403
from .shared_messages import *  # noqa: F403
from .transfers import *  # noqa: F403
from .values import *  # noqa: F403
from .version import *  # noqa: F403
from .vtt_values import *  # noqa: F403

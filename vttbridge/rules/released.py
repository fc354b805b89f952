"""The rule books of 0.1, whose logs hold a hash of source files where later ones declare numbers.

The table is complete: no later version writes such a hash.
"""

from vttbridge.rules.version import RulesVersion

_NECROMUNDA = RulesVersion(1, 1, "91a45479034ce146d24b5b7bcd240b01")

RELEASED = {
    ("draw-steel", "8a637c7c8ba7246ae7e967e3af6bd581"): RulesVersion(
        1, 1, "8252d0cd6539f42f6f776641d0397ef7"
    ),
    ("heroclix", "d628c3987024c59b9e1b9091cec03e50"): RulesVersion(1, 1),
    ("necromunda", "686b9f88a98c4e6577e345435e67583e"): _NECROMUNDA,
    ("necromunda-community", "686b9f88a98c4e6577e345435e67583e"): _NECROMUNDA,
}
"""By the name of the book and the hash of its files."""

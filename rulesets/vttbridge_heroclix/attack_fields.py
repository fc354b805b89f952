"""What is told of an attack: the fields that every attack has, and what must hold of them."""

from typing import Annotated, Protocol

from vttbridge.rules.fields import pieces
from vttbridge.rules.refusal import Refusal
from vttbridge_heroclix.amounts import amounts_fault
from vttbridge_heroclix.attack_roll import faces_fault
from vttbridge_heroclix.checks import hits_fault, reported
from vttbridge_heroclix.harm import Reported

Targets = Annotated[tuple[str, ...], pieces(1, 20)]
"""Who is attacked."""

Figures = Annotated[tuple[str, ...], pieces(0, 20)]
"""Some figures, perhaps none."""


class Told(Protocol):
    """An attack as it is told: missing faces are rolled, missing hits are asked."""

    @property
    def targets(self) -> tuple[str, ...]:
        """Who is attacked."""
        ...

    @property
    def faces(self) -> tuple[int, ...]:
        """The two dice."""
        ...

    @property
    def hits(self) -> tuple[str, ...] | None:
        """Who of the targets is hit."""
        ...

    @property
    def damage(self) -> tuple[int, ...]:
        """What is dealt to each, or to all."""
        ...

    @property
    def out(self) -> tuple[str, ...]:
        """Whom the attack knocks out."""
        ...

    @property
    def tags_after(self) -> str:
        """What dials show afterwards."""
        ...


def checked(told: Told, *faults: Refusal | None) -> Reported | Refusal:
    """Return what dials show afterwards, or the first fault: those found already come first."""
    found = (
        *faults,
        faces_fault(told.faces),
        hits_fault(told.targets, told.hits),
        amounts_fault(told.targets, told.damage),
    )
    fault = next((one for one in found if one is not None), None)
    return fault or reported(told.targets, told.tags_after, told.out)

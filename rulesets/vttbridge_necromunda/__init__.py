"""Two Necromunda rule books on one inch table: the rulebook's traits, and the community movement document."""

from vttbridge_necromunda.community.book import COMMUNITY
from vttbridge_necromunda.traits.book import TRAITS

__all__ = ["COMMUNITY", "TRAITS"]

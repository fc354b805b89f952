"""What became of each token is told to whoever sent them."""

from vttbridge.server.handlers.scene_import import LeftOut
from vttbridge.server.handlers.token_report import report_following, report_put
from vttbridge.table.model.commands import FollowVtt, SetScene

LEFT = (LeftOut("t1", "no_actor"),)
SAID = [{"token": "t1", "why": "no_actor"}]


def test_a_scene_that_is_new_has_nothing_standing() -> None:
    """Whatever was left out is told with its reason."""
    told = report_put(None, SetScene("s1", "blob"), LEFT)
    assert told == {"put": [], "stand": [], "left": SAID}


def test_a_scene_that_is_followed_first_changes_nothing() -> None:
    """Nothing goes, either."""
    told = report_following(None, FollowVtt("s1"), LEFT)
    assert told == {"put": [], "changed": [], "gone": [], "left": SAID}

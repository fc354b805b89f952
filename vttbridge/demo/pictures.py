"""The pictures of the documentation, drawn by the project: `python -m vttbridge.demo.pictures docs`."""

import sys
from pathlib import Path

from vttbridge.demo.scene_keep import STAGE
from vttbridge.drawing.svg import draw_board
from vttbridge.geometry.scene import Scene
from vttbridge.rules.board import Board
from vttbridge.rules.registry import find
from vttbridge.rules.resolve import Command, Inputs, Planned, Waiting, resolve
from vttbridge.rules.script import Answer
from vttbridge.testing.checkout import offer_rulesets

PUSH = 1
"""Which beat of the demo's keep the README shows: a goblin driven through a wooden door."""


def push_picture() -> str:
    """Draw the README's picture: a resolved push with its way, its ghost and every impact."""
    offer_rulesets()
    ruleset, beat = find(STAGE.ruleset), STAGE.beats[PUSH]
    pieces = tuple(sorted(STAGE.pieces, key=lambda piece: piece.id))
    board = Board(Scene.build(STAGE.spec), pieces, ruleset.default_options())
    answers: tuple[Answer, ...] = ()
    while True:
        match resolve(ruleset, board, Command(beat.action, beat.fields), Inputs(answers)):
            case Planned(plan=plan):
                return draw_board(board, plan.effects)
            case Waiting(question=question):
                answers = (*answers, Answer(question.key, question.default))
            case refusal:
                raise ValueError(f"the demo's push was refused: {refusal}")


def main(folder: Path) -> None:
    """Write the pictures."""
    (folder / "push.svg").write_text(push_picture(), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

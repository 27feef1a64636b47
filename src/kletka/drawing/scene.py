"""The whole picture: paper, board, the game's layers, and what can be clicked."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from html import escape
from math import ceil, floor
from typing import TYPE_CHECKING

from kletka.drawing.base import BasePicture, picture_of
from kletka.drawing.flat import with_plain_colours
from kletka.drawing.lattice import strokes
from kletka.drawing.palette import stylesheet
from kletka.drawing.shapes import circle, hand_of, pencil
from kletka.drawing.sheet import UNIT, Sheet, classes, dots, element, num, polyline, xy
from kletka.drawing.story import Story, story_of
from kletka.drawing.words import pieces_in_words, title_and_description
from kletka.errors import KletkaError
from kletka.faces.base import usual_cell
from kletka.language import Text

if TYPE_CHECKING:
    from kletka.move import Move
    from kletka.position import Position
    from kletka.setup.base import Arrangement

Mark = tuple[str, str]


def svg(
    position: Position,
    *,
    last: Move | str | Sequence[Move | str] | None = None,
    before: Position | None = None,
    marks: Iterable[Mark] = (),
    targets: bool = False,
    territory: bool = False,
    coordinates: bool = True,
    language: str = "en",
    turned: int = 0,
    plain_colours: bool = False,
    motion: bool = False,
) -> str:
    """The position as an SVG picture that fills its container.

    Its colours are CSS custom properties, which pages can set. For files choose `plain_colours`,
    which every program shows, in light or dark as the reader prefers where that is possible.

    `last` is the move or whole turn that led here, or several turns, the oldest first. With
    `before`, the position before them, the picture also shows what they removed. `marks` are
    pairs of a place and a text, "" for a ring; `turned` counts quarter turns to the right
    (sixths on a hexagon). Every cell is an element with `data-cell`; the `data-of` of their group
    lists the owners of the pieces in the same order, each a player's number or a dot. With
    `targets` every legal move that has a place on the board is the `data-move` of one element;
    moves from one place to another have `data-from` and `data-to`. What belongs to cells and is
    shown when one of them is chosen lists them in `data-with`. With `motion` and `before` the
    `data-motion` of the picture lists what happened in the last turn (`kletka.drawing.motion`).

    Raises InvalidMove for a `last` that is not a move, KletkaError for marks off the board and
    for turns that do not lead from `before` to the position.
    """
    picture = picture_of(position, turned)
    story = story_of(position, last, before)
    sheet = Sheet()
    margin = _margin(picture, coordinates)
    _draw_paper(sheet, picture, margin)
    if coordinates:
        _draw_labels(sheet, picture)
    if territory:
        picture.draw_territory(sheet)
    for turn in story.turns:
        picture.draw_trail(sheet, turn.steps)
    picture.draw_pieces(sheet)
    _draw_story(sheet, picture, story)
    picture.draw_foot(sheet, language)
    _draw_cells(sheet, picture, targets, **(_touching(picture, language) if targets else {}))
    if targets:
        picture.draw_targets(sheet)
        _draw_sample(sheet, picture)
    _draw_marks(sheet, picture, marks)
    words = title_and_description(picture, story, language)
    drawn = _frame(picture, margin, str(sheet), *words, _motion(picture, story) if motion else None)
    return with_plain_colours(drawn) if plain_colours else drawn


def sketch(arrangement: Arrangement, *, language: str = "en", turned: int = 0) -> str:
    """An arrangement as an SVG picture like that of a position.

    Every wall where a tool can be used is the `data-move` of one element.
    """
    picture = picture_of(arrangement.drawn_position(), turned)
    sheet = Sheet()
    margin = _margin(picture, coordinates=True)
    _draw_paper(sheet, picture, margin)
    _draw_labels(sheet, picture)
    picture.draw_pieces(sheet)
    picture.draw_foot(sheet, language)
    _draw_cells(sheet, picture, targets=False)
    if any(tool.walls for tool in arrangement.tools):
        picture.draw_walls(sheet)
    title = Text(
        f"{picture.face.title.en}: setting up a position",
        f"{picture.face.title.ru}: расстановка позиции",
    )
    return _frame(
        picture, margin, str(sheet), title.say(language), pieces_in_words(picture, language)
    )


def _draw_story(sheet: Sheet, picture: BasePicture, story: Story) -> None:
    """Draw the last turn, fainter those before it, and what is gone."""
    if story.before is not None:
        picture.draw_changes(sheet, story.before)
    earlier = Sheet()
    for turn in story.turns[:-1]:
        picture.draw_last(earlier, turn.steps)
    sheet.group("faint", str(earlier))
    if story.last:
        picture.draw_last(sheet, story.last)
    picture.draw_removed(sheet, story.removed)


def _margin(picture: BasePicture, coordinates: bool) -> float:
    return UNIT * (1.5 if picture.crossings else 1) if coordinates else UNIT * 0.75


def _motion(picture: BasePicture, story: Story) -> str | None:
    """What happened in the last turn, as JSON; None if that is nothing, or not known."""
    if story.before_last is None:
        return None
    beats = picture.motion(story.turns[-1], story.before_last)
    return json.dumps(beats, separators=(",", ":")) if beats else None


def _frame(
    picture: BasePicture,
    margin: float,
    body: str,
    title: str,
    desc: str,
    motion: str | None = None,
) -> str:
    style = stylesheet(len(picture.position.players) if picture.colours else 0)
    return element(
        "svg",
        element("title", escape(title, quote=False))
        + element("desc", escape(desc, quote=False))
        + element("style", escape(style, quote=False))
        + body,
        xmlns="http://www.w3.org/2000/svg",
        class_=f"kletka kletka-{picture.position.spec.game}",
        viewBox=" ".join(num(n) for n in _extent(picture, margin)),
        font_size=picture.type_size,
        role="img",
        aria_label=title,
        data_motion=motion,
    )


def _extent(picture: BasePicture, margin: float) -> tuple[float, float, float, float]:
    """Left, top, width and height of the paper; the board's upper left corner is at 0, 0."""
    lattice = picture.lattice
    spare = max(0, picture.least_width - lattice.width)
    return (
        -margin - spare / 2,
        -margin,
        lattice.width + spare + 2 * margin,
        lattice.height + 2 * margin + picture.foot_height,
    )


def _draw_paper(sheet: Sheet, picture: BasePicture, margin: float) -> None:
    """Draw squared paper, aligned with the cells, and the board on it."""
    left, top, width, height = _extent(picture, margin)
    right, bottom = left + width, top + height
    sheet.path("paper", f"M{xy((left, top))}h{num(width)}v{num(height)}h{num(-width)}z")
    squares = "".join(f"M{x * UNIT} {num(top)}V{num(bottom)}" for x in _lines(left, right))
    squares += "".join(f"M{num(left)} {y * UNIT}H{num(right)}" for y in _lines(top, bottom))
    sheet.path("squares", squares)
    sheet.path("margin", f"M{xy((right - margin / 2, top))}V{num(bottom)}")
    area = (polyline(outline, closed=True) for outline in picture.lattice.area())
    sheet.path("board", "".join(area))
    inner, edges = picture.lattice.sides()
    sheet.path("grid", "".join(polyline(stroke) for stroke in strokes(inner)))
    # The edge is drawn twice in pencil, and the second stroke does not quite cover the first.
    for seed, shake in ((7, 0.8), (50, 1.6)):
        rim = (pencil(stroke, seed + i, shake) for i, stroke in enumerate(strokes(edges)))
        sheet.path("edge", "".join(rim))


def _lines(first: float, last: float) -> range:
    """The numbers of the lines of the paper, counted from the corner of the board."""
    return range(ceil(first / UNIT + 0.01), floor(last / UNIT - 0.01) + 1)


def _draw_labels(sheet: Sheet, picture: BasePicture) -> None:
    for point, label in picture.lattice.labels():
        sheet.text("label", point, label)


def _touching(picture: BasePicture, language: str) -> dict[str, str | None]:
    """What scripts need to know to offer the moves to a finger."""
    placing, moving = picture.placing, picture.moving
    return {
        "data_tap": str(picture.tap_size) if picture.tap_size else None,
        "data_placing": placing and placing.say(language),
        "data_moving": moving and moving.say(language),
    }


def _draw_cells(sheet: Sheet, picture: BasePicture, targets: bool, **more: str | None) -> None:
    """Draw a clickable element for each cell, in a group with more attributes."""
    legal = {str(move) for move in picture.position.moves} if targets else set()
    cells = ""
    spots = []
    for cell, name in enumerate(picture.board.names):
        can = name in legal
        corners = picture.lattice.corners(cell)
        cells += element(
            "path",
            class_="kletka-cell kletka-can" if can else "kletka-cell",
            data_cell=name,
            data_move=name if can else None,
            d=polyline(corners, closed=True),
        )
        if can:
            spots.append(picture.lattice.centre(cell))
    sheet.path("dots", dots(spots))
    owners = "".join(str(owner - 1) if owner else "." for owner in picture.owners)
    sheet.group("cells", cells, data_of=owners, **more)


def _draw_sample(sheet: Sheet, picture: BasePicture) -> None:
    """Add, unseen, the piece of the player to move: pages show it before the server answers.

    It is drawn in several ways; `data-hands` has the number of the way for each cell.
    """
    mover = picture.position.to_move
    if mover is None:
        return
    sample = Sheet()
    picture.draw_sample(sample, mover)
    hands = "".join(str(hand_of(cell)) for cell in range(len(picture.board.names)))
    line, tip = (classes(kind) or None for kind in picture.growth_kinds(mover))
    sheet.group("sample", str(sample), data_hands=hands, data_line=line, data_tip=tip)


def _draw_marks(sheet: Sheet, picture: BasePicture, marks: Iterable[Mark]) -> None:
    for place, text in ((usual_cell(place), text) for place, text in marks):
        point = picture.mark_point(place)
        if point is None:
            raise KletkaError(
                Text(
                    f"there is no {place!r} on this board to mark",
                    f"на этой доске нет {place!r}, помечать нечего",
                )
            )
        if text:
            sheet.text("mark", point, text, data_place=place)
        else:
            ring = circle(point, 0.28 * UNIT, len(place))
            sheet.path("ring", ring, data_place=place, pointer_events="none")

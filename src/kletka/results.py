"""Results as records write them: each player's share of the win."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction

from kletka.errors import KletkaError
from kletka.language import Text
from kletka.position import Position

UNFINISHED = "*"


def result_of(position: Position, retired: Collection[int] = ()) -> str:
    """`*`, or each player's share of the win: 1-0, 0-1, 1/2-1/2, 1/3-0-1/3-1/3…"""
    if not position.over:
        return UNFINISHED
    winners = winners_of(position, retired)
    share = str(Fraction(1, len(winners)))
    return "-".join(share if seat in winners else "0" for seat in range(len(position.players)))


def shares_of(result: str) -> tuple[float, ...]:
    """Each player's share of the win, from a result as records write it; empty for `*`."""
    return () if result == UNFINISHED else tuple(float(Fraction(s)) for s in result.split("-"))


def winners_of(position: Position, retired: Collection[int]) -> tuple[int, ...]:
    """The winners on the board; retired players cannot win, so the best of the others do."""
    winners = tuple(seat for seat in position.winners if seat not in retired)
    if winners:
        return winners
    staying = [seat for seat in range(len(position.players)) if seat not in retired]
    most = max(position.points[seat] for seat in staying)
    return tuple(seat for seat in staying if position.points[seat] == most)


def retired_seats(position: Position, tags: Mapping[str, str]) -> tuple[int, ...]:
    """The seats of the players in the tag Retired, such as "Red, Green"; raises KletkaError."""
    names = [player.name.en for player in position.players]
    written = [name.strip() for name in tags.get("Retired", "").split(",") if name.strip()]
    seats = {tag: seat for seat, player in enumerate(position.players) for tag in player.tags}
    if set(written) <= set(seats) and len(set(written)) < len(names):
        return tuple(seats[name] for name in written)
    raise KletkaError(
        Text(
            f"the tag Retired must name some of {', '.join(names)}, but not all",
            f"в теге Retired перечисляют игроков из {', '.join(names)}, но не всех",
        )
    )

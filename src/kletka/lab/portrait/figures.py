"""The figures of a portrait, computed from the tally of a self-play plan."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from kletka.faces import face_of
from kletka.faces.options import number
from kletka.intervals import wilson
from kletka.lab import quick_games
from kletka.lab.portrait.measuring import Measurement
from kletka.lab.portrait.tally import Tally
from kletka.language import Text
from kletka.library.fair import FairKomi, fair_komi
from kletka.spec import Spec

HALFWAY = quick_games.STAGES // 2


@dataclass(frozen=True)
class Share:
    """A share of games with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Ending:
    """The games that ended in one way: their share, their length, and how they were won."""

    name: Text
    games: Share
    turns: float
    first: Share  # the first seat's share of the wins in them
    shared: Share


@dataclass(frozen=True)
class Figures:
    """All figures of one self-play plan."""

    games: int
    turns: float
    usual_turns: tuple[int, int]  # at least nine games out of ten are in this range
    shortest: int
    longest: int
    moves_a_turn: float
    choices: float
    most_choices: int
    tree: float  # the decimal logarithm of the size of the game's tree
    seats: tuple[Share, ...]  # each seat's share of the wins, a shared win divided
    points: tuple[float, ...]
    shared: Share
    lead_changes: float
    never_changed: float
    decided: float | None  # the share of the moves after which the winner keeps the lead
    leader_wins: Share | None  # games in which the only leader half-way wins alone
    taken: float | None
    supply: int | None
    used: float | None  # of the supply, by the player that uses most
    most_used: int | None
    used_up: float | None  # share of games at whose end a player has nothing left in supply
    fair: FairKomi | None  # of this board, from games at several komis
    endings: tuple[Ending, ...]  # in the order of the face


def figures_of(measured: Measurement) -> Figures:
    tally, spec = measured.tally, measured.plan.spec
    supply = supply_of(spec)
    has_supply = supply is not None and bool(tally.least_left)
    led, won = tally.curves[1][HALFWAY], tally.curves[2][HALFWAY]
    return Figures(
        games=tally.games,
        turns=_mean(tally.turns),
        usual_turns=_usual(tally.turns),
        shortest=min(tally.turns),
        longest=max(tally.turns),
        moves_a_turn=tally.moves / tally.turns_in_all,
        choices=tally.choices / tally.moves,
        most_choices=tally.most_choices,
        tree=tally.tree / tally.games,
        seats=tuple(_share(_won_by(tally, seat), tally.games) for seat in range(tally.players)),
        points=tuple(total / tally.games for total in tally.points),
        shared=_share(
            sum(n for bits, n in tally.winners.items() if bits & (bits - 1)), tally.games
        ),
        lead_changes=_mean(tally.lead_changes),
        never_changed=tally.lead_changes[0] / tally.games,
        decided=_mean(tally.decided) / 100 if tally.decided else None,
        leader_wins=_share(won, int(led)) if led else None,
        taken=_mean(tally.taken) if tally.taken else None,
        supply=supply,
        used=supply - _mean(tally.least_left) if has_supply and supply else None,
        most_used=supply - min(tally.least_left) if has_supply and supply else None,
        used_up=tally.least_left[0] / tally.games if has_supply else None,
        fair=fair_komi(spec),
        endings=_endings(tally, spec),
    )


def supply_of(spec: Spec) -> int | None:
    """How many pieces each player begins with, in games that have a supply."""
    name = face_of(spec.game).profile.supply_option
    return number(spec.options, name) if name else None


def _endings(tally: Tally, spec: Spec) -> tuple[Ending, ...]:
    """The endings that occurred."""
    return tuple(
        Ending(
            name,
            _share(found.games, tally.games),
            found.turns / found.games,
            _share(found.first, found.games),
            _share(found.shared, found.games),
        )
        for key, name in face_of(spec.game).endings
        if (found := tally.endings.get(key))
    )


def _won_by(tally: Tally, seat: int) -> float:
    return sum(
        games / bits.bit_count() for bits, games in tally.winners.items() if bits >> seat & 1
    )


def _share(part: float, games: int) -> Share:
    value = part / games
    return Share(value, *wilson(value, games))


def _mean(counter: Counter[int]) -> float:
    return sum(value * games for value, games in counter.items()) / counter.total()


def _usual(counter: Counter[int]) -> tuple[int, int]:
    """The range without the least and the largest values, at most one game in twenty each."""
    values = sorted(counter)
    rare = counter.total() / 20
    low, below = 0, counter[values[0]]
    while below <= rare:
        low += 1
        below += counter[values[low]]
    high, above = len(values) - 1, counter[values[-1]]
    while above <= rare:
        high -= 1
        above += counter[values[high]]
    return values[low], values[high]

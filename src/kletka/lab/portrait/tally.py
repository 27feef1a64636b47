"""Counts and sums over many games; the games themselves are not kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from kletka.faces import face_of
from kletka.faces.options import number
from kletka.lab import quick_games
from kletka.spec import Spec

NONE = -1  # written by the kernels where a game has no such value


@dataclass
class EndingTally:
    """The games that ended in one way; `first` are the first seat's wins, shared ones divided."""

    games: int = 0
    turns: int = 0
    first: float = 0.0
    shared: int = 0

    def add(self, other: EndingTally) -> None:
        self.games += other.games
        self.turns += other.turns
        self.first += other.first
        self.shared += other.shared


@dataclass
class Tally:
    """Counts over many games; tallies of different games can be added.

    Counters hold how many games had each value. `margins` counts by how many half points the first
    player of two was ahead at the end, komi left aside. In a race to a target it counts how many
    points, doubled too, the loser was short of it, negative where the second player won. It stays
    empty for games that are neither.
    """

    players: int
    games: int = 0
    turns: Counter[int] = field(default_factory=Counter)
    winners: Counter[int] = field(default_factory=Counter)  # as a bit mask
    margins: Counter[int] = field(default_factory=Counter)
    lead_changes: Counter[int] = field(default_factory=Counter)
    decided: Counter[int] = field(default_factory=Counter)  # percent of the moves
    taken: Counter[int] = field(default_factory=Counter)
    least_left: Counter[int] = field(default_factory=Counter)
    moves: int = 0
    choices: int = 0
    most_choices: int = 0
    tree: float = 0.0  # sum of the decimal logarithms of the sizes of trees
    points: list[float] = field(default_factory=list)
    curves: list[list[float]] = field(default_factory=list)
    endings: dict[str, EndingTally] = field(default_factory=dict)
    kinds: dict[str, int] = field(default_factory=dict)  # of moves, in all games

    def __post_init__(self) -> None:
        self.points = self.points or [0.0] * self.players
        self.curves = self.curves or [[0.0] * quick_games.STAGES for _ in range(3)]

    @property
    def turns_in_all(self) -> int:
        return sum(turns * games for turns, games in self.turns.items())

    def add_game(self, spec: Spec, row: list[float]) -> None:
        """Count a game from the row that `note_game` wrote; its curves are added separately."""
        self.games += 1
        self.moves += int(row[quick_games.MOVES])
        self.choices += int(row[quick_games.CHOICES])
        self.most_choices = max(self.most_choices, int(row[quick_games.MOST_CHOICES]))
        self.tree += row[quick_games.TREE]
        self.turns[int(row[quick_games.TURNS])] += 1
        self.winners[int(row[quick_games.WINNERS])] += 1
        self.lead_changes[int(row[quick_games.LEAD_CHANGES])] += 1
        if row[quick_games.DECIDED] != NONE:
            self.decided[round(100 * row[quick_games.DECIDED] / row[quick_games.MOVES])] += 1
        if row[quick_games.TAKEN] != NONE:
            self.taken[int(row[quick_games.TAKEN])] += 1
        if row[quick_games.LEAST_LEFT] != NONE:
            self.least_left[int(row[quick_games.LEAST_LEFT])] += 1
        points = row[quick_games.POINTS : quick_games.POINTS + self.players]
        self.points = [total + more for total, more in zip(self.points, points, strict=True)]
        if self.players == 2:
            margin = _margin(spec, points, int(row[quick_games.WINNERS]))
            if margin is not None:
                self.margins[margin] += 1

    def add_ending(self, ending: str, row: list[float]) -> None:
        """Count how a game ended; `row` is the one that `note_game` wrote."""
        winners = int(row[quick_games.WINNERS])
        count = winners.bit_count()
        one = EndingTally(1, int(row[quick_games.TURNS]), (winners & 1) / count, int(count > 1))
        self.endings.setdefault(ending, EndingTally()).add(one)

    def add_kinds(self, kinds: Mapping[str, int]) -> None:
        for kind, count in kinds.items():
            self.kinds[kind] = self.kinds.get(kind, 0) + count

    def add_curves(self, curves: Iterable[Iterable[float]]) -> None:
        self.curves = [
            [total + more for total, more in zip(line, added, strict=True)]
            for line, added in zip(self.curves, curves, strict=True)
        ]

    def add(self, other: Tally) -> None:
        """Add the games of another tally."""
        for each in fields(self):
            mine, more = getattr(self, each.name), getattr(other, each.name)
            if isinstance(mine, Counter):
                mine.update(more)
            elif each.name == "endings":
                for ending, found in more.items():
                    mine.setdefault(ending, EndingTally()).add(found)
            elif each.name == "kinds":
                self.add_kinds(more)
            elif each.name == "points":
                self.points = [a + b for a, b in zip(mine, more, strict=True)]
            elif each.name == "most_choices":
                self.most_choices = max(mine, more)
            elif each.name not in ("players", "curves"):
                setattr(self, each.name, mine + more)
        self.add_curves(other.curves)

    def to_json(self) -> dict[str, Any]:
        """The tally as JSON data."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        data = {
            name: {str(key): value[key] for key in sorted(value)}
            if isinstance(value, Counter)
            else value
            for name, value in values.items()
        }
        return data | {"endings": {key: asdict(found) for key, found in self.endings.items()}}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Tally:
        """Read what `to_json` gave."""
        known = {each.name for each in fields(cls)}
        values: dict[str, Any] = {}
        for name, value in data.items():
            if name == "endings":
                values[name] = {key: EndingTally(**found) for key, found in value.items()}
            elif name == "kinds":
                values[name] = value
            elif name in known:
                counted = isinstance(value, dict)
                values[name] = Counter({int(k): n for k, n in value.items()}) if counted else value
        return cls(**values)


def _margin(spec: Spec, points: list[float], winners: int) -> int | None:
    face = face_of(spec.game)
    words = face.profile.portrait
    if face.wins_by_points:
        komi = spec.options[words.compensation.option] if words.compensation.option else 0
        return round(2 * (points[0] - points[1] + float(komi)))
    if words.target_option is None:
        return None
    loser = 1 if winners == 1 else 0
    short = number(spec.options, words.target_option) - int(points[loser])
    return 2 * short if winners == 1 else -2 * short

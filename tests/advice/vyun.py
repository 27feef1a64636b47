"""Vyun's advice by definition: plans, points, pieces and distances on the judge's sheet."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from tests.judges.vyun import Judge, Square, Wall, name, square_named

Criteria = dict[str, dict[str, float]]
LONGEST_SIDE = 6
PART = 5.5


class Plan(NamedTuple):
    """A rectangular ring that a player can close."""

    gain: int
    moves: int
    safe: bool
    steps: frozenset[str]
    missing: frozenset[Wall]

    @property
    def worth(self) -> float:
        return self.gain / self.moves


class Naive:
    """A judge's sheet with the owners of the sprouts, which the judge does not keep."""

    def __init__(self, judge: Judge, moves: Sequence[str]) -> None:
        self.judge, self.player = judge, judge.player
        self.others = [p for p in range(judge.players) if p != judge.player]
        self.owner = {
            square_named(move): number % judge.players
            for number, move in enumerate(moves)
            if ">" not in move and move != "pass"
        }
        self.plans = {player: list(self.plans_of(player)) for player in range(judge.players)}
        self.opening = self.opening_squares()

    # Plans.

    def plans_of(self, player: int) -> Iterator[Plan]:
        for ring in rings(self.judge.width, self.judge.height):
            walls = [frozenset(pair) for pair in pairwise(ring)]
            missing = [wall for wall in walls if self.judge.vines.get(wall) != player]
            if not missing or any(wall in self.judge.vines for wall in missing):
                continue
            gaps = [self.way(player, gap) for gap in gaps_of(ring, walls, missing)]
            gain = self.gain(player, missing)
            if all(gaps) and gain > 0:
                moves = sum(cost for cost, _ in filter(None, gaps))
                steps = frozenset(step for _, now in filter(None, gaps) for step in now)
                cut_in = min(self.cut_in(player, wall) for wall in missing)
                yield Plan(gain, moves, cut_in >= moves, steps, frozenset(missing))

    def way(self, player: int, gap: list[Square]) -> tuple[int, set[str]] | None:
        """How many moves close a gap, and which can be made now; None if it cannot be closed."""
        growths = set()
        whole = gap[0] == gap[-1]
        for place, square in enumerate(gap):
            count = self.judge.growth_points.count((player, square))
            at_end = whole or place in (0, len(gap) - 1)
            if count >= (1 if at_end else 2):
                sides = gap[max(0, place - 1) : place] + gap[place + 1 : place + 2]
                growths |= {f"{name(square)}>{name(side)}" for side in sides}
        if growths:
            return len(gap) - 1, growths
        bare = {name(square) for square in gap if square not in self.judge.sprouts}
        return (len(gap), bare) if bare else None

    def gain(self, player: int, missing: list[Wall]) -> int:
        """What the player would gain and the others lose if the vines were there."""
        closed = copy.copy(self.judge)
        closed.vines = {**self.judge.vines, **dict.fromkeys(missing, player)}
        return sum(self.change(player, closed))

    def change(self, player: int, later: Judge) -> tuple[int, int]:
        before, after = self.judge.points(), later.points()
        gained = after[player] - before[player]
        return int(gained), int(sum(before) - sum(after) + gained)

    def cut_in(self, player: int, wall: Wall) -> float:
        """In how many growths an opponent's growth point on the board can cross a wall."""
        reached = {square for owner, square in self.judge.growth_points if owner != player}
        for growths in range(1, len(self.judge.squares()) ** 2):
            if reached & wall:
                return growths
            reached |= {
                there
                for here in reached
                for there in self.judge.neighbours(here)
                if frozenset((here, there)) not in self.judge.vines
            }
        return float("inf")

    # Places.

    def opening_squares(self) -> set[Square]:
        mine = list(self.judge.vines.values()).count(self.player)
        if any(list(self.judge.vines.values()).count(other) > mine for other in self.others):
            return set()
        parts: dict[Square, list[Square]] = {}
        for square in self.judge.squares():
            parts.setdefault(self.part(square), []).append(square)
        found = set()
        for squares in parts.values():
            bare = [square for square in squares if square not in self.owner]
            if bare and self.player not in [self.owner.get(square) for square in squares]:
                nearest = min(map(self.centre, bare))
                found |= {square for square in bare if self.centre(square) == nearest}
        return found

    def part(self, square: Square) -> Square:
        sides = (self.judge.width, self.judge.height)
        across, down = (
            place * max(1, round(side / PART)) // side
            for place, side in zip(square, sides, strict=True)
        )
        return across, down

    def centre(self, square: Square) -> int:
        """Steps to the nearest square in the centre of the part."""
        steps = 0
        for axis in (0, 1):
            line = sorted(
                {s[axis] for s in self.judge.squares() if self.part(s) == self.part(square)}
            )
            middles = {line[(len(line) - 1) // 2], line[len(line) // 2]}
            steps += min(abs(square[axis] - middle) for middle in middles)
        return steps

    def distance(self, square: Square, players: Sequence[int]) -> int:
        """Steps to the nearest sprout of these players."""
        sprouts = [place for place, owner in self.owner.items() if owner in players]
        steps = [abs(square[0] - x) + abs(square[1] - y) for x, y in sprouts]
        return min(steps, default=self.judge.width + self.judge.height)

    def joins(self, origin: Square, target: Square) -> int:
        mine = [wall for wall, owner in self.judge.vines.items() if owner == self.player]
        touched = {square for wall in mine for square in wall}
        touched |= {square for owner, square in self.judge.growth_points if owner == self.player}
        touched |= {square for square, owner in self.owner.items() if owner == self.player}
        if target not in touched:
            return 0
        piece = {origin}
        while more := {s for wall in mine if wall & piece for s in wall} - piece:
            piece |= more
        sprouts = sum(self.owner.get(square) == self.player for square in piece)
        return 1 if target not in piece or sprouts > 1 else -1

    def balance(self, sprouts: int, vines: int) -> float:
        off = 0.0
        for things, more in (
            (list(self.owner.values()), sprouts),
            (list(self.judge.vines.values()), vines),
        ):
            average = sum(map(things.count, self.others)) / len(self.others)
            off += abs(things.count(self.player) + more - average)
        return -off

    # All numbers of a move.

    def numbers(self, move: str) -> dict[str, float]:
        plants = ">" not in move
        origin, target = (square_named(text) for text in (move.split(">") * 2)[:2])
        wall = frozenset((origin, target))
        surrounded, taken = 0, 0
        if not plants:
            later = copy.deepcopy(self.judge)
            later.play(move)
            surrounded, taken = self.change(self.player, later)
        through = [p for other in self.others for p in self.plans[other] if wall in p.missing]
        return {
            "surrounded": surrounded,
            "taken": taken,
            "saved": max((p.gain for p in through if p.moves == 1), default=0),
            "opens_part": float(plants and target in self.opening),
            "plan_cut": max((p.worth for p in through), default=0.0),
            "joins": 0 if plants else self.joins(origin, target),
            "balance": self.balance(int(plants), int(not plants)),
            "enemy_distance": self.distance(target, self.others),
            "own_distance": self.distance(target, [self.player]),
            "centre_distance": self.centre(target),
        }

    def any_useful(self) -> bool:
        """Whether some move is better than passing."""
        return any(map(self.is_useful, (m for m in self.judge.moves() if m != "pass")))

    def is_useful(self, move: str) -> bool:
        found = self.numbers(move)
        now = found["surrounded"] + found["taken"] + found["saved"]
        furthers = any(move in plan.steps for plan in self.plans[self.player])
        return now > 0 or (now == 0 and (found["plan_cut"] > 0 or furthers))

    def best_plans(self, move: str) -> set[tuple[int, int, bool]]:
        """The gain, moves and safety of the best plans that a move furthers: several if equal."""
        plans = [plan for plan in self.plans[self.player] if move in plan.steps]
        best = max(((plan.safe, plan.worth) for plan in plans), default=None)
        return {
            (plan.gain, plan.moves, plan.safe) for plan in plans if (plan.safe, plan.worth) == best
        } or {(0, 0, False)}


def rings(width: int, height: int) -> Iterator[list[Square]]:
    """The squares around each rectangle, clockwise, the first one again at the end."""
    for left in range(width):
        for right in range(left + 1, min(width, left + LONGEST_SIDE)):
            for top in range(height):
                for bottom in range(top + 1, min(height, top + LONGEST_SIDE)):
                    yield [
                        *((x, top) for x in range(left, right)),
                        *((right, y) for y in range(top, bottom)),
                        *((x, bottom) for x in range(right, left, -1)),
                        *((left, y) for y in range(bottom, top, -1)),
                        (left, top),
                    ]


def gaps_of(ring: list[Square], walls: list[Wall], missing: list[Wall]) -> Iterator[list[Square]]:
    """The squares along each run of missing walls."""
    if len(missing) == len(walls):
        yield ring
        return
    begin = next(number for number, wall in enumerate(walls) if wall not in missing)
    around = [*range(begin, len(walls)), *range(begin + 1)]  # ends with the wall it began with
    gap: list[Square] = []
    for number in around:
        if walls[number] in missing:
            gap = [*(gap or [ring[number]]), ring[number + 1]]
        elif gap:
            yield gap
            gap = []

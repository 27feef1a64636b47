"""A naive judge of Manu: the rules word for word, everything reckoned afresh on every call.

Crossings are (column, row) from (0, 0) at the top left. Numbers in brackets, such as [3], are
those of the rules.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator

Crossing = tuple[int, int]

DIRECTIONS = ((0, -1), (1, 0), (0, 1), (-1, 0))


def name(crossing: Crossing) -> str:
    return chr(ord("A") + crossing[0]) + str(crossing[1] + 1)


def crossing_named(text: str) -> Crossing:
    return ord(text[0]) - ord("A"), int(text[1:]) - 1


class Judge:
    def __init__(
        self,
        size: int = 19,
        reserve: int | None = None,
        target: int | None = None,
        squares: str = "solid",
        pivot: str = "seen",
        jump: str = "takes",
    ) -> None:
        self.size = size
        self.target = size if target is None else target
        self.squares = squares
        self.pivot = pivot
        self.jump = jump
        self.reserve = [size * size // 2 if reserve is None else reserve] * 2
        self.taken = [0, 0]  # enemy stones taken, by player
        self.stones: dict[Crossing, int] = {}  # crossing -> the player whose stone is there
        self.player = 0  # whose turn it is
        # Within a turn, after its jump:
        self.jumper: Crossing | None = None
        self.only_pivot: Crossing | None = None  # after the first capture [4]
        self.taken_by_jump = 0  # enemy stones
        self.taken_by_captures = 0

    # --- the board ---

    def on_board(self, crossing: Crossing) -> bool:
        return 0 <= crossing[0] < self.size and 0 <= crossing[1] < self.size

    def beside_own(self, crossing: Crossing, leaving: Crossing | None = None) -> bool:
        """Whether a neighbouring crossing has a stone of the player's (but the one leaving)."""
        x, y = crossing
        neighbours = {(x + dx, y + dy) for dx, dy in DIRECTIONS} - {leaving}
        return any(self.stones.get(neighbour) == self.player for neighbour in neighbours)

    def seen(self, start: Crossing) -> Iterator[tuple[Crossing, Crossing, int]]:
        """The first stone on each line from the start, without wrapping: (stone, direction, L)."""
        for dx, dy in DIRECTIONS:
            for distance in range(1, self.size):
                crossing = (start[0] + dx * distance, start[1] + dy * distance)
                if crossing in self.stones:
                    yield crossing, (dx, dy), distance
                    break

    def landing(
        self, start: Crossing, pivot: Crossing, direction: Crossing, distance: int
    ) -> Crossing | None:
        """[2] Where one comes down past the pivot, wrapping; None if the way is not empty."""
        way = [
            (
                (pivot[0] + direction[0] * step) % self.size,
                (pivot[1] + direction[1] * step) % self.size,
            )
            for step in range(1, distance + 1)
        ]
        # The crossing it left counts as empty.
        if any(crossing in self.stones and crossing != start for crossing in way[:-1]):
            return None
        return way[-1]

    def square(self, start: Crossing, pivot: Crossing, sign: str) -> list[Crossing]:
        """[3] The 8L crossings of the square round the pivot, in the order in which they are
        entered; the last is where it started."""
        half = max(abs(start[0] - pivot[0]), abs(start[1] - pivot[1]))
        side = range(-half, half)
        ring = [(i, -half) for i in side]  # clockwise, row 1 on top: the top side rightwards,
        ring += [(half, i) for i in side]  # the right side downwards,
        ring += [(-i, half) for i in side]  # the bottom side leftwards,
        ring += [(-half, -i) for i in side]  # the left side upwards
        if sign == "-":
            ring.reverse()
        crossings = [(pivot[0] + x, pivot[1] + y) for x, y in ring]
        at = crossings.index(start)
        return crossings[at + 1 :] + crossings[: at + 1]

    # --- moves ---

    def placements(self) -> list[str]:
        """[1]"""
        if not self.reserve[self.player]:
            return []
        crossings = [(x, y) for y in range(self.size) for x in range(self.size)]
        return [name(c) for c in crossings if c not in self.stones and not self.beside_own(c)]

    def jumps(self) -> list[str]:
        """[2] Each once, however many pivots give it."""
        found = []
        for start in [c for c, owner in self.stones.items() if owner == self.player]:
            for pivot, direction, distance in self.seen(start):
                if self.stones[pivot] == self.player:
                    continue
                end = self.landing(start, pivot, direction, distance)
                if end is not None and not self.beside_own(end, leaving=start):
                    found.append(f"{name(start)}>{name(end)}")
        return sorted(set(found))

    def captures(self) -> list[str]:
        """[3] [4] All that the jumper can do with its pivots, whatever comes of it."""
        if self.jumper is None:
            return []
        found = []
        seen = []
        for pivot, direction, distance in self.seen(self.jumper):
            if self.may_be_pivot(pivot):
                seen.append(pivot)
                end = self.landing(self.jumper, pivot, direction, distance)
                if end is not None and end in self.stones and end != self.jumper:
                    found.append(f"^{name(pivot)}")
        for pivot in seen if self.pivot == "seen" else filter(self.may_be_pivot, self.stones):
            for sign in "+-":
                found += self.squares_round(self.jumper, pivot, sign)
        return found

    def may_be_pivot(self, crossing: Crossing) -> bool:
        """[3] [4] Another stone of the player's; after a capture only the other of the two."""
        return (
            crossing != self.jumper
            and self.stones[crossing] == self.player
            and self.only_pivot in (None, crossing)
        )

    def squares_round(self, jumper: Crossing, pivot: Crossing, sign: str) -> list[str]:
        found = []
        taken_enemy = False
        for count, crossing in enumerate(self.square(jumper, pivot, sign), 1):
            if not self.on_board(crossing):
                break
            # The jumper is no longer on the crossing where it started.
            stone = None if crossing == jumper else self.stones.get(crossing)
            if stone is None and self.squares == "solid":
                break
            taken_enemy = taken_enemy or stone == 1 - self.player
            if taken_enemy:
                found.append(f"@{name(pivot)}{sign}{count}")
        return found

    def may_end_turn(self) -> bool:
        """[6] Whether the turn, which has begun with a jump, is a legal one as it stands."""
        if self.only_pivot is None:  # no captures yet
            return self.jump == "takes" and self.taken_by_jump > 0
        return self.taken_by_captures > 0

    def can_be_completed(self, move: str) -> bool:
        """[6] Whether a turn that goes on with this jump or capture can be a legal one."""
        after = copy.deepcopy(self)
        after.carry_out(move)
        return after.may_end_turn() or bool(after.completable_captures())

    def completable_captures(self) -> list[str]:
        return [capture for capture in self.captures() if self.can_be_completed(capture)]

    def target_reached(self) -> bool:
        return max(self.taken) >= self.target

    def to_move(self) -> int | None:
        return self.player if self.moves() else None

    def moves(self) -> list[str]:
        if self.target_reached():  # [7] at once, even within a turn
            return []
        if self.jumper is None:
            return self.placements() + [j for j in self.jumps() if self.can_be_completed(j)]
        captures = self.completable_captures()
        return [*captures, "stop"] if self.may_end_turn() else captures

    def play(self, move: str) -> None:
        if move not in self.moves():
            raise ValueError(f"not a legal move: {move}")
        self.carry_out(move)
        if not self.completable_captures():  # [6] the turn ends, said or by itself
            self.player = 1 - self.player
            self.jumper = None
            self.only_pivot = None
            self.taken_by_jump = self.taken_by_captures = 0

    def take(self, crossing: Crossing) -> int:
        """[5] Take the stone on the crossing, if there is one; returns 1 for an enemy stone."""
        owner = self.stones.pop(crossing, None)
        if owner == self.player:
            self.reserve[owner] += 1
        elif owner is not None:
            self.taken[self.player] += 1
            return 1
        return 0

    def carry_out(self, move: str) -> None:
        """Do what the move says, but do not end the turn (other than by leaving no jumper)."""
        if move == "stop":
            self.jumper = None
        elif ">" in move:
            start, end = (crossing_named(text) for text in move.split(">"))
            del self.stones[start]
            self.taken_by_jump = self.take(end)
            self.stones[end] = self.player
            self.jumper = end
        elif move[0] in "^@":
            self.carry_out_capture(move)
        else:
            self.stones[crossing_named(move)] = self.player
            self.reserve[self.player] -= 1

    def carry_out_capture(self, move: str) -> None:
        start = self.jumper
        parts = re.fullmatch(r"[\^@]([A-Z]\d+)(?:([+-])(\d+))?", move)
        assert start is not None
        assert parts is not None
        pivot = crossing_named(parts[1])
        if move[0] == "^":
            ways = [line for line in self.seen(start) if line[0] == pivot]
            end = self.landing(start, *ways[0])
            assert end is not None
            entered = [end]
        else:
            entered = self.square(start, pivot, parts[2])[: int(parts[3])]
        del self.stones[start]
        for crossing in entered:
            self.taken_by_captures += self.take(crossing)
        self.stones[entered[-1]] = self.player
        self.jumper, self.only_pivot = pivot, entered[-1]  # [4] the two change roles

    # --- the result ---

    def points(self) -> list[float]:
        """Enemy stones taken."""
        return [float(taken) for taken in self.taken]

    def winners(self) -> list[int]:
        """[7]"""
        if self.target_reached():
            return [player for player in (0, 1) if self.taken[player] >= self.target]
        return [] if self.moves() else [1 - self.player]

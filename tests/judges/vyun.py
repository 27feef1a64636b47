"""A naive judge of Vyun: the rules word for word, everything reckoned afresh on every call.

Squares are (column, row) from (0, 0) at the top left. Vertices are corners of squares: vertex
(x, y) is the top left corner of square (x, y), so a board of W by H squares has (W+1) by (H+1)
vertices. A wall is written as the pair of squares that it parts. Numbers in brackets, such as
[4], are those of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

Square = tuple[int, int]
Vertex = tuple[int, int]
Wall = frozenset[Square]

DIRECTIONS = ((0, -1), (1, 0), (0, 1), (-1, 0))


class Region(NamedTuple):
    player: int
    vertices: frozenset[Vertex]
    interior: frozenset[Vertex]


def name(square: Square) -> str:
    return chr(ord("A") + square[0]) + str(square[1] + 1)


def square_named(text: str) -> Square:
    return ord(text[0]) - ord("A"), int(text[1:]) - 1


def wall_ends(one: Square, other: Square) -> frozenset[Vertex]:
    """The two vertices at the ends of the wall: the corners that both squares have."""
    corners = [{(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)} for x, y in (one, other)]
    return frozenset(corners[0] & corners[1])


class Judge:
    def __init__(self, board: str = "8x8", players: int = 2) -> None:
        self.width, self.height = (int(side) for side in board.split("x"))
        self.players = players
        self.player = 0  # whose turn it is
        self.sprouts: set[Square] = set()
        self.growth_points: list[tuple[int, Square]] = []  # (player, the square it is in)
        self.vines: dict[Wall, int] = {}  # the wall that a vine crosses -> the vine's player
        self.passes = 0  # how many passes the latest moves were, one after another

    # --- moves ---

    def squares(self) -> list[Square]:
        return [(x, y) for y in range(self.height) for x in range(self.width)]

    def neighbours(self, square: Square) -> Iterator[Square]:
        for dx, dy in DIRECTIONS:
            x, y = square[0] + dx, square[1] + dy
            if 0 <= x < self.width and 0 <= y < self.height:  # the rim carries no vine [2]
                yield x, y

    def plantings(self) -> list[str]:
        """[1] Any square that has no sprout yet, whoever's."""
        return [name(square) for square in self.squares() if square not in self.sprouts]

    def growings(self, player: int) -> list[str]:
        """[2] From a square with a growth point of the player's, through a wall without a vine."""
        return [
            f"{name(square)}>{name(neighbour)}"
            for square in self.squares()
            if (player, square) in self.growth_points
            for neighbour in self.neighbours(square)
            if frozenset((square, neighbour)) not in self.vines
        ]

    def over(self) -> bool:
        """[3] All have passed one after another, or nobody can plant or grow."""
        if self.passes >= self.players:
            return True
        return not self.plantings() and not any(map(self.growings, range(self.players)))

    def to_move(self) -> int | None:
        return None if self.over() else self.player

    def moves(self) -> list[str]:
        if self.over():
            return []
        return [*self.plantings(), *self.growings(self.player), "pass"]

    def play(self, move: str) -> None:
        if move not in self.moves():
            raise ValueError(f"not a legal move: {move}")
        if move == "pass":  # [3]
            self.passes += 1
        elif ">" in move:  # [2]
            start, end = (square_named(text) for text in move.split(">"))
            self.growth_points.remove((self.player, start))
            self.growth_points.append((self.player, end))
            self.vines[frozenset((start, end))] = self.player
            self.passes = 0
        else:  # [1]
            square = square_named(move)
            self.sprouts.add(square)
            self.growth_points += [(self.player, square), (self.player, square)]
            self.passes = 0
        self.player = (self.player + 1) % self.players

    # --- territory ---

    def vertices(self) -> set[Vertex]:
        return {(x, y) for x in range(self.width + 1) for y in range(self.height + 1)}

    def rim(self) -> set[Vertex]:
        return {(x, y) for x, y in self.vertices() if x in (0, self.width) or y in (0, self.height)}

    def reachable(
        self, starts: set[Vertex], allowed: set[Vertex], blocked: set[frozenset[Vertex]]
    ) -> set[Vertex]:
        """Every vertex that walks from the starts reach, over allowed vertices only, along walls
        that are not blocked."""
        reached = starts & allowed
        frontier = list(reached)
        while frontier:
            x, y = frontier.pop()
            for dx, dy in DIRECTIONS:
                vertex = (x + dx, y + dy)
                wall = frozenset(((x, y), vertex))
                if vertex in allowed and vertex not in reached and wall not in blocked:
                    reached.add(vertex)
                    frontier.append(vertex)
        return reached

    def interior(self, region: set[Vertex]) -> set[Vertex]:
        """[4] The region, and all that cannot reach the rim without entering it. No vines here."""
        outside = self.vertices() - region
        return self.vertices() - self.reachable(self.rim(), outside, set())

    def regions(self, player: int) -> list[Region]:
        """[4] The player's enclosed vertices, parted into those that walks join."""
        blocked = {wall_ends(*wall) for wall, owner in self.vines.items() if owner == player}
        enclosed = self.vertices() - self.reachable(self.rim(), self.vertices(), blocked)
        found = []
        while enclosed:
            region = self.reachable({min(enclosed)}, enclosed, blocked)
            found.append(Region(player, frozenset(region), frozenset(self.interior(region))))
            enclosed = enclosed - region
        return found

    def surrounded_regions(self) -> list[Region]:
        """[5] Innermost first: a region's interior is larger than any that it properly contains."""
        everybodys = [region for player in range(self.players) for region in self.regions(player)]
        surrounded: list[Region] = []
        for region in sorted(everybodys, key=lambda region: len(region.interior)):
            if not any(
                inner.player != region.player and inner.interior < region.interior
                for inner in surrounded
            ):
                surrounded.append(region)
        return surrounded

    def points(self) -> list[float]:
        """[6] Vertices in a surrounded region of one's own and in nobody else's."""
        surrounded = self.surrounded_regions()
        points = [0.0] * self.players
        for vertex in self.vertices():
            holders = {region.player for region in surrounded if vertex in region.vertices}
            if len(holders) == 1:
                points[holders.pop()] += 1
        return points

    def winners(self) -> list[int]:
        """[6] Most points; a tie is shared."""
        if not self.over():
            return []
        points = self.points()
        return [player for player in range(self.players) if points[player] == max(points)]

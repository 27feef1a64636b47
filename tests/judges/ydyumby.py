"""A naive judge of Ydyumby: RULES.md to the letter, everything recomputed on every call."""

from itertools import permutations
from string import ascii_uppercase

Cell = tuple[int, int]  # (column, row) from 0, row 0 on top; on a hexagon axial (q, r)
Step = tuple[int, int]

# Rule 1: on the square lattice there are 4 directions, on the hexagon 6 (cube x = q, z = r).
SQUARE_DIRECTIONS: list[Step] = [(0, -1), (1, 0), (0, 1), (-1, 0)]
HEX_DIRECTIONS: list[Step] = [(q, r) for q, r, _ in permutations((1, 0, -1))]

# Rule 2: the hexagonal knight is the 12 arrangements of ±(1, 2, −3) in cube coordinates.
SQUARE_KNIGHT: list[Step] = [
    (a * x, b * y) for a, b in ((1, 2), (2, 1)) for x in (-1, 1) for y in (-1, 1)
]
HEX_KNIGHT: list[Step] = [
    (q, r) for cube in ((1, 2, -3), (-1, -2, 3)) for q, r, _ in permutations(cube)
]


def hexagon(side: int) -> dict[Cell, str]:
    """The cells of a hexagon with their notations."""
    big = side - 1  # R of the rules
    return {
        (q, r): f"{ascii_uppercase[q + big]}{r - max(-big, -q - big) + 1}"
        for q in range(-big, big + 1)
        for r in range(-big, big + 1)
        if abs(q + r) <= big
    }


def shape(rows: list[str]) -> dict[Cell, str]:
    """The cells of a shape on the square lattice with their notations."""
    return {
        (column, row): f"{ascii_uppercase[column]}{row + 1}"
        for row, line in enumerate(rows)
        for column, mark in enumerate(line)
        if mark == "."
    }


class Judge:
    def __init__(self, board: str = "8x8", players: int = 2, supply: int | None = None) -> None:
        self.directions, self.knight = SQUARE_DIRECTIONS, SQUARE_KNIGHT
        if board.startswith("hex"):
            self.directions, self.knight = HEX_DIRECTIONS, HEX_KNIGHT
            self.cells = hexagon(int(board.removeprefix("hex")))
        elif "x" in board:
            width, height = board.split("x")
            self.cells = shape(["." * int(width)] * int(height))
        else:
            self.cells = shape(board.split("/"))
        if supply is None:  # ⌈3·cells / (4·players)⌉
            supply = -(-3 * len(self.cells) // (4 * players))
        self.players = range(players)
        self.supply = [supply] * players  # pieces not placed yet
        self.placed = [0] * players  # pieces ever placed, removed ones too
        self.pieces: dict[Cell, int] = {}  # cell -> player
        self.turn = 0  # whose turn it is, before players who are out are skipped

    def supports(self, cell: Cell) -> int:
        # Rule 1: a support for each direction in which all cells from it to the edge are empty.
        # What is no cell of the board, a hole too, is an edge.
        count = 0
        for dx, dy in self.directions:
            x, y = cell[0] + dx, cell[1] + dy
            while (x, y) in self.cells and (x, y) not in self.pieces:
                x, y = x + dx, y + dy
            if (x, y) not in self.cells:
                count += 1
        return count

    def knights_move_from_own(self, player: int, cell: Cell) -> bool:
        x, y = cell
        return any(self.pieces.get((x + dx, y + dy)) == player for dx, dy in self.knight)

    def placements(self, player: int) -> list[Cell]:
        if self.supply[player] == 0:
            return []
        # Rule 2: an empty cell with at least one support, a knight's move from a piece of yours
        # already on the board; your first piece needs only a support.
        return [
            cell
            for cell in self.cells
            if cell not in self.pieces
            and self.supports(cell) >= 1
            and (self.placed[player] == 0 or self.knights_move_from_own(player, cell))
        ]

    def left(self) -> list[int]:
        """The players who are not out."""
        # Rule 4: looked at for all players, once everyone has made a first move.
        if 0 in self.placed:
            return list(self.players)
        return [player for player in self.players if self.placements(player)]

    def to_move(self) -> int | None:
        left = self.left()
        # Rule 4: when at most one player is left, the game is over at once.
        if len(left) <= 1:
            return None
        player = self.turn
        while player not in left:
            player = (player + 1) % len(self.players)
        return player

    def moves(self) -> list[str]:
        player = self.to_move()
        return [] if player is None else [self.cells[cell] for cell in self.placements(player)]

    def play(self, move: str) -> None:
        player = self.to_move()
        if player is None or move not in self.moves():
            raise ValueError(f"illegal move: {move}")
        (cell,) = [cell for cell in self.cells if self.cells[cell] == move]
        self.pieces[cell] = player
        self.supply[player] -= 1
        self.placed[player] += 1
        # Rule 3: every piece, of any colour, that has no support is removed for good.
        removed = [piece for piece in self.pieces if self.supports(piece) == 0]
        for piece in removed:
            del self.pieces[piece]
        self.turn = (player + 1) % len(self.players)

    def points(self) -> list[float]:
        # Rule 5: pieces on the board.
        return [float(list(self.pieces.values()).count(player)) for player in self.players]

    def winners(self) -> list[int]:
        if self.to_move() is not None:
            return []
        # Rule 5: most pieces wins; a tie is shared.
        points = self.points()
        return [player for player in self.players if points[player] == max(points)]

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


def hexagonal_shape(columns: list[str]) -> dict[Cell, str]:
    """The cells of a hexagon with holes, by columns from the left, each from its top."""
    whole = hexagon(len(columns[0]))
    holes = {
        f"{ascii_uppercase[column]}{number}"
        for column, marks in enumerate(columns)
        for number, mark in enumerate(marks, 1)
        if mark == "#"
    }
    return {cell: name for cell, name in whole.items() if name not in holes}


def shape(rows: list[str]) -> dict[Cell, str]:
    """The cells of a shape on the square lattice with their notations."""
    return {
        (column, row): f"{ascii_uppercase[column]}{row + 1}"
        for row, line in enumerate(rows)
        for column, mark in enumerate(line)
        if mark == "."
    }


class Judge:
    def __init__(
        self,
        board: str = "8x8",
        players: int = 2,
        supply: int | None = None,
        out: str = "turn",
    ) -> None:
        self.directions, self.knight = SQUARE_DIRECTIONS, SQUARE_KNIGHT
        if board.startswith("hex"):
            self.directions, self.knight = HEX_DIRECTIONS, HEX_KNIGHT
            drawn = board.removeprefix("hex")
            if drawn.startswith(":"):
                self.cells = hexagonal_shape(drawn[1:].split("/"))
            else:
                self.cells = hexagon(int(drawn))
        elif "x" in board:
            width, height = board.split("x")
            self.cells = shape(["." * int(width)] * int(height))
        else:
            self.cells = shape(board.split("/"))
        if supply is None:  # ⌈cells / 2⌉
            supply = -(-len(self.cells) // 2)
        self.out_now = out == "now"
        self.players = range(players)
        self.supply = [supply] * players  # pieces not placed yet
        self.placed = [0] * players  # pieces ever placed, removed ones too
        self.pieces: dict[Cell, int] = {}  # cell -> player
        self.out: set[int] = set()
        self.turn: int | None = 0  # None when the game is over

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

    def to_move(self) -> int | None:
        return self.turn

    def moves(self) -> list[str]:
        return (
            [] if self.turn is None else [self.cells[cell] for cell in self.placements(self.turn)]
        )

    def play(self, move: str) -> None:
        if self.turn is None or move not in self.moves():
            raise ValueError(f"illegal move: {move}")
        (cell,) = [cell for cell in self.cells if self.cells[cell] == move]
        self.pieces[cell] = self.turn
        self.supply[self.turn] -= 1
        self.placed[self.turn] += 1
        # Rule 3: every piece, of any colour, that has no support is removed for good.
        removed = [piece for piece in self.pieces if self.supports(piece) == 0]
        for piece in removed:
            del self.pieces[piece]
        self.pass_turn_on()

    def pass_turn_on(self) -> None:
        # Rule 4, out=now: looked at after every move, for all players, once everyone has made a
        # first move.
        if self.out_now and 0 not in self.placed:
            self.out |= {player for player in self.players if not self.placements(player)}
        while len(self.players) - len(self.out) > 1:
            assert self.turn is not None
            self.turn = (self.turn + 1) % len(self.players)
            # Rule 4: a player whose turn comes and who has no legal placement is out; the turn
            # goes on to the next who is in.
            if self.placements(self.turn):
                return
            self.out.add(self.turn)
        self.turn = None  # Rule 4: when one player is left, the game is over at once.

    def points(self) -> list[float]:
        # Rule 5: pieces on the board.
        return [float(list(self.pieces.values()).count(player)) for player in self.players]

    def winners(self) -> list[int]:
        if self.turn is not None:
            return []
        # Rule 5: most pieces wins; a tie is shared.
        points = self.points()
        return [player for player in self.players if points[player] == max(points)]

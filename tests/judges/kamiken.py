"""A naive judge of Kamiken: RULES.md to the letter, everything recomputed on every call."""

from string import ascii_uppercase

Cell = tuple[int, int]  # (column, row), both from 0; row 0 is the top one

WHITE, BLACK = 0, 1


def notation(cell: Cell) -> str:
    column, row = cell
    return f"{ascii_uppercase[column]}{row + 1}"


class Judge:
    def __init__(self, size: int = 9, komi: float | None = None) -> None:
        self.komi = (0.5 if size <= 6 else 1.5) if komi is None else komi
        self.cells: list[Cell] = [(column, row) for row in range(size) for column in range(size)]
        self.stones: dict[Cell, int] = {}  # cell -> player
        self.passed: set[int] = set()  # who has said `pass`
        self.turn = WHITE  # whose turn it is, before silent passes (rule 3) are looked at

    def neighbours(self, cell: Cell) -> list[Cell]:
        column, row = cell
        around = [(column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row)]
        return [neighbour for neighbour in around if neighbour in self.cells]

    def attacks(self, player: int, cell: Cell) -> bool:
        """Whether a stone of the player attacks the cell."""
        return any(self.stones.get(neighbour) == player for neighbour in self.neighbours(cell))

    def placements(self, player: int) -> list[Cell]:
        # Rule 2: a pass is final.
        if player in self.passed:
            return []
        # Rule 1: any empty cell that no opposing stone attacks.
        opponent = 1 - player
        return [
            cell
            for cell in self.cells
            if cell not in self.stones and not self.attacks(opponent, cell)
        ]

    def to_move(self) -> int | None:
        # Rule 3: a player who has no cell to place on passes without saying so;
        # when neither can place, the game is over.
        for player in (self.turn, 1 - self.turn):
            if self.placements(player):
                return player
        return None

    def moves(self) -> list[str]:
        player = self.to_move()
        if player is None:
            return []
        # Rule 2: `pass` is always allowed on your turn.
        return [notation(cell) for cell in self.placements(player)] + ["pass"]

    def play(self, move: str) -> None:
        player = self.to_move()
        if player is None or move not in self.moves():
            raise ValueError(f"illegal move: {move}")
        if move == "pass":
            self.passed.add(player)
        else:
            (cell,) = [cell for cell in self.cells if notation(cell) == move]
            self.stones[cell] = player
        self.turn = 1 - player

    def points(self) -> list[float]:
        # Rule 4: a point for each empty cell that you attack and your opponent does not.
        points = [0.0, 0.0]
        for cell in self.cells:
            if cell in self.stones:
                continue
            for player in (WHITE, BLACK):
                if self.attacks(player, cell) and not self.attacks(1 - player, cell):
                    points[player] += 1
        # Rule 4: Black adds the komi.
        points[BLACK] += self.komi
        return points

    def winners(self) -> list[int]:
        if self.to_move() is not None:
            return []
        # Rule 4: more points win; equal points are a draw.
        points = self.points()
        return [player for player in (WHITE, BLACK) if points[player] == max(points)]

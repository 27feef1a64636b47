"""Kamiken's claims about the board itself: the sure point of two stones, the size of the tree."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import combinations

from kletka.agents.match import GameResult
from kletka.lab.claims.base import Claim, Figures, Row, Verdict, told
from kletka.lab.claims.play import LEVELS, GameKind, GameRunner
from kletka.lab.claims.stats import at_each_level, mean_row
from kletka.language import Text
from kletka.position import Position

GO_TREE = 360  # digits; the usual estimate for Go on 19x19: 250 choices, 150 times


def spec_of(size: int) -> str:
    return f"kamiken(size={size},komi=0)"


# The sure point.


def is_sure(size: int, cell: tuple[int, int], stones: Iterable[tuple[int, int]]) -> bool:
    """Whether an empty cell is a point that the opponent can never attack."""
    mine = set(stones)
    if cell in mine or not mine & _beside(size, cell):
        return False
    return all(beside in mine or mine & _beside(size, beside) for beside in _beside(size, cell))


def _beside(size: int, cell: tuple[int, int]) -> set[tuple[int, int]]:
    x, y = cell
    around = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
    return {(a, b) for a, b in around if 0 <= a < size and 0 <= b < size}


def sure_sets(size: int, cell: tuple[int, int], count: int) -> list[tuple[tuple[int, int], ...]]:
    """All sets of so many stones that make a cell sure."""
    x, y = cell
    near = [(a, b) for a in range(size) for b in range(size) if 0 < abs(a - x) + abs(b - y) <= 2]
    return [stones for stones in combinations(near, count) if is_sure(size, cell, stones)]


def fewest(size: int, cell: tuple[int, int]) -> int:
    """A task: the fewest stones that make a cell sure."""
    return next(count for count in range(1, 9) if sure_sets(size, cell, count))


def measure_sure(runner: GameRunner) -> Figures:
    size = 7
    pairs = sure_sets(size, (0, 0), 2)
    adjacent = [pair for pair in pairs if pair[1] in _beside(size, pair[0])]
    places = {
        "corner": (Text("in the corner", "в углу"), (0, 0)),
        "beside": (Text("on the edge, next to the corner", "на краю рядом с углом"), (1, 0)),
        "edge": (Text("in the middle of an edge", "в середине края"), (3, 0)),
        "diagonal": (Text("diagonally inside the corner", "по диагонали от угла"), (1, 1)),
        "inside": (Text("in the middle", "в середине доски"), (3, 3)),
    }
    counts = runner.each(fewest, [(size, cell) for _, cell in places.values()])
    panel = Text("Stones for one sure point", "Камней на одно верное очко")
    rows = [
        Row(
            f"stones-{name}",
            Text(f"stones for a sure point {words.en}", f"камней на верное очко {words.ru}"),
            float(count),
            panel=panel,
        )
        for (name, (words, _)), count in zip(places.items(), counts, strict=True)
    ]
    rows.append(
        Row(
            "pairs",
            Text("pairs that make the corner sure", "пары, делающие угол верным очком"),
            float(len(pairs)),
        )
    )
    rows.append(
        Row("adjacent", Text("of them side by side", "из них стоят рядом"), float(len(adjacent)))
    )
    edge = sure_sets(size, (3, 0), 2)
    rows.append(
        Row(
            "edge",
            Text("pairs that make an edge cell sure", "пары, делающие клетку края верным очком"),
            float(len(edge)),
        )
    )
    return Figures(rows)


def judge_sure(figures: Figures) -> Verdict:
    return Verdict.HOLDS if figures.row("adjacent").value > 0 else Verdict.FAILS


def find_sure(figures: Figures) -> Text:
    pairs, adjacent = int(figures.row("pairs").value), int(figures.row("adjacent").value)
    edge, edge_pairs = int(figures.row("stones-edge").value), int(figures.row("edge").value)
    inside = int(figures.row("stones-inside").value)
    return Text(
        f"Two stones make the corner cell sure in {pairs} ways. In {adjacent} of them they stand "
        f"side by side (A2 with B2, and its mirror image); in the others they do not touch, as A2 "
        f"with C1. And the corner is nothing special: a cell on any edge takes {edge} stones too, "
        f"in {edge_pairs} ways, such as C1 and E2 for D1. Only inside the board it takes {inside}.",
        f"Двумя камнями угловую клетку можно сделать верным очком {pairs} способами. В {adjacent} "
        f"из них камни стоят рядом (A2 и B2 и зеркальный), в остальных не касаются друг друга, "
        f"например A2 и C1. И угол тут не выделяется: для клетки на любом краю тоже хватает "
        f"{edge} камней (способов: {edge_pairs}), например C1 и E2 для D1. Только внутри доски "
        f"нужно {inside}.",
    )


# The tree.


def tree_of_game(positions: list[Position], game: GameResult) -> tuple[float, int]:
    """The logarithm of the tree's size, estimated from one game, and the length of the game."""
    choices = [len(position.moves) for position in positions if not position.over]
    return sum(math.log10(count) for count in choices), len(game.moves)


def measure_tree(runner: GameRunner) -> Figures:
    go = Text("Go, the usual estimate", "го, обычная оценка")
    return Figures(
        [
            Row("go", go, float(GO_TREE), panel=_DIGITS),
            *_tree_rows(runner, "random", Text("random moves", "случайные ходы"), "random", 200),
            *at_each_level(
                LEVELS,
                lambda level: _tree_rows(
                    runner, "engine", Text("the engine", "движок"), f"level{level}", 60
                ),
            ),
        ]
    )


_DIGITS = Text("Digits of the game tree", "Порядок числа партий (степень десяти)")


def _tree_rows(runner: GameRunner, key: str, words: Text, player: str, games: int) -> list[Row]:
    spec = spec_of(5 if runner.tiny else 19)
    seen = runner.watch(tree_of_game, GameKind(spec, (player, player)), games)
    label = Text(f"digits of the tree, {words.en}", f"порядок дерева, {words.ru}")
    length = Text(f"moves in a game, {words.en}", f"ходов в партии, {words.ru}")
    return [
        mean_row(f"tree-{key}", label, [digits for digits, _ in seen], _DIGITS),
        mean_row(f"length-{key}", length, [float(moves) for _, moves in seen]),
    ]


def judge_tree(figures: Figures) -> Verdict:
    """Of the same order: between half and twice as many digits as for Go."""
    trees = figures.rows_of("tree-")
    if all(row.above(GO_TREE / 2) and row.below(2 * GO_TREE) for row in trees):
        return Verdict.HOLDS
    if all(row.below(GO_TREE / 2) or row.above(2 * GO_TREE) for row in trees):
        return Verdict.FAILS
    return Verdict.OPEN


def find_tree(figures: Figures) -> Text:
    tree = told(figures, "tree-engine", lambda digits: f"10^{digits:.0f}")
    length = told(figures, "length-engine", lambda moves: f"{moves:.0f}")
    return Text(
        f"By the engine's games the tree has about {tree.en} lines, and a game {length.en} moves; "
        f"for Go the usual estimate is 10^{GO_TREE} lines.",
        f"По партиям движка в дереве около {tree.ru} партий, а ходов в партии {length.ru}; для го "
        f"обычно называют 10^{GO_TREE} партий.",
    )


FACTS = [
    Claim(
        "kamiken-sure-point",
        "kamiken",
        Text(
            "Two stones side by side near a corner make a sure point.",
            "Два камня рядом у угла дают гарантированное очко.",
        ),
        Text(
            "By looking at all sets of stones: a point is sure if you attack the empty cell and "
            "every cell beside it is your stone or attacked by you, so that the opponent can never "
            "place there.",
            "Перебором всех наборов камней: очко верное, если пустую клетку бьёте вы, а каждая "
            "соседняя с ней занята вашим камнем или бита вами, так что соперник никогда туда не "
            "встанет.",
        ),
        measure_sure,
        judge_sure,
        find_sure,
        Text("stones", "камни"),
    ),
    Claim(
        "kamiken-tree",
        "kamiken",
        Text(
            "On 19 by 19 the game tree is of the order of Go's.",
            "На доске 19 на 19 дерево игры того же порядка, что у го.",
        ),
        Text(
            "The numbers of legal moves along whole games, multiplied; the claim holds if the "
            "number of digits is between half and twice that of Go.",
            "Произведение чисел возможных ходов вдоль целых партий; утверждение верно, если число "
            "его знаков отличается от го не больше чем вдвое.",
        ),
        measure_tree,
        judge_tree,
        find_tree,
        Text("power of ten", "степень десяти"),
        matters=Text(
            "from half to twice the digits of Go",
            "число знаков отличается от го не больше чем вдвое",
        ),
    ),
]

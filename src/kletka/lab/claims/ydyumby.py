"""Ydyumby's claims about the 24 pieces, supports, the advice and the attack on a group."""

from __future__ import annotations

from kletka.faces.options import board_of
from kletka.lab.claims.base import (
    MORE_WINS,
    WINS,
    WINS_MATTER,
    Claim,
    Figures,
    Row,
    Verdict,
    percent,
    told,
)
from kletka.lab.claims.play import LEVELS, GameKind, GameRunner, first_share
from kletka.lab.claims.stats import at_each_level, mean_row, share_row
from kletka.lab.claims.ydyumby_facts import explore, pieces_used, returns_in_game
from kletka.language import Text
from kletka.library.proved import known_value, proofs_of
from kletka.spec import Spec

ENOUGH = 24
CERTAIN = 32  # half of the cells of 8x8: see the finding

# The pieces.

KINDS = {
    "random": (Text("random moves", "случайные ходы"), 4000),
    "inventor": (Text("the inventor's advice", "совет автора"), 400),
    "hoard": (Text("both play to last", "оба играют подольше"), 120),
}
ENGINE = Text("the engine", "движок")


def measure_pieces(runner: GameRunner) -> Figures:
    rows = [
        row
        for player, (words, games) in KINDS.items()
        for row in _used_rows(runner, player, words, player, games)
    ]
    rows += at_each_level(
        LEVELS, lambda level: _used_rows(runner, "engine", ENGINE, f"level{level}", 600)
    )
    tasks = (
        [("3x3",)]
        if runner.tiny
        else [("3x3",), ("4x3",), ("5x3",)]
        if runner.full
        else [("3x3",), ("4x3",)]
    )
    for (small,), (_, _, most) in zip(
        tasks, runner.each(explore, [(_unlimited(small),) for (small,) in tasks]), strict=True
    ):
        share = _inventors_share(_cells(small))
        rows.append(
            Row(
                f"exact-{small}",
                Text(
                    f"{small}, all games: most pieces one can use (24 of 64 cells give {share})",
                    f"{small}, все партии: больше всего у одного (24 на 64 клетки дают {share})",
                ),
                float(most),
            )
        )
    return Figures(rows + _supply_rows())


def _used_rows(runner: GameRunner, key: str, words: Text, player: str, games: int) -> list[Row]:
    """How many pieces a player needs in games without a limit."""
    kind = GameKind(_unlimited("5x4" if runner.tiny else "8x8"), (player, player))
    used: list[int] = runner.watch(pieces_used, kind, games)
    panel = Text("Pieces used by one player", "Фишек у одного игрока")
    mean = Text(f"{words.en}: used on average", f"{words.ru}: в среднем")
    most = Text(f"{words.en}: most", f"{words.ru}: больше всего")
    beyond = Text(f"{words.en}: games with more than 24", f"{words.ru}: партии, где больше 24")
    return [
        mean_row(f"mean-{key}", mean, [float(number) for number in used], panel),
        Row(f"most-{key}", most, float(max(used)), games=len(used), panel=panel),
        share_row(f"beyond-{key}", beyond, [float(number > ENOUGH) for number in used]),
    ]


def _cells(board: str) -> int:
    width, height = board.split("x")
    return int(width) * int(height)


def _unlimited(board: str) -> str:
    return f"ydyumby(board={board},supply={_cells(board)})"


def _inventors_share(cells: int) -> int:
    """As many pieces for a board as the inventor's 24 are for 64 cells."""
    return -(-ENOUGH * cells // 64)


def _supply_rows() -> list[Row]:
    """Solved boards: the inventor's share of pieces compared with the usual supply."""
    rows = []
    for ample in proofs_of("ydyumby"):
        board = str(ample.spec.options["board"])
        share = _inventors_share(len(board_of(board).places))
        scarce = known_value(f"ydyumby(board={board},supply={share})")
        if ample.spec != Spec(f"ydyumby(board={board})") or scarce is None:
            continue
        usual = ample.spec.options["supply"]
        rows.append(
            Row(
                f"shift-{board}",
                Text(
                    f"{board}, exact: value with {share} pieces less value with {usual}",
                    f"{board}, точно: оценка с запасом {share} минус оценка с запасом {usual}",
                ),
                scarce.value - ample.value,
            )
        )
    return rows


def judge_pieces(figures: Figures) -> Verdict:
    if any(row.value > ENOUGH for row in figures.rows_of("most-")):
        return Verdict.FAILS
    return Verdict.OPEN  # the games played prove nothing about all games


def find_pieces(figures: Figures) -> Text:
    most = max(figures.rows_of("most-"), key=lambda row: row.value)
    beyond = told(figures, "beyond-engine")
    supply = _supply_told(figures.rows_of("shift-"))
    return Text(
        f"The most that a player used in one game is {most.value:.0f} "
        f"({most.label.en.split(':')[0]}). "
        f"When the engine plays, more than 24 are needed in {beyond.en} of games. "
        f"{CERTAIN} are certainly enough: the players alternate to the end, and no cell is used "
        f"twice, so each uses half of the 64 cells at most." + supply.en,
        f"Больше всего фишек у игрока в одной партии: {most.value:.0f} "
        f"({most.label.ru.split(':')[0]}). В партиях движка больше 24 нужно в "
        f"{beyond.ru} случаев. {CERTAIN} хватит наверняка: ходы чередуются до конца, "
        f"дважды на клетку не встать, так что каждому нужно не больше половины из 64 клеток."
        + supply.ru,
    )


def _supply_told(shifts: list[Row]) -> Text:
    """What the inventor's share of pieces changes on the solved boards."""
    if not shifts:
        return Text("", "")
    changed = ", ".join(row.key[6:] for row in shifts if row.value)
    if changed:
        return Text(
            f" The supply matters: it changes the exact value of {changed}.",
            f" Запас важен: он меняет точную оценку досок {changed}.",
        )
    return Text(
        f" On none of the {len(shifts)} boards solved with both supplies does it change the value.",
        f" На досках, решённых с обоими запасами ({len(shifts)}), оценку он не меняет.",
    )


# Supports.


def measure_supports(runner: GameRunner) -> Figures:
    rows: list[Row] = []
    boards = ["3x3"] if runner.tiny else ["3x3", "4x3", "5x3"] if runner.full else ["3x3", "4x3"]
    found = runner.each(explore, [(_unlimited(board),) for board in boards])
    for board, (moves, back, _) in zip(boards, found, strict=True):
        rows += _returned(
            f"all-{board}", Text(f"{board}, all positions", f"{board}, все позиции"), moves, back
        )
    for board in ("4x4",) if runner.tiny else ("8x8", "hex5", "..#../...../#...#/...../..#.."):
        kind = GameKind(f"ydyumby(board={board})", ("random", "random"))
        seen = runner.watch(returns_in_game, kind, 400)
        words = Text(f"{board}, random games", f"{board}, случайные партии")
        back = sum(back + reused for _, back, reused in seen)
        rows += _returned(f"random-{board}", words, sum(moves for moves, _, _ in seen), back)
    return Figures(rows)


def _returned(key: str, words: Text, moves: int, back: int) -> list[Row]:
    return [
        Row(
            f"moves-{key}",
            Text(f"{words.en}: moves looked at", f"{words.ru}: ходов проверено"),
            moves,
        ),
        Row(
            f"back-{key}",
            Text(f"{words.en}: supports that came back", f"{words.ru}: опор вернулось"),
            back,
        ),
    ]


def judge_supports(figures: Figures) -> Verdict:
    return Verdict.FAILS if any(row.value for row in figures.rows_of("back-")) else Verdict.HOLDS


def find_supports(figures: Figures) -> Text:
    moves = int(sum(row.value for row in figures.rows_of("moves-")))
    back = int(sum(row.value for row in figures.rows_of("back-")))
    return Text(
        f"In {moves:,} moves {back} supports came back to a piece, and no cell was used twice "
        f"after its piece had been removed. The reason: on every line the piece nearest the "
        f"edge sees the edge, so it has a support and stays; what it hides stays hidden.",
        f"За {moves:,} ходов к фишкам вернулось опор: {back}; ни одна клетка, с которой сняли "
        f"фишку, не была занята снова. Причина: на каждой линии ближайшая к краю фишка видит "
        f"край, значит, у неё есть опора и её не снимут; что она заслоняет, заслонено навсегда.",
    )


# The advice.

OPPONENTS = ("random", "level1", "level2", "level3")


def both_seats(runner: GameRunner, spec: str, one: str, other: str, games: int) -> list[float]:
    """The shares of the first-named agent, half of them from each seat."""
    kinds = [GameKind(spec, (one, other), seed=11), GameKind(spec, (other, one), seed=12)]
    ahead, behind = runner.watch_all(first_share, kinds, games // 2)
    return [*ahead, *(1 - share for share in behind)]


def measure_advice(runner: GameRunner) -> Figures:
    spec = "ydyumby(board=4x4)" if runner.tiny else "ydyumby"
    rows = []
    for other in OPPONENTS:
        shares = both_seats(runner, spec, "inventor", other, 400)
        words = _opponent(other)
        label = Text(f"the advice against {words.en}", f"совет против: {words.ru}")
        rows.append(share_row(f"against-{other}", label, shares, WINS))
    return Figures(rows)


def _opponent(name: str) -> Text:
    if name == "random":
        return Text("random moves", "случайные ходы")
    return Text(f"level {name[5:]}", f"уровень {name[5:]}")


def judge_advice(figures: Figures) -> Verdict:
    """Reasonable: it must beat random moves and a weak engine."""
    chance, weak = figures.row("against-random"), figures.row("against-level1")
    if chance.above(0.5 + MORE_WINS) and weak.above(0.5 + MORE_WINS):
        return Verdict.HOLDS
    return Verdict.FAILS if chance.below(0.5 + MORE_WINS) else Verdict.OPEN


def find_advice(figures: Figures) -> Text:
    beaten = [name for name in OPPONENTS if figures.row(f"against-{name}").above(0.5)]
    chance = figures.row("against-random").value
    best = _opponent(beaten[-1]) if beaten else Text("none", "никто")
    return Text(
        f"Looking one move ahead by the inventor's measure wins {percent(chance)} against random "
        f"moves; the strongest opponent that it clearly beats is {best.en}.",
        f"Расчёт на один ход по мерке автора выигрывает у случайных ходов {percent(chance)}; "
        f"самый сильный из тех, кого он заведомо обыгрывает: {best.ru}.",
    )


def measure_group(runner: GameRunner) -> Figures:
    spec = "ydyumby(board=4x4)" if runner.tiny else "ydyumby"
    shares = both_seats(runner, spec, "group", "inventor", 600)
    label = Text("attack on a group against the whole board", "атака на группу против всей доски")
    chance = both_seats(runner, spec, "group", "random", 300)
    words = Text("attack on a group against random moves", "атака на группу против случайных ходов")
    return Figures(
        [share_row("group", label, shares, WINS), share_row("chance", words, chance, WINS)]
    )


def judge_group(figures: Figures) -> Verdict:
    """It is called simpler, not better: it must lose little and beat random moves."""
    group, chance = figures.row("group"), figures.row("chance")
    if group.above(0.4) and chance.above(0.5 + MORE_WINS):
        return Verdict.HOLDS
    return Verdict.FAILS if group.below(0.4) or chance.below(0.5 + MORE_WINS) else Verdict.OPEN


def find_group(figures: Figures) -> Text:
    group = figures.row("group")
    return Text(
        f"Attacking only the opponent's weakest piece and its neighbours scores "
        f"{percent(group.value)} against the same measure over the whole board.",
        f"Атака только на самую слабую фишку соперника и её соседей набирает "
        f"{percent(group.value)} против той же мерки по всей доске.",
    )


CLAIMS = [
    Claim(
        "ydyumby-pieces",
        "ydyumby",
        Text(
            "24 pieces are enough for each of two players on 8 by 8.",
            "Для двоих на доске 8 на 8 каждому достаточно 24 фишек.",
        ),
        Text(
            "Games without a limit of pieces: random ones, the engine's, by the inventor's advice, "
            "and by agents that play for a long game; the most that a player used. On tiny boards "
            "all possible games, and the exact values with small and large supplies. One game "
            "with more than 24 is enough to refute it.",
            "Партии без ограничения фишек: случайные, движка, по совету автора и таких игроков, "
            "которые хотят играть подольше; сколько фишек понадобилось. На крошечных досках "
            "перебраны все партии и точные оценки с малым и большим запасом. Для опровержения "
            "достаточно одной партии, где больше 24.",
        ),
        measure_pieces,
        judge_pieces,
        find_pieces,
        Text("pieces", "фишки"),
        float(ENOUGH),
    ),
    Claim(
        "ydyumby-supports",
        "ydyumby",
        Text("Supports only ever decrease.", "Число опор у фишек может только уменьшаться."),
        Text(
            "All positions of tiny boards, and very many random games on larger ones: after every "
            "move, has any piece a support that it did not have before?",
            "Все позиции крошечных досок и множество случайных партий на больших: появилась ли "
            "после хода у какой-нибудь фишки опора, которой раньше не было?",
        ),
        measure_supports,
        judge_supports,
        find_supports,
        Text("moves", "ходы"),
    ),
    Claim(
        "ydyumby-advice",
        "ydyumby",
        Text(
            "A reasonable criterion is to take the move that costs the opponent the most supports.",
            "Разумный критерий — ход, который больше всего ограничивает опоры соперника.",
        ),
        Text(
            "An agent that follows the advice to the letter, against random moves and the engine's "
            "levels, from both seats. It holds if it clearly beats random moves and level 1.",
            "Игрок, буквально следующий совету, против случайных ходов и уровней движка, за обе "
            "стороны. Верно, если он заведомо обыгрывает случайные ходы и уровень 1.",
        ),
        measure_advice,
        judge_advice,
        find_advice,
        Text("share of the win", "доля побед"),
        0.5,
        matters=WINS_MATTER,
    ),
    Claim(
        "ydyumby-group",
        "ydyumby",
        Text(
            "If the whole board is too much, attack one group by the same criterion.",
            "Если вся доска слишком сложна, атакуйте одну группу по тому же критерию.",
        ),
        Text(
            "The agent attacks the opponent's piece with the fewest supports and those near it; "
            "the opponent counts over the whole board. It holds if it clearly scores above 40 %.",
            "Атакуется фишка соперника с наименьшим числом опор и те, что рядом; соперник считает "
            "по всей доске. Верно, если результат заведомо выше 40 %.",
        ),
        measure_group,
        judge_group,
        find_group,
        Text("share of the win", "доля побед"),
        0.5,
        matters=Text(
            "more than 40 % against the whole measure and 55 % against random moves",
            "больше 40 % против мерки по всей доске и 55 % против случайных ходов",
        ),
    ),
]

"""Vyun's claims about the centre, joining vines, balance and nearness."""

from __future__ import annotations

from kletka.lab.claims.base import (
    MORE_POINTS,
    MORE_WINS,
    POINTS_MATTER,
    WINS,
    WINS_MATTER,
    Claim,
    Figures,
    Row,
    Verdict,
    percent,
    signed,
)
from kletka.lab.claims.play import GameKind, GameRunner, margin
from kletka.lab.claims.stats import (
    correlation_row,
    difference_row,
    leader_shares,
    mean_row,
    share_row,
)
from kletka.lab.claims.vyun_facts import closings, habits
from kletka.language import Text
from kletka.library.proved import proofs_of

AGENTS = ("level3", "level3")
SIZES = (5, 6, 7, 8)

# The centre.


def _cell(x: int, y: int) -> str:
    return f"{chr(ord('A') + x)}{y + 1}"


def places_of(size: int) -> dict[str, tuple[Text, str]]:
    """The places where the first sprout is tried."""
    middle = size // 2
    return {
        "centre": (Text("centre", "центр"), _cell(middle, middle)),
        "edge": (Text("middle of an edge", "середина края"), _cell(middle, 0)),
        "corner": (Text("corner", "угол"), _cell(0, 0)),
    }


def measure_centre(runner: GameRunner) -> Figures:
    rows: list[Row] = []
    for proof in proofs_of("vyun"):
        board = str(proof.spec.options["board"])
        cells = int(board.split("x")[0]) * int(board.split("x")[1])
        label = Text(
            f"{board}, exact: share of first plantings that are best",
            f"{board}, точно: доля лучших среди первых посадок",
        )
        best = [move for move in proof.best if str(move) != "pass"]
        rows.append(Row(f"exact-{board}", label, len(best) / cells, kind="share"))
    panel = Text("First player's lead in points", "Перевес первого в очках")
    for size in (3,) if runner.tiny else SIZES:
        places = places_of(size)
        spec = f"vyun(board={size}x{size})"
        kinds = [GameKind(spec, AGENTS, (cell,)) for _, cell in places.values()]
        leads = dict(zip(places, runner.watch_all(margin, kinds, 160), strict=True))
        for key, (words, _) in places.items():
            label = Text(
                f"{size}x{size}, first sprout: {words.en}",
                f"{size}x{size}, первый росток: {words.ru}",
            )
            rows.append(mean_row(f"play-{key}-{size}", label, leads[key], panel))
        label = Text(f"{size}x{size}, centre less rim", f"{size}x{size}, центр минус край")
        rim = [*leads["edge"], *leads["corner"]]
        rows.append(difference_row(f"gain-{size}", label, leads["centre"], rim, panel))
    return Figures(rows)


def judge_centre(figures: Figures) -> Verdict:
    gains = figures.rows_of("gain-")
    if all(row.above(MORE_POINTS) for row in gains):
        return Verdict.HOLDS
    if all(row.below(MORE_POINTS) for row in gains):
        return Verdict.FAILS
    sure = [row.above(MORE_POINTS) for row in gains]
    return Verdict.SMALL if len(sure) > 1 and sure[0] and sure[1] else Verdict.OPEN


def find_centre(figures: Figures) -> Text:
    gains = figures.rows_of("gain-")
    listed = "; ".join(f"{row.key[5:]}x{row.key[5:]}: {signed(row.value)}" for row in gains)
    sure = sum(not (row.low or 0) <= 0 <= (row.high or 0) for row in gains)
    return Text(
        f"What a first sprout in the centre brings in points, compared with the rim: {listed}. "
        f"On {sure} of {len(gains)} boards the difference is more than chance.",
        f"Что даёт первый росток в центре по сравнению с краем, в очках: {listed}. Досок, где "
        f"разница больше случайной: {sure} из {len(gains)}.",
    )


# Joining.


def measure_joining(runner: GameRunner) -> Figures:
    board = "3x3" if runner.tiny else "7x7"
    games = runner.watch(closings, GameKind(f"vyun(board={board})", AGENTS), 300)
    closed = [closing for game in games for closing in game]
    panel = Text("Points for each move put into the ring", "Очков на ход, вложенный в кольцо")
    rows = []
    for key, words, rings in (
        ("one", Text("one vine on itself", "одна лиана на себя"), [c for c in closed if c[0] == 1]),
        ("many", Text("different vines joined", "разные лианы"), [c for c in closed if c[0] > 1]),
    ):
        worth = [points / (sprouts + vines) for sprouts, vines, points in rings]
        label = Text(f"{words.en}: points a move", f"{words.ru}: очков на ход")
        rows.append(mean_row(f"worth-{key}", label, worth, panel))
        label = Text(f"{words.en}: points a closing", f"{words.ru}: очков за замыкание")
        rows.append(mean_row(f"points-{key}", label, [float(points) for _, _, points in rings]))
        label = Text(f"{words.en}: moves in the ring", f"{words.ru}: ходов в кольце")
        rows.append(mean_row(f"moves-{key}", label, [float(s + v) for s, v, _ in rings]))
    label = Text("closings that join different vines", "замыкания из разных лиан")
    rows.append(share_row("share", label, [float(sprouts > 1) for sprouts, _, _ in closed]))
    return Figures(rows)


def judge_joining(figures: Figures) -> Verdict:
    """It is called much better: it must be clearly more than a tenth better."""
    one, many = figures.row("worth-one"), figures.row("worth-many")
    assert one.low is not None
    assert one.high is not None
    if many.above(1.1 * one.high):
        return Verdict.HOLDS
    return Verdict.FAILS if many.below(1.1 * one.low) else Verdict.OPEN


def find_joining(figures: Figures) -> Text:
    one, many = figures.row("worth-one").value, figures.row("worth-many").value
    share = figures.row("share").value
    points = [figures.row(f"points-{key}").value for key in ("many", "one")]
    moves = [figures.row(f"moves-{key}").value for key in ("many", "one")]
    return Text(
        f"A ring of different vines wins {points[0]:.1f} points with {moves[0]:.1f} moves, "
        f"{many:.2f} a move; a vine closed on itself {points[1]:.1f} with {moves[1]:.1f}, "
        f"{one:.2f} a move. {percent(share)} of all closings join different vines. By itself "
        f"every further vine costs a sprout: the smallest ring takes 5 moves from one sprout and "
        f"6 from two.",
        f"Кольцо из разных лиан даёт {points[0]:.1f} очка при {moves[0]:.1f} хода, то есть "
        f"{many:.2f} на ход; лиана, замкнутая на себя, {points[1]:.1f} при {moves[1]:.1f}, то есть "
        f"{one:.2f} на ход. Из разных лиан сложены {percent(share)} всех замыканий. Сама по себе "
        f"каждая лишняя лиана стоит ростка: самое малое кольцо — это 5 ходов от одного ростка и 6 "
        f"от двух.",
    )


# Habits.


def _habit_rows(runner: GameRunner, habit: str, leader: Text) -> list[Row]:
    rows = []
    for size in (3,) if runner.tiny else (6, 8):
        seen = runner.watch(habits, GameKind(f"vyun(board={size}x{size})", AGENTS, seed=3), 300)
        pairs = [(facts[habit], facts["share"]) for facts in seen]
        label = Text(
            f"{size}x{size}: {leader.en} wins", f"{size}x{size}: выигрывает тот, {leader.ru}"
        )
        rows.append(share_row(f"{habit}-{size}", label, leader_shares(pairs), WINS))
        words = Text(
            f"{size}x{size}: correlation with the result", f"{size}x{size}: корреляция с итогом"
        )
        rows.append(correlation_row(f"r-{habit}-{size}", words, pairs))
    return rows


def measure_balance(runner: GameRunner) -> Figures:
    return Figures(
        [
            *_habit_rows(
                runner,
                "vines4",
                Text(
                    "the player that has grown more by a quarter of the game",
                    "кто вырастил больше лиан к четверти партии",
                ),
            ),
            *_habit_rows(
                runner,
                "vines2",
                Text(
                    "the player that has grown more by half of the game",
                    "кто вырастил больше лиан к середине партии",
                ),
            ),
        ]
    )


def judge_balance(figures: Figures) -> Verdict:
    """It holds if the player that has grown more vines wins more than half."""
    return _judge_habit(figures, ("vines4-", "vines2-"))


def _judge_habit(figures: Figures, prefixes: tuple[str, ...]) -> Verdict:
    rows = [row for prefix in prefixes for row in figures.rows_of(prefix)]
    if all(row.above(0.5 + MORE_WINS) for row in rows):
        return Verdict.HOLDS
    if all(row.below(0.5 + MORE_WINS) for row in rows):
        return Verdict.FAILS
    small = [row for row in rows if row.key.endswith("-6")]
    return (
        Verdict.SMALL
        if small and all(row.above(0.5 + MORE_WINS) for row in small)
        else Verdict.OPEN
    )


def find_balance(figures: Figures) -> Text:
    listed_en, listed_ru = [], []
    for early in figures.rows_of("vines4-"):
        size = early.key.rpartition("-")[2]
        late = figures.row(f"vines2-{size}")
        shares = percent(early.value), percent(late.value)
        listed_en.append(
            f"on {size}x{size} {shares[0]} (counted after a quarter) and {shares[1]} (half)"
        )
        listed_ru.append(
            f"на {size}x{size} {shares[0]} (к четверти партии) и {shares[1]} (к середине)"
        )
    return Text(
        "The player that has grown more vines by then, and so planted less, wins "
        f"{'; '.join(listed_en)}.",
        "Игрок, который к этому времени больше вырастил, а значит, меньше посадил, выигрывает "
        f"{'; '.join(listed_ru)}.",
    )


def measure_near(runner: GameRunner) -> Figures:
    return Figures(
        [
            *_habit_rows(
                runner,
                "enemy",
                Text(
                    "the player that plants nearer to the opponent",
                    "кто сажает ближе к чужим росткам",
                ),
            ),
            *_habit_rows(
                runner,
                "own",
                Text(
                    "the player that plants nearer to its own", "кто сажает ближе к своим росткам"
                ),
            ),
        ]
    )


def judge_near(figures: Figures) -> Verdict:
    """It holds if either attack or defence pays."""
    attack, defence = _judge_habit(figures, ("enemy-",)), _judge_habit(figures, ("own-",))
    if Verdict.HOLDS in (attack, defence):
        return Verdict.HOLDS
    return Verdict.FAILS if attack == defence == Verdict.FAILS else Verdict.OPEN


def find_near(figures: Figures) -> Text:
    attack = ", ".join(percent(row.value) for row in figures.rows_of("enemy-"))
    defence = ", ".join(percent(row.value) for row in figures.rows_of("own-"))
    sizes = [row.key.rpartition("-")[2] for row in figures.rows_of("own-")]
    boards = ", ".join(f"{size}x{size}" for size in sizes)
    return Text(
        f"The player that plants nearer to the opponent wins {attack}; the one that plants nearer "
        f"to its own sprouts, {defence} ({boards}).",
        f"Кто сажает ближе к сопернику, выигрывает {attack}; кто ближе к своим, {defence} "
        f"({boards}).",
    )


_SELF_PLAY = Text(
    "Games of the engine against itself, level 3 on both sides.",
    "Партии движка с самим собой, уровень 3 у обеих сторон.",
)

CLAIMS = [
    Claim(
        "vyun-centre",
        "vyun",
        Text(
            "The centre is of great importance: begin with a sprout there.",
            "Большую важность имеет центр: начинать разумно с ростка в центре.",
        ),
        Text(
            "The first sprout is put in the centre, in the middle of an edge or in a corner; the "
            f"rest is played by the engine. {_SELF_PLAY.en}",
            "Первый росток ставится в центр, в середину края или в угол, дальше играет движок. "
            f"{_SELF_PLAY.ru}",
        ),
        measure_centre,
        judge_centre,
        find_centre,
        Text("points for the first player", "очки в пользу первого"),
        0.0,
        matters=POINTS_MATTER,
    ),
    Claim(
        "vyun-joining",
        "vyun",
        Text(
            "Closing an area by joining different vines is more efficient than closing one vine on "
            "itself.",
            "Замыкать пространство соединением разных лиан выгоднее, чем одной лианой на себя.",
        ),
        Text(
            f"{_SELF_PLAY.en} For each ring that wins points: from how many sprouts its vines "
            "come, how many moves are in it (vines and their sprouts), and the points won at "
            "once. It does not hold if joined rings clearly win less than a tenth more a move.",
            f"{_SELF_PLAY.ru} Для каждого кольца, давшего очки: от скольких ростков его лианы, "
            "сколько в нём ходов (лианы и их ростки) и сколько очков оно сразу принесло. "
            "Неверно, если составные кольца заведомо лучше на ход меньше чем на десятую часть.",
        ),
        measure_joining,
        judge_joining,
        find_joining,
        Text("points for a move", "очков на ход"),
        matters=Text("more than a tenth better", "лучше больше чем на десятую"),
    ),
    Claim(
        "vyun-balance",
        "vyun",
        Text(
            "Keep sprouts and vines in balance with the opponent: a player that only plants while "
            "the other grows runs a risk.",
            "Держите баланс ростков и лиан с соперником: кто только сажает, пока другой растит, "
            "рискует.",
        ),
        Text(
            f"{_SELF_PLAY.en} Which player has grown more vines by then, and how often does it "
            "win? The warning holds if it clearly wins more than half.",
            f"{_SELF_PLAY.ru} Кто к этому времени вырастил больше лиан и какая у него доля побед? "
            "Предостережение верно, если заведомо больше половины.",
        ),
        measure_balance,
        judge_balance,
        find_balance,
        Text("share of the win", "доля побед"),
        0.5,
        matters=WINS_MATTER,
    ),
    Claim(
        "vyun-nearness",
        "vyun",
        Text(
            "Plant close to the enemy to attack, close to your own to defend.",
            "Сажайте ростки близко к сопернику для атаки, близко к своим для обороны.",
        ),
        Text(
            f"{_SELF_PLAY.en} For the first half of each game: the mean distance from a new sprout "
            "to the nearest sprout of the opponent and to the nearest own one.",
            f"{_SELF_PLAY.ru} За первую половину партии: среднее расстояние от нового ростка до "
            "ближайшего чужого и до ближайшего своего.",
        ),
        measure_near,
        judge_near,
        find_near,
        Text("share of the win", "доля побед"),
        0.5,
        matters=WINS_MATTER,
    ),
]

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
    signed,
    told,
)
from kletka.lab.claims.clustered import mean_in_games, share_in_games
from kletka.lab.claims.play import LEVELS, GameKind, GameRunner, margin, with_itself
from kletka.lab.claims.stats import (
    at_each_level,
    correlation_row,
    difference_row,
    leader_shares,
    mean_row,
    share_row,
)
from kletka.lab.claims.vyun_facts import closings, habits
from kletka.language import Text
from kletka.library.proved import proofs_of

SIZES = (5, 6, 7)

Ring = tuple[int, int, int]  # sprouts, vines, points won

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
    return Figures(rows + at_each_level(LEVELS, lambda level: _centre_rows(runner, level)))


def _centre_rows(runner: GameRunner, level: int) -> list[Row]:
    rows: list[Row] = []
    panel = Text("First player's lead in points", "Перевес первого в очках")
    for size in (3,) if runner.tiny else SIZES:
        places = places_of(size)
        spec = f"vyun(board={size}x{size})"
        kinds = [GameKind(spec, with_itself(level), (cell,)) for _, cell in places.values()]
        leads = dict(zip(places, runner.watch_all(margin, kinds, 120), strict=True))
        for key, (words, _) in places.items():
            label = Text(
                f"{size}x{size}, first sprout: {words.en}",
                f"{size}x{size}, первый росток: {words.ru}",
            )
            rows.append(mean_row(f"play-{key}-{size}", label, leads[key], panel))
        label = Text(f"{size}x{size}, centre less rim", f"{size}x{size}, центр минус край")
        rim = [*leads["edge"], *leads["corner"]]
        rows.append(difference_row(f"gain-{size}", label, leads["centre"], rim, panel))
    return rows


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
    sizes = dict.fromkeys(row.key[5:] for row in gains)
    shown = [(f"{size}x{size}", told(figures, f"gain-{size}", signed)) for size in sizes]
    sure = sum(row.above(0) for row in gains)
    return Text(
        "What a first sprout in the centre brings in points, compared with the rim: "
        f"{'; '.join(f'{board} {gain.en}' for board, gain in shown)}. The gain is more than "
        f"chance in {sure} of these {len(gains)} figures.",
        "Что даёт первый росток в центре по сравнению с краем, в очках: "
        f"{'; '.join(f'{board} {gain.ru}' for board, gain in shown)}. Заведомо больше нуля из "
        f"этих {len(gains)} чисел: {sure}.",
    )


# Joining.


def measure_joining(runner: GameRunner) -> Figures:
    return Figures(at_each_level(LEVELS, lambda level: _ring_rows(runner, level)))


def _ring_rows(runner: GameRunner, level: int) -> list[Row]:
    board = "3x3" if runner.tiny else "7x7"
    kind = GameKind(f"vyun(board={board})", with_itself(level))
    games: list[list[Ring]] = runner.watch(closings, kind, 300)
    panel = Text("Points for each move put into the ring", "Очков на ход, вложенный в кольцо")
    rows = []
    for key, words, joined in (
        ("one", Text("one vine on itself", "одна лиана на себя"), False),
        ("many", Text("different vines joined", "разные лианы"), True),
    ):
        rings = [[ring for ring in game if (ring[0] > 1) == joined] for game in games]
        worth = [[points / (sprouts + vines) for sprouts, vines, points in game] for game in rings]
        label = Text(f"{words.en}: points a move", f"{words.ru}: очков на ход")
        rows.append(mean_in_games(f"worth-{key}", label, worth, panel))
        label = Text(f"{words.en}: points a closing", f"{words.ru}: очков за замыкание")
        won = [[float(points) for _, _, points in game] for game in rings]
        rows.append(mean_in_games(f"points-{key}", label, won))
        label = Text(f"{words.en}: moves in the ring", f"{words.ru}: ходов в кольце")
        moves = [[float(sprouts + vines) for sprouts, vines, _ in game] for game in rings]
        rows.append(mean_in_games(f"moves-{key}", label, moves))
    label = Text("closings that join different vines", "замыкания из разных лиан")
    share = [[float(sprouts > 1) for sprouts, _, _ in game] for game in games]
    rows.append(share_in_games("share", label, share))
    return rows


def judge_joining(figures: Figures) -> Verdict:
    """It is called much better: it must be clearly more than a tenth better."""
    one, many = figures.row("worth-one"), figures.row("worth-many")
    assert one.low is not None
    assert one.high is not None
    if many.above(1.1 * one.high):
        return Verdict.HOLDS
    return Verdict.FAILS if many.below(1.1 * one.low) else Verdict.OPEN


def find_joining(figures: Figures) -> Text:
    many, one = (told(figures, f"worth-{key}", "{:.2f}".format) for key in ("many", "one"))
    points, points_one = (
        told(figures, f"points-{key}", "{:.1f}".format) for key in ("many", "one")
    )
    moves, moves_one = (told(figures, f"moves-{key}", "{:.1f}".format) for key in ("many", "one"))
    share = told(figures, "share")
    return Text(
        f"Points a move: {many.en} for a ring of different vines, {one.en} for a vine closed on "
        f"itself. Joined rings are larger and win {points.en} points in {moves.en} moves; vines "
        f"closed on themselves win {points_one.en} points in {moves_one.en} moves. {share.en} of "
        f"all closings join different vines. Every further vine costs a sprout: the smallest ring "
        f"takes 5 moves from one sprout and 6 from two.",
        f"Очков на ход: кольцо из разных лиан {many.ru}, лиана, замкнутая на себя, {one.ru}. "
        f"Составные кольца больше: очков {points.ru}, ходов {moves.ru}; у замкнутых на себя очков "
        f"{points_one.ru}, ходов {moves_one.ru}. Из разных лиан сложены {share.ru} всех замыканий. "
        f"Каждая лишняя лиана стоит ростка: самое малое кольцо — это 5 ходов от одного ростка и 6 "
        f"от двух.",
    )


# Habits.


def _habit_rows(runner: GameRunner, habit: str, leader: Text) -> list[Row]:
    return at_each_level(LEVELS, lambda level: _habit_rows_at(runner, habit, leader, level))


def _habit_rows_at(runner: GameRunner, habit: str, leader: Text, level: int) -> list[Row]:
    rows = []
    for size in (3,) if runner.tiny else (6, 8):
        kind = GameKind(f"vyun(board={size}x{size})", with_itself(level), seed=3)
        seen = runner.watch(habits, kind, 300)
        pairs = [(facts[habit], facts["share"]) for facts in seen]
        label = Text(
            f"{size}x{size}: {leader.en} wins", f"{size}x{size}: выигрывает тот, {leader.ru}"
        )
        rows.append(share_row(f"{habit}-{size}", label, leader_shares(pairs), WINS))
        words = Text(
            f"{size}x{size}: {leader.en}: correlation with the result",
            f"{size}x{size}: {leader.ru}: корреляция с итогом",
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
    for size in _sizes(figures, "vines4-"):
        early, late = told(figures, f"vines4-{size}"), told(figures, f"vines2-{size}")
        listed_en.append(f"on {size}x{size} {early.en} after a quarter, {late.en} after half")
        listed_ru.append(f"на {size}x{size} {early.ru} к четверти, {late.ru} к середине")
    return Text(
        "The player that has grown more vines by a quarter or by half of the game, and so planted "
        f"less, wins: {'; '.join(listed_en)}.",
        "Доля побед того, кто к четверти или к середине партии больше вырастил, а значит, меньше "
        f"посадил: {'; '.join(listed_ru)}.",
    )


def _sizes(figures: Figures, prefix: str) -> list[str]:
    """The boards on which a habit was measured."""
    return list(dict.fromkeys(row.key.removeprefix(prefix) for row in figures.rows_of(prefix)))


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
    listed_en, listed_ru = [], []
    for size in _sizes(figures, "own-"):
        attack, defence = told(figures, f"enemy-{size}"), told(figures, f"own-{size}")
        listed_en.append(
            f"on {size}x{size} {attack.en} nearer to the opponent, {defence.en} nearer to its own"
        )
        listed_ru.append(f"на {size}x{size} к чужим {attack.ru}, к своим {defence.ru}")
    return Text(
        f"The share of the wins of the player that plants nearer: {'; '.join(listed_en)}.",
        f"Доля побед того, кто сажает ближе: {'; '.join(listed_ru)}.",
    )


_SELF_PLAY = Text(
    "Games of the engine against itself.",
    "Партии движка с самим собой.",
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
            "once. It does not hold if joined rings clearly win less than a tenth more a move. "
            "Rings of one game depend on each other; the intervals allow for that.",
            f"{_SELF_PLAY.ru} Для каждого кольца, давшего очки: от скольких ростков его лианы, "
            "сколько в нём ходов (лианы и их ростки) и сколько очков оно сразу принесло. "
            "Неверно, если составные кольца заведомо лучше на ход меньше чем на десятую часть. "
            "Кольца одной партии зависят друг от друга; интервалы это учитывают.",
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
            "win? The warning holds if it clearly wins more often.",
            f"{_SELF_PLAY.ru} Кто к этому времени вырастил больше лиан и какая у него доля побед? "
            "Предостережение верно, если она заведомо больше.",
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

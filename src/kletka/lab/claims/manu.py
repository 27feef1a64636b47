"""Manu's claims about pairs, lines, stones, taking all of them, the reserve and alignment."""

from __future__ import annotations

from kletka.lab.claims.base import (
    CORRELATED,
    CORRELATION_MATTERS,
    MORE_WINS,
    WINS,
    WINS_MATTER,
    Claim,
    Figures,
    Row,
    Verdict,
    told,
)
from kletka.lab.claims.clustered import correlation_in_games, share_in_games
from kletka.lab.claims.manu_even import EVEN
from kletka.lab.claims.manu_facts import crowd, ending, middle
from kletka.lab.claims.manu_parity import parity_rows, parity_told
from kletka.lab.claims.play import LEVELS, GameKind, GameRunner, with_itself
from kletka.lab.claims.stats import (
    at_each_level,
    correlation_row,
    leader_shares,
    mean_row,
    share_row,
)
from kletka.language import Text

CROWD = 8  # stones: so many more or fewer make another row
MANY_TURNS = 200


def _usual_spec(runner: GameRunner) -> str:
    return "manu(size=4)" if runner.tiny else "manu(size=9)"


def _lead_rows(runner: GameRunner, habit: str, leader: Text) -> list[Row]:
    return at_each_level(LEVELS, lambda level: _lead_rows_at(runner, habit, leader, level))


def _lead_rows_at(runner: GameRunner, habit: str, leader: Text, level: int) -> list[Row]:
    """How being ahead in something half-way correlates with the result and with stones taken."""
    seen = runner.watch(middle, GameKind(_usual_spec(runner), with_itself(level), seed=5), 700)
    pairs = [(facts[habit], facts["share"]) for facts in seen]
    soon = [(facts[habit], facts["soon"]) for facts in seen]
    return [
        share_row(
            f"wins-{habit}",
            Text(f"{leader.en}: wins", f"{leader.ru}: доля побед"),
            leader_shares(pairs),
            WINS,
        ),
        correlation_row(
            f"r-{habit}",
            Text(f"{leader.en}: correlation with the result", f"{leader.ru}: корреляция с итогом"),
            pairs,
        ),
        correlation_row(
            f"soon-{habit}",
            Text(
                f"{leader.en}: correlation with stones taken in the next 6 turns",
                f"{leader.ru}: корреляция со взятыми за следующие 6 ходов",
            ),
            soon,
        ),
    ]


def judge_habit(figures: Figures, habit: str, good: bool = True) -> Verdict:
    """It holds if the player with more of it wins more than half, or less if it is called bad."""
    row = figures.row(f"wins-{habit}")
    bound = 0.5 + MORE_WINS if good else 0.5 - MORE_WINS
    for_it, against = row.above(bound), row.below(bound)
    if not good:
        for_it, against = against, for_it
    return Verdict.HOLDS if for_it else Verdict.FAILS if against else Verdict.OPEN


# Pairs.


def measure_pair(runner: GameRunner) -> Figures:
    return Figures(
        [
            *_lead_rows(runner, "series", Text("longer best series", "серия длиннее")),
            *_lead_rows(
                runner, "worth", Text("more stones in the best series", "в серии больше камней")
            ),
        ]
    )


def judge_pair(figures: Figures) -> Verdict:
    return judge_habit(figures, "series")


def find_pair(figures: Figures) -> Text:
    wins = told(figures, "wins-series")
    length, stones = (told(figures, f"soon-{key}", "{:.2f}".format) for key in ("series", "worth"))
    return Text(
        f"The player with the longer series at hand half-way wins {wins.en} of games. The "
        f"correlation with the stones taken in the next turns is {length.en} for the length of the "
        f"series, {stones.en} for the number of stones in it.",
        f"Тот, у кого в середине партии серия длиннее, выигрывает {wins.ru} партий. Корреляция со "
        f"взятыми в ближайшие ходы: для длины серии {length.ru}, для числа камней в ней "
        f"{stones.ru}.",
    )


# Lines.


def measure_lines(runner: GameRunner) -> Figures:
    return Figures(
        _lead_rows(runner, "lines", Text("more lines to jump on", "больше линий для прыжка"))
    )


def judge_lines(figures: Figures) -> Verdict:
    return judge_habit(figures, "lines")


def find_lines(figures: Figures) -> Text:
    wins, r = told(figures, "wins-lines"), told(figures, "r-lines", "{:+.2f}".format)
    return Text(
        f"The player whose stones can jump on more lines half-way wins {wins.en} of games; the "
        f"correlation with the result is {r.en}.",
        f"Игрок, чьи камни в середине партии могут прыгать по большему числу линий, выигрывает "
        f"{wins.ru} партий; корреляция с итогом {r.ru}.",
    )


# Stones.


def measure_stones(runner: GameRunner) -> Figures:
    leader = Text("more stones on the board", "больше камней на доске")
    return Figures(
        [
            *at_each_level(LEVELS, lambda level: _crowd_rows(runner, level)),
            *_lead_rows(runner, "stones", leader),
        ]
    )


def _crowd_rows(runner: GameRunner, level: int) -> list[Row]:
    games = runner.watch(crowd, GameKind(_usual_spec(runner), with_itself(level), seed=6), 300)
    most = max(count for game in games for count, _ in game)
    panel = Text("Turns with something to take", "Ходы, когда есть что взять")
    rows = []
    for part in range(most // CROWD + 1):
        low, high = part * CROWD, part * CROWD + CROWD - 1
        takes = [[float(take) for count, take in game if low <= count <= high] for game in games]
        label = Text(f"{low} to {high} stones on the board", f"камней на доске: {low}–{high}")
        rows.append(share_in_games(f"takes-{part}", label, takes, panel))
    words = Text(
        "stones on the board and a chance to take: correlation",
        "камни на доске и возможность взять: корреляция",
    )
    rows.append(correlation_in_games("r-crowd", words, games))
    return rows


def judge_stones(figures: Figures) -> Verdict:
    row = figures.row("r-crowd")
    if row.above(CORRELATED):
        return Verdict.HOLDS
    return Verdict.FAILS if row.below(CORRELATED) else Verdict.OPEN


def find_stones(figures: Figures) -> Text:
    r, wins = told(figures, "r-crowd", "{:.2f}".format), told(figures, "wins-stones")
    few, fuller = told(figures, "takes-0"), _fullest(figures)
    many, least = told(figures, f"takes-{fuller}"), fuller * CROWD
    return Text(
        f"With fewer than {CROWD} stones on the board there is something to take in {few.en} of "
        f"turns, with {least} to {least + CROWD - 1} in {many.en}; the correlation is {r.en}. The "
        f"player with more stones on the board half-way wins {wins.en} of games: stones on the "
        f"board are chances for both.",
        f"Когда на доске меньше {CROWD} камней, взять есть что в {few.ru} ходов, когда их от "
        f"{least} до {least + CROWD - 1}, — в {many.ru}; корреляция {r.ru}. А тот, у кого в "
        f"середине партии камней на доске больше, выигрывает {wins.ru} партий: камни на доске — "
        f"возможности для обоих.",
    )


def _fullest(figures: Figures) -> int:
    """The part with the most stones in which every level has had many turns."""
    rows = figures.rows_of("takes-")
    scarce = {row.key for row in rows if (row.games or 0) < MANY_TURNS}
    return max((int(row.key[6:]) for row in rows if row.key not in scarce), default=0)


# Taking all.


def measure_all(runner: GameRunner) -> Figures:
    chance = Text("random moves", "случайные ходы")
    return Figures(
        [
            *_taken_rows(runner, "random", chance, ("random", "random"), 1000),
            *at_each_level(
                LEVELS,
                lambda level: [
                    *_taken_rows(runner, "engine", _ITSELF, with_itself(level), 160),
                    *_taken_rows(runner, "unequal", _UNEQUAL, (f"level{level}", "random"), 160),
                ],
            ),
        ]
    )


_ITSELF = Text("the engine against itself", "движок с самим собой")
_UNEQUAL = Text("the engine against random moves", "движок против случайных ходов")


def _taken_rows(
    runner: GameRunner, key: str, words: Text, players: tuple[str, str], games: int
) -> list[Row]:
    """How many stones are taken in games that only the whole reserve wins."""
    spec = "manu(size=4,reserve=6,target=6)" if runner.tiny else "manu(size=7,reserve=24,target=24)"
    whole = int(spec.rpartition("=")[2].rstrip(")"))
    seen = runner.watch(ending, GameKind(spec, players, seed=7), games)
    every = Text(f"{words.en}: all {whole} taken", f"{words.ru}: взяты все {whole}")
    most = Text(f"{words.en}: most taken in a game", f"{words.ru}: больше всего за партию")
    length = Text(f"{words.en}: turns in a game", f"{words.ru}: ходов в партии")
    panel = Text("Games in which all were taken", "Партии, где взяты все")
    return [
        share_row(f"all-{key}", every, [facts["by_target"] for facts in seen], panel),
        Row(f"most-{key}", most, max(facts["taken"] for facts in seen), games=len(seen)),
        mean_row(f"turns-{key}", length, [facts["turns"] for facts in seen]),
    ]


def judge_all(figures: Figures) -> Verdict:
    """Practically impossible: less than one game in twenty, for all kinds of agents."""
    rows = figures.rows_of("all-")
    if all(row.below(0.05) for row in rows):
        return Verdict.HOLDS
    return Verdict.FAILS if figures.row("all-engine").above(0.05) else Verdict.OPEN


def find_all(figures: Figures) -> Text:
    engine, chance, unequal = (
        told(figures, f"all-{key}") for key in ("engine", "random", "unequal")
    )
    most = int(max(row.value for row in figures.rows_of("most-")))
    return Text(
        f"All stones were taken in {engine.en} of the engine's games with itself, in {chance.en} "
        f"of random games and in {unequal.en} of games of the engine against random moves; the "
        f"most taken in one game is {most}.",
        f"Все камни были взяты в {engine.ru} партий движка с собой, в {chance.ru} случайных и в "
        f"{unequal.ru} партий движка против случайных ходов; больше всего за партию: {most}.",
    )


# The reserve.


def measure_reserve(runner: GameRunner) -> Figures:
    rows = at_each_level(LEVELS, lambda level: _reserve_rows(runner, level))
    return Figures(rows + parity_rows(runner))


def _reserve_rows(runner: GameRunner, level: int) -> list[Row]:
    panel = Text("Games lost for want of a turn", "Партии, проигранные из-за отсутствия хода")
    rows = []
    tight = "manu(size=4,reserve=4,target=4)" if runner.tiny else "manu(size=7,reserve=8,target=6)"
    for key, spec, words in (
        ("usual", _usual_spec(runner), Text("the usual reserve", "обычный запас")),
        ("tight", tight, Text("a tight reserve", "малый запас")),
    ):
        seen = runner.watch(ending, GameKind(spec, with_itself(level), seed=8), 240)
        label = Text(f"{words.en} ({spec}): no turn left", f"{words.ru} ({spec}): ходить нечем")
        rows.append(share_row(f"stuck-{key}", label, [1 - t["by_target"] for t in seen], panel))
        pairs = [(facts["reserve"], facts["share"]) for facts in seen]
        words_wins = Text(
            f"{words.en}: more in reserve half-way, wins",
            f"{words.ru}: у кого в середине запас больше, доля побед",
        )
        rows.append(share_row(f"wins-{key}", words_wins, leader_shares(pairs), WINS))
    return rows


def judge_reserve(figures: Figures) -> Verdict:
    """It holds if the player with more in a tight reserve wins more than half."""
    row = figures.row("wins-tight")
    if row.above(0.5 + MORE_WINS):
        return Verdict.HOLDS
    return Verdict.FAILS if row.below(0.5 + MORE_WINS) else Verdict.OPEN


def find_reserve(figures: Figures) -> Text:
    usual, tight = told(figures, "stuck-usual"), told(figures, "stuck-tight")
    wins, why = told(figures, "wins-tight"), parity_told(figures)
    return Text(
        f"With the usual reserve {usual.en} of games end because a player has no turn, with a "
        f"tight one {tight.en}; then the player with more in reserve half-way wins "
        f"{wins.en}.{why.en}",
        f"С обычным запасом из-за отсутствия хода кончаются {usual.ru} партий, с малым {tight.ru}; "
        f"там тот, у кого в середине запас больше, выигрывает {wins.ru}.{why.ru}",
    )


# One line.


def measure_aligned(runner: GameRunner) -> Figures:
    leader = Text("more pairs of own stones on a line", "больше пар своих на линии")
    return Figures(_lead_rows(runner, "aligned", leader))


def judge_aligned(figures: Figures) -> Verdict:
    return judge_habit(figures, "aligned", good=False)


def find_aligned(figures: Figures) -> Text:
    wins = told(figures, "wins-aligned")
    return Text(
        f"The player with more pairs of own stones on a line half-way wins {wins.en} of games.",
        f"Игрок, у которого в середине партии больше пар своих камней на одной линии, выигрывает "
        f"{wins.ru} партий.",
    )


_HALF_WAY = Text(
    "Games of the engine against itself on 9x9. Half-way through each game it is noted which "
    "player has more of what the claim is about, and at the end which player wins.",
    "Партии движка с самим собой на 9x9. В середине каждой партии отмечается, у кого больше того, "
    "о чём идёт речь, а в конце — кто выиграл.",
)
_SHARE = Text("share of the win", "доля побед")

CLAIMS = [
    Claim(
        "manu-pair",
        "manu",
        Text(
            "A pair is worth the length of the series it can make.",
            "Ценность пары определяется длиной серии, которую она может взять.",
        ),
        Text(
            f"{_HALF_WAY.en} A series is the best one that the stones could make at once.",
            f"{_HALF_WAY.ru} Серия — лучшая из тех, что камни могут сделать сразу.",
        ),
        measure_pair,
        judge_pair,
        find_pair,
        _SHARE,
        0.5,
        matters=WINS_MATTER,
    ),
    Claim(
        "manu-lines",
        "manu",
        Text(
            "A stone is worth the number of lines on which it can jump.",
            "Ценность камня — число линий, по которым он может прыгнуть.",
        ),
        _HALF_WAY,
        measure_lines,
        judge_lines,
        find_lines,
        _SHARE,
        0.5,
        matters=WINS_MATTER,
    ),
    Claim(
        "manu-stones",
        "manu",
        Text(
            "The more stones on the board, the more chances to take.",
            "Чем больше камней на доске, тем больше возможностей для взятия.",
        ),
        Text(
            "At every third turn of the engine's games: how many stones are on the board, and is "
            "there anything to take? Turns of one game depend on each other; the intervals allow "
            "for that.",
            "На каждом третьем ходу партий движка: сколько камней на доске и есть ли что взять? "
            "Ходы одной партии зависят друг от друга; интервалы это учитывают.",
        ),
        measure_stones,
        judge_stones,
        find_stones,
        Text("share", "доля"),
        0.5,
        matters=CORRELATION_MATTERS,
    ),
    Claim(
        "manu-all",
        "manu",
        Text(
            "Taking all stones of the opponent is practically impossible.",
            "Забрать все камни соперника практически невозможно.",
        ),
        Text(
            "Games on 7x7 that can only be won by taking the whole reserve (24 stones), or because "
            "the opponent has no turn. It holds if all are taken in clearly less than 5 % of games "
            "of every kind.",
            "Партии на 7x7, в которых для победы надо взять весь запас соперника (24 камня) или "
            "оставить его без хода. Верно, если во всех видах партий все камни берут заведомо "
            "реже, чем в 5 % случаев.",
        ),
        measure_all,
        judge_all,
        find_all,
        Text("share of games", "доля партий"),
        matters=Text("less than 5 % of the games", "меньше 5 % партий"),
    ),
    Claim(
        "manu-reserve",
        "manu",
        Text(
            "Keep some stones in reserve, or you may be left without a turn.",
            "Держите камни в резерве, иначе можно остаться без хода.",
        ),
        Text(
            "Games of the engine against itself with the usual reserve and with a tight one: how "
            "many end because a player has no turn, and does the larger reserve half-way win?",
            "Партии движка с самим собой с обычным и с малым запасом: сколько кончается тем, что "
            "ходить нечем, и выигрывает ли тот, у кого в середине запас больше?",
        ),
        measure_reserve,
        judge_reserve,
        find_reserve,
        _SHARE,
        0.5,
        matters=WINS_MATTER,
    ),
    Claim(
        "manu-one-line",
        "manu",
        Text(
            "Two of your own stones on one line are undesirable.",
            "Нежелательно ставить два своих камня на одну линию.",
        ),
        _HALF_WAY,
        measure_aligned,
        judge_aligned,
        find_aligned,
        _SHARE,
        0.5,
        matters=Text("less than 45 % of the wins", "меньше 45 % побед"),
    ),
    EVEN,
]

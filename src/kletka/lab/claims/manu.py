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
    percent,
)
from kletka.lab.claims.manu_even import EVEN
from kletka.lab.claims.manu_facts import crowd, ending, middle
from kletka.lab.claims.manu_parity import parity_rows, parity_told
from kletka.lab.claims.play import GameKind, GameRunner
from kletka.lab.claims.stats import correlation_row, leader_shares, mean_row, share_row
from kletka.language import Text

LEVEL = ("level3", "level3")


def _usual(runner: GameRunner) -> GameKind:
    return GameKind("manu(size=4)" if runner.tiny else "manu(size=9)", LEVEL, seed=5)


def _seen(runner: GameRunner) -> list[dict[str, float]]:
    return runner.watch(middle, _usual(runner), 700)


def _lead_rows(runner: GameRunner, habit: str, leader: Text) -> list[Row]:
    """How being ahead in something half-way correlates with the result and with stones taken."""
    seen = _seen(runner)
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
    length, worth = figures.row("soon-series").value, figures.row("soon-worth").value
    wins = figures.row("wins-series").value
    better = worth > length
    return Text(
        f"The player with the longer series at hand half-way wins {percent(wins)} of games. The "
        f"{'number of stones in' if better else 'length of'} the series says more about the next "
        f"turns than its {'length' if better else 'number of stones'} does: correlation "
        f"{max(worth, length):.2f} against {min(worth, length):.2f}.",
        f"Тот, у кого в середине партии серия длиннее, выигрывает {percent(wins)} партий. О "
        f"ближайших ходах {'число камней в серии' if better else 'длина серии'} говорит больше, "
        f"чем {'её длина' if better else 'число камней'}: корреляция {max(worth, length):.2f} "
        f"против {min(worth, length):.2f}.",
    )


# Lines.


def measure_lines(runner: GameRunner) -> Figures:
    return Figures(
        _lead_rows(runner, "lines", Text("more lines to jump on", "больше линий для прыжка"))
    )


def judge_lines(figures: Figures) -> Verdict:
    return judge_habit(figures, "lines")


def find_lines(figures: Figures) -> Text:
    wins, r = figures.row("wins-lines"), figures.row("r-lines")
    return Text(
        f"The player whose stones can jump on more lines half-way wins {percent(wins.value)} of "
        f"games (correlation with the result {r.value:+.2f}).",
        f"Игрок, чьи камни в середине партии могут прыгать по большему числу линий, выигрывает "
        f"{percent(wins.value)} партий (корреляция с итогом {r.value:+.2f}).",
    )


# Stones.


def measure_stones(runner: GameRunner) -> Figures:
    games = runner.watch(crowd, GameKind(_usual(runner).spec, LEVEL, seed=6), 300)
    pairs = [pair for game in games for pair in game]
    most = max(count for count, _ in pairs)
    panel = Text("Turns with something to take", "Ходы, когда есть что взять")
    rows = []
    for part in range(4):
        low, high = most * part // 4, most * (part + 1) // 4
        takes = [float(take) for count, take in pairs if low < count <= high or low == count == 0]
        label = Text(
            f"{low + 1} to {high} stones on the board", f"камней на доске: {low + 1}–{high}"
        )
        if takes:
            rows.append(share_row(f"takes-{part}", label, takes, panel))
    words = Text(
        "stones on the board and a chance to take: correlation",
        "камни на доске и возможность взять: корреляция",
    )
    rows.append(correlation_row("r-crowd", words, [(float(c), float(t)) for c, t in pairs]))
    rows += _lead_rows(runner, "stones", Text("more stones on the board", "больше камней на доске"))
    return Figures(rows)


def judge_stones(figures: Figures) -> Verdict:
    row = figures.row("r-crowd")
    if row.above(CORRELATED):
        return Verdict.HOLDS
    return Verdict.FAILS if row.below(CORRELATED) else Verdict.OPEN


def find_stones(figures: Figures) -> Text:
    takes = figures.rows_of("takes-")
    wins = figures.row("wins-stones").value
    return Text(
        f"On a nearly empty board there is something to take in {percent(takes[0].value)} of "
        f"turns, on the fullest in {percent(takes[-1].value)}. But the player with more stones on "
        f"the board half-way wins {percent(wins)} of games.",
        f"На почти пустой доске взять есть что в {percent(takes[0].value)} ходов, на самой "
        f"полной в {percent(takes[-1].value)}. При этом тот, у кого в середине партии камней "
        f"на доске больше, выигрывает {percent(wins)} партий.",
    )


# Taking all.


def measure_all(runner: GameRunner) -> Figures:
    spec = "manu(size=4,reserve=6,target=6)" if runner.tiny else "manu(size=7,reserve=24,target=24)"
    all_of = int(spec.rpartition("=")[2].rstrip(")"))
    panel = Text("Games in which all were taken", "Партии, где взяты все")
    rows: list[Row] = []
    for key, words, players, games in (
        ("level", Text("the engine against itself", "движок с самим собой"), LEVEL, 240),
        ("random", Text("random moves", "случайные ходы"), ("random", "random"), 1000),
        (
            "unequal",
            Text("the engine against chance", "движок против случая"),
            ("level3", "random"),
            120,
        ),
    ):
        seen = runner.watch(ending, GameKind(spec, players, seed=7), games)
        label = Text(f"{words.en}: all {all_of} taken", f"{words.ru}: взяты все {all_of}")
        rows.append(share_row(f"all-{key}", label, [facts["by_target"] for facts in seen], panel))
        words_most = Text(
            f"{words.en}: most taken in a game", f"{words.ru}: больше всего за партию"
        )
        rows.append(
            Row(f"most-{key}", words_most, max(facts["taken"] for facts in seen), games=len(seen))
        )
        length = Text(f"{words.en}: turns in a game", f"{words.ru}: ходов в партии")
        rows.append(mean_row(f"turns-{key}", length, [facts["turns"] for facts in seen]))
    return Figures(rows)


def judge_all(figures: Figures) -> Verdict:
    """Practically impossible: less than one game in twenty, for all kinds of agents."""
    rows = figures.rows_of("all-")
    if all(row.below(0.05) for row in rows):
        return Verdict.HOLDS
    return Verdict.FAILS if figures.row("all-level").above(0.05) else Verdict.OPEN


def find_all(figures: Figures) -> Text:
    shares = {key: figures.row(f"all-{key}").value for key in ("level", "random", "unequal")}
    most = int(max(row.value for row in figures.rows_of("most-")))
    return Text(
        f"All stones were taken in {percent(shares['level'])} of the engine's games with itself, "
        f"{percent(shares['random'])} of random games and {percent(shares['unequal'])} of games of "
        f"the engine against chance; the most taken in one game is {most}.",
        f"Все камни были взяты в {percent(shares['level'])} партий движка с собой, в "
        f"{percent(shares['random'])} случайных и в {percent(shares['unequal'])} партий движка "
        f"против случайных ходов; больше всего за партию: {most}.",
    )


# The reserve.


def measure_reserve(runner: GameRunner) -> Figures:
    panel = Text("Games lost for want of a turn", "Партии, проигранные из-за отсутствия хода")
    rows = []
    tight = "manu(size=4,reserve=4,target=4)" if runner.tiny else "manu(size=7,reserve=8,target=6)"
    for key, spec, words in (
        ("usual", _usual(runner).spec, Text("the usual reserve", "обычный запас")),
        ("tight", tight, Text("a tight reserve", "малый запас")),
    ):
        seen = runner.watch(ending, GameKind(spec, LEVEL, seed=8), 240)
        label = Text(f"{words.en} ({spec}): no turn left", f"{words.ru} ({spec}): ходить нечем")
        rows.append(share_row(f"stuck-{key}", label, [1 - t["by_target"] for t in seen], panel))
        pairs = [(facts["reserve"], facts["share"]) for facts in seen]
        words_wins = Text(
            f"{words.en}: more in reserve half way, wins",
            f"{words.ru}: у кого в середине запас больше, доля побед",
        )
        rows.append(share_row(f"wins-{key}", words_wins, leader_shares(pairs), WINS))
    return Figures(rows + parity_rows(runner))


def judge_reserve(figures: Figures) -> Verdict:
    """It holds if the player with more in a tight reserve wins more than half."""
    row = figures.row("wins-tight")
    if row.above(0.5 + MORE_WINS):
        return Verdict.HOLDS
    return Verdict.FAILS if row.below(0.5 + MORE_WINS) else Verdict.OPEN


def find_reserve(figures: Figures) -> Text:
    usual, tight = figures.row("stuck-usual").value, figures.row("stuck-tight").value
    wins, why = figures.row("wins-tight").value, parity_told(figures)
    return Text(
        f"With the usual reserve {percent(usual)} of games end because a player has no turn, with "
        f"a tight one {percent(tight)}; then the player with more in reserve half-way wins "
        f"{percent(wins)}.{why.en}",
        f"С обычным запасом из-за отсутствия хода кончаются {percent(usual)} партий, с малым "
        f"{percent(tight)}; там тот, у кого в середине запас больше, выигрывает "
        f"{percent(wins)}.{why.ru}",
    )


# One line.


def measure_aligned(runner: GameRunner) -> Figures:
    leader = Text("more pairs of own stones on a line", "больше пар своих на линии")
    return Figures(_lead_rows(runner, "aligned", leader))


def judge_aligned(figures: Figures) -> Verdict:
    return judge_habit(figures, "aligned", good=False)


def find_aligned(figures: Figures) -> Text:
    wins = figures.row("wins-aligned").value
    return Text(
        f"The player with more pairs of own stones on a line half-way wins {percent(wins)} of "
        f"games.",
        f"Игрок, у которого в середине партии больше пар своих камней на одной линии, выигрывает "
        f"{percent(wins)} партий.",
    )


_HALF_WAY = Text(
    "Games of the engine against itself on 9x9, level 3 on both sides. Half-way through each game "
    "it is noted which player has more of it, and at the end which player wins.",
    "Партии движка с самим собой на 9x9, уровень 3 у обеих сторон. В середине каждой партии "
    "считается, у кого этого больше, а потом — кто выиграл.",
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
            "there anything to take?",
            "На каждом третьем ходу партий движка: сколько камней на доске и есть ли что взять?",
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
            "Партии на 7x7, которые можно выиграть, только взяв весь запас (24 камня), или потому, "
            "что сопернику нечем ходить. Верно, если во всех видах партий все камни берут заведомо "
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

"""Ladders as tables, plots and a page with explanations."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from kletka import __version__
from kletka.lab.pages import Block, Code, Heading, Paragraph, Picture, Table, write_page
from kletka.lab.plotting import series_colour, svg_plot
from kletka.lab.portrait.numbers import decimal, percent, whole
from kletka.lab.portrait.sentences import agent_name
from kletka.lab.ratings import ANCHOR, ANCHORED, Rating, Ratings, expected
from kletka.language import Text, join
from kletka.variant import variant_of

TITLE = Text("Ratings", "Рейтинги")
HEAD = (
    Text("player", "игрок"),
    Text("Elo", "Эло"),
    Text("95 %", "95 %"),
    Text("score", "набрано"),
    Text("against the next below", "против следующего"),
    Text("games", "партий"),
)


def name_of(agent: str) -> Text:
    names = {
        "random": Text("random moves", "случайные ходы"),
        "inventor": Text("the inventor's style", "стиль автора игры"),
    }
    return names.get(agent) or agent_name(agent)


def ratings_table(ratings: Ratings) -> list[tuple[Text, ...]]:
    """HEAD and a row for each agent, strongest first."""
    rows: list[tuple[Text, ...]] = [HEAD]
    below: list[Rating | None] = [*ratings.ratings[1:], None]
    for rating, next_below in zip(ratings.ratings, below, strict=True):
        promised = expected(rating.elo - next_below.elo) if next_below else None
        rows.append(
            (
                name_of(rating.agent),
                decimal(rating.elo, 0),
                Text.plain(f"{decimal(rating.low, 0).en} … {decimal(rating.high, 0).en}"),
                percent(rating.score),
                percent(promised) if promised is not None else Text.plain("—"),
                whole(rating.games),
            )
        )
    return rows


def ratings_summary(ratings: Ratings) -> Text:
    """What the ladder shows, in sentences that hold for any ratings."""
    first, low, high = ratings.first_move
    worth = Text(
        f"{decimal(first, 0).en} Elo ({decimal(low, 0).en} to {decimal(high, 0).en})",
        f"{decimal(first, 0).ru} Эло (от {decimal(low, 0).ru} до {decimal(high, 0).ru})",
    )
    if low > 0:
        seat = Text(f"Moving first is worth {worth.en}.", f"Первый ход стоит {worth.ru}.")
    elif high < 0:
        seat = Text(
            f"Moving first is a disadvantage: {worth.en}.", f"Первый ход — в убыток: {worth.ru}."
        )
    else:
        seat = Text(
            f"This number of games does not show what the first move is worth: {worth.en}.",
            f"Чего стоит первый ход, по стольким партиям не сказать: {worth.ru}.",
        )
    return join([*_inventor(ratings), *_unsure(ratings), seat], " ")


def _inventor(ratings: Ratings) -> list[Text]:
    order = [rating.agent for rating in ratings.ratings]
    if "inventor" not in order:
        return []
    place = order.index("inventor")
    above = name_of(order[place - 1]) if place else None
    below = name_of(order[place + 1]) if place + 1 < len(order) else None
    if above and below:
        return [
            Text(
                f"The inventor's advice, followed to the letter, stands between {below.en} and "
                f"{above.en}.",
                "Советы автора игры, если следовать им буквально, стоят между игроками "
                f"«{below.ru}» и «{above.ru}».",
            )
        ]
    where = Text("above", "выше") if below else Text("below", "ниже")
    return [
        Text(
            f"The inventor's advice, followed to the letter, stands {where.en} all others here.",
            f"Советы автора игры, если следовать им буквально, — {where.ru} всех остальных.",
        )
    ]


def _unsure(ratings: Ratings) -> list[Text]:
    """A sentence about neighbours whose intervals overlap."""
    close = [(one, other) for one, other in pairwise(ratings.ratings) if one.low <= other.high]
    if not close:
        return [Text("No two intervals overlap.", "Интервалы нигде не перекрываются.")]
    if len(close) > 1 and len(close) == len(ratings.ratings) - 1:
        return [
            Text(
                "The intervals of all neighbours overlap: their order needs more games.",
                "Интервалы всех соседей перекрываются: чтобы быть уверенным в их порядке, нужно "
                "больше партий.",
            )
        ]
    pairs = join(
        [
            Text(
                f"{name_of(one.agent).en} and {name_of(other.agent).en}",
                f"{name_of(one.agent).ru} и {name_of(other.agent).ru}",
            )
            for one, other in close
        ],
        "; ",
    )
    return [
        Text(
            f"The intervals of neighbours overlap here: {pairs.en}.",
            f"Интервалы соседей перекрываются: {pairs.ru}.",
        )
    ]


def plot_ratings(ratings: Ratings, language: str) -> str:
    """A plot of the ratings, the strongest on top."""
    rated = ratings.ratings[::-1]
    with svg_plot(HEAD[1].say(language), "", height=0.8 + 0.28 * len(rated)) as plot:
        plot.axes.grid(axis="y", visible=False)
        plot.axes.grid(axis="x", alpha=0.6)
        plot.axes.errorbar(
            [rating.elo for rating in rated],
            range(len(rated)),
            xerr=[rating.high - rating.elo for rating in rated],
            fmt="o",
            color=series_colour(0),
            capsize=3,
        )
        names = [name_of(rating.agent).say(language) for rating in rated]
        plot.axes.set_yticks(range(len(rated)), names)
    return plot.svg


def ratings_blocks(ladders: Sequence[Ratings], command: str, language: str) -> list[Block]:
    ending = "" if language == "en" else f".{language}"
    blocks: list[Block] = [
        Heading(TITLE.say(language), 1),
        Paragraph(
            Text(
                f"Every agent has played every other, each opening twice with seats exchanged. 400 "
                f"Elo more mean ten wins for one loss. {ANCHOR} is set to {ANCHORED:.0f} (or the "
                "agent named first, if it does not play), so ratings of different games cannot be "
                "compared. The model is Bradley and Terry's with a value for the first move. A "
                "draw counts half, and one more draw is added for every pair: then an agent that "
                "never loses has a rating too, a little too low. Intervals are against the mean.",
                "Каждый сыграл с каждым, каждый дебют дважды, со сменой мест. 400 Эло — это десять "
                f"побед на одно поражение; {ANCHOR} принят за {ANCHORED:.0f} (или первый из "
                "названных, если его нет), поэтому числа разных игр не сравнить. Модель Брэдли "
                "и Терри с поправкой на первый ход, ничья — половина, и каждой паре приписана "
                "ещё одна ничья: тогда рейтинг есть и у того, кто не проигрывает, только чуть "
                "заниженный. Интервалы — относительно среднего.",
            ).say(language)
        ),
    ]
    for ratings in ladders:
        spec = ratings.plan.spec
        title = variant_of(spec).face.title
        table = ratings_table(ratings)
        file = f"ratings/{file_name(spec)}{ending}.svg"
        shows = Text(f"The ladder of {title.en}", f"Лестница игры «{title.ru}»").say(language)
        blocks += [
            Heading(f"{title.say(language)}: `{spec}`"),
            Paragraph(ratings_summary(ratings).say(language)),
            Picture(file, plot_ratings(ratings, language), shows),
            Table(tuple(tuple(cell.say(language) for cell in row) for row in table)),
        ]
    seeds = ", ".join(str(seed) for seed in dict.fromkeys(each.plan.seed for each in ladders))
    return [
        *blocks,
        Heading(Text("How this was measured", "Как это измерено").say(language)),
        Code(command),
        Paragraph(
            Text(
                f"Kletka {__version__}, seed {seeds}.", f"Kletka {__version__}, зерно {seeds}."
            ).say(language)
        ),
    ]


def file_name(spec: str) -> str:
    """A spec as a part of a file's name."""
    kept = [letter if letter.isalnum() else "-" for letter in spec.replace("/", "_")]
    return "".join(kept).strip("-")[:100]


def write_ratings(ladders: Sequence[Ratings], command: str, folder: Path) -> list[Path]:
    """Write the page in both languages as Markdown and HTML, with its plots."""
    (folder / "ratings").mkdir(parents=True, exist_ok=True)
    return write_page(
        folder, "ratings", TITLE, lambda language: ratings_blocks(ladders, command, language)
    )

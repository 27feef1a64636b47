"""The plots of a portrait: one line for each measurement, or bars if there is only one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from kletka.drawing.palette import LIGHT
from kletka.faces import face_of
from kletka.faces.players import Player
from kletka.lab import quick_games
from kletka.lab.plotting import Plot, series_colour, svg_plot
from kletka.lab.portrait.figures import Figures
from kletka.lab.portrait.measuring import Measurement
from kletka.language import Text
from kletka.variant import variant_of

MOST_BARS = 60
LED_ENOUGH = 0.01  # the least share of games with a leader for a moment to be shown
Named = tuple[Text, Measurement, Figures]

SHARE_OF_GAMES = Text("games, %", "партий, %")
PROGRESS = Text("moves played, %", "сыграно ходов, %")
TURNS = Text("turns", "ходов")
CHOICES = Text("moves to choose from", "ходов на выбор")
AHEAD = Text("points by which {} leads at the end", "на столько очков {} впереди в конце")
ASIDE = Text(", {} aside", ", без {}")
SHORT = Text("{}s the loser was short of: {}'s wins to the right",
             "скольких {} не хватило: справа победы {}")  # fmt: skip
SHARE_OF_WINS = Text("of the wins, %", "побед, %")
LEADER_WINS = Text("the leader wins, %", "лидер побеждает, %")


def plot_length(named: Sequence[Named], language: str) -> str:
    """A plot of the lengths of the games."""
    with svg_plot(TURNS.say(language), SHARE_OF_GAMES.say(language)) as plot:
        _spread(plot, [(name.say(language), m.tally.turns) for name, m, _ in named], 1)
    return plot.svg


def plot_choices(named: Sequence[Named], language: str) -> str:
    """A plot of the number of legal moves as the games go on."""
    with svg_plot(PROGRESS.say(language), CHOICES.say(language)) as plot:
        stages = [100 * stage / (quick_games.STAGES - 1) for stage in range(quick_games.STAGES)]
        for number, (name, measured, _) in enumerate(named):
            tally = measured.tally
            means = [total / tally.games for total in tally.curves[0]]
            _line(plot.axes, stages, means, number, name.say(language))
        plot.axes.set_ylim(bottom=0)
        _legend(plot, len(named))
    return plot.svg


def plot_balance(named: Sequence[Named], language: str) -> str:
    """A plot of the final margins and the fair compensation, or else of the seats' wins."""
    spec = named[0][1].plan.spec
    players = variant_of(spec).players
    if not all(m.tally.margins for _, m, _ in named):
        return _plot_seats(named, language)
    across = _margin_label(spec.game, players[0])
    with svg_plot(across.say(language), SHARE_OF_GAMES.say(language)) as plot:
        halves = any(margin % 2 for _, m, _ in named for margin in m.tally.margins)
        unit = 1 if halves else 2
        spread = [(name.say(language), _scaled(m.tally.margins, unit)) for name, m, _ in named]
        _spread(plot, spread, unit / 2)
        plot.axes.axvline(0, color=LIGHT["soft"], linewidth=0.8)
        for number, (_, _, figures) in enumerate(named):
            if figures.fair is not None:
                colour = series_colour(number) if len(named) > 1 else LIGHT["accent"]
                plot.axes.axvline(figures.fair.even, color=colour, linewidth=1.2, linestyle=":")
    return plot.svg


def _margin_label(game: str, first: Player) -> Text:
    """The label of the axis for the margins of a game."""
    words = face_of(game).profile.portrait
    if words.target_option:
        return Text(
            SHORT.en.format(words.counted.en, first.name.en),
            SHORT.ru.format(words.counted.ru[2], first.of.ru),
        )
    label = Text(AHEAD.en.format(first.name.en), AHEAD.ru.format(first.name.ru.lower()))
    compensation = words.compensation
    if not compensation.option:
        return label
    return Text(
        label.en + ASIDE.en.format(compensation.name),
        label.ru + ASIDE.ru.format(compensation.without),
    )


def _plot_seats(named: Sequence[Named], language: str) -> str:
    with svg_plot("", SHARE_OF_WINS.say(language)) as plot:
        most = max(named, key=lambda each: each[1].plan.spec.players)
        players = variant_of(most[1].plan.spec).players
        for number, (name, _, figures) in enumerate(named):
            shift = 0.15 * (number - (len(named) - 1) / 2)
            places = [seat + shift for seat in range(len(figures.seats))]
            values = [100 * seat.value for seat in figures.seats]
            errors = [
                [100 * (seat.value - seat.low) for seat in figures.seats],
                [100 * (seat.high - seat.value) for seat in figures.seats],
            ]
            colour = series_colour(number)
            plot.axes.errorbar(
                places, values, errors, fmt="o", color=colour, capsize=3, label=name.say(language)
            )
            even = 100 / len(figures.seats)
            plot.axes.axhline(even, color=LIGHT["soft"], linewidth=0.8, linestyle=":")
        plot.axes.set_xticks(range(len(players)), [p.name.say(language) for p in players])
        _legend(plot, len(named))
    return plot.svg


def plot_lead(named: Sequence[Named], language: str) -> str:
    """A plot of how often the leader at each moment wins."""
    with svg_plot(PROGRESS.say(language), LEADER_WINS.say(language)) as plot:
        for number, (name, measured, _) in enumerate(named):
            _, led, won = measured.tally.curves
            enough = max(1.0, LED_ENOUGH * measured.tally.games)
            seen = [stage for stage in range(quick_games.STAGES) if led[stage] >= enough]
            stages = [100 * stage / (quick_games.STAGES - 1) for stage in seen]
            shares = [100 * won[stage] / led[stage] for stage in seen]
            _line(plot.axes, stages, shares, number, name.say(language))
        plot.axes.axhline(50, color=LIGHT["soft"], linewidth=0.8, linestyle=":")
        plot.axes.set_ylim(0, 102)
        plot.axes.set_xlim(0, 100)
        _legend(plot, len(named))
    return plot.svg


def _scaled(counter: Counter[int], unit: int) -> Counter[int]:
    return Counter({value // unit: count for value, count in counter.items()})


def _spread(plot: Plot, spread: list[tuple[str, Counter[int]]], unit: float) -> None:
    """Draw how often each value occurred: bars for one series, transparent outlines for several."""
    width = _bin_width([counter for _, counter in spread])
    for number, (name, counter) in enumerate(spread):
        bins: Counter[int] = Counter()
        for value, count in counter.items():
            bins[value // width] += count
        low, high = min(bins), max(bins)
        heights = [100 * bins[place] / counter.total() for place in range(low, high + 1)]
        # A bar is centred on its values.
        edges = [(place * width - 0.5) * unit for place in range(low, high + 2)]
        colour = series_colour(number)
        if len(spread) == 1:
            gap = 0.12 * width * unit
            sizes = [width * unit - gap] * len(heights)
            plot.axes.bar([e + gap / 2 for e in edges[:-1]], heights, sizes, align="edge",
                          color=colour)  # fmt: skip
        else:
            plot.axes.stairs(heights, edges, color=colour, label=name, fill=True, alpha=0.15)
            plot.axes.stairs(heights, edges, color=colour, label=name, linewidth=1.6)
    _legend(plot, len(spread))


def _bin_width(counters: list[Counter[int]]) -> int:
    """How many values share a bar, so that there are not too many bars."""
    width = 1
    while max(max(c) // width - min(c) // width for c in counters) >= MOST_BARS:
        width += 1
    return width


def _line(axes: Any, across: list[float], up: list[float], number: int, name: str) -> None:
    axes.plot(across, up, color=series_colour(number), linewidth=1.8, label=name)


def _legend(plot: Plot, lines: int) -> None:
    if lines > 1:
        handles, labels = plot.axes.get_legend_handles_labels()
        last = dict(zip(labels, handles, strict=True))  # outlines replace areas of the same name
        plot.axes.legend(last.values(), last.keys(), fontsize=8)

"""The verbs best, analyse, ugi and learn."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from kletka.cli import AddVerb, Translator
from kletka.cli.json_answers import add_json_option, print_json
from kletka.cli.library_verbs import (
    SECONDS,
    add_position,
    make_ready,
    time_in,
    unfinished,
    whole_number,
)
from kletka.games.catalogue import GAMES
from kletka.language import Text
from kletka.position import Position

if TYPE_CHECKING:
    from kletka.agents.styles import MoveView
    from kletka.engine.analysis import Analysis
    from kletka.engine.budget import Budget

SHOWN_MOVES = 10
REDRAWN_SECONDS = 0.5
MANY = 1_000_000


def add_verbs(verb: AddVerb, t: Translator) -> None:
    best = verb("best", _best, t("the engine's move in a position", "ход, который выбрал движок"))
    _add_budget(best, t)
    add_json_option(best, t)

    analyse = verb(
        "analyse", _analyse, t("watch the engine think, live", "смотреть, как думает движок")
    )
    _add_budget(analyse, t)
    add_json_option(analyse, t)
    analyse.add_argument(
        "--group",
        default="",
        metavar=t("CELLS", "КЛЕТКИ"),
        help=t(
            "the inventor's numbers for an attack on opponents' pieces, such as \"D4 E5\"",
            "числа изобретателя для атаки на фигуры соперников, например «D4 E5»",
        ),
    )

    verb(
        "ugi",
        _ugi,
        t("run the engine for other programs (UGI)", "движок для других программ (UGI)"),
    )

    learn = verb(
        "learn",
        _learn,
        t(
            "learn from games against itself what good moves look like",
            "научиться узнавать хорошие ходы, играя с самим собой",
        ),
    )
    learn.add_argument("game", choices=GAMES, metavar=t("GAME", "ИГРА"), help=", ".join(GAMES))
    learn.add_argument("--games", type=whole_number(t, 2, MANY), default=400, metavar="N")
    learn.add_argument("--sims", type=whole_number(t, 10, MANY), default=1500, metavar="N")
    learn.add_argument(
        "--rounds",
        type=whole_number(t, 1, MANY),
        default=2,
        metavar="N",
        help=t(
            "each round of games is played with the weights that the one before taught",
            "в каждом круге движок играет с весами, которые дал предыдущий",
        ),
    )
    learn.add_argument("--seed", type=whole_number(t, 0, MANY), default=1, metavar="N")
    learn.add_argument("--out", required=True, metavar="FILE")


def _add_budget(verb: argparse.ArgumentParser, t: Translator) -> None:
    add_position(verb, t)
    budget = verb.add_mutually_exclusive_group()
    budget.add_argument(
        "--time", type=time_in(SECONDS, t), metavar="S", help=t("seconds", "секунды")
    )
    budget.add_argument("--sims", type=int, metavar="N", help=t("simulations", "симуляции"))
    budget.add_argument("--level", type=int, metavar="L", help=t("1 to 9", "от 1 до 9"))
    verb.add_argument("--threads", type=whole_number(t, 1, 256), default=1, metavar="N")
    verb.add_argument("--seed", type=whole_number(t, 0, MANY), default=1, metavar="N")


def _budget(options: argparse.Namespace, position: Position, usual: float) -> Budget:
    from kletka.agents.levels import budget_of
    from kletka.engine.budget import Budget

    if options.level is not None:
        return budget_of(options.level, position)
    if options.sims is not None:
        return Budget(simulations=options.sims)
    return Budget(seconds=options.time or usual)


def _best(options: argparse.Namespace) -> None:
    from kletka.engine import analyse

    make_ready(options.lang, engine=True)
    position = unfinished(options)
    budget = _budget(options, position, 2.0)
    threads = options.threads
    analysis = analyse(position, budget, threads=threads, seed=options.seed)
    if options.json:
        print_json(_described(analysis), options.lang)
    else:
        print(analysis.best)


def _described(analysis: Analysis) -> dict[str, object]:
    return {
        "spec": analysis.position.spec,
        "position": str(analysis.position),
        "best": analysis.best,
        "simulations": analysis.simulations,
        "seconds": round(analysis.seconds, 3),
        "nodes": analysis.nodes,
        "moves": [
            {
                "move": move.move,
                "visits": move.visits,
                "result": round(move.result, 4),
                "points": round(move.points, 3),
                "spread": round(move.spread, 3),
                "proved": move.proved,
                "shares": [round(share, 4) for share in move.shares],
                "line": move.line,
            }
            for move in analysis.moves
        ],
    }


def _analyse(options: argparse.Namespace) -> None:
    from kletka.agents.styles import inventor_view
    from kletka.engine.thinking import Thinker

    make_ready(options.lang, engine=True)
    position = unfinished(options)
    views = inventor_view(position, options.group.split() or None)
    budget = _budget(options, position, 10.0)
    thinker = Thinker(position, threads=options.threads, seed=options.seed)
    live = sys.stdout.isatty() and not options.json
    drawn = 0
    with suppress(KeyboardInterrupt):  # the table shows what has been found so far
        for analysis in thinker.watch(budget, REDRAWN_SECONDS):
            if live:
                _erase(drawn)
                drawn = _print_table(analysis, options.lang)
    if options.json:
        print_json(_described(thinker.peek()) | {"inventor": _inventor(views)}, options.lang)
        return
    _erase(drawn)
    _print_table(thinker.peek(), options.lang)
    _print_advice(position, views, options)


def _inventor(views: Sequence[MoveView]) -> list[dict[str, object]]:
    """The inventor's view of all moves, best first."""
    return [{"move": view.move, "criteria": view.criteria, "reason": view.reason} for view in views]


def _print_advice(
    position: Position, views: Sequence[MoveView], options: argparse.Namespace
) -> None:
    """Print the inventor's advice, and for a group the numbers of the best moves."""
    from kletka.agents.advice_words import advice_text
    from kletka.cli.inventor_table import print_views

    if views:
        print(advice_text(position, views).say(options.lang))
    if options.group:
        print_views(position.spec.game, views, options.lang)


def _erase(lines: int) -> None:
    if lines:
        print(f"\x1b[{lines}A\x1b[J", end="")


def _print_table(analysis: Analysis, language: str) -> int:
    """Print the best moves as a table; return its number of lines."""
    heads = Text("move visits result points proved line", "ход визиты результат очки точно вариант")
    move, visits, result, points, proved, line = heads.say(language).split()
    rows = [f"{move:>10} {visits:>10} {result:>9} {points:>12} {proved:>8}  {line}"]
    for found in analysis.moves[:SHOWN_MOVES]:
        certain = "" if found.proved is None else f"{found.proved:+g}"
        expected = f"{found.points:+.1f} ± {found.spread:.1f}"
        rows.append(
            f"{found.move!s:>10} {found.visits:>10,} {found.result:>9.1%} {expected:>12} "
            f"{certain:>8}  {' '.join(str(step) for step in found.line[1:6])}"
        )
    summary = Text(
        f"{analysis.simulations:,} simulations in {analysis.seconds:.1f} s, "
        f"{analysis.nodes:,} nodes",
        f"симуляций {analysis.simulations:,} за {analysis.seconds:.1f} с, узлов {analysis.nodes:,}",
    )
    print("\n".join([*rows, summary.say(language)]))
    return len(rows) + 1


def show_progress(done: int, games: int, remark: str = "") -> None:
    bar = "■" * (20 * done // games) + "·" * (20 - 20 * done // games)
    end = "" if sys.stderr.isatty() else "\n"
    start_of_line = "\r" if sys.stderr.isatty() else ""
    print(f"{start_of_line}{bar} {done}/{games}  {remark}", end=end, file=sys.stderr, flush=True)


def _ugi(options: argparse.Namespace) -> None:
    from kletka.agents.ugi import serve

    serve()


def _learn(options: argparse.Namespace) -> None:
    from kletka.agents.learning import learn
    from kletka.engine.tuning import tuning_of

    make_ready(options.lang, engine=True)
    boards = tuning_of(options.game).learning.boards
    quality = learn(
        boards,
        options.games,
        options.sims,
        Path(options.out),
        options.seed,
        options.rounds,
        show_progress,
    )
    print(
        Text(
            f"\n{options.out}: mean log-likelihood {quality:.3f}",
            f"\n{options.out}: средний логарифм правдоподобия {quality:.3f}",
        ).say(options.lang)
    )

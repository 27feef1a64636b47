"""The verb `solve`: the exact value of a position."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from kletka.cli import NOT_IN_TIME, AddVerb, Translator, complain
from kletka.cli.json_answers import add_json_option, print_json
from kletka.cli.library_verbs import (
    SECONDS,
    add_position,
    make_ready,
    time_in,
    unfinished,
    whole_number,
)
from kletka.errors import KletkaError
from kletka.language import Text
from kletka.position import Position

if TYPE_CHECKING:
    from kletka.engine.solving import Solution

MEGABYTE = 2**20
USUAL_MEGABYTES = 256
MOST_MEGABYTES = 1_000_000


def add_verbs(verb: AddVerb, t: Translator) -> None:
    solve = verb("solve", _solve, t("the exact value of a position", "точная оценка позиции"))
    add_position(solve, t)
    solve.add_argument(
        "--seconds",
        type=time_in(SECONDS, t),
        metavar="N",
        help=t(
            f"give up after so many seconds, with exit code {NOT_IN_TIME}",
            f"сдаться через столько секунд, код завершения {NOT_IN_TIME}",
        ),
    )
    solve.add_argument(
        "--memory",
        type=whole_number(t, 1, MOST_MEGABYTES),
        default=USUAL_MEGABYTES,
        metavar=t("MB", "МБ"),
        help=t(
            f"megabytes for the table of positions; {USUAL_MEGABYTES} by default",
            f"сколько мегабайт отвести таблице позиций; обычно {USUAL_MEGABYTES}",
        ),
    )
    add_json_option(solve, t)
    solve.add_argument(
        "--again",
        action="store_true",
        help=t("solve it even if the result is known", "решить заново, даже если оценка известна"),
    )


def _solve(options: argparse.Namespace) -> None:
    from kletka.engine.proving import known_solution
    from kletka.engine.solving import solve

    make_ready(options.lang, engine=True)
    position = unfinished(options)
    if len(position.players) != 2:
        raise KletkaError(
            Text("only two-player games can be solved", "решать можно только игры для двоих")
        )
    known = None if options.again else known_solution(position)
    memory = MEGABYTE * options.memory
    solution = known or solve(position, seconds=options.seconds, memory=memory)
    if options.json:
        print_json(_described(position, solution, options.seconds, known is not None), options.lang)
    elif solution is not None:
        _print(position, solution, known is not None, options.lang)
    else:
        complain(
            Text(
                f"not solved within {options.seconds:g} seconds",
                f"за {options.seconds:g} с решить не удалось",
            ).say(options.lang)
        )
    if solution is None:
        sys.stdout.flush()
        sys.exit(NOT_IN_TIME)


def _described(
    position: Position, solution: Solution | None, seconds: float, from_table: bool
) -> dict[str, object]:
    if solution is None:
        return {"spec": position.spec, "solved": False, "value": None, "seconds": seconds}
    return {
        "spec": position.spec,
        "solved": True,
        "value": solution.value,
        "best": solution.best,
        "line": solution.line,
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 3),
        "from_table": from_table,
    }


def _print(position: Position, solution: Solution, from_table: bool, language: str) -> None:
    mover = position.players[position.to_move or 0]
    best = " ".join(str(move) for move in solution.best)
    line = " ".join(str(move) for move in solution.line)
    sentences = [
        Text(
            f"With best play {mover.name.en} leads by {solution.value:+g}.",
            f"При лучшей игре перевес {mover.of.ru}: {solution.value:+g}.",
        ),
        Text(f"Best moves: {best}", f"Лучшие ходы: {best}"),
        Text(f"Line: {line}", f"Вариант: {line}"),
        Text(
            f"{solution.nodes:,} nodes in {solution.seconds:.1f} s",
            f"узлов {solution.nodes:,} за {solution.seconds:.1f} с",
        ),
    ]
    if from_table:
        sentences.append(
            Text(
                "From the table of proved results; --again solves it from scratch.",
                "Из таблицы доказанного; --again решит заново.",
            )
        )
    for sentence in sentences:
        print(sentence.say(language))

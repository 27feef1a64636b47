"""The verb `match`: agents play each other, in this process, in several or on a cluster."""

from __future__ import annotations

import argparse
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from kletka.cli import AddVerb, Translator
from kletka.cli.engine_verbs import MANY, show_progress
from kletka.cli.json_answers import add_json_option, print_json
from kletka.cli.library_verbs import make_ready, whole_number
from kletka.errors import KletkaError
from kletka.language import Text

STOPPED = Text(
    "The test stopped the match early, so the score overstates the difference.",
    "Матч остановлен критерием досрочно, поэтому счёт преувеличивает разницу.",
)

if TYPE_CHECKING:
    from kletka.agents.match import GameResult, MatchResult, MatchTerms
    from kletka.lab.worker_pools import WorkerPool


def add_verbs(verb: AddVerb, t: Translator) -> None:
    match = verb("match", _match, t("play a match between agents", "матч между программами"))
    match.add_argument(
        "agents",
        nargs="+",
        metavar="AGENT",
        help=t(
            "level1 to level9, engine@0.5s, plain@1000, inventor, copying, random, "
            "openspiel-mcts@1000, 'ugi:COMMAND@1s'",
            "level1 … level9, engine@0.5s, plain@1000, inventor, copying, random, "
            "openspiel-mcts@1000, 'ugi:КОМАНДА@1s'",
        ),
    )
    match.add_argument("--spec", required=True, metavar="SPEC")
    match.add_argument("--games", type=whole_number(t, 1, MANY), default=20, metavar="N")
    match.add_argument("--seed", type=whole_number(t, 0, MANY), default=1, metavar="N")
    match.add_argument("--opening", type=whole_number(t), default=2, metavar="N")
    match.add_argument(
        "--sprt",
        metavar="WORSE,BETTER",
        help=t(
            "stop as soon as one of two scores is clearly likelier, such as 0.5,0.6",
            "остановиться, когда один из двух результатов явно вероятнее, например 0.5,0.6",
        ),
    )
    match.add_argument(
        "--out",
        metavar="FILE",
        help=t(
            "write each game there as it ends; the same command continues an interrupted run",
            "сразу записывать туда каждую партию; та же команда продолжит прерванный матч",
        ),
    )
    where = match.add_mutually_exclusive_group()
    where.add_argument(
        "--workers",
        type=whole_number(t, 1, 1024),
        default=1,
        metavar="N",
        help=t("number of processes", "число процессов"),
    )
    where.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help=t("play on a Dask cluster", "играть на кластере Dask"),
    )
    add_json_option(match, t)


def _match(options: argparse.Namespace) -> None:
    from kletka.agents.match import read_test
    from kletka.lab.matches import play_match

    terms = _terms(options)
    test = read_test(options.sprt) if options.sprt else None
    make_ready(options.lang, engine=True)

    def report(result: MatchResult) -> None:
        show_progress(result.played, options.games, _scores(result))

    with _pool(options) as pool:
        out = Path(options.out) if options.out else None
        games: list[GameResult] = []
        result = play_match(
            terms,
            options.games,
            pool=pool,
            out=out,
            test=test,
            report=report,
            every=games.append if options.json else None,
        )
    if sys.stderr.isatty():
        print(file=sys.stderr)
    if options.json:
        print_json(_described(result, games, terms.spec), options.lang)
        return
    print(_scores(result))
    if told := _pairs_told(result):
        print(told.say(options.lang))
    for forfeit in result.forfeits:
        print(Text(f"forfeit: {forfeit}", f"поражение без игры: {forfeit}").say(options.lang))
    if test is not None:
        verdict = test.verdict(result) or "open"
        print(
            Text(f"sequential test: {verdict}", f"последовательный критерий: {verdict}").say(
                options.lang
            )
        )
        if result.stopped:
            print(STOPPED.say(options.lang))


def _terms(options: argparse.Namespace) -> MatchTerms:
    from kletka.agents import read_agent
    from kletka.agents.match import MatchTerms
    from kletka.spec import Spec

    spec = Spec(options.spec)
    for name in options.agents:
        read_agent(name).close()
    if len(options.agents) != spec.players:
        raise KletkaError(
            Text(
                f"{spec} needs {spec.players} agents, not {len(options.agents)}",
                f"{spec}: нужно игроков {spec.players}, а названо {len(options.agents)}",
            )
        )
    return MatchTerms(tuple(options.agents), spec, options.seed, options.opening)


def _pool(options: argparse.Namespace) -> AbstractContextManager[WorkerPool | None]:
    """A pool if several processes or a cluster were asked for, else None."""
    from kletka.lab.worker_pools import open_pool

    if options.cluster or options.workers > 1:
        return open_pool(options.workers, options.cluster)
    return nullcontext()


def _scores(result: MatchResult) -> str:
    scores = []
    for agent, name in enumerate(result.names):
        low, high = result.interval(agent)
        scores.append(f"{name} {result.score(agent):.1%} ({low:.1%} – {high:.1%})")
    return ", ".join(scores)


def _pairs_told(result: MatchResult) -> Text | None:
    """How many pairs of games brought the first agent how much, in a match of two."""
    if result.pairs is None or not result.rounds.whole:
        return None
    listed = ", ".join(map(str, result.pairs))
    return Text(
        f"pairs in which {result.names[0]} won 0, ½, 1, 1½ and 2 games: {listed}",
        f"пары, в которых {result.names[0]} набрал 0, ½, 1, 1½ и 2: {listed}",
    )


def _described(result: MatchResult, games: list[GameResult], spec: str) -> dict[str, object]:
    return {
        "spec": spec,
        "players": [
            {
                "name": name,
                "score": result.score(agent),
                "interval": result.interval(agent),
            }
            for agent, name in enumerate(result.names)
        ],
        "pairs": result.pairs,
        "stopped_early": result.stopped,
        "games": [
            {
                "seats": game.seats,
                "shares": game.shares,
                "points": game.points,
                "moves": [str(move) for move in game.moves],
                "forfeit": game.forfeit,
            }
            for game in games
        ],
    }

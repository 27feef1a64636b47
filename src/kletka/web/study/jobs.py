"""The jobs of the thinking workers: analyses, inventors' advice, reviews.

Each job is a generator, so that several take turns in one process. What it yields is sent to
the page unchanged.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kletka.agents.advice_words import advice_text
from kletka.agents.review import Judgement, Moment, ending, judge, moments, review, steps_of_game
from kletka.agents.review_words import explain
from kletka.agents.styles import board_legend, board_numbers, inventor_view
from kletka.engine.analysis import Analysis, MoveAnalysis
from kletka.engine.thinking import Thinker
from kletka.position import Position

Report = dict[str, Any]

SLICE = 0.2  # seconds of thinking before the next job has its turn
TREE_BYTES = 32 * 2**20
LISTED = 12  # moves with all details; of the others only what the heat map shows
MOST_NAMED = 12  # equal moves in a sentence; the board shows more of them
REVIEW_SECONDS = 30.0  # for a whole game
LEAST, MOST = 0.02, 0.2  # seconds for one move of a review


def begin(asked: Report) -> Iterator[Report]:
    """The job of a request."""
    return _KINDS[asked["kind"]](asked)


def analyse(asked: Report) -> Iterator[Report]:
    """Analyses of a position, until the time is up or the position is solved."""
    position = Position.parse(asked["position"])
    thinker = Thinker(position, tree_bytes=TREE_BYTES)
    for analysis in thinker.think_in_turns(asked["seconds"], SLICE):
        yield _analysis_json(analysis, thinker.solved)


def _analysis_json(analysis: Analysis, done: bool) -> Report:
    seat = analysis.position.to_move
    assert seat is not None
    most = max(found.visits for found in analysis.moves) or 1
    return {
        "type": "analysis",
        "simulations": analysis.simulations,
        "done": done,
        "seat": seat,
        "moves": [_move_json(found) for found in analysis.moves[:LISTED]],
        "heat": {
            str(found.move): [round(found.visits / most, 3), round(found.result, 3)]
            for found in analysis.moves
        },
    }


def _move_json(found: MoveAnalysis) -> Report:
    return {
        "move": str(found.move),
        "visits": found.visits,
        "result": round(found.result, 4),
        "points": round(found.points, 2),
        "spread": round(found.spread, 2),
        "proved": found.proved,
        "shares": [round(share, 4) for share in found.shares],
        "line": [str(move) for move in found.line],
    }


def advise(asked: Report) -> Iterator[Report]:
    """The inventor's advice on all moves, or for an attack on a group of pieces."""
    position, group = Position.parse(asked["position"]), asked["group"]
    game, language = position.spec.game, asked["language"]
    views = inventor_view(position, group)
    ranks = sorted({view.rank for view in views}, reverse=True)
    places = {rank: place for place, rank in enumerate(ranks, 1)}
    yield {
        "type": "inventor",
        "advice": advice_text(position, views, MOST_NAMED).say(language),
        "legend": board_legend(game, group is not None).say(language),
        "moves": [
            {
                "move": str(view.move),
                "place": places[view.rank],
                "criteria": dict(view.criteria),
                "numbers": board_numbers(game, view),
                "reason": view.reason.say(language),
            }
            for view in views
        ],
    }


def review_game(asked: Report) -> Iterator[Report]:
    """Judgements of a game's moves, then the moves that decided it."""
    start, turns = Position.parse(asked["start"]), asked["turns"]
    seconds = min(MOST, max(LEAST, REVIEW_SECONDS / max(1, 2 * len(turns))))
    judged: dict[tuple[int, int], Judgement] = {}
    for judgement in review(start, turns, asked["shares"], seconds):
        step = judgement.step
        judged[step.turn, step.part] = judgement
        yield {"type": "judged", **_judgement_json(judgement)}
    last = start
    for turn in turns:
        last = last.play_turn(turn)
    ended = ending(last, asked["shares"])
    found = moments([judged[key] for key in sorted(judged)], ended)
    yield {
        "type": "reviewed",
        "ended": ended,
        "moments": [_moment_json(moment) for moment in found],
    }


def look_at_chances(asked: Report) -> Iterator[Report]:
    """A quick judgement of the position before each turn."""
    steps, _ = steps_of_game(Position.parse(asked["start"]), asked["turns"])
    for step in steps:
        if step.part == 0:
            yield {"type": "judged", **_judgement_json(judge(step, LEAST))}


def _judgement_json(judgement: Judgement) -> Report:
    step = judgement.step
    return {
        "turn": step.turn,
        "part": step.part,
        "position": str(step.position),
        "seat": step.seat,
        "move": step.move,
        "best": judgement.best,
        "line": list(judgement.line),
        "shares": [round(share, 4) for share in judgement.shares],
        "lead": round(judgement.lead, 2),
        "spread": round(judgement.spread, 2),
        "proved": judgement.proved,
    }


def _moment_json(moment: Moment) -> Report:
    return {
        **_judgement_json(moment.judgement),
        "before": round(moment.before, 4),
        "after": round(moment.after, 4),
        "text": explain(moment)._asdict(),
    }


_KINDS = {
    "analysis": analyse,
    "inventor": advise,
    "review": review_game,
    "chances": look_at_chances,
}

"""The engine's tuning for each game: figures that were fitted by matches, kept as data.

They are in `knowledge/<game>/tuning.toml`, each with the specs, the number of games and the version
of the engine that it was fitted with. The defaults here make any other game playable.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

from kletka.spec import Spec
from kletka.variant import variant_of

Part = TypeVar("Part")


@dataclass(frozen=True)
class SearchTuning:
    """The knobs of the search: see `Knobs` in search/simulation.py."""

    exploration: float = 0.4
    prior_weight: float = 1.0
    first_play: float = 0.5
    guess_weight: float = 0.2
    amaf_equivalence: float = 0.0
    points_weight: float = 0.1
    light: int = 1
    solve: int = 1


# Plain UCT with uniform playouts: the yardstick of matches.
PLAIN = SearchTuning(
    exploration=1.4,
    prior_weight=0.0,
    first_play=1e6,
    guess_weight=0.0,
    amaf_equivalence=0.0,
    points_weight=0.0,
    light=0,
    solve=0,
)


@dataclass(frozen=True)
class ProofTuning:
    """When the engine tries to prove the outcome, and for how much of its time.

    A proof is expected to take `expected_nodes * node_growth ** (moves - expected_at_moves)` nodes
    in a position with so many legal moves.
    """

    share_of_time: float = 0.15
    small_board: int = 9  # cells; boards of at most so many are solved from the first move
    share_on_small_boards: float = 0.7
    most_moves: int = 6  # legal moves; with more the attempt is not worth its time
    nodes_a_second: int = 50_000
    expected_nodes: float = 0.0
    node_growth: float = 1.0
    expected_at_moves: int = 0


@dataclass(frozen=True)
class LevelFit:
    """Where levels 1 to 8 stand on the ladder on one board with so many players."""

    spec: str
    heights: tuple[float, ...]
    games: int | str  # "unknown" if it was not recorded
    engine: str
    note: str = ""


@dataclass(frozen=True)
class LevelTuning:
    """How the levels move together on boards that are too small for all of them."""

    small_board: int = 36  # cells; boards of fewer are small
    shrinking: float = 1.25  # how fast the ladder becomes shorter with the board
    bend: float = 1.0  # below 1, upper levels lie closer together than lower ones
    hexagon: float = 1.0  # what a cell of a hexagon counts
    fits: tuple[LevelFit, ...] = ()

    def fit_for(self, spec: Spec) -> LevelFit | None:
        """The fit that was made on the board of a spec, for as many players."""
        for fit in self.fits:
            if _is_same_board(Spec(fit.spec), spec):
                return fit
        return None


@dataclass(frozen=True)
class LearningTuning:
    """The specs on which the weights of moves are learned; one may be named several times."""

    boards: tuple[str, ...] = ()


@dataclass(frozen=True)
class Tuning:
    """All figures of one game."""

    search: SearchTuning = field(default_factory=SearchTuning)
    proofs: ProofTuning = field(default_factory=ProofTuning)
    levels: LevelTuning = field(default_factory=LevelTuning)
    learning: LearningTuning = field(default_factory=LearningTuning)


@cache
def tuning_of(game: str) -> Tuning:
    """The tuning that comes with the engine."""
    file = resources.files("kletka.engine.knowledge") / game / "tuning.toml"
    return read_tuning(file.read_text("utf-8"), game) if file.is_file() else default_tuning(game)


def tuning_file(game: str) -> Path:
    """The path of a game's tuning file, which need not exist."""
    return Path(__file__).parent / "knowledge" / game / "tuning.toml"


def default_tuning(game: str) -> Tuning:
    """The tuning of a game that has no file."""
    return Tuning(learning=LearningTuning((game,)))


def read_tuning(text: str, game: str) -> Tuning:
    """Read a tuning file. A figure is a table of its value, specs, games and engine."""
    data = tomllib.loads(text)
    known = {part.name for part in fields(Tuning)}
    if strange := set(data) - known:
        raise ValueError(f"{game}: a tuning has no part {', '.join(sorted(strange))}")
    levels = dict(data.get("levels", {}))
    fits = tuple(
        LevelFit(**{**fit, "heights": tuple(float(height) for height in fit["heights"])})
        for fit in levels.pop("fits", ())
    )
    boards = data.get("learning", {}).get("boards", [game])
    return Tuning(
        search=_part(SearchTuning, data.get("search", {})),
        proofs=_part(ProofTuning, data.get("proofs", {})),
        levels=_part(LevelTuning, levels, fits=fits),
        learning=LearningTuning(tuple(_value(boards))),
    )


FITS = "[[levels.fits]]\n"


def with_fit(text: str, fit: LevelFit) -> str:
    """The text of a tuning file with a fit, in place of one for the same board and players.

    Fits are at the end of a file; everything before them is left as it is.
    """
    head = text.split(FITS)[0].rstrip()
    before = [LevelFit(**known) for known in tomllib.loads(text).get("levels", {}).get("fits", [])]
    new = Spec(fit.spec)
    kept = [known for known in before if not _is_same_board(Spec(known.spec), new)]
    parts = [head, *(_written(each) for each in (*kept, fit))]
    return "\n\n".join(part for part in parts if part) + "\n"


def _written(fit: LevelFit) -> str:
    figures = {
        "spec": json.dumps(str(fit.spec)),
        "heights": f"[{', '.join(str(height) for height in fit.heights)}]",
        "games": json.dumps(fit.games),
        "engine": json.dumps(fit.engine),
        "note": json.dumps(fit.note, ensure_ascii=False),
    }
    return FITS + "\n".join(f"{name} = {value}" for name, value in figures.items())


def _is_same_board(one: Spec, other: Spec) -> bool:
    same_players = one.players == other.players
    return same_players and variant_of(one).board == variant_of(other).board


def _part(kind: type[Part], figures: Mapping[str, Any], **more: Any) -> Part:
    return kind(**{name: _value(figure) for name, figure in figures.items()}, **more)


def _value(figure: Any) -> Any:
    return figure["value"] if isinstance(figure, Mapping) else figure


def knobs_of(game: str, **changes: float) -> Any:
    """The search's knobs as they are tuned for a game."""
    from kletka.engine.knowledge.weights import weights_of

    return _knobs(tuning_of(game).search, weights_of(game), changes)


def plain_knobs(**changes: float) -> Any:
    """The knobs of plain UCT."""
    from kletka.engine.knowledge.weights import no_weights

    return _knobs(PLAIN, no_weights(), changes)


def _knobs(tuning: SearchTuning, weights: Any, changes: Mapping[str, float]) -> Any:
    """Every knob keeps its type: the kernels would be compiled again for another one."""
    from kletka.engine.search.simulation import Knobs

    values = {knob.name: getattr(tuning, knob.name) for knob in fields(tuning)}
    whole = {"light", "solve"}
    numbers: dict[str, Any] = {
        name: int(value) if name in whole else float(value)
        for name, value in {**values, **changes}.items()
    }
    return Knobs(**numbers, weights=weights)

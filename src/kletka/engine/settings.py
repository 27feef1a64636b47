"""What the search is tuned to for each game, as found by matches (docs/engine.md)."""

from __future__ import annotations

from typing import Any


def full(game: str, **changes: float) -> Any:
    """The engine's own settings for a game."""
    from kletka.engine.search.simulation import Knobs
    from kletka.engine.weights import weights_of

    knobs: Any = Knobs(
        exploration=0.4,
        prior_weight=1.0,
        first_play=0.5,
        guess_weight=0.2,
        amaf_equivalence=0.0,
        points_weight=0.1,
        light=1,
        solve=1,
        weights=weights_of(game),
    )
    return _changed(knobs, {**_BY_GAME.get(game, {}), **changes})


def plain(**changes: float) -> Any:
    """Plain UCT with uniform playouts: the yardstick of matches."""
    from kletka.engine.search.simulation import Knobs
    from kletka.engine.weights import no_weights

    knobs: Any = Knobs(
        exploration=1.4,
        prior_weight=0.0,
        first_play=1e6,
        guess_weight=0.0,
        amaf_equivalence=0.0,
        points_weight=0.0,
        light=0,
        solve=0,
        weights=no_weights(),
    )
    return _changed(knobs, changes)


def _changed(knobs: Any, changes: dict[str, float]) -> Any:
    """Every knob keeps its type: another one would be compiled for anew."""
    return knobs._replace(
        **{name: type(getattr(knobs, name))(value) for name, value in changes.items()}
    )


_BY_GAME: dict[str, dict[str, float]] = {"vyun": {"amaf_equivalence": 300.0}}

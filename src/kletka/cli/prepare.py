"""The verb `kletka prepare`: compiles everything that can be compiled ahead."""

from __future__ import annotations

from kletka.cli.library_verbs import make_ready


def prepare_everything(language: str) -> None:
    """Compile the rules, the engine and the lab, reporting progress on standard error."""
    make_ready(language, engine=True, walks=True)
    _prepare_lab()


def _prepare_lab() -> None:
    """Compile the lab's fast games by playing one; the compiled code serves all games."""
    from kletka.games.catalogue import GAMES
    from kletka.lab.portrait.measuring import SelfPlayPlan, measure
    from kletka.lab.selfplay import FAST
    from kletka.spec import Spec

    measure(SelfPlayPlan(Spec(GAMES[0]), FAST, 1))

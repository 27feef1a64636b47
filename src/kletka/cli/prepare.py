"""The verb `kletka prepare`: compiles everything that can be compiled ahead."""

from __future__ import annotations

from kletka.cli.library_verbs import make_ready


def prepare_everything(language: str, native: bool = False) -> None:
    """Compile the rules, the engine, the lab and many games, reporting the progress."""
    here = "kletka.cli.prepare"
    more = {"lab": f"{here}:prepare_lab", "many games": f"{here}:prepare_many_games"}
    make_ready(language, engine=True, walks=True, more=more, native=native)


def prepare_lab() -> None:
    """Compile the lab's fast games by playing one; the compiled code serves all games."""
    from kletka.games.catalogue import GAMES
    from kletka.lab.portrait.measuring import SelfPlayPlan, measure
    from kletka.lab.selfplay import FAST
    from kletka.spec import Spec

    measure(SelfPlayPlan(Spec(GAMES[0]), FAST, 1))


def prepare_many_games() -> None:
    """Compile the vectorised games and the arrays of positions by using them."""
    from kletka.bridges.vectorised import ManyGames
    from kletka.games.catalogue import GAMES
    from kletka.position import start

    games = ManyGames(GAMES[0], 2, seed=1)
    games.step(games.random_actions())
    games.observe()
    start(GAMES[0]).planes()

"""The style of a game's inventor as an agent."""

from __future__ import annotations

from kletka.agents.agent import Agent, InvalidAgent, NoGameYet
from kletka.agents.styles import has_style, inventor_move
from kletka.language import Text
from kletka.move import Move
from kletka.position import Position


class InventorAgent(Agent):
    """Follows the inventor's advice to the letter."""

    name = "inventor"
    _seed: int | None = None

    def new_game(self, start: Position, seed: int) -> None:
        if not has_style(start.spec.game):
            title = start.variant.face.title
            raise InvalidAgent(
                Text(
                    f"the inventor of {title.en} left no advice that an agent could follow",
                    f"для игры «{title.ru}» нет стиля изобретателя",
                )
            )
        self._seed = seed

    def choose(self, position: Position, history: list[Move]) -> Move:
        if self._seed is None:
            raise NoGameYet(self.name)
        return inventor_move(position, seed=self._seed * 1009 + len(history))

"""Kletka's games as PettingZoo environments, in which agents move one after another.

>>> from kletka.bridges import pettingzoo
>>> environment = pettingzoo.env("kamiken(size=5)")
>>> environment.reset(seed=1)
>>> environment.agent_selection, environment.action_space("player_0")
('player_0', Discrete(26))
"""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from kletka.bridges.stepping import stepper_of
from kletka.drawing import svg, text
from kletka.errors import KletkaError
from kletka.extras import need, require
from kletka.faces.base import OVER, TO_MOVE
from kletka.language import Text
from kletka.position import Position
from kletka.spec import Spec

with need("pettingzoo"):
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

RENDER_MODES = ("human", "ansi", "rgb_array")


def env(spec: str, render_mode: str | None = None, width: int = 480) -> Any:
    """The environment of a spec with PettingZoo's usual guards around it.

    An illegal action ends the game: its player gets -1, the others nothing.
    """
    guarded = wrappers.TerminateIllegalWrapper(raw_env(spec, render_mode, width), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


class KletkaEnv(AECEnv, EzPickle):  # type: ignore[misc]
    """A game between `player_0`, `player_1` and so on, in order of play.

    An observation holds the planes that the agent sees, its own first, and the mask of legal
    actions, which is all 0 for agents that are not to move. Rewards come at the end: from -1 to
    1, summing up to 0. A player that is out of the game stays until it ends.
    """

    def __init__(self, spec: str, render_mode: str | None = None, width: int = 480) -> None:
        EzPickle.__init__(self, spec, render_mode, width)
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise KletkaError(
                Text(
                    f"there is no render mode {render_mode!r}; there are {', '.join(RENDER_MODES)}",
                    f"нет режима показа {render_mode!r}; есть {', '.join(RENDER_MODES)}",
                )
            )
        self.spec = Spec(spec)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"kletka_{self.spec.game}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self._width = width
        self._stepper = stepper = stepper_of(self.spec)
        self._state = stepper.first.copy()
        self._last: str | None = None
        self.possible_agents = [f"player_{number}" for number in range(stepper.players)]
        self.agents: list[str] = []
        seen: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(0, 1, stepper.planes, np.float32),
            "action_mask": spaces.Box(0, 1, (len(stepper.actions),), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(len(stepper.actions)) for agent in self.possible_agents
        }

    @property
    def position(self) -> Position:
        """The current position."""
        return self._stepper.position(self._state)

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def notation(self, action: int) -> str:
        """The notation of an action."""
        return self._stepper.actions.notation(action)

    def action(self, notation: str) -> int:
        """The action with this notation; raises InvalidMove."""
        return self._stepper.actions.number(notation)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Restart. Games have no chance in them, so the seed has no effect.

        `options={"position": TEXT}` starts from that position of the same spec.
        """
        begin = (options or {}).get("position")
        first = self._stepper.first if begin is None else self._stepper.state_of(begin)
        self._state = first.copy()
        self._last = None
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        over = bool(self._state[TO_MOVE] == OVER)
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[max(int(self._state[TO_MOVE]), 0)]

    def step(self, action: int | None) -> None:
        """Play the action of the agent that is to move; raises IllegalMove."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        if action not in self._stepper.legal(self._state):
            self.position.play(self.notation(int(action)))  # raises with the reason
        self._last = self.notation(int(action))
        player = self._stepper.apply(self._state, int(action))
        self._cumulative_rewards[agent] = 0.0
        if player == OVER:
            shares = self._stepper.returns(self._state)
            self.rewards = dict(zip(self.agents, shares, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[player]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        player = self.possible_agents.index(agent)
        planes = np.empty(self._stepper.planes, np.float32)
        self._stepper.observe(self._state, player, planes)
        mask = np.zeros(len(self._stepper.actions), np.int8)
        if self._state[TO_MOVE] == player:
            mask[self._stepper.legal(self._state)] = 1
        return {"observation": planes, "action_mask": mask}

    def render(self) -> Any:
        """The board: printed (human), as text (ansi), or as a picture (rgb_array)."""
        if self.render_mode == "rgb_array":
            return self._picture()
        drawn = text(self.position, last=self._last)
        if self.render_mode == "ansi":
            return drawn
        if self.render_mode == "human":
            print(drawn)
        return None

    def close(self) -> None:
        """There is nothing to close."""

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def _picture(self) -> Any:
        require("pettingzoo", "PIL", "resvg_py")
        from PIL import Image

        from kletka.drawing.raster import png

        drawn = png(svg(self.position, last=self._last), self._width)
        return np.array(Image.open(io.BytesIO(drawn)).convert("RGB"))


raw_env = KletkaEnv

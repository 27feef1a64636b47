"""Agents by name, as the command line, matches and the web page call them."""

from __future__ import annotations

import re

from kletka.agents.agent import Agent, InvalidAgent, RandomAgent
from kletka.agents.copying_agent import CopyingAgent
from kletka.agents.engine_agent import EngineAgent, HeightAgent, LevelAgent
from kletka.agents.inventor_agent import InventorAgent
from kletka.engine.budget import Budget
from kletka.language import Text


def read_agent(text: str) -> Agent:
    """An agent by name: level3, engine@0.5s, plain@1000, inventor, copying, ugi:COMMAND@1s…"""
    name, _, limit = text.rpartition("@") if "@" in text else (text, "", "")
    level = re.fullmatch(r"level([0-9]+)", text)
    if level:
        return LevelAgent(int(level[1]))
    height = re.fullmatch(rf"{HeightAgent.PREFIX}([0-9]+(?:\.[0-9]+)?)", text)
    if height:
        return HeightAgent(float(height[1]))
    if text == "random":
        return RandomAgent()
    if text == InventorAgent.name:
        return InventorAgent()
    if text == CopyingAgent.name:
        return CopyingAgent()
    budget = read_budget(limit) if "@" in text else Budget(seconds=0.5)
    if name == "engine":
        return EngineAgent(text, budget)
    if name == "plain":
        from kletka.engine.tuning import plain_knobs

        return EngineAgent(text, budget, plain_knobs(), proves=False)
    if name.startswith("ugi:") and name != "ugi:":
        from kletka.agents.ugi_agent import UgiAgent

        return UgiAgent(text, name.removeprefix("ugi:"), budget)
    if name == "openspiel-mcts":
        from kletka.agents.openspiel_agent import OpenSpielAgent

        return OpenSpielAgent(text, budget)
    raise InvalidAgent(
        Text(
            f"there is no agent {text!r}; agents are level1 to level9, engine, plain, "
            "openspiel-mcts or ugi:COMMAND (each with @0.5s or @1000 simulations), inventor, "
            "copying, random",
            f"нет такого игрока: {text!r}; есть level1 … level9, engine, plain, openspiel-mcts или "
            "ugi:КОМАНДА (с @0.5s или @1000 симуляций), inventor, copying, random",
        )
    )


def read_budget(text: str) -> Budget:
    """Read a budget: 0.5s, 200ms, or a number of simulations."""
    if read := re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)s", text):
        return Budget(seconds=float(read[1]))
    if read := re.fullmatch(r"([0-9]+)ms", text):
        return Budget(seconds=int(read[1]) / 1000)
    if re.fullmatch(r"[0-9]{1,12}", text):
        return Budget(simulations=int(text))
    raise InvalidAgent(
        Text(
            f"{text!r} is neither a time nor a number of simulations; write 0.5s, 200ms or 1000",
            f"{text!r} — не время и не число симуляций; пишите 0.5s, 200ms или 1000",
        )
    )

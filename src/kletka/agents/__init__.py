"""Agents: what plays a game, and what can be said about games that were played."""

from kletka.agents.agent import Agent, AgentFailed, InvalidAgent
from kletka.agents.names import read_agent

__all__ = ["Agent", "AgentFailed", "InvalidAgent", "read_agent"]

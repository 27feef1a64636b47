"""Agents: what plays a game, and what can be said about games that were played."""

from kletka.agents.agent import Agent, AgentFailed, AgentNotStarted, InvalidAgent, NoGameYet
from kletka.agents.names import read_agent

__all__ = [
    "Agent",
    "AgentFailed",
    "AgentNotStarted",
    "InvalidAgent",
    "NoGameYet",
    "read_agent",
]

"""What the engine may know of a game beyond its rules."""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from typing import Any, Protocol

NOT_WORTH_SEARCHING = -1  # instead of a number of features: a move for when all others are worse


class Knowledge(Protocol):
    """Kernels. `switchboard.py` is generated from this class: one function for each below, with
    the game's number as its first argument. Functions about outcomes are for two players only."""

    @staticmethod
    def playout(state, tables, seed, scratch, weights, features) -> int:
        """Play to where points can be counted, at random but sensibly; returns the moves made."""

    @staticmethod
    def was_played(state, tables, player, move) -> bool:
        """Whether the end of a playout shows that the player has made this move."""

    @staticmethod
    def scan(state, tables, seen):
        """Note in `seen` what the features of all moves of a position have in common."""

    @staticmethod
    def list_features(state, tables, move, seen, features) -> int:
        """List the features of a move after `scan`; returns their number or NOT_WORTH_SEARCHING."""

    @staticmethod
    def points_scale(tables) -> float:
        """A lead in points that is clearly large for the game and board."""

    @staticmethod
    def outcome(state, tables, points) -> float:
        """The outcome of a finished game for player 0: the lead in points, or 1 and -1."""

    @staticmethod
    def komi(tables) -> float:
        """The points that player 1 gets on top; solving leaves them out."""

    @staticmethod
    def bounds(state, tables, scratch) -> tuple[int, int]:
        """The least and the largest outcome for player 0 that are still possible, without komi."""

    @staticmethod
    def promise(state, tables, low, high) -> int:
        """How good a position looks for player 0, to try good moves first; it lies between the
        bounds `low` and `high`."""

    @staticmethod
    def simplify(state, tables, plain) -> bool:
        """Write to `plain` the state without what makes no difference to the outcome; False, and
        nothing is written, if everything matters."""

    @staticmethod
    def is_mirrored_by_order(state, tables) -> bool:
        """Whether the mirror images of this state are reorderings of its numbers: see `images`."""


class Plans(Protocol):
    """Plain functions and constants."""

    FEATURES: int  # how many features moves can have; 0 if nothing can be learned

    @staticmethod
    def scan_size(variant) -> int:
        """The length of the array that `scan` fills."""

    @staticmethod
    def playout_scratch_size(variant) -> int:
        """The length of the scratch array that both kinds of playouts need."""

    @staticmethod
    def images(variant) -> Any:
        """For each symmetry of the board a row: where each number of a state's value comes from.
        The first row changes nothing."""

    @staticmethod
    def prover(variant, state, memory, meter) -> Any:
        """A prover made for the game, or None where the general one must do."""

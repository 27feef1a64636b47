"""What is given for many games at once, checked: one sentence for what does not fit."""

from __future__ import annotations

from typing import Any

import numpy as np

from kletka.errors import KletkaError
from kletka.language import Text


def actions_of(given: Any, games: int) -> Any:
    """One action for each game, as int64; they must be whole numbers."""
    actions = _whole_numbers(given, Text("actions", "действия"))
    if actions.shape != (games,):
        raise KletkaError(
            Text(
                f"actions of shape {actions.shape} for {games} games; there must be one for each",
                f"форма массива действий {actions.shape}, а партий {games}: нужно по одному "
                "действию на партию",
            )
        )
    return actions


def mask_of(given: Any, games: int) -> Any:
    """One bool for each game."""
    mask = np.asarray(given)
    if mask.dtype != np.bool_ or mask.shape != (games,):
        raise KletkaError(
            Text(
                f"a mask of {games} games has one bool for each, not shape {mask.shape} of "
                f"{mask.dtype}",
                f"маска {games} партий — это по одному bool на партию, а не форма {mask.shape} из "
                f"{mask.dtype}",
            )
        )
    return np.ascontiguousarray(mask)


def rows_of(given: Any, games: int) -> Any:
    """The numbers of games that are given as a mask or as a list of numbers."""
    if getattr(given, "dtype", None) == np.bool_ or _is_list_of_bools(given):
        return np.flatnonzero(mask_of(given, games))
    rows = _whole_numbers(given, Text("numbers of games", "номера партий"))
    if rows.ndim != 1 or ((rows < 0) | (rows >= games)).any():
        raise KletkaError(
            Text(
                f"games are given as a list of numbers from 0 to {games - 1}, or as a mask",
                f"партии задаются списком номеров от 0 до {games - 1} или маской",
            )
        )
    return rows


def observers_of(given: Any, games: int, players: int) -> Any:
    """One player for each game, as int64."""
    views = _whole_numbers(given, Text("observers", "наблюдатели"))
    if views.shape != (games,) or ((views < 0) | (views >= players)).any():
        raise KletkaError(
            Text(
                f"observers are players from 0 to {players - 1}, one for each of the {games} games",
                f"наблюдатели — игроки от 0 до {players - 1}, по одному на каждую из {games} "
                "партий",
            )
        )
    return views


def _is_list_of_bools(given: Any) -> bool:
    return isinstance(given, list | tuple) and bool(given) and isinstance(given[0], bool)


def _whole_numbers(given: Any, what: Text) -> Any:
    """An array of int64; raises KletkaError for anything but whole numbers."""
    try:
        array = np.asarray(given)
        kind = array.dtype.name if array.size else ""
    except ValueError:  # rows of several lengths
        kind = "a list of lists"
    if kind and not kind.startswith(("int", "uint")):
        raise KletkaError(
            Text(
                f"{what.en} must be whole numbers, not {kind}",
                f"{what.ru} должны быть целыми числами, а не {kind}",
            )
        )
    return np.ascontiguousarray(array, np.int64)

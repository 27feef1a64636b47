"""The tree of a search, as flat arrays.

A node's numbers are seen by its chooser: the player who moved into it. With two players a node
also has bounds on the outcome for player 0: what is certain, however the rest is played.
"""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kletka.games.compiling import inner_kernel, kernel

UNKNOWN_PLAYER = -2
INFINITE = np.float32(1e6)

# What lies together in memory. Which child comes next is chosen by these four numbers; so there are
# four children in a cache line, and a thread that counts a visit takes one line from the others.
SELECTION = np.dtype(
    [("visits", np.int32), ("reward", np.float32), ("guess", np.float32), ("prior", np.float32)]
)
NODE = np.dtype(
    [
        ("move", np.int32),
        ("first", np.int32),
        ("low", np.float32),
        ("high", np.float32),
        ("count", np.int32),
        ("player", np.int8),
    ],
    align=True,
)
AMAF = np.dtype([("amaf_visits", np.float32), ("amaf_reward", np.float32)])
PLACE = np.dtype(np.int32)  # of a node in the tree


class Tree(NamedTuple):
    """One entry a node in each array; node 0 is the root."""

    move: np.ndarray  # int32: the move into this node
    player: np.ndarray  # int8: who is to move here, OVER, or UNKNOWN_PLAYER until visited
    first: np.ndarray  # int32: its first child, 0 before it is expanded
    count: np.ndarray  # int32: how many children
    visits: np.ndarray  # int32
    reward: np.ndarray  # float32: sum of the chooser's rewards, 0 to 1 each
    guess: np.ndarray  # float32: implicit minimax of the points as they stand, 0 to 1
    low: np.ndarray  # float32: player 0 gets at least this
    high: np.ndarray  # float32: and at most this
    prior: np.ndarray  # float32: the share of attention it deserves before any search
    amaf_visits: np.ndarray  # float32: simulations in which the move came at any later time
    amaf_reward: np.ndarray  # float32; both have two entries in all if they are not used


def bytes_a_node(amaf: bool) -> int:
    """What a node takes, with its place in both arrays of `keep_subtree`."""
    amaf_bytes = AMAF.itemsize if amaf else 0
    return SELECTION.itemsize + NODE.itemsize + amaf_bytes + 2 * PLACE.itemsize


def empty_tree(capacity: int, amaf: bool) -> Tree:
    """A tree with a root alone; what is never used of it costs no memory."""
    arrays = {}
    for kind in (SELECTION, NODE, AMAF):
        # An array of length 1 would have another layout, and everything be compiled twice.
        nodes = np.empty(2 if kind == AMAF and not amaf else capacity, kind)
        nodes[0] = 0
        arrays.update({name: nodes[name] for name in kind.names})
    tree = Tree(**arrays)
    tree.player[0] = UNKNOWN_PLAYER
    tree.low[0], tree.high[0] = -INFINITE, INFINITE
    return tree


@kernel
def keep_subtree(tree, knobs, node, places, parents):
    """Keep a node and all below it as the tree's first nodes; how many they are.

    They move within the tree: a second one would take memory that nobody has allowed. `places`,
    where all is 0, and `parents` have an entry for each node that the tree may have had.
    """
    find_subtree(tree, node, places, parents)
    used = 1
    for old in range(1, len(places)):
        if places[old] > 0:
            places[old] = used
            used += 1
    move_node(tree, knobs, node, places, 0)
    for old in range(1, len(places)):
        if places[old] > 0:  # not above `old`, so nothing is lost that has not moved yet
            move_node(tree, knobs, old, places, places[old])
    return used


@inner_kernel
def find_subtree(tree, node, places, parents):
    """Mark all below a node with 1."""
    parents[0] = node
    found = 1
    here = 0
    while here < found:
        first = tree.first[parents[here]]
        if first > 0:
            for child in range(first, first + tree.count[parents[here]]):
                places[child] = 1
                parents[found] = child
                found += tree.first[child] > 0
        here += 1


@inner_kernel
def move_node(tree, knobs, old, places, new):
    tree.move[new] = tree.move[old]
    tree.player[new] = tree.player[old]
    tree.first[new] = places[tree.first[old]]
    tree.count[new] = tree.count[old]
    tree.visits[new] = tree.visits[old]
    tree.reward[new] = tree.reward[old]
    tree.guess[new] = tree.guess[old]
    tree.low[new] = tree.low[old]
    tree.high[new] = tree.high[old]
    tree.prior[new] = tree.prior[old]
    if knobs.amaf_equivalence > 0:
        tree.amaf_visits[new] = tree.amaf_visits[old]
        tree.amaf_reward[new] = tree.amaf_reward[old]

"""The tree of a search, as flat arrays.

Rewards and guesses are those of the chooser, the player that moved into the node. With two players
a node also has proved bounds of the outcome for player 0.
"""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kletka.compiling import inner_kernel, kernel

UNKNOWN_PLAYER = -2
INFINITE = np.float32(1e6)

# Numbers that are used together lie together in memory. Selection reads four numbers of each child,
# so four children share a cache line, and counting a visit takes one line from other threads.
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
PLACE = np.dtype(np.int32)  # the index of a node


class Tree(NamedTuple):
    """Arrays with one entry for each node; node 0 is the root."""

    move: np.ndarray  # int32: the move into this node
    player: np.ndarray  # int8: the player to move, OVER, or UNKNOWN_PLAYER until visited
    first: np.ndarray  # int32: the first child, 0 until expanded
    count: np.ndarray  # int32: the number of children
    visits: np.ndarray  # int32
    reward: np.ndarray  # float32: sum of the chooser's rewards, 0 to 1 each
    guess: np.ndarray  # float32: implicit minimax of the points so far, 0 to 1
    low: np.ndarray  # float32: the outcome for player 0 is at least this
    high: np.ndarray  # float32: and at most this
    prior: np.ndarray  # float32: the share of attention before any search
    amaf_visits: np.ndarray  # float32: simulations with this move at any later time
    amaf_reward: np.ndarray  # float32; both have two entries in all if they are not used


def bytes_a_node(amaf: bool) -> int:
    """The memory for a node, including both arrays of `keep_subtree`."""
    amaf_bytes = AMAF.itemsize if amaf else 0
    return SELECTION.itemsize + NODE.itemsize + amaf_bytes + 2 * PLACE.itemsize


def empty_tree(capacity: int, amaf: bool) -> Tree:
    """A tree of one node; unused capacity takes no memory."""
    arrays = {}
    for kind in (SELECTION, NODE, AMAF):
        # An array of length 1 has another layout, so everything would be compiled twice.
        nodes = np.empty(2 if kind == AMAF and not amaf else capacity, kind)
        nodes[0] = 0
        arrays.update({name: nodes[name] for name in kind.names})
    tree = Tree(**arrays)
    tree.player[0] = UNKNOWN_PLAYER
    tree.low[0], tree.high[0] = -INFINITE, INFINITE
    return tree


@kernel
def keep_subtree(tree, knobs, node, places, parents):
    """Make a subtree the whole tree; returns its number of nodes.

    Nodes move within the arrays, because a second tree would exceed the memory limit. `places`,
    all 0, and `parents` are as long as the tree has nodes.
    """
    find_subtree(tree, node, places, parents)
    used = 1
    for old in range(1, len(places)):
        if places[old] > 0:
            places[old] = used
            used += 1
    move_node(tree, knobs, node, places, 0)
    for old in range(1, len(places)):
        if places[old] > 0:  # never above `old`, so no node is overwritten before it has moved
            move_node(tree, knobs, old, places, places[old])
    return used


@inner_kernel
def find_subtree(tree, node, places, parents):
    """Mark all descendants of a node with 1."""
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

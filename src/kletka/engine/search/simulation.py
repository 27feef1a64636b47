"""Monte Carlo tree search, for all games.

Several threads may call `simulate` on one tree: each allocates nodes from a slab of its own, and
lost updates of a counter do no harm.
"""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kletka.compiling import inner_kernel, kernel
from kletka.engine.knowledge import switchboard as knowledge
from kletka.engine.search.priors import weigh_move
from kletka.engine.search.rewards import points_guess, reward, share_win
from kletka.engine.search.tree import INFINITE, UNKNOWN_PLAYER
from kletka.games import switchboard as rules
from kletka.games.contract import OVER, TO_MOVE


class Knobs(NamedTuple):
    """What can be tuned or switched off; plain UCT has everything off."""

    exploration: float
    prior_weight: float  # weight of exploration by priors; 0 for plain UCB
    first_play: float  # value of an unvisited child; above 1, all children are tried first
    guess_weight: float  # weight of implicit minimax
    amaf_equivalence: float  # visits at which own and AMAF statistics weigh the same; 0: no AMAF
    points_weight: float  # weight of the margin of a win
    light: int  # 1 for playouts by the game's knowledge, 0 for uniform ones
    solve: int  # 1 to keep bounds of outcomes
    weights: np.ndarray  # float32: the learned weights of features


class Workspace(NamedTuple):
    """What one thread needs for its simulations."""

    slab: np.ndarray  # int64[2]: the next free node and the end of this thread's nodes
    seed: np.ndarray  # uint64[1]
    state: np.ndarray
    scratch: np.ndarray
    listed: np.ndarray  # int32: moves
    path: np.ndarray  # int32: nodes from the root down
    points: np.ndarray  # float64[players]
    rewards: np.ndarray  # float64[players]
    wins: np.ndarray  # float64[players]: the shares of the win alone
    root_sums: np.ndarray  # float64[moves of the root, players + 3]: sums over simulations by the
    # root's moves: each player's share of the win, their number, the mover's lead and its square
    seen: np.ndarray  # int32: what the priors of a position's moves have in common
    features: np.ndarray  # int32: the features of one move


@kernel
def open_root(game, root, tables, tree, knobs, work):
    """Expand the root before threads share the tree: two threads must not do it at once."""
    set_state(work, root)
    if tree.player[0] == UNKNOWN_PLAYER:
        visit_first(game, tables, tree, knobs, work, 0, 0)
    if tree.first[0] == 0:
        expand(game, tables, tree, knobs, work, 0)


@inner_kernel
def set_state(work, root):
    for index in range(len(root)):
        work.state[index] = root[index]


@kernel
def simulate(game, root, tables, tree, knobs, work, simulations):
    """Run simulations from the root; stops early when the root's outcome is known."""
    for number in range(simulations):
        if tree.low[0] == tree.high[0]:
            return number
        set_state(work, root)
        depth = descend(game, tables, tree, knobs, work)
        leaf = work.path[depth]
        evaluate_leaf(game, tables, tree, knobs, work, leaf)
        back_up(game, tables, tree, knobs, work, depth)
    return simulations


@kernel
def descend(game, tables, tree, knobs, work):
    """Walk down by the most promising children to a leaf; returns its depth."""
    depth = 0
    node = 0
    work.path[0] = 0
    while depth < len(work.path) - 1:
        if tree.player[node] == UNKNOWN_PLAYER:
            chooser = tree.player[work.path[depth - 1]] if depth > 0 else 0
            visit_first(game, tables, tree, knobs, work, node, chooser)
        if tree.player[node] == OVER or tree.low[node] == tree.high[node]:
            return depth
        if tree.first[node] == 0:
            if tree.visits[node] <= 1 and node != 0:  # the current visit is already counted
                return depth
            if not expand(game, tables, tree, knobs, work, node):
                return depth
        node = select(tables, tree, knobs, node)
        tree.visits[node] += 1  # now, so that other threads look elsewhere
        rules.apply(game, work.state, tables, tree.move[node])
        depth += 1
        work.path[depth] = node
    return depth


@kernel
def visit_first(game, tables, tree, knobs, work, node, chooser):
    """Note the player to move, the guess by points, and the outcome if the game is over."""
    tree.player[node] = work.state[TO_MOVE]
    if tables.players > 2:
        return
    if work.state[TO_MOVE] == OVER:
        rules.points(game, work.state, tables, work.points)
        if knobs.solve:
            outcome = knowledge.outcome(game, work.state, tables, work.points)
            tree.low[node] = tree.high[node] = outcome
        return
    if knobs.guess_weight > 0:
        guess = points_guess(game, work.state, tables, work.points)
        tree.guess[node] = guess if chooser == 0 else 1 - guess


@kernel
def expand(game, tables, tree, knobs, work, node):
    """Give a node its children; False if there is no room for them."""
    count = rules.moves(game, work.state, tables, work.listed)
    first = work.slab[0]
    if first + count > work.slab[1]:
        return False
    work.slab[0] = first + count
    for index in range(count):
        child = first + index
        tree.move[child] = work.listed[index]
        tree.player[child] = UNKNOWN_PLAYER
        tree.first[child] = 0
        tree.visits[child] = 0
        tree.reward[child] = 0
        tree.guess[child] = 0.5
        tree.low[child] = -INFINITE
        tree.high[child] = INFINITE
        if knobs.amaf_equivalence > 0:
            tree.amaf_visits[child] = 0
            tree.amaf_reward[child] = 0
    weigh_children(game, tables, tree, knobs, work, first, count)
    tree.count[node] = count
    tree.first[node] = first
    return True


@kernel
def weigh_children(game, tables, tree, knobs, work, first, count):
    total = 0.0
    knowledge.scan(game, work.state, tables, work.seen)
    for child in range(first, first + count):
        weight = weigh_move(
            game,
            work.state,
            tables,
            tree.move[child],
            knobs.weights,
            work.seen,
            work.features,
        )
        tree.prior[child] = weight
        total += weight
    for child in range(first, first + count):
        tree.prior[child] /= total


@kernel
def select(tables, tree, knobs, node):
    """The child to visit next.

    Settled children are rarely the most promising, so they are excluded only when one is.
    """
    player = tree.player[node]
    sure = tree.low[node] if player == 0 else tree.high[node]
    best = most_promising(tree, knobs, node, player, sure, False)
    if knobs.solve and is_settled_worse(tree, best, player, sure):
        return most_promising(tree, knobs, node, player, sure, True)
    return best


@inner_kernel
def most_promising(tree, knobs, node, player, sure, only_open):
    first = tree.first[node]
    best = first
    best_value = -1e9
    attention = knobs.prior_weight * np.sqrt(tree.visits[node] + 1.0)
    log_visits = np.log(tree.visits[node] + 1.0) if attention == 0 else 0.0
    for child in range(first, first + tree.count[node]):
        if only_open and is_settled_worse(tree, child, player, sure):
            continue
        value = child_value(tree, knobs, child)
        if attention > 0:
            value += attention * tree.prior[child] / (1.0 + tree.visits[child])
        elif tree.visits[child] > 0:
            value += knobs.exploration * np.sqrt(log_visits / tree.visits[child])
        if value > best_value:
            best_value = value
            best = child
    return best


@inner_kernel
def is_settled_worse(tree, child, player, sure):
    """Whether the child cannot be better than what the player to move already has for sure."""
    return tree.high[child] <= sure if player == 0 else tree.low[child] >= sure


@inner_kernel
def child_value(tree, knobs, child):
    visits = tree.visits[child]
    value = tree.reward[child] / visits if visits > 0 else knobs.first_play
    if visits > 0 and knobs.guess_weight > 0:
        value += knobs.guess_weight * (tree.guess[child] - value)
    if knobs.amaf_equivalence > 0 and tree.amaf_visits[child] > 0:
        weight = np.sqrt(knobs.amaf_equivalence / (3.0 * visits + knobs.amaf_equivalence))
        value += weight * (tree.amaf_reward[child] / tree.amaf_visits[child] - value)
    return value


@kernel
def evaluate_leaf(game, tables, tree, knobs, work, leaf):
    """Set each player's reward for this simulation, by a playout unless the outcome is known."""
    if tables.players == 2 and tree.low[leaf] == tree.high[leaf]:
        lead = tree.low[leaf]
        work.points[0], work.points[1] = lead, 0.0
        work.wins[0] = 0.5 + 0.5 * np.sign(lead)
        work.wins[1] = 1.0 - work.wins[0]
        reward(game, tables, work.points, work.wins, knobs.points_weight, work.rewards)
        return
    if tree.player[leaf] != OVER:
        if knobs.light:
            knowledge.playout(
                game,
                work.state,
                tables,
                work.seed,
                work.scratch,
                knobs.weights,
                work.features,
            )
        else:
            rules.playout(game, work.state, tables, work.seed, work.scratch)
    rules.points(game, work.state, tables, work.points)
    share_win(game, work.state, tables, work.points, work.wins)
    reward(game, tables, work.points, work.wins, knobs.points_weight, work.rewards)


@kernel
def back_up(game, tables, tree, knobs, work, depth):
    """Add the simulation's result to every node on the path, from the leaf up."""
    tree.visits[0] += 1
    two = tables.players == 2
    leaf = work.path[depth]
    new_guess = two and knobs.guess_weight > 0 and tree.visits[leaf] <= 1
    new_bounds = two and knobs.solve == 1 and tree.low[leaf] == tree.high[leaf]
    if depth > 0:
        note_result(tables, tree, work, work.path[1] - tree.first[0])
    for level in range(depth, -1, -1):
        node = work.path[level]
        if level > 0:
            tree.reward[node] += work.rewards[tree.player[work.path[level - 1]]]
        if tree.first[node] > 0 and level < depth:
            if knobs.amaf_equivalence > 0:
                update_amaf(game, tables, tree, work, node)
            if new_guess:
                chooser = tree.player[work.path[level - 1]] if level > 0 else 0
                new_guess = update_guess(tree, node, chooser)
            if new_bounds:
                new_bounds = update_bounds(tree, node)


@kernel
def note_result(tables, tree, work, index):
    """Add the result to the sums of a root move. Sums in deeper nodes would cost memory, and
    make threads wait for each other."""
    sums = work.root_sums[index]
    players = tables.players
    for player in range(players):
        sums[player] += work.wins[player]
    lead = lead_of(work.points, players, tree.player[0])
    sums[players] += 1
    sums[players + 1] += lead
    sums[players + 2] += lead * lead


@kernel
def lead_of(points, players, player):
    """A player's points minus those of the best other player."""
    best = -1e9
    for other in range(players):
        if other != player and points[other] > best:
            best = points[other]
    return points[player] - best


@kernel
def update_amaf(game, tables, tree, work, node):
    """Update children whose move was played at any later time (all moves as first)."""
    player = tree.player[node]
    for child in range(tree.first[node], tree.first[node] + tree.count[node]):
        if knowledge.was_played(game, work.state, tables, player, tree.move[child]):
            tree.amaf_visits[child] += 1
            tree.amaf_reward[child] += work.rewards[player]


@kernel
def update_guess(tree, node, chooser):
    """Implicit minimax over the visited children; returns whether the guess changed."""
    best = np.float32(-1)
    for child in range(tree.first[node], tree.first[node] + tree.count[node]):
        if tree.visits[child] > 0 and tree.guess[child] > best:
            best = tree.guess[child]
    if best < 0:
        return False
    before = tree.guess[node]
    tree.guess[node] = best if tree.player[node] == chooser else 1 - best
    return tree.guess[node] != before


@kernel
def update_bounds(tree, node):
    """Update a node's bounds from its children's; returns whether they changed."""
    low = high = -INFINITE
    low_before, high_before = tree.low[node], tree.high[node]
    sign = 1 if tree.player[node] == 0 else -1
    for child in range(tree.first[node], tree.first[node] + tree.count[node]):
        worst = tree.low[child] if sign > 0 else -tree.high[child]
        best = tree.high[child] if sign > 0 else -tree.low[child]
        low = max(low, worst)
        high = max(high, best)
    tree.low[node] = low if sign > 0 else -high
    tree.high[node] = high if sign > 0 else -low
    return tree.low[node] != low_before or tree.high[node] != high_before

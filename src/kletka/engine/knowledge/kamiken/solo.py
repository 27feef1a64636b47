"""What a player can still gain in Kamiken by placing alone, after the other has stopped.

A stone costs one (its own cell, which is lost or never won), and each free or enemy cell that
stays unattacked costs one; all of them together are what could be gained. So this is the cheapest
choice of stones such that every such cell is attacked or paid for.
"""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from kletka.compiling import kernel
from kletka.engine.knowledge.kamiken.cells import ONE, ZERO, beside, bit, count, extent

BRANCHING_CELLS = 30  # larger parts are computed row by row


@kernel
def solo(free, own, enemy, profile):
    """How much a player can improve the lead by placing alone from now on."""
    targets = free | enemy
    if count(free | own | enemy) > BRANCHING_CELLS:
        return count(targets) - fewest_by_rows(free, own, enemy, profile)
    return count(targets) - fewest_stones(targets, free, free | own, count(targets))


@kernel
def fewest_stones(targets, free, allowed, limit):
    """The least cost of attacking or giving up all targets, or `limit` if it is no less.

    A free cell is given up by placing on it, which costs the same and may attack others.
    """
    if targets == ZERO:
        return 0
    if limit <= 1:
        return limit
    useful = (beside(targets) | (targets & free)) & allowed
    most = 1
    cells = useful
    while cells != ZERO:
        stone = cells & (~cells + ONE)
        cells ^= stone
        most = max(most, count((beside(stone) | (stone & free)) & targets))
    if (count(targets) + most - 1) // most >= limit:
        return limit
    if most == 1:
        return count(targets)
    target = hardest(targets, free, useful)
    cells = (beside(target) | (target & free)) & useful
    while cells != ZERO:
        stone = cells & (~cells + ONE)
        cells ^= stone
        allowed &= ~stone
        left = targets & ~(beside(stone) | (stone & free))
        limit = min(limit, 1 + fewest_stones(left, free, allowed, limit - 1))
    if target & free & useful != ZERO:
        return limit
    # If no stone attacks it, it is paid for.
    return min(limit, 1 + fewest_stones(targets & ~target, free, allowed, limit - 1))


@kernel
def hardest(targets, free, useful):
    """The target that the fewest stones can attack."""
    best = targets & (~targets + ONE)
    fewest = 9
    cells = targets
    while cells != ZERO:
        target = cells & (~cells + ONE)
        cells ^= target
        ways = count((beside(target) | (target & free)) & useful)
        if ways < fewest:
            fewest = ways
            best = target
    return best


NEEDY, CONTENT, STONE = 0, 1, 2


@kernel
def fewest_by_rows(free, own, enemy, profile):
    """The same for large parts: cell by cell, keeping the state of the last row of cells.

    The part must be in the corner.
    """
    alive = free | own | enemy
    width, height = extent(alive)
    states = 3**width
    old, new = profile[0], profile[1]
    old[:states] = 1000
    all_content = 0
    for _ in range(width):
        all_content = 3 * all_content + CONTENT
    old[all_content] = 0
    for row in range(height):
        weight = 1
        for column in range(width):
            cell = bit(8 * row + column)
            new[:states] = 1000
            for state in range(states):
                if old[state] < 1000:
                    step(old[state], state, weight, column, cell, free, own, enemy, new)
            old, new = new, old
            weight *= 3
    fewest = 1000
    for state in range(states):
        cost = old[state]
        rest = state
        for _ in range(width):
            cost += rest % 3 == NEEDY
            rest //= 3
        fewest = min(fewest, cost)
    return fewest


@kernel
def step(cost, state, weight, column, cell, free, own, enemy, new):
    """Place a stone on the cell or none, and settle the cost of the cell above."""
    above = state // weight % 3
    left = state // (weight // 3) % 3 if column > 0 else CONTENT
    rest = state - above * weight
    here = CONTENT
    if (free | enemy) & cell != ZERO and above != STONE and left != STONE:
        here = NEEDY
    none = rest + here * weight
    new[none] = min(new[none], cost + (above == NEEDY))
    if (free | own) & cell != ZERO:
        stone = rest + STONE * weight
        if left == NEEDY:
            stone += (CONTENT - NEEDY) * (weight // 3)
        new[stone] = min(new[stone], cost + 1)

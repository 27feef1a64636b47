"""The solvers' transposition table. New entries replace those that took the least work."""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from kletka.compiling import kernel

ZERO = np.uint64(0)

# Entries of two words in buckets. The first word is half of the key; the second has,
# from its lowest bits: low and high, 12 bits each, the effort, and 32 bits more of the key.
BUCKET = 4
HALF_RANGE = 2048
BOUND_BITS = np.uint64(12)
BOUND = np.uint64(4095)
EFFORT_SHIFT = np.uint64(24)
EFFORT = np.uint64(255)
HALF_WORD = np.uint64(32)

MIXERS = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93))


@kernel
def mix(word, mixer):
    word ^= word >> np.uint64(32)
    word *= mixer
    word ^= word >> np.uint64(29)
    word *= np.uint64(0xBF58476D1CE4E5B9)
    return word ^ (word >> np.uint64(32))


@kernel
def is_entry(bucket, entry, key0, key1):
    data = bucket[entry + 1]
    return bucket[entry] == key1 and data != ZERO and data >> HALF_WORD == key0 >> HALF_WORD


@kernel
def recall(table, key0, key1, low, high):
    """Bounds of a position, narrowed by the table."""
    bucket = table[key0 & np.uint64(len(table) - 1)]
    for entry in range(0, 2 * BUCKET, 2):
        if is_entry(bucket, entry, key0, key1):
            data = bucket[entry + 1]
            low = max(low, np.int64(data & BOUND) - HALF_RANGE)
            high = min(high, np.int64((data >> BOUND_BITS) & BOUND) - HALF_RANGE)
            break
    return low, high


@kernel
def remember(table, key0, key1, low, high, nodes):
    """Write bounds into the table, replacing the entry that took the least work."""
    bucket = table[key0 & np.uint64(len(table) - 1)]
    effort = 1
    while nodes > 1:
        nodes >>= 1
        effort += 1
    chosen = 0
    least = 1000
    for entry in range(0, 2 * BUCKET, 2):
        spent = np.int64((bucket[entry + 1] >> EFFORT_SHIFT) & EFFORT)
        if is_entry(bucket, entry, key0, key1):
            effort = max(effort, spent)
            chosen = entry
            break
        if spent < least:
            least = spent
            chosen = entry
    bucket[chosen] = key1
    bucket[chosen + 1] = (
        np.uint64(low + HALF_RANGE)
        | (np.uint64(high + HALF_RANGE) << BOUND_BITS)
        | (np.uint64(effort) << EFFORT_SHIFT)
        | ((key0 >> HALF_WORD) << HALF_WORD)
    )

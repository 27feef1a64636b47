"""Vyun's territory: regions, their interiors, and which of them are surrounded (rules 4 to 6).

Vertices, including those on the rim, are numbered row by row, `stride` per row. Vertex v has wall v
to its right and wall `vertices + v` below it. Enclosed vertices are found a row at a time: a row
is a number whose bit x stands for the vertex in column x.
"""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kletka.compiling import allocating_kernel, inner_kernel

REACHES_RIM = 0
UNKNOWN = -1
SMALLEST_RING = 7  # vertices of a region that has another vertex inside it


class Regions(NamedTuple):
    """The regions of all players, numbered from 1."""

    count: int
    label: np.ndarray  # [player, vertex]: the player's region there, or REACHES_RIM
    owner: np.ndarray  # [region]
    first: np.ndarray  # [region]: the index of its first vertex in `members`
    size: np.ndarray  # [region]: its number of vertices
    interior: np.ndarray  # [region]: the number of vertices in its interior
    spoiled_by: np.ndarray  # [region]: a surrounded region inside it, or 0 if it is surrounded
    members: np.ndarray  # the vertices, region by region


@allocating_kernel
def find_regions(vines, tables):
    return divide_regions(vines, tables, find_enclosed(vines, tables))


# Enclosed vertices.


@allocating_kernel
def find_enclosed(vines, tables):
    """Rule 4: the vertices that each player encloses, as rows."""
    enclosed = np.empty((tables.players, tables.height + 1), np.int64)
    right, down = np.empty((2, tables.height + 1), np.int64)
    for player in range(tables.players):
        find_free_walls(vines, tables, player, right, down)
        walk_from_rim(tables, right, down, enclosed[player])
        for y in range(tables.height + 1):
            enclosed[player, y] ^= whole_row(tables)
    return enclosed


@inner_kernel
def whole_row(tables):
    return (2 << tables.width) - 1


@inner_kernel
def find_free_walls(vines, tables, player, right, down):
    """The walls to the right of and below vertices that the player's vines do not block."""
    stride = tables.width + 1
    vertices = stride * (tables.height + 1)
    for y in range(tables.height + 1):
        right[y] = walls_without_vine(vines, y * stride, tables.width, player + 1)
        down[y] = walls_without_vine(vines, vertices + y * stride, stride, player + 1)


@inner_kernel
def walls_without_vine(vines, first, count, mine):
    """The walls that do not carry this player's vine, as bits."""
    bits = 0
    for index in range(count):
        bits |= int(vines[first + index] != mine) << index
    return bits


@inner_kernel
def walk_from_rim(tables, right, down, reached):
    """The vertices connected to the rim along free walls, as rows."""
    bottom = tables.height
    reached[:] = 1 | 1 << tables.width
    reached[0] = reached[bottom] = whole_row(tables)
    grown = True
    while grown:
        grown = False
        for y in range(1, bottom):
            grown |= walk_row(tables, reached, y, reached[y - 1] & down[y - 1], right[y])
        for y in range(bottom - 1, 0, -1):
            grown |= walk_row(tables, reached, y, reached[y + 1] & down[y], right[y])


@inner_kernel
def walk_row(tables, reached, y, entered, right):
    """Enter a row at some vertices and walk to both sides; returns whether new ones are reached."""
    row = reached[y] | entered
    width = 1
    free = right
    while width < tables.width:  # to the left, doubling the distance each time
        row |= row >> width & free
        free &= free >> width
        width *= 2
    row |= right + (row & right) ^ right  # to the right, as far as the sum carries
    grown = row != reached[y]
    reached[y] = row
    return grown


@allocating_kernel
def some_are_nested(tables, enclosed):
    """Whether enclosed vertices of a player are among another's, or cut off by them from the rim.

    If not, all regions are surrounded (rule 5).
    """
    right, down, outside = np.empty((3, tables.height + 1), np.int64)
    for player in range(tables.players):
        for y in range(tables.height + 1):
            free = enclosed[player, y] ^ whole_row(tables)
            right[y] = free & free >> 1
            down[y] = free & (enclosed[player, min(y + 1, tables.height)] ^ whole_row(tables))
        walk_from_rim(tables, right, down, outside)
        for other in range(tables.players):
            for y in range(tables.height + 1):
                if other != player and enclosed[other, y] & ~outside[y]:
                    return True
    return False


# Regions.


@allocating_kernel
def divide_regions(vines, tables, enclosed):
    """Divide the enclosed vertices into regions, and find those that are surrounded."""
    players = tables.players
    stride = tables.width + 1
    vertices = stride * (tables.height + 1)
    label = np.zeros((players, vertices), np.int16)
    members = np.empty(players * vertices, np.int16)
    owner, first, size, interior, spoiled_by = np.empty((5, players * vertices), np.int16)
    count = 0
    used = 0
    for player in range(players):
        mark_enclosed_unknown(label, tables, player, enclosed)
        for vertex in range(vertices):
            if label[player, vertex] == UNKNOWN:
                count += 1
                owner[count] = player
                first[count] = used
                spoiled_by[count] = 0
                used = flood(vines, tables, player, vertex, count, label, members, used)
                size[count] = used - first[count]
    regions = Regions(count, label, owner, first, size, interior, spoiled_by, members)
    find_surrounded(tables, regions)
    return regions


@inner_kernel
def mark_enclosed_unknown(label, tables, player, enclosed):
    stride = tables.width + 1
    for y in range(tables.height + 1):
        for x in range(stride):
            label[player, y * stride + x] = -(enclosed[player, y] >> x & 1)  # UNKNOWN


@inner_kernel
def vertex_beside(stride, vertices, here, step):
    """One of the four neighbouring vertices, which may be outside, and the wall in between."""
    if step == 0:
        return here + 1, here
    if step == 1:
        return here - 1, here - 1
    if step == 2:
        return here + stride, vertices + here
    return here - stride, vertices + here - stride


@inner_kernel
def flood(vines, tables, player, vertex, name, label, members, used):
    """Label all unknown vertices connected to this one, and add them to the members.

    Returns the new number of members. The rim is never unknown, so no walk leaves the board.
    """
    stride = tables.width + 1
    vertices = stride * (tables.height + 1)
    mine = player + 1
    label[player, vertex] = name
    members[used] = vertex
    looked = used
    used += 1
    while looked < used:
        here = members[looked]
        looked += 1
        for step in range(4):
            there, wall = vertex_beside(stride, vertices, here, step)
            if label[player, there] == UNKNOWN and vines[wall] != mine:
                label[player, there] = name
                members[used] = there
                used += 1
    return used


@allocating_kernel
def find_surrounded(tables, regions):
    """Rule 5, from the inside out: a surrounded region of another player inside spoils a region."""
    count = regions.count
    order = np.empty(count, np.int16)
    inside = np.empty(regions.label.shape[1], np.bool_)
    for region in range(1, count + 1):
        regions.interior[region] = regions.size[region]
        if regions.size[region] >= SMALLEST_RING:
            regions.interior[region] = fill_interior(tables, regions, region, inside)
        place = region - 1  # insertion sort by the size of the interior
        while place > 0 and regions.interior[order[place - 1]] > regions.interior[region]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = region
    for place in range(count):
        region = order[place]
        if regions.interior[region] > regions.size[region]:
            fill_interior(tables, regions, region, inside)
            for earlier in range(place):
                spoil_by_interior(regions, region, order[earlier], inside)
        if regions.spoiled_by[region] == 0:
            spoil_regions_around(regions, region)


@inner_kernel
def spoil_regions_around(regions, inner):
    """Spoil the other players' regions that contain all vertices of the surrounded `inner`."""
    begin = regions.first[inner]
    end = begin + regions.size[inner]
    for player in range(regions.label.shape[0]):
        region = regions.label[player, regions.members[begin]]
        if (
            player != regions.owner[inner]
            and region != REACHES_RIM
            and regions.interior[region] > regions.interior[inner]
            and regions.spoiled_by[region] == 0
        ):
            holds = True
            for place in range(begin + 1, end):
                holds &= regions.label[player, regions.members[place]] == region
            if holds:
                regions.spoiled_by[region] = inner


@inner_kernel
def spoil_by_interior(regions, ring, inner, inside):
    """The same for a region with holes, whose interior includes the holes.

    A region whose vertices all lie in an interior has its own interior there too.
    """
    if (
        regions.spoiled_by[ring] != 0
        or regions.spoiled_by[inner] != 0
        or regions.owner[inner] == regions.owner[ring]
        or regions.interior[inner] >= regions.interior[ring]
    ):
        return
    begin = regions.first[inner]
    for place in range(begin, begin + regions.size[inner]):
        if not inside[regions.members[place]]:
            return
    regions.spoiled_by[ring] = inner


@allocating_kernel
def fill_interior(tables, regions, region, inside):
    """Mark and count the interior of a region: the vertices that it cuts off from the rim."""
    stride = tables.width + 1
    label = regions.label[regions.owner[region]]
    outside = np.empty(len(label), np.int16)
    inside[:] = True
    count = 0
    for vertex in range(len(label)):
        x, y = vertex % stride, vertex // stride
        if x == 0 or x == tables.width or y == 0 or y == tables.height:
            inside[vertex] = False
            outside[count] = vertex
            count += 1
    looked = 0
    while looked < count:
        here = outside[looked]
        looked += 1
        for there in (here - 1, here + 1, here - stride, here + stride):
            if 0 <= there < len(label) and inside[there] and label[there] != region:
                inside[there] = False
                outside[count] = there
                count += 1
    return len(label) - count


@allocating_kernel
def count_points(vines, tables, out):
    """Rule 6: a point for each vertex in a surrounded region of only one player."""
    enclosed = find_enclosed(vines, tables)
    if some_are_nested(tables, enclosed):
        count_surrounded(divide_regions(vines, tables, enclosed), out)
        return
    for player in range(tables.players):
        out[player] = 0
        for row in enclosed[player]:
            out[player] += count_bits(row)


@inner_kernel
def count_bits(row):
    count = 0
    while row:
        row &= row - 1  # without the lowest bit
        count += 1
    return count


@inner_kernel
def count_surrounded(regions, out):
    players, vertices = regions.label.shape
    out[:players] = 0
    for vertex in range(vertices):
        holders = 0
        holder = -1
        for player in range(players):
            region = regions.label[player, vertex]
            if region != REACHES_RIM and regions.spoiled_by[region] == 0:
                holders += 1
                holder = player
        if holders == 1:
            out[holder] += 1

"""The specs that the random walks play: every kind of board, option and number of players."""

from __future__ import annotations

KAMIKEN = [
    "kamiken(size=1,komi=0)",
    "kamiken(size=2,komi=-0.5)",
    "kamiken(size=3,komi=0.5)",
    "kamiken(size=4,komi=0)",
    "kamiken(size=5,komi=0.5)",
    "kamiken(size=6,komi=-3)",
    "kamiken(size=7,komi=2.5)",
    "kamiken(size=9)",
]

WITH_HOLES = "..#../...../#...#/...../..#.."
WITH_A_HOLE = "...../.###./...../....."
DISCONNECTED = "..#.../..#.../##..../....##"
NARROW = "............"
LONE_CELLS = ".#.#.#.#./#.#.#.#.#/.#.#.#.#."
HEX_RING = "hex:.../..../..#../..../..."  # a hexagon without its middle
HEX_CORNERS_OFF = "hex:#..#/...../....../#.....#/....../...../#..#"
HEX_RAGGED = "hex:#../.#../...../##.#/..."

YDYUMBY = [
    "ydyumby(board=3x3,players=2)",
    "ydyumby(board=4x4,players=2)",
    "ydyumby(board=4x4,players=4,supply=1)",
    "ydyumby(board=5x4,players=3)",
    "ydyumby(board=3x9,players=2,supply=27)",
    "ydyumby(board=6x6,players=5)",
    "ydyumby(board=6x6,players=2,supply=3)",
    "ydyumby(board=7x5,players=6)",
    "ydyumby(board=8x4,players=8)",
    "ydyumby(board=8x8)",
    "ydyumby(board=7x7,players=7,supply=49)",
    "ydyumby(board=hex3,players=2)",
    "ydyumby(board=hex3,players=4)",
    "ydyumby(board=hex4,players=3,supply=5)",
    "ydyumby(board=hex5,players=5)",
    f"ydyumby(board={WITH_HOLES})",
    f"ydyumby(board={WITH_HOLES},players=5,supply=2)",
    f"ydyumby(board={WITH_A_HOLE},players=3)",
    f"ydyumby(board={DISCONNECTED},players=2)",
    f"ydyumby(board={NARROW},players=3)",
    f"ydyumby(board={LONE_CELLS},players=3)",
    f"ydyumby(board={HEX_RING})",
    f"ydyumby(board={HEX_RING},players=3,out=now)",
    f"ydyumby(board={HEX_CORNERS_OFF},players=4)",
    f"ydyumby(board={HEX_RAGGED},players=3)",
    f"ydyumby(board={HEX_RAGGED},players=2,supply=3,out=now)",
    "ydyumby(board=4x4,players=2,out=now)",
    "ydyumby(board=5x4,players=3,out=now)",
    "ydyumby(board=6x5,players=4,supply=4)",
    "ydyumby(board=6x5,players=4,supply=4,out=now)",
    "ydyumby(board=8x8,out=now)",
    "ydyumby(board=hex4,players=5,out=now)",
    f"ydyumby(board={WITH_HOLES},players=3,out=now)",
]

VYUN = [
    "vyun(board=2x2,players=2)",
    "vyun(board=2x2,players=3)",
    "vyun(board=2x7,players=2)",
    "vyun(board=3x3,players=2)",
    "vyun(board=3x2,players=3)",
    "vyun(board=4x4,players=2)",
    "vyun(board=4x3,players=4)",
    "vyun(board=5x5,players=2)",
    "vyun(board=5x3,players=5)",
    "vyun(board=4x5,players=6)",
    "vyun(board=3x4,players=7)",
    "vyun(board=4x4,players=8)",
]

MANU = [
    "manu(size=3,reserve=1,target=1)",
    "manu(size=3,reserve=4,target=4,squares=sweep)",
    "manu(size=4,reserve=8,target=4)",
    "manu(size=4,reserve=16,target=16,squares=sweep)",
    "manu(size=5,reserve=12,target=5)",
    "manu(size=5,reserve=2,target=2,squares=sweep)",
    "manu(size=5,reserve=25,target=1)",
    "manu(size=6,reserve=18,target=18)",
    "manu(size=6,reserve=18,target=12,squares=sweep)",
    "manu(size=7,reserve=24,target=10)",
    "manu(size=7,reserve=49,target=49)",
    "manu(size=9,reserve=40,target=20,squares=sweep)",
    "manu(size=3,reserve=9,target=9,squares=sweep,pivot=any)",
    "manu(size=4,reserve=8,target=4,squares=sweep,pivot=any,jump=prepares)",
    "manu(size=5,reserve=12,target=5,pivot=any)",
    "manu(size=5,reserve=12,target=12,squares=sweep,jump=prepares)",
    "manu(size=6,reserve=18,target=18,jump=prepares)",
    "manu(size=6,reserve=18,target=18,pivot=any,jump=prepares)",
    "manu(size=7,reserve=24,target=16,pivot=any)",
    "manu(size=7,reserve=24,target=16,squares=sweep,pivot=any)",
]

ALL = [*KAMIKEN, *YDYUMBY, *VYUN, *MANU]

# Boards too large to be played to the end against a judge, with the number of moves to play.
LARGEST = {
    "kamiken(size=26,komi=-676)": 8,
    "ydyumby(board=26x26,players=8)": 10,
    "ydyumby(board=hex13,players=2)": 14,
    "vyun(board=26x26,players=2)": 10,
    "manu(size=26)": 70,
    "manu(size=26,reserve=676,target=676,squares=sweep)": 60,
    "manu(size=26,pivot=any,jump=prepares)": 70,
}

# A few specs of each game, small enough for kernels that are not compiled.
TINY = [
    "kamiken(size=3,komi=0.5)",
    "kamiken(size=4,komi=-2)",
    "ydyumby(board=4x4,players=2)",
    "ydyumby(board=hex3,players=3)",
    f"ydyumby(board={DISCONNECTED},players=2)",
    f"ydyumby(board={HEX_RING},players=3,out=now)",
    "vyun(board=2x2,players=3)",
    "vyun(board=3x3,players=2)",
    "manu(size=4,reserve=8,target=4)",
    "manu(size=4,reserve=8,target=4,squares=sweep)",
    "manu(size=4,reserve=8,target=4,squares=sweep,pivot=any,jump=prepares)",
]

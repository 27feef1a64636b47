"""Kamiken's claims about corners, the centre and komi; the others are in kamiken_facts.py."""

from __future__ import annotations

from functools import partial

from kletka.lab.claims.base import (
    MORE_POINTS,
    POINTS_MATTER,
    BoardMap,
    Claim,
    Figures,
    Histogram,
    Row,
    Verdict,
    level_name,
    signed,
    told,
)
from kletka.lab.claims.kamiken_facts import FACTS, spec_of
from kletka.lab.claims.play import LEVELS, GameKind, GameRunner, margin, with_itself
from kletka.lab.claims.stats import at_each_level, difference_row, mean_row
from kletka.lab.move_values import exact_value
from kletka.language import Text
from kletka.library.fair import measured_boards
from kletka.library.proved import known_value
from kletka.position import Position, start
from kletka.spec import Spec

ENOUGH_NODES = 10_000_000


def board(size: int) -> Text:
    return Text(f"{size} by {size}", f"{size} на {size}")


# Corners and centre.


def first_cells(size: int) -> list[str]:
    """One cell for each set of mirror images."""
    position = start(spec_of(size))
    cells: dict[Position, str] = {}
    for name in position.board.names:
        cells.setdefault(position.play(name).canonical(), name)
    return list(cells.values())


def in_corner(name: str, size: int) -> bool:
    """Whether a cell lies in a corner region: in the outer third of its row and of its column."""
    x, y = ord(name[0]) - ord("A"), int(name[1:]) - 1
    third = round(size / 3)
    return all(min(place, size - 1 - place) < third for place in (x, y))


def is_centre(name: str, size: int) -> bool:
    x, y = ord(name[0]) - ord("A"), int(name[1:]) - 1
    return all(abs(2 * place - (size - 1)) <= 1 for place in (x, y))


def first_value(size: int, cell: str) -> float:
    """A task: the exact value of a first move for White."""
    value = exact_value(start(spec_of(size)).play(cell), 0, ENOUGH_NODES)
    assert value is not None
    return value


def _spread_map(title: Text, size: int, values: dict[str, float]) -> BoardMap:
    """A map of all cells, from the values of one cell for each set of mirror images."""
    position = start(spec_of(size))
    known = {position.play(cell).canonical(): value for cell, value in values.items()}
    cells = [known[position.play(name).canonical()] for name in position.board.names]
    return BoardMap(title, [list(cells[row * size : row * size + size]) for row in range(size)])


def measure_corners(runner: GameRunner) -> Figures:
    rows: list[Row] = []
    maps: list[BoardMap] = []
    for size in (3, 4) if runner.tiny else (3, 4, 5):
        cells = first_cells(size)
        values = dict(
            zip(cells, runner.each(first_value, [(size, cell) for cell in cells]), strict=True)
        )
        rows += _exact_rows(size, values)
        title = Text(f"{size}x{size}, exact", f"{size}x{size}, точно")
        maps.append(_spread_map(title, size, values))
    for size in () if runner.tiny else (6, 7):
        rows += _known_rows(size)
    for size in (4,) if runner.tiny else (7, 9):
        played = {level: first_leads(runner, size, level) for level in LEVELS}
        rows += at_each_level(LEVELS, partial(_played_rows, size, played))
        maps += [_mean_map(size, level, leads) for level, leads in played.items()]
    return Figures(rows, maps)


def first_leads(runner: GameRunner, size: int, level: int) -> dict[str, list[float]]:
    """White's leads in games of a level against itself, by the first move."""
    cells = first_cells(size)
    kinds = [GameKind(spec_of(size), with_itself(level), (cell,)) for cell in cells]
    return dict(zip(cells, runner.watch_all(margin, kinds, 60), strict=True))


def _played_rows(size: int, played: dict[int, dict[str, list[float]]], level: int) -> list[Row]:
    by_cell = played[level].items()
    corner = [lead for cell, leads in by_cell if in_corner(cell, size) for lead in leads]
    centre = [lead for cell, leads in by_cell if is_centre(cell, size) for lead in leads]
    where, panel = board(size), Text("White's lead in play", "Перевес белых в игре")
    rows = []
    for key, words, leads in (
        ("corner", Text("corner region", "у угла"), corner),
        ("centre", Text("centre", "центр"), centre),
    ):
        label = Text(f"{where.en}, first move: {words.en}", f"{where.ru}, первый ход: {words.ru}")
        rows.append(mean_row(f"play-{key}-{size}", label, leads, panel))
    label = Text(f"{where.en}, corner less centre", f"{where.ru}, угол минус центр")
    rows.append(difference_row(f"play-gain-{size}", label, corner, centre, panel))
    return rows


def _mean_map(size: int, level: int, played: dict[str, list[float]]) -> BoardMap:
    means = {cell: sum(leads) / len(leads) for cell, leads in played.items()}
    name = level_name(level)
    title = Text(
        f"{size}x{size}, White's mean lead, {name.en}",
        f"{size}x{size}, средний перевес белых, {name.ru}",
    )
    return _spread_map(title, size, means)


def _exact_rows(size: int, values: dict[str, float]) -> list[Row]:
    where = board(size)
    corner = max(value for cell, value in values.items() if in_corner(cell, size))
    centre = max(value for cell, value in values.items() if is_centre(cell, size))
    return [
        Row(
            f"exact-gain-{size}",
            Text(
                f"{where.en}, exact: best corner move {signed(corner)}, centre "
                f"{signed(centre)}; gain",
                f"{where.ru}, точно: лучший ход у угла {signed(corner)}, центр {signed(centre)}; "
                "выигрыш",
            ),
            corner - centre,
        )
    ]


def _known_rows(size: int) -> list[Row]:
    """From the table of proofs, which has all best first moves but not the values of others."""
    proof = known_value(spec_of(size))
    if proof is None:
        return []
    best = {str(move) for move in proof.best}
    corner = any(in_corner(cell, size) for cell in best if cell != "pass")
    centre = any(is_centre(cell, size) for cell in best if cell != "pass")
    where = board(size)
    return [
        Row(
            f"exact-gain-{size}",
            Text(
                f"{where.en}, exact: {len(best - {'pass'})} of {size * size} first moves are best; "
                "corner among them less centre among them",
                f"{where.ru}, точно: лучших первых ходов {len(best - {'pass'})} из {size * size}; "
                "угол среди них минус центр среди них",
            ),
            float(corner) - float(centre),
        )
    ]


def judge_corners(figures: Figures) -> Verdict:
    played, exact = figures.rows_of("play-gain-"), figures.rows_of("exact-gain-")
    if all(row.above(MORE_POINTS) for row in played):
        return Verdict.HOLDS
    if all(row.below(MORE_POINTS) for row in played) and not any(row.above(0) for row in exact):
        return Verdict.FAILS
    if all(row.value > 0 for row in exact):
        return Verdict.SMALL
    return Verdict.OPEN


def find_corners(figures: Figures) -> Text:
    exact = figures.rows_of("exact-gain-")
    better = sum(row.value > 0 for row in exact)
    worse = sum(row.value < 0 for row in exact)
    keys = dict.fromkeys(row.key for row in figures.rows_of("play-gain-"))
    gains = [(told(figures, key, signed), f"{key[10:]}x{key[10:]}") for key in keys]
    listed_en = "; ".join(f"on {where} {gain.en}" for gain, where in gains)
    listed_ru = "; ".join(f"на {where} {gain.ru}" for gain, where in gains)
    return Text(
        f"On {len(exact)} boards the answer is exact: the corner is better than the centre on "
        f"{better}, worse on {worse} and equal on {len(exact) - better - worse}. In play between "
        f"equal engines a first move near a corner, compared with the centre, brings White, in "
        f"points: {listed_en}.",
        f"На {len(exact)} досках ответ точный: угол лучше центра на {better}, хуже на {worse}, "
        f"равен на {len(exact) - better - worse}. В игре равных движков первый ход у угла по "
        f"сравнению с центром даёт белым в очках: {listed_ru}.",
    )


# Komi.


def measure_komi(runner: GameRunner) -> Figures:
    rows: list[Row] = []
    for size in range(1, 9):
        proof = known_value(spec_of(size))
        if proof is not None:
            where = board(size)
            label = Text(f"{where.en}, exact", f"{where.ru}, точно")
            rows.append(Row(f"exact-{size}", label, proof.value, panel=_LEAD))
    sizes = (4, 5) if runner.tiny else (7, 8, 9, 10, 11)
    played = {level: _leads_without_komi(runner, sizes, level) for level in LEVELS}
    rows += at_each_level(
        LEVELS,
        lambda level: [
            mean_row(
                f"play-{size}",
                Text(f"{board(size).en}, in play", f"{board(size).ru}, в игре"),
                leads,
                _LEAD,
            )
            for size, leads in played[level].items()
        ],
    )
    histograms = [_histogram(size, LEVELS[-1], leads) for size, leads in played[LEVELS[-1]].items()]
    return Figures(rows, [], histograms)


def _leads_without_komi(
    runner: GameRunner, sizes: tuple[int, ...], level: int
) -> dict[int, list[float]]:
    kinds = [GameKind(spec_of(size), with_itself(level)) for size in sizes]
    return dict(zip(sizes, runner.watch_all(margin, kinds, 200), strict=True))


def _histogram(size: int, level: int, leads: list[float]) -> Histogram:
    name = level_name(level)
    counts = {int(lead): leads.count(lead) for lead in sorted(set(leads))}
    title = Text(
        f"{size}x{size}: White's lead, {name.en}", f"{size}x{size}: перевес белых, {name.ru}"
    )
    return Histogram(title, counts)


_LEAD = Text("White's lead without komi", "Перевес белых без коми")


def judge_komi(figures: Figures) -> Verdict:
    played = figures.rows_of("play-")
    if all(row.above(MORE_POINTS) for row in played):
        return Verdict.HOLDS
    return Verdict.FAILS if all(row.below(MORE_POINTS) for row in played) else Verdict.OPEN


def find_komi(figures: Figures) -> Text:
    none = [row.key[6:] for row in figures.rows_of("exact-") if row.value <= 0]
    boards = ", ".join(f"{size}x{size}" for size in none)
    fair = [(known.komi, Spec(known.spec).options["size"]) for known in measured_boards("kamiken")]
    listed_en = ", ".join(f"{komi:g} on {size}x{size}" for komi, size in fair)
    listed_ru = ", ".join(f"{komi:g} на {size}x{size}" for komi, size in fair)
    measured = Text("", "")
    if fair:
        measured = Text(
            f" In games at several komis, chances are nearest to even with a komi of {listed_en}.",
            f" По партиям с разными коми шансы ближе всего к равным при коми {listed_ru}.",
        )
    sizes = [row.key[5:] for row in figures.at(LEVELS[-1]).rows_of("play-")]
    leads = [(f"{size}x{size}", told(figures, f"play-{size}", signed)) for size in sizes]
    leads_en = ", ".join(f"{lead.en} on {where}" for where, lead in leads)
    leads_ru = ", ".join(f"на {where} {lead.ru}" for where, lead in leads)
    return Text(
        f"With best play the first player gains nothing on {boards}; this is exact. White's mean "
        f"lead in play: {leads_en}.{measured.en}",
        f"При лучшей игре первый ничего не выигрывает на {boards}; это точно. Средний перевес "
        f"белых в партиях: {leads_ru}.{measured.ru}",
    )


CLAIMS = [
    Claim(
        "kamiken-corners",
        "kamiken",
        Text(
            "The first move in the centre is a mistake: the region of the corners is better.",
            "Первый ход в центр ошибочен: выгоднее область углов.",
        ),
        Text(
            "On small boards every first move is solved to the end. On 7x7 and 9x9 each first move "
            "is tried in games of the engine against itself (no komi); the corner's region is the "
            "outer third both ways, rounded.",
            "На малых досках каждый первый ход решён до конца. На 7x7 и 9x9 каждый первый ход "
            "проверен в партиях движка с самим собой (без коми); область угла — внешняя треть по "
            "обеим сторонам, с округлением.",
        ),
        measure_corners,
        judge_corners,
        find_corners,
        Text("points for White", "очки в пользу белых"),
        0.0,
        POINTS_MATTER,
    ),
    Claim(
        "kamiken-komi",
        "kamiken",
        Text(
            "The first player has an advantage, so the second needs a komi.",
            "У первого игрока преимущество, поэтому второму нужна фора (коми).",
        ),
        Text(
            "Exact values of small boards without komi; on larger ones the lead of the first "
            "player in games of the engine against itself.",
            "Точные оценки малых досок без коми; на больших — перевес первого в партиях движка с "
            "самим собой.",
        ),
        measure_komi,
        judge_komi,
        find_komi,
        Text("points for White", "очки в пользу белых"),
        0.0,
        POINTS_MATTER,
    ),
    *FACTS,
]

"""Claims: all measurements on tiny boards, the observed facts, and the rules for verdicts."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import kletka
from kletka import GAMES
from kletka.agents.match import GameResult
from kletka.engine.solving import solve
from kletka.lab.claims import claims_of, kamiken, kamiken_facts, manu, vyun, ydyumby
from kletka.lab.claims.base import Figures, Row, Verdict, told
from kletka.lab.claims.clustered import correlation_in_games, mean_in_games, share_in_games
from kletka.lab.claims.manu_facts import Crossings, freedom
from kletka.lab.claims.manu_parity import (
    ends_with_an_empty_reserve,
    one_fewer_for_black,
    value_with_one_fewer,
)
from kletka.lab.claims.play import GameKind, GameRunner, InvalidEffort, margin
from kletka.lab.claims.report import (
    FIGURES,
    PAGES,
    ClaimResult,
    InvalidFigures,
    measure_claims,
    page_of,
    read_figures,
    with_numbers,
    write_report,
)
from kletka.lab.claims.stats import (
    at_each_level,
    correlation_row,
    leader_shares,
    mean_row,
    share_row,
)
from kletka.lab.claims.together import Judged, judge_together
from kletka.lab.claims.vyun_facts import Vines, closings
from kletka.lab.claims.ydyumby_facts import explore, supports_of, weakest_group
from kletka.lab.worker_pools import WorkerPool, open_pool
from kletka.language import Text
from kletka.library.proved import proofs_of

DOCS = Path(__file__).parent.parent.parent / "docs" / "claims"
ANY = Text("any", "любое")


@pytest.fixture(scope="module")
def pool() -> Iterator[WorkerPool]:
    with open_pool(workers=1) as pool:
        yield pool


@pytest.fixture(scope="module")
def report(pool: WorkerPool, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("claims")
    results = measure_claims(GameRunner(pool, "tiny"), claims_of(), folder, lambda _: None)
    write_report(results, folder)
    return folder


# The whole.


def test_every_claim_is_measured_judged_and_reported_in_both_languages(report: Path) -> None:
    pages = {language: (report / page).read_text("utf-8") for language, page in PAGES.items()}
    measured = read_figures(report / FIGURES)
    judged = judge_together(list(measured.values()), len(claims_of()))
    for known in measured.values():
        claim = known.claim
        assert known.figures.rows
        for language, page in pages.items():
            assert claim.says.say(language) in page
            assert with_numbers(claim.finding(known.figures).say(language), language) in page
            assert f"{judged[claim.name].verdict.text.say(language)}.**" in page
    assert len(read_figures(report / FIGURES)) == len(claims_of())


def test_pictures_in_the_pages_exist(report: Path) -> None:
    for page in PAGES.values():
        pictures = re.findall(r"\]\(([^)]+\.svg)\)", (report / page).read_text("utf-8"))
        assert len(pictures) >= 15
        assert all(
            (report / picture).read_text("utf-8").startswith("<?xml") for picture in pictures
        )


def test_measured_figures_are_kept_and_the_same_seed_gives_the_same(
    report: Path, pool: WorkerPool
) -> None:
    before = (report / FIGURES).read_text("utf-8")
    again = measure_claims(GameRunner(pool, "tiny"), claims_of(["manu"]), report, lambda _: None)
    assert (report / FIGURES).read_text("utf-8") == before
    assert len(again) == len(claims_of())
    fresh = GameRunner(pool, "tiny")
    for known in again:
        if known.claim.name in ("kamiken-komi", "ydyumby-group", "vyun-centre", "manu-reserve"):
            assert known.claim.measure(fresh).to_json() == known.figures.to_json()


def test_a_file_of_another_kind_is_not_changed(tmp_path: Path) -> None:
    (tmp_path / FIGURES).write_text("buy milk\n", "utf-8")
    with pytest.raises(InvalidFigures, match="does not hold the figures"):
        read_figures(tmp_path / FIGURES)


def test_an_effort_must_be_known(pool: WorkerPool) -> None:
    with pytest.raises(InvalidEffort, match="no effort 'huge'"):
        GameRunner(pool, "huge")


def test_names_are_unique_and_every_game_has_claims() -> None:
    every = claims_of()
    assert len({claim.name for claim in every}) == len(every)
    assert {claim.game for claim in every} == set(GAMES)
    assert all(claim.name.startswith(claim.game) for claim in every)


# The report that is checked in.


def test_the_checked_in_report_follows_from_its_figures() -> None:
    kept = list(read_figures(DOCS / FIGURES).values())
    assert [known.claim for known in kept] == claims_of()
    for language, page in PAGES.items():
        assert (DOCS / page).read_text("utf-8") == page_of(kept, language)


def test_russian_numbers_are_written_as_in_russian() -> None:
    assert with_numbers("1,234 of 0.5", "en") == "1,234 of 0.5"
    assert with_numbers("1,234 из 0.5 на 3,4", "ru") == "1\N{NO-BREAK SPACE}234 из 0,5 на 3,4"


# Statistics.


def test_intervals() -> None:
    half = share_row("k", ANY, [1.0, 0.0] * 50)
    assert half.value == 0.5
    assert half.low == pytest.approx(0.4038, abs=1e-4)  # Wilson's, as in the textbooks
    assert half.high == pytest.approx(0.5962, abs=1e-4)
    assert share_row("k", ANY, [1.0] * 10).high == 1.0
    mean = mean_row("k", ANY, [1.0, 2.0, 3.0, 4.0])
    assert mean.value == 2.5
    assert mean.low == pytest.approx(2.5 - 1.96 * 1.29099 / 2, abs=1e-3)
    line = correlation_row("k", ANY, [(1.0, 2.0), (2.0, 4.0), (3.0, 6.0), (4.0, 8.1)])
    assert line.value > 0.99
    assert leader_shares([(2, 1.0), (-1, 1.0), (0, 0.5)]) == [1.0, 0.0]


def test_turns_of_one_game_are_not_independent() -> None:
    """The same turns in fewer, longer games leave more doubt."""
    ones, zeros = [1.0] * 5, [0.0] * 5
    apart = [[number] for number in ones * 20 + zeros * 20]
    together = [ones, zeros] * 20
    for row_of in (share_in_games, mean_in_games):
        alone, whole = row_of("k", ANY, apart), row_of("k", ANY, together)
        assert alone.value == whole.value == 0.5
        assert alone.games == whole.games == 200
        assert _width(whole) > 2 * _width(alone)
    independent = share_row("k", ANY, ones * 20 + zeros * 20)
    assert _width(share_in_games("k", ANY, apart)) == pytest.approx(_width(independent), rel=0.02)
    assert share_in_games("k", ANY, [ones] * 40).low == pytest.approx(0.9124, abs=1e-3)  # 40 games


def test_a_correlation_within_games() -> None:
    source = random.Random(1)
    pairs = [(x, x + source.gauss(0, 1)) for x in (source.gauss(0, 1) for _ in range(400))]
    plain = correlation_row("k", ANY, pairs)
    apart = correlation_in_games("k", ANY, [[pair] for pair in pairs])
    assert apart.value == pytest.approx(plain.value)
    assert _width(apart) == pytest.approx(_width(plain), rel=0.2)
    repeated = correlation_in_games("k", ANY, [[pair] * 5 for pair in pairs])
    assert repeated.value == pytest.approx(plain.value)
    assert _width(repeated) == pytest.approx(_width(apart), rel=0.01)
    assert correlation_in_games("k", ANY, [pairs, []]).low == -1.0


def _width(row: Row) -> float:
    assert row.low is not None
    assert row.high is not None
    return row.high - row.low


def test_too_few_games_have_no_interval() -> None:
    for row, value in ((share_row("k", ANY, []), 0.5), (mean_row("k", ANY, [7.0]), 7.0)):
        assert not row.above(value - 0.4)
        assert not row.below(value + 0.4)


# Verdicts.


def figure(key: str, low: float, high: float) -> Row:
    return Row(key, ANY, (low + high) / 2, low, high, 100)


def test_verdicts_follow_the_figures() -> None:
    above, below, across = (0.6, 0.7), (0.3, 0.4), (0.4, 0.6)
    for bounds, verdict in (
        (above, Verdict.HOLDS),
        (below, Verdict.FAILS),
        (across, Verdict.OPEN),
    ):
        assert manu.judge_lines(Figures([figure("wins-lines", *bounds)])) is verdict
        assert manu.judge_reserve(Figures([figure("wins-tight", *bounds)])) is verdict
    assert manu.judge_aligned(Figures([figure("wins-aligned", *below)])) is Verdict.HOLDS
    gains = [figure("gain-5", 0.6, 0.8), figure("gain-6", 0.6, 0.8), figure("gain-7", -1, 1)]
    assert vyun.judge_centre(Figures(gains)) is Verdict.SMALL
    assert vyun.judge_centre(Figures(gains[:2])) is Verdict.HOLDS
    for bounds, verdict in (
        ((0.3, 0.4), Verdict.HOLDS),
        ((0.20, 0.21), Verdict.FAILS),
        ((0.1, 0.4), Verdict.OPEN),
    ):
        rings = [figure("worth-one", 0.20, 0.22), figure("worth-many", *bounds)]
        assert vyun.judge_joining(Figures(rings)) is verdict
    assert ydyumby.judge_pieces(Figures([Row("most-x", ANY, 24)])) is Verdict.OPEN
    assert ydyumby.judge_pieces(Figures([Row("most-x", ANY, 25)])) is Verdict.FAILS
    assert kamiken.judge_komi(Figures([figure("play-7", 0.6, 1.0)])) is Verdict.HOLDS
    assert kamiken_facts.judge_tree(Figures([figure("tree-x", 300, 310)])) is Verdict.HOLDS
    assert kamiken_facts.judge_tree(Figures([figure("tree-x", 100, 110)])) is Verdict.FAILS


def lines_result(name: str, low: float, high: float) -> ClaimResult:
    claim = next(claim for claim in claims_of() if claim.name == "manu-lines")
    figures = Figures([figure("wins-lines", low, high)])
    return ClaimResult(replace(claim, name=name), "tiny", 0.1, figures)


def test_claims_are_judged_together() -> None:
    """What one of two claims would settle, one of nineteen does not: Holm's method."""
    clear, close = lines_result("clear", 0.62, 0.66), lines_result("close", 0.56, 0.64)
    alone = judge_together([close], 1)
    assert alone["close"].verdict is Verdict.HOLDS
    many = judge_together([clear, close], 19)
    assert many["clear"].verdict is Verdict.HOLDS
    assert many["close"].verdict is Verdict.OPEN
    assert many["close"].error == pytest.approx(18 * alone["close"].error, rel=1e-3)
    for known in ("clear", "close"):
        assert 0 < many[known].error <= 1


def at_levels(*bounds: tuple[float, float]) -> Figures:
    """The figure of `manu-lines` with these intervals, one for each level from 2 on."""
    rows = [replace(figure("wins-lines", *each), level=n + 2) for n, each in enumerate(bounds)]
    return Figures(rows)


def test_a_verdict_needs_every_level() -> None:
    claim = next(claim for claim in claims_of() if claim.name == "manu-lines")
    above, below, across = (0.6, 0.7), (0.3, 0.4), (0.4, 0.6)
    for bounds, verdict in (
        ([above, above], Verdict.HOLDS),
        ([below, below], Verdict.FAILS),
        ([above, across], Verdict.OPEN),
        ([above, below], Verdict.OPEN),
    ):
        assert claim.verdict(at_levels(*bounds)) is verdict
        assert claim.verdict(at_levels(*reversed(bounds))) is verdict


def test_the_level_with_the_larger_error_counts() -> None:
    claim = next(claim for claim in claims_of() if claim.name == "manu-lines")
    close, clear = (0.56, 0.64), (0.62, 0.66)
    errors = [
        judge_together([ClaimResult(claim, "tiny", 0.1, at_levels(*bounds))], 1)[claim.name].error
        for bounds in ([clear], [close], [close, clear])
    ]
    assert errors[0] < errors[1] == errors[2]


def test_figures_that_do_not_depend_on_a_level_count_at_each() -> None:
    exact = Row("exact-gain-3", ANY, 0)
    played = [replace(figure("play-gain-7", -1, 0.2), level=level) for level in (2, 4)]
    corners = next(claim for claim in claims_of() if claim.name == "kamiken-corners")
    assert corners.verdict(Figures([exact, *played])) is Verdict.FAILS
    better = replace(exact, value=1)
    assert corners.verdict(Figures([better, *played])) is Verdict.SMALL


def test_a_verdict_that_stands_is_the_strongest_one_that_does() -> None:
    """All four boards are clear enough for `holds`; two are clearer still, but that is `small`."""
    claim = next(claim for claim in claims_of() if claim.name == "vyun-centre")
    gains = [figure(f"gain-{size}", 0.9, 1.1) for size in (5, 6)]
    gains += [figure(f"gain-{size}", 0.75, 1.25) for size in (7, 8)]
    known = ClaimResult(claim, "tiny", 0.1, Figures(gains))
    assert judge_together([known], 1)[claim.name].verdict is Verdict.HOLDS


def test_levels_are_measured_side_by_side() -> None:
    rows = at_each_level((2, 4), lambda level: [Row("a", ANY, level), Row("b", ANY, 10 * level)])
    assert [(row.key, row.level, row.value) for row in rows] == [
        ("a", 2, 2),
        ("a", 4, 4),
        ("b", 2, 20),
        ("b", 4, 40),
    ]
    assert told(Figures(rows), "b", "{:.0f}".format) == Text(
        "20 (level 2) and 40 (level 4)", "20 (уровень 2) и 40 (уровень 4)"
    )
    assert told(Figures([Row("c", ANY, 0.5)]), "c").en == "50 %"


def test_an_exact_figure_is_not_in_doubt() -> None:
    claim = next(claim for claim in claims_of() if claim.name == "kamiken-sure-point")
    exact = ClaimResult(claim, "tiny", 0.1, Figures([Row("adjacent", ANY, 2)]))
    assert judge_together([exact], 19)[claim.name] == Judged(Verdict.HOLDS, 0.0)


def test_an_effect_that_is_sure_but_too_small_does_not_hold() -> None:
    assert manu.judge_lines(Figures([figure("wins-lines", 0.51, 0.54)])) is Verdict.FAILS
    assert manu.judge_stones(Figures([figure("r-crowd", 0.02, 0.08)])) is Verdict.FAILS
    assert kamiken.judge_komi(Figures([figure("play-7", 0.1, 0.4)])) is Verdict.FAILS


def test_every_uncertain_claim_says_what_matters() -> None:
    exact = {"kamiken-sure-point", "ydyumby-pieces", "ydyumby-supports"}
    assert {claim.name for claim in claims_of() if claim.matters is None} == exact


# Facts.


def test_the_first_player_of_tiny_manu_runs_out_of_stones_first() -> None:
    lost = [proof for proof in proofs_of("manu") if proof.value < 0]
    assert sum(map(ends_with_an_empty_reserve, lost)) > len(lost) / 2
    spec = kletka.Spec("manu(size=4,reserve=2,target=2)")
    assert one_fewer_for_black(spec).stocks[1]["reserve"] == 1
    assert solve(kletka.start(spec)).value == -1  # type: ignore[union-attr]
    assert value_with_one_fewer(spec) == 1


def test_sure_points_are_sure() -> None:
    assert kamiken_facts.is_sure(5, (4, 0), [(3, 1), (4, 1)])  # the inventor's D2 and E2 for E1
    assert kamiken_facts.is_sure(7, (0, 0), [(0, 1), (2, 0)])
    assert kamiken_facts.is_sure(7, (3, 0), [(2, 0), (4, 1)])
    assert not kamiken_facts.is_sure(7, (0, 0), [(0, 1)])
    assert not kamiken_facts.is_sure(7, (0, 0), [(1, 1)])  # guarded, but not attacked
    position = kletka.start("kamiken(size=5)").play("C3").play("D2").play("A5").play("E2")
    assert not {"E1", "D1"} & {str(move) for move in position.moves}  # White can never come near


def test_first_cells_are_one_of_each_set_of_mirror_images() -> None:
    assert [len(kamiken.first_cells(size)) for size in (3, 4, 5)] == [3, 3, 6]
    assert kamiken.in_corner("B2", 7)
    assert not kamiken.in_corner("C3", 7)
    assert kamiken.is_centre("D4", 7)
    assert kamiken.is_centre("B2", 4)
    assert kamiken.first_value(3, "A1") <= 2


def test_supports_are_those_of_the_library() -> None:
    position = kletka.start("ydyumby(board=5x5)").play("C3").play("C1").play("D5")
    seen = supports_of(position)
    names = {position.board.names[cell]: len(directions) for cell, directions in seen.items()}
    assert names == {"C3": 3, "C1": 3, "D5": 4}  # an edge's own cell sees it at once
    assert weakest_group(position) == ["C3", "D5"]


def test_all_positions_of_a_tiny_board() -> None:
    moves, back, most = explore("ydyumby(board=3x3,supply=9)")
    assert moves > 0
    assert (back, most) == (0, 4)


def test_a_ring_knows_its_sprouts() -> None:
    one = Vines()
    one.plant(0)
    for square, into in ((0, 1), (1, 3), (3, 2)):
        one.grow(square, into)
    assert one.ring(3, 2) is None
    one.grow(2, 0)
    assert one.ring(2, 0) == [0, 0, 0, 0]
    two = Vines()
    two.plant(0)
    two.plant(3)
    for square, into in ((0, 1), (0, 2), (3, 1), (3, 2)):
        two.grow(square, into)
    ring = two.ring(3, 2)
    assert ring is not None
    assert set(ring) == {0, 3}


def test_closings_are_found_in_a_game() -> None:
    moves = "A1 pass A1>B1 pass B1>B2 pass B2>A2 pass A2>A1 pass pass".split()
    positions = [kletka.start("vyun(board=2x2)")]
    for move in moves:
        positions.append(positions[-1].play(move))
    game = GameResult((0, 1), (1.0, 0.0), positions[-1].points, tuple(map(kletka.Move, moves)))
    assert closings(positions, game) == [(1, 4, 1)]


def test_lines_to_jump_on_are_the_legal_ones() -> None:
    """Every legal jump starts on a counted line, and counted lines obey rule 2."""
    position = kletka.start("manu(size=9)")
    for move in "D4 D6 F4 H4 B7 B2 F8 H8".split():
        position = position.play(move)
    player = position.to_move
    assert player is not None
    lines = Crossings(position).lines(player)
    jumps = {str(move) for move in position.moves if ">" in str(move)}
    assert len(jumps) <= lines <= 4 * 4
    assert Crossings(position).pairs_on_a_line(0) == 2  # D4 and F4, F4 and F8


def test_freedom_is_counted_when_a_fifth_of_the_board_is_filled() -> None:
    positions = [kletka.start("manu(size=4)")]
    for move in "A1 D1 A4 D4".split():
        positions.append(positions[-1].play(move))
    game = GameResult((0, 1), (0.5, 0.5), (0, 0), ())
    assert freedom(positions[:4], game) is None  # 3 of 16 crossings are too few
    assert freedom(positions, game) == (3.0, Crossings(positions[-1]).lines(0) * 2)


def test_games_are_played_once_and_are_repeatable(pool: WorkerPool) -> None:
    runner = GameRunner(pool, "tiny")
    kind = GameKind("kamiken(size=4,komi=0)", ("level1", "random"))
    first = runner.watch(margin, kind, 300)
    assert runner.watch(margin, kind, 300) is first
    assert GameRunner(pool, "tiny").watch(margin, kind, 300) == first
    assert len(set(first)) > 1

"""Absent players: since when, reminders, and claims in games without a clock; time is simulated."""

from __future__ import annotations

from pathlib import Path

import pytest

from kletka.record import Record
from kletka.web.live import absence
from kletka.web.live.absence import CLAIM_AFTER, MINUTE, MOST_REMINDERS, REMIND_AGAIN
from kletka.web.live.clocks import Clock
from kletka.web.live.game import LiveGame
from kletka.web.live.room_services import Message
from kletka.web.live.rooms import Decide, Room
from kletka.web.live.seat_keys import Viewer
from kletka.web.live.views import written_record
from kletka.web.refusals import Refused
from tests.web.browser.serving import Server
from tests.web.clients import NewGame
from tests.web.live_games import apply, game_of, kinds, play
from tests.web.test_rooms import RecordingListener, World, in_a_world
from tests.web.test_rooms import game as terms
from tests.web.test_rooms import play as play_in

KAMIKEN = "kamiken(size=4)"
HERE = None


class Seated(RecordingListener):
    """A connected player."""

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seats = frozenset([seat])

    @property
    def presence(self) -> Message:
        return [message for message in self.heard if message["type"] == "presence"][-1]


def sit(room: Room, seat: int) -> Seated:
    player = Seated(seat)
    room.add_listener(player, None, Viewer(player.seats))
    return player


def claiming(room: Room, seat: int) -> Decide:
    return lambda game, now: absence.claim(game, [seat], room.away(), now)


def refusal(game: LiveGame, seat: int, away: list[int | None], now: int = CLAIM_AFTER) -> str:
    with pytest.raises(Refused) as refused:
        absence.claim(game, [seat], away, now)
    assert refused.value.text.ru
    return refused.value.text.en


def test_who_stays_away_on_their_turn_loses_by_a_claim() -> None:
    game = game_of(KAMIKEN, "here here")
    play(game, "B2", at=0)
    events = apply(game, absence.claim(game, [0], [HERE, CLAIM_AFTER], CLAIM_AFTER))
    assert kinds(events) == ["retired", "over"]
    assert game.outcome is not None
    assert (game.outcome.winners, game.outcome.why) == ((0,), "left")
    assert game.outcome.reason == (
        "Black left the game: White wins.",
        "Чёрные покинули партию: победили белые.",
    )
    record = Record.parse(written_record(game, 0))
    assert (record.result, record.tags["Termination"]) == ("1-0", "left")


def test_among_several_the_others_play_on() -> None:
    game = game_of("vyun(board=3x3,players=3)", "here here here")
    play(game, "A1", at=0)
    apply(game, absence.claim(game, [2], [HERE, CLAIM_AFTER, HERE], CLAIM_AFTER))
    assert (game.retired, game.over) == ({1: "left"}, False)


@pytest.mark.parametrize(
    ("seats", "turns", "claimant", "away", "sentence"),
    [
        ("here here", "B2", 0, [HERE, HERE], "Black is here, so there is nothing to claim"),
        ("here here", "B2", 1, [CLAIM_AFTER, HERE], "it is your own turn"),
        ("here here", "", 0, [HERE, CLAIM_AFTER], "it is your own turn"),
        ("here level1", "B2", 0, [HERE, HERE], "the server moves for Black: nobody is absent"),
        ("here link", "B2", 0, [HERE, HERE], "nobody has taken the seat of Black yet"),
        ("here here", "B2", 0, [HERE, 9 * MINUTE], "you can claim in 1 minute"),
        ("here here", "B2", 0, [HERE, 1], "you can claim in 10 minutes"),
        ("here here", "B2", 2, [HERE, CLAIM_AFTER], "this is not your seat"),
    ],
)
def test_a_claim_that_is_not_due_is_refused_in_a_sentence(
    seats: str, turns: str, claimant: int, away: list[int | None], sentence: str
) -> None:
    game = game_of(KAMIKEN, seats)
    play(game, turns, at=0)
    assert sentence in refusal(game, claimant, away)
    assert not game.retired


def test_nothing_can_be_claimed_against_a_clock_or_after_the_end() -> None:
    timed = game_of(KAMIKEN, "here here", Clock("days", days=3))
    play(timed, "B2", at=0)
    assert "game with a clock" in refusal(timed, 0, [HERE, CLAIM_AFTER])
    over = game_of(KAMIKEN, "here here")
    apply(over, over.retire(0, "resign", 0))
    assert refusal(over, 1, [CLAIM_AFTER, HERE]) == "the game is over"


def test_absence_counts_only_from_the_turn_on() -> None:
    """A player who is away for hours still has ten minutes from the moment they can move."""
    game = game_of(KAMIKEN, "here here")
    day = 24 * 60 * MINUTE
    play(game, "B2", at=day)
    assert "10 minutes" in refusal(game, 0, [HERE, day], now=day)
    assert "1 minute" in refusal(game, 0, [HERE, day], now=day + 9 * MINUTE)
    assert absence.claim(game, [0], [HERE, day], day + CLAIM_AFTER)


def test_reminders_are_few_and_forgotten_with_the_turn() -> None:
    game = game_of(KAMIKEN, "here here")
    play(game, "B2", at=0)
    now = 0
    for _ in range(MOST_REMINDERS):
        apply(game, absence.remind(game, [0], now))
        with pytest.raises(Refused, match=r"one reminder a minute|reminders in one turn"):
            absence.remind(game, [0], now + REMIND_AGAIN - 1)
        now += REMIND_AGAIN
    with pytest.raises(Refused, match="3 reminders in one turn are enough"):
        absence.remind(game, [0], now)
    with pytest.raises(Refused, match="your own turn"):
        absence.remind(game, [1], now)
    reminders = [game.reminder]
    play(game, "pass", at=now)
    reminders.append(game.reminder)
    apply(game, absence.remind(game, [1], now))
    assert [*reminders, game.reminder] == [(1, 0), None, (0, 1)]


def test_the_time_runs_for_a_player_who_leaves_and_stops_on_return(tmp_path: Path) -> None:
    async def story(world: World) -> None:
        room = await world.registry().open(terms(), None)
        white, black = sit(room, 0), sit(room, 1)
        await play_in(room, "B2")
        world.now += 3 * CLAIM_AFTER
        with pytest.raises(Refused, match="Black is here"):
            await room.act(claiming(room, 0))
        room.remove_listener(black)
        assert white.presence["away"] == [None, 0]
        assert white.presence["claim"] == {"seat": 1, "wait": CLAIM_AFTER}
        world.now += CLAIM_AFTER - 1
        with pytest.raises(Refused, match="in 1 minute"):
            await room.act(claiming(room, 0))
        black = sit(room, 1)
        assert white.presence["claim"] is None
        world.now += 1
        with pytest.raises(Refused, match="Black is here"):
            await room.act(claiming(room, 0))
        room.remove_listener(black)
        world.now += CLAIM_AFTER
        await room.act(claiming(room, 0))
        assert room.game.outcome is not None
        assert room.game.outcome.winners == (0,)

    in_a_world(tmp_path, story)


def test_a_seat_that_is_open_in_another_browser_is_not_away(tmp_path: Path) -> None:
    async def story(world: World) -> None:
        room = await world.registry().open(terms(), None)
        phone, _ = sit(room, 0), sit(room, 0)
        room.remove_listener(phone)
        world.now += CLAIM_AFTER
        assert room.away()[0] is None

    in_a_world(tmp_path, story)


def test_a_restart_is_nobodys_absence(tmp_path: Path) -> None:
    async def story(world: World) -> None:
        room = await world.registry().open(terms(), None)
        await play_in(room, "B2")
        world.now += 100 * CLAIM_AFTER  # the server is down
        restarted = await world.registry().room(room.id)
        sit(restarted, 0)
        assert restarted.away() == [None, 0]
        with pytest.raises(Refused, match="in 10 minutes"):
            await restarted.act(claiming(restarted, 0))
        world.now += CLAIM_AFTER
        await restarted.act(claiming(restarted, 0))
        loaded = await world.registry().room(room.id)
        assert (loaded.game.retired, loaded.game.over) == ({1: "left"}, True)

    in_a_world(tmp_path, story)


def test_a_program_that_asks_without_a_connection_is_here(tmp_path: Path) -> None:
    async def story(world: World) -> None:
        room = await world.registry().open(terms(), None)
        sit(room, 0)
        await play_in(room, "B2")
        world.now += CLAIM_AFTER
        room.saw([1])
        assert room.away() == [None, 0]
        with pytest.raises(Refused, match="in 10 minutes"):
            await room.act(claiming(room, 0))

    in_a_world(tmp_path, story)


def test_reminders_outlive_the_server(tmp_path: Path) -> None:
    async def story(world: World) -> None:
        room = await world.registry().open(terms(), None)
        await play_in(room, "B2")
        await room.act(lambda game, now: absence.remind(game, [0], now))
        loaded = await world.registry().room(room.id)
        assert sit(loaded, 1).heard[0]["reminder"] == {"seat": 1, "by": 0}

    in_a_world(tmp_path, story)


def test_the_api_and_the_socket_remind_and_claim(site: Server) -> None:
    game = NewGame(site, KAMIKEN, "here here")
    white = game.api(0)
    assert white.post(f"{game.path}/turns", turn="B2", number=0).status_code == 200
    assert game.view()["claim"]["seat"] == 1
    early = game.api(0, "ru").post_nothing(f"{game.path}/claim")
    assert (early.status_code, early.json()["error"]["code"]) == (409, "no_claim")
    assert "через 10 минут" in early.json()["error"]["text"]
    with game.live(1) as black:
        assert white.post_nothing(f"{game.path}/remind").status_code == 200
        told = black.until("reminded")
        assert (told["seat"], told["by"]) == (1, 0)
        black.send("claim")
        assert black.until("refused")["text"] == "it is your own turn"
        black.send("remind")
        assert black.until("refused")["text"] == "it is your own turn"
    assert white.post_nothing(f"{game.path}/remind").json()["error"]["code"] == "reminded"

"""Absent players: since when they are away, reminders, and claims in games without a clock.

Absence is a function of when each seat was seen last. A server knows that only since it loaded the
game, so that a restart counts as nobody's absence. Times are milliseconds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from kletka.language import Text, plural_en, plural_ru
from kletka.web.live import outcome
from kletka.web.live.game import Event, LiveGame
from kletka.web.live.terms import BOT
from kletka.web.refusals import Refused, game_over, not_your_seat

MINUTE = 60_000
CLAIM_AFTER = 10 * MINUTE  # away on one's own turn
REMIND_AGAIN = MINUTE
MOST_REMINDERS = 3  # in one turn


class LastSeen:
    """When the player of each seat was here last, as far as this server knows."""

    def __init__(self, now: int) -> None:
        self._known_since = now
        self._seen: dict[int, int] = {}

    def note(self, seats: Iterable[int], now: int) -> None:
        """The players of these seats are here now."""
        self._seen.update(dict.fromkeys(seats, now))

    def away(self, game: LiveGame, connected: Sequence[bool], now: int) -> list[int | None]:
        """For how long each player has been away; None for those who are here, and for bots."""
        return [
            max(0, now - self._seen.get(seat, self._known_since))
            if seat in game.people and not connected[seat]
            else None
            for seat in range(len(connected))
        ]


@dataclass(frozen=True)
class Claim:
    """The absent player whose turn it is, and the time until that can be claimed."""

    seat: int
    wait: int

    def to_json(self) -> dict[str, Any]:
        return {"seat": self.seat, "wait": self.wait}


def claim_of(game: LiveGame, away: Sequence[int | None], now: int) -> Claim | None:
    """The claim that the other players have or will have, or None."""
    seat = game.to_move
    if seat is None or game.times.used or seat in game.retired:
        return None
    gone = away[seat]
    if gone is None or len(game.people - game.retired.keys()) < 2:
        return None
    return Claim(seat, max(0, CLAIM_AFTER - min(gone, now - game.moving_since)))


def presence(
    game: LiveGame, connected: Sequence[bool], away: Sequence[int | None], watchers: int, now: int
) -> dict[str, Any]:
    """The message about the players who are here and those who are away."""
    found = claim_of(game, away, now)
    return {
        "type": "presence",
        "seats": list(connected),
        "away": list(away),
        "claim": None if found is None else found.to_json(),
        "watchers": watchers,
    }


def claim(
    game: LiveGame, held: Collection[int], away: Sequence[int | None], now: int
) -> list[Event]:
    """The absent player to move retires, as the holder of these seats asks; raises Refused."""
    seat = _awaited_seat(game, held)
    player = game.position.players[seat]
    if game.times.used:
        raise _refusal(
            "there is nothing to claim in a game with a clock: the player to move loses when the "
            "time runs out",
            "в партии с часами требовать победу не нужно: соперник проиграет, когда выйдет время",
        )
    found = claim_of(game, away, now)
    if found is None:
        raise _refusal(
            f"{player.name.en} is here, so there is nothing to claim",
            f"{player.name.ru} на месте, поэтому требовать победу нельзя",
        )
    if found.wait:
        minutes = ceil(found.wait / MINUTE)
        raise _refusal(
            f"{player.name.en} may still come back; you can claim in "
            f"{plural_en(minutes, 'minute')}",
            f"{player.name.ru} ещё могут вернуться; потребовать победу можно через {minutes} "
            + plural_ru(minutes, "минуту", "минуты", "минут"),
        )
    return game.retire(seat, outcome.LEFT, now)


def remind(game: LiveGame, held: Collection[int], now: int) -> list[Event]:
    """Remind the player to move; raises Refused if that was done a moment ago, or often."""
    seat = _awaited_seat(game, held)
    if len(game.reminded) >= MOST_REMINDERS:
        raise Refused(
            "reminded",
            Text(
                f"{MOST_REMINDERS} reminders in one turn are enough",
                f"за один ход можно напомнить не больше {MOST_REMINDERS} раз",
            ),
        )
    if game.reminded and now - game.reminded[-1] < REMIND_AGAIN:
        raise Refused(
            "reminded",
            Text(
                "you can send one reminder a minute; wait a little",
                "напоминать можно раз в минуту; подождите немного",
            ),
        )
    return [Event("reminded", now, {"seat": seat, "by": min(_playing(game, held))})]


def _awaited_seat(game: LiveGame, held: Collection[int]) -> int:
    """The seat of the person that the holder of these seats is waiting for; raises Refused."""
    if game.halted is not None:
        raise Refused("halted", game.halted)
    if game.over:
        raise game_over()
    if not _playing(game, held):
        raise not_your_seat()
    seat = game.to_move
    assert seat is not None
    player = game.position.players[seat]
    if seat in held:
        raise _refusal("it is your own turn", "сейчас ваш собственный ход")
    if game.terms.seats[seat].kind == BOT or seat in game.retired:
        raise _refusal(
            f"the server moves for {player.name.en}: nobody is absent",
            f"за {player.of.ru} ходит сервер: отсутствующих нет",
        )
    if not game.taken(seat):
        raise _refusal(
            f"nobody has taken the seat of {player.name.en} yet; send its link to somebody",
            f"место {player.of.ru} ещё не занято; пошлите кому-нибудь ссылку",
        )
    return seat


def _playing(game: LiveGame, held: Collection[int]) -> set[int]:
    return (game.people & set(held)) - game.retired.keys()


def _refusal(en: str, ru: str) -> Refused:
    return Refused("no_claim", Text(en, ru))

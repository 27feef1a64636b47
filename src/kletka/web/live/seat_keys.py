"""Who may play for the seats of a game: browsers that hold them, and secrets that open them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kletka.web.live.game import LiveGame
from kletka.web.live.terms import LINK
from kletka.web.security import Secrets, hash_of, is_among, same
from kletka.web.storage.store import StoredGame


@dataclass(frozen=True)
class Viewer:
    """What a client may see and do: the seats it holds, and whether it created the game."""

    seats: frozenset[int] = frozenset()
    creator: bool = False


class SeatKeys:
    """The keys and holders of one game's seats."""

    def __init__(self, secrets: Secrets, stored: StoredGame, game: LiveGame) -> None:
        self.id, self.salt, self.creator = stored.id, stored.salt, stored.creator
        self.holders = {seat: set(of_seat) for seat, of_seat in stored.holders.items()}
        self.game = game
        self._secrets = secrets

    def viewer(self, visitor: str | None = None, secret: str | None = None) -> Viewer:
        """What a browser, or a client that knows a seat's secret, may do here."""
        seats: set[int] = set()
        creator = False
        if visitor is not None:
            hashed = hash_of(visitor)
            seats = {seat for seat, known in self.holders.items() if is_among(hashed, known)}
            creator = self.creator is not None and is_among(hashed, [self.creator])
        if secret is not None:
            opened = self.seat_of_key(secret)
            if opened is None:
                opened = self._seat_of_old_token(secret)
            if opened is not None:
                seats.add(opened)
        return Viewer(frozenset(seats), creator)

    def seat_of_key(self, secret: str) -> int | None:
        """The seat whose player has this key."""
        return _matching({seat: self.key_of(seat) for seat in self.game.people}, secret)

    def invited_to(self, secret: str) -> int | None:
        """The seat that this invitation is for, which may be taken by now."""
        seats = enumerate(self.game.terms.seats)
        invitations = {n: self.invitation_to(n) for n, seat in seats if seat.kind == LINK}
        return _matching(invitations, secret)

    def key_of(self, seat: int) -> str:
        """The secret of the player in a seat."""
        secrets = self._secrets
        by_link = self.game.terms.seats[seat].kind == LINK
        return (secrets.of_holder if by_link else secrets.of_seat)(self.id, self.salt, seat)

    def invitation_to(self, seat: int) -> str:
        """The secret that lets somebody take a seat, once; who created the game knows it."""
        return self._secrets.of_seat(self.id, self.salt, seat)

    def _seat_of_old_token(self, secret: str) -> int | None:
        """The seat of a program that joined when an invitation was still good as a token."""
        seat = self.invited_to(secret)
        old = self.game.joined - self.game.with_key - self.holders.keys()
        return seat if seat in old else None


def _matching(secrets: Mapping[int, str], given: str) -> int | None:
    """The seat with this secret; takes equally long for all seats."""
    found = [seat for seat, secret in secrets.items() if same(secret, given)]
    return found[0] if found else None

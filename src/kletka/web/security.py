"""Visitor ids, the secrets of seats, and tokens against forged forms."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Iterable

VISITOR_COOKIE = "kletka_visitor"
LANGUAGE_COOKIE = "lang"
YEAR = 365 * 24 * 3600
_ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"  # base 58


def new_game_id() -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(10))


def new_visitor() -> str:
    """The id of a browser, of which only the hash is stored."""
    return secrets.token_urlsafe(24)


def new_salt() -> str:
    return secrets.token_hex(16)


def hash_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def is_among(hashed: str, known: Iterable[str]) -> bool:
    """Whether a hash is among the known ones, in constant time."""
    found = False
    for other in known:
        found |= hmac.compare_digest(hashed, other)
    return found


class Secrets:
    """The secrets of seats, derived from the server's key and never stored.

    A seat's secret depends on the key and on a random salt that is stored with the game. A seat
    with a link has two: the invitation, which the creator of the game passes on, and the key,
    which only the player who took the seat gets.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key

    def of_seat(self, game: str, salt: str, seat: int) -> str:
        return self._sign(f"seat/{game}/{salt}/{seat}")

    def of_holder(self, game: str, salt: str, seat: int) -> str:
        """The key of a seat that was taken by an invitation."""
        return self._sign(f"holder/{game}/{salt}/{seat}")

    def of_form(self, visitor: str) -> str:
        """The token that a form carries for this visitor."""
        return self._sign(f"form/{visitor}")

    def is_of_form(self, visitor: str, token: str) -> bool:
        return same(self.of_form(visitor), token)

    def _sign(self, text: str) -> str:
        digest = hmac.digest(self._key, text.encode(), "sha256")
        return base64.urlsafe_b64encode(digest[:18]).decode()


def same(one: str, other: str) -> bool:
    """Compare two secrets in constant time."""
    return hmac.compare_digest(*(text.encode(errors="surrogatepass") for text in (one, other)))


def token_of(game: str, secret: str) -> str:
    """The bearer token of a seat, as API clients send it."""
    return f"{game}.{secret}"


def secret_in_token(header: str, game: str) -> str | None:
    """The secret in an Authorization header, if the token is for this game."""
    scheme, _, token = header.partition(" ")
    named, _, secret = token.strip().partition(".")
    return secret if scheme.lower() == "bearer" and secret and named == game else None

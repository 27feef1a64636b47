"""A finished game in one sentence: who was ahead, and until when."""

from __future__ import annotations

from collections.abc import Sequence

from kletka.faces.players import Player
from kletka.language import Text

AHEAD = 0.1  # of the win: a smaller advantage over the next player is none
Shares = Sequence[float]


def verdict(
    chances: Sequence[Shares], ended: Shares, players: Sequence[Player], seat: int | None = None
) -> Text:
    """The sentence for a player, or for watchers, without its full stop.

    `chances` are the expected shares of the win before each turn, `ended` the shares in the end.
    """
    leaders = [leader(shares) for shares in chances]
    winner = leader(ended)
    if seat is None or seat == winner:
        return _of_winner(leaders, winner, players, seat)
    if seat in leaders:
        return _ahead_until(_last(leaders, seat), players, seat, seat)
    if winner is None:
        return _of_winner(leaders, None, players, seat)
    return _ahead_from(leaders, winner, players)


def leader(shares: Shares) -> int | None:
    """The player that is clearly ahead, if there is one."""
    best, second = sorted(shares, reverse=True)[:2]
    return list(shares).index(best) if best - second > AHEAD else None


def _of_winner(
    leaders: Sequence[int | None],
    winner: int | None,
    players: Sequence[Player],
    seat: int | None,
) -> Text:
    others = [number for number, ahead in enumerate(leaders) if ahead not in (None, winner)]
    if winner is None:
        if not others:
            return Text("It was close from start to finish", "Борьба была равной до конца")
        ahead = leaders[others[-1]]
        assert ahead is not None
        return _ahead_until(others[-1], players, ahead, seat)
    subject = _subject(players, winner, seat)
    if not others:
        return Text(f"{subject.en} never behind", f"{subject.ru} ни разу не отставали")
    en, ru = _name(players, winner, seat)
    turn = others[-1] + 1
    return Text(
        f"{en} took the lead with move {turn} and kept it",
        f"{ru} вышли вперёд на ходу {turn} и больше не отставали",
    )


def _ahead_until(turn: int, players: Sequence[Player], ahead: int, seat: int | None) -> Text:
    subject = _subject(players, ahead, seat)
    return Text(
        f"{subject.en} ahead until move {turn + 1}", f"{subject.ru} были впереди до хода {turn + 1}"
    )


def _ahead_from(leaders: Sequence[int | None], winner: int, players: Sequence[Player]) -> Text:
    others = [number for number, ahead in enumerate(leaders) if ahead != winner]
    name = players[winner].name
    if not others:
        return Text(f"{name.en} was ahead all the way", f"{name.ru} были впереди с начала до конца")
    turn = others[-1] + 1
    return Text(f"{name.en} was ahead from move {turn} on", f"{name.ru} были впереди с хода {turn}")


def _last(leaders: Sequence[int | None], seat: int) -> int:
    return max(number for number, ahead in enumerate(leaders) if ahead == seat)


def _name(players: Sequence[Player], player: int, seat: int | None) -> Text:
    return Text("You", "Вы") if player == seat else players[player].name


def _subject(players: Sequence[Player], player: int, seat: int | None) -> Text:
    """The name with its verb in English: You were, White was."""
    name = _name(players, player, seat)
    return Text(f"{name.en} {'were' if player == seat else 'was'}", name.ru)

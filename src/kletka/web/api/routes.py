"""The REST API: an application of its own below /api."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, FastAPI, Path, Query, Request
from fastapi.responses import PlainTextResponse, StreamingResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.datastructures import State

from kletka import __version__
from kletka.language import Text
from kletka.record import Record
from kletka.web.addresses import address_of
from kletka.web.api.docs import docs_page
from kletka.web.api.errors import ANSWERS, install_errors
from kletka.web.api.schemas import (
    BringRecord,
    CreatedGame,
    GameList,
    GameView,
    JoinSeat,
    ListedGame,
    MovesView,
    NewGame,
    PlayTurn,
    RecordView,
    RematchView,
    SeatToken,
    StateView,
)
from kletka.web.askers import while_asked
from kletka.web.live import absence, outcome
from kletka.web.live.game import LONGEST_TURN
from kletka.web.live.registry import registry_of
from kletka.web.live.rooms import Room
from kletka.web.live.seat_keys import Viewer
from kletka.web.live.streams import follow
from kletka.web.live.terms import HERE, LINK, read_terms, tidy_name
from kletka.web.live.turn_preview import next_moves
from kletka.web.live.views import record_data, state_of, written_record
from kletka.web.middleware import RateLimits
from kletka.web.preparation import require_ready
from kletka.web.refusals import Refused, not_your_seat
from kletka.web.security import secret_in_token, token_of
from kletka.web.storage.listing import LAST_TIME
from kletka.web.storage.store import Store
from kletka.web.thread_pools import parsing

GAMES_ON_A_PAGE = 50
bearer = HTTPBearer(auto_error=False, description="The token of a seat")
GameId = Annotated[
    str, Path(max_length=20, description="the id of the game", examples=["8vYdS2kQpW"])
]


def create_api(state: State) -> FastAPI:
    """The API, with the state that the whole server shares."""
    api = FastAPI(
        title="Kletka",
        version=__version__,
        summary="Strategy games from squared paper, for programs that play them",
        openapi_url="/openapi.json",
        docs_url=None,
        redoc_url=None,
        responses=ANSWERS,
        dependencies=[Depends(require_ready)],
        servers=[{"url": "/api"}],
        root_path_in_servers=False,
    )
    api.state = state
    install_errors(api)
    _add_games(api)
    _add_playing(api)
    _add_reading(api)
    docs_page(api)
    return api


async def _room(request: Request, game: GameId) -> Room:
    return await registry_of(request).room(game)


async def _viewer(
    room: Annotated[Room, Depends(_room)],
    credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)],
) -> Viewer:
    """The viewer by the bearer token, without seats if there is no token; raises Refused."""
    if credentials is None:
        return Viewer()
    secret = secret_in_token(f"Bearer {credentials.credentials}", room.id)
    viewer = room.viewer(secret=secret)
    if not viewer.seats:
        raise _bad_token()
    room.saw(viewer.seats)
    return viewer


async def _player(
    request: Request,
    room: Annotated[Room, Depends(_room)],
    viewer: Annotated[Viewer, Depends(_viewer)],
) -> int:
    """The seat by the bearer token, which is required here."""
    if not viewer.seats:
        raise _bad_token()
    room.visitor = address_of(request)
    return min(viewer.seats)


_TOKEN_IF_ANY: dict[str, Any] = {"security": [{}, {"HTTPBearer": []}]}  # no token is needed to read
RequestedRoom = Annotated[Room, Depends(_room)]
RequestingViewer = Annotated[Viewer, Depends(_viewer)]
RequestingSeat = Annotated[int, Depends(_player)]


def _add_games(api: FastAPI) -> None:
    @api.post("/games", status_code=201, response_model=CreatedGame, tags=["games"])
    async def create_game(request: Request, asked: NewGame) -> dict[str, Any]:
        """Create a game; the answer has the tokens of your own seats."""
        seats = [seat.read() for seat in asked.seats]
        terms = read_terms(asked.spec, seats, asked.clock.read(), asked.public)
        room = await registry_of(request).open(terms, None, address_of(request))
        kinds = [seat.kind for seat in terms.seats]
        tokens = {
            str(seat): token_of(room.id, room.key_of(seat))
            for seat, kind in enumerate(kinds)
            if kind == HERE
        }
        secrets = {
            str(seat): room.invitation_to(seat) for seat, kind in enumerate(kinds) if kind == LINK
        }
        mine = Viewer(frozenset(int(seat) for seat in tokens))
        return {"game": room.view(mine), "tokens": tokens, "secrets": secrets}

    @api.post("/records", status_code=201, response_model=GameView, tags=["games"])
    async def bring_record(request: Request, asked: BringRecord) -> dict[str, Any]:
        """Store a record as a finished game."""
        record = await while_asked(request, parsing.run(Record.parse, asked.record))
        room = await registry_of(request).import_record(record, None)
        return room.view(Viewer())

    @api.get("/games", response_model=GameList, tags=["games"])
    async def recent_games(
        request: Request,
        cursor: Annotated[
            int | None, Query(ge=0, le=LAST_TIME, description="`cursor` of the last answer")
        ] = None,
    ) -> GameList:
        """The newest public games; `cursor` asks for older ones."""
        store: Store = request.app.state.store
        found, older = await store.recent(cursor, GAMES_ON_A_PAGE)
        listed = [
            ListedGame(
                id=game.id,
                spec=str(game.terms.spec),
                players=[seat.name or seat.bot or "" for seat in game.terms.seats],
                created=game.created,
                over=game.over,
                result=game.result,
            )
            for game in found
        ]
        return GameList(games=listed, cursor=older)

    @api.post("/games/{game}/seats/{seat}/join", response_model=SeatToken, tags=["games"])
    async def join_seat(
        room: RequestedRoom,
        seat: Annotated[int, Path(ge=0, le=7, description="from 0", examples=[1])],
        asked: JoinSeat,
    ) -> SeatToken:
        """Take a seat by its secret; the answer has its bearer token, which nobody else gets.

        The secret of an invitation works once. The secret of a player's own link always works.
        """
        if room.seat_of_key(asked.secret) != seat:
            if room.invited_to(asked.secret) != seat:
                raise not_your_seat()
            await room.take_seat(seat, None, tidy_name(asked.name))
        return SeatToken(token=token_of(room.id, room.key_of(seat)), seat=seat)


def _add_playing(api: FastAPI) -> None:
    @api.post("/games/{game}/turns", response_model=StateView, tags=["playing"])
    async def play_turn(
        room: RequestedRoom, seat: RequestingSeat, asked: PlayTurn
    ) -> dict[str, Any]:
        """Play a whole turn; it is stored before the answer is sent."""
        await room.act(lambda game, now: game.play(seat, asked.number, asked.turn, now))
        return _state(room)

    @api.post("/games/{game}/resign", response_model=StateView, tags=["playing"])
    async def resign(room: RequestedRoom, seat: RequestingSeat) -> dict[str, Any]:
        """Resign; in a game of more than two the others play on."""
        await room.act(lambda game, now: game.retire(seat, outcome.RESIGN, now))
        return _state(room)

    @api.post("/games/{game}/claim", response_model=StateView, tags=["playing"])
    async def claim(room: RequestedRoom, seat: RequestingSeat) -> dict[str, Any]:
        """In a game without a clock: claim that the player to move has left.

        The player must have been away for ten minutes in which the turn was theirs; `claim` in the
        game says how long that still takes. In a game of two you win; otherwise the others play on.
        """
        await room.act(lambda game, now: absence.claim(game, [seat], room.away(), now))
        return _state(room)

    @api.post("/games/{game}/remind", response_model=StateView, tags=["playing"])
    async def remind(room: RequestedRoom, seat: RequestingSeat) -> dict[str, Any]:
        """Remind the player to move: an open page says so at once, others when they are opened."""
        await room.act(lambda game, now: absence.remind(game, [seat], now))
        return _state(room)

    @api.post("/games/{game}/takeback", response_model=StateView, tags=["playing"])
    async def take_back(room: RequestedRoom, seat: RequestingSeat) -> dict[str, Any]:
        """Ask to take back your last turn, or agree if another player asks."""
        await room.act(lambda game, now: game.take_back([seat], now))
        return _state(room)

    @api.post("/games/{game}/rematch", response_model=RematchView, tags=["playing"])
    async def rematch(request: Request, room: RequestedRoom, seat: RequestingSeat) -> RematchView:
        """After the end: offer a rematch or agree to one; ask again to see whether it began."""
        rates: RateLimits = request.app.state.rates
        begun = await registry_of(request).rematch_for(
            room, seat, lambda: rates.check_new_game(address_of(request))
        )
        if begun is None:
            return RematchView(game=None, seat=None, token=None)
        new, place = begun
        return RematchView(game=new.id, seat=place, token=token_of(new.id, new.key_of(place)))

    @api.post("/games/{game}/decline", response_model=StateView, tags=["playing"])
    async def decline(
        room: RequestedRoom,
        seat: RequestingSeat,
        offer: Annotated[
            str, Query(max_length=20, description="`takeback` or `rematch`", examples=["takeback"])
        ],
    ) -> dict[str, Any]:
        """Decline an offer to take back a turn, or of a rematch."""
        await room.act(lambda game, now: game.decline(offer, [seat], now))
        return _state(room)


def _add_reading(api: FastAPI) -> None:
    @api.get(
        "/games/{game}", response_model=GameView, tags=["reading"], openapi_extra=_TOKEN_IF_ANY
    )
    async def read_game(room: RequestedRoom, viewer: RequestingViewer) -> dict[str, Any]:
        """The whole game as it is now."""
        return room.view(viewer)

    @api.get("/games/{game}/moves", response_model=MovesView, tags=["reading"])
    async def legal_moves(
        room: RequestedRoom,
        steps: Annotated[
            str, Query(max_length=LONGEST_TURN, description="moves of the turn chosen so far")
        ] = "",
    ) -> dict[str, Any]:
        """The moves that may be played next, so that a bot need not know the rules."""
        game = room.game
        ended, number = game.over or game.halted is not None, game.number
        found = await parsing.run(next_moves, game.position, steps, ended)
        return {"number": number, **found}

    @api.get("/games/{game}/record", responses=_other("text/plain", "Record"), tags=["reading"])
    async def record_text(request: Request, room: RequestedRoom) -> PlainTextResponse:
        """The record as text."""
        work = parsing.run(written_record, room.game.snapshot(), room.created)
        return PlainTextResponse(await while_asked(request, work))

    @api.get("/games/{game}/record.json", response_model=RecordView, tags=["reading"])
    async def record_json(request: Request, room: RequestedRoom) -> dict[str, Any]:
        """The record as JSON."""
        work = parsing.run(record_data, room.game.snapshot(), room.created)
        return await while_asked(request, work)

    @api.get(
        "/games/{game}/stream",
        tags=["reading"],
        responses=_other("application/x-ndjson", "Events"),
        openapi_extra=_TOKEN_IF_ANY,
    )
    async def stream(
        request: Request,
        room: RequestedRoom,
        viewer: RequestingViewer,
        since: Annotated[
            int | None, Query(ge=0, le=10**9, description="the last event you know")
        ] = None,
    ) -> StreamingResponse:
        """The game, then its events as they happen, one JSON object per line.

        The first line is the whole game (type `game`), unless `since` is a recent event: then
        the events after it come first. Empty lines keep the connection alive. The stream ends
        with the game.
        """
        lines = await follow(request, room, viewer, since)
        return StreamingResponse(lines, media_type="application/x-ndjson")


def _other(kind: str, what: str) -> dict[int | str, dict[str, Any]]:
    """The OpenAPI description of an answer that is not JSON."""
    return {200: {"content": {kind: {}}, "description": what}}


def _state(room: Room) -> dict[str, Any]:
    return {"event": room.game.event, **state_of(room.game, room.now())}


def _bad_token() -> Refused:
    return Refused(
        "bad_token",
        Text(
            "this needs the bearer token of a seat of this game, as it was given to you when you "
            "created the game or joined the seat",
            "нужен токен (bearer) места в этой партии: его выдают, когда создают партию или "
            "занимают место",
        ),
        401,
    )

"""Errors of the API: always the same JSON, in the client's language."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

from kletka.errors import KletkaError
from kletka.language import Text
from kletka.web.api.schemas import WrongAnswer
from kletka.web.languages import language_of
from kletka.web.refusals import Refused, storage_failed

_MEANINGS = {
    400: "The request cannot be read",
    401: "A token is missing or wrong",
    403: "The seat is not yours",
    404: "There is no such game or address",
    405: "The address does not take this method",
    409: "Not possible now",
    413: "The request is too large",
    422: "Against the rules of the game, or not valid",
    429: "Too many requests; Retry-After says when to try again",
    503: "Not ready; Retry-After says when to try again",
}
ANSWERS: dict[int | str, dict[str, Any]] = {
    status: {"model": WrongAnswer, "description": meaning} for status, meaning in _MEANINGS.items()
}
_CODES = {400: "unreadable", 403: "forbidden", 404: "not_found", 405: "bad_method", 422: "invalid"}
_SENTENCES = {
    400: Text("the request could not be read", "запрос не удалось прочесть"),
    403: Text(
        "the form is not yours or has expired; open its page again",
        "форма не ваша или устарела; откройте её страницу заново",
    ),
    404: Text("nothing is found at this address", "такого адреса нет"),
    405: Text("this method is not allowed at this address", "этот адрес не принимает такой метод"),
    422: Text("the request has values that are not allowed", "в запросе недопустимые значения"),
    500: Text("something went wrong on our side", "на нашей стороне что-то сломалось"),
}


def error_response(request: Request, refused: Refused) -> Response:
    """A refusal as JSON."""
    headers = {}
    if refused.retry_after is not None:
        headers["Retry-After"] = str(refused.retry_after)
    if refused.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return JSONResponse({"error": refused.to_json(language_of(request))}, refused.status, headers)


def as_refusal(error: Exception) -> Refused:
    """An error as a refusal, without internal details."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, KletkaError):
        return Refused("invalid", error.text, 422)
    if isinstance(error, RequestValidationError):
        return Refused("invalid", _complaint(error), 422)
    if isinstance(error, SQLAlchemyError):
        return storage_failed(error)
    status = error.status_code if isinstance(error, HTTPException) else 500
    sentence = _SENTENCES.get(status, _SENTENCES[500])
    return Refused(_CODES.get(status, "failed"), sentence, status)


def install_errors(app: FastAPI) -> None:
    """Answer all errors of an application as JSON."""

    async def on_error(request: Request, error: Exception) -> Response:
        response = error_response(request, as_refusal(error))
        if isinstance(error, HTTPException):
            response.headers.update(error.headers or {})
        return response

    for kind in (KletkaError, RequestValidationError, HTTPException, SQLAlchemyError, Exception):
        app.add_exception_handler(kind, on_error)


def _complaint(error: RequestValidationError) -> Text:
    """The first fault of a request, and the field."""
    first = error.errors()[0]
    kind = str(first["type"])
    place = () if kind == "json_invalid" else first["loc"][1:]
    where = ".".join(str(part) for part in place)[:80] or "body"
    limit = {"limit": _limit(first.get("ctx", {}))}
    what = next((text for name, text in _COMPLAINTS.items() if name in kind), _COMPLAINTS[""])
    return Text(f"{where}: {what.en.format(**limit)}", f"{where}: {what.ru.format(**limit)}")


def _limit(context: dict[str, Any]) -> str:
    """The limit in pydantic's context of an error."""
    names = ("ge", "gt", "le", "lt", "max_length", "min_length", "expected", "pattern")
    return next((str(context[name]) for name in names if name in context), "")


# By parts of pydantic's error types.
_COMPLAINTS = {
    "missing": Text("this field is required", "это поле обязательно"),
    "extra": Text("there is no such field", "такого поля нет"),
    "json": Text("this is not JSON", "это не JSON"),
    "too_long": Text("at most {limit} are allowed", "допустимо не больше {limit}"),
    "too_short": Text("at least {limit} are needed", "нужно не меньше {limit}"),
    "less_than": Text("at most {limit} is allowed", "допустимо не больше {limit}"),
    "greater_than_equal": Text("it must be at least {limit}", "нужно не меньше {limit}"),
    "greater_than": Text("it must be more than {limit}", "нужно больше {limit}"),
    "literal": Text("it must be {limit}", "нужно {limit}"),
    "enum": Text("it must be {limit}", "нужно {limit}"),
    "pattern": Text("it must look like {limit}", "нужно вот такое: {limit}"),
    "int": Text("it must be a whole number", "нужно целое число"),
    "float": Text("it must be a number", "нужно число"),
    "bool": Text("it must be true or false", "нужно true или false"),
    "string": Text("it must be a string", "нужен текст"),
    "list": Text("it must be a list", "нужен список"),
    "": Text(
        "it must be an object with the documented fields",
        "нужен объект с полями, как в описании",
    ),
}

"""Replaying a record that a visitor pastes or uploads."""

from __future__ import annotations

import json
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.datastructures import UploadFile

from kletka.errors import KletkaError
from kletka.record import Record
from kletka.web.askers import while_asked
from kletka.web.languages import language_of
from kletka.web.live.registry import registry_of
from kletka.web.pages.rendering import render
from kletka.web.pages.visitors import has_valid_token, redirect, visitor_of
from kletka.web.refusals import NotDone
from kletka.web.thread_pools import parsing
from kletka.web.words import translate

router = APIRouter(include_in_schema=False)
LARGEST_RECORD_KB = 256


@router.get("/replay")
async def replay_page(request: Request) -> Response:
    return render(request, "replay.html", text="", error=None)


@router.post("/replay")
async def replay(request: Request) -> Response:
    """Import a record and show it as a game."""
    language = language_of(request)
    form = await request.form(max_files=1, max_fields=5)
    written, problem = await _written_record(form.get("file"), str(form.get("record", "")))
    if not has_valid_token(request, str(form.get("csrf", ""))):
        problem = "form_expired"
    if problem:
        error = translate(language, problem, most=LARGEST_RECORD_KB)
        return render(request, "replay.html", 422, text=written, error=error)
    try:
        record = await while_asked(request, parsing.run(_read_record, written))
        room = await registry_of(request).import_record(record, visitor_of(request))
    except NotDone:
        raise
    except KletkaError as wrong:
        return render(request, "replay.html", 422, text=written, error=wrong.say(language))
    return redirect(request, f"/g/{room.id}")


async def _written_record(file: Any, text: str) -> tuple[str, str | None]:
    """The pasted or uploaded text, and the key of the error message if it is wrong."""
    if isinstance(file, UploadFile) and file.filename:
        content = await file.read(LARGEST_RECORD_KB * 1024 + 1)
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            return "", "not_text"
    if len(text) > LARGEST_RECORD_KB * 1024:
        return text[:1000], "large_record"
    return text, None if text.strip() else "no_record"


def _read_record(text: str) -> Record:
    if not text.lstrip().startswith("{"):
        return Record.parse(text)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = {}
    return Record.from_json(data)

"""The server's key, from which the secrets of seats and forms are derived.

It lies in the database, so that a copy of the database is a copy of everything, and a key is
stored whole or not at all. Older versions kept it in a file, whose key is taken over.
"""

from __future__ import annotations

import re
import secrets
from pathlib import Path

from sqlalchemy import Engine, insert, select
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from kletka.errors import KletkaError
from kletka.language import Text
from kletka.web.storage.database import open_database
from kletka.web.storage.models import ServerKeyRow

KEY_BYTES = 32
_ONLY = 1  # a server has one key


def server_key(database: str, old_file: Path) -> bytes:
    """The key of the database, which is made if there is none; raises KletkaError."""
    engine = open_database(database)
    try:
        stored = _stored(engine)
        if stored is None:
            _store(engine, _key_in(old_file) or secrets.token_bytes(KEY_BYTES))
            stored = _stored(engine)  # another server may have been faster
    finally:
        engine.dispose()
    return _checked(stored or "", Text("in the database", "в базе данных"))


def _stored(engine: Engine) -> str | None:
    with engine.connect() as connection:
        return connection.scalar(select(ServerKeyRow.key).where(ServerKeyRow.id == _ONLY))


def _store(engine: Engine, key: bytes) -> None:
    try:
        with engine.begin() as connection:
            connection.execute(insert(ServerKeyRow), {"id": _ONLY, "key": key.hex()})
    except IntegrityError:
        return  # there is one now
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error)
        raise KletkaError(
            Text(
                f"the server's key cannot be stored in the database: {reason}",
                f"ключ сервера не удаётся записать в базу данных: {reason}",
            )
        ) from None


def _key_in(file: Path) -> bytes | None:
    """The key that an older version has left in a file."""
    try:
        text = file.read_text("ascii")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError):
        text = ""
    return _checked(text.strip(), Text(f"in {file}", f"в файле {file}"))


def _checked(text: str, where: Text) -> bytes:
    """The key with these hexadecimal digits; raises KletkaError if it is empty, short or broken."""
    if not re.fullmatch(rf"[0-9a-f]{{{2 * KEY_BYTES}}}", text):
        raise KletkaError(
            Text(
                f"the server's key {where.en} is empty or damaged: restore it from a copy, or "
                "remove it, and the links and cookies of all games are lost",
                f"ключ сервера {where.ru} пуст или испорчен: восстановите его из копии или "
                "удалите, но тогда пропадут ссылки и места во всех партиях",
            )
        )
    return bytes.fromhex(text)

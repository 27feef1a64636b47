"""The verb `kletka admin`: backup, restore, stats and prune, on the database of the server."""

from __future__ import annotations

import argparse
import datetime
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from kletka.cli import AddVerb, Translator, verb_adder
from kletka.cli.json_answers import add_json_option, print_json
from kletka.errors import KletkaError
from kletka.extras import need, require
from kletka.language import Text, plural_en, plural_ru

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from kletka.web.storage.backup import Content
    from kletka.web.storage.upkeep import Abandoned, Stats

SHOWN = 20  # abandoned games that are listed


def add_verbs(verb: AddVerb, t: Translator) -> None:
    admin = verb(
        "admin",
        None,
        t(
            "look after a server's database, which the settings of `kletka serve` name",
            "ухаживать за базой данных сервера (какая она, говорят настройки `kletka serve`)",
        ),
    )
    task = verb_adder(admin, t("TASK", "ДЕЛО"), t)
    file = t("FILE", "ФАЙЛ")
    backup = task(
        "backup",
        _backup,
        t(
            "copy the whole database into a new file, while servers run",
            "скопировать всю базу данных в новый файл, не останавливая серверы",
        ),
    )
    backup.add_argument("file", metavar=file, type=Path)
    add_json_option(backup, t)

    restore = task(
        "restore",
        _restore,
        t(
            "put a backup into the database; stop the servers before",
            "восстановить базу данных из копии; серверы сначала остановите",
        ),
    )
    restore.add_argument("file", metavar=file, type=Path)
    restore.add_argument(
        "--replace",
        action="store_true",
        help=t("delete the games that are there", "удалить партии, которые там есть"),
    )
    add_json_option(restore, t)

    stats = task("stats", _stats, t("how much there is", "сколько там всего"))
    add_json_option(stats, t)

    prune = task(
        "prune",
        _prune,
        t(
            "delete unfinished games that nobody has played for long",
            "удалить неоконченные партии, в которых давно не было ходов",
        ),
    )
    prune.add_argument(
        "--older-than",
        required=True,
        metavar=t("AGE", "ВОЗРАСТ"),
        help=t(
            "time since the last event, such as 90d, 12h or 8w",
            "время с последнего события, например 90d, 12h или 8w",
        ),
    )
    prune.add_argument(
        "--dry-run",
        action="store_true",
        help=t("only say what would be deleted", "только сказать, что было бы удалено"),
    )
    add_json_option(prune, t)


def _backup(options: argparse.Namespace) -> None:
    database = _database()
    from kletka.web.storage.backup import back_up

    _say_contents(options, Text("copied", "скопировано"), back_up(database, options.file))


def _restore(options: argparse.Namespace) -> None:
    database = _database()
    from kletka.web.storage.backup import restore

    restored = restore(options.file, database, options.replace)
    _say_contents(options, Text("restored", "восстановлено"), restored)


def _stats(options: argparse.Namespace) -> None:
    with _engine() as engine:
        from kletka.web.storage.upkeep import stats

        found = stats(engine)
    if options.json:
        print_json(asdict(found), options.lang)
    else:
        for line in _stats_lines(found):
            print(line.say(options.lang))


def _prune(options: argparse.Namespace) -> None:
    with _engine() as engine:
        from kletka.web.storage.upkeep import abandoned, prune, read_age

        before = int(1000 * time.time()) - read_age(options.older_than)
        found = (abandoned if options.dry_run else prune)(engine, before)
    if options.json:
        answer = {"deleted": not options.dry_run, "games": [asdict(game) for game in found]}
        print_json(answer, options.lang)
    else:
        for line in _pruned_lines(found, options.dry_run):
            print(line.say(options.lang))


def _database() -> str:
    require("web")
    with need("web"):
        from kletka.web.configuration import Configuration
        from kletka.web.storage.database import check_database
    database = Configuration.from_environment().database
    if database.startswith("postgresql"):
        require("web", "psycopg")
    check_database(database)
    return database


@contextmanager
def _engine() -> Iterator[Engine]:
    from sqlalchemy.exc import SQLAlchemyError

    from kletka.web.storage.database import open_database

    engine = open_database(_database())
    try:
        yield engine
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error)
        raise KletkaError(
            Text(f"the database failed: {reason}", f"ошибка базы данных: {reason}")
        ) from None
    finally:
        engine.dispose()


# Words.


def _say_contents(options: argparse.Namespace, done: Text, contents: Mapping[str, Content]) -> None:
    if options.json:
        print_json({name: asdict(content) for name, content in contents.items()}, options.lang)
        return
    games, events = contents["games"].rows, contents["events"].rows
    words = Text(
        f"{done.en} and checked: {plural_en(games, 'game')}, {plural_en(events, 'event')}",
        f"{done.ru} и проверено: {games} {plural_ru(games, 'партия', 'партии', 'партий')}, "
        f"{events} {plural_ru(events, 'событие', 'события', 'событий')}",
    )
    print(words.say(options.lang))


def _stats_lines(stats: Stats) -> Iterator[Text]:
    for game, states in stats.games.items():
        yield Text(
            f"{game}: {states['open']} open, {states['finished']} finished, "
            f"{states['imported']} imported",
            f"{game}: открытых {states['open']}, оконченных {states['finished']}, "
            f"загруженных {states['imported']}",
        )
    yield Text(
        f"events: {stats.events}, of which turns: {stats.turns}; reviews: {stats.reviews}",
        f"событий: {stats.events}, из них ходов: {stats.turns}; разборов: {stats.reviews}",
    )
    size = f"{stats.bytes / 1e6:.1f}"
    yield Text(f"on the disk: {size} MB", f"на диске: {size} МБ")
    if stats.newest_game is not None:
        at = _moment(stats.newest_game)
        yield Text(f"newest game: {at}", f"новейшая партия: {at}")
    if stats.newest_event is not None:
        at = _moment(stats.newest_event)
        yield Text(f"newest event: {at}", f"новейшее событие: {at}")


def _pruned_lines(games: list[Abandoned], dry_run: bool) -> Iterator[Text]:
    for game in games[:SHOWN]:
        at = _moment(game.last_at)
        yield Text(
            f"{game.id} {game.game}: {plural_en(game.events, 'event')}, the last at {at}",
            f"{game.id} {game.game}: событий {game.events}, последнее {at}",
        )
    if len(games) > SHOWN:
        yield Text(f"… and {len(games) - SHOWN} more", f"… и ещё {len(games) - SHOWN}")
    count = len(games)
    of_games = plural_ru(count, "партия", "партии", "партий")
    if dry_run:
        yield Text(
            f"would delete {plural_en(count, 'game')}", f"было бы удалено: {count} {of_games}"
        )
    else:
        yield Text(f"deleted {plural_en(count, 'game')}", f"удалено: {count} {of_games}")


def _moment(milliseconds: int) -> str:
    moment = datetime.datetime.fromtimestamp(milliseconds / 1000, datetime.UTC)
    return moment.strftime("%Y-%m-%d %H:%M UTC")

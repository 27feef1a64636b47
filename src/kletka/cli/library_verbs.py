"""The verbs about rules and positions: games, rules, show, perft, bench, play."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path

from kletka.cli import AddVerb, Translator
from kletka.cli.json_answers import add_json_option, print_json
from kletka.errors import InvalidSpec, KletkaError
from kletka.faces import face_of
from kletka.faces.options import Value
from kletka.games.catalogue import GAMES
from kletka.language import Text
from kletka.position import Position, start
from kletka.spec import Spec

MOVES_HELP = Text(
    "moves played from there, separated by spaces: 'C3 B2'", "ходы оттуда через пробел: 'C3 B2'"
)
SPEC_HELP = Text(
    "a game and its options, such as 'kamiken(size=5)', or the text of a position",
    "игра с параметрами, например 'kamiken(size=5)', или запись позиции",
)


def add_verbs(verb: AddVerb, t: Translator) -> None:
    games = verb("games", _games, t("list the games and their options", "игры и их параметры"))
    add_json_option(games, t)

    rules = verb("rules", _rules, t("the rules, with diagrams", "правила с диаграммами"))
    rules.add_argument("game", metavar="GAME", help=", ".join(GAMES))

    show = verb("show", _show, t("draw a position", "нарисовать позицию"))
    add_position(show, t)
    show.add_argument(
        "--svg",
        metavar="FILE",
        help=t("write a picture to this file, - for standard output", "картинка в этот файл"),
    )
    add_json_option(show, t)

    perft = verb(
        "perft", _perft, t("count move sequences of a given length", "число цепочек ходов")
    )
    perft.add_argument("spec", metavar="SPEC", help=SPEC_HELP.say(t.language))
    perft.add_argument("depth", metavar="DEPTH", type=whole_number(t))
    perft.add_argument("--moves", default="", metavar="MOVES", help=MOVES_HELP.say(t.language))
    perft.add_argument(
        "--divide",
        action="store_true",
        help=t("count for each first move", "отдельно для каждого первого хода"),
    )
    add_json_option(perft, t)

    bench = verb(
        "bench",
        _bench,
        t("measure random playouts on one thread", "скорость случайных партий в одном потоке"),
    )
    add_position(bench, t)
    bench.add_argument("--seconds", type=time_in(SECONDS, t), default=3.0, metavar="N")
    add_json_option(bench, t)

    play = verb("play", _play, t("play at this terminal", "играть в этом терминале"))
    play.add_argument("spec", nargs="?", metavar="SPEC", help=SPEC_HELP.say(t.language))
    play.add_argument(
        "--seats",
        metavar="WHO,WHO",
        help=t(
            "the players in order: me, level1 to level9, inventor, copying, random…; "
            "all people by default",
            "кто играет, по порядку: me, level1 … level9, inventor, copying, random…; "
            "обычно все люди",
        ),
    )
    play.add_argument(
        "--load", metavar="FILE", help=t("continue a saved game", "продолжить сохранённую")
    )

    preparing = verb(
        "prepare",
        _prepare,
        t(
            "compile everything now instead of at first use",
            "скомпилировать всё сейчас, а не при первом запуске",
        ),
    )
    preparing.add_argument(
        "--for-playing",
        action="store_true",
        help=t("only what games and bots need", "только то, что нужно для игры и ботов"),
    )
    preparing.add_argument(
        "--native",
        action="store_true",
        help=t(
            "for exactly this processor, even if the package has code for all",
            "под именно этот процессор, даже если в пакете есть код для любого",
        ),
    )


def add_position(verb: argparse.ArgumentParser, t: Translator) -> None:
    verb.add_argument("spec", metavar="SPEC", help=SPEC_HELP.say(t.language))
    verb.add_argument("--moves", default="", metavar="MOVES", help=MOVES_HELP.say(t.language))


def whole_number(t: Translator, least: int = 0, most: int = 999) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not re.fullmatch("[0-9]{1,12}", text) or not least <= int(text) <= most:
            complaint = Text(
                f"{text!r} is not a whole number from {least} to {most}",
                f"{text!r} не целое число от {least} до {most}",
            )
            raise argparse.ArgumentTypeError(complaint.say(t.language))
        return int(text)

    return read


SECONDS, HOURS = Text("seconds", "секунд"), Text("hours", "часов")


def time_in(unit: Text, t: Translator) -> Callable[[str], float]:
    def read(text: str) -> float:
        if not re.fullmatch(r"[0-9]{1,5}(\.[0-9]{1,4})?", text) or float(text) == 0:
            complaint = Text(
                f"{text!r} is not a number of {unit.en} above 0",
                f"{text!r} не число {unit.ru} больше 0",
            )
            raise argparse.ArgumentTypeError(complaint.say(t.language))
        return float(text)

    return read


# Verbs.


def _games(options: argparse.Namespace) -> None:
    if options.json:
        print_json([_described_game(name) for name in GAMES], options.lang)
        return
    for name in GAMES:
        game = face_of(name)
        print(f"{name}: {game.title.say(options.lang)}. {game.motto.say(options.lang)}")
        values: dict[str, Value] = {}
        for option in game.options:
            values[option.name] = option.default(values)
            usual = Text("usually", "обычно").say(options.lang)
            label = option.label.say(options.lang).lower()
            allowed = option.allowed(values).say(options.lang)
            entry = (
                f"{option.name}: {label}; {usual} {option.write(values[option.name])}; {allowed}"
            )
            print(textwrap.indent(textwrap.fill(entry, 74, subsequent_indent="  "), "    "))
        print()


def _described_game(name: str) -> dict[str, object]:
    """A game with its options and the boards that are offered."""
    game = face_of(name)
    usual = Spec(name).options
    described = [
        {
            "name": option.name,
            "label": option.label,
            "usual": option.write(usual[option.name]),
            "allowed": option.allowed(usual),
        }
        for option in game.options
    ]
    return {
        "name": name,
        "title": game.title,
        "motto": game.motto,
        "spec": Spec(name),
        "rules_version": game.rules_version,
        "options": described,
    }


def _rules(options: argparse.Namespace) -> None:
    if options.game not in GAMES:
        raise InvalidSpec(
            Text(
                f"there is no game {options.game!r}; the games are {', '.join(GAMES)}",
                f"нет такой игры: {options.game!r}; есть {', '.join(GAMES)}",
            )
        )
    make_ready(options.lang)
    print_rules(options.game, options.lang)


def print_rules(game: str, language: str) -> None:
    """Print the rules with their diagrams as text."""
    from kletka.drawing import text
    from kletka.library.rules import Diagram, rules_of

    for passage in rules_of(game, language):
        if isinstance(passage, Diagram):
            last = passage.moves[-1] if passage.moves else None
            drawing = text(passage.position(), last=last, language=language)
            caption = textwrap.fill(passage.caption, 72)
            print(textwrap.indent(f"{drawing}\n\n{caption}", "    ") + "\n")
        else:
            print(passage.text + "\n")


def _show(options: argparse.Namespace) -> None:
    make_ready(options.lang)
    walked = walk(options)
    position = walked[-1]
    if options.json:
        print_json({"ply": len(walked) - 1, **describe(position)}, options.lang)
    from kletka.drawing import svg, text

    *earlier, last = options.moves.split() or [None]
    if options.svg:
        before = read_position(options.spec)
        for move in earlier:
            before = before.play(move)
        picture = svg(position, last=last, before=before, language=options.lang, plain_colours=True)
        if options.svg == "-":
            print(picture)
        else:
            Path(options.svg).write_text(picture, encoding="utf-8")
    if not options.json and not options.svg:
        print(text(position, last=last, colour=sys.stdout.isatty(), language=options.lang))
        print(f"\n{position}")


def _perft(options: argparse.Namespace) -> None:
    from kletka.perft import divide, perft

    make_ready(options.lang, walks=True)
    position = walk(options)[-1]
    divided = divide(position, options.depth) if options.divide and options.depth > 0 else {}
    count = perft(position, options.depth)
    if options.json:
        answer = {"spec": position.spec, "position": str(position), "depth": options.depth}
        print_json(
            answer | {"count": count} | ({"moves": divided} if divided else {}), options.lang
        )
        return
    for move, of_move in divided.items():
        print(f"{move}: {of_move}")
    print(count)


def _bench(options: argparse.Namespace) -> None:
    from kletka.cli.bench import measure_playouts

    make_ready(options.lang, walks=True)
    position = walk(options)[-1]
    speed = measure_playouts(position, options.seconds)
    if options.json:
        answer = {
            "spec": position.spec,
            "seconds": speed.seconds,
            "playouts": speed.playouts,
            "moves": speed.moves,
            "playouts_per_second": speed.playouts_a_second,
            "moves_per_second": speed.moves_a_second,
            "mean_points": speed.mean_points,
        }
        print_json(answer, options.lang)
        return
    words = Text(
        f"{speed.playouts_a_second:,.0f} playouts a second, "
        f"{speed.moves_a_second:,.0f} moves a second "
        f"({speed.playouts:,} playouts in {speed.seconds:.1f} s)",
        f"{speed.playouts_a_second:,.0f} случайных партий в секунду, "
        f"{speed.moves_a_second:,.0f} ходов в секунду "
        f"(партий {speed.playouts:,} за {speed.seconds:.1f} с)",
    )
    print(f"{position.spec}: {words.say(options.lang)}")


def _play(options: argparse.Namespace) -> None:
    make_ready(options.lang)
    from kletka.cli.terminal_play import play_at_terminal

    play_at_terminal(options.spec, options.load, options.seats, options.lang)


def _prepare(options: argparse.Namespace) -> None:
    from kletka.cli.prepare import prepare_everything

    if options.for_playing:
        make_ready(options.lang, engine=True, native=options.native)
    else:
        prepare_everything(options.lang, options.native)


# Shared by the verbs.


def read_position(text: str) -> Position:
    """A position from a spec, or from the text of a position."""
    return Position.parse(text) if len(text.split()) > 1 and ") " in text else start(text)


def walk(options: argparse.Namespace) -> list[Position]:
    """The position given by the options, and those after each single move."""
    positions = [read_position(options.spec)]
    for move in options.moves.split():
        positions += positions[-1].walk(move)
    return positions


def unfinished(options: argparse.Namespace) -> Position:
    """The position given by the options; raises KletkaError if the game is over."""
    position = walk(options)[-1]
    if position.over:
        raise KletkaError(
            Text(
                "the game is over, there is nothing to search",
                "партия окончена, искать нечего",
            )
        )
    return position


def describe(position: Position) -> dict[str, object]:
    """A position as JSON."""
    return {
        "spec": position.spec,
        "position": str(position),
        "to_move": position.to_move,
        "over": position.over,
        "points": position.points,
        "winners": position.winners,
        "moves": [str(move) for move in position.moves],
    }


def make_ready(
    language: str,
    engine: bool = False,
    walks: bool = False,
    more: Mapping[str, str] | None = None,
    native: bool = False,
) -> None:
    """Compile the kernels that are not compiled yet, and print the progress.

    The rules alone need not be compiled: they may run as plain Python.
    """
    begin_plain()
    if not engine and not walks:
        return
    from kletka.agents.preparing import PLAY, WALKS, is_native, is_prepared, prepare

    parts = [*([PLAY] if engine else []), *([WALKS] if walks else [])]
    if is_prepared(*parts) and not more and (is_native() or not native):
        return
    print(
        Text(
            "Compiling for this machine; this happens once and takes a minute.",
            "Компилирую для этого компьютера: один раз, около минуты.",
        ).say(language),
        file=sys.stderr,
    )

    def report(done: int, steps: int, what: str) -> None:
        bar = "■" * done + "·" * (steps - done)
        if sys.stderr.isatty():
            print(f"\r{bar} {what:<40}", end="\n" if done == steps else "", file=sys.stderr)
        else:
            print(f"{bar} {what}", file=sys.stderr)
        sys.stderr.flush()

    prepare(report, *parts, more=more, native=native)


def begin_plain() -> None:
    """Let kernels run as plain Python until they are compiled; call it before they are imported."""
    os.environ.setdefault("KLETKA_KERNELS", "background")


def compile_meanwhile() -> None:
    """Compile in other processes while the game goes on as plain Python."""
    begin_plain()
    from kletka.agents.preparing import PLAY, is_prepared

    if not is_prepared(PLAY):
        subprocess.Popen(
            [sys.executable, "-m", "kletka", "prepare", "--for-playing"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl+C ends the game, not this
        )

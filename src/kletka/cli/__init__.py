"""The `kletka` command. Every verb calls one function of the library and shows its result."""

from __future__ import annotations

import argparse
import io
import os
import re
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from kletka import __version__
from kletka.errors import KletkaError
from kletka.language import LANGUAGES, Text

BAD_INPUT, NOT_IN_TIME, INTERRUPTED = 2, 3, 130  # exit codes
COMPLETING = "_ARGCOMPLETE"  # in the environment when a shell asks what may follow


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command.

    Bad input gives one line on standard error and exit code 2; what was not solved in the time that
    it was given has exit code 3.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")
    words = sys.argv[1:] if arguments is None else list(arguments)
    if not words and COMPLETING not in os.environ:  # a newcomer, as by `uvx kletka`
        words = ["play"] if sys.stdin.isatty() else ["--help"]
    language = _language_asked_for(words)
    parser = command_parser(language)
    if COMPLETING in os.environ:
        from kletka.cli.completion import complete

        complete(parser)
    try:
        options = parser.parse_args(words)
        options.lang = language
        options.run(options)
        sys.stdout.flush()
    except KletkaError as error:
        _fail(error.say(language))
    except BrokenPipeError:  # the reading program, such as `head`, has ended
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, UnicodeError) as error:
        name = getattr(error, "filename", None)
        reason = getattr(error, "strerror", None) or str(error)
        _fail(f"{name}: {reason}" if name else reason)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def _language_asked_for(words: Sequence[str]) -> str:
    for word, following in zip(words, [*words[1:], ""], strict=False):
        for language in LANGUAGES:
            if word == f"--lang={language}" or (word == "--lang" and following == language):
                return language
    return language_of_environment()


def language_of_environment() -> str:
    """The language of the user's environment: Russian or, by default, English."""
    for name in ("KLETKA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "ru" if value.lower().startswith("ru") else "en"
    return "en"


def complain(sentence: str) -> None:
    """Print a sentence in one line on standard error."""
    print(f"kletka: {' '.join(sentence.split())}", file=sys.stderr)


def _fail(sentence: str) -> NoReturn:
    complain(sentence)
    sys.exit(BAD_INPUT)


class _Formatter(argparse.HelpFormatter):
    usage_word = "usage: "

    def add_usage(self, usage, actions, groups, prefix=None):  # type: ignore[no-untyped-def]
        super().add_usage(usage, actions, groups, self.usage_word if prefix is None else prefix)


class _RussianFormatter(_Formatter):
    usage_word = "запуск: "


class _Parser(argparse.ArgumentParser):
    """A parser that reports errors in one line and in the user's language."""

    language = "en"

    def __init__(self, **settings: Any) -> None:
        russian = self.language == "ru"
        formatter = _RussianFormatter if russian else _Formatter
        super().__init__(add_help=False, formatter_class=formatter, **settings)
        about = Text("show this help", "показать эту подсказку").say(self.language)
        self.add_argument("-h", "--help", action="help", help=about)
        if russian:
            self._positionals.title = "аргументы"
            self._optionals.title = "параметры"

    def error(self, message: str) -> NoReturn:
        if self.language == "ru":
            for english, russian in _RUSSIAN_COMPLAINTS:
                message = re.sub(english, russian, message)
            _fail(f"{message} (подсказка: {self.prog} --help)")
        _fail(f"{message} (try: {self.prog} --help)")


_RUSSIAN_COMPLAINTS = (
    ("the following arguments are required:", "не хватает:"),
    ("unrecognized arguments:", "лишнее:"),
    (r"argument (\S+): invalid choice: (.*) \(choose from (.*)\)", r"\1: нет такого: \2; есть \3"),
    (r"argument (\S+): expected one argument", r"\1: нужно значение"),
    (r"argument (\S+): ", r"\1: "),
)


def command_parser(language: str) -> argparse.ArgumentParser:
    """The parser of the whole command line, with its texts in this language."""
    from kletka.cli import (
        admin_verbs,
        completion,
        engine_verbs,
        experiments,
        library_verbs,
        match_verb,
        solve_verb,
        web_verbs,
    )

    class Parser(_Parser):
        pass

    Parser.language = language
    t = Translator(language)
    parser = Parser(
        prog="kletka",
        description=t(
            "Strategy games from squared paper: play them, study them, solve them.",
            "Стратегические игры на клетчатой бумаге: играть, изучать, решать.",
        ),
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"kletka {__version__}",
        help=t("show the version", "показать версию"),
    )
    completion.add_completion_options(parser, t)
    verb = verb_adder(parser, t("VERB", "КОМАНДА"), t)
    library_verbs.add_verbs(verb, t)
    engine_verbs.add_verbs(verb, t)
    solve_verb.add_verbs(verb, t)
    match_verb.add_verbs(verb, t)
    experiments.add_verbs(verb, t)
    web_verbs.add_verbs(verb, t)
    admin_verbs.add_verbs(verb, t)
    return parser


class Translator:
    """Picks the text in the user's language: `t(english, russian)`."""

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, en: str, ru: str) -> str:
        return Text(en, ru).say(self.language)


AddVerb = Callable[[str, Callable[..., None] | None, str], argparse.ArgumentParser]


def verb_adder(parser: argparse.ArgumentParser, metavar: str, t: Translator) -> AddVerb:
    """A function that adds a verb, with the function to run, to a parser."""
    verbs = parser.add_subparsers(metavar=metavar, required=True, parser_class=type(parser))

    def verb(name: str, run: Callable[..., None] | None, summary: str) -> argparse.ArgumentParser:
        added: argparse.ArgumentParser = verbs.add_parser(name, help=summary, description=summary)
        added.set_defaults(run=run)
        added.add_argument(
            "--lang",
            choices=LANGUAGES,
            help=t("language; by default that of your system", "язык; иначе по настройкам системы"),
        )
        return added

    return verb

"""The command line, from its own parser."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from kletka.cli import command_parser

_TITLES = {"en": "The command line", "ru": "Командная строка"}
_LEADS = {
    "en": "This page is made from the program's own parser: `kletka VERB --help` says the same.",
    "ru": "Страница сделана по самой программе: `kletka КОМАНДА --help` скажет то же.",
}


def write_commands(language: str, folder: Path) -> None:
    """Write the page of all verbs in this language."""
    parser = command_parser(language)
    parts = [f"# {_TITLES[language]}", _LEADS[language]]
    for verb, summary in verbs_of(parser):
        parts += _verb(verb, summary, level=2)
    (folder / "commands.md").write_text("\n\n".join(parts) + "\n", encoding="utf-8")


def verbs_of(parser: argparse.ArgumentParser) -> Iterator[tuple[argparse.ArgumentParser, str]]:
    """The verbs of a parser, each with its summary."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            summaries = {choice.dest: choice.help or "" for choice in action._choices_actions}
            for name, verb in action.choices.items():
                yield verb, summaries[name]


def _verb(verb: argparse.ArgumentParser, summary: str, level: int) -> Iterator[str]:
    yield f"{'#' * level} {verb.prog}"
    yield f"{summary[:1].upper()}{summary[1:]}."
    inner = list(verbs_of(verb))
    if inner:
        for each, its_summary in inner:
            yield from _verb(each, its_summary, level + 1)
        return
    usage = verb.format_usage().split(":", 1)[1].strip()
    yield f"```text\n{usage}\n```"
    yield "\n".join(_arguments(verb))


def _arguments(verb: argparse.ArgumentParser) -> Iterator[str]:
    formatter = verb.formatter_class(prog=verb.prog)
    for action in verb._actions:
        if action.help == argparse.SUPPRESS:
            continue
        name = formatter._format_action_invocation(action)
        text = formatter._expand_help(action) if action.help else "—"
        yield f"`{name}`\n: {text}\n"

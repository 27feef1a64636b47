"""Completion in bash, zsh and fish: what may follow on a command line, and how shells learn to ask.

The shell runs `kletka` with a variable of argcomplete in its environment; only then is this loaded.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from kletka.cli import Translator
from kletka.errors import KletkaError
from kletka.faces import face_of
from kletka.games.catalogue import GAMES
from kletka.language import Text

SHELLS = ("bash", "zsh", "fish")
AGENTS = (
    *(f"level{level}" for level in range(1, 10)),
    "engine",
    "plain",
    "inventor",
    "copying",
    "random",
    "openspiel-mcts",
)
FOLDERS = {  # the variable that may name the folder, its usual place at home, and the file in it
    "bash": ("XDG_DATA_HOME", ".local/share", "bash-completion/completions/kletka"),
    "zsh": ("XDG_DATA_HOME", ".local/share", "zsh/site-functions/_kletka"),
    "fish": ("XDG_CONFIG_HOME", ".config", "fish/completions/kletka.fish"),
}


# What may follow.


def complete(parser: argparse.ArgumentParser) -> None:
    """Answer a shell that asks, and exit."""
    import argcomplete

    add_completers(parser)
    argcomplete.autocomplete(parser, always_complete_options="long")


def add_completers(parser: argparse.ArgumentParser) -> None:
    """Tell argcomplete the values of arguments that have no list of choices."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for verb in action.choices.values():
                add_completers(verb)
        elif action.dest in _VALUES and action.choices is None:
            action.completer = _completer(_VALUES[action.dest])  # type: ignore[attr-defined]


def specs() -> list[str]:
    """The games, each by its name and with the boards that are offered."""
    return [spec for game in GAMES for spec in (game, *_presets(game))]


def _presets(game: str) -> list[str]:
    return [
        f"{game}({','.join(f'{name}={value}' for name, value in preset.options.items())})"
        for preset in face_of(game).profile.presets
        if preset.options
    ]


def _completer(values: Callable[[str], Sequence[str]]) -> Callable[..., Sequence[str]]:
    def completer(prefix: str, **others: Any) -> Sequence[str]:
        return values(prefix)

    return completer


def _one(*values: str) -> Callable[[str], Sequence[str]]:
    return lambda prefix: values


def _list_of(*values: str) -> Callable[[str], Sequence[str]]:
    """The values of a list with commas: each may follow what is written before the last comma."""

    def following(prefix: str) -> Sequence[str]:
        before = prefix[: prefix.rfind(",") + 1]
        return [before + value for value in values]

    return following


_VALUES: dict[str, Callable[[str], Sequence[str]]] = {
    "spec": lambda prefix: specs(),
    "specs": lambda prefix: specs(),
    "game": _one(*GAMES),
    "agents": _one(*AGENTS),
    "players": _list_of(*AGENTS),
    "seats": _list_of("me", *AGENTS),
}


# How shells learn to ask.


def script(shell: str) -> str:
    """The lines that make a shell ask `kletka` for completions."""
    from argcomplete.shell_integration import shellcode

    return shellcode(["kletka"], shell=shell).strip() + "\n"


def file_of(shell: str) -> Path:
    """Where a shell looks for the completions of a user."""
    variable, usual, file = FOLDERS[shell]
    folder = os.environ.get(variable)
    return (Path(folder) if folder else Path.home() / usual) / file


def install(shell: str) -> Text:
    """Write the script where the shell finds it; returns what the user should know."""
    file = file_of(shell)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(script(shell), encoding="utf-8")
    note = _NOTES[shell]
    return Text(f"{file}: {note.en}", f"{file}: {note.ru}")


_NOTES = {
    "bash": Text(
        "new shells complete kletka, if the package bash-completion is installed; otherwise add "
        'eval "$(kletka --show-completion bash)" to ~/.bashrc.',
        "новые окна bash будут дополнять kletka, если установлен пакет bash-completion; иначе "
        'добавьте в ~/.bashrc строку eval "$(kletka --show-completion bash)".',
    ),
    "zsh": Text(
        "new shells complete kletka, if this folder is in fpath before compinit runs; otherwise "
        'add eval "$(kletka --show-completion zsh)" to the end of ~/.zshrc.',
        "новые окна zsh будут дополнять kletka, если эта папка есть в fpath до compinit; иначе "
        'добавьте в конец ~/.zshrc строку eval "$(kletka --show-completion zsh)".',
    ),
    "fish": Text("new shells complete kletka.", "новые окна fish будут дополнять kletka."),
}


def shell_in_use(named: str | None) -> str:
    """The shell that was named, or that of the environment; raises KletkaError."""
    shell = named or Path(os.environ.get("SHELL", "")).name
    if shell in SHELLS:
        return shell
    raise KletkaError(
        Text(
            f"name your shell, which must be one of {', '.join(SHELLS)}",
            f"назовите вашу оболочку: {', '.join(SHELLS)}",
        )
    )


# The options of the command.


def add_completion_options(parser: argparse.ArgumentParser, t: Translator) -> None:
    """`--install-completion` and `--show-completion`; both end the program."""
    for option, run, about in (
        (
            "--install-completion",
            lambda shell: print(install(shell).say(t.language)),
            t("complete commands in your shell", "дополнять команды в вашей оболочке"),
        ),
        (
            "--show-completion",
            lambda shell: print(script(shell), end=""),
            t("print the script of the shell for that", "показать нужный для этого скрипт"),
        ),
    ):
        parser.add_argument(
            option,
            action=_RunAndExit,
            run=run,
            nargs="?",
            choices=SHELLS,
            metavar="SHELL",
            help=f"{about}: {', '.join(SHELLS)}",
        )


class _RunAndExit(argparse.Action):
    def __init__(self, run: Callable[[str], None], **settings: Any) -> None:
        super().__init__(**settings)
        self._run = run

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        self._run(shell_in_use(values))
        parser.exit()

"""The house stands: nothing imports upwards, and games are named only where they live."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from kletka import GAMES

SOURCE = Path(__file__).parent.parent / "src"

# From the ground up; packages on one floor do not know each other.
FLOORS: tuple[tuple[str, ...], ...] = (
    ("kletka.language",),
    ("kletka.errors",),
    ("kletka.extras",),
    ("kletka.compiling",),
    ("kletka.games",),
    ("kletka.faces",),
    ("kletka.drawing",),
    ("kletka",),  # the modules beside the packages: spec, position, record…
    ("kletka.setup",),
    ("kletka.library",),
    ("kletka.engine",),
    ("kletka.bridges",),
    ("kletka.agents",),
    ("kletka.lab", "kletka.web"),
    ("kletka.cli",),
    ("kletka.__main__",),
)

# Where a game may be called by its name. Data files may too.
HOMES = (
    "games",
    "faces",
    "drawing",
    "setup",
    "library",
    "engine/knowledge",
    "agents/styles",
    "lab/claims",
)
BUILT = "web/docs_site"  # the documentation, if `make docs` has run
AN_EXAMPLE = re.compile(r'kamiken(?=\()|(?<=Spec ")kamiken|(?<=Spec\(")kamiken')  # of a spec


def modules() -> Iterator[tuple[str, ast.Module]]:
    for file in sorted(SOURCE.rglob("*.py")):
        name = ".".join(file.relative_to(SOURCE).with_suffix("").parts)
        yield name.removesuffix(".__init__"), ast.parse(file.read_text(encoding="utf-8"))


def floor_of(module: str) -> tuple[int, str]:
    """The number of a module's floor, and the package or module that stands there."""
    parts = module.split(".")
    for length in range(len(parts), 0, -1):
        place = ".".join(parts[:length])
        for number, floor in enumerate(FLOORS):
            if place in floor:
                return number, place
    raise AssertionError(f"{module} has no floor")


def imports(tree: ast.AST, known: set[str]) -> Iterator[str]:
    """The modules of ours that are imported when the code runs, at once or later."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from (name if name in known else node.module for name in names)
        else:
            yield from imports(node, known)


def test_nothing_imports_upwards() -> None:
    trees = dict(modules())
    wrong = []
    for module, tree in trees.items():
        height, place = floor_of(module)
        for imported in set(imports(tree, set(trees))):
            if imported.partition(".")[0] != "kletka":
                continue
            other_height, other = floor_of(imported)
            if other_height > height or (other_height == height and other != place):
                wrong.append(f"{module} imports {imported}")
    assert wrong == []


def test_relative_imports_are_not_used() -> None:
    """So that the floors can be read off every import."""
    for module, tree in modules():
        levels = [node.level for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        assert not any(levels), module


def shared_files(*endings: str) -> Iterator[Path]:
    """The files that belong to no game."""
    package = SOURCE / "kletka"
    homes = tuple(package / home for home in (*HOMES, BUILT))
    for file in sorted(package.rglob("*")):
        if file.suffix in endings and not any(home in file.parents for home in homes):
            yield file


def test_the_picture_of_the_floors_is_true() -> None:
    picture = (SOURCE.parent / "docs/pictures/floors.svg").read_text(encoding="utf-8")
    drawn = re.findall(r'font-weight="bold"[^>]*>([^<]*)<', picture)
    floors = [package.removeprefix("kletka.") for floor in reversed(FLOORS) for package in floor]
    ground = ("language", "errors", "extras")
    expected = [
        "kletka/*.py" if package == "kletka" else f"{package}/"
        for package in floors
        if package not in (*ground, "__main__")
    ]
    assert drawn == [*expected, ", ".join(ground)]


TEXTS = (tokenize.STRING, tokenize.COMMENT, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING))
NAME = re.compile("|".join(GAMES), re.IGNORECASE)


@pytest.mark.parametrize("ending", [".html", ".js", ".css"])
def test_pages_name_no_game(ending: str) -> None:
    found = []
    for file in shared_files(ending):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if NAME.search(AN_EXAMPLE.sub("", line.replace("&quot;", '"'))):
                found.append(f"{file.name}:{number}: {line.strip()}")
    assert found == []


def test_shared_code_names_no_game() -> None:
    found = []
    for file in shared_files(".py"):
        text = file.read_text(encoding="utf-8")
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            said = token.string
            if token.type in TEXTS:
                said = AN_EXAMPLE.sub("", said)
            if token.type in (*TEXTS, tokenize.NAME) and NAME.search(said):
                found.append(f"{file.relative_to(SOURCE)}:{token.start[0]}: {token.line.strip()}")
    assert found == []

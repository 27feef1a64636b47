"""The example programs as pages: what their docstrings say, and their code."""

from __future__ import annotations

import ast
from pathlib import Path

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


def write_examples(folder: Path) -> None:
    """Write a page for each program, and one for each folder with a README."""
    (folder / "examples").mkdir()
    for file in sorted(EXAMPLES.glob("*.py")):
        if not file.name.startswith("_"):
            (folder / "examples" / f"{file.stem}.md").write_text(_page(file), encoding="utf-8")
    for readme in sorted(EXAMPLES.glob("*/README.md")):
        modules = sorted(readme.parent.glob("[!_]*.py"))
        parts = [readme.read_text(encoding="utf-8")]
        parts += [f"## {module.name}\n\n{_code(module)}" for module in modules]
        text = "\n\n".join(parts).replace("](../../docs/", "](../")
        (folder / "examples" / f"{readme.parent.name}.md").write_text(text, encoding="utf-8")


def _page(file: Path) -> str:
    lead = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return f"# {file.name}\n\n{lead.partition('    ')[0].strip()}\n\n{_code(file)}\n"


def _code(file: Path) -> str:
    return f"````python\n{file.read_text(encoding='utf-8')}````"

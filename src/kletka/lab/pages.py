"""Pages of the lab: the same blocks as Markdown and as self-contained HTML."""

from __future__ import annotations

import html
import re
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kletka.drawing.palette import DARK, LIGHT
from kletka.lab.plotting import save_svg
from kletka.language import LANGUAGES, Text


@dataclass(frozen=True)
class Heading:
    text: str
    depth: int = 2


@dataclass(frozen=True)
class Paragraph:
    """Text with **bold** and `code` as in Markdown."""

    text: str


@dataclass(frozen=True)
class Picture:
    """An SVG, the name of its file, and its alternative text."""

    file: str
    svg: str
    shows: str


@dataclass(frozen=True)
class Table:
    """Rows of cells; the first row is the head, the first column names the rows."""

    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Code:
    text: str


Block = Heading | Paragraph | Picture | Table | Code


def to_markdown(blocks: Sequence[Block]) -> str:
    return "\n\n".join(_in_markdown(block) for block in blocks) + "\n"


def write_page(
    folder: Path, name: str, title: Text, blocks_in: Callable[[str], Sequence[Block]]
) -> list[Path]:
    """Write a page and its pictures in both languages, as Markdown and HTML; returns the files."""
    files = []
    for language in LANGUAGES:
        ending = "" if language == "en" else f".{language}"
        blocks = blocks_in(language)
        for block in blocks:
            if isinstance(block, Picture):
                save_svg(folder / block.file, block.svg)
                files.append(folder / block.file)
        markdown, page = folder / f"{name}{ending}.md", folder / f"{name}{ending}.html"
        markdown.write_text(to_markdown(blocks), encoding="utf-8")
        page.write_text(to_html(blocks, title.say(language), language), encoding="utf-8")
        files += [markdown, page]
    return files


def _in_markdown(block: Block) -> str:
    match block:
        case Heading(text, depth):
            return f"{'#' * depth} {text}"
        case Paragraph(text):
            return text
        case Picture(file, _, shows):
            return f"![{shows}]({file})"
        case Code(text):
            return f"```sh not-run\n{text}\n```"
        case Table(rows):
            head, *rest = ["| " + " | ".join(row) + " |" for row in rows]
            return "\n".join([head, "|---" * len(rows[0]) + "|", *rest])


def to_html(blocks: Sequence[Block], title: str, language: str) -> str:
    body = "\n".join(_in_html(block) for block in blocks)
    return (
        f'<!doctype html>\n<html lang="{language}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{html.escape(title)}</title>\n<style>{_STYLE}</style>\n"
        f"<main>\n{body}\n</main>\n</html>\n"
    )


def _in_html(block: Block) -> str:
    match block:
        case Heading(text, depth):
            return f"<h{depth}>{_inline(text)}</h{depth}>"
        case Paragraph(text):
            return f"<p>{_inline(text)}</p>"
        case Picture(_, svg, shows):
            return f'<figure role="img" aria-label="{html.escape(shows)}">{_apart(svg)}</figure>'
        case Code(text):
            return f"<pre>{html.escape(text)}</pre>"
        case Table(rows):
            head = "".join(f"<th>{_inline(cell)}</th>" for cell in rows[0])
            lines = [f"<tr>{head}</tr>"]
            for first, *rest in rows[1:]:
                cells = "".join(f"<td>{_inline(cell)}</td>" for cell in rest)
                lines.append(f"<tr><th>{_inline(first)}</th>{cells}</tr>")
            return '<div class="wide"><table>\n' + "\n".join(lines) + "\n</table></div>"


def _apart(svg: str) -> str:
    """The SVG with unique ids, because several pictures share one page."""
    mark = f"p{zlib.crc32(svg.encode())}"
    svg = re.sub(r'\bid="([^"]+)"', rf'id="{mark}-\1"', svg)
    svg = re.sub(r'href="#([^"]+)"', rf'href="#{mark}-\1"', svg)
    return re.sub(r"url\(#([^)]+)\)", rf"url(#{mark}-\1)", svg)


def _inline(text: str) -> str:
    escaped = html.escape(text, quote=False)
    escaped = re.sub(r"(?<=[0-9]) %", "\u00a0%", escaped)  # no line break between number and sign
    escaped = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", escaped)
    escaped = re.sub(r"(?<!\*)\*([^*]+)\*(?!\*)", r"<em>\1</em>", escaped)
    escaped = re.sub(r"\[([^\]]+)\]\(([^)]+)\)", r'<a href="\2">\1</a>', escaped)
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escaped)


_STYLE = (
    ":root{color-scheme:light dark}"
    f"body{{margin:0;background:{LIGHT['paper']};color:{LIGHT['ink']};"
    "font:17px/1.55 Georgia,'PT Serif','Noto Serif',serif}"
    "main{max-width:44rem;margin:0 auto;padding:1.5rem 1rem 4rem}"
    "h1{font-size:2rem}h2{margin-top:2.2rem}figure{margin:1rem 0;max-width:34rem}"
    "figure svg{max-width:100%;height:auto;display:block}"
    ".wide{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem}"
    "th,td{text-align:left;padding:.25rem .8rem .25rem 0;"
    f"border-bottom:1px solid {LIGHT['grid']}}}"
    "th{font-weight:normal}tr:first-child th{font-weight:bold}"
    "pre{white-space:pre-wrap;font-size:.85rem}"
    f"@media (prefers-color-scheme:dark){{body{{background:{DARK['paper']};color:{DARK['ink']}}}"
    f"th,td{{border-color:{DARK['grid']}}}a{{color:{DARK['accent']}}}}}"
)

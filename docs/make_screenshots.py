"""Take screenshots of all pages at three widths, in both themes and languages.

Run `python -m docs.make_screenshots FOLDER [ADDRESS]` while a server is running.
"""

from __future__ import annotations

import itertools
import shutil
import sys
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

WIDTHS = {390: 844, 820: 1180, 1440: 900}
GAMES = {
    "kamiken": ("kamiken(size=7)", "C2 E5 B4 C6 F3 D3 G5 A5 E1 F7 A1 G2 B7 G1"),
    "ydyumby": (
        "ydyumby(board=hex5,players=3)",
        "H1 I1 E4 E2 F2 B2 F4 H4 C1 H5 F7 D6 B1 D5 G1 F8 C6 F6",
    ),
    "vyun": (
        "vyun(board=6x6)",
        "C3 B3 D4 E4 C3>C2 B3>C3 C3>C4 B3>B2 D4>E4 B6 C2>D2 C3>D3 D4>C4 E3 E4>E3 B2>B1 E3>D3 D5 "
        "D2>D3 E3>E2 F4 B4 D3>D4 B1>A1 E5 D5>C5",
    ),
    "manu": (
        "manu(size=9)",
        "D1 C4 E2 D6 H1 A2 F8 C8 C3 C4>C2@A2+1 B4 E5 F3 A7 D7 G3 B8 G3>E3@C3-1 I2 C5 I2>A2 E7 "
        "D7>D5^D1 I1 B8>D8@D6+1",
    ),
}

FINISHED = ("kamiken(size=5)", "C3 B2 B4 A3 A1 D2 C5 E2 C1 D4 A5 pass E5 pass", "0-1")
REVIEW_MILLISECONDS = 180_000  # includes the start of the engine


def record_of(spec: str, turns: str, result: str = "*") -> str:
    numbered = " ".join(f"{n}. {turn}" for n, turn in enumerate(turns.split(), 1))
    return f'[Spec "{spec}"]\n\n{numbered} {result}\n'


def replay(page: Page, text: str) -> str:
    """Import a record and return the address of its page."""
    page.goto("/replay")
    page.fill("#record", text)
    page.click("form button.primary")
    page.locator("#board[data-number] svg").wait_for()
    return page.url


def review(browser: Browser, address: str) -> str:
    """The address of a finished review."""
    page = browser.new_page(base_url=address)
    page.goto(f"{replay(page, record_of(*FINISHED))}/review")
    page.locator("#page[data-reviewed=true]").wait_for(timeout=REVIEW_MILLISECONDS)
    page.close()
    return page.url


def play(page: Page) -> str:
    """An unfinished game with a message beside the board."""
    page.goto("/new/kamiken?size=5")
    page.select_option("#seat1", "here")
    page.fill("#my-name", "Anna")
    page.click("#new-game button.primary")
    page.locator("#board[data-ready=mine] svg").wait_for()
    for number, cell in enumerate(("C3", "B2", "B4", "A3"), 1):
        page.locator(f'#board [data-cell="{cell}"]').click()
        page.locator(f"#board[data-number='{number}']").wait_for()
    return page.url


def arrange(page: Page) -> None:
    """A position that is being set up and is not valid yet."""
    page.goto("/analysis/vyun(board=6x6)?moves=C3+E4+C3>C2+E4>E3")
    page.locator("#board[data-ready=mine] svg").wait_for()
    page.click("#arrange")
    page.locator("#arrange-faults p").wait_for()
    page.locator('.tool:has([value="b-growth"])').click()
    page.locator('#board [data-cell="B5"]').click()
    page.locator("#arrange-faults li").wait_for()


def shoot(browser: Browser, address: str, folder: Path) -> None:
    themes, languages = ("light", "dark"), {"en": "en-GB", "ru": "ru-RU"}
    reviewed = review(browser, address)
    for (width, height), theme, language in itertools.product(WIDTHS.items(), themes, languages):
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=theme,  # type: ignore[arg-type]
            locale=languages[language],
            base_url=address,
            device_scale_factor=1,
        )
        page = context.new_page()

        def keep(
            name: str,
            whole: bool = False,
            page: Page = page,
            end: str = f"{width}-{theme}-{language}",
        ) -> None:
            page.wait_for_load_state("networkidle")
            page.screenshot(path=folder / f"{name}-{end}.png", full_page=whole)

        for name, path in {
            "home": "/",
            "new": "/new/ydyumby?board=hex5&players=3",
            "games": "/games",
            "replay": "/replay",
            "rules": "/rules/kamiken",
            "learn": "/learn",
            "lesson": "/learn/manu/5",
            "analysis": "/analysis/kamiken(size=7)?moves=D4+C2",
            "puzzles": "/puzzles",
            "puzzle": "/puzzles/manu/20",
            "paper": "/paper/vyun",
            "enter": "/paper/kamiken/enter",
            "lost": "/nowhere",
        }.items():
            page.goto(path)
            keep(name, whole=name in ("home", "new"))
        page.goto(reviewed)
        page.locator("#page[data-reviewed=true]").wait_for()
        page.locator(".moment button").first.click()
        keep("review", whole=width < 1000)
        arrange(page)
        keep("arranging", whole=width < 1000)
        playing = play(page)
        page.locator('#board [data-cell="C3"]').click()
        page.locator("#message.wrong").wait_for()
        keep("play", whole=width < 1000)
        for name, (spec, turns) in GAMES.items():
            replay(page, record_of(spec, turns))
            keep(name)
        page.goto("/new/vyun?board=6x6&players=4")
        for seat in (1, 2):
            page.select_option(f"#seat{seat}", "link")
        page.check("input[value=real]")
        page.click("#new-game button.primary")
        page.locator("#board[data-number] svg").wait_for()
        keep("invite", whole=True)
        page.goto(playing.replace("/g/", "/embed/"))
        page.locator("#board svg").wait_for()
        keep("embed")
        context.close()


def main(folder: Path, address: str = "http://127.0.0.1:8110") -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        shoot(browser, address, folder)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])

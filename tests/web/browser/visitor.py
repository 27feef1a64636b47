"""A visitor with a browser: actions on the pages, and waiting for results."""

from __future__ import annotations

from playwright.sync_api import Error, Locator, Page, expect

# These may run on a half-loaded page, which has no board yet.
_TURN_OR_END = """([before]) => {
  const game = document.getElementById("page")?.dataset ?? {};
  const board = document.getElementById("board")?.dataset ?? {};
  const drawn = board.number === game.number;
  if (game.over === "true") return drawn;
  return drawn && game.mine === "true" && board.ready === "mine" && Number(game.number) > before;
}"""
_PLAYED = """([before]) => {
  const game = document.getElementById("page")?.dataset ?? {};
  const board = document.getElementById("board")?.dataset ?? {};
  return Number(game.number) > before && board.number === game.number;
}"""
# While a step is being previewed, the choices after the step before are still on the page.
_ANSWERED = """() => document.querySelector("#choices p")?.setAttribute("data-answered", "")"""
_ASKED_OR_TURN = """([before]) => {
  const game = document.getElementById("page")?.dataset ?? {};
  if (Number(game.number) > before) return "turn";
  const choices = document.getElementById("choices");
  return choices?.querySelector("p:not([data-answered])") ? "asked" : "";
}"""
_OPEN_ALL = "form => form.querySelectorAll('details').forEach(part => (part.open = true))"
_MOVES = """() => [...document.querySelectorAll("#board [data-move]")].map((element) => ({
  move: element.dataset.move, from: element.dataset.from, to: element.dataset.to,
}))"""


READY = '#board[data-ready="mine"]'
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
REDRAWINGS = 5


class Visitor:
    """One browser window."""

    def __init__(self, page: Page) -> None:
        self.page = page

    # Starting games.

    def open(self, path: str) -> None:
        self.page.goto(path)

    def take_seat(self, link: str) -> None:
        """Open a seat's link and press its button."""
        self.page.goto(link)
        self.page.click("#take-seat")
        self.wait_drawn()

    def start(self, game: str, seats: str = "me level1", **options: str) -> None:
        """Fill in the form of a new game: seats are `me`, `here`, `link` or bots."""
        self.page.goto(f"/new/{game}")
        self.page.locator("#new-game").evaluate(_OPEN_ALL)
        for name, value in options.items():
            field = self.page.locator(f"#{name}")
            if field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        for number, seat in enumerate(seats.split()):
            self.page.select_option(f"#seat{number}", seat)
        self.page.click("#new-game button.primary")
        self.wait_drawn()

    # What is on the page.

    def cell(self, name: str) -> Locator:
        return self.page.locator(f'#board [data-cell="{name}"]')

    @property
    def number(self) -> int:
        """The number of turns that the page shows."""
        return int(self.page.locator("#page").get_attribute("data-number") or 0)

    @property
    def over(self) -> bool:
        return self.page.locator("#page").get_attribute("data-over") == "true"

    @property
    def turns(self) -> list[str]:
        entries = self.page.locator("#turns button")
        return [str(title) for title in entries.evaluate_all("all => all.map(b => b.title)")]

    @property
    def message(self) -> Locator:
        return self.page.locator("#message")

    def moves(self) -> list[dict[str, str]]:
        """The moves that can be clicked on the board."""
        offered: list[dict[str, str]] = self.page.evaluate(_MOVES)
        return offered

    # Waiting.

    def wait_drawn(self) -> None:
        """Wait until the board is drawn."""
        self.page.locator("#board[data-number] svg").wait_for()

    def wait_turn(self, before: int = -1) -> None:
        """Wait for our turn after more than `before` turns, or for the end of the game."""
        self.page.wait_for_function(_TURN_OR_END, arg=[before])

    def wait_number(self, number: int) -> None:
        """Wait until that many turns are shown."""
        expect(self.page.locator("#page")).to_have_attribute("data-number", str(number))
        expect(self.page.locator("#board")).to_have_attribute("data-number", str(number))

    # Playing.

    def click(self, name: str) -> None:
        """Click on a cell, even if something covers it."""
        for _ in range(REDRAWINGS):
            try:
                self.cell(name).click(force=True)
            except Error as error:  # the board was redrawn at that moment, and nothing was clicked
                if "not visible" not in str(error) and "not attached" not in str(error):
                    raise
            else:
                return
        raise AssertionError(f"{name} could not be clicked")

    def draw_with_a_finger(self, start: str, end: str) -> None:
        """Drag with a finger from one cell to another."""
        touch = self.page.context.new_cdp_session(self.page)
        (x, y), (to_x, to_y) = self._middle(start), self._middle(end)
        path = [{"x": x + (to_x - x) * i / 8, "y": y + (to_y - y) * i / 8} for i in range(9)]
        for number, point in enumerate(path):
            kind = "touchMove" if number else "touchStart"
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def _middle(self, name: str) -> tuple[float, float]:
        box = self.cell(name).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def place(self, name: str) -> None:
        """Click a cell and wait until the turn is acknowledged."""
        before = self.number
        self.click(name)
        self.page.wait_for_function(_PLAYED, arg=[before])

    def place_all(self, cells: str) -> None:
        """Place for all players in turn on one screen."""
        for cell in cells.split():
            self.wait_turn(self.number - 1)
            self.place(cell)
        self.wait_turn(self.number - 1)

    def play_something(self, choice: int) -> None:
        """Play a legal turn: a move between cells if there is one, else a placement or a pass."""
        before = self.number
        offered = self.moves()
        ways = [move for move in offered if move.get("from")]
        if ways:
            self._go(ways[choice % len(ways)], before)
        elif offered:
            self.click(offered[choice % len(offered)]["move"])
        else:
            self.pass_turn()
        self.wait_turn(before)

    def _go(self, way: dict[str, str], before: int) -> None:
        """Play a move from a cell, and end the turn if it could go on."""
        self.page.keyboard.press("Escape")
        if not self.page.locator("#board svg.kletka-manu").count():
            self.page.locator(f'#board .kletka-target[data-move="{way["move"]}"]').click(force=True)
            return
        self.click(way["from"])
        self._step(way)
        while self._what_follows(before) == "asked":
            primary = self.page.locator("#choices button.primary")
            if primary.count():
                primary.click()
            else:  # the turn must continue
                self._step(next(move for move in self.moves() if move.get("from")))

    def _step(self, way: dict[str, str]) -> None:
        """Click on the end of a move, and choose it if several moves end there."""
        ends = (way["from"], way["to"])
        alike = [move for move in self.moves() if (move.get("from"), move.get("to")) == ends]
        self.click(way["to"])
        if len(alike) > 1:
            this = self.page.locator("#choices button", has_text=way["move"])
            this.wait_for()
            self.page.evaluate(_ANSWERED)
            this.click()

    def _what_follows(self, before: int) -> str:
        """Wait until the page shows new choices within a turn, or has played it."""
        follows: str = self.page.wait_for_function(_ASKED_OR_TURN, arg=[before]).json_value()
        self.page.evaluate(_ANSWERED)
        return follows

    def pass_turn(self) -> None:
        self.page.click("#pass")
        self.page.click("#choices button.primary")

    def play_to_the_end(self, most: int = 200) -> None:
        """Play a whole game without much thought."""
        self.wait_turn()
        for choice in range(most):
            if self.over:
                return
            self.play_something(7 * choice + 3)
        raise AssertionError(f"the game is not over after {most} turns of ours")

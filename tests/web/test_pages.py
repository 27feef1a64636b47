"""The pages without a browser: tokens, languages, escaping, caching, errors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from importlib.resources import files
from pathlib import Path

import httpx
import pytest

from kletka.errors import KletkaError
from kletka.faces import face_of
from kletka.faces.options import AnyBoardOption
from kletka.games.catalogue import GAMES
from kletka.library.fair import measured_boards
from kletka.library.readings import comparisons_of, shown
from kletka.spec import Spec
from kletka.web.pages.new_game_form import GameForm
from kletka.web.words import WORDS
from tests.web.browser.serving import Server

PAGE = {"Accept": "text/html", "Accept-Language": "en"}
EVIL = "<script>alert(1)</script>"


@pytest.fixture
def client(site: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=site.address, headers=PAGE) as client:
        yield client


def token(client: httpx.Client, path: str = "/replay") -> str:
    """The token of a form on the home page."""
    found = re.search(r'name="csrf" value="([^"]+)"', client.get(path).text)
    assert found
    return found[1]


def test_no_words_are_left_over() -> None:
    package = Path(str(files("kletka.web")))
    sources = [
        file
        for file in package.rglob("*")
        if file.suffix in (".py", ".html", ".js") and file.parent != package / "words"
    ]
    used = "".join(file.read_text("utf-8") for file in sources)
    # Some keys are put together, such as `seat_` and the kind of seat.
    composed = "seat_ opponents_ clock_ watch_ wrong_ error_ retired_ takeback_ rematch_".split()
    for key in WORDS:
        assert re.search(rf"[\"'`]{key}[\"'`]", used) or key.startswith(tuple(composed)), key


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_new_visitor_reads_how_to_play(client: httpx.Client, game: str, language: str) -> None:
    form = {"csrf": token(client)}
    headers = {"Accept-Language": language}
    page = client.post(f"/play/{game}", data=form, headers=headers, follow_redirects=True)
    how = face_of(game).how.say(language)
    assert unescape(page.text).count(how) == 1


@pytest.mark.parametrize("game", GAMES)
def test_presets_and_quick_games_can_be_played(game: str) -> None:
    assert Spec(face_of(game).profile.quick_board).game == game
    for preset in face_of(game).profile.presets:
        form = GameForm(game, "en", preset.options)
        assert form.read_options() is not None, form.errors


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("nonsense", ["", "0", "-1", "5x", "999", "x" * 300, "()"])
def test_every_option_is_checked_as_specs_are(game: str, nonsense: str) -> None:
    for option in face_of(game).options:
        form = GameForm(game, "ru", {option.name: nonsense})
        spec = form.read_options()
        try:
            expected = Spec(f"{game}({option.name}={nonsense})") if nonsense else Spec(game)
        except KletkaError:
            assert spec is None
            assert form.errors
            assert re.search("[а-я]", form.errors[option.name])
        else:
            assert spec == expected


def test_one_field_cannot_set_another_option() -> None:
    form = GameForm("kamiken", "en", {"size": "5,komi=2"})
    assert form.read_options() is None
    assert list(form.errors) == ["size"]


def test_a_strange_board_is_an_error_of_its_field() -> None:
    form = GameForm("ydyumby", "en", {"board": "###/###"})
    assert form.read_options() is None
    assert "hexN" in form.errors["board"]
    assert isinstance(face_of("ydyumby").options[0], AnyBoardOption)


@pytest.mark.parametrize("path", ["/play/kamiken", "/new", "/replay"])
def test_forms_without_their_token_do_nothing(client: httpx.Client, path: str) -> None:
    games = client.get("/games").text.count('href="/g/')
    filled = {"game": "kamiken", "record": '[Spec "kamiken"]\n\n*', "csrf": "made up"}
    answer = client.post(path, data=filled)
    assert answer.status_code in (403, 422)
    assert client.get("/games").text.count('href="/g/') == games


def test_a_token_is_good_for_its_own_browser_only(site: Server, client: httpx.Client) -> None:
    with httpx.Client(base_url=site.address, headers=PAGE) as other:
        other.get("/")
        assert other.post("/play/vyun", data={"csrf": token(client)}).status_code == 403
    started = client.post("/play/vyun", data={"csrf": token(client)})
    assert started.status_code == 303
    assert re.fullmatch(r"/g/\w{10}", started.headers["location"])


def test_names_of_players_are_escaped_everywhere(client: httpx.Client) -> None:
    filled = {"game": "kamiken", "name0": EVIL, "csrf": token(client)}
    page = client.get(client.post("/new", data=filled).headers["location"]).text
    assert EVIL not in page
    assert EVIL not in client.get("/games").text
    answer = client.post("/replay", data={"record": f"</textarea>{EVIL}", "csrf": token(client)})
    assert answer.status_code == 422
    assert EVIL not in answer.text
    assert EVIL not in client.get(f"/new/kamiken?size={EVIL}").text
    assert EVIL not in client.get(f"/{EVIL}?{EVIL}").text


def test_no_page_has_script_or_style_of_its_own(client: httpx.Client) -> None:
    game = client.post("/play/manu", data={"csrf": token(client)}).headers["location"]
    for path in ("/", "/new/vyun", "/games", "/replay", "/rules/vyun", "/nowhere", game):
        text = client.get(path).text
        assert "<style" not in text
        assert " style=" not in text
        assert not re.search(r"<script(?! type=\"application/json\")(?![^>]* src=)", text)
        assert not re.search(r"\son\w+=", text)


@pytest.mark.parametrize(
    ("back", "leads_to"),
    [
        ("/rules/manu?x=1", "/rules/manu?x=1"),
        ("//evil.example/", "/"),
        ("/\\evil.example", "/"),
        ("https://evil.example/", "/"),
        ("/\t/evil.example", "/%09/evil.example"),  # on this site, but unknown
    ],
)
def test_switching_languages_never_leads_away(
    client: httpx.Client, back: str, leads_to: str
) -> None:
    answer = client.get("/lang/ru", params={"back": back})
    assert answer.headers["location"] == leads_to
    assert 'lang="ru"' in client.get("/").text


def test_pages_are_kept_by_nobody_and_static_files_for_ever(client: httpx.Client) -> None:
    assert client.get("/").headers["cache-control"] == "private, no-cache"
    found = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', client.get("/new/manu").text))
    assert len(found) >= 4
    for address in found:
        answer = client.get(address)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]


def test_errors_are_pages_for_people_and_json_for_programs(client: httpx.Client) -> None:
    page = client.get("/g/1111111111")
    assert page.status_code == 404
    assert "An empty square" in page.text
    russian = client.get("/nowhere", headers={"Accept-Language": "ru"})
    assert "Пустая клетка" in russian.text
    program = client.get("/g/1111111111/board.svg", headers={"Accept": "image/svg+xml"})
    assert program.json()["error"]["code"] == "no_such_game"


def test_a_visitor_with_too_many_requests_must_wait(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    server = Server(tmp_path_factory.mktemp("limited"), limits=True)
    server.start()
    try:
        with httpx.Client(base_url=server.address, headers=PAGE) as client:
            csrf = token(client)
            for _ in range(60):
                answer = client.post("/play/kamiken", data={"csrf": csrf})
                if answer.status_code != 303:
                    break
            assert answer.status_code == 429
            assert int(answer.headers["retry-after"]) > 0
            assert "A little slower" in answer.text
    finally:
        server.stop()


def test_the_rules_say_which_boards_are_solved(client: httpx.Client) -> None:
    text = client.get("/rules/kamiken").text
    assert "<code>3x3</code>: the first player leads by 2" in text
    assert "<code>4x4</code>: a draw" in text
    assert "the second player wins" in client.get("/rules/manu").text


def test_the_rules_quote_fair_komis_and_compared_readings(client: httpx.Client) -> None:
    for known in measured_boards("kamiken"):
        text = client.get("/rules/kamiken").text
        assert f"<code>{known.spec}</code>: {known.komi:g} (White wins {known.share:.0%}" in (
            text.replace(" %", "%")
        )
    text = client.get("/rules/manu").text
    for comparison in comparisons_of("manu"):
        assert f'id="reading-{comparison.option}"' in text
        for word, figures in comparison.figures.items():
            assert f"<code>{word}</code></th>" in text
            assert f"<td>{shown(figures['turns'], 'en')}</td>" in text
    assert comparisons_of("manu")


def test_the_rules_have_an_anchor_for_every_rule(client: httpx.Client) -> None:
    for game, rules in {"kamiken": 4, "ydyumby": 5, "vyun": 6, "manu": 7}.items():
        text = client.get(f"/rules/{game}").text
        assert re.findall(r'id="rule-(\d+)"', text) == [str(n + 1) for n in range(rules)]
        assert "<svg" in text


def test_downloads_are_there(client: httpx.Client) -> None:
    game = client.post("/play/ydyumby", data={"csrf": token(client)}).headers["location"]
    kinds = {
        "record.txt": "text/plain",
        "record.json": "application/json",
        "board.svg": "image/svg+xml",
        "position.png": "image/png",
        "game.gif": "image/gif",
    }
    page = client.get(game).text
    for name, kind in kinds.items():
        assert f"{game}/{name}" in page
        assert client.get(f"{game}/{name}").headers["content-type"].startswith(kind)
    framed = client.get(game.replace("/g/", "/embed/")).headers["content-security-policy"]
    assert "frame-ancestors *" in framed
    assert "frame-ancestors 'none'" in client.get(game).headers["content-security-policy"]

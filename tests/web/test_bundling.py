"""Scripts and style sheets that are sent as one, put together from their parts."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator

import httpx
import pytest

from kletka.web.bundling import CannotBundle, bundle
from kletka.web.pages.rendering import STATIC, VERSION
from tests.web.browser.serving import Server

SCRIPTS = sorted(file.name for file in (STATIC / "js").glob("*.js"))


@pytest.fixture
def client(site: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{site.address}/static/{VERSION}") as client:
        yield client


def bundle_of(**modules: str) -> str:
    return bundle("entry.js", lambda name: modules[name.removesuffix(".js")])


def test_a_module_stands_once_and_after_what_it_imports() -> None:
    bundled = bundle_of(
        entry='import { two } from "./middle.js";\nimport { one } from "./base.js";\ntwo(one);',
        middle='import {\n  one as first,\n} from "./base.js";\nexport function two() {}',
        base="export const one = 1;\nexport class Other {}\nexport async function wait() {}",
    )
    names = re.findall(r'^modules\["(\w+)\.js"\]', bundled, re.MULTILINE)
    assert names == ["base", "middle", "entry"]
    assert 'const {\n  one: first,\n} = modules["base.js"];' in bundled
    assert "return { one, Other, wait };" in bundled
    assert not re.search("^(import|export)", bundled, re.MULTILINE)


@pytest.mark.parametrize(
    "source",
    [
        'import other from "./other.js";',
        'import * as other from "./other.js";',
        'import "./other.js";',
        "export default 1;",
        "export let changing = 1;",
        'export { other } from "./other.js";',
        "console.log(import.meta.url);",
        "await something();",
    ],
)
def test_what_a_bundle_cannot_do_is_an_error(source: str) -> None:
    with pytest.raises(CannotBundle, match=r"entry\.js has what bundles do not support"):
        bundle_of(entry=source, other="export const other = 1;")


def test_modules_that_import_each_other_are_an_error() -> None:
    with pytest.raises(CannotBundle, match=r"entry\.js > other\.js > entry\.js"):
        bundle_of(
            entry='import { other } from "./other.js";', other='import { x } from "./entry.js";'
        )


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_script_can_be_bundled(name: str, client: httpx.Client) -> None:
    answer = client.get(f"/bundles/{name}", headers={"Accept-Encoding": "identity"})
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" in answer.headers["cache-control"]
    assert f'modules["{name}"] = ' in answer.text


def test_bundles_are_sent_compressed_to_browsers_that_understand_it(client: httpx.Client) -> None:
    plain = client.get("/bundles/game.js", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    zipped = client.get("/bundles/game.js", headers={"Accept-Encoding": "gzip"})
    assert zipped.headers["content-encoding"] == "gzip"
    assert zipped.text == plain.text
    assert int(zipped.headers["content-length"]) == len(gzip.compress(plain.content, 9, mtime=0))


def test_style_sheets_are_joined_in_the_given_order(client: httpx.Client) -> None:
    joined = client.get("/sheets/board+kletka+game.css")
    assert joined.headers["content-type"].startswith("text/css")
    parts = [client.get(f"/{name}.css").text for name in ("board", "kletka", "game")]
    assert joined.text == "\n".join(parts)


@pytest.mark.parametrize(
    "path",
    [
        "bundles/nothing.js",
        "bundles/..%2F..%2Fapp.py",
        "sheets/nothing.css",
        "sheets/game+game.css",
    ],
)
def test_there_is_nothing_but_our_own_files(client: httpx.Client, path: str) -> None:
    assert client.get(f"/{path}").status_code == 404

import gzip
import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from scorekeeper.games import GAMES
from scorekeeper.rules.answers import questions

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "static"
HTMX = STATIC / "vendor" / "htmx-2.0.11.min.js"
ESBUILD = ROOT / "node_modules" / "esbuild"
FILES = re.compile(r'(?:src|href)="(/assets/[^"]+)"')


@pytest.fixture
def long_sheet(sheet, post_hand):
    for n in range(40):
        petit = {"petit_au_bout": "attack"} if n % 4 == 0 else {}
        post_hand(sheet, taker=str(n % 4), points=str(35 + n % 20), **petit)
    return sheet


def fetched(client, path):
    answer = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    return answer


def test_a_first_visit_to_forty_hands_stays_within_its_budget(long_sheet, client):
    page = fetched(client, long_sheet)
    files = set(FILES.findall(gzip.decompress(page.data).decode()))
    files -= {path for path in files if path.endswith((".webmanifest", ".png"))}
    weights = {path: len(fetched(client, path).data) for path in files}
    print(f"page {len(page.data)} bytes, files {weights}")
    assert sorted(path.rpartition(".")[2] for path in files) == ["js", "svg"]
    assert len(page.data) + sum(weights.values()) <= 42_000
    assert len(page.data) <= 12.5 * 1024


def test_a_later_page_of_forty_hands_stays_within_its_budget(
    long_sheet, client, has_stylesheets
):
    assert len(fetched(client, long_sheet).data) <= 8 * 1024


@pytest.mark.parametrize("path", ["/", "/sheets/exemple"])
def test_an_asset_is_named_by_its_content_and_cached_for_a_year(client, path):
    for asset in set(FILES.findall(client.get(path).text)):
        answer = client.get(asset)
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert re.search(r"-[0-9A-Z]{8}\.", asset)
        if not asset.endswith(".png"):
            assert gzip.decompress(fetched(client, asset).data) == answer.data


@pytest.mark.parametrize("name", ["main-00000000.js", "manifest.json", "..%2fbuild.mjs"])
def test_another_name_is_no_asset(client, name):
    answer = client.get(f"/assets/{name}")
    assert answer.status_code == 404
    assert answer.headers["Cache-Control"] == "no-store"


def test_the_webmanifest_names_the_icon_of_the_page(client):
    files = FILES.findall(client.get("/").text)
    manifest = next(path for path in files if path.endswith(".webmanifest"))
    icon = client.get(manifest).get_json(force=True)["icons"][0]["src"]
    assert f"/assets/{icon}" in files


def test_a_shortcut_opens_a_sheet_by_its_rules(client):
    files = FILES.findall(client.get("/").text)
    manifest = next(path for path in files if path.endswith(".webmanifest"))
    for shortcut in client.get(manifest).get_json(force=True)["shortcuts"]:
        rules = shortcut["url"].partition("?rules=")[2]
        assert f'name="rules" value="{rules}"' in client.get(shortcut["url"]).text


def test_htmx_is_the_one_that_was_published():
    published = "d6fdc75f204e6bdefa99b69bf1e6d4ac69b8a364f77929f45c13476b4000f717"
    assert hashlib.sha256(HTMX.read_bytes()).hexdigest() == published


def test_the_script_is_strict_and_holds_htmx(client):
    page = client.get("/").text
    script = next(path for path in FILES.findall(page) if "/main-" in path)
    assert f'<script src="{script}" type="module">' in page
    assert "htmx:beforeRequest" in client.get(script).text


def inputs():
    """A line for each input of the build, as ``static/build.mjs`` hashes them."""
    paths = [path for path in STATIC.rglob("*") if path.is_file()]
    parts = [(path, path.relative_to(STATIC).parts) for path in paths]
    sources = [
        path
        for path, names in parts
        if "dist" not in names and not any(name.startswith(".") for name in names)
    ]
    for path in [*sources, ROOT / "package-lock.json"]:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        yield f"{path.relative_to(ROOT).as_posix()} {digest}\n"


def test_the_committed_build_is_of_these_sources():
    manifest = json.loads((STATIC / "dist" / "manifest.json").read_text(encoding="utf-8"))
    digest = hashlib.sha256("".join(sorted(inputs())).encode()).hexdigest()
    assert manifest["inputs"] == digest, "npm ci && npm run build"
    built = {path.name for path in (STATIC / "dist").iterdir()} - {"manifest.json"}
    assert built == set(manifest["files"].values())


@pytest.mark.skipif(not ESBUILD.exists(), reason="no esbuild: npm ci")
@pytest.mark.skipif(not shutil.which("node"), reason="no Node")
def test_building_again_gives_the_same_bytes(tmp_path):
    subprocess.run(["node", STATIC / "build.mjs", tmp_path / "dist"], check=True)
    again = {path.name: path.read_bytes() for path in (tmp_path / "dist").iterdir()}
    committed = {path.name: path.read_bytes() for path in (STATIC / "dist").iterdir()}
    assert again == committed


def test_a_browser_without_gzip_gets_plain_text(client):
    answer = client.get("/", headers={"Accept-Encoding": "gzip;q=0"})
    assert "Content-Encoding" not in answer.headers and "La Marque" in answer.text


def test_a_page_asks_nothing_of_another_server(long_sheet, client):
    for path in ("/", long_sheet, f"{long_sheet}/print", "/games/tarot"):
        page = client.get(path).text
        assert not re.search(r'(?:src|href|action)="(?:https?:)?//', page)


SHARED = [
    *(STATIC / "js").rglob("*.js"),
    *(path for path in (STATIC / "css").rglob("*.css") if path.parent.name != "games"),
]
FIELDS = {name for game in GAMES.values() for name in questions(game.hand)}


@pytest.mark.parametrize("path", SHARED, ids=lambda path: path.name)
def test_only_the_styles_of_a_game_name_its_fields(path):
    text = path.read_text(encoding="utf-8")
    assert set(re.findall(r"\.ask-([a-z_]+)", text)) <= {"kind", "role"}
    assert not FIELDS & set(re.findall(r"""\[name\W*=["']?(\w+)""", text))
    assert not FIELDS & set(re.findall(r"elements\.(\w+)", text))

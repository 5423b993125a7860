"""La Marque installed: the service worker, its files and the page without a network."""

import json
import re


def build_of(worker):
    """What the service worker knows of this build."""
    return json.loads(re.match(r"const BUILD = (.*);\n", worker)[1])


def test_the_service_worker_is_served_beside_the_pages_and_never_cached(client):
    answer = client.get("/service_worker.js")
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in answer.headers


def test_the_service_worker_stores_every_file_that_a_page_needs(client, sheet):
    build = build_of(client.get("/service_worker.js").text)
    for path in (*build["files"], build["offline"]):
        assert client.get(path).status_code == 200
    for page in ("/", sheet, f"{sheet}/tv"):
        needed = set(re.findall(r'"(/assets/[^"]+)"', client.get(page).text))
        assert {path for path in needed if not path.endswith(".png")} <= set(build["files"])
    assert not [path for path in build["files"] if "service_worker" in path]


def test_the_icons_of_the_installed_application_are_there(client):
    page = client.get("/").text
    apple = re.search(r'rel="apple-touch-icon" href="(.*?)"', page)[1]
    manifest = re.search(r'rel="manifest" href="(.*?)"', page)[1]
    icons = client.get(manifest).get_json(force=True)["icons"]
    assert [icon["sizes"] for icon in icons] == ["any", "192x192", "512x512", "512x512"]
    for path in (apple, *(f"/assets/{icon['src']}" for icon in icons)):
        answer = client.get(path)
        assert answer.status_code == 200 and len(answer.data) < 12_000


def test_a_png_is_not_compressed_again(client):
    apple = re.search(r'rel="apple-touch-icon" href="(.*?)"', client.get("/").text)[1]
    answer = client.get(apple, headers={"Accept-Encoding": "gzip"})
    assert answer.mimetype == "image/png" and "Content-Encoding" not in answer.headers
    assert answer.data.startswith(b"\x89PNG")

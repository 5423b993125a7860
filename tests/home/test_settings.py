"""The settings of a device: colors, text size, sound and vibration."""

import re

import pytest

from scorekeeper import program
from scorekeeper.web.device import SETTINGS


def root(page):
    return re.search(r"<html ([^>]*)>", page)[1]


def dark_media(page):
    """The media of the inline styles of a page."""
    return re.findall(r'<style media="(.*?)">', page)


def test_a_device_that_chose_nothing_shows_what_the_phone_shows(client, sheet):
    page = client.get(sheet).text
    assert root(page) == 'lang="fr"'
    assert dark_media(page) == ["screen and (prefers-color-scheme: dark)"]
    assert '<meta name="color-scheme" content="light dark">' in page


@pytest.mark.parametrize(
    ("theme", "media", "color"), [("dark", ["screen"], "#11151d"), ("light", [], "#faf7ef")]
)
def test_chosen_colors_are_on_every_page_from_its_first_byte(
    client, sheet, theme, media, color
):
    client.post("/settings", data={"theme": theme})
    for path in (sheet, "/", f"{sheet}/tv", "/nothing"):
        page = client.get(path).text
        assert f'data-theme="{theme}"' in root(page) and dark_media(page) == media
        assert f'<meta name="color-scheme" content="{theme}">' in page
        assert re.findall(r'theme-color" content="(.*?)"(.*?)>', page) == [(color, "")]


def test_a_chosen_text_size_is_on_every_page(client, sheet):
    client.post("/settings", data={"text": "largest"})
    assert 'data-text="largest"' in root(client.get(sheet).text)
    client.post("/settings", data={"text": ""})
    assert "data-text" not in root(client.get(sheet).text)


def test_every_value_is_one_tap_and_the_one_in_use_is_pressed(client):
    client.post("/settings", data={"text": "large"})
    page = client.get("/settings").text
    buttons = re.findall(r'name="(\w+)" value="([\w ]*)" aria-pressed="(\w+)"', page)
    assert [button[:2] for button in buttons] == [
        (name, value) for name, values in SETTINGS.items() for value in values
    ]
    pressed = {name: value for name, value, is_pressed in buttons if is_pressed == "true"}
    assert pressed == {"theme": "", "text": "large", "contrast": ""}


@pytest.mark.parametrize("form", [{}, {"theme": "pink"}, {"other": "dark"}, {"text": "x"}])
def test_another_setting_is_refused(client, form):
    assert client.post("/settings", data=form).status_code == 400


def test_a_value_of_another_version_in_the_cookie_is_as_none(client, sheet):
    with client.session_transaction() as session:
        session["theme"] = '"><script>'
    assert root(client.get(sheet).text) == 'lang="fr"'


def back(page):
    return re.search(r'<a class="invite" href="(.*?)">', page)[1]


@pytest.mark.parametrize(
    ("referrer", "path"),
    [
        ("http://localhost/sheets/exemple", "/sheets/exemple"),
        ("http://localhost/settings?next=/import", "/"),
        ("http://localhost//evil.test", "/"),
        ("https://evil.test/sheets/exemple", "/"),
        ("", "/"),
    ],
)
def test_the_settings_lead_back_to_the_page_before(client, referrer, path):
    assert back(client.get("/settings", headers={"Referer": referrer}).text) == path


def test_the_way_back_outlives_a_choice(client):
    saved = client.post("/settings", data={"theme": "dark", "next": "/import"}).location
    assert back(client.get(saved).text) == "/import"
    for away in ("//evil.test", "/\\evil.test", "/%5Cevil.test", "https://evil.test"):
        assert back(client.get(f"/settings?next={away}").text) == "/"


def test_the_page_says_which_version_this_is(client):
    assert f"La Marque {program.version()}" in client.get("/settings").text

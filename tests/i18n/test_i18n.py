import ast
import io
import re
import shutil
import subprocess
import sys
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest
from babel.dates import format_date, format_datetime
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po

from scorekeeper.i18n.languages import (
    LANGUAGES,
    LOCALES,
    TRANSLATIONS,
    operator_language,
    say,
    translator,
)
from scorekeeper.i18n.localization import MONTHS, SHORT_MONTHS, language
from scorekeeper.i18n.messages import Message, msg, render, signed

ROOT = Path(__file__).resolve().parents[2]
TEXT = "Nouvelle feuille"


def placeholders(text):
    return set(re.findall(r"%\((\w+)\)s", text))


@pytest.fixture(scope="module")
def calls_of_msg():
    """Every call of ``msg`` in the program, with the file and line where it stands."""
    return [
        (f"{path.relative_to(ROOT)}:{node.lineno}", node)
        for path in (*sorted(ROOT.glob("scorekeeper/**/*.py")), *ROOT.glob("deploy/*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "msg"
    ]


@pytest.fixture(scope="module")
def sources(calls_of_msg):
    """Every French text of the program and its templates."""
    templates = extract_from_dir(
        str(ROOT / "templates"),
        method_map=[
            ("**.html", "jinja2.ext:babel_extract"),
            ("**.svg", "jinja2.ext:babel_extract"),
        ],
        options_map={"**": {"trimmed": "true", "newstyle_gettext": "true"}},
        keywords={"_": None},
    )
    found = {message for _, _, message, _, _ in templates}
    assert TEXT in found
    return found | {call.args[0].value for _, call in calls_of_msg}


@pytest.fixture(scope="module", params=TRANSLATIONS)
def folder(request):
    return LOCALES / request.param / "LC_MESSAGES"


@pytest.fixture(scope="module")
def catalog(folder):
    return read_po(io.BytesIO((folder / "messages.po").read_bytes()))


@pytest.fixture(scope="module")
def translations(catalog):
    return {message.id: message for message in catalog if message.id}


def test_messages_are_literal(calls_of_msg):
    for place, call in calls_of_msg:
        assert len(call.args) == 1 and isinstance(call.args[0], ast.Constant), place
        values, wanted = {word.arg for word in call.keywords}, placeholders(call.args[0].value)
        spread = None in values  # ``**values``: some names are not in the source
        assert values - {None} <= wanted if spread else values in (set(), wanted), place


def test_no_text_is_without_translation(sources, translations):
    assert sorted(sources - set(translations)) == []


def test_no_translation_is_left_over(sources, translations):
    assert sorted(set(translations) - sources) == []


def test_no_translation_is_empty_or_fuzzy(translations):
    assert [m.id for m in translations.values() if not m.string or m.fuzzy] == []


def test_english_has_no_spaces_and_marks_of_french(translations):
    french = re.compile(r"\s[:;!?»]|«|\b(?:donne|feuille|manche|marque|preneur)s?\b")
    assert [m.string for m in translations.values() if french.search(str(m.string))] == []


def test_translations_keep_placeholders(translations):
    changed = [
        m for m in translations.values() if placeholders(m.id) != placeholders(m.string)
    ]
    assert [m.id for m in changed] == []


def test_compiled_catalog_is_current(folder, catalog):
    expected = io.BytesIO()
    write_mo(expected, catalog)
    with (folder / "messages.mo").open("rb") as file:
        found = read_mo(file)
    expected.seek(0)
    expected = read_mo(expected)
    assert {m.id: m.string for m in found} == {m.id: m.string for m in expected}
    assert found.locale == expected.locale


def test_languages_have_names():
    assert [path.parts[-3] for path in sorted(LOCALES.glob("*/LC_MESSAGES/*.po"))] == [
        *TRANSLATIONS
    ]
    assert LANGUAGES == {"fr": "Français", "en": "English"}


def test_untranslated_texts_stay():
    assert [translator("en")(text) for text in ("", "Zzz %(n)s")] == ["", "Zzz %(n)s"]


THIRD = """
from scorekeeper.i18n.languages import LANGUAGES, say
from scorekeeper.i18n.localization import language
from scorekeeper.i18n.messages import msg
print(list(LANGUAGES.items()), say(msg("Nouvelle feuille")), language("eo").date("2026-11-01"))
"""


def test_new_folder_is_a_language(tmp_path):
    package = tmp_path / "scorekeeper"
    shutil.copytree(LOCALES.parent, package / "i18n")
    catalog = read_po(io.BytesIO((LOCALES / "en/LC_MESSAGES/messages.po").read_bytes()))
    catalog["Français"].string, catalog[TEXT].string = "Esperanto", "Nova folio"
    catalog["1er %(month)s"].string = "1-a de %(month)s"
    catalog[MONTHS.text].string = MONTHS.text.replace("novembre", "novembro")
    folder = package / "i18n/locales/eo/LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "messages.mo").open("wb") as file:
        write_mo(file, catalog)
    shown = subprocess.run(
        [sys.executable, "-S", "-X", "utf8", "-c", THIRD],
        cwd=tmp_path,
        env={"LANG": "eo"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout
    languages = [("fr", "Français"), ("en", "English"), ("eo", "Esperanto")]
    assert shown == f"{languages} Nova folio 1-a de novembro 2026\n"


@pytest.mark.parametrize(
    ("environ", "code"),
    [
        ({}, "fr"),
        ({"LANG": ""}, "fr"),
        ({"LANG": "C"}, "fr"),
        ({"LANG": "C.UTF-8"}, "fr"),
        ({"LANG": "POSIX"}, "fr"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_CA"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "fr"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en"}, "en"),
        ({"LANG": "en_IE@euro"}, "en"),
        ({"LANG": "en@quot"}, "en"),
        ({"LANG": "english"}, "fr"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "en_US"}, "en"),
        ({"LANG": "en_US", "LC_MESSAGES": "fr_FR"}, "fr"),
        ({"LC_MESSAGES": "en_US", "LC_ALL": "C"}, "fr"),
        ({"LC_MESSAGES": "fr_FR", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LC_MESSAGES": "en_US", "LC_ALL": ""}, "en"),
        ({"LC_ALL": "fr_FR.UTF-8", "LANGUAGE": "en"}, "en"),
        ({"LC_ALL": "en_US.UTF-8", "LANGUAGE": "fr:en"}, "fr"),
        ({"LANGUAGE": "de:en_GB:fr"}, "en"),
        ({"LANGUAGE": "de:C:en"}, "fr"),
        ({"LANGUAGE": "de", "LANG": "en_US"}, "fr"),
    ],
)
def test_operator_language(environ, code):
    assert operator_language(environ) == code


def test_operator_message_is_translated(monkeypatch):
    message = msg("%(name)s : %(message)s", name="Zoé", message=msg(TEXT))
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(variable, raising=False)
    for locale, expected in (("fr_FR", f"Zoé : {TEXT}"), ("en_US", "Zoé: New sheet")):
        monkeypatch.setenv("LANG", locale)
        assert say(message) == expected


def test_french_for_the_operator_is_the_source(monkeypatch):
    monkeypatch.setenv("LANGUAGE", "fr")
    assert say(Message("L'écran : « rien » !")) == "L'écran : « rien » !"


@pytest.mark.parametrize(("code", "written"), [("fr", "−1\u202f346"), ("en", "−1,346")])
def test_thousands_separator(code, written):
    assert render(-1346, translator(code)) == written
    assert signed(1_346_000, translator(code)).count(written[2]) == 2
    assert render(999, translator(code)) == "999"


@pytest.mark.parametrize("code", LANGUAGES)
def test_article_does_not_break(code):
    found = translator(code)("FFB contrée 27-01-2016, § 10.2")
    assert "§\N{NO-BREAK SPACE}10.2" in found


@pytest.mark.parametrize("months", [MONTHS, SHORT_MONTHS])
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_year_has_twelve_months(code, months):
    found = translator(code)(months.text).split(", ")
    assert len(found) == len(set(found)) == 12


def first(text, code):
    """A date of Babel, with the first day of a month as French writes it."""
    return re.sub("^1 ", "1er ", text) if code == "fr" else text


@pytest.mark.parametrize(("code", "locale"), [("fr", "fr_FR"), ("en", "en_GB")])
def test_dates_are_those_of_babel(code, locale):
    shown = language(code)
    for day in (date(2028, 1, 1) + timedelta(days=n) for n in range(366)):
        iso = day.isoformat()
        full, short = format_date(day, "long", locale), format_date(day, "d MMM", locale)
        assert shown.date(iso) == first(full, code)
        assert shown.short_day(iso) == first(short, code)
        assert shown.short_month(iso) == format_date(day, "MMM", locale)


@pytest.mark.parametrize(
    ("code", "locale", "pattern"),
    [("fr", "fr_FR", "HH\N{NO-BREAK SPACE}'h'\N{NO-BREAK SPACE}mm"), ("en", "en_GB", "HH:mm")],
)
def test_times_are_those_of_babel_in_the_time_zone_of_the_machine(code, locale, pattern):
    shown = language(code)
    for month in range(1, 13):
        iso = f"2028-{month:02}-01T{2 * month - 1:02}:0{month % 10}+12:00"
        when = datetime.fromisoformat(iso).astimezone()
        expected = first(format_datetime(when, "d MMM, HH:mm", locale=locale), code)
        assert shown.moment(iso) == expected
        assert shown.hour(iso) == format_datetime(when, pattern, locale=locale)

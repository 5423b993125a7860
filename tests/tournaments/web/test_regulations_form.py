"""The regulations of a tournament as they are typed."""

import pytest

from scorekeeper.tournaments.regulations import FIELDS, InvalidField, Regulations
from scorekeeper.tournaments.web.regulations_form import read, typed


def regulations(preset="belote_points", **fields):
    return read(preset, fields)


@pytest.mark.parametrize(
    ("name", "text", "cents"),
    [
        ("entry", "12", 1200),
        ("entry", "12,50", 1250),
        ("entry", " 12.5 € ", 1250),
        ("grid", "60 30,50 20", (6000, 3050, 2000)),
        ("grid", "60 € ; 30 €", (6000, 3000)),
        ("grid", "50, 30, 20, 15", (5000, 3000, 2000, 1500)),
        ("grid", "50,30,20", (5000, 3000, 2000)),
        ("grid", "60;30,50;20,", (6000, 3050, 2000)),
        ("grid", "200,100", (20000, 10000)),
        ("grid", "20.10", (2010,)),
        ("grid", "20,10 €", (2010,)),
        ("grid", "", ()),
        ("everyone", "0", 0),
    ],
)
def test_money_is_typed_in_euros(name, text, cents):
    assert getattr(regulations(**{name: text}), name) == cents


@pytest.mark.parametrize(
    ("text", "things"),
    [
        ("un jambon ; deux kilos de noix", ("un jambon", "deux kilos de noix")),
        (";;un  jambon\t<1 kg>", ("", "", "un jambon <1 kg>")),
        (" ; ", ()),
    ],
)
def test_things_are_typed_with_a_semicolon_between_two(text, things):
    assert regulations(in_kind=text).in_kind == things


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("entry", "douze", ""),
        ("entry", "12 50", ""),
        ("entry", "-1", ""),
        ("entry", "1,234", ""),
        ("everyone", "un café", "un montant en euros"),
        ("grid", "60 x", "les prix en euros"),
        ("grid", "20,10", "« 20 10 »"),
        ("grid", "20,10", "« 20.10 »"),
        ("in_kind", 1000 * ";" + "un jambon", ""),
        ("tie", "nobody", "ne va pas"),
    ],
)
def test_a_value_that_cannot_be_is_named_with_what_to_write(name, text, why):
    with pytest.raises(InvalidField) as refused:
        regulations(**{name: text})
    assert refused.value.field.name == name and why in str(refused.value.why)


def test_half_of_a_round_follows_its_deals_while_it_is_not_typed():
    assert regulations(deals="10").exempt_points == 810
    assert regulations(deals="10", exempt_points="900").exempt_points == 900


def test_a_target_takes_the_place_of_the_deals():
    found = regulations(deals="12", target="2001", minutes="40")
    assert (found.deals, found.target, found.exempt_points) == (0, 2001, 1000)


@pytest.mark.parametrize(
    "decided",
    [
        Regulations("tarot_libre", penalty=0, entry=1250, grid=(6000, 3050), tie="last_round"),
        Regulations("tarot_pairs", draw="fft", deals=0, minutes=60),
        Regulations("tarot_pairs", grid=(2010,), in_kind=("", "un jambon", "du vin")),
        regulations(deals="10", exempt_points="0"),
        regulations("belote_wins", target="2001", minutes="40"),
    ],
)
def test_what_the_form_shows_is_read_back_as_it_was(decided):
    assert read(decided.preset, typed(decided)) == decided


@pytest.mark.parametrize("preset", ["tarot_libre", "belote_melee"])
def test_a_question_names_its_source_and_nothing_where_it_has_none(client, preset):
    page = client.get(f"/tournaments/new?preset={preset}").text
    asked = [field for field in FIELDS if f'name="{field.name}"' in page]
    sources = [field.source for field in asked if field.source]
    assert page.count("<small>") == len(sources) < len(asked)

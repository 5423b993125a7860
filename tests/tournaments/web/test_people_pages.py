"""The people of a tournament on its pages: registered, corrected, checked in."""

import re
import time
from datetime import date, timedelta
from html import unescape

import pytest
from conftest import token_of
from desk import Desk, hidden
from tournament_routes import opened, role_token

from scorekeeper.tournaments import people as decisions
from scorekeeper.tournaments.rounds import publish_by_hand
from scorekeeper.tournaments.service.tokens import Role

BELOTE = {"preset": "belote_points", "game": "belote"}


@pytest.fixture
def desk(client):
    return opened(client)


@pytest.fixture
def names(app):
    """The names of a tournament as they are shown, by its address."""

    def read(address):
        found = app.extensions["tournaments"].access(token_of(address)).state
        return [found.called(person.number) for person in found.registered]

    return read


@pytest.fixture
def state(app):
    return lambda address: app.extensions["tournaments"].access(token_of(address)).state


def register(client, desk, text, **more):
    return client.post(f"{desk}/people", data={"people": text} | more)


def test_a_line_registers_and_the_cursor_stays(client, desk, names):
    page = client.get(register(client, desk, "Jean D, 1234567, Lyon").location).text
    assert names(desk) == ["Jean D"]
    assert re.search(r'<input name="people"[^>]* autofocus', page)


def test_who_registers_at_the_door_is_here(client, desk, state):
    register(client, desk, "Anne", here="1")
    register(client, desk, "Bruno")
    assert state(desk).here == {1}


@pytest.mark.parametrize(("here", "told"), [({"here": "1"}, True), ({}, False)])
@pytest.mark.parametrize("path", ["", "/people?new=1"])
def test_who_is_late_and_has_no_seat_is_told_with_the_way_to_one(
    app, client, desk, path, here, told
):
    register(client, desk, "Anne\nBruno\nChloé\nDavid", here="1")
    access = app.extensions["tournaments"].access(token_of(desk), Role)
    access.record("published", publish_by_hand, 1, [(1, 2, 3, 4)])
    register(client, desk, "Élise", **here)
    page = client.get(desk + path).text
    way = r'rounds/1"><b>Pas encore assis</b></a>\xa0:\s*<bdi>Élise</bdi></p>'
    assert bool(re.search(way, page)) is told


def in_days(days):
    return (date.today() + timedelta(days)).isoformat()


@pytest.mark.parametrize(("days", "checked"), [(0, True), (-1, False), (1, False)])
def test_on_the_day_of_the_tournament_they_are_here(client, days, checked):
    page = client.get(f"{opened(client, date=in_days(days))}/people").text
    assert bool(re.search(r'name="here" value="1" checked', page)) == checked


def test_a_homonym_is_registered_with_advice(client, desk, names):
    register(client, desk, "Jean")
    page = client.get(register(client, desk, "jean").location).text
    assert names(desk) == ["Jean (1)", "jean (2)"] and "ajouter une initiale" in page


def test_a_list_is_shown_as_it_was_read_before_anybody_is_registered(client, desk, names):
    register(client, desk, "Anne")
    page = register(client, desk, "Nom\tClub\nAnne\tLyon\nZoé\tMetz", read="1")
    assert names(desk) == ["Anne"]
    assert page.text.count("déjà inscrit") == 1 and "Inscrire 2 personnes<" in page.text
    assert "Personne de cette liste" in page.text
    register(client, desk, "Nom\tClub\nAnne\tLyon\nZoé\tMetz")
    assert names(desk) == ["Anne (1)", "Anne (Lyon)", "Zoé"]


@pytest.mark.parametrize(
    ("text", "button"),
    [
        ("Inès, Jean\nGilles - Hugo", "Inscrire 2 équipes"),
        ("Inès, Jean", "Inscrire une équipe"),
        ("Inès, Jean\nHugo", "Inscrire 3 personnes"),
        ("Hugo", "Inscrire"),
    ],
)
def test_the_button_of_a_list_counts_teams_or_people(client, text, button):
    page = register(client, opened(client, **BELOTE), text, read="1", list="1").text
    assert f'<button class="save">{button}</button>' in page


def test_a_line_of_four_names_is_a_team_of_tarot(client, state):
    desk = opened(client, preset="tarot_pairs", draw="fft")
    page = register(
        client, desk, "Anne / Bruno / Zoé / Max\nEve / Paul", read="1", list="1"
    ).text
    assert "Inscrire 2 équipes" in page and "deux ou quatre joueurs" not in page
    register(client, desk, "Anne / Bruno / Zoé / Max\nEve / Paul")
    assert state(desk).teams == {1: (1, 2, 3, 4), 2: (5, 6)}


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("", "Personne n'est inscrit"),
        ("Anne", "Une personne inscrite"),
        ("Anne\nJo", "2 inscrits"),
    ],
)
def test_how_many_are_registered_is_said_in_words(client, desk, text, heading):
    register(client, desk, text)
    assert f"<h2>{heading}</h2>" in unescape(client.get(f"{desk}/people").text).replace(
        "’", "'"
    )


def test_a_list_of_people_who_are_not_here_leaves_the_line_at_the_door_as_it_was(client):
    desk = opened(client, date=in_days(0))
    page = register(client, desk, "Anne", read="1", list="1").text
    bar = page.partition("buttons stays")[2].partition("</p>")[0]  # with its own button, alone
    assert len(re.findall('name="here" value="1">', bar)) == page.count('name="here"') == 1
    page = client.get(register(client, desk, "Anne", list="1").location).text
    assert re.findall(r'name="here" value="1"( checked)?', page) == [" checked", ""]


def test_the_people_of_a_list_are_here_once_seats_are_published_alone(app, client):
    desk = Desk(app, client, 8, date=in_days(0))
    ticked = r'name="here" value="1"( checked)?'
    before = re.findall(ticked, desk.get("/people"))
    desk.publish()
    assert before == [" checked", ""] and re.findall(ticked, desk.get("/people"))[1]


def test_one_name_waits_for_a_partner(client, state):
    desk = opened(client, **BELOTE)
    page = client.get(register(client, desk, "Anne").location).text
    assert "Partenaire de Anne" in page
    register(
        client, desk, "Bruno", partner=re.search(r'name="partner" value="(\d+)"', page)[1]
    )
    assert state(desk).teams == {1: (1, 2)}


@pytest.mark.parametrize("rounds", [0, 1])
def test_who_has_a_partner_who_was_erased_gets_another_one(app, client, rounds):
    desk = Desk(app, client, 8, "belote_points")
    if rounds:
        desk.publish()
        desk.play()
    desk.post("/people/2", erase="1")
    assert "<bdi>Anne</bdi>\xa0: sans partenaire, donc sans place." in desk.get("/draw")
    added = desk.post("/people", people="Karl", partner="1", here="1")
    page = desk.client.get(added.location).text
    assert re.search(r'role="status">\s*<a href="[^"]*/people/2"><bdi>Karl</bdi></a> ✓', page)
    assert "sans partenaire" not in desk.get("/draw")
    assert desk.tournament.entrants == (1, 2, 3, 4)
    assert "Karl" in desk.get("/journal")


@pytest.mark.parametrize("preset", ["belote_points", "tarot_pairs"])
def test_a_partner_who_is_posted_twice_has_one_number(app, client, preset):
    desk = Desk(app, client, 8, preset)
    desk.post("/people/2", erase="1")
    form = hidden(desk.get("/people?partner=1"), "/people") | {"people": "Karl"}
    answers = [desk.post("/people", **form)]
    for name in ("Eva", "Evi"):
        desk.post("/people/5", name=name)
    answers.append(desk.post("/people", **form))
    assert {answer.status_code for answer in answers} == {303}
    assert answers[0].location == answers[1].location
    assert len(desk.tournament.people) == 8 and desk.tournament.person(2).name == "Karl"


BESIDE = "Anne\t12\tLyon", "Anne\t13\tMetz", "Zoé\t\t"
"""People of the tournament beside: name, licence, club."""


@pytest.fixture
def beside(client, desk, app):
    """A tournament of the same device with the people of another one."""
    people = [decisions.NewPerson(*line.split("\t")) for line in BESIDE]
    access = app.extensions["tournaments"].access(token_of(desk), Role)
    access.record("enrolled", decisions.register, people, True)
    return opened(client, **BELOTE)


def offered(page):
    """What a tap on each name of the tournament beside posts."""
    return [unescape(text) for text in re.findall(r'name="people" value="(nom[^"]*)"', page)]


def test_people_of_the_tournament_beside_come_with_licence_and_club(client, beside, state):
    texts = offered(client.get(f"{beside}/people").text)
    for text in texts[:2]:
        page = client.get(register(client, beside, text, other="1").location).text
    assert [one[1:4] for one in state(beside).people] == [
        ("Anne", "12", "Lyon"),
        ("Anne", "13", "Metz"),
    ]
    assert '<details class="fold" open>' in page and len(offered(page)) == 1


def test_who_is_registered_is_marked_among_the_people_of_the_tournament_beside(client, beside):
    register(client, beside, "anne, 12")
    page = client.get(f"{beside}/people").text
    assert len(offered(page)) == 2 and page.count("<bdi>Anne</bdi> ✓") == 1


@pytest.mark.parametrize("role, shown", [(Role.CHECK_IN, 3), (Role.DESK, 0)])
def test_a_helper_brings_people_from_where_he_checks_in(
    client, desk, beside, state, role, shown
):
    with client.session_transaction() as session:
        session["tournaments"] = [token_of(beside), role_token(token_of(desk), role)]
    assert len(offered(client.get(f"{beside}/people").text)) == shown


def test_a_tap_checks_in_and_the_answer_undoes_it(client, desk, state):
    register(client, desk, "Anne\nBruno")
    page = client.post(f"{desk}/check-in", data={"people": "2", "here": "1"})
    assert state(desk).here == {2}
    shown = client.get(page.location).text
    assert hidden(shown, "/check-in").keys() >= {"gone", "undo"}
    undo = r'form="undo" name="people" value="2">([^<]*)'
    assert re.findall(undo, shown) == ["Annuler l’arrivée"] and "<b>1 sur 2</b>" in shown
    gone = client.post(f"{desk}/check-in", data={"people": "2", "gone": "1"})
    assert state(desk).here == set()
    assert re.findall(undo, client.get(gone.location).text) == ["Annuler le départ"]


def test_lists_are_in_the_order_of_family_names_where_they_are_known(client, desk):
    register(client, desk, "Nom;Prénom\nRoux;Anne\nBlanc;Zoé\nMax")
    shown = [client.get(f"{desk}/{one}").text for one in ("check-in", "paper/check-in")]
    names = ["Zoé BLANC", "Max", "Anne ROUX"]
    assert all(sorted(names, key=page.rindex) == names for page in shown)


def test_a_team_checks_in_with_one_tap(client, state):
    desk = opened(client, **BELOTE)
    register(client, desk, "Anne / Bruno")
    people = re.search(r'name="people" value="([\d ]+)"', client.get(f"{desk}/check-in").text)[
        1
    ]
    client.post(f"{desk}/check-in", data={"people": people, "here": "1"})
    assert state(desk).here == {1, 2}


@pytest.mark.parametrize("words", ["eleo+obrien", "O'Brien", "brienlefevre"])
def test_the_server_searches_too(client, desk, words):
    register(client, desk, "Éléonore O’Brien-Lefèvre\nBruno")
    page = client.get(f"{desk}/check-in?q={words}").text
    assert "Éléonore" in page and "Bruno" not in page


@pytest.mark.one_process  # the memory of another process is its own
@pytest.mark.parametrize("form", [{"erase": "1"}, {"name": "Zoé", "licence": "", "club": ""}])
def test_a_name_that_is_replaced_or_erased_is_in_no_cached_fragment(app, client, form):
    desk = Desk(app, client, 8, rounds="1").reach(1)
    public = f"/tournaments/{role_token(token_of(desk.address))}"
    client.get(f"{public}/rounds/1")
    desk.play()
    client.get(f"{public}/ranking")
    fragments = app.extensions["fragments"]._values
    assert "Anne" in str([*fragments.values()])
    assert desk.post("/people/1", **form, was=["Anne", "", ""]).status_code == 303
    assert "Anne" not in str([*fragments.values()])
    assert "Anne" not in client.get(f"{public}/ranking").text


def test_what_is_written_about_somebody_is_shown_before_he_is_erased(client, desk, state):
    register(client, desk, "Anne Durand\nBruno")
    for who, reason in ((1, "Durand est <partie>"), (2, "hors concours")):
        client.post(f"{desk}/unranked", data={"who": who, "reason": reason})
    asked = client.post(f"{desk}/people/1", data={"erase": "1", "was": "Anne Durand"}).text
    assert state(desk).person(1).name and "Durand est &lt;partie&gt;" in asked
    assert "hors concours" not in asked
    form = {"erase": "1", "seen": "1", "was": "Anne Durand"}
    form |= {"text": ["Durand est <partie>", "hors concours"]}  # one that is not about her
    assert client.post(f"{desk}/people/1", data=form).status_code == 303
    assert state(desk).person(1).name == ""
    assert state(desk).unranked == {1: "…", 2: "hors concours"}
    assert "Durand" not in client.get(f"{desk}/unranked").text


def test_a_pair_is_kept_apart_and_may_meet_again(client, desk, state):
    register(client, desk, "Anne\nBruno")
    client.post(f"{desk}/apart", data={"one": "2", "other": "1"})
    assert state(desk).apart == {(1, 2)}
    client.post(f"{desk}/apart", data={"one": "1", "other": "2", "again": "1"})
    assert state(desk).apart == set()


@pytest.mark.parametrize("path", ["people", "people/1", "check-in", "apart"])
def test_hostile_names_are_shown_as_they_are_typed(client, desk, path):
    hostile = '<script>alert(1)</script>" onfocus=x'
    register(client, desk, f"{hostile}\n\u202eevil\n🂡🏽‍👩‍🚀")
    page = client.get(f"{desk}/{path}").text
    assert "<script>alert" not in page and "&lt;script&gt;alert" in page
    assert "\u202e" not in page


@pytest.mark.parametrize(
    ("act", "buttons"),
    [
        ("here", [("1", " disabled"), ("3", ""), ("2", "")]),
        ("gone", [("1", ""), ("3", ""), ("2", " disabled")]),
    ],
)
def test_a_second_tap_does_not_fall_on_the_next_one(client, desk, act, buttons):
    register(client, desk, "Anne\nBruno\nChloé")
    client.post(f"{desk}/check-in", data={"people": "2", "here": "1"})
    who = "1" if act == "here" else "2"
    page = client.get(client.post(f"{desk}/check-in", data={"people": who, act: "1"}).location)
    found = re.findall(r'<button name="people" value="(\d)"( disabled)?>', page.text)
    assert found == buttons


def test_who_was_checked_in_by_mistake_is_missing_again(client, desk):
    register(client, desk, "Anne\nBruno")
    client.post(f"{desk}/check-in", data={"people": "1", "here": "1"})
    undone = {"people": "1", "gone": "1", "undo": "1"}
    page = client.get(client.post(f"{desk}/check-in", data=undone).location).text
    assert re.findall(r'<button name="people" value="(\d)"( disabled)?>', page) == [
        ("1", ""),
        ("2", ""),
    ]
    assert page.count('name="here" value="1"') == 1
    assert "Sont là" not in page


def test_two_who_registered_alone_are_made_a_team(client, state):
    desk = opened(client, **BELOTE)
    for name in ("Anne", "Bruno"):
        register(client, desk, name)
    assert '<option value="2">Bruno' in client.get(f"{desk}/people/1").text
    client.post(f"{desk}/people/1", data={"partner": "2"})
    assert state(desk).teams == {1: (1, 2)}


def test_homonyms_are_told_apart_without_their_licences(client, desk, names):
    register(client, desk, "Jean, 1234567\nJean, 7654321")
    assert names(desk) == ["Jean (1)", "Jean (2)"]
    assert "7654321" in client.get(f"{desk}/check-in").text
    assert "7654321" in client.get(f"{desk}/paper/check-in").text
    assert "7654321" not in client.get(f"{desk}/paper/people").text


def test_who_must_not_meet_is_chosen_from_a_list_that_ignores_accents(client, desk):
    register(client, desk, "Ursule\nÉric\nAnne")
    choice = (
        client.get(f"{desk}/apart").text.partition('name="one"')[2].partition("</select>")[0]
    )
    assert re.findall(r">(\w+)<", choice) == ["Anne", "Éric", "Ursule"]


def test_a_name_that_is_too_long_is_said_and_never_cut(client, desk, names):
    typed = "Anne\n" + "Maximilien" * 4 + "a, Lyon"
    assert register(client, desk, typed, read="1").text.count("plus de 40 lettres") == 1
    answer = register(client, desk, typed)
    assert answer.status_code == 422 and names(desk) == []
    assert f"Un nom a 40 lettres au plus\xa0: {'Maximilien' * 4}…</p>" in answer.text


def test_check_in_takes_three_taps_a_second(app, client, desk, monkeypatch):
    monkeypatch.setattr(time, "monotonic", lambda: 1000.0)
    register(client, desk, "Anne")
    client.get(f"{desk}/check-in")
    app.extensions["limits"].enabled = True
    taps = ({"people": "1", act: "1"} for _ in range(91) for act in ("here", "gone"))
    answers = [client.post(f"{desk}/check-in", data=tap) for tap in taps]
    assert [answer.status_code for answer in answers] == [303] * 180 + [429] * 2
    assert answers[-1].headers["Retry-After"] == "60"


LIST = "DUPONT, Jean\nMARTIN, Anne-Marie, Lyon"


@pytest.mark.parametrize("changes", [{}, BELOTE])
def test_a_list_with_the_surname_first_is_asked_about(client, names, changes):
    desk = opened(client, **changes)
    page = register(client, desk, LIST, read="1", list="1").text
    assert "« DUPONT, Jean » : le nom, puis le prénom" in unescape(page).replace("\xa0", " ")
    page = register(client, desk, LIST, read="first", list="1").text
    assert 'name="first" value="1"' in page and 'value="first"' not in page
    if not changes:
        register(client, desk, LIST, first="1", list="1")
        assert names(desk) == ["Jean DUPONT", "Anne-Marie MARTIN"]


@pytest.mark.parametrize(("answer", "name"), [("first", "Jean DUPONT"), ("", "DUPONT")])
def test_a_line_with_the_surname_first_is_asked_about(client, desk, names, answer, name):
    page = register(client, desk, "DUPONT, Jean", here="1").text
    asked = unescape(page).replace("\xa0", " ").partition('<form method="post"')[0]
    assert "« DUPONT, Jean » : le nom, puis le prénom" in asked and names(desk) == []
    assert 'name="first" value="1"' in asked and 'form="read">Non : DUPONT, Jean<' in asked
    client.post(f"{desk}/people", data=hidden(page, "/people", -1) | {answer or "x": "1"})
    assert names(desk) == [name]


def test_a_partner_with_the_surname_first_is_asked_about_and_stays_one(client, state):
    desk = opened(client, **BELOTE)
    register(client, desk, "Anne")
    page = register(client, desk, "DUPONT, Jean", partner="1").text
    client.post(f"{desk}/people", data=hidden(page, "/people", -1) | {"first": "1"})
    assert state(desk).teams == {1: (1, 2)} and state(desk).person(2).name == "Jean DUPONT"


@pytest.mark.parametrize(
    "text",
    ["Jean D, Lyon", "JEAN D, TC LYON", "JEAN, 1234567, Lyon 3", "ANNE, A12", "<B>, <i>"],
)
def test_other_lists_are_not_asked_about(client, desk, text):
    assert 'value="first"' not in register(client, desk, text, read="1", list="1").text
    assert register(client, desk, text).status_code == 303


@pytest.mark.parametrize("number", [0, 9])
@pytest.mark.parametrize("form", [{"name": "Zoé"}, {"erase": "1"}])
def test_nobody_of_an_unknown_number_is_corrected_or_erased(app, client, number, form):
    assert Desk(app, client, 8).post(f"/people/{number}", **form).status_code == 404

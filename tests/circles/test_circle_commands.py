"""Flask's command line for circles: links told and renewed; a file in and out."""

import re

import pytest
from circle_helpers import EXAMPLE as CIRCLE
from circle_routes import found

from scorekeeper.circles.service.tokens import tokens_from

pytestmark = pytest.mark.one_process


@pytest.fixture
def run(app):
    runner = app.test_cli_runner()
    return lambda *args, given=None: runner.invoke(args=args, input=given)


def addresses_in(text):
    return re.findall(r"/circles/([gtr][\w-]{22})\b", text)


def test_circles_are_listed_with_their_players(run, circle, client, open_sheet):
    open_sheet()
    found(client, title="Jeudi", name=["Max"])
    lines = run("circles").stdout.splitlines()
    assert sorted(line.split("  ")[1] for line in lines) == [
        "Jeudi · joueurs : 1",
        "Les Martin · joueurs : 5",
    ]


def test_without_circles_nothing_is_listed(run, open_sheet):
    open_sheet()
    result = run("circles")
    assert (result.exit_code, result.stdout) == (0, "")


@pytest.mark.parametrize("by_id", [True, False])
def test_the_links_of_a_circle_are_told_and_stay(run, circle, client, by_id):
    name = run("circles").stdout.split()[0] if by_id else "Les Martin"
    result = run("links", name)
    tokens = tokens_from(circle.split("/")[2])
    assert result.exit_code == 0 and addresses_in(result.stdout) == list(tokens)
    words = result.stdout.splitlines()[-1].split(" : ")[1]
    answer = client.post("/circles/recovery", data={"words": words})
    assert answer.location == circle
    assert run("links", name).stdout == result.stdout


def test_the_operator_renews_the_links(run, circle, client):
    renewed = run("links", "Les Martin", "--renew")
    new = addresses_in(renewed.stdout)
    assert client.get(circle).status_code == 404
    assert [client.get(f"/circles/{token}").status_code for token in new] == [200] * 3
    assert run("links", "Les Martin").stdout == renewed.stdout


@pytest.mark.parametrize("name", ["", "Personne", "0"])
def test_an_unknown_circle_is_a_sentence_and_status_two(run, circle, name):
    result = run("links", name)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)


def test_of_two_circles_of_one_title_the_id_decides(run, circle, client):
    found(client)
    result = run("links", "Les Martin")
    assert result.exit_code == 2 and "plusieurs cercles" in result.stderr
    one = run("circles").stdout.split()[0]
    assert run("links", one).exit_code == 0


def test_with_another_key_the_operator_is_told_to_renew(run, circle, app, instance):
    app.extensions["installation"].__dict__["secret_key"] = b"another key of this test"
    refused = run("links", "Les Martin")
    assert refused.exit_code == 2 and "--renew" in refused.stderr
    assert len(addresses_in(run("links", "Les Martin", "--renew").stdout)) == 3


def test_an_imported_circle_is_exported_unchanged(run, app):
    imported = run("import", str(CIRCLE)).stdout
    names = [line.split(" : ")[0] for line in imported.splitlines()]
    assert names == ["Gardiens", "Table", "Lecture"]
    for line in imported.splitlines():
        address = line.split(" : ")[1]
        assert run("export", address).stdout == CIRCLE.read_text(encoding="utf-8")
        path = "/circles/" + address.split("/")[-1]
        assert app.test_client().get(path).status_code == 200


def test_a_rejected_circle_is_one_line_and_status_two(run, instance):
    result = run("import", "-", given='{"format": "scorekeeper-circle/1"}')
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert result.stderr.startswith("title : on attend")
    assert not instance.exists()


def test_an_unknown_circle_is_not_exported(run):
    assert run("export", "g" + "A" * 22).exit_code == 2

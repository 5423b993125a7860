"""Two requests at the same moment: the second comes at any moment of the first."""

import itertools

import pytest
from conftest import GARDE, token_of
from interruption import Interruption

KEY, OTHER = "a" * 32, "b" * 32
CHANGES = (
    ("hands/2", GARDE | {"seen": "2", "key": KEY, "points": "56"}),
    ("hands/2", GARDE | {"seen": "2", "key": OTHER, "points": "61"}),
    ("journal/removals", {"seen": "2", "entry": "2"}),
)
TOGETHER = [
    ([], ("hands", GARDE | {"key": KEY}), ("hands", GARDE | {"key": OTHER})),
    *([[GARDE], *pair] for pair in itertools.permutations(CHANGES, 2)),
]
"""The hands that a sheet has, and what two phones post to it."""


@pytest.mark.parametrize(("hands", "first", "second"), TOGETHER)
def test_of_two_posts_at_once_one_is_recorded_and_one_asked_about(
    app, client, open_sheet, etag, monkeypatch, hands, first, second
):
    interruption, other = Interruption(monkeypatch), app.test_client()

    def post(phone, sheet, base, path, form):
        return phone.post(f"{sheet}/{path}", data=form | {"base": base}).status_code

    for moment in itertools.count(1):
        sheet, answers = open_sheet(), []
        for hand in hands:
            client.post(f"{sheet}/hands", data=hand)
        told = sheet, etag(sheet)
        interruption.arm(moment, lambda t=told, a=answers: a.append(post(other, *t, *second)))
        answers.append(post(client, *told, *first))
        if not interruption.disarm():
            break
        assert sorted(answers) == [303, 409], moment
        assert app.extensions["sheets"].access(token_of(sheet)).sheet.version == len(hands) + 2
    assert moment > 3

"""What happened, for the organizer."""

from desk import desk_fixture

desk = desk_fixture(8)


def test_the_journal_is_behind_the_links_that_are_not_for_the_evening(desk):
    folded = desk.get("").partition("<details")[2]
    assert f'href="{desk.address}/journal">Ce qui s’est passé' in folded


def test_the_journal_says_what_happened_and_leads_to_what_was_before(desk):
    desk.publish()
    for n in range(60):
        form = {"round": 1, "who": 1, "points": n + 1, "reason": "retard"}
        desk.post("/penalties", **form, page=desk.tournament.etag)
    assert "Position 1 · Pénalités · Anne −60 · retard" in desk.get("/journal")
    assert f'rel="next" href="{desk.address}/journal?before=14"' in desk.get("/journal")
    first = desk.get("/journal?before=14")
    assert "Ouvrir le tournoi" in first and f'href="{desk.address}/journal?after=13"' in first


def test_an_erased_name_leaves_the_journal(desk):
    desk.post("/check-in", people="1", gone="1")
    desk.post("/people/1", erase="1", was=["Anne", "", ""])
    assert "Anne" not in desk.get("/journal")

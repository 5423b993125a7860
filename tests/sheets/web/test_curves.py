import re

from conftest import CAST

TOTALS = ("+132", "+132", "−132", "−132")


def test_the_curves_of_an_evening_end_where_the_totals_are(sheet, post_hand, client):
    post_hand(sheet)
    assert "<polyline" not in client.get(f"{sheet}/end").text
    post_hand(sheet, taker="1")
    page = client.get(f"{sheet}/end").text
    assert page.count('<polyline points="0,') == 4
    assert all(
        f"{mark} {total}</text>" in page for mark, total in zip("▲■●★", TOTALS, strict=True)
    )
    legend = page.split("<figcaption>")[1]
    assert all(f"<bdi>{name}</bdi>" in legend for name in CAST[:4])


def test_places_are_shared_by_those_who_are_level(sheet, post_hand, client):
    post_hand(sheet)
    ranks = re.findall(r'class="rank"[^>]*>(\d)<', client.get(sheet).text)
    assert ranks == ["1", "2", "2", "2"]


def test_totals_are_sentences_for_a_screen_reader(sheet, post_hand, client):
    post_hand(sheet)
    shown = re.sub(r"<small[^>]*aria-hidden.*?</small>|<[^>]*>", "", client.get(sheet).text)
    assert "Anne place 1 : +198" in " ".join(shown.split()).replace("\xa0", " ")

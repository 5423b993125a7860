"""Every figure of a player's page opens the hands that it counts, over an invented season."""

import re
from html import unescape

import pytest
from long_cases import one_in

from scorekeeper.circles.figures import Tally
from scorekeeper.circles.ranking import rounded
from scorekeeper.circles.web import figures

PLAYERS = range(1, 7)
LINK = re.compile(r'<a [^>]*href="(?P<href>[^"]*/hands\?[^"]*)"[^>]*>(?P<shown>.*?)</a>', re.S)
HAND = re.compile(r'<li class="hand" data-points="(-?\d+)">.*?<b class="(\w*)">', re.S)
HEAD = re.compile(r'data-hands="(\d+)" data-points="(-?\d+)"')


def text(html):
    """What a reader sees, numbers as Python reads them."""
    plain = unescape(re.sub(r"<svg.*?</svg>|<[^>]+>", " ", html, flags=re.S))
    plain = plain.replace("−", "-").replace(",", ".").replace("+", "")
    return re.sub(r"(?<=\d)\u202f(?=\d)", "", " ".join(plain.split(" ")))


def shown_figures(client, address):
    """The links to hands of a page: the address, the look and the text of each."""
    page = client.get(address).text
    return [
        (unescape(link["href"]), link[0], text(link["shown"])) for link in LINK.finditer(page)
    ]


def hands_behind(client, address):
    """The points and the outcome of all hands of a figure, and the numbers above them."""
    found, place = [], 1
    while True:
        page = client.get(f"{address}&page={place}").text
        hands = [(int(points), outcome) for points, outcome in HAND.findall(page)]
        found += hands
        place += 1
        if f"page={place}" not in page:
            return found, tuple(map(int, HEAD.search(page).groups()))


def check(link, shown, hands):
    """Compare what a link shows with the hands that it opens."""
    points = [points for points, _ in hands]
    if "big-figure" in link:
        total, count = map(int, re.findall(r"-?\d+", shown)[:2])
        assert (total, count) == (sum(points), len(hands))
    elif found := re.search(r"(\d+) sur (\d+)", shown):
        won = [outcome for _, outcome in hands if outcome == "gained"]
        assert (int(found[1]), int(found[2])) == (len(won), len(hands))
    elif found := re.search(r"(\d+) donnes.* (-?\d+\.\d)", shown, re.S):
        tenths = rounded(10 * Tally(len(points), 0, 0, sum(points)).per_hand)
        assert (int(found[1]), round(10 * float(found[2]))) == (len(hands), tenths)
    else:
        assert int(re.search(r"\d+", shown)[0]) == len(hands)


@pytest.mark.parametrize("season", [0, pytest.param(4, marks=pytest.mark.long)])
@pytest.mark.parametrize("player", one_in(6, PLAYERS))
def test_every_figure_of_a_player_opens_hands_that_add_up_to_it(
    example, monkeypatch, player, season
):
    monkeypatch.setattr(figures, "HANDS", 200)
    links = shown_figures(example, f"/players/{player}?season={season}")
    assert len(links) >= 15
    for address, link, shown in links:
        hands, head = hands_behind(example, address)
        assert head == (len(hands), sum(points for points, _ in hands)), address
        check(link, shown, hands)


def test_the_hands_come_latest_first_on_pages_that_do_not_overlap(example, monkeypatch):
    address = "/players/1/hands?figure=hand&season=0"
    monkeypatch.setattr(figures, "HANDS", 10_000)
    whole, _ = hands_behind(example, address)
    days = re.findall(r'<li class="day">(.*?)</li>', example.get(address).text)
    monkeypatch.setattr(figures, "HANDS", 7)
    paged, _ = hands_behind(example, address)
    assert paged == whole and len(whole) > 300
    assert days[0] == "25 juin 2026" and days[-1] == "11 septembre 2025"


def test_each_hand_leads_to_itself_on_its_sheet(example):
    page = example.get("/players/1/hands?figure=taker&game=tarot&season=0").text
    link = unescape(re.search(r'class="hand".*?href="([^"]+)"', page)[1])
    hand = example.get(link, follow_redirects=True)
    assert re.search(r"/sheets/[\w-]{22}/hands/\d+$", hand.request.path)
    assert hand.status_code == 200


@pytest.mark.parametrize(
    "query",
    [
        *("figure=nothing", "figure=with%3D99", "figure=with%3Dx", "figure=hand&page=0"),
        "figure=hand&page=" + "9" * 5000,
        *("figure=hand&page=x", "figure=hand&season=99", "figure=hand&season=x", ""),
        *("figure=hand&game=chess", "figure=with%3D0", "figure=taker%3Acontract%3Dlost"),
        "figure=called%3D4",
    ],
)
def test_a_figure_that_counts_nothing_is_not_found(example, query):
    assert example.get(f"/players/1/hands?{query}").status_code == 404

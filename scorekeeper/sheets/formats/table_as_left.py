"""The fields of a night document for what its hands do not say: who has left the table, who
deals next where somebody chose, and the stake. None of them is written where it says nothing
new, so that most documents are as before."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorekeeper.i18n.messages import msg
from scorekeeper.sheets.formats.strict_json import check_object, is_int, place_among, refuse
from scorekeeper.sheets.sheet import MAX_STAKE, STAKE_UNITS, Sheet
from scorekeeper.streams.events import Event

FIELDS = ("left", "next_dealer", "stake")
"""The fields, in the order in which they are written."""


def read(document: Mapping[str, Any], sheet: Sheet) -> Iterator[Event]:
    """Yield the events that follow the hands of a document.

    :param sheet: the sheet of its hands, at which everybody is seated.
    :raises DocumentError: if a field is invalid.
    """
    left = _read_left(document.get("left"), sheet)
    seats = tuple(n for n in sheet.state.seats if sheet.names[n] not in left)
    at_table = [sheet.names[n] for n in seats]
    dealer = place_among("next_dealer", document.get("next_dealer"), at_table)
    stake = _read_stake(document.get("stake"))
    version = sheet.version
    if left or dealer is not None:
        version += 1
        seated: dict[str, Any] = {
            "names": list(sheet.names),
            "seats": list(seats),
            "active": min(sheet.state.active, len(seats)),
        }
        chosen = {} if dealer is None else {"dealer": seats[dealer]}
        yield Event(version, "seated", seated | chosen)
    if stake:
        yield Event(version + 1, "staked", stake)


def _read_left(left: object, sheet: Sheet) -> Sequence[str]:
    if left is None:
        return ()
    game, names = sheet.game, sheet.names
    most = 0 if game.fixed_seats else len(names) - game.seats[0]
    given: list[Any] = left if isinstance(left, list) else [None]
    known = all(name in names for name in given)
    if not known or len(set(given)) < len(given) or len(given) > most:
        refuse("left", msg("on attend une liste d'au plus %(n)s des joueurs", n=most))
    return given


def _read_stake(stake: object) -> dict[str, int]:
    if stake is None:
        return {}
    fields = check_object(stake, ("cents", "per"), msg("%(name)s", name="stake"))
    cents, per = fields.get("cents"), fields.get("per")
    if not is_int(cents, 1, MAX_STAKE) or per not in STAKE_UNITS or not is_int(per, 1, 100):
        refuse(
            "stake",
            msg(
                'on attend {"cents": 1 à %(most)s, "per": %(units)s}',
                most=MAX_STAKE,
                units=" / ".join(map(str, STAKE_UNITS)),
            ),
        )
    return {"cents": int(str(cents)), "per": int(str(per))}


def write(sheet: Sheet, read_again: Sheet) -> dict[str, object]:
    """Return the fields of a sheet, without those that its hands make needless.

    :param read_again: the sheet that is read from the document without them.
    """
    fields: dict[str, object] = {}
    state, names = sheet.state, read_again.names
    left = [sheet.names[player] for player in state.away]
    if left:
        fields["left"] = left
    seats = tuple(n for n in read_again.state.seats if names[n] not in left)
    dealer = sheet.names[state.dealer]
    is_told = names[read_again.state.dealer_among(seats)] == dealer
    if not (is_told or sheet.game.board or sheet.ended):
        fields["next_dealer"] = dealer
    if sheet.stake:
        fields["stake"] = dict(zip(("cents", "per"), sheet.stake, strict=True))
    return fields

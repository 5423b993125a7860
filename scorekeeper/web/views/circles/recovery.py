"""« Retrouver un cercle »: the ways back to a circle whose link was lost, without e-mail."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.i18n.messages import Message, msg
from scorekeeper.service.circles.founding import recover
from scorekeeper.service.circles.words import COUNT, UnknownWords
from scorekeeper.service.errors import UnknownToken
from scorekeeper.web.circle_access import circles
from scorekeeper.web.circle_limits import limit_recoveries
from scorekeeper.web.device_circles import device_circles

bp = Blueprint("circle_recovery", __name__, url_prefix="/circles/recovery")

MAX_TYPED = 400
"""Characters of the words that are read."""

SHOWN_WORDS = 3
"""Most unknown words that are told."""

UNKNOWN_CIRCLE = msg(
    "Ces sept mots n'ouvrent aucun cercle ici. Si les liens du cercle ont été changés, c'est "
    "la carte imprimée ensuite qui sert."
)


@bp.get("")
def show() -> ResponseReturnValue:
    """The circles of this device, the form for the seven words, and the other ways."""
    return _page()


@bp.post("")
@limit_recoveries
def find() -> ResponseReturnValue:
    """Open the circle of seven words, as a guardian."""
    typed = request.form.get("words", "")[:MAX_TYPED]
    try:
        access = recover(circles(), typed)
    except UnknownWords as refused:
        return _page(typed, _message(refused)), 422
    except UnknownToken:
        return _page(typed, UNKNOWN_CIRCLE), 422
    return redirect(url_for("circles.show", token=access.token), 303)


def _message(refused: UnknownWords) -> Message:
    """The error in the words that were typed."""
    if refused.unknown:
        words = ", ".join(refused.unknown[:SHOWN_WORDS])
        return msg("Pas dans la liste des mots : %(words)s. Regardez la carte.", words=words)
    return msg(
        "Il faut les %(count)s mots de la carte, dans l'ordre ; en voici %(n)s.",
        count=COUNT,
        n=refused.count,
    )


def _page(typed: str = "", error: Message | None = None) -> str:
    return render_template(
        "circles/recovery/show.html", accesses=device_circles(), typed=typed, error=error
    )

"""The settings of a device: colors, text size, contrast; its files."""

from urllib.parse import urlsplit

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import program
from scorekeeper.i18n.messages import Message, msg
from scorekeeper.sheets.web.device import device_sheets
from scorekeeper.web.addresses import local_path
from scorekeeper.web.device import SETTINGS, choose, chosen

bp = Blueprint("settings", __name__, url_prefix="/settings")

TITLES = {
    "theme": msg("Couleurs"),
    "text": msg("Taille du texte"),
    "contrast": msg("Contraste"),
}

LABELS = {
    "theme": (msg("Comme le téléphone"), msg("Claires"), msg("Sombres")),
    "text": (msg("Normale"), msg("Grande"), msg("Très grande")),
    "contrast": (msg("Comme le téléphone"), msg("Contraste élevé")),
}
"""The labels of the values of each setting, in the order of ``SETTINGS``."""


@bp.get("")
def show() -> ResponseReturnValue:
    """Show every setting, each value one tap away."""
    return page()


def page(refusal: Message | None = None) -> str:
    """Return the page, with the reason why a copy of everything was not taken."""
    groups = [
        (name, TITLES[name], zip(values, LABELS[name], strict=True), chosen(name))
        for name, values in SETTINGS.items()
    ]
    back = local_path(request.args.get("next", "")) if "next" in request.args else _last_page()
    return render_template(
        "home/settings/show.html",
        groups=groups,
        back=back or url_for("home.show"),
        has_sheets=bool(device_sheets()),
        has_copies=not current_app.config["OTHER_DEVICES"],
        refusal=refusal,
        version=program.version(),
    )


@bp.post("")
def save() -> ResponseReturnValue:
    """Set one of them."""
    posted = [(name, value) for name, value in request.form.items() if name in SETTINGS]
    if not posted or not all(choose(name, value) for name, value in posted):
        abort(400)
    back = local_path(request.form.get("next", ""))
    return redirect(url_for("settings.show", next=back), 303)


def _last_page() -> str:
    """Return the page of this site with the link followed, other than this one; else empty."""
    last = urlsplit(request.referrer or "")
    own = request.script_root + request.path
    return local_path(last.path) if last.netloc == request.host and last.path != own else ""

"""The HTML of the questions about a hand; an empty form of a table is rendered once."""

from flask import Flask, render_template
from markupsafe import Markup

from scorekeeper.web.forms.hand_form import HandForm
from scorekeeper.web.language import current_language


def install(app: Flask) -> None:
    """Give the function to the templates of an application."""
    app.jinja_env.globals["questions_html"] = questions_html


def questions_html(form: HandForm) -> Markup:
    """The questions of a form, with its answers.

    Without answers they depend on the form class alone, which caches them.
    """
    if not form.is_empty:
        return _render(form)
    code = current_language().code
    if code not in form.empty_html:
        form.empty_html[code] = _render(form)
    return form.empty_html[code]


def _render(form: HandForm) -> Markup:
    return Markup(render_template(f"hands/games/_{form.sheet.game.name}.html", form=form))

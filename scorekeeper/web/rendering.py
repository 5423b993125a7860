"""Rendering of templates, whose texts are translated once: when they are compiled.

Each language has a Jinja environment of its own. In it ``{{ _("Totaux") }}`` is a constant; a
text with values, ``{{ _("Donne %(n)s", n=3) }}``, is translated when it is rendered.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from flask import Flask, current_app
from jinja2 import Environment, FunctionLoader, TemplateNotFound
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from markupsafe import Markup

from scorekeeper.i18n.localization import language
from scorekeeper.web.language import current_language

MAX_TEMPLATES = 400
"""Compiled templates of one language that are cached: all of them."""

CALL = ("name", "lparen", "string", "rparen")
"""The tokens of a text without values."""


class TextTranslation(Extension):
    """Translates the texts without values of the templates of one environment.

    ``environment.code`` is the language; without one nothing is translated.
    """

    def filter_stream(self, stream: TokenStream) -> Iterable[Token]:
        """The tokens of a template, each text in the place of its call."""
        code = getattr(self.environment, "code", None)
        return _translated(list(stream), code) if code else stream


def _translated(tokens: list[Token], code: str) -> Iterator[Token]:
    translate, place = language(code).translate, 0
    while place < len(tokens):
        call = tokens[place : place + len(CALL)]
        if call[0].value == "_" and tuple(token.type for token in call) == CALL:
            line = call[0].lineno
            yield Token(line, "lparen", "(")
            yield Token(line, "string", translate(call[2].value))
            yield Token(line, "pipe", "|")
            yield Token(line, "name", "safe")
            yield Token(line, "rparen", ")")
            place += len(CALL)
        else:
            yield call[0]
            place += 1


def install(app: Flask) -> None:
    """Let an application have an environment for each language, once it is needed."""
    app.jinja_env.add_extension(TextTranslation)
    app.extensions["jinja"] = {}


def environment_of(app: Flask, code: str) -> Environment:
    """The environment of a language."""
    environments: dict[str, Environment] = app.extensions["jinja"]
    if code not in environments:
        environments[code] = _make_environment(app, code)
    return environments[code]


def _make_environment(app: Flask, code: str) -> Environment:
    environment = app.jinja_env.overlay(cache_size=MAX_TEMPLATES, autoescape=True)
    environment.extend(code=code)
    environment.loader = FunctionLoader(lambda name: _source(app, name))
    environment.globals = {**app.jinja_env.globals}
    environment.globals["macros"] = environment.get_template("macros.html").module
    return environment


def _source(app: Flask, name: str) -> tuple[str, str | None, Callable[[], bool] | None]:
    loader = app.jinja_env.loader
    if loader is None:
        raise TemplateNotFound(name)
    return loader.get_source(app.jinja_env, name)


def render_template(name: str, **context: Any) -> str:
    """A template in the language of this request."""
    environment = environment_of(current_app, current_language().code)
    current_app.update_template_context(context)
    return environment.get_template(name).render(context)


def gettext(text: str, **values: object) -> Markup:
    """A text of a template in the language of this request, with its values escaped."""
    translated = Markup(current_language().translate(text))
    return translated % values if values else translated

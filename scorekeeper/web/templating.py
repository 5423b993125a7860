"""Templates in the language of the request, and what they can use: translation, addresses, and
how points, dates and amounts are written."""

import math
import re
from collections.abc import Callable, Hashable, MutableMapping, Sequence
from copy import copy
from functools import cached_property, lru_cache
from typing import Any, cast

from flask import (
    Flask,
    Response,
    current_app,
    g,
    get_template_attribute,
    make_response,
    render_template,
    request,
    url_for,
)
from flask.templating import Environment
from jinja2 import FileSystemBytecodeCache, nodes
from jinja2.ext import Extension
from jinja2.runtime import Context
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

from scorekeeper.i18n.languages import LANGUAGES, SOURCE
from scorekeeper.i18n.localization import language
from scorekeeper.i18n.messages import decimal, render, signed
from scorekeeper.i18n.text_widths import text_width, words
from scorekeeper.rules.game import SYMBOLS, Game
from scorekeeper.streams.events import utc_now
from scorekeeper.web.language import current_language, rendered
from scorekeeper.web.memo_cache import MemoCache

FEW_COLUMNS = 8
"""Most columns that are shown at once; more scroll sideways (many_columns.css)."""

WIDEST = 11
"""The em of the widest name in one line: two of 13 pixels on the narrowest phone."""

LONG = 5.5
"""The em from which a name is « long »."""

MAX_ADDRESSES = 1000
"""Cached addresses: those of a page of a hundred tables."""


class PlainContext(Context):
    """A context that gives nothing of Jinja's to what a template calls, for nothing asks for
    it; to look whether it does takes longer than most calls."""

    def call(
        self,
        called: Any,
        /,
        *args: Any,
        _loop_vars: Any = 0,
        _block_vars: Any = 0,
        **values: Any,
    ) -> Any:
        """Return what a function or macro returns."""
        return called(*args, **values)


class TemplateEnvironment(Environment):
    """The templates in one language, whose texts are translated when they are compiled."""

    language = language(SOURCE)
    context_class = PlainContext

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the globals of a template as one dict, for it is loaded once all of them are
        installed: Jinja reads a chain of dicts at each include and call of a macro."""
        return {**self.globals, **(d or {})}

    def _generate(self, source: nodes.Template, *args: Any, **options: Any) -> str:
        return super()._generate(Translation(self).visit(source), *args, **options)

    def in_language(self, code: str) -> "TemplateEnvironment":
        """Return the same templates in another language."""
        other = self.overlay()
        other.language, other.globals = language(code), dict(self.globals)
        if isinstance(self.bytecode_cache, FileSystemBytecodeCache):
            other.bytecode_cache = cache = copy(self.bytecode_cache)
            cache.pattern = f"{code}_{cache.pattern}"
        other.install_macros()
        return other

    def install_macros(self) -> None:
        """Give every template the macros, once all that they use is installed."""
        self.globals["macros"] = self.get_template("web/macros.html").module


class Translation(NodeTransformer):
    """Puts the translation of each text in the place of ``_("…")``, with its values if any."""

    def __init__(self, environment: TemplateEnvironment) -> None:
        self._environment = environment

    def visit_Call(self, call: nodes.Call) -> nodes.Node:  # the name that Jinja calls
        self.generic_visit(call)
        if getattr(call.node, "name", "") != "_":
            return call
        [text] = call.args  # a constant, as its catalog needs it
        translated = Markup(self._environment.language.translate(text.as_const()))
        found: nodes.Expr = nodes.Const(translated)
        if call.kwargs:
            pairs = [nodes.Pair(nodes.Const(one.key), one.value) for one in call.kwargs]
            found = nodes.Mod(found, nodes.Dict(pairs))
        return found.set_lineno(call.lineno).set_environment(self._environment)


class TranslatedFlask(Flask):
    """An application that renders templates in the language of the request."""

    jinja_environment = TemplateEnvironment

    @cached_property
    def source_templates(self) -> TemplateEnvironment:
        """The templates in French, to which features add filters and globals."""
        return cast(TemplateEnvironment, self.create_jinja_environment())

    @cached_property
    def translated_templates(self) -> dict[str, TemplateEnvironment]:
        """Those in other languages, by their codes, once every feature is installed."""
        return {}

    @property
    def jinja_env(self) -> TemplateEnvironment:
        """The templates in the language of this request."""
        code = current_language().code
        return self.translated_templates.get(code, self.source_templates)

    def update_template_context(self, context: dict[str, Any]) -> None:
        """Add nothing: the request, the session and the token of its forms are globals."""


class StripIndentation(Extension):
    """Templates without the white space at the beginning of their lines."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Return the source of a template as it is compiled."""
        return re.sub(r"(?m)^[ \t]+", "", source)


def install(app: Flask) -> None:
    """Give the templates of an application their filters and functions."""
    environment = app.jinja_env
    environment.trim_blocks = environment.lstrip_blocks = environment.autoescape = True
    environment.add_extension(StripIndentation)
    environment.cache = {}  # Jinja's own counts the uses of each template, under a lock
    environment.filters |= {
        "render": render_html,
        "signed": with_sign,
        "mark": mark,
        "euros": euros,
    }
    environment.tests["long"] = lambda name: text_width(name) > LONG
    environment.globals |= {
        "url_for": address,
        "languages": LANGUAGES,
        "language": current_language,
        "format_day": format_day,
        "format_moment": lambda iso: current_language().moment(iso),
        "format_hour": lambda iso: current_language().hour(iso),
        "format_short_day": lambda iso: current_language().short_day(iso),
        "format_short_month": lambda iso: current_language().short_month(iso),
        "symbols": SYMBOLS,
        "column_classes": column_classes,
        "words": words,
        "utc_now": utc_now,
    }


def install_languages(app: TranslatedFlask) -> None:
    """Give an application its templates in each language, once every feature is installed."""
    source = app.source_templates
    source.install_macros()
    others = {code: source.in_language(code) for code in LANGUAGES if code != SOURCE}
    app.translated_templates = others


def address(endpoint: str, **values: str | int) -> str:
    """Return the address of a view: that of :func:`flask.url_for`, which takes far longer."""
    stream = None if "token" in values else g.get("stream")
    token = stream.token if stream else ""  # which url_for may add: see scorekeeper.web.access
    return _cached_address(request.script_root, token, endpoint, tuple(values.items()))


@lru_cache(maxsize=MAX_ADDRESSES)
def _cached_address(
    root: str, token: str, endpoint: str, values: tuple[tuple[str, Any], ...]
) -> str:
    return url_for(endpoint, **dict(values))


def macro(template: str, name: str, *values: object) -> Markup:
    """Return what a macro of a template makes of some values."""
    html: Markup = get_template_attribute(template, name)(*values)
    return html


def render_html(value: object) -> Markup:
    """Render a message, a choice or a number in the language of this request, escaped."""
    return escape(rendered(value))


def format_day(iso: str) -> str:
    """Return a day in full: « 20 novembre 2026 »."""
    return current_language().date(iso)


def mark(points: int, game: Game) -> str:
    """Write points as this game does: without a plus where nobody marks less than 0."""
    translate = current_language().translate
    return escape(render(points, translate)) if game.unsigned else signed(points, translate)


def with_sign(points: int) -> str:
    """Return points with their sign, in the language of this request."""
    return signed(points, current_language().translate)


def column_classes(
    count: int, figures: Sequence[int | None], names: Sequence[str] = ()
) -> str:
    """Return the classes of a box of columns with these figures, or names in one line, or both
    (static/css/web/columns.css). Two or three columns of totals have the sign of their player
    beside the figure."""
    if count > FEW_COLUMNS:
        return f"columns-{count} many"
    digits = max([3, *[len(str(abs(figure or 0))) for figure in figures]])
    total = max(4, digits) + 14 / 13 * (count < 4) if figures else 2
    em = min(max([total, *map(text_width, names)]), WIDEST)
    classes = f"columns-{count}" + f" em-{math.ceil(2 * em)}" * bool(names)
    return classes + f" figure-{digits}" * (digits > 3)


def euros(cents: int, sign: bool = True) -> str:
    """Return an amount in euros: « +3,30 € »."""
    amount = rendered(decimal(cents, 2))
    return f"{'+' if sign and cents > 0 else ''}{amount}\N{NO-BREAK SPACE}€"


def page_or_fragment(page: str, fragment: str, **context: Any) -> Response:
    """Return a page, or only its fragment where htmx asks for it."""
    is_fragment = "HX-Request" in request.headers and "HX-Boosted" not in request.headers
    response = make_response(render_template(fragment if is_fragment else page, **context))
    response.vary.add("HX-Request")
    return response


def fragment(key: tuple[Hashable, ...], make: Callable[[], str]) -> Markup:
    """Return a part of a page that is rendered once for a language and a key: all else that
    decides it, such as the token, and the ETag of what it shows."""
    fragments: MemoCache[str] = current_app.extensions["fragments"]
    return Markup(fragments.get((current_language().code, *key), make))


def fragment_size(fragment: str | tuple[object, str]) -> int:
    """Return the number of characters of a cached fragment."""
    return len(fragment if isinstance(fragment, str) else fragment[1])

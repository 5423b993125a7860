"""Templates are rendered in the language of the request."""

import pytest
from jinja2 import ChoiceLoader, DictLoader, nodes

from scorekeeper.i18n.localization import language
from scorekeeper.web import templating
from scorekeeper.web.language import use_language


@pytest.fixture
def render(app, monkeypatch):
    """Render a source text in a language."""

    def rendered(source, code, **context):
        with app.test_request_context():
            use_language(language(code))
            loaders = [DictLoader({"page.html": source}), app.jinja_env.loader]
            monkeypatch.setattr(app.jinja_env, "loader", ChoiceLoader(loaders))
            return templating.render_template("page.html", **context)

    return rendered


@pytest.mark.parametrize(
    ("code", "shown"), [("fr", "Enregistrer &amp; Totaux"), ("en", "Save &amp; Totals")]
)
def test_a_text_is_in_the_language_of_the_request(render, code, shown):
    assert render("{{ _('Enregistrer') }} &amp; {{ _('Totaux') }}", code) == shown


def test_a_text_is_not_escaped(render):
    assert render("{{ _('Tarot & Belote') }}", "en") == "Tarot & Belote"


def test_the_values_of_a_text_are_escaped(render):
    assert render("{{ _('Donne %(n)s', n='<b>') }}", "en") == "Hand &lt;b&gt;"


def test_a_text_may_be_a_value_of_an_expression(render):
    source = "{{ _('Totaux')|upper }}{{ none or _('Totaux') }}{{ x ~ _('Totaux') }}"
    assert render(source, "en", x="<") == "TOTALSTotals&lt;Totals"


def test_a_text_that_no_catalog_has_is_refused_when_it_is_compiled(render):
    with pytest.raises(nodes.Impossible):
        render("{% if none %}{{ _(text) }}{% endif %}", "fr")


def test_what_is_escaped_stays_so_and_all_else_is_escaped(render):
    macro = "{% macro bold(x) %}<b>{{ x }}</b>{% endmacro %}"
    source = macro + "{% for one in x %}{{ bold(one) }}{{ one }}{% endfor %}{{ none }}"
    assert render(source, "fr", x=["<", 1]) == "<b>&lt;</b>&lt;<b>1</b>1None"


def test_the_same_page_is_in_two_languages_in_turns(client):
    for code, shown in (("fr", "Nouvelle feuille"), ("en", "New sheet")) * 2:
        page = client.get("/sheets/new", headers={"Accept-Language": code}).text
        assert f"<h1>{shown}</h1>" in page


@pytest.mark.parametrize(
    ("count", "figures", "names", "classes"),
    [
        (4, [-999, 1], (), "columns-4"),
        (4, [-1234, None], (), "columns-4 figure-4"),
        (2, [12], ("Anne", "Zoé"), "columns-2 em-11"),
        (9, [12345], ("Anne",), "columns-9 many"),
    ],
)
def test_columns_are_as_wide_as_their_figures_and_names(count, figures, names, classes):
    assert templating.column_classes(count, figures, names) == classes

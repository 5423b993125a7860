"""Workbooks as spreadsheets write them, and as somebody hostile would."""

import io
import tracemalloc
import zipfile
from types import SimpleNamespace
from xml.parsers import expat

import pytest

from scorekeeper.sheets.formats import workbook
from scorekeeper.sheets.formats.strict_json import DocumentError

RELATIONS = """<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="r1" Target="worksheets/sheet1.xml"/>
<Relationship Id="r2" Target="/xl/worksheets/sheet2.xml"/></Relationships>"""
BOOK = """<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">
<sheets><sheet name="Soirée" r:id="r1"/><sheet name="Autre" r:id="r2"/>
<sheet name="Caché" state="hidden" r:id="r2"/></sheets></workbook>"""
STRINGS = """<sst><si><t>Anne</t></si>
<si><r><t>Bru</t></r><r><t>no</t></r></si></sst>"""
STYLES = """<styleSheet><numFmts><numFmt numFmtId="164" formatCode='dd/mm "j"'/></numFmts>
<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>"""
EMPTY = "<worksheet><sheetData/></worksheet>"


def sheet(*rows):
    cells = "".join(f"<row>{''.join(row)}</row>" for row in rows)
    return f"<worksheet><sheetData>{cells}</sheetData></worksheet>"


def packed(parts):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return content.getvalue()


def xlsx(first, second=EMPTY, **parts):
    return packed(
        {
            "xl/workbook.xml": BOOK,
            "xl/_rels/workbook.xml.rels": RELATIONS,
            "xl/sharedStrings.xml": STRINGS,
            "xl/styles.xml": STYLES,
            "xl/worksheets/sheet1.xml": first,
            "xl/worksheets/sheet2.xml": second,
        }
        | parts
    )


def ods(body):
    table = f'<t:table t:name="Soirée">{body}</t:table>'
    return packed({"content.xml": f'<o:x xmlns:o="o" xmlns:t="t" xmlns:p="p">{table}</o:x>'})


HEAD = '<c t="s"><v>0</v></c>', '<c t="s"><v>1</v></c>'


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("<c><v>198</v></c>", "198"),
        ("<c><v>198.0</v></c>", "198"),
        ("<c><v>0.30000000000000004</v></c>", "0.3000"),
        ("<c><v>-1.5E2</v></c>", "-150"),
        ('<c s="1"><v>46346</v></c>', "2026-11-20"),
        ('<c s="2"><v>46346.5</v></c>', "2026-11-20"),
        ('<c t="inlineStr"><is><t>Chloé</t></is></c>', "Chloé"),
        ('<c t="str"><f>A1</f><v>Anne</v></c>', "Anne"),
        ("<c><f>A2*2</f><v>10</v></c>", "10"),
        ('<c r="B2"><v>5</v></c>', "5"),
    ],
)
def test_a_cell_of_xlsx_is_read_as_it_is_shown(cell, text):
    ((name, rows),) = workbook.sheets_of(xlsx(sheet(HEAD, [cell])))
    assert (name, rows[0], rows[1][-1]) == ("Soirée", ["Anne", "Bruno"], text)


def test_sheets_with_content_are_named_and_hidden_ones_are_not():
    sheets = workbook.sheets_of(xlsx(sheet(HEAD), sheet(HEAD, ["<c><v>1</v></c>"])))
    assert [name for name, _ in sheets] == ["Soirée", "Autre"]


def test_an_ods_is_read_with_its_repeated_cells():
    number = '<t:table-cell o:value-type="float" o:value="5" t:number-columns-repeated="2"/>'
    words = "<t:table-cell><p:p>Jean <p:span>Luc</p:span></p:p></t:table-cell>"
    empty = '<t:table-row t:number-rows-repeated="1000000"><t:table-cell/></t:table-row>'
    body = (
        f"<t:table-row>{words}{words}</t:table-row><t:table-row>{number}</t:table-row>{empty}"
    )
    assert workbook.sheets_of(ods(body)) == [("Soirée", [["Jean Luc"] * 2, ["5"] * 2])]


MANY = "<c><v>1</v></c>" * 60


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\xd0\xcf\x11\xe0" + b"\0" * 600, "ancien classeur"),
        (b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le"), "mot de passe"),
        (xlsx(sheet(HEAD, ["<c><f>A1</f></c>"])), "A2 : une formule sans sa valeur"),
        (xlsx(sheet(HEAD, ["<c><f>A1</f><v/></c>"])), "A2 : une formule sans sa valeur"),
        (xlsx(sheet(HEAD))[:-40], "ne se lit pas"),
        (b"PK\x03\x04" + b"\0" * 100, "ne se lit pas"),
        (packed({str(n): "" for n in range(500)}), "ne se lit pas"),
        (packed({"photo.jpg": "x"}), "ne se lit pas"),
        (xlsx("0" * 3_000_000), "trop grand"),
        (xlsx(sheet(HEAD) + " " * 3_000_000), "trop grand"),
        (xlsx(sheet(*[[MANY]] * 2000)), "trop grand"),
        (xlsx("<a>" * 1000), "trop grand"),
        (xlsx(sheet(HEAD), **{"xl/styles.xml": "<a>" + "<xf/>" * 840_000}), "trop grand"),
        (xlsx('<!DOCTYPE x [<!ENTITY a "b">]>' + sheet(HEAD)), "ne se lit pas"),
        (xlsx(sheet(['<c t="s"><v>99</v></c>'])), "ne se lit pas"),
        (xlsx(sheet(["<c><v>x</v></c>"])), "ne se lit pas"),
        (
            xlsx('<worksheet><row r="0"><c r="A0"><v>1</v></c></row></worksheet>'),
            "ne se lit pas",
        ),
        (
            ods(
                '<t:table-row t:number-rows-repeated="9999999"><t:table-cell'
                ' o:value-type="float" o:value="5" t:number-columns-repeated="9999"/>'
                "</t:table-row>"
            ),
            "trop grand",
        ),
    ],
    ids=range(18),
)
def test_a_workbook_that_is_none_or_too_large_is_refused_by_name(content, says):
    with pytest.raises(DocumentError, match=says):
        workbook.sheets_of(content)


def test_a_bomb_is_not_unpacked():
    bomb = xlsx(sheet(HEAD) + " " * 50_000_000)
    tracemalloc.start()
    with pytest.raises(DocumentError, match="trop grand"):
        workbook.sheets_of(bomb)
    assert tracemalloc.get_traced_memory()[1] < 10_000_000
    tracemalloc.stop()


def test_what_the_parser_holds_back_to_the_end_is_read(monkeypatch):
    """expat does so from 2.6 on, with an element that began in the chunk before."""

    class Late:
        def __init__(self):
            vars(self).update(parser=expat.ParserCreate(), held=b"")

        def __setattr__(self, name, handler):
            setattr(self.parser, name, handler)

        def Parse(self, chunk, is_last=False):
            vars(self)["held"] += chunk
            return is_last and self.parser.Parse(self.held, is_last)

    content = xlsx(sheet(HEAD))
    monkeypatch.setattr(
        workbook, "expat", SimpleNamespace(**vars(expat) | {"ParserCreate": Late})
    )
    assert workbook.sheets_of(content) == [("Soirée", [["Anne", "Bruno"]])]


def test_a_cell_far_away_takes_no_room():
    far = '<row r="1048576"><c r="XFD1048576"><v>2</v></c></row>'
    near = sheet(["<c><v>1</v></c>"])
    assert workbook.sheets_of(xlsx(f"<x>{near}{far}</x>")) == [("Soirée", [["1"]])]

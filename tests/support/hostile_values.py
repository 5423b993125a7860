"""Values, headers, bodies and documents that no page of ours sends."""

import gzip
import json
import urllib.parse

from scorekeeper.sheets.formats.examples import FFT_MATCH

HUGE = "9" * 5000

VALUES = [
    *("", " ", "0", "1", "2", "3", "4", "7", "-1", "−5", "+5", "1_000", "0x10", "1e999"),
    *("NaN", "Infinity", "½", "40,5", "49", "91", "162", "٣", "９", "²", "Ⅷ", HUGE),
    *(str(2**31), str(2**63), str(-(2**63) - 1), "000002", "1" * 7, "1" * 10),
    *("\0", "a\0b", "\r\nX: y", "\x1b[2J", "\u202eabc", "\u200b", "\ud800", "\udfff\ud800"),
    *("é" * 3000, "🃏" * 50, "👩‍👩‍👧", "e\u0301" * 30, "שלום", "\u2028", "\ufeff", "ǆ"),
    *("%", "%zz", "%00", "%(n)s", "{}", "{{7*7}}", "<script>", "<b>&amp;</b>", '"><i>'),
    *("' OR 1=1--", "../../etc/passwd", "[]", "null", "none", "true", "on", "__proto__"),
    *("x" * 60_000, "2026-02-30", "99999-01-01", "0000-00-00", "9999-12-31", "0001-01-01"),
    *("a" * 32, "b" * 32, "garde", "hearts", "attack", "yes", "no", "0-simple", "capot"),
]
"""Values of any field or parameter."""

NAMES = [
    *("key", "before", "entry", "seen", "base", "seating", "deals", "confirm", "passed"),
    *("taker", "contract", "points", "name", "number", "dealer", "active", "up", "out"),
    "down",
    *("back", "known", "more", "choose", "rules", "title", "date", "player", "reason"),
    *("act", "euros", "per", "token", "language", "next", "document", "csrf_token", "told"),
    *("recorded", "since", "v", "all", "columns", "\0", "é[]", "a" * 300, "\ud800", ""),
]
"""Names of fields and of parameters, most of them of a form of ours."""

CONTENT_TYPES = [
    *["application/x-www-form-urlencoded"] * 4,
    *("application/x-www-form-urlencoded; charset=bogus", "multipart/form-data"),
    *("application/x-www-form-urlencoded; charset=utf-16", "multipart/form-data; boundary="),
    *("multipart/form-data; boundary=x", "multipart/form-data; boundary=x; charset=zlib"),
    'multipart/form-data; boundary="' + "b" * 300 + '"',
    *("multipart/mixed; boundary=x", "application/json", "application/json; charset=utf-7"),
    *("text/plain; charset=utf-7", "", "x", "/", ";;;", "\xff\xfe", "text/html; =; a*=b''%ff"),
]

HEADERS = {
    "Host": ["", "[", "a:b", "x:99999", "localhost:" + HUGE, "localhost:\xb2", "é", "a b"],
    "Cookie": ["marque=.eJw.x.y", "marque=\xff", "marque=", "a=b;" * 1000, "marque=" + HUGE],
    "Content-Length": ["-1", "x", "", "0", "5", "999999999", HUGE, "1_0", "٣", "+5"],
    "Transfer-Encoding": ["chunked", "gzip", "chunked, chunked", "x"],
    "Accept-Language": ["xx;q=nan,fr;q=-1", "*", "fr;q=9e999", "\xff", "en-" * 500, ";;q="],
    "Accept-Encoding": ["gzip;q=abc", "gzip;q=0", "*;q=1", "\xff", "gzip;q=nan"],
    "If-None-Match": ['"', "*", "W/", "\xff"],
    "If-Modified-Since": ["x", "Thu, 99 Jan 99999 00:00:00 GMT", "Mon, 01 Jan 0001 00:00:00"],
    "If-Range": ["x", '"'],
    "Range": [
        "bytes=-99999999999999999999",
        "bytes=0-0,1-1",
        "x",
        "bytes=5-1",
        "=",
        "bytes=-",
    ],
    "Referer": ["http://[", "\xff", "x" * 5000, "javascript:1"],
    "Origin": ["null", "http://["],
    "Expect": ["100-continue", "x"],
    "Content-Encoding": ["gzip", "br", "x"],
    "Authorization": ["Basic x", "Bearer " + HUGE, "Digest a=\xff", "\xff"],
    "X-Forwarded-For": ["\xff", "::1%x", "a,b,c", HUGE],
    "X-Forwarded-Proto": ["javascript", ""],
    "X-Forwarded-Host": ["[", "\xff"],
    "X-HTTP-Method-Override": ["DELETE"],
    "X-CSRFToken": ["", "x", "\xff", HUGE],
    "X-Outbox": ["1"],
    "HX-Request": ["true", "\xff"],
    "HX-Boosted": ["true"],
    "HX-Current-URL": ["http://[", "\xff"],
}
"""Headers and their values; a browser sends none of them so."""

METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "FOO", "post"]

PART = b"--x\r\nContent-Disposition: form-data; "

BODIES = [
    b"",
    b"\xff" * 3000,
    b"&&&===%%%" * 50,
    b"&".join(b"a%d=1" % n for n in range(2000)),
    b"name=" + b"A" * 70_000,
    PART + b'name="name"\r\n\r\nAnne\r\n',
    PART + b'name="file"; filename="a"\r\n\r\n{"a"\r\n--x--',
    PART + b'name="\xff\0"\r\nX\r\n\r\n--x--\r\n',
    PART + b"\r\n\r\nno name\r\n--x--\r\n",
    PART + b'filename="a"\r\n\r\nno name\r\n--x--\r\n',
    b"--x\r\nContent-Disposition: attachment\r\n\r\nno form data\r\n--x--\r\n",
    b"--x\r\nContent-Type: text/plain\r\n\r\nno disposition\r\n--x--\r\n",
    PART + b'name="a"\r\nContent-Type: text/plain; charset=zlib\r\n\r\nx\r\n--x--\r\n',
    PART + b'name="a"\r\nContent-Type: text/plain; charset=utf-16\r\n\r\nx\r\n--x--\r\n',
    PART + b'name="a"\r\nContent-Type: text/plain; charset=\xff\r\n\r\nx\r\n--x--\r\n',
    PART + b'name="a"\r\nContent-Transfer-Encoding: base64\r\n\r\n!!\r\n--x--\r\n',
    PART + b"name=\"a\"; name*=utf-8''%ff\r\n\r\nx\r\n--x--\r\n",
    PART + b"name=\"file\"; filename*=bogus''%ff%fe\r\n\r\nx\r\n--x--\r\n",
    PART + b'name="file"; filename="' + b"a" * 9000 + b'"\r\n\r\nx\r\n--x--\r\n',
    PART + b"X: " + b"y" * 70_000,
    b"--x\r\n" * 2000,
    b"".join(PART + b'name="a%d"\r\n\r\n1\r\n' % n for n in range(1500)) + b"--x--\r\n",
    b"--x\n--x\n--x--",
    b"--x--",
    b'{"points": ' + b"[" * 5000,
    gzip.compress(b"taker=0&contract=garde"),
]
"""Bodies of a request; ``x`` is the boundary of the content types above."""

ODD_JSON = [
    *(
        '"\\ud800"',
        '"\\udfff\\ud800"',
        '"\\u0000"',
        '"\\u202e"',
        "NaN",
        "Infinity",
        "-Infinity",
    ),
    *("1e400", "-1e400", "1e308", "0.1", "1e-400", "9" * 4000, "9" * 4301, "-" + "9" * 5000),
    *("[" * 900 + "]" * 900, "[" * 100_000, '{"a":' * 100_000, "{}", "[]", "null", "true"),
    *("-0", "-0.0", "2.0", "49.5", "1.5", "49", '"49"', '"' + "x" * 140_000 + '"', '"٣"'),
    *('""', '" "', '"Anne"', '"2026-02-30"', '"9999-12-31"', '"0001-01-01"', '"2026-W01-1"'),
    *('{"\\ud800": 1}', '{"a": 1, "a": 2}', '["\\ud800"]', '[["Anne"]]', "[NaN]", "//", "'x'"),
]
"""Values of a JSON document, as they are written; some are no JSON at all."""

CSV = [
    b"Anne;Bruno\n1;-1\n",
    b"date;Anne;Bruno\n20/11/2026;1;-1\n",
    b"date;Anne;Bruno\n" + b"1" * 5000 + b"/11/2026;1;-1\n",
    b"date;Anne;Bruno\n99999999999/1/1;1;-1\n",
    b"date;Anne;Bruno\n1/1/999999999999999999999;1;-1\n",
    "date;Anne;Bruno\n١/١/٢٠٢٦;١;٢\n".encode(),
    b"Anne;Bruno\n" + b"1" * 140_000 + b";2\n",
    b'Anne;Bruno\n"' + b"x" * 140_000 + b'";2\n',
    b'"Anne;Bruno\n1;2\n',
    b"Anne;Bruno\n1\0;2\n",
    b"A\0nne;Bruno\n1;2\n",
    b"Anne;Bruno\r1;2\r\r\n\r",
    b"Anne;Anne\n1;2\n",
    b";;;;\n1;2;3;4\n",
    b"Anne,Bruno\n1,2\n",
    b"Anne\tBruno\n1\t2\n",
    b"Anne;Bruno\n" + b"1;2\n" * 3000,
    b"A;" * 20_000 + b"\n1;2\n",
    "Anne;Bruno\n²;½\n".encode(),
    "Anne;Bruno\n1;2\n".encode("utf-16"),
    "Anne;Bruno\n1;2\n".encode("utf-32"),
    b"\xef\xbb\xbf\xef\xbb\xbfAnne;Bruno\n1;2\n",
    b"\xed\xa0\x80;Bruno\n1;2\n",
    b"\xff\xfe\xfd",
    b"\x81\x8d\x8f;b\n1;2\n",
    gzip.compress(b"Anne;Bruno\n1;2\n"),
    b"PK\x03\x04" + b"\0" * 100,
    b"\x89PNG\r\n\x1a\n" + b"\0" * 100,
    b"",
    b"\n" * 5000,
    b"\xe2\x80\xa8".join([b"Anne;Bruno", b"1;2"]),
]
"""Tables, and files that are none."""

DOCUMENT = json.loads(FFT_MATCH.read_text(encoding="utf-8"))


def random_document(chance):
    """A file to import: a table, or a document with a few changes, or its bytes damaged."""
    kind = chance.randrange(6)
    if kind == 0:
        return chance.choice(CSV)
    text = json.dumps(DOCUMENT)
    for _ in range(chance.randrange(1, 3)):
        text = _changed(chance, text)
    content = text.encode("utf-8", "surrogatepass")
    if kind == 1:
        place = chance.randrange(len(content))
        return content[:place] + bytes([chance.randrange(256)]) + content[place + 1 :]
    if kind == 2:
        return chance.choice((b"\xef\xbb\xbf", b"\xff\xfe", b"\0", b" \n")) + content
    if kind == 3:
        return text.encode(chance.choice(("utf-16", "utf-32", "utf-7")), "replace")
    return content


def _changed(chance, text):
    """A document with one value, or one name, replaced by something odd."""
    words = json.dumps(DOCUMENT)
    starts = [n for n, c in enumerate(words) if words.startswith('": ', n)]
    found = text.find('": ', min(chance.choice(starts), len(text) - 10))
    if found < 0:
        return text
    odd = chance.choice(ODD_JSON)
    if chance.random() < 0.2:
        name = text.rfind('"', 0, found)
        return text[:name] + (odd if odd.startswith('"') else f'"{odd}"') + text[found + 1 :]
    end = min(n for n in (text.find(c, found + 3) for c in ",}") if n >= 0)
    if text[found + 3] == "[":
        end = text.find("]", found) + 1 if chance.random() < 0.5 else found + 4
        odd = odd if end > found + 4 else f"[{odd},"
    return text[: found + 3] + odd + text[end:]


def encoded(form):
    """A form, or its pairs, as it is posted, in any characters."""
    return urllib.parse.urlencode(form, doseq=True, errors="surrogatepass").encode()

"""Count the calls of our own functions that one posted hand makes.

    .venv/bin/python tests/bench/calls.py [CHECKOUT] [--functions]

A hand is posted as the outbox posts it (with ``shown``), on a warm sheet with rate limits and
CSRF tokens; five hands before it warm the caches. Printed are the calls of functions of
``scorekeeper/``, all and before the event is appended; ``--functions`` lists them.
"""

import re
import sys
import tempfile
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]
ARGUMENTS = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
ROOT = Path(ARGUMENTS[0]).resolve() if ARGUMENTS else HERE
OURS = str(ROOT / "scorekeeper")
STORING = str(ROOT / "scorekeeper/streams")

sys.path.insert(0, str(ROOT))

HAND = {"taker": "0", "contract": "garde", "bouts": "2"}
SHOWN = re.compile(r"v=(\d+_[0-9a-f]{16})")
CSRF = re.compile(r'name="csrf_token"[^>]*value="([^"]+)"')
WARM_HANDS = 5


class Calls:
    """Calls of our own functions, as :func:`sys.setprofile` reports them."""

    def __init__(self):
        self.before_append = None
        self.functions, self.first = Counter(), Counter()

    def __call__(self, frame, event, argument):
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(OURS):
            return
        name = f"{code.co_filename[len(OURS) + 1 :]}:{code.co_qualname}"
        if self.before_append is None and is_append(code):
            self.before_append = sum(self.functions.values())
            self.first = Counter(self.functions)
        self.functions[name] += 1


def is_append(code):
    return code.co_name == "store" and code.co_filename.startswith(STORING)


def main():
    from app import create_app

    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"INSTANCE": Path(folder) / "instance"})
        client = app.test_client()
        csrf = CSRF.search(client.get("/sheets/new").text)[1]
        names = {"name": ["Anne", "Bruno", "Chloé", "David"], "number": [""] * 4}
        opened = client.post("/sheets", data={"csrf_token": csrf, "dealer": "0"} | names)
        address, calls = opened.location, Calls()
        for n in range(WARM_HANDS + 1):
            page = client.get(address).text
            fields = posted_fields(page) | HAND | {"points": str(40 + n), "csrf_token": csrf}
            fields["shown"] = SHOWN.search(page)[1]
            if n == WARM_HANDS:
                sys.setprofile(calls)
            answer = client.post(f"{address}/hands", data=fields, headers={"X-Outbox": "1"})
            sys.setprofile(None)
            assert answer.status_code == 201, answer.text
    report(calls)


def posted_fields(page):
    form = page[page.index("<form", page.index('id="hand"') - 300) :]
    form = form[: form.index("</form>")]
    hidden = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form)
    return dict(hidden)


def report(calls):
    print(f"calls of our own functions  {sum(calls.functions.values()):6}")
    print(f"    before the append       {calls.before_append:6}")
    if "--functions" in sys.argv:
        for name, count in calls.functions.most_common():
            print(f"{count:5} {calls.first[name]:5}  {name}")


if __name__ == "__main__":
    main()

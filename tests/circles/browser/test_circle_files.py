"""A circle is saved as a file."""

import pytest
from circle_helpers import EXAMPLE

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("javascript", [True, False])
def test_a_circle_is_saved_as_a_file(phone, example_address, javascript):
    page = phone(java_script_enabled=javascript)
    page.goto(example_address)
    with page.expect_download() as saved:
        page.locator("a[href$='/circle.json']").click()
    assert saved.value.suggested_filename == "exemple-une-saison-inventee.json"
    text = saved.value.path().read_text(encoding="utf-8")
    assert text == EXAMPLE.read_text(encoding="utf-8")

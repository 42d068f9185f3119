"""In the browser: what counts as a tap, and what as a field."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.journeys.conftest import Walk
from tests.journeys.taps import Taps

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

PAGE = """<!doctype html><form action="/scene">
<label><input type="checkbox" name="ticked"> Tick</label><textarea name="said"></textarea>
<input name="amount"><select name="cause"><option>a<option>b</select><button>Send</button></form>"""


def test_taps_and_fields_are_counted_over_pages_and_by_key_and_finger(walk: Callable[..., Walk]) -> None:
    step = walk(touch=True)
    page, counted = step.page, Taps(step)
    page.route("**/scene*", lambda route: route.fulfill(body=PAGE, content_type="text/html"))
    step.go("/scene")
    page.get_by_label("Tick").tap()
    page.get_by_role("textbox").first.click()
    page.keyboard.type("Two lines\nof words")
    page.fill("input[name=amount]", "500")
    page.fill("input[name=amount]", "5000")
    page.select_option("select", "b")
    step.follow(page.get_by_role("button"))
    page.keyboard.press("j")
    page.keyboard.press("Shift+J")
    page.fill("input[name=amount]", "1")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    found = counted.counted()
    assert [each.split(" at ")[0] for each in found["tap"]] == [
        "ticked", "cause", "cause", "Send", "key j", "key J", "key Enter"
    ]  # fmt: skip
    assert [each.split(" at ")[0] for each in found["field"]] == ["said", "amount", "amount"]
    counted.at_most(taps=7, fields=3)
    for bar in ({"taps": 6, "fields": 3}, {"taps": 7, "fields": 2}):
        with pytest.raises(AssertionError):
            counted.at_most(**bar)


def test_a_scene_in_which_nothing_was_counted_meets_no_bar(walk: Callable[..., Walk]) -> None:
    step = walk()
    counted = Taps(step)
    step.go("/admin/login/")
    with pytest.raises(AssertionError, match="no tap"):
        counted.at_most(taps=1, fields=1)

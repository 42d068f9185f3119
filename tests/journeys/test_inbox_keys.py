"""In the browser: the inbox by keys, never while something is typed."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.journeys.cast import Cast, Hearing, cast  # noqa: F401
from tests.journeys.conftest import Walk

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


def test_next_and_open_by_keys(
    cast: Cast,  # noqa: F811
    walk: Callable[..., Walk],
) -> None:
    hearing = Hearing(walk(width=1280), cast, "en")
    page, step = hearing.page, hearing.step
    hearing.by("pit_supervisor").open()
    case = re.search(r"/case/(\d+)/", page.url)
    assert case
    step.go("/admin/disputes/case/?inbox=all")
    page.keyboard.press("j")
    assert page.locator("#result_list .tp-chosen").count() == 1
    page.keyboard.press("?")
    assert page.locator(".tp-keys p").is_visible()
    page.keyboard.press("?")
    page.locator("#searchbar").focus()
    page.keyboard.type("jot?")
    assert page.locator("#searchbar").input_value() == "jot?"
    assert page.url.endswith("inbox=all")
    page.locator("#searchbar").fill("")
    page.locator("#searchbar").blur()
    with page.expect_navigation():
        page.keyboard.press("o")
    assert f"/case/{case[1]}/change/" in page.url

    hearing.step_to("pass_on")
    page.check("input[name=why][value=cannot_be_resolved]")
    hearing.send()
    hearing.by("pit_manager")
    step.go("/admin/disputes/case/?inbox=all")
    page.keyboard.press("j")
    with page.expect_navigation():
        page.keyboard.press("t")
    page.get_by_role("heading", name=hearing.title("take_over"), level=1).wait_for()
    hearing.send()
    assert page.locator("[data-command=take_over]").count() == 0, "it is theirs"

"""In the browser, on a phone: every control is large enough for a thumb, the main button stays in reach, long timelines
are folded, amounts are grouped while they are typed, and Back after a look works."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.journeys.cast import Cast, Hearing, cast  # noqa: F401
from tests.journeys.conftest import Walk

pytestmark = pytest.mark.e2e

LEAST_PX = 44
MEASURE = """() => {
    const found = [];
    const wanted = "button, select, textarea, summary, input:not([type=hidden]), .tp-button, .tp-segment, " +
        ".tp-choice, .tp-check, .tp-jump a, .tp-inbox a, .tp-need-ways a, .tp-gate a";
    for (const each of document.querySelectorAll(wanted)) {
        if (!each.checkVisibility({checkVisibilityCSS: true, checkOpacity: true})) continue;
        if (each.closest(".tp-hidden, #nav-sidebar, [aria-hidden=true], .simplebar-track")) continue;
        // A small box inside a label is as large as its label.
        const label = each.matches("input[type=checkbox], input[type=radio]") ? each.closest("label") : null;
        const box = (label || each).getBoundingClientRect();
        if (box.width > 1 && box.height > 1 && box.height < LEAST - 0.5)
            found.push(`${each.outerHTML.slice(0, 110)} ${Math.round(box.height)} px`);
    }
    return found;
}""".replace("LEAST", str(LEAST_PX))


def test_on_a_phone_at_the_table(
    cast: Cast,  # noqa: F811
    walk: Callable[..., Walk],
) -> None:
    hearing = Hearing(walk(width=390), cast, "vi")
    page, step = hearing.page, hearing.step
    hearing.by("pit_supervisor").open()
    case = page.url
    small: dict[str, list[str]] = {}
    for path in (
        "/admin/",
        "/admin/disputes/case/",
        "/admin/disputes/case/open/?table=RL01",
        case,
        "propose",
        "pass_on",
    ):
        if path == case:
            page.goto(case)
            assert not page.locator("#history").evaluate("each => each.open"), "the timeline begins folded"
            assert page.locator(".tp-reach").bounding_box()["y"] > 700  # type: ignore[index]
        elif path == "propose":
            page.goto(case.replace("/change/", "/do/propose_remedy/"))
        elif path == "pass_on":
            page.goto(case.replace("/change/", "/do/pass_on/"))
        else:
            step.go(path)
        step.fits()
        small[path] = page.evaluate(MEASURE)
    assert not any(small.values()), small

    page.goto(case.replace("/change/", "/do/change_amount/"))
    amount = page.locator("#id_amount_minor")
    amount.fill("")
    amount.press_sequentially("1234567")
    assert amount.input_value() == "1.234.567"
    assert amount.get_attribute("inputmode") == "numeric"
    with page.expect_request(lambda request: request.method == "POST") as sent, page.expect_navigation():
        page.locator(".tp-do-send button").first.click()
    assert "1234567" in (sent.value.post_data or "")

    step.go("/admin/disputes/case/open/?table=RL01")
    page.fill("#id_claim", "Khách nói còn thiếu.")
    step.follow(page.locator('button[name="look"][value="time"]'))
    step.go("/admin/")
    page.go_back()
    assert page.input_value("#id_claim") == "Khách nói còn thiếu.", "Back asks for the page, and sends nothing again"


def test_a_look_leaves_the_button_where_the_thumb_is(
    cast: Cast,  # noqa: F811
    walk: Callable[..., Walk],
) -> None:
    """However far down the page, and whatever the look changes above it; a day is said in the page's language."""
    hearing = Hearing(walk(width=390), cast, "vi")
    page, step = hearing.page, hearing.step
    hearing.by("pit_supervisor")
    step.go("/admin/disputes/case/open/?table=RL01")
    page.fill("#id_about_day", "2026-06-13")
    page.fill("#id_about_time", "22:08")
    said = page.locator(".tp-pick-about .tp-said-date").all_inner_texts()
    assert any("13 tháng 6, 2026" in each for each in said), said
    assert "22:08" in said, "and no hour by the browser's language alone"
    button = page.locator("button[name=look][value=time]")
    button.scroll_into_view_if_needed()
    before = button.bounding_box()
    assert before is not None
    step.follow(button)
    page.wait_for_function(
        "top => Math.abs(document.querySelector('[name=look][value=time]').getBoundingClientRect().top - top) < 3",
        arg=before["y"],
    )

"""A day of Surveillance in the browser: what happened at a table is entered and its film kept, a case is answered, film
is locked by one click, and the shift is handed over to the next officer, who signs the same report."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any
from typing import cast as typed

import pytest
from django.conf import settings
from django.test import Client

from surveillance import tasks
from surveillance.rows.log_models import Incident, ShiftReport
from surveillance.rows.models import Hold, Recording, Request
from tests.disputes.court import Court, colleague, house_property
from tests.journeys.cast import Cast, cast  # noqa: F401
from tests.journeys.conftest import Walk, also
from tests.surveillance.watch import AT, Watch

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

SAID = {
    "vi": ("Hai khách xô xát cạnh bàn, nhân viên an ninh đã can.", "Camera tắt lúc đó, đầu ghi không có hình."),
    "en": ("Two guests scuffled beside the table; security parted them.", "The camera was off, the recorder has none."),
}
HAND = {"vi": ("Bàn giao ca", "Nhận ca"), "en": ("Hand the shift over", "Take the shift over")}


@pytest.fixture
def watch(address: str) -> Watch:
    """A camera over the table with a film of ten minutes, and a case that asks for footage."""
    house: Any = SimpleNamespace(property=house_property())
    made = Watch(Court(typed(Any, house))).set_up()
    made.asked()
    return made


def sent(step: Walk) -> None:
    step.fits()
    step.follow(step.page.locator(".tp-do form .tp-button-primary, form .tp-do-fields .tp-button-primary").first)


@pytest.mark.parametrize(("language", "width"), [also("vi", 390), ("en", 1280)])
def test_what_an_officer_does_in_a_shift(
    cast: Cast,  # noqa: F811
    watch: Watch,
    walk: Callable[..., Walk],
    language: str,
    width: int,
) -> None:
    step = walk(width=width)
    page, (account, answer), (hand, take) = step.page, SAID[language], HAND[language]
    cast.enter(step, "surveillance", language)

    step.go("/admin/surveillance/incident/")
    step.follow(page.locator("a[href*='/do/enter_incident/']").first)
    page.check("[name=kind][value=procedure]")
    page.fill("[name=account]", account)
    page.fill("[name=table]", "RL01")
    local = AT.astimezone(watch.house.zone)
    page.fill("[name=happened_at]", f"{local:%Y-%m-%dT%H:%M}")
    sent(step)
    entered = Incident.objects.get()
    assert account in page.content()
    for _sweep in range(2):  # the holds that the first one places are events themselves
        tasks.sweep()
    assert Hold.objects.filter(subject=f"incident/{entered.number}").exists(), "its film is kept"

    film = Recording.objects.get(code="REC-1")
    step.go(f"/admin/surveillance/recording/{film.pk}/change/")
    step.follow(page.locator("form[action*='/do/lock_recording/'] button").first)
    assert Hold.objects.filter(recording="REC-1").exists()

    asked = Request.objects.get()
    step.go(f"/admin/surveillance/request/{asked.pk}/change/")
    step.follow(page.locator("a[href*='/do/answer_request/']").first)
    page.locator("[name=found]").last.check()
    page.fill("[name=answer]", answer)
    page.check("[name=cause][value=not_recording]")
    sent(step)
    asked.refresh_from_db()
    assert asked.status == "no_footage"

    step.go("/admin/surveillance/incident/shift/")
    step.follow(page.get_by_role("link", name=hand).first)
    sent(step)
    signed = ShiftReport.objects.get()
    assert (signed.handed_by != "", signed.taken_by) == (True, "")
    client = Client()
    client.force_login(colleague("second-officer", "surveillance"), backend="casino.backends.PostingBackend")
    cast.sessions["second"] = client.cookies[settings.SESSION_COOKIE_NAME].value
    cast.enter(step, "second", language)
    step.go("/admin/surveillance/incident/shift/")
    assert entered.number in page.content()
    step.follow(page.get_by_role("link", name=take).first)
    sent(step)
    signed.refresh_from_db()
    assert signed.taken_by == "second-officer"

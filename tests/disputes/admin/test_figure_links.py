"""Every number of the page of figures is a link to the list that it counts, and the list has exactly that many."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from html.parser import HTMLParser

import pytest
from django.test import Client

from disputes.admin.counted import cases_address, rounds_address
from disputes.rows.figures import BY, between, both, joined
from disputes.rows.models import Case as CaseRow
from games.rows.models import Finding, Round
from tests.disputes.admin.conftest import ELSEWHERE, As, Docket
from tests.disputes.court import colleague

pytestmark = pytest.mark.slow

FIGURES = "/admin/disputes/case/figures/"


class Links(HTMLParser):
    """(address, number) of every link of a page that leads to a list of cases or rounds."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, int]] = []
        self._address: str | None = None
        self.feed(page[page.index("<article") : page.index("</article>")])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self._address = dict(attrs).get("href")

    def handle_data(self, data: str) -> None:
        if self._address is not None and data.strip().isdigit():
            self.found.append((self._address, int(data)))

    def handle_endtag(self, tag: str) -> None:
        if tag == "a":
            self._address = None


def listed(client: Client, address: str) -> int:
    answer = client.get(address)
    assert answer.status_code == 200, address
    count: int = answer.context["cl"].queryset.count()
    return count


@pytest.fixture
def spread(docket: Docket) -> Docket:
    """The docket, with cases of other weeks, shifts and ages."""
    rows = list(CaseRow.objects.order_by("pk"))
    for place, row in enumerate(rows):
        row.opened_at -= timedelta(days=5 * place, hours=7 * place)
        row.save(update_fields=["opened_at"])
    Round.objects.filter(code="short").update(dealer="D-1")
    taken = Finding.objects.order_by("pk").first()
    assert taken is not None
    Finding.objects.filter(pk=taken.pk).update(case=rows[0].number)
    return docket


@pytest.mark.parametrize("by", list(BY))
def test_each_number_leads_to_exactly_as_many(spread: Docket, as_: As, by: str) -> None:
    client = as_("pit_manager", "en")
    page = client.get(FIGURES, {"by": by}).content.decode()
    links = Links(page).found
    whole = page if by == "table" else page[page.index('id="weeks"') :]
    links = links if by == "table" else [link for link in links if unescape(link[0]) in unescape(whole)]
    assert len(links) > (20 if by == "table" else 7)
    for address, count in links:
        assert listed(client, address) == count, address
    assert sum("games/round" in address for address, _count in links) >= (5 if by == "table" else 0)


def test_what_was_asked_for_goes_along(spread: Docket, as_: As) -> None:
    client = as_("pit_manager", "en")
    since = (spread.now - timedelta(days=20)).date().isoformat()
    page = client.get(FIGURES, {"since": since, "table": "RL01"}).content.decode()
    links = Links(page).found
    assert all("table=RL01" in address or "table%3DRL01" in address for address, _count in links)
    all_of_them = CaseRow.objects.filter(table="RL01").count()
    for address, count in links:
        assert listed(client, address) == count <= all_of_them, address


def test_a_list_narrowed_so_can_be_had_as_a_file(docket: Docket, as_: As) -> None:
    client = as_("pit_manager", "en")
    address = cases_address({"opened": between(docket.now - timedelta(days=3), None)})
    file = client.get(address.replace("/case/?", "/case/file/csv/?"))
    lines = b"".join(file.streaming_content).decode("utf-8-sig").splitlines()  # type: ignore[attr-defined]
    assert len(lines) - 1 == listed(client, address)


def test_nobody_sees_more_by_an_address(docket: Docket, as_: As) -> None:
    elsewhere = colleague(ELSEWHERE, "pit_supervisor", tables=("RL09",))
    assert listed(as_(elsewhere, "en"), cases_address({})) == 1, "the one without a table is everybody's"
    assert listed(as_(elsewhere, "en"), rounds_address({})) == 0
    assert listed(as_("dealer", "en"), rounds_address({})) == 0, "a dealer sees no cases"
    assert listed(as_("pit_manager", "en"), rounds_address({"table": "RL01"})) > 0


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("opened", "x..y"),
        ("opened", "2026-01-01..2026-02-01"),
        ("opened", "2026-01-01T00:00:00Z"),
        ("taken", "soon"),
        ("taken", "0..9999999999"),
        ("disputed", "VND"),
        ("shift", "9:00–6"),
        ("shift", "06:00–07:00"),
        ("dealer", "nobody"),
        ("cause", "x" * 100),
    ],
)
def test_what_cannot_be_read_holds_of_no_case(docket: Docket, as_: As, name: str, value: str) -> None:
    count = listed(as_("pit_manager", "en"), cases_address({name: value}))
    assert count == (0 if value != "0..9999999999" else CaseRow.objects.exclude(decided_at=None).count())


def test_stretches_of_time_are_joined() -> None:
    one, other = "2026-01-01T00:00:00Z..2026-03-01T00:00:00Z", "2026-02-01T00:00:00Z.."
    assert both(one, other) == "2026-02-01T00:00:00Z..2026-03-01T00:00:00Z"
    assert joined({"opened": one, "table": "A"}, {"opened": other, "shift": "06:00–14:00"}) == {
        "opened": both(one, other),
        "table": "A",
        "shift": "06:00–14:00",
    }


def test_small_numbers_are_said_to_be_small(docket: Docket, as_: As) -> None:
    page = as_("pit_manager", "en").get(FIGURES).content.decode()
    assert "fewer than 5 cases, single cases and no trend" in re.sub(r"\s+", " ", page)

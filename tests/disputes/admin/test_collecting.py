"""8.2 to 8.4 on one page: from a case just passed on to one that can be decided, on that page alone."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client

from disputes.admin.collecting import COMMANDS
from disputes.case.bases import open_items
from disputes.case.procedure import ITEMS, PROCEDURE
from disputes.rows.models import Case as CaseRow
from tests.disputes.admin.conftest import As
from tests.disputes.admin.doing.played import _Controls
from tests.disputes.court import Court

SENTENCE = "Phòng vận hành không giữ bảng nào cho bàn này trong ca đó."
STATEMENT = "Tôi đặt vào số 17 và nhà cái trả thiếu."


class Page:
    """Somebody at the page on which everything is collected."""

    def __init__(self, client: Client, court: Court) -> None:
        self.client = client
        self.address = f"/admin/disputes/case/{CaseRow.objects.get(number=court.number).pk}/collect/"
        self.pages = 0
        self.look()

    def look(self) -> None:
        self.pages += 1
        answer = self.client.get(self.address)
        assert answer.status_code == 200
        self.read(answer)

    def read(self, answer: Any) -> None:
        self.shown = answer.content.decode()
        controls = _Controls()
        controls.feed(self.shown)
        self.forms = [form for form in controls.forms if "command" in form]

    def forms_of(self, command: str) -> list[dict[str, list[str]]]:
        return [form for form in self.forms if form["command"] == [command]]

    def send(self, command: str, place: str = "", **more: Any) -> Any:
        [form] = [each for each in self.forms_of(command) if not place or each["place"] == [place]]
        answer: Any = self.client.post(self.address, {**form, **more})
        if answer.status_code == 302:
            assert answer.url.startswith(f"{self.address}#{form['place'][0]}"), "back where they were"
            self.look()
        else:
            self.read(answer)
        return answer

    def missing(self) -> set[str]:
        return set(re.findall(r'href="#([^"]+)" class="tp-gate-open"', self.shown))


def test_from_passed_on_to_decidable_without_leaving_the_page(court: Court, as_: As) -> None:
    court.passed_on()
    page = Page(as_("pit_manager", "en"), court)
    wanted = {"step-notify", "step-time", *(f"item-{item}" for item in ITEMS if item != "rules")}
    assert page.missing() == wanted
    page.send("notify_surveillance")
    page.send("say_no_time", reason="Phải xem phim của cả buổi tối trước khi hẹn được.")
    page.send("take_statement", said=STATEMENT, party="P1")
    page.send("add_evidence", "item-other", kind="text", text="Đã diễn lại ván này cùng Giám sát Pit.")
    nothing = [item for item in ("published", "procedures", "controls", "law") if f"item-{item}" in page.missing()]
    sent = page.send("mark_none", f"item-{nothing[0]}", items=nothing, cause="not_existing", reason=SENTENCE)
    assert sent.status_code == 302, re.findall(r"tp-wrong[^>]*>([^<]*)", page.shown)
    page.send("ask_footage")
    assert page.missing() == {"item-footage"}
    watch = Page(as_("surveillance", "en"), court)
    watch.send("acknowledge_notice")
    watch.send("answer_footage", found="yes", answer="CAM-7 cho thấy chồng chip nằm trên số 17.")
    page.look()
    assert page.missing() == set()
    assert "/do/decide/" in page.shown
    assert not open_items(court.case, _context(court))


def _context(court: Court) -> Any:
    from casino.ledger.models import Property
    from disputes.execution.context import Outside
    from disputes.rows.actor import actor_of

    owner = Property.objects.get()
    return Outside(owner, actor_of(court.user("pit_manager"), owner.code, court.now), court.now).context()


def test_what_does_not_fit_is_said_in_its_place(court: Court, as_: As) -> None:
    court.passed_on()
    page = Page(as_("pit_manager", "en"), court)
    answer = page.send("mark_none", "item-law", items=["law"], cause="not_existing", reason="Không khi ghi sổ.")
    assert answer.status_code == 422
    assert 'id="wrong"' in page.shown
    kept = page.shown.partition('name="place" value="item-law"')[2]
    assert "Không khi ghi sổ." in kept
    assert court.case.nothing == {}


def test_evidence_is_withdrawn_where_it_stands(court: Court, as_: As) -> None:
    court.passed_on()
    page = Page(as_("pit_manager", "en"), court)
    page.send("add_evidence", "item-other", kind="text", text="Đã diễn lại ván này cùng Giám sát Pit.")
    page.send("withdraw_evidence", "item-other", reason="Ghi nhầm hồ sơ.")
    assert court.case.standing_evidence("other") == []
    assert "item-other" in page.missing()


def test_who_may_do_nothing_is_offered_nothing_and_can_send_nothing(court: Court, as_: As) -> None:
    court.passed_on()
    for role in ("regulator", "auditor"):
        page = Page(as_(role, "en"), court)
        assert page.forms == []
        sent = {
            "command": "notify_surveillance",
            "seen_version": "1",
            "command_id": "6f2b7c1e-51a5-4cf0-9f0c-0d5d0f6e7a11",
        }
        assert page.client.post(page.address, sent).status_code == 403
    assert as_("dealer").get(page.address).status_code == 403
    assert page.client.post(page.address, {"command": "decide"}).status_code == 404
    assert court.case.notified is None


def test_nothing_weighty_is_done_here() -> None:
    assert not [code for code in COMMANDS if PROCEDURE[code].weighty]

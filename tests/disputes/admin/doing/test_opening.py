"""Opening a case: the rounds that are offered, what is filled in from a finding, what is refused, and that a name never
stands where it could be read."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from casino.clock import now as clock
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from casino.vault import sealing
from disputes.case.commands import TakeStatement
from disputes.case.state import Case
from disputes.execution import service
from disputes.pages.case import CasePage
from disputes.papers.compose import compose
from disputes.papers.letter import letter
from disputes.rows import stored
from disputes.rows.actor import actor_of
from disputes.rows.models import Case as CaseRow
from disputes.rows.visibility import Seeing
from games import words
from games.engine.facts import Person
from games.rows.models import Finding, Round, Table
from tests.admin.house import person
from tests.disputes.admin.doing.conftest import client_of
from tests.disputes.admin.doing.played import Hand, Played
from tests.disputes.court import colleague
from tests.posting import posting
from tests.replay.story import CODE

Opened = Callable[..., Hand]
BY = Person(post="pit_manager", staff="PM01")
SAID: dict[str, Any] = {
    "rounds": ["RL01/short"],
    "claim": "Khách nói còn thiếu năm trăm nghìn.",
    "amount_minor": "500.000",
    "name": "Nguyễn Văn Ẩn",
    "contact": "0900 000 000",
    "reference": "P-1",
}


@pytest.fixture
def opening(played: Played) -> Opened:
    """``opening("pit_supervisor", table="RL01")``: the page, for somebody."""

    def hand(who: str | User = "pit_supervisor", language: str = "en", **query: Any) -> Hand:
        address = reverse("admin:disputes_case_open")
        asked = "&".join(f"{name}={value}" for name, value in query.items())
        return Hand(client_of(who, language), f"{address}?{asked}" if asked else address)

    return hand


def newest() -> Case:
    return stored.load(CODE, CaseRow.objects.order_by("-id")[0].number)


def test_a_case_is_opened_on_one_page(opening: Opened) -> None:
    hand = opening()
    assert hand.answer.status_code == 200
    for code in ("corrected", "unclear", "void", "nothere", "short", "right"):
        assert f'value="RL01/{code}"' in hand.page
    assert "−500,000" in hand.page
    answer = hand.send(SAID)
    assert answer.status_code == 302
    case = newest()
    assert answer["Location"] == reverse(
        "admin:disputes_case_change", args=[CaseRow.objects.get(number=case.number).pk]
    )
    assert (case.table, case.amount_minor, case.assigned_to) == ("RL01", 500_000, "pit.supervisor")
    assert [(ref.round, ref.bets) for ref in case.rounds] == [("short", ())]
    [player] = case.players
    assert player.reference == "P-1"
    identity = sealing.open_bytes(CODE, player.identity)  # type: ignore[arg-type]
    assert identity is not None
    assert msgspec.json.decode(identity) == {"name": "Nguyễn Văn Ẩn", "contact": "0900 000 000"}
    assert "was opened" in hand.client.get(answer["Location"]).content.decode()


def test_a_second_click_opens_nothing_more(opening: Opened) -> None:
    hand = opening()
    first = hand.send(SAID, stay=True)
    count = CaseRow.objects.count()
    again = hand.send(SAID)
    assert again.status_code == 302
    assert again["Location"] == first["Location"]
    assert CaseRow.objects.count() == count


def test_a_ticked_bet_chooses_its_round(opening: Opened) -> None:
    hand = opening()
    assert hand.send({**SAID, "rounds": ["RL01/right"], "bets": ["RL01/short/b1"]}).status_code == 302
    assert {ref.round: ref.bets for ref in newest().rounds} == {"right": (), "short": ("b1",)}


def test_the_round_of_the_address_is_ticked(opening: Opened) -> None:
    hand = opening(table="RL01", round="RL01/void")
    assert hand.fields["rounds"] == ["RL01/void"]
    assert hand.page.index('value="RL01/void"') < hand.page.index('value="RL01/corrected"')
    assert opening(round="RL01/never").fields.get("rounds") is None


def test_rounds_are_found_by_about_the_time_and_nothing_typed_is_lost(opening: Opened) -> None:
    hand = opening()
    head = get_ledger(CODE).head()
    typed = {**SAID, "rounds": ["RL01/corrected"], "look": "time", "about_day": "2026-06-13", "about_time": "10:08"}
    assert hand.send(typed).status_code == 200
    assert get_ledger(CODE).head() == head
    assert hand.fields["name"] == ["Nguyễn Văn Ẩn"]
    assert hand.fields["rounds"] == ["RL01/corrected"]
    assert 'role="alert"' not in hand.page
    shown = re.findall(r'name="rounds" value="RL01/(\w+)"', hand.page)
    assert shown[0] == "corrected"
    assert set(shown[1:]) == {"right", "short", "nothere", "void", "unclear"}


def test_a_round_is_found_by_what_is_known_of_it(opening: Opened) -> None:
    """Result (number or word, either language), number of the round, player, amount; in any order with each other."""
    hand = opening(language="vi")
    rounds = Round.objects.filter(table="RL01").exclude(outcome="")
    known = rounds.get(code="short")
    same = set(rounds.filter(outcome=known.outcome).values_list("code", flat=True))

    def shown(what: str) -> set[str]:
        said = {**SAID, "rounds": [], "look": "time", "about_day": "2026-06-13", "about_what": what}
        assert hand.send(said).status_code == 200
        assert "khớp với" not in hand.page, what
        return set(re.findall(r'name="rounds" value="RL01/(\w+)"', hand.page))

    assert shown(known.outcome) == same
    assert shown("short") == {"short"}
    assert "short" in shown("500.000")
    assert shown(f"{known.outcome} P-1") <= same
    for word in (said for said in words.result("roulette", known.summary).en.split() if said.isalpha()):
        assert "short" in shown(word), word
    assert hand.send({**SAID, "rounds": [], "look": "time", "about_what": "không-có-ván-này"}).status_code == 200
    assert "khớp với “không-có-ván-này”" in hand.page


def test_enter_only_looks(opening: Opened) -> None:
    """The first button of the form is the one that the Enter key presses."""
    hand = opening()
    form = hand.page.split('name="property"')[1]
    assert 'name="look"' in form.split("</button>")[0]


def test_the_round_may_not_be_known(opening: Opened) -> None:
    hand = opening()
    said = {**SAID, "rounds": [], "unknown": "on", "about_day": "2026-06-13", "about_time": "10:08"}
    assert hand.send(said).status_code == 302
    case = newest()
    assert case.rounds == ()
    assert case.opened is not None
    assert case.opened.happened_at is not None
    assert case.opened.happened_at.isoformat() == "2026-06-13T03:08:00+00:00"


def test_others_who_are_part_of_it(opening: Opened) -> None:
    hand = opening()
    assert "players-0-name" in hand.fields
    assert hand.send(SAID, look="players").status_code == 200
    assert "players-1-name" in hand.fields
    more = {
        "players-0-name": "Trần Thị Bình",
        "players-0-reference": "P-2",
        "players-1-name": "",
        "witnesses-0-name": "Lê Văn Chứng",
        "staff": "S-777, S-778",
    }
    assert hand.send(more).status_code == 302
    kinds = [(party.kind, party.staff or "") for party in newest().parties.values()]
    named = [("player", ""), ("player", ""), ("witness", ""), ("staff", "S-777"), ("staff", "S-778")]
    assert kinds == [*named, ("staff", "S-101")]  # who made the act that is in dispute, by the record


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({"claim": ""}, "claim", "required"),
        ({"name": "", "reference": ""}, "name", "Say who it is"),
        ({"name": "", "contact": "", "reference": ""}, "name", "Say who it is"),
        ({"amount_minor": "a lot"}, "amount_minor", "Write an amount with digits"),
        ({"reference": "P 1"}, "reference", "Letters, digits"),
        ({"staff": "S-1 <b>"}, "staff", "is no staff code"),
        ({"players-0-contact": "0911"}, "players-0-name", "Say who it is"),
        ({"rounds": []}, "rounds", "Tick the round"),
        ({"rounds": ["RL01/never"]}, "rounds", "valid choice"),
        ({"bets": ["RL01/short/b9"]}, "rounds", "valid choice"),
        ({"unknown": "on"}, "rounds", ""),
        ({"claim": "a\x00b"}, "claim", "Null characters"),
        ({"name": "x" * 201}, "name", "at most 200"),
        ({"players-TOTAL_FORMS": "x"}, "rounds", ""),
    ],
)
def test_what_is_wrong_is_said_at_its_field(
    changes: dict[str, Any], field: str, sentence: str, opening: Opened
) -> None:
    hand = opening()
    count = CaseRow.objects.count()
    assert hand.send({**SAID, **changes}).status_code == 422
    assert 'role="alert"' in hand.page
    if sentence:
        assert sentence in html.unescape(hand.wrong(field)), html.unescape(hand.page)
    assert CaseRow.objects.count() == count


def test_everything_that_is_missing_is_said_at_once(opening: Opened) -> None:
    hand = opening()
    assert hand.send().status_code == 422
    assert hand.wrong("claim")
    assert hand.wrong("name")
    assert "Tick the round" in hand.wrong("rounds")


def test_words_come_back_escaped(opening: Opened) -> None:
    hand = opening()
    hostile = "\"><script>alert('x')</script>"
    hand.send({**SAID, "name": hostile, "claim": hostile, "rounds": []})
    assert "<script>alert" not in hand.page
    assert hand.fields["name"] == [hostile]


def test_a_time_ahead_is_refused_at_its_field(opening: Opened) -> None:
    hand = opening()
    said = {**SAID, "rounds": [], "unknown": "on", "about_day": "2099-01-01", "about_time": "10:00"}
    assert hand.send(said).status_code == 422
    assert "must not lie in the future" in hand.page
    for nonsense in ("25:99", "x", "10:00:00+99:99"):
        assert hand.send({**said, "about_time": nonsense, "look": "time"}).status_code == 200


def test_from_a_finding_everything_is_filled_in_but_words_of_a_player(opening: Opened) -> None:
    finding = Finding.objects.get(code="paid_too_little")
    hand = opening("surveillance", finding=finding.pk)
    assert hand.fields["rounds"] == ["RL01/short"]
    assert hand.fields["bets"] == ["RL01/short/b1"]
    assert hand.fields["amount_minor"] == ["500,000"]
    assert not any(hand.fields.get("claim", ())), "nobody has said anything"
    assert hand.send(stay=True).status_code == 302
    case = newest()
    assert case.opened is not None
    assert (case.opened.source, case.players) == ("finding", [])
    assert [(ref.round, ref.bets) for ref in case.rounds] == [("short", ("b1",))]
    finding.refresh_from_db()
    assert (finding.status, finding.case) == ("in_case", case.number)
    row = CaseRow.objects.select_related("property").get(number=case.number)
    told = CasePage(row, Seeing(person("auditor"), clock()), language="en").history
    assert [each for entry in told if entry.kind == "opened" for each in entry.spoken] == []
    hand = opening("pit_manager", finding=finding.pk)
    assert hand.send().status_code == 409
    assert case.number in hand.page, "it stands in a case already"


def test_of_a_finding_the_letter_quotes_what_the_guest_said_and_nothing_of_the_house(opening: Opened) -> None:
    hand = opening("pit_manager", finding=Finding.objects.get(code="paid_too_little").pk)
    assert hand.send({"name": "Nguyễn Văn Ẩn", "reference": "P-1"}).status_code == 302
    case = newest()
    owner = Property.objects.get(code=CODE)
    before = letter(compose(owner, case, "acknowledgement", "en", None, now=clock(), by=BY))
    assert "While checking our own record" in str(before)
    assert "What you told us" not in str(before)
    service.execute(
        CODE,
        case.number,
        TakeStatement(party="P1", said="Tôi đặt số 17 mà chưa được trả đủ."),
        actor=actor_of(person("pit_manager"), CODE, clock()),
        seen_version=case.version,
        command_id=uuid4(),
        now=clock(),
    )
    after = letter(compose(owner, newest(), "acknowledgement", "en", None, now=clock(), by=BY))
    assert "Tôi đặt số 17 mà chưa được trả đủ." in str(after)


def test_surveillance_opens_from_a_finding_only(opening: Opened, played: Played) -> None:
    hand = opening("surveillance")
    assert hand.send(SAID, table="RL01").status_code == 403
    assert "Surveillance opens a case from a finding only" in hand.page
    assert played.refusals("new") == [("open_case", "case_from_finding_only")]


@pytest.mark.parametrize(("who", "status"), [("regulator", 403), ("auditor", 403), ("head_of_operations", 403)])
def test_who_may_only_read_opens_none(who: str, status: int, opening: Opened, played: Played) -> None:
    hand = opening(who)
    assert hand.answer.status_code == status
    assert hand.fields == {}
    assert played.refusals("new") == []
    sent = hand.client.post(hand.address, {**SAID, "open": "1"})
    assert sent.status_code == status
    assert played.refusals("new") == [("open_case", "case_role")]


@pytest.mark.parametrize("who", ["dealer", "administrator"])
def test_who_sees_no_cases_does_not_get_there(who: str, opening: Opened) -> None:
    assert opening(who).answer.status_code == 403


def test_only_ones_own_tables_are_offered(opening: Opened, played: Played) -> None:
    owner = played.court.house.property
    for code in ("RL02", "RL09"):
        Table.objects.create(
            id=int(code[2:]) + 10**9,
            property=owner,
            code=code,
            game="roulette",
            changed_at=played.now,
            first_position=1,
            last_position=1,
        )
    both = colleague("two.tables", "pit_supervisor", tables=("RL01", "RL02"))
    hand = opening(both)
    assert hand.buttons["table_now"] == ["RL01", "RL02"]
    assert 'name="rounds"' not in hand.page, "first the table"
    assert hand.send(table_now="RL01", claim="Thiếu tiền.").status_code == 200
    assert 'value="RL01/short"' in hand.page
    assert hand.fields["claim"] == ["Thiếu tiền."]
    assert hand.send(SAID).status_code == 302
    everywhere = opening("shift_manager")
    assert everywhere.buttons["table_now"] == ["RL01", "RL02", "RL09"]
    nowhere = colleague("posted.elsewhere", "pit_supervisor", tables=("RL77",))
    hand = opening(nowhere, table="RL01")
    assert "You are not posted to a table now." in hand.page
    refused = hand.send({**SAID, "rounds": ["RL01/short"], "table": "RL01"})
    assert refused.status_code == 403
    assert "You are not posted to table RL01" in hand.page


def test_the_page_begins_with_the_property_at_which_the_person_acts(opening: Opened) -> None:
    Property.objects.create(code="AAA", name_vi="Khác", name_en="Other")
    hand = opening()
    assert hand.fields["property"] == [CODE]
    assert "?property=AAA" not in hand.page, "who is posted reads of no other"
    assert hand.send(SAID).status_code == 302
    assert "?property=AAA" in opening("shift_manager").page
    assert opening("shift_manager", property="AAA").fields["property"] == ["AAA"]


def test_an_unknown_finding_or_number_is_not_found(opening: Opened) -> None:
    for finding in ("1", "x", "9" * 30, "-1"):
        assert opening(finding=finding).answer.status_code == 404


def test_an_acting_supervisor_opens_one_while_posted(opening: Opened, played: Played) -> None:
    acting = User.objects.create(username="acting.now", is_staff=True)
    posting(acting, "acting_pit_supervisor", tables=("RL01",), owner=played.court.house.property)
    assert opening(acting).send(SAID).status_code == 302
    assert newest().opened.opened_by.post == "acting_pit_supervisor"  # type: ignore[union-attr]


@pytest.mark.parametrize(("day", "status"), [("0001-01-01", 302), ("0002-01-01", 422), ("9999-12-31", 422)])
def test_a_time_at_an_end_of_the_calendar_is_not_read_or_refused(opening: Opened, day: str, status: int) -> None:
    hand = opening(table="RL01", about_day=day, about_time="00:00")
    assert hand.answer.status_code == 200
    said = {**SAID, "rounds": [], "unknown": "on", "about_day": day, "about_time": "00:00"}
    assert hand.send(said).status_code == status
    if status == 302:
        opened = newest().opened
        assert opened is not None
        assert opened.happened_at is None
    else:
        assert "about_time" in hand.answer.context["form"].errors


@pytest.mark.parametrize("said", [{"reference": "P-1"}, {"described": "Ghế 4, chip vàng, áo xanh"}])
@pytest.mark.parametrize(("language", "nameless"), [("vi", "không cho biết tên"), ("en", "no name given")])
def test_a_guest_without_a_name_opens_a_case(
    opening: Opened, said: dict[str, str], language: str, nameless: str
) -> None:
    """By what the table calls them, or by how they are known; the letter is addressed to a guest without a name."""
    hand = opening(language=language)
    amount = SAID["amount_minor"].replace(".", {"vi": ".", "en": ","}[language])
    given = {**SAID, "amount_minor": amount, "name": "", "contact": "", "reference": "", **said}
    answer = hand.send(given)
    assert answer.status_code == 302
    [player] = newest().players
    assert player.reference == said.get("reference")
    assert player.identity is not None
    opened = sealing.open_many(CODE, [player.identity])[player.identity.ref]
    assert isinstance(opened, sealing.Opened)
    known = msgspec.json.decode(opened.content)
    assert (known["name"], known.get("described", "")) == ("", said.get("described", ""))
    page = html.unescape(client_of("pit_supervisor", language).get(answer["Location"]).content.decode())
    assert nameless in page
    assert said.get("described", "") in page
    made = compose(Property.objects.get(code=CODE), newest(), "acknowledgement", "en", None, now=clock(), by=BY)
    assert letter(made)["to"][0] == "Guest (no name given)"


@pytest.mark.parametrize(
    ("look", "part"),
    [
        ({"table_now": "RL01"}, "id_rounds_field"),
        ({"look": "time"}, "id_rounds_field"),
        ({"look": "players"}, "id_players"),
        ({"look": "witnesses"}, "id_witnesses"),
    ],
)
def test_each_look_leads_back_to_where_it_was_asked_for(opening: Opened, look: dict[str, str], part: str) -> None:
    hand = opening()
    answer = hand.client.post(hand.address, {"command_id": str(uuid4()), **look})
    assert answer.status_code == 302
    assert answer["Location"].endswith(f"#{part}")
    assert f'id="{part}"' in hand.client.get(answer["Location"].partition("#")[0]).content.decode()

"""The remedy at the round: what is written there in the same step as the case, and that the books balance after it,
whatever was decided; and that nothing at all is written where a part of it cannot be."""

from __future__ import annotations

import html
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from casino.commands.models import Receipt
from casino.core.errors import Problem
from casino.core.events import Fact
from casino.ledger.application import get_ledger
from casino.vault.models import Person, SealedContent
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.context import JudgedBet
from disputes.case.state import Stage
from disputes.execution import service
from disputes.rows import stored
from disputes.rows.actor import actor_of
from disputes.rows.models import Case as CaseRow
from games.engine.facts import RemedyMade
from games.rows.audit import audit_rounds
from games.rows.models import Finding, Round
from tests.disputes.court import NONE, OWED, SHORT, Court, citation
from tests.posting import posting
from tests.replay.story import CODE, STARTS

OVER = f.RoundRef(table="RL01", round="over")
"""Paid 4,000,000 where 3,500,000 was due."""
RIGHT = f.RoundRef(table="RL01", round="right")
PAIR = f.RoundRef(table="RL01", round="pair")
"""Two bets: b1 paid 200,000 too little, b2 not paid at all where 3,500,000 was due."""
ELSEWHERE = f.RoundRef(table="RL02", round="elsewhere")
"""At another table, paid 300,000 too little."""


@pytest.fixture
def court(court: Court) -> Court:
    """With rounds of every kind of fault."""
    story, at = court.house.story, STARTS + timedelta(hours=2)
    story.spin("over", at, paid_minor=4_000_000)
    pair = story.spin("pair", at + timedelta(minutes=2), paid_minor=3_300_000, close=False)
    second: dict[str, Any] = {"bet": "b2", "spot": "straight:17", "stake_minor": 100_000, "player": "P-2"}
    story.tell(pair, "roulette.bet_placed", at + timedelta(minutes=2, seconds=6), **second)
    story.tell(pair, "roulette.round_closed", at + timedelta(minutes=2, seconds=45))
    story.table("RL02", at)
    story.spin("elsewhere", at + timedelta(minutes=4), table="RL02", paid_minor=3_200_000)
    court.house.follow()
    return court


def line(ref: f.RoundRef, amount: int, bet: str = "b1") -> c.Line:
    return c.Line(to_player_minor=amount, table=ref.table, round=ref.round, bet=bet)


def asked(kind: Any, *lines: c.Line, deviation: str | None = None) -> c.AskedRemedy:
    return c.AskedRemedy(kind=kind, citations=(citation(), citation("8.4")), lines=lines, deviation=deviation)


def remedies(ref: f.RoundRef = SHORT) -> list[RemedyMade]:
    recorded = get_ledger(CODE).stream(ref.stream)
    return [event.data for event in recorded if isinstance(event.data, RemedyMade)]


def books(ref: f.RoundRef = SHORT) -> dict[str, int]:
    """Recorded, remedied, beyond the rules, due and the difference, as the read model has them."""
    row = Round.objects.get(stream=ref.stream)
    names = ("recorded_net_minor", "remedied_minor", "beyond_rules_minor", "due_net_minor", "difference_minor")
    found: dict[str, int] = {name.removesuffix("_minor"): getattr(row, name) for name in names}
    assert found["recorded_net"] + found["remedied"] - found["beyond_rules"] - found["due_net"] == found["difference"]
    return found


def decided(court: Court, remedy: c.AskedRemedy, *rounds: f.RoundRef) -> Court:
    """By the pit manager, at once in force."""
    court.collected()
    if rounds and rounds != court.case.rounds:
        court.do("shift_manager", c.ChangeRounds(rounds=rounds))
    court.do(
        "shift_manager", c.Decide(remedy=remedy, reasons="Theo diễn lại theo phim và sổ của bàn.", evidence=("E1",))
    )
    assert court.case.stage is Stage.ANSWER
    return court


# --- What is written --------------------------------------------------------------------------------------------------


def test_the_event_at_the_round_says_what_why_and_by_whom(court: Court) -> None:
    court.decided(asked("pay_difference", line(SHORT, OWED)))
    [made] = remedies()
    manager = court.case.decisions[0].fact.decided_by
    assert made == RemedyMade(
        bet="b1",
        to_player_minor=OWED,
        beyond_rules_minor=0,
        kind="pay_difference",
        case=court.number,
        made_by=manager,
        clauses=("5.1.a", "8.4"),
        authorised_by=None,
        line="M1",
    )
    event = get_ledger(CODE).stream(SHORT.stream)[-1]
    of_the_case = get_ledger(CODE).stream(stored.stream_of(court.number))[-1]
    assert event.type == "roulette.remedy_made.v1"
    assert event.actor == f"person:{manager.staff}"
    assert event.correlation == of_the_case.correlation
    assert event.recorded_at == of_the_case.recorded_at, "one step"


def test_a_second_person_who_confirmed_is_named(court: Court) -> None:
    court.decided(asked("refund", line(SHORT, 12_000_000), deviation="Trả lại toàn bộ."))
    assert remedies() == []
    assert books()["difference"] == -OWED
    court.do("shift_manager", c.Confirm())
    [made] = remedies()
    assert made.authorised_by is not None
    assert (made.made_by.post, made.authorised_by.post) == ("pit_manager", "shift_manager")
    assert (made.to_player_minor, made.beyond_rules_minor) == (12_000_000, 11_500_000)
    assert books()["difference"] == 0


def test_clauses_of_another_document_are_not_cited_at_the_round(court: Court) -> None:
    others = (citation(), f.Citation(document="sicbo.2020-06-13", clause="8.4"))
    court.decided(c.AskedRemedy(kind="pay_difference", citations=others, lines=(line(SHORT, OWED),)))
    assert remedies()[0].clauses == ("5.1.a",)


def test_where_nothing_is_granted_nothing_is_written_at_the_round(court: Court) -> None:
    court.decided(NONE)
    assert remedies() == []
    assert books()["difference"] == -OWED


# --- The books --------------------------------------------------------------------------------------------------------

CASES: dict[str, tuple[c.AskedRemedy, f.RoundRef, int, int]] = {
    "pay the difference": (asked("pay_difference", line(SHORT, OWED)), SHORT, OWED, 0),
    "take back": (asked("take_back", line(OVER, -500_000)), OVER, -500_000, 0),
    "take back a part": (asked("take_back", line(OVER, -100_000), deviation="Cho giữ lại."), OVER, -100_000, 400_000),
    "refund where nothing is owed": (
        asked("refund", line(RIGHT, 100_000), deviation="Trả lại cược."),
        RIGHT,
        100_000,
        100_000,
    ),
    "void": (asked("void", line(RIGHT, -3_500_000), deviation="Ván không tính."), RIGHT, -3_500_000, -3_500_000),
    "less than owed": (asked("pay_difference", line(SHORT, 1), deviation="Thỏa thuận."), SHORT, 1, 1 - OWED),
}


@pytest.mark.parametrize("name", CASES)
def test_after_a_remedy_the_books_balance(name: str, court: Court) -> None:
    what, ref, moved, beyond = CASES[name]
    before = books(ref)
    decided(court, what, ref)
    now = books(ref)
    assert (now["remedied"], now["beyond_rules"], now["difference"]) == (moved, beyond, 0)
    assert (now["recorded_net"], now["due_net"]) == (before["recorded_net"], before["due_net"])
    assert CaseRow.objects.get(number=court.number).paid_minor == moved
    audit_rounds(CODE)
    standing = Finding.objects.filter(round__stream=ref.stream, severity="money", status__in=("open", "in_case"))
    found = list(standing.values_list("code", "amount_minor"))
    assert found == ([("remedied_beyond_rules", beyond)] if beyond else []), "what is beyond the rules is found, ever"


def test_what_is_owed_by_the_payers_own_word_alone_is_found_as_beyond(
    court: Court, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How much that is, ``tests/disputes/test_sums.py`` shows; here it goes along to the round."""
    monkeypatch.setattr(JudgedBet, "own_word_minor", lambda _bet, _amount: 200_000)
    decided(court, asked("pay_difference", line(SHORT, OWED)), SHORT)
    [made] = remedies()
    assert (made.beyond_rules_minor, made.own_word_minor) == (0, 200_000)
    audit_rounds(CODE)
    found = Finding.objects.get(round__stream=SHORT.stream, status="open")
    assert (found.code, found.amount_minor) == ("remedied_beyond_rules", 200_000)
    assert books()["difference"] == 0


def test_it_stands_on_the_page_of_the_round(court: Court) -> None:
    decided(court, asked("take_back", line(OVER, -100_000), deviation="Cho giữ lại."), OVER)
    client = Client()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    client.force_login(court.user("pit_manager"), backend="casino.backends.PostingBackend")
    row = Round.objects.get(stream=OVER.stream)
    text = client.get(reverse("admin:games_round_change", args=[row.pk])).content.decode()
    page = html.unescape(text).replace("\N{NO-BREAK SPACE}", " ")
    for part in (f"remedied by case {court.number}", "−100,000 VND", "beyond the rules", "+400,000 VND"):
        assert part in page, part


def test_a_complaint_varied_puts_its_remedy_on_top_of_the_first(court: Court) -> None:
    court.told(asked("pay_difference", line(SHORT, OWED)))
    court.do("pit_manager", c.RecordAnswer(agreed=False))
    court.do("pit_manager", c.IssuePaper(kind="right_to_complain", language="vi"))
    court.do("pit_manager", c.InformOfRight(told_at=court.now, language="vi"))
    court.do("pit_manager", c.FileComplaint(said="Chưa đủ."))
    again = c.DecideComplaint(
        result="varied",
        remedy=asked("pay_difference", line(SHORT, OWED)),
        reasons="Camera cho thấy nhà cái trả đủ.",
        evidence=("E1",),
    )
    with pytest.raises(Problem) as refused:
        court.do("senior_management", again)
    assert refused.value.code == "case_remedy_differs", "what was paid is not owed again"
    more = asked("other", line(SHORT, 200_000), deviation="Bù thời gian chờ.")
    court.do(
        "senior_management",
        c.DecideComplaint(result="varied", remedy=more, reasons="Camera cho thấy nhà cái trả đủ.", evidence=("E1",)),
    )
    first, second = remedies()
    assert (first.to_player_minor, first.beyond_rules_minor) == (OWED, 0)
    assert (second.to_player_minor, second.beyond_rules_minor) == (200_000, 200_000)
    assert second.made_by.post == "senior_management"
    now = books()
    assert (now["remedied"], now["beyond_rules"], now["difference"]) == (OWED + 200_000, 200_000, 0)


def test_a_complaint_may_take_back_what_was_granted(court: Court) -> None:
    court.told(asked("refund", line(SHORT, 700_000), deviation="Thiện chí."))
    court.do("pit_manager", c.RecordAnswer(agreed=False))
    court.do("pit_manager", c.IssuePaper(kind="right_to_complain", language="vi"))
    court.do("pit_manager", c.InformOfRight(told_at=court.now, language="vi"))
    court.do("pit_manager", c.FileComplaint(said="Chưa đủ."))
    back = asked("take_back", line(SHORT, -200_000), deviation="Chỉ phần phải trả.")
    court.do(
        "senior_management",
        c.DecideComplaint(result="varied", remedy=back, reasons="Camera cho thấy nhà cái trả đủ.", evidence=("E1",)),
    )
    now = books()
    assert (now["remedied"], now["beyond_rules"], now["difference"]) == (OWED, 0, 0)


def test_two_bets_of_a_round(court: Court) -> None:
    """Of two players of the case; before the second is one of it, the bet is a stranger's and nothing is paid on it."""
    both = asked("pay_difference", line(PAIR, 200_000), line(PAIR, 3_500_000, "b2"))
    with pytest.raises(Problem) as problem:
        decided(court, both, PAIR)
    assert problem.value.code == "case_bet_of_other"
    assert remedies(PAIR) == []
    court.do("shift_manager", c.AddPlayer(player=c.Outsider(name="Trần Thị Khác", reference="P-2")))
    court.do("shift_manager", c.Decide(remedy=both, reasons="Theo diễn lại theo phim và sổ của bàn.", evidence=("E1",)))
    made = court.case.decisions[-1].fact.remedy.lines
    assert [each.party for each in made] == ["P1", court.case.players[-1].party]
    assert [(made.bet, made.to_player_minor) for made in remedies(PAIR)] == [("b1", 200_000), ("b2", 3_500_000)]
    now = books(PAIR)
    assert (now["remedied"], now["difference"]) == (3_700_000, 0)
    assert [event.version for event in get_ledger(CODE).stream(PAIR.stream)][-2:] == [9, 10]


def test_one_bet_of_two_leaves_the_other(court: Court) -> None:
    decided(court, asked("pay_difference", line(PAIR, 200_000)), PAIR)
    assert books(PAIR)["difference"] == -3_500_000


def test_two_rounds_one_paid_and_one_taken_back(court: Court) -> None:
    decided(court, asked("other", line(SHORT, OWED), line(OVER, -500_000)), SHORT, OVER)
    assert (books(SHORT)["difference"], books(OVER)["difference"]) == (0, 0)
    assert CaseRow.objects.get(number=court.number).paid_minor == 0
    assert {made.case for ref in (SHORT, OVER) for made in remedies(ref)} == {court.number}


def test_a_case_over_two_tables(court: Court) -> None:
    posting(court.user("pit_manager"), "pit_manager", tables=("RL02",), owner=court.house.property)
    decided(court, asked("pay_difference", line(SHORT, OWED), line(ELSEWHERE, 300_000)), SHORT, ELSEWHERE)
    assert court.case.table == "RL01"
    for ref in (SHORT, ELSEWHERE):
        assert books(ref)["difference"] == 0
        assert [made.case for made in remedies(ref)] == [court.number]


def test_agreed_at_the_table_it_is_the_supervisors(court: Court) -> None:
    court.open(rounds=(SHORT,))
    court.do("pit_supervisor", c.ProposeRemedy(remedy=asked("pay_difference", line(SHORT, OWED))))
    assert remedies() == []
    court.do("pit_supervisor", c.AnswerAtTable(agreed=True))
    [made] = remedies()
    assert (made.made_by.post, made.authorised_by) == ("pit_supervisor", None)
    assert books()["difference"] == 0


# --- Facts that arrive meanwhile --------------------------------------------------------------------------------------


def late(court: Court, amount: int = 300_000) -> None:
    """The missing part of the payment is recorded after all."""
    court.house.story.tell(SHORT.stream, "roulette.payout_made", STARTS, bet="b1", amount_minor=amount)


def test_a_late_fact_between_decision_and_confirmation_refuses_it(court: Court) -> None:
    court.decided(asked("refund", line(SHORT, 12_000_000), deviation="Trả lại toàn bộ."))
    late(court)
    before = written()
    with pytest.raises(Problem) as refused:
        court.do("shift_manager", c.Confirm())
    assert (refused.value.code, refused.value.status) == ("case_round_changed", 409)
    assert written() == before
    assert court.case.stage is Stage.CONFIRMATION
    court.do("shift_manager", c.RefuseConfirmation(reason="Ván đã đổi."))
    anew = asked("pay_difference", line(SHORT, 200_000))
    court.do("pit_manager", c.Decide(remedy=anew, reasons="Phần còn lại theo phim và sổ của bàn.", evidence=("E1",)))
    assert books()["difference"] == 0


def test_a_late_fact_that_owes_the_same_does_not_stand_in_the_way(court: Court) -> None:
    court.decided(asked("refund", line(SHORT, 12_000_000), deviation="Trả lại toàn bộ."))
    court.house.story.tell(SHORT.stream, "roulette.result_displayed", STARTS + timedelta(minutes=8), pocket=17)
    court.do("shift_manager", c.Confirm())
    assert books()["difference"] == 0


def test_a_late_fact_between_offer_and_answer_refuses_it(court: Court) -> None:
    court.open()
    court.do("pit_supervisor", c.ProposeRemedy(remedy=asked("pay_difference", line(SHORT, OWED))))
    late(court)
    with pytest.raises(Problem) as refused:
        court.do("pit_supervisor", c.AnswerAtTable(agreed=True))
    assert refused.value.code == "case_round_changed"
    assert court.case.stage is Stage.AT_TABLE


# --- All or nothing ---------------------------------------------------------------------------------------------------


def written() -> dict[str, Any]:
    """Everything that a command can write."""
    ledger = get_ledger(CODE)
    return {
        "head": ledger.head(),
        "sealed": SealedContent.objects.count(),
        "persons": Person.objects.count(),
        "receipts": Receipt.objects.count(),
        "findings": list(Finding.objects.order_by("id").values_list("code", "status", "case")),
        "cases": list(CaseRow.objects.order_by("id").values()),
        "rounds": list(Round.objects.order_by("id").values()),
    }


def deciding(court: Court) -> tuple[c.Decide, dict[str, Any]]:
    """A decision with a remedy, ready to be given."""
    finding = Finding.objects.get(round__code="short", severity="money")
    court.collected()
    ref = f.FindingRef(stream=finding.stream, identity=finding.identity)
    court.do("pit_manager", c.TakeFinding(finding=ref))
    command = c.Decide(
        remedy=asked("pay_difference", line(SHORT, OWED)),
        reasons="Trả thiếu so với 5.1 theo phim và sổ của bàn.",
        evidence=("E1",),
    )
    given = {
        "actor": actor_of(court.user("pit_manager"), CODE, court.now),
        "seen_version": court.case.version,
        "command_id": uuid4(),
        "now": court.now,
    }
    return command, given


def test_a_fact_recorded_while_the_command_is_worked_out_undoes_all_of_it(
    court: Court, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The amounts were worked out from the round as it was: the round's event no longer fits, and with it goes the
    case's event, which did."""
    command, given = deciding(court)
    before = written()
    decide: Callable[..., list[Fact]] = service.decide  # type: ignore[attr-defined]

    def meanwhile(*args: Any) -> list[Fact]:
        facts = decide(*args)
        late(court)
        return facts

    monkeypatch.setattr(service, "decide", meanwhile)
    with pytest.raises(Problem) as refused:
        service.execute(CODE, court.number, command, **given)
    assert refused.value.code == "case_round_changed"
    assert written() == before
    assert court.case.stage is Stage.PIT_MANAGER
    monkeypatch.undo()
    done = service.execute(CODE, court.number, command, **given)
    assert done.status == "recorded", "the same command may be given again"
    assert books()["difference"] == 0
    assert Finding.objects.get(round__code="short", severity="money").status == "corrected"


@pytest.mark.parametrize("part", ["keep_receipt", "_elsewhere"])
def test_a_failure_at_any_part_leaves_nothing(part: str, court: Court, monkeypatch: pytest.MonkeyPatch) -> None:
    command, given = deciding(court)
    before = written()

    def fail(*_args: Any) -> Any:
        raise OSError("the disk is full")

    monkeypatch.setattr(service._OnCase, part, fail)
    with pytest.raises(OSError, match="the disk is full"):
        service.execute(CODE, court.number, command, **given)
    assert written() == before
    monkeypatch.undo()
    assert service.execute(CODE, court.number, command, **given).status == "recorded"


def test_a_failed_opening_gives_no_number_away(court: Court, monkeypatch: pytest.MonkeyPatch) -> None:
    court.open()
    before = written()
    with monkeypatch.context() as patch:
        patch.setattr(service._OnCase, "keep_receipt", lambda *_args: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            Court.open(court)
    assert written() == before
    first = court.number
    court.open()
    assert int(court.number.partition("-")[2]) == int(first.partition("-")[2]) + 1

"""A remedy stated on a page: what is filled in, what needs a reason, and what a decision must rest on."""

from __future__ import annotations

import html
from fractions import Fraction
from typing import Any

import pytest

from disputes.admin import remedy_forms
from disputes.case.facts import Remedy
from games.rows.models import Round
from tests.disputes import gate
from tests.disputes.admin.doing.conftest import At
from tests.disputes.admin.doing.played import ABOVE, Hand, Played
from tests.disputes.court import OWED
from tests.words.arithmetic import amounts_summed

BET = "RL01/short/b1"
BOOK = "roulette.2020-06-13"
DECIDED: dict[str, Any] = {"evidence": ["E1"], "reasons": "Trả thiếu so với 5.1 theo phim và sổ của bàn."}


def offered(played: Played, name: str) -> Remedy:
    found = played.case(name).proposal
    assert found is not None
    return found.remedy


def test_what_the_replay_owes_is_filled_in_with_its_clauses(played: Played, at: At) -> None:
    hand = at("at_table", "propose_remedy", "pit_supervisor", language="vi")
    assert hand.fields["kind"] == ["pay_difference"]
    assert hand.fields[f"on:{BET}"] == ["on"]
    assert hand.fields[f"pay:{BET}"] == ["500.000"]
    assert hand.fields[f"take:{BET}"] == [""]
    assert hand.fields["clauses"] == [f"{BOOK}#6.1.1.1", f"{BOOK}#5.1.a"]
    assert "100.000 × 35 = 3.500.000" in hand.page
    assert amounts_summed(hand.page, "vi", Fraction(100_000)) == 2
    said = html.unescape(hand.page).replace("\N{NO-BREAK SPACE}", " ")
    assert "<summary>Casino còn phải trả Quý khách 500.000 VND.</summary>" in said
    assert "Cược này thắng, 1 ăn 35 (điều 5.1.a của thể lệ): theo thể lệ, Quý khách được thưởng 3.500.000 VND." in said
    assert "nhận thiếu" not in said
    assert hand.send().status_code == 302
    remedy = offered(played, "at_table")
    [line] = remedy.lines
    assert (line.to_player_minor, line.beyond_rules_minor, line.bet) == (OWED, 0, "b1")
    assert [citation.clause for citation in remedy.citations] == ["6.1.1.1", "5.1.a"]
    assert remedy.deviation is None


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({f"pay:{BET}": "600,000"}, f"pay:{BET}", "The replay says 500,000 VND for bet b1, not 600,000 VND"),
        ({f"pay:{BET}": ""}, f"pay:{BET}", "An amount is missing"),
        ({f"take:{BET}": "1"}, f"take:{BET}", "Either to the player or from the player"),
        ({f"pay:{BET}": "much"}, f"pay:{BET}", "Write an amount with digits"),
        ({f"pay:{BET}": "", f"take:{BET}": "500,000"}, f"take:{BET}", "The sign of the amount does not fit"),
        ({"kind": "take_back"}, f"pay:{BET}", "The sign of the amount does not fit"),
        ({f"on:{BET}": None}, "kind", "This remedy needs at least one amount"),
        ({"kind": ""}, "kind", "required"),
        ({"clauses": []}, "clauses", "Cite at least one clause"),
        ({"clauses": [f"{BOOK}#9.9"]}, "clauses", "valid choice"),
        ({"other_document": f"{BOOK}@2020-06-13"}, "other_clause", "go together"),
        ({"other_clause": "5.1.a"}, "other_document", "go together"),
        ({"other_document": f"{BOOK}@2020-06-13", "other_clause": "5..1"}, "other_clause", "7.4.1"),
    ],
)
def test_what_is_wrong_stands_at_its_field(
    changes: dict[str, Any], field: str, sentence: str, played: Played, at: At
) -> None:
    hand = at("at_table", "propose_remedy", "pit_supervisor")
    before = played.facts("at_table")
    assert hand.send(changes).status_code == 422
    assert sentence in html.unescape(hand.wrong(field)), html.unescape(hand.page)
    assert played.facts("at_table") == before


def test_another_amount_needs_a_reason(played: Played, at: At) -> None:
    hand = at("at_table", "propose_remedy", "pit_supervisor")
    assert hand.send({f"pay:{BET}": "600,000"}).status_code == 422
    assert hand.fields[f"pay:{BET}"] == ["600,000"]
    assert hand.send({"deviation": "Bù thêm vì chờ lâu."}).status_code == 302
    [line] = offered(played, "at_table").lines
    assert (line.to_player_minor, line.beyond_rules_minor) == (600_000, 100_000)


def test_above_the_limit_of_the_table_the_case_is_passed_on(played: Played, at: At) -> None:
    hand = at("at_table", "propose_remedy", "pit_supervisor")
    answer = hand.send({f"pay:{BET}": "6.000.000", "deviation": "Khách quen."})
    assert answer.status_code == 403
    assert "pass the case on" in hand.page
    assert hand.fields["deviation"] == ["Khách quen."], "the form stays"
    assert played.refusals("at_table") == [("propose_remedy", "case_above_table")]


def test_where_the_result_stands_no_line_counts(played: Played, at: At) -> None:
    hand = at("at_table", "propose_remedy", "pit_supervisor")
    assert hand.send(kind="none").status_code == 302
    remedy = offered(played, "at_table")
    assert (remedy.kind, remedy.lines) == ("none", ())


def test_a_clause_of_the_library_is_cited_besides(played: Played, at: At) -> None:
    hand = at("at_table", "propose_remedy", "pit_supervisor")
    sicbo = next(part for part in hand.page.split('<option value="') if part.startswith(f"{BOOK}@")).split('"')[0]
    assert hand.send(other_document=sicbo, other_clause="8.4").status_code == 302
    cited = [(each.document, each.clause) for each in offered(played, "at_table").citations]
    assert cited[-1] == (BOOK, "8.4")


def test_without_a_round_there_is_one_line_always_a_reason_and_a_second_person(played: Played, at: At) -> None:
    hand = at("no_round", "propose_remedy", "pit_supervisor")
    assert "on:-" not in hand.fields
    said = {"kind": "other", "on:-": "on", "pay:-": "200.000", "clauses": [f"{BOOK}#8.1"]}
    assert hand.send(said).status_code == 422
    assert hand.wrong("deviation")
    answer = hand.send({**said, "deviation": "Không tìm được ván."})
    assert answer.status_code == 403
    assert "belongs to no round and bet" in answer.content.decode()


def test_of_many_bets_those_that_differ_come_first(played: Played, at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    at("at_table", "change_rounds", "pit_supervisor").send(rounds=["RL01/right", "RL01/short"], bets=[])
    both = at("at_table", "propose_remedy", "pit_supervisor")
    assert both.fields["on:RL01/short/b1"] == ["on"]
    assert "on:RL01/right/b1" not in both.fields, "what is right is offered, but not ticked"
    assert "pay:RL01/right/b1" in both.fields
    monkeypatch.setattr(remedy_forms, "MOST_LINES", 1)
    one = at("at_table", "propose_remedy", "pit_supervisor")
    assert [name for name in one.fields if name.startswith("pay:")] == [f"pay:{BET}"]
    assert "1 further bet is not shown here." in one.page
    assert one.send().status_code == 302


def test_a_bet_that_nothing_is_decided_for_has_no_amount(played: Played, at: At) -> None:
    at("at_table", "change_rounds", "pit_supervisor").send(rounds=["RL01/unclear"], bets=[])
    hand = at("at_table", "propose_remedy", "pit_supervisor")
    assert not hand.fields, "what section 7 leaves to a post is said before the form"
    assert "Ruling at round unclear" in hand.page


def test_a_decision_rests_on_evidence(played: Played, at: At) -> None:
    hand = at("ready", "decide", "pit_manager")
    assert gate.REPLAY in hand.page
    assert "Tôi đặt vào số 17." in hand.page
    assert hand.send(reasons="Trả thiếu theo phim và sổ của bàn.").status_code == 422
    assert "rests on at least one piece of evidence" in hand.wrong("evidence")
    assert hand.send({**DECIDED, "evidence": ["E9"]}).status_code == 422
    assert hand.send({**DECIDED, "reasons": " "}).status_code == 422
    assert "required" in hand.wrong("reasons")


def test_a_decision_in_force_puts_the_round_right(played: Played, at: At) -> None:
    hand = at("ready", "decide", "pit_manager")
    hand.send(DECIDED)
    coming = hand.page.split('id="coming"')[1].split("</section>")[0]
    for word in ("Decision", "Remedy takes effect", "+500,000", "Straight 17", "Next step due by"):
        assert word in coming
    assert hand.confirm().status_code == 302
    assert Round.objects.get(code="short").difference_minor == 0


def test_above_the_set_amount_the_page_says_that_a_second_person_confirms(played: Played, at: At) -> None:
    hand = at("ready", "decide", "pit_manager")
    hand.send({**DECIDED, f"pay:{BET}": f"{ABOVE}", "deviation": "Bù thêm.", "kind": "other"})
    coming = hand.page.split('id="coming"')[1].split("</section>")[0]
    assert "A second person is to confirm it." in coming
    assert "Remedy takes effect" not in coming
    assert "+11,500,000" in coming
    assert hand.confirm().status_code == 302
    assert played.case("ready").stage == "confirmation"


def test_a_rejected_complaint_grants_nothing(played: Played, at: At) -> None:
    hand = at("complained", "decide_complaint", "senior_management")
    assert hand.fields["kind"] == ["pay_difference"], "the decision before left it open"
    assert hand.send({**DECIDED, "result": "rejected"}).status_code == 422
    assert "With no remedy there are no amounts" in hand.wrong("kind")
    assert hand.send(kind="none").status_code == 200
    assert hand.confirm().status_code == 302
    assert played.case("complained").stage == "complaint_answer"


def test_a_round_that_changed_before_the_confirmation_is_told(played: Played, at: At) -> None:
    hand: Hand = at("confirming", "confirm", "shift_manager")
    played.court.house.story.tell("round/RL01/short", "roulette.payout_made", None, bet="b1", amount_minor=500_000)
    answer = hand.confirm()
    assert answer.status_code == 409
    assert "Something was recorded in round short just now" in hand.page
    assert played.case("confirming").stage == "confirmation"


def test_a_complaint_never_begins_with_taking_from_whoever_complains(
    played: Played, at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a bet that was paid too much the table's offer begins with that; senior management's answer to a complaint
    does not."""
    monkeypatch.setattr(remedy_forms.RemedyForm, "_owed", lambda _form, _bet: -OWED)
    offer = at("at_table", "propose_remedy", "pit_supervisor")
    assert (offer.fields["kind"], offer.fields[f"take:{BET}"]) == (["take_back"], ["500,000"])
    answer = at("complained", "decide_complaint", "senior_management")
    assert answer.fields["kind"] == ["none"]
    assert answer.fields[f"take:{BET}"] == [""]
    assert f"on:{BET}" not in answer.fields

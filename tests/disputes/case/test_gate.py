"""The gate of 8.4: what fills a basis belongs to it, "none" has a cause, and footage is for Surveillance to answer."""

from __future__ import annotations

from datetime import timedelta
from itertools import product
from typing import Any, get_args

import msgspec
import pytest

from casino.core.errors import Problem
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.bases import FILLED_BY, SATISFIES, filled, looked_into, open_items, rule_books
from disputes.case.clocks import clocks
from disputes.case.context import Terms
from disputes.case.facts import Item
from disputes.case.procedure import ITEMS
from disputes.case.state import Stage, fold
from disputes.case.words import CAUSES
from disputes.library.facts import KINDS
from tests.disputes import gate
from tests.disputes.case import stages
from tests.disputes.case.stages import MANAGER, NUMBER, SENIOR, SUPERVISOR, WATCH, case_of, refused
from tests.disputes.case.world import BOOK, NONE, World, actor, judged_round, opening, remedy

OF_KIND = {"rules": BOOK, "published": "NOTICE-1", "procedures": "SOP-1", "controls": "ICS-1", "law": "LAW-1"}
"""Kind of the library -> a document of it."""
SAYS = "Bản chụp bảng công bố đặt tại bàn."
EVERY_ITEM: tuple[Item, ...] = get_args(Item)


@pytest.fixture
def world() -> World:
    world = World()
    stages.with_pit_manager(world)
    return world


def open_ones(world: World) -> list[str]:
    return [each.item for each in open_items(case_of(world), world.context(MANAGER))]


# --- What fills a basis ----------------------------------------------------------------------------------------------


def test_the_tables_name_every_basis_and_every_kind() -> None:
    assert set(FILLED_BY) == set(ITEMS) == set(EVERY_ITEM)
    assert set(SATISFIES) == set(KINDS) == set(OF_KIND)
    assert set(CAUSES) == set(get_args(f.Cause))


@pytest.mark.parametrize(("item", "kind"), list(product(EVERY_ITEM, OF_KIND)))
def test_8_4_a_document_of_the_library_is_its_own_basis_and_no_other(item: Item, kind: str, world: World) -> None:
    """The data protection law is no approved rule of the game."""
    command = c.AddEvidence(item=item, document=OF_KIND[kind])
    who = WATCH if item == "footage" else MANAGER
    if item == kind:
        world.do(NUMBER, who, command)
        assert filled(case_of(world), item, world.context(MANAGER))
    else:
        assert refused(world, who, command) == ("case_document_misfit", "document")


def test_8_4_1_the_rules_of_another_game_are_none_of_this_one(world: World) -> None:
    assert refused(world, MANAGER, c.AddEvidence(item="rules", document="RULES-BAC"))[0] == "case_document_misfit"
    without = World()
    without.do(NUMBER, SUPERVISOR, opening(rounds=(), table=None))
    without.do(NUMBER, SUPERVISOR, c.PassOn(why="cannot_be_resolved"))
    without.do(NUMBER, MANAGER, c.AddEvidence(item="rules", document="RULES-BAC"))


WAYS: dict[str, dict[str, Any]] = {
    "text": {"text": gate.REPLAY},
    "link": {"link": "https://example.com/a", "note": SAYS},
    "attachment": {"file": c.Upload(name="a.pdf", data=b"%PDF"), "note": SAYS},
}


@pytest.mark.parametrize(("item", "kind"), list(product(EVERY_ITEM, WAYS)))
def test_8_4_somebodys_own_words_are_no_document(item: Item, kind: str, world: World) -> None:
    command = c.AddEvidence(item=item, **WAYS[kind])
    who = WATCH if item == "footage" else MANAGER
    if kind in FILLED_BY[item]:
        world.do(NUMBER, who, command)
    else:
        assert refused(world, who, command) == ("case_evidence_misfit", "item")


@pytest.mark.parametrize(
    ("item", "kind"), list(product(("published", "procedures", "controls", "law"), ("link", "attachment")))
)
def test_8_4_a_copy_says_what_it_is(item: Item, kind: str, world: World) -> None:
    for note in (None, "…", "none"):
        bare = {**WAYS[kind], "note": note}
        assert refused(world, MANAGER, c.AddEvidence(item=item, **bare)) == ("case_no_sentence", "note")


@pytest.mark.parametrize("text", [".", "…", "none", "Không có."])
def test_8_4_7_an_empty_text_is_no_evidence(text: str, world: World) -> None:
    assert refused(world, MANAGER, c.AddEvidence(item="other", text=text)) == ("case_no_sentence", "text")


@pytest.mark.parametrize("post", ["acting_pit_supervisor", "pit_manager", "shift_manager", "director_of_table_games"])
def test_8_4_6_footage_is_for_surveillance_to_give(post: str, world: World) -> None:
    mine = c.AddEvidence(item="footage", link="https://phone.example/film")
    assert refused(world, actor(post), mine) == ("case_evidence_giver", "item")
    world.do(NUMBER, WATCH, mine)
    assert "footage" not in open_ones(world)
    world.do(NUMBER, MANAGER, c.WithdrawEvidence(evidence="E1", reason="Phim của bàn khác."))
    assert "footage" in open_ones(world)


def test_8_4_5_a_statement_is_a_partys_and_has_words(world: World) -> None:
    assert refused(world, MANAGER, c.TakeStatement(party="P1", said="…")) == ("case_no_sentence", "said")
    assert refused(world, MANAGER, c.AddEvidence(item="statements", text=gate.REPLAY))[0] == "case_evidence_misfit"
    assert "statements" in open_ones(world)


def test_evidence_recorded_before_loads_and_opens_the_gate_only_where_it_suits(world: World) -> None:
    """Events only assign: the law under the rules of the game is still in the case, and still no rule."""
    judged = world.rounds["round/RL01/r1"]
    world.rounds["round/RL01/r1"] = msgspec.structs.replace(judged, document="")
    old = f.EvidenceAdded(evidence="E1", item="rules", kind="document", added_by=MANAGER.person, document="LAW-1")  # type: ignore[arg-type]
    world._record(f"case/{NUMBER}", old, MANAGER)
    assert [fact.evidence for fact in case_of(world).standing_evidence("rules")] == ["E1"]
    assert "rules" in open_ones(world)
    del world.library["LAW-1"]
    assert "rules" in open_ones(world), "a document that is not there any more fills nothing"


# --- 8.4.1 stands by itself ------------------------------------------------------------------------------------------


def test_8_4_1_the_rule_book_of_every_round_stands_by_itself(world: World) -> None:
    case = case_of(world)
    assert rule_books(case, world.context(MANAGER)) == (BOOK,)
    assert "rules" not in open_ones(world)
    ref = f.RoundRef(table="RL01", round="r9")
    world.rounds[ref.stream] = judged_round(ref, document="roulette.2027-01-01")
    world.do(NUMBER, MANAGER, c.ChangeRounds(rounds=(*case.rounds, ref)))
    assert rule_books(case, world.context(MANAGER)) == (BOOK, "roulette.2027-01-01")
    world.rounds[ref.stream] = judged_round(ref, document="")
    assert "rules" in open_ones(world), "one round without rules holds it open"


def test_8_4_1_without_a_round_it_is_that_of_the_game_at_the_moment_of_the_matter() -> None:
    world = World()
    happened = world.now - timedelta(days=400)
    world.do(NUMBER, SUPERVISOR, opening(rounds=(), happened_at=happened))
    asked: list[Any] = []
    ctx = msgspec.structs.replace(
        world.context(MANAGER),
        book_of=lambda game, at: asked.append((game, at)) or "then",  # type: ignore[func-returns-value]
    )
    assert rule_books(case_of(world), ctx) == ("then",)
    assert asked == [("roulette", happened)]
    nowhere = World()
    nowhere.do(NUMBER, SUPERVISOR, opening(rounds=(), table=None))
    assert rule_books(case_of(nowhere), nowhere.context(MANAGER)) == ()
    assert not filled(case_of(nowhere), "rules", nowhere.context(MANAGER))


@pytest.mark.parametrize("cause", CAUSES)
@pytest.mark.parametrize("who", [MANAGER, actor("director_of_table_games"), stages.SHIFT], ids=lambda who: who.role)
def test_8_4_1_the_rules_are_never_none(who: Any, cause: f.Cause, world: World) -> None:
    marked = msgspec.structs.replace(gate.none("law", world.now), item="rules", cause=cause)
    assert refused(world, who, marked) == ("case_rules_stand", "item")


# --- None has a cause ------------------------------------------------------------------------------------------------


def test_8_4_none_is_a_cause_and_a_sentence(world: World) -> None:
    right = gate.none("law", world.now)
    for text in ("none", "-", "Không có.", CAUSES[right.cause].vi, CAUSES[right.cause].en):
        said = msgspec.structs.replace(right, reason=text)
        assert refused(world, MANAGER, said) == ("case_no_sentence", "reason")
    [fact] = world.do(NUMBER, MANAGER, right)
    assert isinstance(fact, f.NothingFound)
    assert (fact.cause, fact.asked_of, fact.asked_at) == (right.cause, None, None)


def test_8_4_none_for_all_eight_with_the_reason_none_opens_nothing(world: World) -> None:
    """The way in which the gate once stood open."""
    world.do(NUMBER, MANAGER, c.NotifySurveillance())
    world.do(NUMBER, MANAGER, c.SayNoTime(reason=gate.NOT_YET))
    for item, cause in product(EVERY_ITEM, CAUSES):
        hollow = c.MarkNone(item=item, cause=cause, reason="none")
        with pytest.raises(Problem):
            world.do(NUMBER, MANAGER, hollow)
    assert (
        refused(world, MANAGER, c.Decide(remedy=NONE, reasons="Khách đúng theo phim và sổ của bàn."))[0]
        == "case_items_open"
    )


def test_8_4_what_was_not_obtained_was_asked_of_somebody_before_now(world: World) -> None:
    right = gate.none("statements", world.now)
    ahead = world.now + timedelta(hours=1)
    for changed, code, field in (
        ({"asked_of": None}, "case_none_asked", "asked_of"),
        ({"asked_at": None}, "case_none_asked", "asked_at"),
        ({"asked_of": "…"}, "case_no_sentence", "asked_of"),
        ({"asked_at": ahead}, "case_time_ahead", "asked_at"),
    ):
        assert refused(world, MANAGER, msgspec.structs.replace(right, **changed)) == (code, field)
    other = msgspec.structs.replace(gate.none("law", world.now), asked_of=right.asked_of)
    assert refused(world, MANAGER, other) == ("case_none_asked", "asked_of")
    [fact] = world.do(NUMBER, MANAGER, right)
    assert isinstance(fact, f.NothingFound)
    assert fact.asked_at == right.asked_at
    assert fact.asked_of is not None
    assert world.sealed[fact.asked_of.ref] == right.asked_of
    assert fact.asked_of in case_of(world).texts, "an erasure reaches it"


@pytest.mark.parametrize("cause", ["not_existing", "not_applicable"])
def test_8_4_5_who_is_part_of_a_case_can_be_asked(cause: f.Cause, world: World) -> None:
    said = msgspec.structs.replace(gate.none("law", world.now), item="statements", cause=cause)
    assert refused(world, MANAGER, said) == ("case_none_cause", "cause")


def test_none_recorded_before_causes_is_read_and_does_not_open_the_gate(world: World) -> None:
    sealed = {"digest": "0" * 64, "persons": ["PS-1"], "ref": "00000000-0000-4000-8000-0000000000aa"}
    old = {"item": "law", "marked_by": {"post": "pit_manager", "staff": "S-1"}, "reason": sealed}
    fact = msgspec.json.decode(msgspec.json.encode(old), type=f.NothingFound)
    world._record(f"case/{NUMBER}", fact, MANAGER)
    case = case_of(world)
    assert case.nothing["law"].fact.cause is None
    assert not looked_into(case, "law", world.context(MANAGER))
    world.do(NUMBER, MANAGER, gate.none("law", world.now))
    assert looked_into(case, "law", world.context(MANAGER))


@pytest.mark.parametrize("item", ["rules", "footage"])
def test_none_recorded_before_for_what_is_never_none_counts_no_more(item: Item, world: World) -> None:
    judged = world.rounds["round/RL01/r1"]
    world.rounds["round/RL01/r1"] = msgspec.structs.replace(judged, document="")
    [marked] = world.do(NUMBER, MANAGER, gate.none("law", world.now))
    world._record(f"case/{NUMBER}", msgspec.structs.replace(marked, item=item), MANAGER)
    assert item in open_ones(world)


# --- Footage ---------------------------------------------------------------------------------------------------------


def test_8_4_6_nobody_marks_footage_as_none(world: World) -> None:
    marked = msgspec.structs.replace(gate.none("law", world.now), item="footage")
    assert refused(world, MANAGER, marked) == ("case_footage_by_surveillance", "item")
    world.do(NUMBER, MANAGER, gate.asked(world.now))
    assert refused(world, MANAGER, marked)[0] == "case_footage_by_surveillance"
    assert refused(world, MANAGER, c.RecordUnanswered(request="F9", reason=gate.NOT_YET))[0] == "case_request_unknown"


@pytest.mark.parametrize("answer", ["none", "Không có.", "…"])
def test_8_4_6_that_there_is_none_is_answered_with_why(answer: str, world: World) -> None:
    world.do(NUMBER, MANAGER, gate.asked(world.now))
    said = c.AnswerFootage(request="F1", found=False, answer=answer, cause="no_longer_kept")
    assert refused(world, WATCH, said) == ("case_no_sentence", "answer")


UNANSWERED = c.RecordUnanswered(request="F1", reason="Đã gọi phòng Giám sát ba lần mà chưa ai trả lời.")


def ready_but_footage(world: World) -> None:
    """Everything else of 8.2 to 8.4, and a request that Surveillance leaves lying."""
    world.do(NUMBER, MANAGER, c.NotifySurveillance())
    world.do(NUMBER, MANAGER, c.SayNoTime(reason=gate.NOT_YET))
    world.do(NUMBER, MANAGER, c.AddEvidence(item="other", text=gate.REPLAY))
    stages.look_into(world, *(item for item in EVERY_ITEM if item not in ("footage", "other")))
    world.do(NUMBER, MANAGER, gate.asked(world.now))


def test_8_4_6_unanswered_only_after_the_clock_by_the_decider_with_a_reason(world: World) -> None:
    ready_but_footage(world)
    code, field = refused(world, MANAGER, UNANSWERED)
    assert (code, field) == ("case_footage_clock_runs", "request")
    due = case_of(world).footage["F1"].asked.next_by
    assert due is not None
    world.now = due - timedelta(minutes=2)
    assert refused(world, MANAGER, UNANSWERED)[0] == "case_footage_clock_runs"
    world.now = due
    for who in (SUPERVISOR, WATCH, SENIOR):
        assert refused(world, who, UNANSWERED)[0] in ("case_role", "case_role_at_stage")
    hollow = msgspec.structs.replace(UNANSWERED, reason="none")
    assert refused(world, MANAGER, hollow) == ("case_no_sentence", "reason")
    assert open_ones(world) == ["footage"]
    [fact] = world.do(NUMBER, MANAGER, UNANSWERED)
    assert isinstance(fact, f.FootageUnanswered)
    assert (fact.request, fact.due_at) == ("F1", due)
    assert open_ones(world) == []
    assert not filled(case_of(world), "footage", world.context(MANAGER)), "looked into is not found"
    assert "footage" not in [clock.code for clock in clocks(case_of(world))]
    assert refused(world, MANAGER, UNANSWERED)[0] == "case_request_unknown"
    world.do(NUMBER, MANAGER, c.Decide(remedy=NONE, reasons="Đã trả đúng theo phim và sổ của bàn.", evidence=("E1",)))


def test_8_4_6_asked_again_it_waits_again(world: World) -> None:
    ready_but_footage(world)
    world.do(NUMBER, MANAGER, UNANSWERED, hours=25)
    world.do(NUMBER, MANAGER, gate.asked(world.now))
    decision = c.Decide(remedy=NONE, reasons="Đã trả đúng theo phim và sổ của bàn.", evidence=("E1",))
    assert refused(world, MANAGER, decision)[0] == "case_footage_open"


def test_8_4_6_a_late_answer_takes_the_place_of_unanswered(world: World) -> None:
    ready_but_footage(world)
    world.do(NUMBER, MANAGER, UNANSWERED, hours=25)
    world.do(NUMBER, WATCH, c.AnswerFootage(request="F1", found=True, answer="CAM-7, 20:15:03"))
    footage = case_of(world).footage["F1"]
    assert (footage.unanswered, footage.answer is not None) == (None, True)
    world.do(
        NUMBER, MANAGER, c.Decide(remedy=NONE, reasons="Đã trả đúng theo phim và sổ của bàn.", evidence=("E1", "F1"))
    )


def test_8_4_6_an_answer_after_the_decision_is_not_confirmed_over(world: World) -> None:
    """The second person sees what the first did not: it goes back to be decided with the answer."""
    ready_but_footage(world)
    world.do(NUMBER, MANAGER, UNANSWERED, hours=25)
    large = c.Decide(
        remedy=remedy("refund", 20_000_000, deviation="Trả lại toàn bộ."),
        reasons="Khách đúng theo phim và sổ của bàn.",
        evidence=("E1",),
    )
    world.do(NUMBER, MANAGER, large)
    assert case_of(world).stage is Stage.CONFIRMATION
    world.do(NUMBER, WATCH, c.AnswerFootage(request="F1", found=True, answer="CAM-7, 20:15:03"))
    assert refused(world, stages.SHIFT, c.Confirm())[0] == "case_footage_since"
    world.do(NUMBER, stages.SHIFT, c.RefuseConfirmation(reason="Có cảnh quay."))
    world.do(NUMBER, MANAGER, large)
    world.do(NUMBER, stages.SHIFT, c.Confirm())
    assert case_of(world).stage is Stage.ANSWER


def test_8_4_6_an_answer_after_the_player_was_told_stands_for_the_complaint(world: World) -> None:
    ready_but_footage(world)
    world.do(NUMBER, MANAGER, UNANSWERED, hours=25)
    world.do(NUMBER, MANAGER, c.Decide(remedy=NONE, reasons="Đã trả đúng theo phim và sổ của bàn.", evidence=("E1",)))
    world.do(NUMBER, MANAGER, c.IssuePaper(kind="decision", language="vi"))
    world.do(NUMBER, WATCH, c.AnswerFootage(request="F1", found=True, answer="CAM-7, 20:15:03"))
    world.do(NUMBER, MANAGER, c.RecordAnswer(agreed=False))
    world.do(NUMBER, MANAGER, c.IssuePaper(kind="right_to_complain", language="vi"))
    world.do(NUMBER, MANAGER, c.InformOfRight(told_at=world.now, language="vi"))
    world.do(NUMBER, MANAGER, c.FileComplaint(said="Tôi khiếu nại."))
    rests = c.DecideComplaint(
        result="upheld", remedy=remedy(), reasons="Phim cho thấy theo phim và sổ của bàn.", evidence=("F1",)
    )
    world.do(NUMBER, SENIOR, rests)


def test_an_old_request_without_a_clock_runs_for_the_houses_hours(world: World) -> None:
    ready_but_footage(world)
    stream = f"case/{NUMBER}"
    events = world.events[stream]
    last = events[-1]
    events[-1] = msgspec.structs.replace(last, data=msgspec.structs.replace(last.data, next_by=None))
    world.cases[stream] = fold(stream, events)
    assert refused(world, MANAGER, UNANSWERED)[0] == "case_footage_clock_runs"
    world.do(NUMBER, MANAGER, UNANSWERED, hours=Terms().footage_hours)


# --- The complaint, and what a decision puts right -------------------------------------------------------------------


def test_8_5_the_complaint_is_decided_on_the_bases_as_they_stand_by_then() -> None:
    world = World()
    stages.senior_management(world)
    world.do(NUMBER, SENIOR, c.AddEvidence(item="other", text="Nhân viên chia bài kể lại lúc giao ca."))
    for code in ("E1", "E2"):
        world.do(NUMBER, SENIOR, c.WithdrawEvidence(evidence=code, reason="Không phải của ván này."))
    rejected = c.DecideComplaint(result="rejected", remedy=NONE, reasons="Quyết định đúng theo phim và sổ của bàn.")
    assert refused(world, SENIOR, rejected)[0] == "case_items_open"
    world.do(NUMBER, SENIOR, gate.none("other", world.now))
    world.do(NUMBER, SENIOR, rejected)


APOLOGY = (c.AskedMeasure(kind="apology"),)


@pytest.mark.parametrize("result", ["upheld", "varied"])
@pytest.mark.parametrize("kind", ["none", "other"])
def test_8_5_upheld_or_varied_puts_something_right(kind: Any, result: f.Result) -> None:
    world = World()
    stages.senior_management(world)
    empty = c.DecideComplaint(
        result=result, remedy=remedy(kind, None), reasons="Khách đúng theo phim và sổ của bàn.", evidence=("E1",)
    )
    code = "case_result_empty" if kind == "none" else "case_remedy_empty"
    assert refused(world, SENIOR, empty)[0] == code
    measured = msgspec.structs.replace(empty, remedy=remedy(kind, None, measures=APOLOGY))
    [fact] = world.do(NUMBER, SENIOR, measured)
    assert isinstance(fact, f.ComplaintDecided)
    assert [measure.kind for measure in fact.remedy.measures] == ["apology"]


@pytest.mark.parametrize("result", ["upheld", "varied"])
def test_8_5_an_amount_is_enough(result: f.Result) -> None:
    world = World()
    stages.senior_management(world)
    world.do(
        NUMBER,
        SENIOR,
        c.DecideComplaint(
            result=result, remedy=remedy(), reasons="Khách đúng theo phim và sổ của bàn.", evidence=("E1",)
        ),
    )


def test_8_4_another_remedy_is_an_amount_or_a_measure() -> None:
    """The first decision has no result of its own: what it grants is its remedy, at the table and later."""
    table = World()
    stages.at_table(table)
    assert refused(table, SUPERVISOR, c.ProposeRemedy(remedy=remedy("other", None)))[0] == "case_remedy_empty"
    world = World()
    stages.collected(world)
    bare = c.Decide(remedy=remedy("other", None), reasons="Khách đúng theo phim và sổ của bàn.", evidence=("E1",))
    assert refused(world, MANAGER, bare) == ("case_remedy_empty", "remedy.lines")
    void = msgspec.structs.replace(bare, remedy=remedy("void", None, measures=APOLOGY))
    assert refused(world, MANAGER, void) == ("case_remedy_empty", "remedy.lines"), "a void round moves money"
    world.do(NUMBER, MANAGER, msgspec.structs.replace(bare, remedy=remedy("other", None, measures=APOLOGY)))


def test_another_measure_is_a_sentence_and_each_is_named_once() -> None:
    world = World()
    stages.collected(world)
    said = "Mời khách một bữa tối tại nhà hàng của casino."
    for measures, code, place in (
        ((c.AskedMeasure(kind="other"),), "case_no_sentence", "remedy.measures.0.what"),
        ((*APOLOGY, c.AskedMeasure(kind="other", what="…")), "case_no_sentence", "remedy.measures.1.what"),
        ((*APOLOGY, *APOLOGY), "case_measure_twice", "remedy.measures.1.kind"),
    ):
        asked = c.Decide(
            remedy=remedy(measures=measures), reasons="Khách đúng theo phim và sổ của bàn.", evidence=("E1",)
        )
        assert refused(world, MANAGER, asked) == (code, place)
    right = (*APOLOGY, c.AskedMeasure(kind="other", what=said))
    [decided, _carried] = world.do(
        NUMBER,
        MANAGER,
        c.Decide(remedy=remedy(measures=right), reasons="Khách đúng theo phim và sổ của bàn.", evidence=("E1",)),
    )
    assert isinstance(decided, f.Decided)
    what = decided.remedy.measures[1].what
    assert what is not None
    assert world.sealed[what.ref] == said
    assert what in case_of(world).texts, "an erasure reaches it"
    stored = msgspec.json.encode(decided)
    assert msgspec.json.decode(stored, type=f.Decided) == decided


def test_a_remedy_recorded_before_measures_is_stored_as_it_was() -> None:
    """No byte of an old remedy changes by there being measures now."""
    world = World()
    stages.collected(world)
    [decided, _carried] = world.do(
        NUMBER, MANAGER, c.Decide(remedy=remedy(), reasons="Khách đúng theo phim và sổ của bàn.", evidence=("E1",))
    )
    assert b"measures" not in msgspec.json.encode(decided)


@pytest.mark.parametrize("reason", [".", "none", "Chờ phim."])
def test_8_3_why_no_time_can_be_given_is_a_sentence(reason: str, world: World) -> None:
    assert refused(world, MANAGER, c.SayNoTime(reason=reason)) == ("case_no_sentence", "reason")


@pytest.mark.parametrize("deviation", [".", "…", "ok"])
def test_why_an_amount_is_another_is_said(deviation: str, world: World) -> None:
    offered = World()
    stages.at_table(offered)
    asked = c.ProposeRemedy(remedy=remedy(amount=1, deviation=deviation))
    assert refused(offered, SUPERVISOR, asked) == ("case_no_sentence", "remedy.deviation")

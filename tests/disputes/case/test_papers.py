"""Papers of a case: settlement and receipt at the table, handing over, the signed copy."""

from __future__ import annotations

from datetime import timedelta

from disputes.case import commands as c
from disputes.case.paper_facts import PaperHandedOver
from disputes.case.papers import not_handed_over
from disputes.case.state import Stage
from tests.disputes.case.stages import MANAGER, NUMBER, SUPERVISOR, at_table, brought_to, case_of, refused
from tests.disputes.case.world import World, remedy


def settled() -> World:
    """The player took the offer at the table."""
    world = World()
    at_table(world)
    world.do(NUMBER, SUPERVISOR, c.ProposeRemedy(remedy=remedy()))
    world.do(NUMBER, SUPERVISOR, c.AnswerAtTable(agreed=True))
    return world


def test_8_1_who_settled_it_at_the_table_issues_settlement_and_receipt() -> None:
    world = settled()
    world.do(NUMBER, SUPERVISOR, c.IssuePaper(kind="settlement", language="vi"))
    world.do(NUMBER, SUPERVISOR, c.IssuePaper(kind="receipt", language="vi"))
    assert [kept.fact.kind for kept in case_of(world).papers] == ["settlement", "receipt"]


def test_8_1_there_is_no_settlement_of_a_case_that_went_on() -> None:
    world = brought_to(Stage.PIT_MANAGER)
    assert refused(world, MANAGER, c.IssuePaper(kind="settlement", language="vi")) == ("case_paper_stage", "kind")


def test_a_paper_is_issued_in_a_language_that_it_can_be_printed_in() -> None:
    world = settled()
    receipt = c.IssuePaper(kind="receipt", language="ko")
    assert refused(world, SUPERVISOR, receipt) == ("case_paper_language", "language")
    world.paper_languages["receipt"] = ("vi", "en", "ko")
    assert refused(world, SUPERVISOR, c.IssuePaper(kind="settlement", language="ko")) == (
        "case_paper_language",
        "language",
    )
    world.do(NUMBER, SUPERVISOR, receipt)
    world.do(NUMBER, SUPERVISOR, c.IssuePaper(kind="receipt", language="vi"))
    assert [kept.fact.language for kept in case_of(world).papers] == ["ko", "vi"]
    [[first, second], *_others] = not_handed_over(case_of(world))
    assert (first.fact.language, second.fact.language) == ("ko", "vi"), "handed over together"


def test_a_paper_is_handed_over_after_it_was_issued_and_not_in_the_future() -> None:
    world = settled()
    world.do(NUMBER, SUPERVISOR, c.IssuePaper(kind="settlement", language="vi"))

    def over(code: str, at: timedelta) -> c.HandOverPaper:
        return c.HandOverPaper(paper=code, handed_at=world.now + at, manner="in_person", to="Chính người chơi")

    assert refused(world, SUPERVISOR, over("L1", timedelta(hours=1))) == ("case_time_ahead", "handed_at")
    assert refused(world, SUPERVISOR, over("L1", -timedelta(days=1))) == ("case_paper_before", "handed_at")
    assert refused(world, SUPERVISOR, over("L7", timedelta(0))) == ("case_paper_unknown", "paper")
    world.do(NUMBER, SUPERVISOR, over("L1", timedelta(0)))
    world.do(NUMBER, SUPERVISOR, c.KeepSignedCopy(paper="L1", file=c.Upload(name="a.pdf", data=b"%PDF-1.7")))
    case = case_of(world)
    assert [kept.fact.paper for kept in (*case.handed_over, *case.signed_copies)] == ["L1", "L1"]


def test_a_paper_in_two_languages_is_handed_over_once_and_a_settlement_with_its_receipt() -> None:
    world = settled()
    settlement = c.IssuePaper(kind="settlement", language="vi")
    in_english = c.IssuePaper(kind="settlement", language="en")
    for paper in (settlement, in_english, c.IssuePaper(kind="receipt", language="vi"), settlement):
        world.do(NUMBER, SUPERVISOR, paper)
    [group] = not_handed_over(case_of(world))
    assert {kept.fact.paper for kept in group} == {"L2", "L3", "L4"}, "of each the last in its language"
    over = c.HandOverPaper(paper="L4", handed_at=world.now, manner="in_person", to="Chính người chơi", signed=True)
    facts = world.do(NUMBER, SUPERVISOR, over)
    handed = [fact for fact in facts if isinstance(fact, PaperHandedOver)]
    assert len(handed) == len(facts)
    assert {(fact.paper, fact.signed) for fact in handed} == {("L4", True), ("L2", True), ("L3", True)}
    world.do(NUMBER, SUPERVISOR, c.IssuePaper(kind="receipt", language="en"))
    assert not_handed_over(case_of(world)) == [], "what the player has, another language does not owe again"

"""Papers of real cases: carried through section 8 at the service, composed, printed and read back."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
import pytest

from casino.core.errors import Problem
from casino.core.text import Text
from casino.papers.glyphs import UnreadableFont, coverage
from casino.vault import open_bytes
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.papers import possible_papers
from disputes.case.procedure import ITEMS
from disputes.library import service as library
from disputes.library.documents import NewVersion
from disputes.papers import data as d
from disputes.papers.compose import compose, printed
from disputes.papers.letter import letter
from disputes.papers.moments import moment_text
from disputes.papers.render import render
from games.engine.facts import Person
from tests.disputes import gate
from tests.disputes.court import BOOK, NONE, OWED, SHORT, UNCLEAR, Court, citation, house_property, remedy
from tests.disputes.papers.samples import read, squeezed
from tests.replay.story import CODE

BY = Person(post="pit_manager", staff="PM01")


def composed(court: Court, kind: str, language: str = "en", party: str | None = None) -> d.PaperData:
    return compose(house_property(), court.case, kind, language, party, now=court.now, by=BY)


def test_the_acknowledgement_says_what_was_promised(court: Court) -> None:
    court.passed_on()
    court.do("pit_manager", c.NotifySurveillance())
    until = court.now + timedelta(hours=2)
    court.do("pit_manager", c.PromiseTime(until=until, language="vi", manner="in_person"))
    made = composed(court, "acknowledgement")
    assert made.promised_until == until
    assert made.addressee == d.Addressee(name="Nguyễn Văn Ẩn", contact="0900 000 000", reference="P-1")
    assert made.claim == "Khách nói còn thiếu năm trăm nghìn."
    assert (made.amount_minor, made.currency, made.case) == (OWED, "VND", court.number)
    [row] = made.rounds
    assert (row.table, row.round, row.game.en) == ("RL01", "short", "Roulette")
    assert "17" in row.result.en
    assert made.decision is None
    assert made.bets == ()


def test_a_round_that_waits_for_a_ruling_is_told_as_left_open(court: Court) -> None:
    court.collected(rounds=(SHORT, UNCLEAR))
    court.do("pit_manager", c.Decide(remedy=remedy(), reasons="Trả thiếu theo phim và sổ của bàn.", evidence=("E1",)))
    made = composed(court, "decision")
    assert made.left == (("RL01", "unclear"),)
    assert [row.round for row in made.rounds] == [bet.round for bet in made.bets] == ["short"]
    for language, words in (("en", "Round unclear (table RL01) is waiting"), ("vi", "Ván unclear (bàn RL01) còn chờ")):
        blocks = str(letter(composed(court, "decision", language))["blocks"])
        assert words in blocks


def test_why_no_time_could_be_promised(court: Court) -> None:
    court.passed_on()
    court.do("pit_manager", c.SayNoTime(reason="Chờ kỹ thuật viên camera."))
    made = composed(court, "acknowledgement")
    assert (made.promised_until, made.no_time_reason) == (None, "Chờ kỹ thuật viên camera.")


def test_the_decision_shows_the_bet_as_it_was_decided_on(court: Court) -> None:
    """The remedy stands at the round by now; the letter still shows what was recorded before it."""
    court.decided()
    made = composed(court, "decision")
    [bet] = made.bets
    assert (bet.bet, bet.stake_minor, bet.due_minor, bet.recorded_minor) == ("b1", 100_000, 3_500_000, 3_000_000)
    assert (bet.difference_minor, bet.remedy_minor) == (-OWED, OWED)
    assert [line.en.replace("\N{NO-BREAK SPACE}", " ") for line in bet.told] == [
        "You bet 100,000 VND on number 17, straight up.",
        "The ball came to rest in 17 black.",
        "Your bet won at 35 to 1 (clause 5.1.a of the rules): by the rules you win 3,500,000 VND.",
        "Your stake of 100,000 VND stays yours.",
        "At the table, the house paid you 3,000,000 VND.",
        "So the house still owes you 500,000 VND.",
    ]
    assert made.decision is not None
    assert made.decision.remedy == d.Remedy(kind="pay_difference", total_minor=OWED)
    assert made.decision.reasons == "Trả thiếu so với 5.1 theo phim và sổ của bàn."
    assert made.decision.decided_by.post == "pit_manager"
    assert made.reply_by == court.case.next_by
    cited = {(row.document, row.number): row.text.en for row in made.clauses}
    assert cited[BOOK, "5.1.a"]
    assert all(cited.values())
    assert [row.id for row in made.documents] == [BOOK]
    assert [row.clause for row in made.bases] == [
        "8.4.1",
        "8.4.2",
        "8.4.3",
        "8.4.4",
        "8.4.5",
        "8.4.7",
        "8.4.7",
        "8.4.8",
    ]
    found = {row.clause: row for row in made.bases if row.found}
    assert found["8.4.7"].found[0] == d.FoundRow(what=Text("E1: văn bản", "E1: text"), decisive=True)
    assert made.bases[5].found[0].what.en.endswith(": the footage is no longer kept")
    assert made.bases[0].found[0].what.en == "Roulette, No. 01/13.06.2020, in force at that time", "8.4.1 by itself"
    law = made.bases[-1]
    assert law.cause.en == "This does not apply to the matter."
    assert gate.WHY_NOT["law"][1] not in repr(made), "what was noted of it is the house's own"
    statements = made.bases[4]
    assert statements.cause.en == "We asked for it and did not obtain it."
    assert statements.asked_at is not None
    assert "lễ tân" not in repr(made), "of whom it was asked stands in the case, not in the letter"


def test_the_letter_of_the_desk_is_the_one_that_is_composed(court: Court) -> None:
    court.decided()
    before = court.case
    court.do("pit_manager", c.IssuePaper(kind="decision", language="vi"))
    issued = court.case.paper("decision")
    assert issued is not None
    pdf = open_bytes(CODE, issued.content)
    assert pdf is not None
    by = issued.issued_by
    address = f"tableproof:{CODE}/{court.number}/L1#{issued.check}"
    made = compose(house_property(), before, "decision", "vi", "P1", now=court.now, by=by, check_address=address)
    assert pdf == render(made)
    text = read(pdf)
    for needed in ("Nguyễn Văn Ẩn", "+500.000", f"{court.number}/L1", "Thử trả Quý khách 500.000 VND"):
        assert squeezed(needed) in text, needed


def test_the_fonts_of_the_house_are_used(court: Court, settings: Any, tmp_path: Path) -> None:
    court.passed_on()
    settings.PAPER_FONTS_DIR = str(tmp_path)
    said = {"kind": "acknowledgement", "language": "vi", "party": "P1", "now": court.now, "by": BY}
    assert printed(house_property(), court.case, **said) == render(composed(court, "acknowledgement", "vi", "P1"))  # type: ignore[arg-type]
    (tmp_path / "broken.ttf").write_bytes(b"nothing")
    coverage.cache_clear()
    with pytest.raises(UnreadableFont):
        printed(house_property(), court.case, **said)  # type: ignore[arg-type]
    coverage.cache_clear()


def test_evidence_is_named_by_what_it_is(court: Court) -> None:
    first = NewVersion(version="2026", valid_from=date(2020, 1, 1), number="SOP-12", citation="Tủ 3")
    titles: dict[str, Any] = {"title_vi": "Quy trình bàn Cò Quay", "title_en": "Procedure at roulette"}
    library.execute(
        CODE,
        "SOP-ROU",
        library.AddDocument(kind="procedures", new=first, **titles),
        by=BY,
        command_id=uuid4(),
        now=court.now,
    )
    court.passed_on()
    court.do("pit_manager", c.NotifySurveillance())
    court.do("surveillance", c.AcknowledgeNotice())
    court.do("pit_manager", c.AddEvidence(item="rules", document=BOOK))
    court.do("pit_manager", c.AddEvidence(item="procedures", document="SOP-ROU", version="2026"))
    court.do("pit_manager", c.TakeStatement(party="P1", said="Tôi thấy rõ."))
    begins = court.now - timedelta(minutes=30)
    asked = c.AskFootage(table="RL01", begins_at=begins, ends_at=begins + timedelta(minutes=5))
    court.do("pit_manager", asked)
    court.do("surveillance", gate.no_footage())
    court.do("pit_manager", c.PromiseTime(until=court.now + timedelta(hours=2), language="vi", manner="in_person"))
    court.looked_into("published", "controls", "other", "law")
    cites = (citation(), f.Citation(document="SOP-ROU", clause="3.2"))
    asked_remedy = msgspec.structs.replace(remedy(), citations=cites)
    court.do(
        "pit_manager", c.Decide(remedy=asked_remedy, reasons="Đủ theo phim và sổ của bàn.", evidence=("E1", "E2", "S1"))
    )
    made = composed(court, "decision")
    found = {each.what.en for row in made.bases for each in row.found if each.decisive}
    assert "E1: Roulette (01/13.06.2020)" in found
    assert "E2: Procedure at roulette (SOP-12)" in found
    assert "S1: your statement" in found
    assert not any(text.startswith("F1") for text in found)
    [footage] = [each.what.en for row in made.bases for each in row.found if each.what.en.startswith("F1")]
    assert footage.startswith("F1: footage of table RL01, from ")
    assert footage.endswith(": the footage is no longer kept")
    assert {row.id for row in made.documents} == {BOOK, "SOP-ROU"}
    assert ("SOP-ROU", "3.2") in {(row.document, row.number) for row in made.clauses}
    assert "Nguyễn" not in " ".join(found)
    assert squeezed("Procedure at roulette, No. SOP-12") in read(render(made))


def test_the_notice_and_the_form(court: Court) -> None:
    court.disagreed()
    notice = composed(court, "right_to_complain")
    assert [(row.document, row.number) for row in notice.clauses] == [(BOOK, "8.5"), (BOOK, "8.6")]
    assert (notice.term_days, notice.reply_by) == (30, None)
    assert "within 30 days" in str(letter(notice))
    form = composed(court, "complaint_form")
    assert form.complaint == ""
    assert form.decision is not None
    assert form.decision.remedy.kind == "none"
    court.do("pit_manager", c.IssuePaper(kind="right_to_complain", language="vi"))
    court.do("pit_manager", c.InformOfRight(told_at=court.now, language="vi", manner="in_person"))
    later = composed(court, "right_to_complain")
    assert later.reply_by == court.case.next_by


def test_the_decision_on_the_complaint(court: Court) -> None:
    court.complained()
    court.do(
        "senior_management",
        c.DecideComplaint(
            result="upheld", remedy=remedy(), reasons="Người chơi đúng theo phim và sổ của bàn.", evidence=("E1",)
        ),
    )
    made = composed(court, "complaint_decision")
    assert made.complaint == "Tôi không đồng ý."
    assert made.complaint_filed_at is not None
    assert made.complaint_decision is not None
    assert (made.complaint_decision.result, made.complaint_decision.remedy.total_minor) == ("upheld", OWED)
    assert made.decision is not None
    assert made.decision.remedy.kind == "none"
    [bet] = made.bets
    assert (bet.due_minor, bet.recorded_minor, bet.remedy_minor) == (3_500_000, 3_000_000, OWED)
    text = read(render(made))
    assert squeezed("Your complaint is upheld. Payment of the difference") in text
    assert composed(court, "decision").reply_by is None  # the term for an answer is over by now


def reopened(court: Court) -> None:
    """Complained about, withdrawn, and opened again by senior management after the term."""
    court.informed()
    court.do("pit_manager", c.RecordAnswer(agreed=True))
    court.finished()
    court.now += timedelta(days=60)
    court.do("senior_management", c.Reopen(reason="Phim mới."))


def test_a_notice_after_a_reopening_gives_the_term_anew(court: Court) -> None:
    reopened(court)
    over = court.case.informed
    assert over is not None
    assert over.fact.next_by is not None
    assert over.fact.next_by < court.now
    notice = composed(court, "right_to_complain")
    assert (notice.term_days, notice.reply_by) == (30, None)
    court.do("shift_manager", c.Decide(remedy=NONE, reasons="Vẫn đúng theo phim và sổ của bàn.", evidence=("E1",)))
    court.do("shift_manager", c.IssuePaper(kind="decision", language="vi"))
    court.do("shift_manager", c.RecordAnswer(agreed=False))
    notice = composed(court, "right_to_complain")
    assert (notice.term_days, notice.reply_by) == (30, None)
    court.do("shift_manager", c.IssuePaper(kind="right_to_complain", language="vi"))
    court.do("shift_manager", c.InformOfRight(told_at=court.now, language="vi"))
    assert composed(court, "right_to_complain").reply_by == court.case.next_by


def test_a_letter_issued_later_rests_on_what_there_was_when_it_was_decided(court: Court) -> None:
    court.told(NONE)
    first = composed(court, "decision")
    court.do("pit_manager", c.RecordAnswer(agreed=True))
    court.finished()
    court.do("senior_management", c.Reopen(reason="Phim mới."))
    court.do("pit_manager", c.AddEvidence(item="other", text="Một bản diễn lại khác của cùng ván."))
    court.do("pit_manager", c.TakeStatement(party="P1", said="Tôi nhớ ra."))
    court.do("pit_manager", c.WithdrawEvidence(evidence="E1", reason="Nhầm khi ghi sổ."))
    court.do("pit_supervisor", c.ChangeRounds(rounds=(SHORT, f.RoundRef(table="RL01", round="right"))))
    later = composed(court, "decision")
    assert later.bases == first.bases
    assert [row.round for row in later.rounds] == ["short"]
    assert later.bets == first.bets


def test_8_4_6_the_letter_says_that_surveillance_was_asked_and_did_not_answer(court: Court) -> None:
    court.passed_on()
    court.do("pit_manager", c.NotifySurveillance())
    court.do("pit_manager", c.SayNoTime(reason=gate.NOT_YET))
    court.do("pit_manager", c.AddEvidence(item="other", text=gate.REPLAY))
    court.looked_into(*(item for item in ITEMS if item not in ("footage", "other")))
    court.do("pit_manager", gate.asked(court.now))
    court.now += timedelta(hours=25)
    court.do("shift_manager", c.RecordUnanswered(request="F1", reason="Đã gọi ba lần mà chưa ai trả lời."))
    court.do("shift_manager", c.Decide(remedy=NONE, reasons="Đã trả đúng theo phim và sổ của bàn.", evidence=("E1",)))
    asked = court.case.footage["F1"]
    local = moment_text(asked.asked_at, court.house.property.zone)
    made = composed(court, "decision")
    [said] = made.bases[5].found
    assert f"we asked Surveillance at {local.en} and had received no answer by " in said.what.en
    assert squeezed("we asked Surveillance at") in read(render(made))
    assert squeezed("chưa nhận được câu trả lời") in read(render(composed(court, "decision", "vi")))
    court.do("shift_manager", c.IssuePaper(kind="decision", language="vi"))
    court.do("surveillance", c.AnswerFootage(request="F1", found=True, answer="CAM-7, 20:15:03"))
    assert composed(court, "decision").bases == made.bases, "the letter says what was known when it was decided"


def test_a_measure_stands_in_the_letter_and_in_the_record(court: Court) -> None:
    what = "Mời khách một bữa tối tại nhà hàng của casino."
    measures = (c.AskedMeasure(kind="apology"), c.AskedMeasure(kind="other", what=what))
    court.complained()
    asked = msgspec.structs.replace(NONE, measures=measures)
    court.do(
        "senior_management",
        c.DecideComplaint(
            result="upheld", remedy=asked, reasons="Người chơi đúng theo phim và sổ của bàn.", evidence=("E1",)
        ),
    )
    made = composed(court, "complaint_decision", "en")
    assert made.complaint_decision is not None
    assert [(m.kind.en, m.what) for m in made.complaint_decision.remedy.measures] == [
        ("We apologise to you.", ""),
        ("", what),
    ]
    text = read(render(made)).upper()
    said = ("Your complaint is upheld", "In addition", "We apologise to you.", what)
    for words in said:
        assert squeezed(words).upper() in text
    new, before = text.split(squeezed("Our earlier decision").upper())
    stands = squeezed("The result at the table stands").upper()
    assert stands not in new
    assert stands in before


def test_an_earlier_remedy_counts_in_what_the_player_has_so_far(court: Court) -> None:
    court.decided(remedy(300_000, deviation="Một phần"))
    court.do("pit_manager", c.IssuePaper(kind="decision", language="vi"))
    court.do("pit_manager", c.RecordAnswer(agreed=False))
    court.do("pit_manager", c.IssuePaper(kind="right_to_complain", language="vi"))
    court.do("pit_manager", c.InformOfRight(told_at=court.now, language="vi", manner="in_person"))
    court.do("pit_manager", c.FileComplaint(said="Còn thiếu."))
    rejected = c.DecideComplaint(
        result="rejected", remedy=NONE, reasons="Đủ theo phim và sổ của bàn.", evidence=("E1",)
    )
    court.do("senior_management", rejected)
    made = composed(court, "complaint_decision")
    [bet] = made.bets
    assert (bet.recorded_minor, bet.difference_minor, bet.remedy_minor) == (3_300_000, -200_000, 0)
    assert made.decision is not None
    assert made.decision.remedy.deviation == "Một phần"


def test_a_case_without_a_round(court: Court) -> None:
    court.open(rounds=(), happened_at=court.now - timedelta(hours=1))
    made = composed(court, "acknowledgement")
    assert made.rounds == ()
    assert made.happened_at == court.case.opened.happened_at if court.case.opened else None
    assert squeezed("When it happened") in read(render(made))
    notice = composed(court, "acknowledgement", "vi")
    assert "RL01" in read(render(notice))


def test_each_of_several_players_is_shown_their_own(court: Court) -> None:
    players = (
        c.Outsider(name="Nguyễn Văn Ẩn", contact="", reference="P-1"),
        c.Outsider(name="Trần Thị Khác", contact="", reference="P-9"),
    )
    whole = f.RoundRef(table="RL01", round="short")
    court.open(players=players, rounds=(whole,))
    court.do("pit_supervisor", c.ProposeRemedy(remedy=remedy()))
    court.do("pit_supervisor", c.AnswerAtTable(agreed=False))
    collect(court)
    court.do("pit_manager", c.Decide(remedy=remedy(), reasons="Trả đủ theo phim và sổ của bàn.", evidence=()))
    theirs = composed(court, "decision", party="P1")
    others = composed(court, "decision", party="P2")
    assert [bet.bet for bet in theirs.bets] == ["b1"]
    assert theirs.decision is not None
    assert others.decision is not None
    assert (theirs.decision.remedy.total_minor, others.decision.remedy.total_minor) == (OWED, 0)
    assert others.bets == ()
    assert others.claim == ""
    assert others.addressee.name == "Trần Thị Khác"
    assert "Ẩn" not in read(render(others))


def collect(court: Court) -> None:
    court.do("pit_manager", c.NotifySurveillance())
    court.do("surveillance", c.AcknowledgeNotice())
    court.do("pit_manager", c.PromiseTime(until=court.now + timedelta(hours=2), language="vi", manner="in_person"))
    court.looked_into(*ITEMS)


def test_every_paper_of_a_case_is_printed(court: Court) -> None:
    court.disagreed()
    for kind in ("acknowledgement", "decision", "right_to_complain", "complaint_form"):
        for language in ("vi", "en"):
            text = read(render(composed(court, kind, language)))
            assert squeezed("Nguyễn Văn Ẩn") in text
            assert SHORT.round in text


def test_a_receipt_without_money_is_refused(court: Court) -> None:
    """8.1: settled without an amount, there is nothing to sign for."""
    court.open()
    court.do("pit_supervisor", c.ProposeRemedy(remedy=NONE))
    court.do("pit_supervisor", c.AnswerAtTable(agreed=True))
    assert possible_papers(court.case) == ["settlement"]
    with pytest.raises(Problem) as refused:
        court.do("pit_supervisor", c.IssuePaper(kind="receipt", language="vi"))
    assert (refused.value.code, refused.value.field) == ("case_paper_stage", "kind")

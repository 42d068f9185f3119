"""The letter before it is one: the same that is issued afterwards, and nothing recorded by looking."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from casino.core.errors import Problem
from casino.ledger.application import get_ledger
from casino.vault.models import SealedContent
from disputes.case import commands as c
from disputes.execution.context import Outside
from disputes.papers import data as d
from disputes.papers.compose import compose
from disputes.papers.letter import letter
from disputes.papers.preview import pages, preview, written_in
from disputes.rows.actor import actor_of
from games.engine.facts import Person
from tests.disputes.court import NONE, Court, house_property, remedy
from tests.disputes.papers.samples import read, squeezed
from tests.replay.story import CODE

BY = Person(post="pit_manager", staff="PM01")
REASONS = "Trả thiếu so với 5.1 theo phim và sổ của bàn."
ENGLISH = "Paid short of what 5.1 says."


def looked(court: Court, command: c.Command, language: Any = "vi", who: str = "pit_manager") -> d.PaperData:
    context = Outside(house_property(), actor_of(court.user(who), CODE, court.now), court.now).context()
    return preview(house_property(), court.number, command, context, language, "P1", now=court.now, by=BY)


def decision(**more: Any) -> c.Decide:
    return c.Decide(**{"remedy": remedy(), "reasons": REASONS, "evidence": ("E1",), **more})


def without_moments(data: d.PaperData) -> Any:
    """What differs because one is issued and the other only looked at."""
    same: Any = {"preview": False, "signed": False, "check_address": "", "issued_at": data.opened_at}
    assert data.decision is not None
    decided = msgspec.structs.replace(data.decision, decided_at=data.opened_at)
    found = letter(msgspec.structs.replace(data, **same, decision=decided))
    for name in ("number", "running"):
        del found[name]
    return found


@pytest.mark.parametrize("language", ["vi", "en"])
def test_what_is_shown_before_is_what_is_issued(court: Court, language: Any) -> None:
    court.collected()
    head = get_ledger(CODE).head()
    sealed = SealedContent.objects.count()
    command = decision(reasons_en=ENGLISH)
    before = looked(court, command, language)
    assert (get_ledger(CODE).head(), SealedContent.objects.count()) == (head, sealed), "a look records nothing"
    court.do("pit_manager", command, now=before.issued_at)
    by = before.decision.decided_by if before.decision else BY
    after = compose(house_property(), court.case, "decision", language, "P1", now=court.now, by=by)
    assert without_moments(before) == without_moments(after)
    assert written_in(after) == language


def test_it_says_that_it_is_not_issued_and_nothing_of_the_house(court: Court) -> None:
    court.collected()
    court.do("pit_manager", c.AddNote(note="Khách hay cãi."))
    data = looked(court, decision())
    text = read(pages(data))
    for needed in ("bản xem trước, chưa lập", REASONS, "E1"):
        assert squeezed(needed).lower() in text.lower(), needed
    assert squeezed("hay cãi") not in text
    assert data.check_address == ""
    assert "The hash of this paper" not in str(letter(msgspec.structs.replace(data, language="en")))
    assert f"{court.number}/L1" not in str(letter(data))
    marked = {block["by"] for block in letter(data)["blocks"] if "by" in block}
    assert marked == {"typed", "ticked"}
    assert "by" not in str([block.keys() for block in letter(msgspec.structs.replace(data, preview=False))["blocks"]])


def test_reasons_in_one_language_are_printed_in_it_and_the_letter_says_so(court: Court) -> None:
    court.collected()
    assert written_in(looked(court, decision(), "en")) == "vi"
    english = decision(reasons=ENGLISH, reasons_language="en")
    in_vietnamese = looked(court, english, "vi")
    assert written_in(in_vietnamese) == "en"
    assert "Lý do dưới đây được viết bằng tiếng Anh" in str(letter(in_vietnamese))
    in_english = looked(court, english, "en")
    assert written_in(in_english) == "en"
    assert "were written in Vietnamese" not in str(letter(in_english))
    court.do("pit_manager", english)
    assert written_in(compose(house_property(), court.case, "decision", "vi", "P1", now=court.now, by=BY)) == "en"


def test_reasons_in_english_stand_once(court: Court) -> None:
    court.collected()
    with pytest.raises(Problem) as refused:
        court.do("pit_manager", decision(reasons=ENGLISH, reasons_language="en", reasons_en=ENGLISH))
    assert (refused.value.code, refused.value.field) == ("case_reasons_twice", "reasons_en")


def test_who_confirms_sees_the_letter_of_the_decision_that_waits(court: Court) -> None:
    court.decided(remedy(30_000_000, deviation="Thiện chí."))
    seen = looked(court, c.Confirm(), who="shift_manager")
    assert seen.decision is not None
    assert (seen.decision.reasons, seen.decision.remedy.deviation) == (REASONS, "Thiện chí.")
    assert seen.decision.confirmed_by is not None
    assert seen.decision.confirmed_by.post == "shift_manager"


def test_a_paper_that_would_be_refused_is_not_shown(court: Court) -> None:
    court.told(NONE)
    assert looked(court, c.IssuePaper(kind="decision", language="en", party="P1")).language == "en"
    with pytest.raises(Problem):
        looked(court, c.IssuePaper(kind="right_to_complain", language="vi", party="P1"))

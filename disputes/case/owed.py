"""What a case is owed next and by whom, and whom the step waits for: the line that an inbox shows. Pure.

It follows from the case's own events alone, so that the read model can be rebuilt from the log. Whether a piece of
evidence suits its basis, and whose every bet is, asks for more than these: the case's page and the gate say that
(``disputes.case.bases``). Where the next word is the player's, or Surveillance's, those who see to the case can do
nothing until the clock of it has run out (``rests_until``). Proved by ``tests/disputes/case/test_owed.py``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

import msgspec

from casino.core.errors import Problem
from casino.core.messages import Catalogue
from disputes.case.allowed import check_persons, parts
from disputes.case.bases import NEVER_NONE, waiting_footage
from disputes.case.closing import left
from disputes.case.context import Actor
from disputes.case.procedure import ITEMS
from disputes.case.state import Case, Stage

_WORDS: Final = Catalogue(__file__)

OWED: Final = {
    "settle": ("8.1", _WORDS.text("owed--settle--8-1")),
    "offer_answer": ("8.1", _WORDS.text("owed--offer_answer--8-1")),
    "notify": ("8.2", _WORDS.text("owed--notify--8-2")),
    "first_word": ("8.3", _WORDS.text("owed--first_word--8-3")),
    "collect": ("8.4", _WORDS.text("owed--collect--8-4")),
    "footage_answer": ("8.4", _WORDS.text("owed--footage_answer--8-4")),
    "decide": ("8.4", _WORDS.text("owed--decide--8-4")),
    "confirm": ("8.4", _WORDS.text("owed--confirm--8-4")),
    "letter": ("8.4", _WORDS.text("owed--letter--8-4")),
    "answer": ("8.5", _WORDS.text("owed--answer--8-5")),
    "right_in_writing": ("8.5", _WORDS.text("owed--right_in_writing--8-5")),
    "inform": ("8.5", _WORDS.text("owed--inform--8-5")),
    "complaint": ("8.5", _WORDS.text("owed--complaint--8-5")),
    "decide_complaint": ("8.5", _WORDS.text("owed--decide_complaint--8-5")),
    "confirm_complaint": ("8.5", _WORDS.text("owed--confirm_complaint--8-5")),
    "complaint_letter": ("8.5", _WORDS.text("owed--complaint_letter--8-5")),
    "hand_over": ("8.5", _WORDS.text("owed--hand_over--8-5")),
    "close_money": ("8.4", _WORDS.text("owed--close_money--8-4")),
    "close_issue": ("8.1", _WORDS.text("owed--close_issue--8-1")),
    "close_hand_over": ("8.3", _WORDS.text("owed--close_hand_over--8-3")),
    "close_sign": ("8.1", _WORDS.text("owed--close_sign--8-1")),
}
"""Code -> clause and what is owed."""

_OTHERS: Final = frozenset({"offer_answer", "footage_answer", "answer", "complaint"})
"""What is the player's or Surveillance's to give."""

_COMMANDS: Final = {
    "settle": "propose_remedy",
    "offer_answer": "answer_at_table",
    "notify": "notify_surveillance",
    "first_word": "promise_time",
    "collect": "add_evidence",
    "footage_answer": "record_unanswered",
    "decide": "decide",
    "confirm": "confirm",
    "letter": "issue_paper",
    "answer": "record_answer",
    "right_in_writing": "issue_paper",
    "inform": "inform_of_right",
    "complaint": "close_without_complaint",
    "decide_complaint": "decide_complaint",
    "confirm_complaint": "confirm",
    "complaint_letter": "issue_paper",
    "hand_over": "close_complaint",
    "close_money": "record_money",
    "close_issue": "issue_paper",
    "close_hand_over": "hand_over_paper",
    "close_sign": "hand_over_paper",
}
"""What is owed -> the command that gives it: whom its interest bars is not waited for."""

_WRITTEN: Final = {
    Stage.ANSWER: ("decision", "letter", "answer"),
    Stage.DISAGREED: ("right_to_complain", "right_in_writing", "inform"),
    Stage.COMPLAINT_ANSWER: ("complaint_decision", "complaint_letter", "hand_over"),
}
"""Stage -> its paper, and what is owed before and after it is there."""


class Owed(msgspec.Struct, frozen=True, kw_only=True):
    """``code`` of :data:`OWED`, empty for a closed case; ``barred`` are those of the house who may not do it whatever
    their post; ``rests_until``: until then those who see to the case wait for somebody else."""

    code: str = ""
    barred: tuple[str, ...] = ()
    rests_until: datetime | None = None


def owed(case: Case) -> Owed:
    """The next thing of those who see to the case."""
    if case.is_closed or not case.exists:
        return Owed()
    code = _code(case)
    until = None
    if code == "footage_answer":
        dues = [case.footage[request].asked.next_by for request in waiting_footage(case)]
        # The first clock that runs out is something to do again: to record that nobody answered.
        until = min((due for due in dues if due is not None), default=None)
    elif code in _OTHERS:
        until = case.next_by
    return Owed(code=code, barred=_barred(case, code), rests_until=until)


def _code(case: Case) -> str:
    stage = case.stage
    if stage is Stage.AT_TABLE:
        return "settle" if case.proposal is None else "offer_answer"
    if stage is Stage.PIT_MANAGER:
        if case.notified is None:
            return "notify"
        return "first_word" if case.promise is None else _collecting(case, "decide")
    if stage is Stage.SENIOR_MANAGEMENT:
        return _collecting(case, "decide_complaint")
    if stage in _WRITTEN:
        kind, before, after = _WRITTEN[stage]
        made = case.decision
        return before if case.paper(kind, made.code if made else None) is None else after
    if stage is Stage.CLOSING:
        # Nothing is left of a case that is read between the events of one append.
        return next((f"close_{step.kind}" for step in left(case)), "close_hand_over")
    return {
        Stage.CONFIRMATION: "confirm",
        Stage.SENIOR_CONFIRMATION: "confirm_complaint",
        Stage.COMPLAINT: "complaint",
    }[stage]


def _collecting(case: Case, then: str) -> str:
    if any(not _touched(case, item) for item in ITEMS):
        return "collect"
    return "footage_answer" if waiting_footage(case) else then


def _touched(case: Case, item: str) -> bool:
    """Whether somebody has seen to a basis: as far as the case's own events tell."""
    if item == "rules":
        return True  # stands by itself
    if item == "footage" and case.footage:
        return True
    if case.standing_evidence(item) or (item == "statements" and case.statements):
        return True
    none = case.nothing.get(item)
    return none is not None and none.fact.cause is not None and item not in NEVER_NONE


def _barred(case: Case, code: str) -> tuple[str, ...]:
    """Those of the house who are in it and may not take this step."""
    known = {part.staff for part in parts(case)}
    return tuple(sorted(staff for staff in known if _is_barred(_COMMANDS[code], case, staff)))


def _is_barred(command: str, case: Case, staff: str) -> bool:
    try:
        check_persons(command, case, Actor(staff=staff, role="", person=None))
    except Problem:
        return True
    return False

"""Papers for the player: issued, handed over, come back signed (8.3 to 8.6).

Proved by ``tests/disputes/case/test_papers.py``.
"""

from __future__ import annotations

from typing import Any, Final

from casino.core.errors import Problem
from casino.core.events import Fact
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.context import Context
from disputes.case.paper_facts import PaperHandedOver, SignedCopyKept
from disputes.case.rulings_awaited import standing
from disputes.case.state import Case, Kept
from disputes.case.step import decides

OF_DECISION: Final = {
    "decision": False,
    "right_to_complain": False,
    "complaint_form": False,
    "complaint_decision": True,
}
"""Papers about a decision, and whether it is the one on the complaint."""
OF_SETTLEMENT: Final = ("settlement", "receipt")
"""Papers about what was agreed on at the table."""


def is_settled(case: Case) -> bool:
    """Whether the case was settled at the table, on an offer that the player took."""
    return case.ending == "settled_at_table"


def possible_papers(case: Case) -> list[f.PaperKind]:
    """The papers of which what they say has happened."""
    in_force = [made for made in case.decisions if made.in_force and made.refused is None]
    first = next((made for made in reversed(in_force) if not made.on_complaint), None)
    disagreed = first is not None and any(
        not kept.fact.agreed and kept.fact.decision == first.code for kept in case.answers
    )
    found: dict[f.PaperKind, bool] = {
        "acknowledgement": case.promise is not None,
        "decision": first is not None,
        "right_to_complain": disagreed,
        "complaint_form": disagreed,
        "complaint_decision": any(made.on_complaint for made in in_force),
        "settlement": is_settled(case),
        "receipt": is_settled(case) and any(kept.fact.lines for kept in case.carried_out),
    }
    return [kind for kind, possible in found.items() if possible]


@decides(c.IssuePaper)
def issue_paper(case: Case, command: c.IssuePaper, ctx: Context) -> list[Fact]:
    """A paper is possible once what it says has happened; issued again it is another paper, both are kept."""
    party = _addressee(case, command.party)
    decision = _decision_of(case, command.kind)
    if command.kind == "acknowledgement" and case.promise is None:
        raise Problem("case_paper_needs_time", "kind")
    disagreed = any(not kept.fact.agreed and kept.fact.decision == decision for kept in case.answers)
    if command.kind in ("right_to_complain", "complaint_form") and not disagreed:
        raise Problem("case_paper_stage", "kind")
    if command.kind in OF_SETTLEMENT and not is_settled(case):
        raise Problem("case_paper_stage", "kind")
    if command.language not in ctx.paper_languages(case, command.kind):
        raise Problem("case_paper_language", "language")
    made = ctx.paper(case, command.kind, command.language, party)
    sealed = ctx.seal(made.pdf, case.persons, kind="paper", name=f"{command.kind}.pdf", media_type="application/pdf")
    return [
        f.PaperIssued(
            paper=case.next_code("L"),
            kind=command.kind,
            language=command.language,
            content=sealed,
            issued_by=ctx.person,
            party=party,
            decision=decision,
            check=made.check,
            certificate=made.certificate,
        )
    ]


def _addressee(case: Case, party: str | None) -> str:
    if party is None:
        if not case.players:
            raise Problem("case_no_player", "party")
        return case.players[0].party
    if party not in case.parties or case.parties[party].kind != "player":
        raise Problem("case_party_unknown", "party", party=party)
    return party


def _decision_of(case: Case, kind: f.PaperKind) -> str | None:
    """The decision in force that a paper is about; refused while there is none."""
    if kind not in OF_DECISION:
        return None
    for made in reversed(case.decisions):
        if made.in_force and made.refused is None and made.on_complaint is OF_DECISION[kind]:
            return made.code
    raise Problem("case_paper_stage", "kind")


@decides(c.HandOverPaper)
def hand_over(case: Case, command: c.HandOverPaper, ctx: Context) -> list[Fact]:
    """When, how, to whom; with what goes with it (:func:`together`). A paper can be handed over more than once: by
    letter, and again in person."""
    kept = _issued(case, command.paper)
    if command.handed_at > ctx.now:
        raise Problem("case_time_ahead", "handed_at")
    # People give the moment to the minute.
    if command.handed_at < kept.at.replace(second=0, microsecond=0):
        raise Problem("case_paper_before", "handed_at", paper=command.paper)
    return [
        PaperHandedOver(
            paper=each.fact.paper,
            handed_at=command.handed_at,
            manner=command.manner,
            to=ctx.seal(command.to, case.persons),
            handed_by=ctx.person,
            signed=command.signed,
        )
        for each in (kept, *together(case, kept))
    ]


def together(case: Case, kept: Kept) -> list[Kept]:
    """What goes to the player with a paper: the same in other languages, and a settlement with its receipt."""
    return [
        each
        for group in not_handed_over(case)
        if _bundle(group[0].fact) == _bundle(kept.fact)
        for each in group
        if each.fact.paper != kept.fact.paper
    ]


def not_handed_over(case: Case) -> list[list[Kept]]:
    """The papers that the player does not have yet in any language, those together that are handed over together: of
    each the last in every language. One about a decision that another took the place of is owed no more."""
    issued = {kept.fact.paper: kept.fact for kept in case.papers}
    gone = {_about(issued[kept.fact.paper]) for kept in case.handed_over}
    stands = {None, *standing(case)}
    last = {
        (*_about(kept.fact), kept.fact.language): kept
        for kept in case.papers
        if kept.fact.decision in stands and _about(kept.fact) not in gone
    }
    groups: dict[tuple[Any, ...], list[Kept]] = {}
    for kept in last.values():
        groups.setdefault(_bundle(kept.fact), []).append(kept)
    return list(groups.values())


def unsigned_receipts(case: Case) -> list[f.PaperIssued]:
    """The receipts that the player has and signed in no language: neither then nor on a copy that came back."""
    issued = {kept.fact.paper: kept.fact for kept in case.papers if kept.fact.kind == "receipt"}
    handed = [issued[kept.fact.paper] for kept in case.handed_over if kept.fact.paper in issued]
    signed = {kept.fact.paper for kept in case.handed_over if kept.fact.signed}
    signed |= {kept.fact.paper for kept in case.signed_copies}
    done = {_about(fact) for code, fact in issued.items() if code in signed}
    found = {_about(fact): fact for fact in handed if _about(fact) not in done}
    return list(found.values())


def _about(fact: f.PaperIssued) -> tuple[Any, ...]:
    """What makes a paper the same in two languages."""
    return fact.kind, fact.party, fact.decision


def _bundle(fact: f.PaperIssued) -> tuple[Any, ...]:
    return fact.kind in OF_SETTLEMENT or fact.kind, fact.party, fact.decision


@decides(c.KeepSignedCopy)
def keep_signed_copy(case: Case, command: c.KeepSignedCopy, ctx: Context) -> list[Fact]:
    """A scan of the paper with the player's signature."""
    _issued(case, command.paper)
    file = ctx.admitted(command.file.name, command.file.data)
    content = ctx.seal(command.file.data, case.persons, kind="attachment", name=file.name, media_type=file.media_type)
    return [
        SignedCopyKept(
            paper=command.paper,
            content=content,
            media_type=file.media_type or "application/octet-stream",
            size_bytes=file.size_bytes,
            kept_by=ctx.person,
            scan=file.scan,
        )
    ]


def _issued(case: Case, code: str) -> Kept:
    for kept in case.papers:
        if kept.fact.paper == code:
            return kept
    raise Problem("case_paper_unknown", "paper", paper=code)

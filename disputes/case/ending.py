"""The player's answer, the formal complaint, and the ways a case ends (8.5, 8.6)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from casino.core.errors import Problem
from casino.core.events import Fact
from casino.core.naming import same_contact, same_name
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.allowed import check_table
from disputes.case.context import NOBODY, Context, Identity
from disputes.case.deciding import closed
from disputes.case.opening import table_among, united
from disputes.case.stages import MERGING
from disputes.case.state import Case, Stage
from disputes.case.step import decides


def _require_told(case: Case, kind: str, field: str | None = None) -> str:
    """The decision of which the player has the letter. A decision that nobody was told cannot be answered."""
    made = case.decision
    if made is None or case.paper(kind, made.code) is None:
        raise Problem("case_not_told", field)
    return made.code


@decides(c.RecordAnswer)
def record_answer(case: Case, command: c.RecordAnswer, ctx: Context) -> list[Fact]:
    """8.5: agreed, the case is closed; if not, the player must be told of the right to complain. A player who did not
    agree may still come round to it."""
    decision = _require_told(case, "decision")
    if not command.agreed and case.stage is not Stage.ANSWER:
        raise Problem("case_changes_nothing", "agreed")
    said = None if command.said is None else ctx.seal(command.said, case.persons)
    next_by = None if command.agreed else ctx.after(hours=ctx.terms.inform_hours)
    answered = f.PlayerAnswered(
        decision=decision, agreed=command.agreed, recorded_by=ctx.person, said=said, next_by=next_by
    )
    return [answered, closed("accepted", ctx)] if command.agreed else [answered]


@decides(c.InformOfRight)
def inform_of_right(case: Case, command: c.InformOfRight, ctx: Context) -> list[Fact]:
    """8.5: when, in which language, by whom, and the notice in writing, all about the decision as it is now: what was
    said of one before a reopening starts no term."""
    if command.told_at > ctx.now:
        raise Problem("case_time_ahead", "told_at")
    made = case.decision
    if made is None or case.paper("right_to_complain", made.code) is None:
        raise Problem("case_right_not_in_writing")
    # People give the moment to the minute.
    if command.told_at < made.occurred_at.replace(second=0, microsecond=0):
        raise Problem("case_told_before", "told_at", decision=made.code)
    return [
        f.InformedOfRight(
            told_at=command.told_at,
            language=command.language,
            manner=command.manner,
            told_by=ctx.person,
            next_by=ctx.after(days=ctx.terms.complaint_days),
        )
    ]


@decides(c.RecordHelp)
def record_help(case: Case, command: c.RecordHelp, ctx: Context) -> list[Fact]:
    """8.6."""
    return [f.HelpGiven(what=ctx.seal(command.what, case.persons), helped_by=ctx.person)]


@decides(c.FileComplaint)
def file_complaint(case: Case, command: c.FileComplaint, ctx: Context) -> list[Fact]:
    """8.5: to senior management."""
    return [
        f.ComplaintFiled(
            said=ctx.seal(command.said, case.persons),
            taken_by=ctx.person,
            next_by=ctx.after(days=ctx.terms.senior_days),
        )
    ]


@decides(c.CloseWithoutComplaint)
def close_without_complaint(case: Case, command: c.CloseWithoutComplaint, ctx: Context) -> list[Fact]:
    """8.5: the term has passed and nothing came."""
    if case.next_by is not None and case.next_by > ctx.now:
        raise Problem("case_term_runs", until=f"{case.next_by:%Y-%m-%d %H:%M} UTC")
    return [closed("no_complaint", ctx)]


@decides(c.CloseComplaint)
def close_complaint(case: Case, command: c.CloseComplaint, ctx: Context) -> list[Fact]:
    """8.5: once the player has the decision in writing."""
    _require_told(case, "complaint_decision")
    return [closed("complaint_decided", ctx)]


@decides(c.Withdraw)
def withdraw(case: Case, command: c.Withdraw, ctx: Context) -> list[Fact]:
    """The player does not go on, at whatever stage."""
    said = None if command.said is None else ctx.seal(command.said, case.persons)
    return [closed("withdrawn", ctx, said=said)]


@decides(c.Merge)
def merge(case: Case, command: c.Merge, ctx: Context) -> list[Fact]:
    """The same matter stands in another case, which goes on. What that case takes over is written there by the service
    in the same transaction (:func:`absorb`). Only before anything was offered or decided in this one: else who did so
    would be a stranger in the other. The other must still be looked into, or nothing would be decided of this one."""
    other = ctx.other_case(command.into)
    if not other.exists or other.is_closed or other.stream == case.stream:
        raise Problem("case_merge_itself", "into")
    if case.proposals or case.decisions:
        raise Problem("case_merge_offered")
    if other.stage not in MERGING:
        raise Problem("case_merge_decided", "into", case=other.number)
    if other.currency != case.currency:
        raise Problem("case_currency", "into", case=other.currency, currency=case.currency)
    for table in (None, *(ref.table for ref in case.rounds)):
        check_table(other, ctx.actor, ctx.pit_of, table)
    said = None if command.reason is None else ctx.seal(command.reason, case.persons)
    return [closed("merged", ctx, said=said, into=command.into)]


def absorb(other: Case, case: Case, ctx: Context) -> list[Fact]:
    """What the case that goes on takes over: rounds, bets and whose they are, findings and people that it did not have.
    Who was erased stays behind: nothing more can be sealed under their key. Somebody from outside who stands in both is
    one person: taken over as the same as the party who is there (``same_as``), with the bets that are theirs."""
    facts: list[Fact] = [f.CaseAbsorbed(case=case.number, absorbed_by=ctx.person)]
    rounds = united((*other.rounds, *case.rounds))
    if rounds != other.rounds:
        table = table_among(other.table, rounds)
        game = None if table is None else ctx.game_of(table)
        facts.append(f.RoundsChanged(rounds=rounds, changed_by=ctx.person, table=table, game=game))
    facts.extend(
        f.FindingTaken(finding=finding, taken_by=ctx.person)
        for finding in case.findings
        if finding not in other.findings
    )
    number = int(other.next_code("P")[1:])
    known, named = ctx.identities(other), ctx.identities(case)
    codes: dict[str | None, str] = {}
    for party in case.parties.values():
        if party.person in case.erased or (party.staff is not None and other.is_party(party.staff)):
            continue
        moved = f.Party(
            party=f"P{number}",
            kind=party.kind,
            person=party.person,
            identity=party.identity,
            staff=party.staff,
            reference=party.reference,
            same_as=codes.get(party.same_as) or _same(party, named, other, known),
        )
        facts.append(f.PartyAdded(party=moved, added_by=ctx.person))
        codes[party.party] = moved.same_as or moved.party
        number += 1
    # Where both say whose a bet is, the case that goes on is right. Whoever stays behind is nobody there.
    said = tuple(
        msgspec.structs.replace(each, party=codes.get(each.party))
        for key, each in case.attributed.items()
        if key not in other.attributed
    )
    if said:
        facts.append(f.BetsAttributed(bets=said, attributed_by=ctx.person))
    return facts


def _same(party: f.Party, named: Mapping[str, Identity], other: Case, known: Mapping[str, Identity]) -> str | None:
    """The party of the case that goes on who is this person from outside: of the same kind and name, and with the same
    reference at the table or the same contact. A name alone may be anybody's; where neither gave one the reference
    decides."""
    name, contact, _how = named.get(party.party, NOBODY)
    for each in other.parties.values():
        if each.kind != party.kind or each.same_as is not None or each.person in other.erased:
            continue
        called, reached, _how = known.get(each.party, NOBODY)
        reference = party.reference is not None and party.reference == each.reference
        if reference and not (name or called):
            return each.party
        if same_name(name, called) and (reference or same_contact(contact, reached)):
            return each.party
    return None


@decides(c.Reopen)
def reopen(case: Case, command: c.Reopen, ctx: Context) -> list[Fact]:
    """On new evidence: back to senior management where a complaint was filed, else to the pit manager."""
    if case.closed is not None and case.closed.ending == "merged":
        raise Problem("case_merge_itself")
    reason = ctx.seal(command.reason, case.persons)
    return [f.CaseReopened(reason=reason, reopened_by=ctx.person, next_by=ctx.after(days=ctx.terms.senior_days))]

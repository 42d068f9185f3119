"""Offers at the table (8.1), the decision (8.4), its confirmation, and the decision on the complaint (8.5)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

import msgspec

from casino.core.errors import Problem
from casino.core.events import Fact
from casino.core.messages import Catalogue
from casino.core.sealed import Sealed
from casino.core.text import Text, joined, shaped
from disputes.case import at_the_top
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.allowed import check_table
from disputes.case.alone import against_remedy, require_alone
from disputes.case.attributing import line_said, said_of
from disputes.case.bases import open_items, waiting_footage
from disputes.case.bet_owner import owners, unknown_ticked
from disputes.case.context import Context
from disputes.case.procedure import clause_of
from disputes.case.remedies import (
    amount_text,
    as_remedy,
    judged_rounds,
    open_rulings,
    require_known,
    require_rulings,
    stands,
    still_right,
    waiting_rounds,
)
from disputes.case.rulings_awaited import left_open
from disputes.case.state import Case
from disputes.case.step import decides

_WORDS: Final = Catalogue(__file__)


class Missing(msgspec.Struct, frozen=True):
    """Something a decision still waits for: the clause, and in words."""

    code: str
    clause: str
    text: Text


@decides(c.ProposeRemedy)
def propose_remedy(case: Case, command: c.ProposeRemedy, ctx: Context) -> list[Fact]:
    """8.1: what the supervisor offers at the table, within the table's limit. An offer that can no longer be carried
    out does not wait for its answer: another takes its place."""
    if case.proposal is not None and stands(case.proposal.remedy, case, ctx):
        raise Problem("case_offer_waits")
    said = line_said(command.remedy, case, ctx, "remedy")
    remedy = as_remedy(command.remedy, case, ctx, said_of(said))
    require_rulings(case, remedy, ctx)
    limits = ctx.terms.table_limit
    if _above(limits, remedy, case):
        amount = amount_text(remedy.moved_minor, case.currency)
        if case.currency not in limits:
            raise Problem("case_table_currency", "remedy", amount=amount, currency=case.currency)
        limit = amount_text(limits[case.currency], case.currency)
        raise Problem("case_above_table", "remedy", amount=amount, limit=limit)
    require_alone(case, remedy, ctx.person, ctx)
    note = None if command.note is None else ctx.seal(command.note, case.persons)
    proposed = f.RemedyProposed(proposal=case.next_code("O"), remedy=remedy, proposed_by=ctx.person, note=note)
    return [*said, proposed]


def _above(limits: Mapping[str, int], remedy: f.Remedy, case: Case) -> bool:
    """Whether a remedy moves more than the house's limit for its currency. Where none is set, any amount is above."""
    return remedy.moved_minor > limits.get(case.currency, 0)


@decides(c.AnswerAtTable)
def answer_at_table(case: Case, command: c.AnswerAtTable, ctx: Context) -> list[Fact]:
    """8.1: agreed, the case is settled; if not, it goes to the pit manager by itself, so that it is not forgotten."""
    offer = case.proposal
    if offer is None:
        raise Problem("case_no_offer")
    said = None if command.said is None else ctx.seal(command.said, case.persons)
    answered = f.AnsweredAtTable(proposal=offer.proposal, agreed=command.agreed, recorded_by=ctx.person, said=said)
    if not command.agreed:
        return [answered, _passed_on("player_disagrees", None, ctx)]
    still_right(offer.remedy, case, ctx)
    require_alone(case, offer.remedy, offer.proposed_by, ctx)
    return [answered, *carried_out(offer.remedy, case, ctx), closed("settled_at_table", ctx)]


@decides(c.PassOn)
def pass_on(case: Case, command: c.PassOn, ctx: Context) -> list[Fact]:
    """8.1."""
    reason = None if command.reason is None else ctx.seal(command.reason, case.persons)
    return [_passed_on(command.why, reason, ctx)]


def _passed_on(why: f.Why, reason: Sealed | None, ctx: Context) -> f.PassedOn:
    next_by = ctx.after(minutes=ctx.terms.first_word_minutes)
    return f.PassedOn(why=why, passed_by=ctx.person, reason=reason, next_by=next_by)


def missing(case: Case, ctx: Context) -> list[Missing]:
    """What a decision still waits for, in the order of section 8. Empty: it can be made, of the rounds that wait for no
    ruling."""
    found = []
    if case.notified is None:
        found.append(Missing("not_notified", "8.2", _WORDS.text("notify-surveillance")))
    if case.promise is None:
        said = _WORDS.text("tell-the-player-how-long")
        found.append(Missing("no_first_word", "8.3", said))
    found.extend(Missing(f"item_{item.item}", item.clause, item.name) for item in open_items(case, ctx))
    for request in waiting_footage(case):
        text = _WORDS.text("answer-to-the-request-for", request=request)
        found.append(Missing(f"footage_{request}", clause_of("footage", case.game), text))
    found.extend(open_bets(case, ctx))
    for judged, clause, posts in [] if waiting_rounds(case, ctx) else open_rulings(case, (), ctx):
        names = ", ".join(posts)
        text = _WORDS.text("ruling-at-round-round", round=judged.ref.round)
        found.append(Missing(f"ruling_{clause}:{names}", clause, text))
    return found


def open_bets(case: Case, ctx: Context) -> list[Missing]:
    """The disputed bets of which nobody has said whose they are."""
    return [
        Missing(
            f"whose_{judged.ref.table}/{judged.ref.round}/{bet}",
            "8.2",
            _WORDS.text("whose-bet-bet-of-round", bet=bet, round=judged.ref.round),
        )
        for judged, bet in unknown_ticked(judged_rounds(case, ctx), owners(case))
    ]


def _require_told(case: Case) -> None:
    """8.2 and 8.3."""
    if case.notified is None:
        raise Problem("case_not_notified")
    if case.promise is None:
        raise Problem("case_no_first_word")


def _require_bases(case: Case, ctx: Context) -> None:
    """Every item of 8.4, and every request for footage."""
    items = open_items(case, ctx)
    if items:
        named = (shaped("{clause} {name}", clause=item.clause, name=item.name) for item in items)
        raise Problem("case_items_open", items=joined(named, "; "))
    waiting = waiting_footage(case)
    if waiting:
        raise Problem("case_footage_open", request=waiting[0])


def _check_evidence(case: Case, evidence: tuple[str, ...]) -> None:
    """What a decision rests on: pieces of evidence, statements (S…) and footage (F…) of the case."""
    standing = {fact.evidence for fact in case.standing_evidence()}
    standing |= {kept.fact.statement for kept in case.statements}
    standing |= {request for request, footage in case.footage.items() if footage.answer and footage.answer.found}
    if not evidence and standing:
        raise Problem("case_evidence_missing", "evidence")
    for code in evidence:
        if code not in standing:
            raise Problem("case_evidence_unknown", "evidence", evidence=code)


def _check_languages(command: c.Decide | c.DecideComplaint) -> None:
    """Reasons in English stand in one place: beside the Vietnamese ones, or alone."""
    if command.reasons_language == "en" and command.reasons_en is not None:
        raise Problem("case_reasons_twice", "reasons_en")


@decides(c.Decide)
def decide(case: Case, command: c.Decide, ctx: Context) -> list[Fact]:
    """8.4: on all its bases, by somebody who did not decide below; above the set amount a second person confirms."""
    _require_told(case)
    _require_bases(case, ctx)
    _check_evidence(case, command.evidence)
    _check_languages(command)
    said = line_said(command.remedy, case, ctx, "remedy")
    require_known(case, said_of(said), ctx)
    remedy = as_remedy(command.remedy, case, ctx, said_of(said))
    left = waiting_rounds(case, ctx)
    require_rulings(case, remedy, ctx, left)
    alone = against_remedy(case, remedy, "decided", ctx.person, ctx)
    confirm = bool(alone) or _above(ctx.terms.confirm_above, remedy, case)
    made = f.Decided(
        decision=case.next_code("D"),
        remedy=remedy,
        evidence=command.evidence,
        reasons=ctx.seal(command.reasons, case.persons),
        reasons_en=None if command.reasons_en is None else ctx.seal(command.reasons_en, case.persons),
        reasons_language="en" if command.reasons_language == "en" else None,
        decided_by=ctx.person,
        needs_confirmation=confirm,
        next_by=_next_by(ctx, confirm=confirm, complaint=False),
        because=tuple(each.why for each in alone),
        left=left,
    )
    return [*said, made] if confirm else [*said, made, *carried_out(remedy, case, ctx)]


@decides(c.DecideComplaint)
def decide_complaint(case: Case, command: c.DecideComplaint, ctx: Context) -> list[Fact]:
    """8.5: upheld, varied or rejected, with reasons, by senior management, on the bases of 8.4 as they stand by then.
    The remedy is what is granted besides what already took effect; a rejected complaint grants nothing, and one that is
    upheld or varies the decision grants an amount or a measure."""
    _require_bases(case, ctx)
    _check_evidence(case, command.evidence)
    _check_languages(command)
    if command.result == "rejected" and command.remedy.kind != "none":
        raise Problem("case_remedy_none", "remedy.kind")
    said = line_said(command.remedy, case, ctx, "remedy")
    require_known(case, said_of(said), ctx)
    remedy = as_remedy(command.remedy, case, ctx, said_of(said))
    if command.result != "rejected" and not remedy.puts_right:
        raise Problem("case_result_empty", "remedy.kind")
    left = waiting_rounds(case, ctx)
    require_rulings(case, remedy, ctx, left)
    alone = against_remedy(case, remedy, "decided", ctx.person, ctx)
    confirm = bool(alone) or _above(ctx.terms.confirm_above, remedy, case)
    outside = at_the_top.confirm_by(case, ctx, needed=confirm)
    confirm = confirm or bool(outside)
    made = f.ComplaintDecided(
        decision=case.next_code("D"),
        result=command.result,
        remedy=remedy,
        evidence=command.evidence,
        reasons=ctx.seal(command.reasons, case.persons),
        reasons_en=None if command.reasons_en is None else ctx.seal(command.reasons_en, case.persons),
        reasons_language="en" if command.reasons_language == "en" else None,
        decided_by=ctx.person,
        needs_confirmation=confirm,
        next_by=_next_by(ctx, confirm=confirm, complaint=True),
        because=tuple(each.why for each in alone),
        confirm_by=tuple(post.value for post in outside),
        left=(*left_open(case), *left),
    )
    return [*said, made] if confirm else [*said, made, *carried_out(remedy, case, ctx)]


@decides(c.Confirm)
def confirm(case: Case, command: c.Confirm, ctx: Context) -> list[Fact]:
    """The second person: the remedy takes effect, if the replay still says what it said and Surveillance has not
    answered since: what the decision did not know goes back to who decided."""
    made = case.decision
    assert made is not None
    since = next((code for code, each in case.footage.items() if each.answered_version > made.version), None)
    if since is not None:
        raise Problem("case_footage_since", request=since, decision=made.code)
    still_right(made.fact.remedy, case, ctx)
    next_by = _next_by(ctx, confirm=False, complaint=made.on_complaint)
    confirmed = f.DecisionConfirmed(decision=made.code, confirmed_by=ctx.person, next_by=next_by)
    return [confirmed, *carried_out(made.fact.remedy, case, ctx)]


@decides(c.RefuseConfirmation)
def refuse_confirmation(case: Case, command: c.RefuseConfirmation, ctx: Context) -> list[Fact]:
    """The second person sends it back to be decided again."""
    made = case.decision
    assert made is not None
    terms = ctx.terms
    again = case.promised_until or ctx.after(hours=terms.look_again_hours)
    back = ctx.after(days=terms.senior_days) if made.on_complaint else again
    reason = ctx.seal(command.reason, case.persons)
    return [f.ConfirmationRefused(decision=made.code, refused_by=ctx.person, reason=reason, next_by=back)]


def _next_by(ctx: Context, *, confirm: bool, complaint: bool) -> datetime:
    if confirm:
        return ctx.after(hours=ctx.terms.confirmation_hours)
    return ctx.after(days=ctx.terms.closing_days if complaint else ctx.terms.answer_days)


def carried_out(remedy: f.Remedy, case: Case, ctx: Context) -> list[Fact]:
    """The remedy takes effect, by somebody posted at its tables; the service writes it at the rounds in the same
    transaction."""
    if not remedy.lines:
        return []
    for line in remedy.lines:
        check_table(case, ctx.actor, ctx.pit_of, line.table)
    codes = case.money.next_codes(len(remedy.lines))
    return [f.RemedyCarriedOut(lines=remedy.lines, kind=remedy.kind, carried_out_by=ctx.person, codes=codes)]


def closed(ending: f.Ending, ctx: Context, *, said: Sealed | None = None, into: str | None = None) -> f.CaseClosed:
    """The end of a case, with the end of its record's term."""
    return f.CaseClosed(
        ending=ending, closed_by=ctx.person, retained_until=ctx.terms.retained_until(ctx.now), said=said, into=into
    )

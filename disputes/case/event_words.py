"""Events of a case in words: what each is called, and a sentence from what the event itself holds.

What people said is sealed and not part of the sentence; a page shows it beneath, where it can still be read. Pure.
Registered with ``games.words`` at start, so that every timeline tells them. Proved by ``tests/disputes/test_words.py``.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

import msgspec

from casino.core.events import Fact
from casino.core.messages import Catalogue
from casino.core.moments import countable
from casino.core.posts import role_words
from casino.core.text import Text, joined, shaped
from disputes.case import bases, words
from disputes.case import facts as f
from disputes.case.allowed import STAGE_NAMES
from disputes.case.closing_facts import ClosingBegun
from disputes.case.money_facts import GivingUpAsked, MoneyHandedOver, MoneyReceived
from disputes.case.paper_facts import PaperHandedOver, SignedCopyKept
from disputes.case.procedure import ITEMS, PROCEDURE
from disputes.case.state import Stage
from games.engine.sentences import NOTHING, Sentence, amount, join, person

_WORDS: Final = Catalogue(__file__)


def remedy(fact: f.Remedy, currency: str) -> Text:
    """A remedy in short: what it is and what it moves."""
    total = fact.total_minor
    kind = words.REMEDIES[fact.kind]
    if fact.measures:
        kind = shaped("{kind} ({measures})", kind=kind, measures=measures(fact))
    if total > 0:
        return _WORDS.text("kind-sum-to-the-player", kind=kind, sum=amount(total, currency))
    if total < 0:
        return _WORDS.text("kind-sum-from-the-player", kind=kind, sum=amount(-total, currency))
    kept = sum(line.beyond_rules_minor for line in fact.lines if not line.to_player_minor)
    if kept:
        sum_ = amount(kept, currency)
        return _WORDS.text("the-player-may-keep-sum", sum=sum_)
    return kind


def measures(fact: f.Remedy) -> Text:
    """What the house does besides money, by its kinds."""
    named = [words.MEASURES[kind] for kind in dict.fromkeys(measure.kind for measure in fact.measures)]
    return joined(named, ", ")


def _clauses(fact: f.Remedy) -> Text:
    numbers = ", ".join(dict.fromkeys(citation.clause for citation in fact.citations))
    return _WORDS.text("under-clause-n", n=numbers) if numbers else NOTHING


def _moment(at: datetime) -> str:
    """In the zone in which it is handed in; the zone is named where nobody has put it into the house's."""
    return f"{at:%d/%m/%Y %H:%M}{' UTC' if at.tzinfo is UTC else ''}"


def in_zone(fact: Fact, zone: ZoneInfo) -> Fact:
    """The same fact with its moments in a time zone, for telling it to people there."""
    moments = {name: getattr(fact, name) for name in fact.__struct_fields__}
    local = {name: countable(at).astimezone(zone) for name, at in moments.items() if isinstance(at, datetime)}
    return msgspec.structs.replace(fact, **local) if local else fact


def _rounds(rounds: tuple[f.RoundRef, ...]) -> Text:
    if not rounds:
        return _WORDS.text("no-round-identified")
    shown = ", ".join(
        f"{ref.table} · {ref.round}" + (f" ({', '.join(ref.bets)})" if ref.bets else "") for ref in rounds[:4]
    )
    rest = len(rounds) - 4
    more = _WORDS.text("and-n-more", n=rest) if rest > 0 else NOTHING
    return _WORDS.text("round-shown-more", shown=shown, more=more)


def _opened(fact: f.CaseOpened, currency: str) -> Text:
    disputed = NOTHING
    if fact.amount_minor is not None:
        disputed = _WORDS.text("amount-a", a=amount(fact.amount_minor, currency))
    return shaped(
        "{source}. {rounds}{disputed}.",
        source=_capital(words.SOURCES[fact.source]),
        rounds=_rounds(fact.rounds),
        disputed=disputed,
    )


def _party_added(fact: f.PartyAdded, currency: str) -> Text:
    party = fact.party
    who = party.staff or party.reference or ""
    return shaped("{code}: {kind} {who}", code=party.party, kind=words.PARTIES[party.kind], who=who)


def _party_named(fact: f.PartyNamed, currency: str) -> Text:
    return Text(fact.party, fact.party)


def _whose(fact: f.BetsAttributed, currency: str) -> Text:
    """Each player of the case with their bets; then those of nobody in the case."""
    bets: dict[str | None, list[str]] = {}
    for each in fact.bets:
        bets.setdefault(each.party, []).append(f"{each.table} · {each.round} · {each.bet}")
    parts = [
        shaped("{who}: {bets}", who=_party(party), bets=_some(found))
        for party, found in sorted(bets.items(), key=lambda pair: (pair[0] is None, pair[0] or ""))
    ]
    return joined(parts, "; ").turned("{}.".format)


def _party(code: str | None) -> Text | str:
    return code or _WORDS.text("of-nobody-in-the-case")


def _some(found: list[str]) -> Text:
    """The first of a list, and how many more."""
    shown, rest = ", ".join(found[:4]), len(found) - 4
    more = _WORDS.text("and-n-more-2", n=rest) if rest > 0 else NOTHING
    return shaped("{shown}{more}", shown=shown, more=more)


def _amount_changed(fact: f.AmountChanged, currency: str) -> Text:
    if fact.amount_minor is None:
        return _WORDS.text("the-amount-in-dispute-is")
    return amount(fact.amount_minor, currency)


def _proposed(fact: f.RemedyProposed, currency: str) -> Text:
    return shaped(
        "{code}: {remedy}, {clauses}.",
        code=fact.proposal,
        remedy=remedy(fact.remedy, currency),
        clauses=_clauses(fact.remedy),
    )


def _agreed(fact: Any, code: str) -> Text:
    if fact.agreed:
        return _WORDS.text("agrees-to-code", code=code)
    return _WORDS.text("does-not-agree-to-code", code=code)


def _evidence(fact: f.EvidenceAdded, currency: str) -> Text:
    clause, name = ITEMS[fact.item]
    named = NOTHING
    if fact.document:
        named = shaped(" {d} {v}", d=fact.document, v=fact.version or "")
    return shaped(
        "{code}, {kind}{named} – {clause} {name}",
        code=fact.evidence,
        kind=words.EVIDENCE[fact.kind],
        named=named,
        clause=clause,
        name=name,
    )


def _footage_asked(fact: f.FootageAsked, currency: str) -> Text:
    return _WORDS.text(
        "code-table-table-round-from",
        code=fact.request,
        table=fact.table,
        round=_WORDS.text("round-r", r=fact.round) if fact.round else NOTHING,
        begin=_moment(fact.begins_at),
        end=_moment(fact.ends_at),
    )


def _footage_answered(fact: f.FootageAnswered, currency: str) -> Text:
    if fact.found:
        return _WORDS.text("code-there-is-footage", code=fact.request)
    return _WORDS.text("code-there-is-none", code=fact.request)


def _footage_unanswered(fact: f.FootageUnanswered, currency: str) -> Text:
    return _WORDS.text(
        "code-not-answered-by-due",
        code=fact.request,
        due=_moment(fact.due_at),
    )


def _told(fact: Any) -> Text:
    manner, language = words.MANNERS[fact.manner], words.LANGUAGES[fact.language]
    return shaped("{manner}, {language}", manner=manner, language=language)


def _promised(fact: f.TimePromised, currency: str) -> Text:
    return _WORDS.text("by-until-told", until=_moment(fact.until), told=_told(fact))


def _informed(fact: f.InformedOfRight, currency: str) -> Text:
    return shaped("{at}; {told}.", at=_moment(fact.told_at), told=_told(fact))


def _decided(fact: f.Decided | f.ComplaintDecided, currency: str) -> Text:
    result = NOTHING
    if isinstance(fact, f.ComplaintDecided):
        result = shaped("{result}; ", result=words.RESULTS[fact.result])
    confirm = NOTHING
    if fact.needs_confirmation:
        confirm = _WORDS.text("a-second-person-is-to")
    said = shaped(
        "{code}: {result}{remedy}, {clauses}.",
        code=fact.decision,
        result=result,
        remedy=remedy(fact.remedy, currency),
        clauses=_clauses(fact.remedy),
    )
    left = NOTHING
    if fact.left:
        rounds = ", ".join(ref.round for ref in fact.left)
        left = _WORDS.text("round-rounds-is-left-open", rounds=rounds)
    return join(join(said, confirm), left)


def _carried_out(fact: f.RemedyCarriedOut, currency: str) -> Text:
    total = sum(line.to_player_minor for line in fact.lines)
    if total >= 0:
        return _WORDS.text("sum-to-the-player", sum=amount(total, currency))
    return _WORDS.text("sum-from-the-player", sum=amount(-total, currency))


def _moved(fact: MoneyHandedOver | MoneyReceived, currency: str) -> Text:
    sum_, how = amount(fact.amount_minor, currency), words.HOW[fact.how]
    return shaped("{line}: {sum} {how}.", line=fact.line, sum=sum_, how=how)


def _given_up(fact: Any, currency: str) -> Text:
    return shaped("{line}: {sum}.", line=fact.line, sum=amount(fact.amount_minor, currency))


def _giving_up(fact: GivingUpAsked, currency: str) -> Text:
    return _WORDS.text(
        "line-why-sum-a-second",
        line=fact.line,
        why=words.GIVEN_UP[fact.why],
        sum=amount(fact.amount_minor, currency),
    )


def _paper(fact: f.PaperIssued, currency: str) -> Text:
    return shaped(
        "{code}: {kind}, {language}.",
        code=fact.paper,
        kind=words.PAPERS[fact.kind],
        language=words.language(fact.language),
    )


def _handed_over(fact: PaperHandedOver, currency: str) -> Text:
    at = f"{fact.handed_at:%H:%M %d/%m/%Y}"
    signed = _WORDS.text("signed-by-the-player") if fact.signed else NOTHING
    manner = words.MANNERS[fact.manner]
    return shaped(
        "{code}: {manner}, {at}{signed}.",
        code=fact.paper,
        manner=manner,
        at=at,
        signed=signed,
    )


def _signed_copy(fact: SignedCopyKept, currency: str) -> Text:
    return shaped("{code}: {size}.", code=fact.paper, size=words.size(fact.size_bytes))


def _closed(fact: f.CaseClosed, currency: str) -> Text:
    into = shaped(" {case}", case=fact.into) if fact.into else NOTHING
    return _WORDS.text(
        "ending-into-kept-until-day",
        ending=_capital(words.ENDINGS[fact.ending]),
        into=into,
        day=f"{fact.retained_until:%d/%m/%Y}",
    )


def _closing_begun(fact: ClosingBegun, currency: str) -> Text:
    return _WORDS.text(
        "ending-it-closes-once-money",
        ending=_capital(words.ENDINGS[fact.ending]),
    )


def _erasure_asked(fact: f.ErasureAsked, currency: str) -> Text:
    ground = words.GROUNDS["term_ended"] if fact.law is None else words.LAWS[fact.law]
    return _WORDS.text(
        "the-key-of-person-ground",
        person=fact.person,
        ground=ground,
    )


def _erased(fact: f.PersonErased, currency: str) -> Text:
    ground = words.GROUNDS[fact.ground] if fact.law is None else words.LAWS[fact.law]
    whose = _WORDS.text("the-key-of-person", person=fact.person)
    if fact.successor is not None:
        whose = _WORDS.text("the-cases-own-key-a")
    return _WORDS.text(
        "whose-was-destroyed-ground-named",
        whose=whose,
        ground=ground,
        named=f" – {fact.legal_ground.rstrip('.')}" if fact.legal_ground else "",
    )


def _refused(fact: f.CommandRefused, currency: str) -> Text:
    step = PROCEDURE.get(fact.command)
    stage = NOTHING
    if fact.stage is not None and fact.stage in Stage._value2member_map_:
        stage = STAGE_NAMES[Stage(fact.stage)]
    at = _WORDS.text("at-the-stage-stage", stage=stage) if stage.vi else NOTHING
    return _WORDS.text(
        "who-staff-tried-title-at",
        who=_capital(role_words(fact.role)),
        staff=fact.staff,
        title=step.title if step else fact.command,
        at=at,
    )


def _capital(text: Text) -> Text:
    return text.capital()


def _nothing(fact: Any, currency: str) -> Text:
    return NOTHING


def _item(fact: f.NothingFound, currency: str) -> Text:
    clause, name = ITEMS[fact.item]
    cause = bases.NOT_RECORDED if fact.cause is None else words.CAUSES[fact.cause]
    asked = shaped(" ({at})", at=_moment(fact.asked_at)) if fact.asked_at is not None else NOTHING
    return shaped(
        "{clause} {name}: {cause}{asked}",
        clause=clause,
        name=name,
        cause=cause,
        asked=asked,
    )


SENTENCES: Final[dict[str, Sentence]] = {
    "opened": _opened,
    "party_added": _party_added,
    "party_named": _party_named,
    "rounds_changed": lambda fact, currency: _rounds(fact.rounds),
    "bets_attributed": _whose,
    "amount_changed": _amount_changed,
    "finding_taken": lambda fact, currency: Text(fact.finding.stream, fact.finding.stream),
    "assigned": lambda fact, currency: _WORDS.text("sentences--assigned", staff=fact.staff),
    "taken_over": lambda fact, currency: _WORDS.text("sentences--taken_over", who=person(fact.taken_by)),
    "statement_taken": lambda fact, currency: _WORDS.text("sentences--statement_taken", s=fact.statement, p=fact.party),
    "remedy_proposed": _proposed,
    "answered_at_table": lambda fact, currency: _agreed(fact, fact.proposal),
    "passed_on": lambda fact, currency: _capital(words.REASONS_TO_PASS[fact.why]),
    "evidence_added": _evidence,
    "evidence_withdrawn": lambda fact, currency: Text(fact.evidence, fact.evidence),
    "nothing_found": _item,
    "footage_asked": _footage_asked,
    "footage_answered": _footage_answered,
    "footage_unanswered": _footage_unanswered,
    "time_promised": _promised,
    "decided": _decided,
    "complaint_decided": _decided,
    "decision_confirmed": lambda fact, currency: Text(fact.decision, fact.decision),
    "confirmation_refused": lambda fact, currency: Text(fact.decision, fact.decision),
    "remedy_carried_out": _carried_out,
    "money_handed_over": _moved,
    "money_received": _moved,
    "giving_up_asked": _giving_up,
    "money_waived": _given_up,
    "money_uncollectable": _given_up,
    "paper_issued": _paper,
    "paper_handed_over": _handed_over,
    "signed_copy_kept": _signed_copy,
    "player_answered": lambda fact, currency: _agreed(fact, fact.decision),
    "informed_of_right": _informed,
    "closed": _closed,
    "rounds_resumed": lambda fact, currency: _rounds(fact.rounds),
    "closing_begun": _closing_begun,
    "step_set_aside": lambda fact, currency: words.PAPERS.get(fact.step, Text(fact.step, fact.step)),
    "closing_completed": lambda fact, currency: _WORDS.text(
        "sentences--closing_completed", day=f"{fact.retained_until:%d/%m/%Y}"
    ),
    "absorbed": lambda fact, currency: Text(fact.case, fact.case),
    "erasure_asked": _erasure_asked,
    "person_erased": _erased,
    "command_refused": _refused,
}
"""Name after ``case.`` -> how it is told; of the others the name says it all."""


def told(name: str) -> Sentence:
    """How the event of this name is told."""
    return SENTENCES.get(name, _nothing)

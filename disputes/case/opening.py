"""Opening a case and saying what it is about: players, rounds, amount, findings, and who sees to it (8.1, 8.2)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from casino.core import interest
from casino.core.errors import Problem
from casino.core.events import Fact
from casino.core.posts import Post
from casino.core.sealed import Sealed
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.allowed import check_table, involved, parts
from disputes.case.attributing import attributed, check_ticks, replayed, said_of
from disputes.case.bet_owner import Owners, owners
from disputes.case.context import NOBODY, Context
from disputes.case.stages import to_acknowledge
from disputes.case.state import Case
from disputes.case.step import decides


@decides(c.OpenCase)
def open_case(case: Case, command: c.OpenCase, ctx: Context) -> list[Fact]:
    """8.1: a complaint at a table of theirs, or a finding taken up. Surveillance opens from a finding only."""
    if ctx.actor.role == Post.SURVEILLANCE and not command.findings:
        raise Problem("case_from_finding_only", "findings")
    if not command.players and not command.findings:
        raise Problem("case_nobody", "players")
    if command.claim is None and not command.findings:
        raise Problem("case_claim_unsaid", "claim")
    table = command.table or (command.rounds[0].table if command.rounds else None)
    if table is not None:
        check_table(case, ctx.actor, ctx.pit_of, table)
        if ctx.game_of(table) is None:
            raise Problem("case_round_unknown", "table", round="–", table=table)
    if command.happened_at is not None and command.happened_at > ctx.now:
        raise Problem("case_time_ahead", "happened_at")
    rounds, staff = check_rounds(case, command.rounds, ctx)
    if rounds and table not in {ref.table for ref in rounds}:
        raise Problem("case_round_unknown", "table", round=rounds[0].round, table=table)
    currency = _currency(table, rounds, ctx)
    check_currency(rounds, currency, ctx)
    for finding in command.findings:
        _require_finding(finding, ctx)
    own = ctx.new_person()
    check_references(command.players)
    players = [_outsider("player", number, who, ctx) for number, who in enumerate(command.players, 1)]
    said = attributed(command.whose, Owners(players, {}), replayed(rounds, ctx), ctx, "whose")
    check_ticks(command.rounds, Owners(players, {(each.stream, each.bet): each for each in said_of(said)}), ctx)
    outside = [
        *players,
        *(_outsider("witness", number, who, ctx) for number, who in enumerate(command.witnesses, 1 + len(players))),
    ]
    named = dict.fromkeys((*command.staff, *staff))
    inside = [f.Party(party=f"P{n}", kind="staff", staff=code) for n, code in enumerate(named, 1 + len(outside))]
    persons = (own, *(p.person for p in outside if p.person))
    return [
        f.CaseOpened(
            source="player" if players and command.claim is not None else "finding",
            own=own,
            opened_by=ctx.person,
            currency=currency,
            parties=(*outside, *inside),
            claim=None if command.claim is None else ctx.seal(command.claim, persons),
            table=table,
            game=ctx.game_of(table) if table is not None else None,
            rounds=rounds,
            findings=command.findings,
            amount_minor=command.amount_minor,
            happened_at=command.happened_at,
            next_by=ctx.after(minutes=ctx.terms.at_table_minutes),
        ),
        *said,
    ]


def check_references(players: Iterable[c.Outsider], taken: Iterable[str | None] = ()) -> None:
    """What the table calls one player it calls no other: else a bet would be of two."""
    known = set(taken) - {None}
    for number, who in enumerate(players):
        if who.reference is not None and who.reference in known:
            raise Problem("case_reference_twice", f"players.{number}.reference", reference=who.reference)
        known.add(who.reference)


def check_rounds(
    case: Case, rounds: tuple[f.RoundRef, ...], ctx: Context
) -> tuple[tuple[f.RoundRef, ...], tuple[str, ...]]:
    """Each round once, at a table of theirs, known, with bets that it has; and the dealers of these rounds."""
    staff: list[str] = []
    for number, ref in enumerate(rounds):
        check_table(case, ctx.actor, ctx.pit_of, ref.table)
        judged = ctx.judged(ref)
        if judged is None:
            raise Problem("case_round_unknown", f"rounds.{number}", round=ref.round, table=ref.table)
        for bet in ref.bets:
            if bet not in judged.bets:
                raise Problem("case_bet_unknown", f"rounds.{number}.bets", bet=bet, round=ref.round)
        staff.extend(judged.staff)
    return united(rounds), tuple(dict.fromkeys(staff))


def united(rounds: Iterable[f.RoundRef]) -> tuple[f.RoundRef, ...]:
    """Each round once, with the bets of all its mentions; one that names none means all of them."""
    found: dict[str, f.RoundRef] = {}
    for ref in rounds:
        known = found.get(ref.stream)
        if known is not None:
            bets = tuple(dict.fromkeys((*known.bets, *ref.bets))) if known.bets and ref.bets else ()
            ref = msgspec.structs.replace(ref, bets=bets)
        found[ref.stream] = ref
    return tuple(found.values())


def table_among(table: str | None, rounds: tuple[f.RoundRef, ...]) -> str | None:
    """The table of a case about these rounds: its own where it is still among them, else the first."""
    tables = [ref.table for ref in rounds]
    return table if not tables or table in tables else tables[0]


def _currency(table: str | None, rounds: tuple[f.RoundRef, ...], ctx: Context) -> str:
    """The currency of the first round, else of the table, else of the house."""
    judged = ctx.judged(rounds[0]) if rounds else None
    if judged is not None:
        return judged.currency
    return ctx.currency if table is None else ctx.currency_of(table)


def check_currency(rounds: tuple[f.RoundRef, ...], currency: str, ctx: Context) -> None:
    """The amounts of a case are added up and held against limits: all its rounds are in one currency."""
    for number, ref in enumerate(rounds):
        judged = ctx.judged(ref)
        if judged is not None and judged.currency != currency:
            raise Problem("case_currency", f"rounds.{number}", case=currency, currency=judged.currency)


def _outsider(kind: f.PartyKind, number: int, who: c.Outsider, ctx: Context) -> f.Party:
    """A person from outside gets a key of their own; only name, contact and description are sealed under it alone.
    Problem ``case_person_unsaid``: nothing says who it is."""
    if not (who.name.strip() or who.reference or who.described.strip()):
        raise Problem("case_person_unsaid", "name")
    person = ctx.new_person()
    identity = _identity(person, ctx, name=who.name, contact=who.contact, described=who.described)
    return f.Party(party=f"P{number}", kind=kind, person=person, identity=identity, reference=who.reference)


def _identity(person: str, ctx: Context, *, name: str, contact: str, described: str) -> Sealed:
    """Who somebody is, sealed under their key alone."""
    said = {"name": name.strip(), "contact": contact.strip()}
    identity = msgspec.json.encode(said | ({"described": described.strip()} if described.strip() else {}))
    return ctx.seal(identity, (person,), kind="identity", name=said["name"])


@decides(c.NameParty)
def name_party(case: Case, command: c.NameParty, ctx: Context) -> list[Fact]:
    """8.2: letters and the hand-over need to know to whom they speak."""
    party = case.parties.get(command.party)
    if party is None or party.person is None or party.person in case.erased:
        raise Problem("case_party_unknown", "party", party=command.party)
    before = ctx.identities(case).get(command.party, NOBODY)
    said = {name: (getattr(command, name) or "").strip() for name in before._fields}
    after = before._replace(**{name: text for name, text in said.items() if text})
    if after == before:
        raise Problem("case_changes_nothing", "name")
    identity = _identity(party.person, ctx, **after._asdict())
    return [f.PartyNamed(party=command.party, identity=identity, named_by=ctx.person)]


@decides(c.AddPlayer)
def add_player(case: Case, command: c.AddPlayer, ctx: Context) -> list[Fact]:
    """8.2: with the bets that are theirs, of those whose player the table does not name."""
    check_references((command.player,), (party.reference for party in case.parties.values()))
    party = _outsider("player", int(case.next_code("P")[1:]), command.player, ctx)
    known = Owners((*case.parties.values(), party), case.attributed)
    theirs = [c.BetOf(table=bet.table, round=bet.round, bet=bet.bet, party=party.party) for bet in command.bets]
    said = attributed(theirs, known, replayed(case.rounds, ctx), ctx, "bets")
    return [f.PartyAdded(party=party, added_by=ctx.person), *said]


@decides(c.AddWitness)
def add_witness(case: Case, command: c.AddWitness, ctx: Context) -> list[Fact]:
    """8.2."""
    party = _outsider("witness", int(case.next_code("P")[1:]), command.witness, ctx)
    return [f.PartyAdded(party=party, added_by=ctx.person)]


@decides(c.AddStaff)
def add_staff(case: Case, command: c.AddStaff, ctx: Context) -> list[Fact]:
    """8.2: a person of the house who was part of it; from then on they decide nothing in the case."""
    if case.is_party(command.staff):
        raise Problem("case_party_twice", "staff")
    party = f.Party(party=case.next_code("P"), kind="staff", staff=command.staff)
    return [f.PartyAdded(party=party, added_by=ctx.person)]


@decides(c.ChangeRounds)
def change_rounds(case: Case, command: c.ChangeRounds, ctx: Context) -> list[Fact]:
    """8.2: a round found later, another bet, a whole shoe. The table stays the case's own where it is still among
    them; dealers of new rounds become parties."""
    rounds, staff = check_rounds(case, command.rounds, ctx)
    said = attributed(command.whose, owners(case), replayed(rounds, ctx), ctx, "whose")
    check_ticks(command.rounds, owners(case, said_of(said)), ctx)
    if rounds == case.rounds:
        raise Problem("case_changes_nothing", "rounds")
    check_currency(rounds, case.currency, ctx)
    table = table_among(case.table, rounds)
    facts: list[Fact] = [
        f.RoundsChanged(
            rounds=rounds,
            changed_by=ctx.person,
            table=table,
            game=ctx.game_of(table) if table is not None else None,
            reason=None if command.reason is None else ctx.seal(command.reason, case.persons),
        )
    ]
    number = int(case.next_code("P")[1:])
    for code in staff:
        if not case.is_party(code):
            party = f.Party(party=f"P{number}", kind="staff", staff=code)
            facts.append(f.PartyAdded(party=party, added_by=ctx.person))
            number += 1
    return [*facts, *said]


@decides(c.ChangeAmount)
def change_amount(case: Case, command: c.ChangeAmount, ctx: Context) -> list[Fact]:
    """8.2."""
    if command.amount_minor == case.amount_minor:
        raise Problem("case_changes_nothing", "amount_minor")
    reason = None if command.reason is None else ctx.seal(command.reason, case.persons)
    return [f.AmountChanged(amount_minor=command.amount_minor, changed_by=ctx.person, reason=reason)]


@decides(c.TakeFinding)
def take_finding(case: Case, command: c.TakeFinding, ctx: Context) -> list[Fact]:
    """8.2."""
    if command.finding in case.findings:
        raise Problem("case_changes_nothing", "finding")
    _require_finding(command.finding, ctx)
    return [f.FindingTaken(finding=command.finding, taken_by=ctx.person)]


def _require_finding(finding: f.FindingRef, ctx: Context) -> None:
    if not ctx.finding_known(finding):
        raise Problem("case_finding_unknown", "findings")


@decides(c.Assign)
def assign(case: Case, command: c.Assign, ctx: Context) -> list[Fact]:
    """Hand-over at the end of a shift."""
    if command.staff == case.assigned_to:
        raise Problem("case_changes_nothing", "staff")
    if not ctx.staff_known(command.staff):
        raise Problem("case_staff_unknown", "staff", staff=command.staff)
    if interest.ties(command.staff, (*parts(case), *involved(case, ctx)), interest.BARS):
        raise Problem("case_staff_barred", "staff", staff=command.staff)
    note = None if command.note is None else ctx.seal(command.note, case.persons)
    return [f.Assigned(staff=command.staff, assigned_by=ctx.person, note=note)]


@decides(c.TakeOver)
def take_over(case: Case, command: c.TakeOver, ctx: Context) -> list[Fact]:
    """Whoever takes it over sees to it: a colleague, or who has it handed over and says so."""
    if case.assigned_to == ctx.actor.staff and to_acknowledge(case) is None:
        raise Problem("case_changes_nothing")
    return [f.TakenOver(taken_by=ctx.person)]

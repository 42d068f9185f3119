"""Erasing people from a case: who goes, which words go with them, and in which other cases.

A text is sealed under the case's own key and those of everybody who was in the case when it was written. Destroying a
person's key closes the texts that need it. Words written before that person was named in the case do not need it and
can name them all the same; then the case's own key goes as well, and with it every text so far. **The case gets a new
own key in the same fact** (``successor``), so that an erasure never stands in the way of the next one, of a note or of
a reopening: what is written from then on is sealed under the new key and those of the people who are left.

Whoever stands in a case twice, since two cases were merged that both named them, is erased under both keys.

Who asks for *every text of a case* names its own key. Then everybody from outside who stands in it is erased too, with
name, contact and search; the case gets no new key and takes no further words (``case_erased``).

Under one key people stand in several cases by merging alone, so these cases are found by following the mergings in the
ledger, never by a read model that may lag behind. Who has another case open under a key of its own, with the same
telephone number, is not erased either while that is open: the two would no longer be known to be one player. Pure.
Proved by ``tests/disputes/case/test_erasing.py`` and, with keys and pages, by
``tests/disputes/test_erasing_in_any_order.py`` and ``test_erasing_elsewhere.py``.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

import msgspec

from casino.core.errors import Problem
from casino.core.events import Fact
from casino.core.naming import names_somebody
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.allowed import post_names
from disputes.case.context import Context
from disputes.case.reasons import require_sentence
from disputes.case.stages import SENIOR
from disputes.case.state import Case
from disputes.case.step import decides
from disputes.case.words import BEFORE_THE_TERM, LAWS

ASK_LASTS: Final = timedelta(days=7)
"""How long an erasure that was asked for can be confirmed; afterwards it is asked for anew."""


@decides(c.ErasePerson)
def erase_person(case: Case, command: c.ErasePerson, ctx: Context) -> list[Fact]:
    """After the term of every record that the person stands in; before it only on a ground of the law that counts then,
    and never while one of them is open. Senior management asks, and nothing is erased until another person confirms."""
    if command.person not in case.persons:
        raise Problem("case_person_unknown", "person", person=command.person)
    everything = command.person == case.own
    gone = set(case.persons) if everything else keys_of(case, command.person)
    others = united_with(case, ctx)
    until = _until(case, gone, others, everything)
    for party in case.parties.values():
        waiting = ctx.open_elsewhere(case, party.party) if party.person in gone else []
        if waiting:
            raise Problem("case_person_elsewhere", "person", case=waiting[0])
    asked = asked_for(case, command.person, ctx.now)
    if asked is None:
        return [_asked(case, command, others, until, ctx)]
    if asked.asked_by.staff == ctx.actor.staff:
        raise Problem("case_erasure_second", "person")
    _require_ground(asked.law, until, ctx)
    over = until <= ctx.now
    fact = f.PersonErased(
        person=command.person,
        ground="term_ended" if over else "legal_ground",
        erased_by=ctx.person,
        asked_by=asked.asked_by,
        law=asked.law,
        sealed_ground=asked.sealed_ground,
    )
    return _erased(case, gone, fact, ctx)


def would_go(case: Case, person: str, ctx: Context) -> list[Fact]:
    """The facts of an erasure as if it were confirmed now: what it takes is shown to both persons before."""
    gone = set(case.persons) if person == case.own else keys_of(case, person)
    return _erased(case, gone, f.PersonErased(person=person, ground="legal_ground"), ctx)


def asked_for(case: Case, person: str, now: datetime) -> f.ErasureAsked | None:
    """The erasure of a person that waits for a second one; None where nobody asked, or too long ago."""
    kept = case.erasures.get(person)
    if kept is None or kept.at + ASK_LASTS <= now:
        return None
    fact: f.ErasureAsked = kept.fact
    return fact


def _asked(case: Case, command: c.ErasePerson, others: list[Case], until: datetime, ctx: Context) -> f.ErasureAsked:
    """The first of two: senior management, who answers for it."""
    if ctx.actor.role not in SENIOR:
        raise Problem("case_erasure_asks", "person", posts=post_names(SENIOR))
    over = until <= ctx.now
    law, ground = (None, None) if over else (command.law, command.legal_ground)
    _require_ground(law, until, ctx)
    if ground is not None:
        _check_names_nobody(ground, [case, *others], ctx)
    if not over:
        require_sentence(ground or "", "legal_ground", besides=LAWS[law] if law is not None else None)
    return f.ErasureAsked(
        person=command.person,
        asked_by=ctx.person,
        law=law,
        # A key of its own: none of those that are destroyed here, so that it can be read, and be erased by itself.
        sealed_ground=None if ground is None else ctx.seal(ground, (ctx.new_person(),)),
    )


def _require_ground(law: f.Law | None, until: datetime, ctx: Context) -> None:
    """While a term runs, a ground of the law that counts then."""
    if until > ctx.now and law not in BEFORE_THE_TERM:
        raise Problem("case_retained", "law", until=f"{until:%Y-%m-%d}")


def keys_of(case: Case, person: str) -> set[str]:
    """The keys of somebody from outside: of two cases merged there can be several."""
    party = next((each for each in case.parties.values() if each.person == person), None)
    first = None if party is None else party.same_as or party.party
    same = (each.person for each in case.parties.values() if first in (each.party, each.same_as))
    return {person, *(each for each in same if each is not None and each not in case.erased)}


def at_terms_end(case: Case, ctx: Context) -> list[Fact]:
    """Every key of an ended case, by rule and by nobody's decision; none where none is left.

    Raises:
        Problem: case_retained while a term of a record that needs these keys runs, case_person_elsewhere while one of
            them is open (``_until``): an open case holds the people of all that was merged with it.
    """
    if case.closed is None or not case.persons:
        return []
    gone = set(case.persons)
    until = _until(case, gone, united_with(case, ctx), everything=True)
    if until > ctx.now:
        raise Problem("case_retained", until=f"{until:%Y-%m-%d}")
    return _erased(case, gone, f.PersonErased(person="", ground="term_ended"), ctx)


def erased_elsewhere(case: Case, facts: list[Fact], ctx: Context) -> dict[str, list[Fact]]:
    """What an erasure (its facts in this case) means in others, by their number: those in which these people stand, and
    those that were merged into one of all these, whose words are about the same matter. They have ended too."""
    erasures = [fact for fact in facts if isinstance(fact, f.PersonErased)]
    if not erasures:
        return {}
    gone = {fact.person for fact in erasures}
    others = {other.number: other for other in united_with(case, ctx)}
    about: dict[str, Case] = {}
    waiting = [*case.absorbed, *(number for number, other in others.items() if gone.intersection(other.persons))]
    while waiting:
        number = waiting.pop()
        if number in others and number not in about:
            about[number] = others[number]
            waiting += others[number].absorbed
    plain = msgspec.structs.replace(erasures[0], successor=None)
    found = {number: _erased(other, gone, plain, ctx) for number, other in about.items()}
    return {number: facts for number, facts in found.items() if facts}


def united_with(case: Case, ctx: Context) -> list[Case]:
    """Every other case of the same matter: merged into this one or this one into them, over any number of steps."""
    found = {case.number: case}
    waiting = _neighbours(case)
    while waiting:
        number = waiting.pop()
        if number not in found:
            other = ctx.other_case(number)
            found[number] = other
            waiting += _neighbours(other)
    return [other for number, other in found.items() if number != case.number and other.exists]


def _neighbours(case: Case) -> list[str]:
    into = case.closed.into if case.closed is not None else None
    return [*case.absorbed, *([] if into is None else [into])]


def last_term(case: Case, ctx: Context) -> datetime | None:
    """When the last term of all records of this matter ends, as far as they have ended; None while this one is open."""
    if case.closed is None:
        return None
    closed = [case.closed, *(other.closed for other in united_with(case, ctx) if other.closed is not None)]
    return max(each.retained_until for each in closed)


def _until(case: Case, gone: Collection[str], others: list[Case], everything: bool) -> datetime:
    """The end of the last term among the records that need these keys. Problem case_person_elsewhere."""
    assert case.closed is not None
    until = case.closed.retained_until
    for other in others:
        goes_on = everything and other.number == case.closed.into
        if not goes_on and not set(gone).intersection(other.persons):
            continue
        if other.closed is None:
            raise Problem("case_person_elsewhere", "person", case=other.number)
        until = max(until, other.closed.retained_until)
    return until


def _check_names_nobody(ground: str, cases: list[Case], ctx: Context) -> None:
    """The ground outlives whoever is erased: it names nobody of the matter, nor somebody who is erased later."""
    for case in cases:
        for known in ctx.identities(case).values():
            if names_somebody(ground, known.name, known.contact):
                raise Problem("case_ground_names", "legal_ground")


def _erased(case: Case, gone: Collection[str], fact: f.PersonErased, ctx: Context) -> list[Fact]:
    """The erasure of these persons in one case: a fact for each who stands in it, the case's own key last."""
    people = [person for person in case.persons if person in gone and person != case.own]
    facts: list[Fact] = [msgspec.structs.replace(fact, person=person) for person in people]
    if case.own in gone:
        facts.append(msgspec.structs.replace(fact, person=case.own))
    elif case.own is not None and _names_them_besides(case, gone):
        facts.append(msgspec.structs.replace(fact, person=case.own, successor=ctx.new_person()))
    return facts


def _names_them_besides(case: Case, gone: Collection[str]) -> bool:
    """Whether a text stays readable without the keys of these persons: written before they were named in the case, or
    in another case of their matter, it can name them all the same."""
    shut = case.erased.union(gone)
    return any(case.own in text.persons and not shut.intersection(text.persons) for text in case.texts)

"""Who acts on a round or a finding: the person of an account, in the post that is in force at the property, where that
post acts at the table. Every command on rounds and findings asks here, on the pages and over the API alike, and so does
every button: nobody is offered what they may not do. Proved by ``tests/service/test_acting.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

import msgspec

from casino.access.postings import duty_of
from casino.access.roles import staff_code
from casino.core.errors import ERRORS, Problem
from casino.core.posts import POST_NAMES, Post, at_least
from casino.ledger.models import houses
from games.engine.document import RuleBook
from games.engine.facts import Person
from games.rows.tables_known import tables_known

ERRORS.register_all(
    {
        "not_posted_here": 403,
        "post_not_for_clause": 403,
    }
)

LOWEST_TO_RULE: Final = Post.PIT_SUPERVISOR
"""Who rules where a clause names nobody."""


def pit_of(property_code: str, table: str) -> str | None:
    """The pit of a table as it stands now."""
    owners = {owner.pk for owner in houses() if owner.code == property_code}
    found = (row.pit for row in tables_known() if row.code == table and row.property_id in owners)
    return next(found, "") or None


def person_at(user: Any, property_code: str, table: str | None, now: datetime) -> Person | None:
    """The person of an account in the post in which they act at this table (None: at no table, where only those act who
    act everywhere); None for somebody who does not."""
    duty = duty_of(user, now, property_code=property_code)
    if duty is None:
        return None
    if not duty.covers(table, None if table is None else pit_of(property_code, table)):
        return None
    return msgspec.convert({"post": duty.post, "staff": staff_code(user)}, Person)


def persons_at(
    user: Any, places: Iterable[tuple[str, str | None]], now: datetime
) -> dict[tuple[str, str | None], Person]:
    """As :func:`person_at` for many places (property and table) at once, two questions a property; places where the
    account does not act are left out."""
    wanted: dict[str, set[str | None]] = {}
    for property_code, table in places:
        wanted.setdefault(property_code, set()).add(table)
    found: dict[tuple[str, str | None], Person] = {}
    for property_code, tables in wanted.items():
        duty = duty_of(user, now, property_code=property_code)
        if duty is None:
            continue
        person = msgspec.convert({"post": duty.post, "staff": staff_code(user)}, Person)
        pits: dict[str | None, str] = {}
        if not duty.everywhere:
            pits = {table: pit_of(property_code, table) or "" for table in tables if table is not None}
        found |= {(property_code, table): person for table in tables if duty.covers(table, pits.get(table) or None)}
    return found


def required_at(user: Any, property_code: str, table: str | None, now: datetime) -> Person:
    """As :func:`person_at`. Problems: ``forbidden`` for an account without a post, ``not_posted_here``."""
    person = person_at(user, property_code, table, now)
    if person is None:
        raise Problem("forbidden" if duty_of(user, now, property_code=property_code) is None else "not_posted_here")
    return person


def table_of(stream: str) -> str | None:
    """The table of a stream (``round/RL01/7``, ``audit/RL01/7``); None for that of a device, or of a game's rules
    (``ask/rules/roulette``)."""
    parts = stream.split("/")
    return parts[1] if len(parts) == 3 and parts[:2] != ["ask", "rules"] else None


def may_rule_under(person: Person, book: RuleBook | None, clause: str) -> bool:
    """Whether this post may decide under a clause, by its number in the document of the round."""
    if person.post == Post.DEALER:
        return False  # dealers call and announce
    entry = book.clause(clause) if book is not None else None
    if book is None or entry is None or not entry.posts:
        return at_least(Post(person.post), LOWEST_TO_RULE)
    if entry.kind == "dispute" and person.post == Post.SURVEILLANCE:
        return False  # there it is informed and looks at the film (8.2, 8.4), and decides nothing
    return book.may_act(person.post, book.cited_as(clause))


def check_ruling(person: Person, book: RuleBook | None, clause: str) -> None:
    """Problem ``post_not_for_clause``."""
    if not may_rule_under(person, book, clause):
        raise Problem("post_not_for_clause", "clause", clause=clause, post=POST_NAMES[Post(person.post)])


def may_rule_at_all(person: Person, book: RuleBook | None) -> bool:
    """Whether there is a clause of the document under which this post may decide."""
    numbers = [""] if book is None else book.clauses
    return any(may_rule_under(person, book, number) for number in numbers)

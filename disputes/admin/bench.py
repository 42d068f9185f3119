"""A case while somebody acts on it: who, when, the case as they saw it and as it stands, and what forms offer from it.

Proved by ``tests/disputes/admin/doing/test_forms.py``.
"""

from __future__ import annotations

from datetime import datetime
from functools import cached_property
from typing import Any, Final

import msgspec
from django.contrib.auth import get_user_model
from django.utils.translation import get_language

from casino.access import postings
from casino.access.account_rights import facts_of_many
from casino.access.models import Posting
from casino.access.people import full_name
from casino.access.roles import POSTS, role_name, staff_code
from casino.commands.fields import said
from casino.core.errors import Problem
from casino.core.sealed import Sealed
from casino.ledger.application import get_ledger
from disputes.case import facts as f
from disputes.case import permitted, words
from disputes.case.bases import open_items
from disputes.case.bet_owner import Owners, disputed, owners
from disputes.case.context import Context, JudgedRound
from disputes.case.procedure import printed
from disputes.case.stages import BOUND_TO_TABLES, handlers
from disputes.case.state import fold
from disputes.execution.context import Outside
from disputes.pages.round_choices import Pick, pick
from disputes.pages.rounds import Rounds
from disputes.pages.sealed_words import Name, Words
from disputes.rows.actor import actor_of
from disputes.rows.house import pit_of
from disputes.rows.models import Case as CaseRow
from games.engine.document import RuleBook
from games.rows.models import Table
from games.rows.rulebooks import library_of
from games.words.clauses import ClauseView, book_of, views

LONGEST_GLIMPSE: Final = 90
"""Characters of a text that a choice shows."""


class Bench:
    """``case`` is the case as the person saw it, ``current`` as it stands; both are the same on a page just opened.
    Problem ``forbidden`` for an account without a role."""

    def __init__(self, row: CaseRow, user: Any, now: datetime) -> None:
        self.row = row
        self.owner = row.property
        self.zone = row.property.zone
        self.now = now
        self.events = get_ledger(self.owner.code).stream(row.stream)
        self.current = fold(row.stream, self.events)
        self.case = self.current
        self.user = user
        self.actor = actor_of(user, self.owner.code, now)
        self.outside = Outside(self.owner, self.actor, now)
        self.currency = self.case.currency or self.owner.currency

    def look_back(self, version: int) -> None:
        """Take the case as it was at this version: what the person had before them. An impossible version is none."""
        if 0 < version < self.current.version:
            self.case = fold(self.row.stream, [event for event in self.events if event.version <= version])

    def catch_up(self) -> None:
        """Go on with the case as it stands."""
        self.case = self.current
        for name in ("rounds", "context", "picks", "judged", "books", "owners"):
            self.__dict__.pop(name, None)

    @cached_property
    def rounds(self) -> Rounds:
        """The rounds of the case, replayed in one pass."""
        return Rounds(self.owner, self.case, language=get_language() or "vi")

    @cached_property
    def context(self) -> Context:
        """The domain's context; the rounds of the case are not replayed once more."""
        context = self.outside.context()
        return msgspec.structs.replace(context, judged=lambda ref: self.rounds.judged(ref) or self.outside.judged(ref))

    def refusal(self, code: str) -> Problem | None:
        """Why this person may not give this command now, or None."""
        return permitted.refusal(code, self.current, self.context)

    def clause_of(self, clause: str) -> str:
        """The number of a clause of section 8 in this game's document."""
        return printed(clause, self.case.game)[0]

    # Rounds and documents

    @cached_property
    def picks(self) -> list[Pick]:
        """The rounds of the case as they stand, with their bets."""
        rounds = self.rounds
        known = [ref.stream for ref in self.case.rounds if ref.stream in rounds.rows and ref.stream in rounds.replays]
        return [pick(self.owner, rounds.rows[stream], rounds.replays[stream]) for stream in known]

    @cached_property
    def judged(self) -> list[JudgedRound]:
        """The same rounds as the domain judges them."""
        found = (self.context.judged(ref) for ref in self.case.rounds)
        return [judged for judged in found if judged is not None]

    def disputed_bets(self) -> dict[str, tuple[str, ...]]:
        """Table and round -> the bets of it that the case is about."""
        return {f"{judged.ref.table}/{judged.ref.round}": disputed(judged, self.owners) for judged in self.judged}

    @cached_property
    def owners(self) -> Owners:
        """Whose the bets of the case are."""
        return owners(self.case)

    @cached_property
    def books(self) -> list[RuleBook]:
        """The rule documents of the case's rounds; without rounds the table's, without a table the newest of each
        game."""
        found = [book_of(document) for document in dict.fromkeys(judged.document for judged in self.judged)]
        if not any(found) and self.case.table is not None:
            row = Table.objects.filter(property=self.owner, code=self.case.table).first()
            found = [book_of(row.document) if row is not None else None]
        known = [book for book in found if book is not None]
        if known:
            return known
        newest = {book.game: book for book in library_of(self.owner.code).books}
        return [newest[self.case.game]] if self.case.game in newest else list(newest.values())

    def clauses(self, *numbers: str) -> tuple[ClauseView, ...]:
        """Clauses with their text, from the first document of the case."""
        return views([self.clause_of(number) for number in numbers], self.books[0])

    # People and texts

    @cached_property
    def said(self) -> Words:
        """What was said in the case, opened."""
        return Words(self.owner.code, self.current)

    def glimpse(self, sealed: Sealed | None) -> str:
        """The beginning of a text, or a dash where it cannot be read."""
        found = self.said.of(sealed)
        text = " ".join((found.text or "–").split()) if found is not None else "–"
        return text if len(text) <= LONGEST_GLIMPSE else f"{text[: LONGEST_GLIMPSE - 1].rstrip()}…"

    def name_of(self, party: f.Party) -> str:
        """A party as forms name it: name or staff code, what they are, and their code in the case."""
        known = Name() if party.identity is None else self.said.name(party)
        shown = party.staff or known.name or party.reference or known.described or "–"
        return f"{shown} · {said(words.PARTIES[party.kind])} {party.party}"

    def parties(self, *kinds: str) -> list[tuple[str, str]]:
        """(code, name) of the parties, each person once, of these kinds or all."""
        return [
            (p.party, self.name_of(p))
            for p in self.case.parties.values()
            if p.same_as is None and (not kinds or p.kind in kinds)
        ]

    def open_items(self) -> list[Any]:
        return open_items(self.case, self.context)


def colleagues(bench: Bench) -> list[tuple[str, str]]:
    """(staff code, name and post) of everybody who may see to a case at its present stage and table."""
    posts = handlers(bench.current)
    pit = pit_of(bench.owner.code, bench.current.table)
    return [
        (code, shown)
        for code, shown, duty in on_duty(bench.owner, bench.now)
        if duty.post in posts and covers(duty, bench.current.table, pit)
    ]


def covers(duty: postings.Duty, table: str | None, pit: str | None) -> bool:
    """Whether this duty reaches a case of this table."""
    return table is None or duty.post not in BOUND_TO_TABLES or duty.covers(table, pit)


def on_duty(owner: Any, now: datetime) -> list[tuple[str, str, postings.Duty]]:
    """Everybody of the house who holds a post now: (staff code, name and post, duty), by name."""
    users = list(
        get_user_model()
        .objects.filter(is_active=True)
        .prefetch_related("groups")
        .order_by("last_name", "first_name", "username")
    )
    facts_of_many(user.pk for user in users)
    rows = Posting.objects.filter(postings.in_force(now), property=owner).select_related("property")
    held: dict[Any, list[Posting]] = {}
    for posting in rows:
        held.setdefault(posting.user_id, []).append(posting)
    found = []
    for user in users:
        groups = [group.name for group in user.groups.all() if group.name in POSTS]
        duty = postings.duty(groups, held.get(user.pk, []))
        if duty is not None:
            name = full_name(user)
            found.append((staff_code(user), f"{name} · {staff_code(user)} · {_post(duty)}", duty))
    return found


def _post(duty: postings.Duty) -> str:
    return role_name(duty.post, get_language() or "vi")

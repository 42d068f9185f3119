"""A world for the pure domain of cases: no database, no clock, no keys. Rounds and people are as the test says."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

import msgspec

from casino.core.events import Fact, RecordedEvent
from casino.core.languages import BOTH
from casino.core.posts import Post
from casino.core.sealed import Scan, Sealed
from casino.house.limits import limits_at
from casino.house.state import HouseSettings
from casino.house.sums import Act
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.context import Actor, Context, Held, Identity, JudgedBet, JudgedRound, Printed, Terms
from disputes.case.decide import decide
from disputes.case.ending import absorb
from disputes.case.erasing import erased_elsewhere
from disputes.case.state import Case
from games.engine.facts import Person

STARTS = datetime(2026, 6, 13, 12, tzinfo=UTC)
BOOK = "roulette.2020-06-13"
CITED = (f.Citation(document=BOOK, clause="5.1.a"),)
ROLES = (*(post.value for post in Post), "regulator", "auditor", "administrator")
"""Every role of an account (``casino.access.roles``, which needs Django)."""
_IDS = UUID(int=11)


def actor(post: str, staff: str | None = None, *, tables: tuple[str, ...] = ("RL01",)) -> Actor:
    """Somebody in a post (or a role beside the posts), on duty at these tables."""
    code = staff or f"{post}-1"
    person = Person(post=Post(post).value, staff=code) if post in Post._value2member_map_ else None
    bound = post in ("acting_pit_supervisor", "pit_supervisor", "pit_manager")
    return Actor(staff=code, role=post, person=person, everywhere=not bound, tables=frozenset(tables if bound else ()))


def judged_bet(recorded: int = 0, difference: int | None = 0, player: str | None = "P-1") -> JudgedBet:
    """A bet of 100,000 of a player."""
    return JudgedBet(stake_minor=100_000, recorded_net_minor=recorded, difference_minor=difference, player=player)


def judged_round(ref: f.RoundRef, **besides: Any) -> JudgedRound:
    """A round with two bets of the player P-1: b1 paid 500,000 too little, b2 paid 200,000 too much. Of b3, paid
    rightly, the table does not know whose it is."""
    return JudgedRound(
        **{
            "ref": ref,
            "game": "roulette",
            "version": 7,
            "currency": "VND",
            "document": BOOK,
            "ended": True,
            "bets": {
                "b1": judged_bet(3_000_000, -500_000),
                "b2": judged_bet(300_000, 200_000),
                "b3": judged_bet(player=None),
            },
            "staff": ("D-101",),
            **besides,
        }
    )


class Admitted(msgspec.Struct, frozen=True, kw_only=True):
    """A file that was looked into and scanned."""

    name: str
    size_bytes: int
    media_type: str = "application/pdf"
    scan: Scan = "clean"


class World:
    """Cases and their events, and a clock that the test moves."""

    def __init__(self, terms: Terms | None = None) -> None:
        self.now = STARTS
        self.terms = terms or Terms()
        self.settings: dict[str, Any] = {"beyond_alone": {"VND": 10**9}}
        """What the house has set; in most tests one person may give what they like beyond the rules."""
        self.before: list[Act] = []
        self.events: dict[str, list[RecordedEvent]] = {}
        self.cases: dict[str, Case] = {}
        self.rounds: dict[str, JudgedRound] = {}
        self.on_duty: frozenset[tuple[str, str]] = frozenset({("somebody-else", "pit_supervisor")})
        self.second: Actor | None = actor("senior_management", "second-G")
        """Who confirms an erasure as soon as it was asked for; None: nobody does, and it waits."""
        self.position = 0
        self.people = 0
        self.paper_languages: dict[str, tuple[str, ...]] = {}
        """Kind of paper -> the languages in which it is printed, where those are not the two."""
        self.documents = {BOOK}
        self.library = {
            BOOK: Held(kind="rules", game="roulette"),
            "RULES-BAC": Held(kind="rules", game="baccarat"),
            "NOTICE-1": Held(kind="published"),
            "SOP-1": Held(kind="procedures"),
            "ICS-1": Held(kind="controls", game="roulette"),
            "LAW-1": Held(kind="law"),
        }
        """What people entered, and the rule books: code -> what it is."""
        self.books = {"roulette": BOOK}
        """Game -> its rule book in force, at any moment."""
        self.sealed: dict[UUID, str | bytes] = {}
        for code in ("r1", "r2"):
            ref = f.RoundRef(table="RL01", round=code)
            self.rounds[ref.stream] = judged_round(ref)

    def context(self, who: Actor) -> Context:
        return Context(
            actor=who,
            now=self.now,
            terms=self.terms,
            currency="VND",
            seal=self._seal,
            new_person=self._person,
            judged=self._judged,
            game_of=self._game_of,
            currency_of=self._currency_of,
            pit_of=lambda table: "A",
            other_case=lambda number: self.cases.get(f"case/{number}", Case(f"case/{number}")),
            clause_known=lambda document, clause: document in self.documents and clause != "99",
            document=lambda document, version: self.library.get(document),
            book_of=lambda game, at: self.books.get(game, ""),
            finding_known=lambda finding: finding.identity == "a" * 32,
            staff_known=lambda staff: staff != "nobody",
            on_duty=lambda _table: self.on_duty,
            identities=self._identities,
            admitted=lambda name, data: Admitted(name=name, size_bytes=len(data)),
            paper=lambda case, kind, language, party: Printed(b"%PDF"),
            paper_languages=lambda case, kind: self.paper_languages.get(kind, BOTH),
            limits=limits_at(HouseSettings(self.settings), self.now),
            known_as=lambda case, party: frozenset(),
            done_before=lambda acts: list(self.before),
        )

    def _game_of(self, table: str) -> str | None:
        known = {judged.ref.table: judged.game for judged in self.rounds.values()}
        return known.get(table, "roulette" if table.startswith("RL") else None)

    def _currency_of(self, table: str) -> str:
        return {judged.ref.table: judged.currency for judged in self.rounds.values()}.get(table, "VND")

    def _identities(self, case: Case) -> dict[str, Identity]:
        parties = [party for party in case.parties.values() if party.identity and party.person not in case.erased]
        known = {p.party: msgspec.json.decode(self.sealed[p.identity.ref]) for p in parties if p.identity}
        return {code: Identity(**said) for code, said in known.items()}

    def _judged(self, ref: f.RoundRef) -> JudgedRound | None:
        found = self.rounds.get(ref.stream)
        return None if found is None else msgspec.structs.replace(found, ref=ref)

    def _seal(self, content: str | bytes, persons: tuple[str, ...], **besides: Any) -> Sealed:
        assert persons, "nothing is sealed for nobody"
        ref = uuid5(_IDS, str(len(self.sealed)))
        self.sealed[ref] = content
        data = content.encode() if isinstance(content, str) else content
        return Sealed(ref=ref, digest=hashlib.sha256(data).hexdigest(), persons=persons)

    def _person(self) -> str:
        self.people += 1
        return f"PS-{self.people:012x}"

    def do(self, number: str, who: Actor, command: c.Command, **wait: int) -> list[Fact]:
        """Decide and record; a minute passes before (or as long as is said)."""
        self.now += timedelta(**(wait or {"minutes": 1}))
        stream = f"case/{number}"
        case = self.cases.get(stream) or Case(stream)
        ctx = self.context(who)
        facts = decide(case, command, ctx)
        taken = []
        if isinstance(command, c.Merge):
            other = self.cases[f"case/{command.into}"]
            taken = [(other.stream, fact) for fact in absorb(other, case, ctx)]
        if isinstance(command, c.ErasePerson):
            elsewhere = erased_elsewhere(case, facts, ctx)
            taken = [(f"case/{number}", fact) for number, gone in elsewhere.items() for fact in gone]
        for place, fact in [*((stream, fact) for fact in facts), *taken]:
            self._record(place, fact, who)
        if isinstance(facts[0], f.ErasureAsked) and self.second is not None:
            return self.do(number, self.second, c.ErasePerson(person=facts[0].person))
        return facts

    def _record(self, stream: str, fact: Fact, who: Actor) -> None:
        fact = msgspec.json.decode(msgspec.json.encode(fact), type=type(fact))  # as it is stored and read again
        self.position += 1
        case = self.cases.setdefault(stream, Case(stream))
        event = RecordedEvent(
            position=self.position,
            stream=stream,
            version=case.version + 1,
            type=f.NAMES[type(fact)],
            stored_type=f.NAMES[type(fact)],
            occurred_at=self.now,
            recorded_at=self.now,
            actor=f"person:{who.staff}",
            id=uuid5(_IDS, f"event {self.position}"),
            data=fact,
        )
        self.events.setdefault(stream, []).append(event)
        case.evolve(event)


def opening(**besides: Any) -> c.OpenCase:
    """A complaint about round r1."""
    return c.OpenCase(
        **{
            "claim": "Thiếu tiền.",
            "players": (c.Outsider(name="Trần Thị B", contact="b@example.test", reference="P-1"),),
            "table": "RL01",
            "rounds": (f.RoundRef(table="RL01", round="r1", bets=("b1",)),),
            "amount_minor": 500_000,
            **besides,
        }
    )


def remedy(kind: Any = "pay_difference", amount: int | None = 500_000, **besides: Any) -> c.AskedRemedy:
    """What b1 of r1 still needs, unless told otherwise."""
    lines = () if amount is None else (c.Line(to_player_minor=amount, table="RL01", round="r1", bet="b1"),)
    return c.AskedRemedy(**{"kind": kind, "citations": CITED, "lines": lines, **besides})


NONE = remedy("none", None)

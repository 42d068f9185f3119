"""What a command may know besides the case: who acts, when, the replayed rounds, and how texts are sealed.

All of it is handed in by the service, so that deciding stays pure: no clock, no database, no key. Amounts are in the
smallest unit of the table's currency.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple, Protocol
from uuid import UUID

import msgspec

from casino.core.house_settings import default_amounts, default_number
from casino.core.interest import Part
from casino.core.languages import BOTH
from casino.core.posts import Post
from casino.core.sealed import Kind, Scan, Sealed
from casino.house.limits import Limits
from casino.house.sums import Act
from disputes.case.facts import FindingRef, RoundRef
from disputes.case.state import Case
from games.engine.facts import Person


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What a house sets for its disputes; what each means, and its default, is declared in
    ``casino.core.house_settings`` under ``dispute_`` and its name here."""

    at_table_minutes: int = default_number("dispute_at_table_minutes")
    first_word_minutes: int = default_number("dispute_first_word_minutes")
    look_again_hours: int = default_number("dispute_look_again_hours")
    acknowledge_minutes: int = default_number("dispute_acknowledge_minutes")
    footage_hours: int = default_number("dispute_footage_hours")
    confirmation_hours: int = default_number("dispute_confirmation_hours")
    answer_days: int = default_number("dispute_answer_days")
    inform_hours: int = default_number("dispute_inform_hours")
    complaint_days: int = default_number("dispute_complaint_days")
    senior_days: int = default_number("dispute_senior_days")
    closing_days: int = default_number("dispute_closing_days")
    table_limit: Mapping[str, int] = msgspec.field(default_factory=lambda: default_amounts("dispute_table_limit"))
    confirm_above: Mapping[str, int] = msgspec.field(default_factory=lambda: default_amounts("dispute_confirm_above"))
    remind_minutes: int = default_number("dispute_remind_minutes")
    record_years: int = default_number("dispute_record_years")

    def retained_until(self, closed_at: datetime) -> datetime:
        return closed_at + timedelta(days=round(self.record_years * 365.25))


DEFAULT_TERMS: Final = Terms()
TERM_SETTINGS: Final = {field: f"dispute_{field}" for field in Terms.__struct_fields__}
"""Field of :class:`Terms` -> the setting that it is."""


class Actor(msgspec.Struct, frozen=True, kw_only=True):
    """Who acts: the account's role (a post or one beside the posts) and where the person is on duty."""

    staff: str
    role: str
    person: Person | None
    """None for a role that decides nothing."""
    everywhere: bool = False
    tables: frozenset[str] = frozenset()
    pits: frozenset[str] = frozenset()


class JudgedBet(msgspec.Struct, frozen=True, kw_only=True):
    """A bet of a disputed round as the replay judges it. ``difference_minor`` is recorded (with earlier remedies) less
    due; None while nothing is decided. ``recorded_net_minor`` is the player's net as recorded. ``player`` is what the
    table calls the bet's player; None where its record does not tell. ``without_minor`` is the difference without what
    rests on the word of who acts (their own corrections and rulings, claims that nothing supports); None: the same."""

    stake_minor: int
    recorded_net_minor: int
    difference_minor: int | None
    player: str | None = None
    without_minor: int | None = None

    def own_word_minor(self, amount_minor: int) -> int:
        """What of an amount to the player is owed only by the word of who acts, beside what is beyond the rules."""
        if self.difference_minor is None or self.without_minor is None:
            return 0
        return max(abs(amount_minor + self.without_minor) - abs(amount_minor + self.difference_minor), 0)


class Reserved(msgspec.Struct, frozen=True, kw_only=True):
    """A matter that section 7 leaves to a post: the clause, the posts, the bets (none: the round), and whether a ruling
    of such a post is recorded. ``only_if_cited``: nothing of the round turns on it unless a decision cites it."""

    clause: str
    posts: tuple[str, ...]
    bets: tuple[str, ...]
    ruled: bool
    only_if_cited: bool = False


class JudgedRound(msgspec.Struct, frozen=True, kw_only=True):
    """A disputed round, replayed as it stands now. ``document`` is the id of the rule book it was judged by, empty
    where none was in force; ``clauses`` are the numbers that this book has."""

    ref: RoundRef
    game: str
    version: int
    currency: str
    document: str
    ended: bool
    bets: dict[str, JudgedBet]
    reserved: tuple[Reserved, ...] = ()
    staff: tuple[str, ...] = ()
    """Who dealt the round, and who made, ruled, allowed or confirmed something about the disputed bets."""
    involved: tuple[Part, ...] = ()
    """Who is in it, and how (``casino.core.interest``)."""


class Seal(Protocol):
    """Encrypt something under the keys of all these persons, to be stored with the events of the command."""

    def __call__(
        self,
        content: str | bytes,
        persons: tuple[str, ...],
        *,
        kind: Kind = "text",
        name: str | None = None,
        media_type: str | None = None,
    ) -> Sealed: ...


class Admitted(Protocol):
    """A file that is taken: its name as it is kept, what it is, its size in bytes, whether it was scanned."""

    @property
    def name(self) -> str: ...
    @property
    def media_type(self) -> str: ...
    @property
    def size_bytes(self) -> int: ...
    @property
    def scan(self) -> Scan: ...


class Held(msgspec.Struct, frozen=True, kw_only=True):
    """A document of the library, as far as it matters here. ``game`` is empty where it is about none in particular."""

    kind: str
    game: str = ""


class Printed(msgspec.Struct, frozen=True):
    """A paper as it is kept: the PDF, what stands in its QR code, and the fingerprint of what signed it (None: it bears
    neither)."""

    pdf: bytes
    check: str | None = None
    certificate: str | None = None


class Identity(NamedTuple):
    """Who somebody from outside is, as far as they said; ``described``: how they are known without a name."""

    name: str = ""
    contact: str = ""
    described: str = ""


NOBODY: Final = Identity()


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """Everything from outside. ``judged`` replays a round (None: no such round); ``pit_of`` is the pit of a table,
    ``game_of`` its game, ``currency_of`` its currency (``currency`` is the house's);
    ``other_case`` loads another case; ``clause_known`` says whether a document of the library or
    a rule book has this clause; ``document`` what the library has under this code and version (None: nothing);
    ``book_of`` the id of the rule book of a game in force at a moment, empty where none was; ``identities`` says who
    everybody from outside is who stands in a case, by their code, as far as they can be read;
    ``on_duty`` are staff codes and posts of those who act at a table now;
    ``admitted`` says of a file what it is, and refuses what is not allowed; ``paper`` makes a paper for the player;
    ``known_as`` under which further names a player of the case is known; ``done_before`` what was done before that acts
    add up with, under the lock under which they will be recorded; ``open_elsewhere`` gives the numbers of other open
    cases in which somebody with the telephone number of a player stands; ``holders`` are staff codes and posts of those
    who hold one of the two highest posts, or one beside the ladder, now; ``paper_languages`` those in which a paper of
    a kind can be printed for a case."""

    actor: Actor
    now: datetime
    terms: Terms
    currency: str
    seal: Seal
    new_person: Callable[[], str]
    judged: Callable[[RoundRef], JudgedRound | None]
    game_of: Callable[[str], str | None]
    currency_of: Callable[[str], str]
    pit_of: Callable[[str], str | None]
    other_case: Callable[[str], Case]
    clause_known: Callable[[str, str], bool]
    document: Callable[[str, str | None], Held | None]
    book_of: Callable[[str, datetime], str]
    finding_known: Callable[[FindingRef], bool]
    staff_known: Callable[[str], bool]
    on_duty: Callable[[str | None], frozenset[tuple[str, str]]]
    identities: Callable[[Case], dict[str, Identity]]
    admitted: Callable[[str, bytes], Admitted]
    paper: Callable[[Case, str, str, str | None], Printed]
    limits: Limits
    known_as: Callable[[Case, str], frozenset[str]]
    done_before: Callable[[Sequence[Act]], list[Act]]
    open_elsewhere: Callable[[Case, str], list[str]] = lambda _case, _party: []
    holders: Callable[[], Sequence[tuple[str, Post]]] = tuple
    paper_languages: Callable[[Case, str], Sequence[str]] = lambda _case, _kind: BOTH

    @property
    def person(self) -> Person:
        """Who acts, once it is known that they hold a post."""
        assert self.actor.person is not None
        return self.actor.person

    def after(self, **span: int) -> datetime:
        """A deadline from now."""
        return self.now + timedelta(**span)


def sealing_nothing(context: Context) -> Context:
    """The same context for whoever only looks: nothing is sealed, and nobody gets a key."""
    return msgspec.structs.replace(
        context, seal=_sealed_by_nobody, new_person=lambda: "PS-000000000000", paper=_printed_by_nobody
    )


def _printed_by_nobody(_case: Case, _kind: str, _language: str, _party: str | None) -> Printed:
    """What a rehearsed fact holds in the place of a paper: nothing is printed, and nothing signed."""
    return Printed(b"")


def _sealed_by_nobody(content: str | bytes, persons: tuple[str, ...], **_about: Any) -> Sealed:
    """What a rehearsed fact holds in the place of a sealed text."""
    return Sealed(ref=UUID(int=0), digest="0" * 64, persons=persons)

"""A document of the library as its events tell it, and the commands on it. Pure: no database, no clock.

In force on a day is, of the versions whose days hold it, the one that began last. So a version ends when the next one
begins, or on its own last day; a temporary one gives way to the one before it. Events only assign; every check stands
in the commands. Proved by ``tests/disputes/library/test_documents.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from typing import Annotated, Any, Final

import msgspec

from casino.core import reasons
from casino.core.errors import ERRORS, Problem
from casino.core.events import Fact, RecordedEvent
from casino.core.posts import Post, at_least
from casino.core.signed_form import OPEN
from disputes.library import facts as f
from games.catalogue import GAMES, shipped
from games.engine.facts import Person

ADDS: Final = Post.PIT_MANAGER
WITHDRAWS: Final = Post.DIRECTOR_OF_TABLE_GAMES

ERRORS.register_all(
    {
        "library_may_not_add": 403,
        "library_may_not_withdraw": 403,
        "library_unknown": 404,
        "library_code_taken": 409,
        "library_game": 422,
        "library_changed": 409,
        "library_version_taken": 409,
        "library_version_unknown": 404,
        "library_same_day": 409,
        "library_days": 422,
        "library_source_missing": 422,
        "library_withdrawn": 409,
    }
)


class Version:
    """One version of a document."""

    __slots__ = ("added", "added_at", "position", "withdrawn", "withdrawn_at")

    def __init__(self, added: f.VersionAdded, event: RecordedEvent) -> None:
        self.added = added
        self.added_at: datetime = event.recorded_at
        self.position = event.position
        self.withdrawn: f.VersionWithdrawn | None = None
        self.withdrawn_at: datetime | None = None

    @property
    def applies(self) -> bool:
        """Whether it was ever in force: not so if it was withdrawn as a mistake."""
        return self.withdrawn is None or self.withdrawn.in_force_to is not None

    @property
    def last_day(self) -> date | None:
        """Its own last day, whatever follows; None: none set."""
        ends = [self.added.valid_to, None if self.withdrawn is None else self.withdrawn.in_force_to]
        return min((day for day in ends if day is not None), default=None)


class Document:
    """The state of a document. ``version`` 0: it does not exist yet."""

    __slots__ = ("registered", "stream", "version", "versions")

    def __init__(self, stream: str, events: Iterable[RecordedEvent] = ()) -> None:
        self.stream = stream
        self.version = 0
        self.registered: f.DocumentRegistered | None = None
        self.versions: dict[str, Version] = {}
        for event in events:
            self.evolve(event)

    @property
    def code(self) -> str:
        return self.stream.partition("/")[2]

    @property
    def exists(self) -> bool:
        return self.registered is not None

    def evolve(self, event: RecordedEvent) -> None:
        """Assign one more event."""
        self.version = event.version
        data = event.data
        if isinstance(data, f.DocumentRegistered):
            self.registered = data
        elif isinstance(data, f.VersionAdded):
            self.versions[data.version] = Version(data, event)
        elif isinstance(data, f.VersionWithdrawn):
            withdrawn = self.versions[data.version]
            withdrawn.withdrawn = data
            withdrawn.withdrawn_at = event.recorded_at

    def in_force(self, day: date) -> Version | None:
        """The version in force on a day of the house."""
        return newest(self.versions.values(), day)


def newest(versions: Iterable[Version], day: date) -> Version | None:
    """Of the versions whose days hold this one, the one that began last."""
    holding = [v for v in versions if v.applies and v.added.valid_from <= day <= (v.last_day or date.max)]
    return max(holding, key=lambda v: v.added.valid_from, default=None)


# --- Commands --------------------------------------------------------------------------------------------------------

Typed = Annotated[str, OPEN]
"""Documents name nobody from outside: what is typed of them is signed, and recorded, as it is."""


class NewVersion(msgspec.Struct, frozen=True, kw_only=True):
    """A version as a person enters it. ``file`` is what was taken in, checked before."""

    version: Typed
    valid_from: date
    valid_to: date | None = None
    number: Typed | None = None
    file: f.StoredFile | None = None
    citation: Typed | None = None
    link: Typed | None = None


def may_add(post: str) -> bool:
    """Pit manager or above (who collect the bases of 8.4), or the head of operations."""
    return post == Post.HEAD_OF_OPERATIONS or at_least(Post(post), ADDS)


def may_withdraw(post: str) -> bool:
    """Director of table games or senior management: others have cited it."""
    return at_least(Post(post), WITHDRAWS)


def register(
    document: Document, *, kind: str, title_vi: str, title_en: str, game: str | None, first: NewVersion, by: Person
) -> list[Fact]:
    """Enter a document with its first version."""
    if not may_add(by.post):
        raise Problem("library_may_not_add")
    if document.exists or document.code in {book.id for book in shipped().books}:
        raise Problem("library_code_taken", "document", document=document.code)
    if game and game not in GAMES:
        raise Problem("library_game", "game", game=game)
    said = {"kind": kind, "title_vi": title_vi.strip(), "title_en": title_en.strip(), "game": game or None}
    registered = _checked(f.DocumentRegistered, {**said, "registered_by": by})
    return [registered, _version(document, first, by)]


def add_version(document: Document, new: NewVersion, *, by: Person) -> list[Fact]:
    """Enter a further version."""
    if not may_add(by.post):
        raise Problem("library_may_not_add")
    _require(document)
    return [_version(document, new, by)]


def withdraw(document: Document, version: str, *, reason: str, in_force_to: date | None, by: Person) -> list[Fact]:
    """Take a version out: from the day after ``in_force_to``, or (None) as if it had never been."""
    if not may_withdraw(by.post):
        raise Problem("library_may_not_withdraw")
    _require(document)
    known = document.versions.get(version)
    if known is None:
        raise Problem("library_version_unknown", "version", version=version)
    if known.withdrawn is not None:
        raise Problem("library_withdrawn", "version", version=version)
    if not reason.strip():
        raise Problem("reason_missing_text", "reason")
    if in_force_to is not None and in_force_to < known.added.valid_from:
        raise Problem("library_days", "in_force_to")
    reasons.check(reason, "reason", sentence=False)
    said = {"version": version, "reason": reason.strip(), "in_force_to": in_force_to, "withdrawn_by": by}
    return [_checked(f.VersionWithdrawn, said)]


def _require(document: Document) -> None:
    if not document.exists:
        raise Problem("library_unknown", "document", document=document.code)


def _version(document: Document, new: NewVersion, by: Person) -> Fact:
    if new.version in document.versions:
        raise Problem("library_version_taken", "version", version=new.version)
    if new.valid_to is not None and new.valid_to < new.valid_from:
        raise Problem("library_days", "valid_to")
    for code, other in document.versions.items():
        if other.applies and other.added.valid_from == new.valid_from:
            raise Problem("library_same_day", "valid_from", version=code)
    said: dict[str, Any] = {**msgspec.structs.asdict(new), "added_by": by}
    for name in ("number", "citation", "link"):
        said[name] = (said[name] or "").strip() or None
    if said["file"] is None and said["citation"] is None and said["link"] is None:
        raise Problem("library_source_missing", "citation")
    return _checked(f.VersionAdded, said)


def _checked(fact: type[Fact], said: dict[str, Any]) -> Fact:
    """The fact as its type allows it: what a person typed has been seen by no schema yet."""
    try:
        return msgspec.convert(msgspec.to_builtins(said), fact)
    except msgspec.ValidationError as error:
        raise Problem("command_does_not_fit", why=error) from None

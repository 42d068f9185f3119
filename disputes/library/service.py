"""The commands on the library: one event or two with the person's name, and the bytes of a file beside them.

``command_id`` is made by the form; ``seen_version`` is the version of the document that the person was looking at, None
where it is new (``casino.commands.execution``). Proved by ``tests/disputes/library/test_service.py``.
"""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Annotated, Final
from uuid import UUID

import msgspec

from casino.commands.execution import Carried, Done, Execution
from casino.core.commands import Command, Commands, Step, following
from casino.core.errors import ERRORS, Problem
from casino.core.events import SAFE_NAME, Fact
from casino.core.interest import no_matter
from casino.core.messages import Catalogue
from casino.core.reasons import Rule
from casino.ledger.application import get_ledger
from casino.vault import attachments
from disputes.library import documents, readmodel
from disputes.library.documents import Document, NewVersion, Typed
from disputes.library.facts import NAMES, StoredFile
from disputes.library.models import LibraryFile
from games.engine.facts import Person

_WORDS: Final = Catalogue(__file__)

DOCUMENTS: Final = no_matter(_WORDS.text("documents"))
LIBRARY: Final = Commands(Step)
"""The commands on documents."""

CODE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")

ERRORS.register_all({"library_code": 422})


class Upload(msgspec.Struct, frozen=True, kw_only=True):
    """A file that a person gives."""

    name: Typed
    data: bytes


@LIBRARY.step(interest=DOCUMENTS, weighty=True)
class AddDocument(Command, frozen=True):
    """Enter a document with its first version."""

    kind: Typed
    title_vi: Typed
    title_en: Typed
    new: NewVersion
    game: Typed | None = None
    file: Upload | None = None


@LIBRARY.step(interest=DOCUMENTS, weighty=True)
class AddVersion(Command, frozen=True):
    """Enter a further version."""

    new: NewVersion
    file: Upload | None = None


@LIBRARY.step(interest=DOCUMENTS, weighty=True)
class WithdrawVersion(Command, frozen=True):
    """Take a version out of force."""

    version: Typed
    reason: Annotated[Typed, msgspec.Meta(max_length=500), following(Rule.SHORT)]
    in_force_to: date | None = None


def load(property_code: str, code: str) -> Document:
    """The document as it stands. Problem ``library_unknown``."""
    document = _load(property_code, code)
    if not document.exists:
        raise Problem("library_unknown", "document", document=code)
    return document


def _load(property_code: str, code: str) -> Document:
    if not (CODE.fullmatch(code) and SAFE_NAME.fullmatch(code)):
        raise Problem("library_code", "document")
    return get_ledger(property_code).load(Document, f"library/{code}")


def execute(
    property_code: str,
    code: str,
    command: Command,
    *,
    by: Person,
    seen_version: int | None = None,
    command_id: UUID,
    now: datetime,
) -> Done:
    """Carry out a command on the document of this code, or raise Problem and change nothing."""
    return _OnDocument(property_code, code, command, by, seen_version, command_id, now).run()


class _OnDocument(Execution):
    """One command on its way."""

    NAMES = NAMES
    PURPOSE = b"tableproof library receipt"

    def __init__(
        self,
        property_code: str,
        code: str,
        command: Command,
        by: Person,
        seen_version: int | None,
        command_id: UUID,
        now: datetime,
    ) -> None:
        super().__init__(
            property_code, command, staff=by.staff, seen_version=seen_version, command_id=command_id, now=now
        )
        self.document = code
        self.by = by
        self.file: Upload | None = getattr(command, "file", None)
        self.stored: StoredFile | None = None

    def admit(self) -> None:
        if self.file is not None and self.receipt() is None:
            admitted = attachments.admit(self.file.name, self.file.data)
            self.stored = msgspec.convert(msgspec.to_builtins(admitted), StoredFile)

    def concerns(self, stream: str) -> bool:
        return stream == f"library/{self.document}"

    def carry_out(self) -> Carried:
        document = _load(self.property_code, self.document)
        facts = self._decided(document)
        if self.seen_version is not None and self.seen_version != document.version:
            raise Problem("library_changed")
        if self.file is not None and self.stored is not None:
            LibraryFile.objects.get_or_create(
                property=self.owner, sha256=self.stored.sha256, defaults={"content": self.file.data}
            )
        return Carried(document.stream, self.record(document.stream, facts, document.version), facts)

    def _decided(self, document: Document) -> list[Fact]:
        said, by = self.command, self.by
        if isinstance(said, WithdrawVersion):
            return documents.withdraw(document, said.version, reason=said.reason, in_force_to=said.in_force_to, by=by)
        assert isinstance(said, AddDocument | AddVersion)
        new = msgspec.structs.replace(said.new, file=self.stored)
        if isinstance(said, AddVersion):
            return documents.add_version(document, new, by=by)
        titles = {"title_vi": said.title_vi, "title_en": said.title_en}
        return documents.register(document, kind=said.kind, game=said.game, first=new, by=by, **titles)

    def overtaken(self) -> None:
        raise Problem("library_changed")

    def follow(self) -> None:
        readmodel.follow_to_head(self.property_code)

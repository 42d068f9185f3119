"""A paper as it would be issued, before anything is recorded: what the player will read, and nothing else.

The command is decided as it would be, its texts stay in memory and are sealed by nobody, and the paper is composed of
the case that would follow by the very code that composes issued ones. It has no number, no mark to check it by and no
signature, and says on every page that it is not issued. Proved by ``tests/disputes/papers/test_preview.py``.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any, Final
from uuid import UUID, uuid4

import msgspec
from django.conf import settings

from casino.core.events import Fact, RecordedEvent
from casino.core.sealed import Sealed
from casino.ledger.models import Property
from disputes.case import facts as f
from disputes.case.commands import Command, Confirm, Decide, DecideComplaint, IssuePaper
from disputes.case.context import Context, sealing_nothing
from disputes.case.decide import decide
from disputes.case.state import Case, Made
from disputes.papers import data as d
from disputes.papers.compose import Composer
from disputes.papers.render import render
from disputes.rows import stored
from games.engine.facts import Person

PREVIEWED: Final = ("decide", "decide_complaint", "confirm", "issue_paper")
"""The commands whose paper is shown first."""


class _Preview(Composer):
    """A paper of a case that is not so far: a decision counts that nobody has recorded or confirmed yet."""

    preview = True

    def __init__(self, owner: Property, case: Case, party: str | None, said: dict[UUID, str]) -> None:
        super().__init__(owner, case, party, "")
        self.signed, self.said = False, said

    def text(self, sealed: Sealed | None) -> str:
        if sealed is not None and sealed.ref in self.said:
            return self.said[sealed.ref]
        return super().text(sealed)

    def made(self, *, on_complaint: bool) -> Made | None:
        found = (
            made for made in reversed(self.case.decisions) if made.on_complaint is on_complaint and made.refused is None
        )
        return next(found, None)


def preview(
    owner: Property,
    number: str,
    command: Command,
    context: Context,
    language: str,
    party: str | None,
    *,
    now: datetime,
    by: Person,
) -> d.PaperData:
    """The paper of one of the PREVIEWED commands to a player of the case. For ``issue_paper`` language and party are
    the command's own.

    Raises Problem for a command that would be refused, MissingPart where nothing of that kind can be written yet."""
    case = stored.load(owner.code, number)
    said: dict[UUID, str] = {}

    def in_memory(content: str | bytes, persons: tuple[str, ...], **_about: Any) -> Sealed:
        ref = uuid4()
        if isinstance(content, str):
            said[ref] = content
        return Sealed(ref=ref, digest="0" * 64, persons=persons)

    facts = decide(case, command, msgspec.structs.replace(sealing_nothing(context), seal=in_memory))
    if isinstance(command, IssuePaper):
        kind, language, party = command.kind, command.language, command.party
    else:
        kind = _kind(case, command)
        for fact in facts:
            case.evolve(_as_event(case, fact, now))
    return _Preview(owner, case, party, said).paper(kind, language, now, by)


def pages(data: d.PaperData) -> bytes:
    """The same as PDF, as it would be printed."""
    return render(data, more_fonts=Path(settings.PAPER_FONTS_DIR) if settings.PAPER_FONTS_DIR else None)


def _kind(case: Case, command: Command) -> f.PaperKind:
    if isinstance(command, Decide):
        return "decision"
    if isinstance(command, DecideComplaint):
        return "complaint_decision"
    assert isinstance(command, Confirm)
    return "complaint_decision" if case.decision is not None and case.decision.on_complaint else "decision"


def _as_event(case: Case, fact: Fact, now: datetime) -> RecordedEvent:
    """A fact as if it stood behind everything that is recorded."""
    name = f.NAMES[type(fact)]
    return RecordedEvent(
        position=2**62,
        stream=case.stream,
        version=case.version + 1,
        type=name,
        stored_type=name,
        occurred_at=now,
        recorded_at=now,
        actor="",
        id=uuid4(),
        data=fact,
    )


def written_in(data: d.PaperData) -> str | None:
    """The language in which the reasons stand that the paper prints; None for a paper without reasons."""
    made = data.complaint_decision if data.kind == "complaint_decision" else data.decision
    if data.kind not in ("decision", "complaint_decision") or made is None or not made.reasons:
        return None
    return made.reasons_language

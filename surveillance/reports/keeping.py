"""The files of reports: where they lie, whole or not at all; handed out, and taken away.

They lie in the storage ``reports`` (beside those of footage) under their SHA-256. A file that discloses a text goes as
soon as somebody is erased under whose key it was sealed, one that holds a clip as soon as the term of its film has
ended: that is looked at before every download, and by the sweep.
Proved by ``tests/surveillance/reports/test_strangers.py``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Final
from uuid import UUID

import msgspec
from django.core.files.storage import Storage, storages

from casino.commands.execution import Done
from casino.core import reasons
from casino.core.commands import Command, following, rules_of
from casino.core.errors import Problem
from casino.core.events import Fact
from casino.core.reasons import Rule
from casino.vault.sealing import erased_among
from disputes.case.context import Actor
from games.commands.reasons import sealed
from surveillance.bundle.selection import Selection, papers_of
from surveillance.files import storage
from surveillance.files.arrival import hash_of
from surveillance.files.models import FootageJob, JobKind, JobState
from surveillance.files.serving import Piece
from surveillance.reports import clips, service
from surveillance.reports import facts as f
from surveillance.reports.execution import REPORTS, OnReport, execute
from surveillance.reports.models import Report, ReportFile, ReportState

BUNDLE: Final = "bundle"
ROUNDS_PER_PAPER: Final = 100
"""Shown whole in one PDF; what is longer is printed in parts."""
MOST_PAPERS: Final = 20
"""Parts of one language; rounds beyond them stand in the bundle alone, which the paper says."""
NAMED: Final = re.compile(r"bundle|paper-(vi|en)(?:-([2-9]|1[0-9]|20))?")
"""``facts.What``: the language of a paper and, from the second on, its part."""


def place() -> Storage:
    """The storage of reports."""
    return storages["reports"]


def keep(
    row: Report, what: str, path: Path, *, persons: list[str], now: datetime, recordings: Sequence[str] = ()
) -> ReportFile:
    """Keep a finished file of a report; the same again replaces it. Problems of the storage (full, away)."""
    sha256, size_bytes = hash_of(path)
    name = f"{row.property.code}/{sha256[:2]}/{sha256}{ending(what)}"
    storage.keep(place(), name, path)
    kept, _made = ReportFile.objects.update_or_create(
        property=row.property,
        report=row.code,
        what=what,
        defaults={
            "path": name,
            "size_bytes": size_bytes,
            "sha256": sha256,
            "media_type": "application/zip" if what == BUNDLE else "application/pdf",
            "persons": sorted(persons),
            "recordings": sorted(recordings),
            "made_at": now,
        },
    )
    return kept


def files(row: Report) -> list[ReportFile]:
    """What is kept of a report, the bundle first."""
    return list(ReportFile.objects.filter(property=row.property, report=row.code).order_by("what"))


def ending(what: str) -> str:
    """Of the name under which a file is handed out."""
    return ".zip" if what == BUNDLE else f"{what.removeprefix('paper')}.pdf"


def papers(row: Report) -> int:
    """In how many parts the report for people is printed."""
    return max(1, min(MOST_PAPERS, -(-(row.rounds_count or 0) // ROUNDS_PER_PAPER)))


def papers_asked(row: Report) -> list[str]:
    """What is kept of a report beside its bundle, by what was asked for, part by part."""
    asked = sorted(papers_of(msgspec.convert(row.selection, Selection)))
    return [f"paper-{each}" + (f"-{part}" if part > 1 else "") for part in range(1, papers(row) + 1) for each in asked]


def part_of(what: str) -> tuple[str, int]:
    """The language of a paper, and which part it is, from 1. ValueError for no paper."""
    found = NAMED.fullmatch(what)
    if found is None or found[1] is None:
        raise ValueError(what)
    return found[1], int(found[2] or 1)


def piece(row: Report, what: str, now: datetime) -> tuple[ReportFile, Piece]:
    """A file to hand out. Problems reports_not_ready, reports_not_printed, reports_file_gone."""
    if row.state != ReportState.FINISHED:
        raise Problem("reports_not_ready")
    kept = ReportFile.objects.filter(property=row.property, report=row.code, what=what).first()
    printing = None if kept is not None or what not in papers_asked(row) else printing_of(row)
    if printing is not None and printing.state == JobState.FAILED:
        raise Problem("reports_not_printed", why=printing.code)
    if printing is not None and printing.state != JobState.DONE:
        raise Problem("reports_not_ready")
    if kept is None or shut(row, now):
        raise Problem("reports_file_gone")
    name = f"tableproof-{row.property.code}-{row.code}{ending(what)}"
    return kept, Piece(place(), kept.path, kept.size_bytes, kept.sha256, kept.media_type, name)


def printing_of(row: Report) -> FootageJob | None:
    """The work on the files for people."""
    return FootageJob.objects.filter(property=row.property, kind=JobKind.REPORT_PAPERS, about=row.code).first()


def shut(row: Report, now: datetime) -> bool:
    """Whether a text that the report discloses was erased since, or the term of a film has ended of which it holds a
    clip; then its files go, and that is recorded."""
    kept = files(row)
    persons = {person for each in kept for person in each.persons}
    recordings = sorted({recording for each in kept for recording in each.recordings})
    if persons and erased_among(row.property.code, persons):
        service.ended(row, f.ReportDeleted(rule="erased"), what="erased", now=now)
    elif recordings and clips.outlived(row, recordings):
        service.ended(row, f.ReportDeleted(rule="term_ended"), what="term_ended", now=now)
    else:
        return False
    remove(row)
    return True


@REPORTS.step(weighty=True)
class DeleteReport(Command, frozen=True):
    """Take the files of a report away; why is sealed in the record."""

    reason: Annotated[str, msgspec.Meta(max_length=500), following(Rule.SHORT)]


@REPORTS.decides(DeleteReport)
def _deleted(code: str, said: DeleteReport, work: OnReport) -> list[Fact]:
    """Problems reports_ended, reports_reason."""
    words = " ".join(said.reason.split())[:500]
    if not words:
        raise Problem("reports_reason", "reason")
    reasons.hold(rules_of(DeleteReport)["reason"], words, "reason")
    row = Report.objects.select_related("property").get(property=work.owner, code=code)
    service.check_state(row, (ReportState.FINISHED, ReportState.FAILED, ReportState.CANCELLED))
    return [f.ReportDeleted(rule="person", by=work.by, sealed_reason=sealed(work.property_code, words))]


def delete(row: Report, command: DeleteReport, *, actor: Actor, command_id: UUID, now: datetime) -> Done:
    """Carry it out, and take the files away once it is recorded: again where that failed and it is given again."""
    done = execute(row.property, row.code, command, actor=actor, command_id=command_id, now=now)
    remove(row)
    return done


def remove(row: Report) -> None:
    """Take the files away. One that another report has as well (equal bytes) stays for it."""
    for kept in files(row):
        others = ReportFile.objects.filter(path=kept.path).exclude(pk=kept.pk).exists()
        if not others:
            storage.remove(place(), kept.path)
        kept.delete()

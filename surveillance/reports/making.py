"""The work of a report: part after part into a folder, and at the end, in one pass, the file.

What was finished stays in the folder (``incoming/report-<code>``) when the process dies, when the disk is full or the
log not far enough, and is not made again: the steps are the writer's (``surveillance.bundle.writing``), and so is that
the same calls give the same bytes. The signature is made once, at the end. What is told as done are rounds, those in
between that were not asked for included. The PDFs are a work of their own, tried again by itself: whatever becomes of
them, the bundle is handed out. Proved by ``tests/surveillance/reports/test_making.py``, ``test_verified.py``
(against the verifier) and ``test_killed.py``.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec

from casino.checkpoints.faults import Fault
from casino.clock import now as clock
from casino.core.errors import Problem
from casino.core.log_entry import time_text
from casino.core.seams import Seam
from casino.papers.setting import CannotPrint
from games.judgement import program
from surveillance.bundle.layout import Made
from surveillance.files import jobs, storage
from surveillance.files import report_keys as keys
from surveillance.files.models import FootageJob, JobKind
from surveillance.reports import choosing, contents, keeping, service
from surveillance.reports import facts as f
from surveillance.reports.models import Report, ReportState
from surveillance.reports.order import Run
from surveillance.reports.work import Work

KIND: Final = JobKind.REPORT.value

Paper = Callable[[Report, int, Path], None]
"""(report whose bundle is kept, which part from 1, target): writes a file for people. CannotPrint of the typesetter."""
PAPERS: Final[Seam[str, Paper]] = Seam("What prints the report for people, by language.")


@jobs.WORKS.register(JobKind.REPORT)
def make(run: jobs.Run) -> dict[str, Any]:
    """Make one report, or go on with it."""
    row = Report.objects.filter(property=run.owner, code=run.job.about).select_related("property").first()
    if row is None or row.state != ReportState.REQUESTED:
        return {}
    folder = folder_of(row)
    with storage.told():
        folder.mkdir(mode=storage.FOLDER_MODE, exist_ok=True)
    try:
        with storage.told():
            work = Making(run, row, folder)
            target = work.write()
        persons, recordings = sorted(work.contents.disclosing.persons), work.contents.recordings
        kept = keeping.keep(row, keeping.BUNDLE, target, persons=persons, recordings=recordings, now=clock())
    except Fault as fault:
        raise Problem("reports_record", why=str(fault)) from fault
    except Problem as problem:
        if problem.code == "reports_cancelled":
            shutil.rmtree(folder, ignore_errors=True)
        raise
    finished = f.ReportFinished(
        sha256=kept.sha256,
        size_bytes=kept.size_bytes,
        rounds=work.rounds,
        events=work.contents.events,
        checkpoint=work.tree.size,
    )
    service.ended(row, finished, what="finished", now=clock())
    if keeping.papers_asked(row):
        jobs.ask(owner=run.owner, kind=JobKind.REPORT_PAPERS, about=row.code, key=row.code, now=clock())
    shutil.rmtree(folder, ignore_errors=True)
    return {"sha256": kept.sha256}


@jobs.WORKS.register(JobKind.REPORT_PAPERS)
def print_papers(run: jobs.Run) -> dict[str, Any]:
    """Print what was asked for of a report beside its bundle, as far as it is not there yet."""
    row = Report.objects.filter(property=run.owner, code=run.job.about).select_related("property").first()
    there = {} if row is None else {each.what: each for each in keeping.files(row)}
    if row is None or keeping.BUNDLE not in there:
        return {}
    with tempfile.TemporaryDirectory(prefix="paper-", dir=storage.incoming()) as folder:
        asked = keeping.papers_asked(row)
        for done, what in enumerate(asked):
            run.progress(done, len(asked))
            if what in there:
                continue
            language, part = keeping.part_of(what)
            target = Path(folder) / f"{what}.pdf"
            try:
                with storage.told():
                    PAPERS[language](row, part, target)
            except CannotPrint as error:
                raise Problem("reports_not_printed", why=str(error)) from error
            row.refresh_from_db()
            if row.state == ReportState.FINISHED:  # its files were not deleted meanwhile
                keeping.keep(row, what, target, persons=there[keeping.BUNDLE].persons, now=clock())
    return {}


jobs.PASSING.register("reports_not_printed", None)
for _kind in (JobKind.REPORT, JobKind.REPORT_PAPERS):
    jobs.FAILURES.register(_kind, ("reports_worker_died", "reports_failed"))


@jobs.WHEN_FAILED.register(KIND)
def _failed(job: FootageJob, problem: Problem) -> None:
    row = Report.objects.filter(property=job.property, code=job.about).select_related("property").first()
    if row is not None and row.state == ReportState.REQUESTED:
        service.ended(row, f.ReportFailed(code=problem.code), what="failed", now=clock())


def folder_of(row: Report) -> Path:
    """Where the parts of a report lie while it is made. Problems of the storage."""
    return storage.incoming() / f"report-{row.property.code}-{row.code}"


class Making(Work):
    """One report while it is made."""

    def __init__(self, run: jobs.Run, row: Report, folder: Path) -> None:
        super().__init__(run, row, folder)
        self.contents = contents.Contents(self)
        self.rounds = 0

    def write(self) -> Path:
        """All parts, and the file."""
        self.go_on()
        runs = self.chosen()
        claim = contents.claim(self, runs)
        total = sum(len(each.asked) for each in runs.values())
        self.rounds = total
        self.contents.house_streams({*runs, *claim.tables})
        for table in sorted(runs, key=lambda each: f"{each}/"):
            self.contents.table(table, runs[table], total)
        self.contents.others(runs)
        self.contents.annex()
        self.contents.log(claim)
        target = self.folder / "bundle.zip"
        target.unlink(missing_ok=True)
        first = Report.objects.filter(property=self.owner, identity=self.row.identity).order_by("id").first()
        assert first is not None
        self.writer.finish(
            target,
            operator=self.owner.name_en,
            made=Made(at=time_text(first.requested_at), program=program.this_program()),
            request={
                "at": time_text(first.requested_at),
                "by": first.requested_by,
                "position": self.position,
                "role": first.requested_role,
                "what": msgspec.to_builtins(self.selection),
            },
            asked=claim,
            notes=contents.NOTES,
            sign=lambda text: keys.sign(self.owner, text),
        )
        return target

    def chosen(self) -> dict[str, Run]:
        """The rounds by table."""
        runs: dict[str, Run] = {}
        for number, placed in enumerate(choosing.rounds(self.owner, self.selection, self.position)):
            runs.setdefault(placed.stream.split("/")[1], Run()).add(placed)
            if number % 500 == 0:
                self.go_on()
        return runs

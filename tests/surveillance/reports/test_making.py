"""Making: parts, one file, the same bytes again; what stops it and what it leaves."""

from __future__ import annotations

import errno
import json
import zipfile
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from casino.papers.setting import CannotPrint
from surveillance.bundle.layout import Manifest, read_manifest
from surveillance.bundle.selection import Selection
from surveillance.files import jobs, storage
from surveillance.files.models import FootageJob
from surveillance.reports import keeping, making
from surveillance.reports.models import Report, ReportFile, ReportState
from tests.replay.story import STARTS
from tests.surveillance.reports import acts
from tests.surveillance.reports.conftest import Asking

ROUND = Selection(about="round", round="RL01/short")


def bundle(row: Report) -> zipfile.ZipFile:
    kept = ReportFile.objects.get(report=row.code, what="bundle")
    return zipfile.ZipFile(Path(keeping.place().path(kept.path)))


def manifest(row: Report) -> Manifest:
    return read_manifest(bundle(row).read("manifest.json"))


def lines(row: Report, name: str) -> list[Any]:
    return [json.loads(line) for line in bundle(row).read(name).splitlines()]


def test_a_round_has_its_events_each_with_a_proof_of_its_own(asks: Asking) -> None:
    row = asks.made(ROUND)
    assert (row.state, row.rounds_count) == (ReportState.FINISHED, 1)
    found = manifest(row)
    assert found.asked.rounds == ("round/RL01/short",)
    assert (found.asked.first, found.as_of) == (0, row.position)
    [unit] = found.units
    judged = lines(row, f"judged/{unit.number:06}/rounds.ndjson")
    [asked] = [each for each in judged if each["asked"]]
    assert (asked["stream"], asked["difference_minor"] != 0) == ("round/RL01/short", True)
    proofs = [name for name in bundle(row).namelist() if name.startswith("log/proofs/")]
    assert len(proofs) == len([each for each in _streams(row) if each == "round/RL01/short"])
    assert row.sha256 == ReportFile.objects.get(report=row.code, what="bundle").sha256


def _streams(row: Report) -> list[str]:
    found = []
    for name in bundle(row).namelist():
        if name.startswith("events/"):
            raw = bundle(row).read(name).splitlines()
            found += [json.loads(entry)["stream"] for entry in raw[::2]]
    return found


def test_a_gaming_day_claims_every_event_of_its_tables_in_the_interval(asks: Asking) -> None:
    from games.rows.models import Round

    day = Round.objects.get(stream="round/RL01/short").gaming_day
    assert day is not None
    row = asks.made(Selection(about="gaming_day", from_day=day))
    found = manifest(row)
    assert found.asked.tables == ("RL01",)
    assert row.rounds_count == Round.objects.filter(gaming_day=day).count()
    assert 1 <= found.asked.first <= found.asked.last <= row.position


def test_a_table_in_an_interval_that_had_nothing_is_an_empty_report(asks: Asking) -> None:
    long_ago = STARTS - timedelta(days=300)
    row = asks.made(Selection(about="table", table="RL01", begins_at=long_ago, ends_at=long_ago + timedelta(hours=1)))
    assert (row.state, row.rounds_count) == (ReportState.FINISHED, 0)


def test_a_case_discloses_what_was_said_and_names_its_evidence(asks: Asking) -> None:
    asks.court.passed_on()
    row = asks.made(Selection(about="case", case=asks.court.number))
    said = lines(row, "disclosures.ndjson")
    assert {each["state"] for each in said} <= {"open", "sealed", "erased"}
    opened = [each for each in said if each["state"] == "open"]
    assert opened
    import base64
    from hashlib import sha256

    for each in opened:
        raw = base64.b64decode(each["salt"]) + each["text"].encode()
        assert sha256(raw).hexdigest() == each["digest"]
    assert ReportFile.objects.get(report=row.code, what="bundle").persons


def test_a_remade_report_is_the_same_but_for_its_signature(asks: Asking) -> None:
    first = asks.made(ROUND)
    members = {name: bundle(first).read(name) for name in bundle(first).namelist()}
    acts.delete(first, asks.actor("senior_management"), "Thử lại.", command_id=uuid4(), now=asks.court.now)
    again = asks.made(ROUND, position=first.position)
    assert again.code != first.code
    remade = {name: bundle(again).read(name) for name in bundle(again).namelist()}
    assert {n for n in members if members[n] != remade.get(n)} <= {"manifest.note"}
    assert members.keys() == remade.keys()


def test_a_full_disk_is_said_leaves_no_file_and_is_tried_again(asks: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    row = asks.ask(ROUND)

    def full(*_args: Any, **_kwargs: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("surveillance.bundle.writing._File.write", full)
        job = asks.work(row)
    assert (job.state, job.code) == ("queued", "footage_disk_full")
    assert not ReportFile.objects.exists()
    assert "full" in job.said_en
    FootageJob.objects.filter(pk=job.pk).update(not_before=None)
    assert asks.work(row).state == "done"
    assert asks.row(row.code).state == ReportState.FINISHED
    assert not list(storage.incoming().glob("report-*"))


def test_one_that_somebody_stopped_is_not_made(asks: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    row = asks.ask(ROUND)
    before = making.Making.chosen

    def stopped(work: making.Making) -> Any:
        acts.cancel(row, asks.actor("senior_management"), command_id=uuid4(), now=asks.court.now)
        return before(work)

    monkeypatch.setattr(making.Making, "chosen", stopped)
    job = asks.work(row)
    assert (job.state, job.code) == ("failed", "reports_cancelled")
    assert asks.row(row.code).state == ReportState.CANCELLED
    assert not ReportFile.objects.exists()
    assert not list(storage.incoming().glob("report-*"))


def test_without_a_log_it_waits_and_says_why(asks: Asking, settings: Any) -> None:
    row = asks.ask(ROUND)
    settings.TRANSPARENCY_DIR = ""
    job = FootageJob.objects.get(kind="report", about=row.code)
    assert jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.code) == ("queued", "reports_no_log")


@pytest.mark.parametrize(("papers", "made"), [("vi", {"paper-vi"}), ("en", {"paper-en"}), ("none", set())])
def test_the_report_for_people_is_made_in_the_languages_asked_for(asks: Asking, papers: Any, made: set[str]) -> None:
    row = asks.made(msgspec.structs.replace(ROUND, papers=papers))
    assert {each.what for each in keeping.files(row)} == {"bundle", *made}
    assert asks.ask(ROUND, position=row.position).code != row.code, "another request, of both languages"


def test_the_bundle_is_handed_out_whatever_becomes_of_the_pdf(
    asks: Asking, as_: Callable[..., Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A typesetter that fails is tried again by itself, at last given up, and begun again by asking for the same."""

    def fails(*_given: Any, **_named: Any) -> bytes:
        raise CannotPrint("the typesetter did not finish within 300 seconds of processor time")

    with monkeypatch.context() as stopped:
        stopped.setattr("surveillance.reports.paper.making.print_page", fails)
        row = asks.made(msgspec.structs.replace(ROUND, papers="en"), who="senior_management")
    assert row.state == ReportState.FINISHED
    assert [each.what for each in keeping.files(row)] == ["bundle"]
    client = as_("senior_management")
    files = f"/api/v1/reports/{row.code}/files"
    assert client.get(f"{files}/bundle/").status_code == 200
    job = FootageJob.objects.get(kind="report_papers", about=row.code)
    assert (job.state, job.code) == ("queued", "reports_not_printed")
    assert client.get(f"{files}/paper-en/").json()["code"] == "reports_not_ready"
    assert "The PDF is being printed." in _page(client, row)
    with monkeypatch.context() as stopped:
        stopped.setattr("surveillance.reports.paper.making.print_page", fails)
        while job.state == "queued":
            assert jobs.run(job.pk, now=job.not_before)
            job.refresh_from_db()
    assert (job.state, job.attempts) == ("failed", len(jobs.WAITS_SECONDS) + 1)
    assert client.get(f"{files}/paper-en/").json()["code"] == "reports_not_printed"
    assert "did not finish within 300 seconds" in _page(client, row)
    asks.ask(msgspec.structs.replace(ROUND, papers="en"), position=row.position)
    assert jobs.run(job.pk)
    assert [each.what for each in keeping.files(row)] == ["bundle", "paper-en"]
    assert client.get(f"{files}/paper-en/").status_code == 200
    assert client.get(f"/api/v1/reports/{row.code}/").json()["printing"] is None


def _page(client: Client, row: Report) -> str:
    client.cookies["django_language"] = "en"
    return client.get(reverse("admin:surveillance_report_change", args=[row.pk])).content.decode()

"""The report for people: what stands on its pages, the same bytes again, signed, with the manifest in it."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.test import Client
from pypdf import PdfReader

from casino.ledger.application import get_ledger
from casino.papers import facts as key_facts
from casino.papers import known
from casino.papers.checking import check_paper
from surveillance.bundle.selection import Selection
from surveillance.reports import keeping
from surveillance.reports.models import Report, ReportFile
from surveillance.reports.paper import compose as composing
from surveillance.reports.paper.compose import compose
from surveillance.reports.paper.making import printed
from tests.disputes.papers.samples import squeezed
from tests.replay.story import CODE, STARTS
from tests.surveillance.reports.conftest import Asking

As = Callable[..., Client]
DAY = STARTS.date()
PLAYED = Selection(
    about="game", games=("roulette",), from_day=DAY - timedelta(days=100), to_day=DAY + timedelta(days=200)
)


def kept(row: Report, language: str) -> bytes:
    found = ReportFile.objects.get(report=row.code, what=f"paper-{language}")
    return Path(keeping.place().path(found.path)).read_bytes()


def text(pdf: bytes) -> str:
    return squeezed(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages))


@pytest.fixture
def report(asks: Asking, settings: Any, tmp_path: Path) -> Report:
    """Of a table, by a house that signs."""
    settings.PAPER_KEYS_DIR = str(tmp_path / "paper-keys")
    row = asks.made(PLAYED)
    if folder := os.environ.get("KEEP_PAPERS"):
        for language in ("vi", "en"):
            (Path(folder) / f"report-{language}.pdf").write_bytes(kept(row, language))
    return row


def test_it_says_whose_what_when_by_which_rules_and_that_it_is_a_replay(report: Report) -> None:
    found = text(kept(report, "en"))
    for needed in ("Replay report", "is a REPLAY from recorded events", "Roulette, No. 01/13.06.2020", "Checkpoint",
                   "By table", "By shift", "Differences from the rules", "Footage index", "Hold by table"):  # fmt: skip
        assert squeezed(needed).lower() in found.lower(), needed  # headings are set in capitals
    data = compose(report)
    assert (data.total, data.counted) == (report.rounds_count, report.rounds_count)
    assert data.manifest_digest in found
    assert data.bundle_digest == report.sha256
    for each in data.rounds:
        assert squeezed(f"Round {each.round}, table RL01").lower() in found.lower()
    assert squeezed("Phát lại từ sổ ghi nhận") in text(kept(report, "vi"))


def test_the_figures_are_those_of_the_rounds(report: Report) -> None:
    data = compose(report)
    [table] = [each for each in data.tables if each.currency == data.currency]
    decided = [bet for each in data.rounds for bet in each.bets if bet.due_minor is not None]
    assert table.due_minor == -sum(bet.due_minor or 0 for bet in decided)
    assert (
        table.findings == sum(len(each.findings) for each in data.rounds) == sum(each.count for each in data.findings)
    )
    assert data.points[-1] == (table.result_minor, table.due_minor)


def test_every_page_has_its_number_the_digest_and_the_code_of_the_checkpoint(report: Report) -> None:
    reader = PdfReader(io.BytesIO(kept(report, "en")))
    count = len(reader.pages)
    for number, page in enumerate(reader.pages, 1):
        found = squeezed(page.extract_text())
        assert squeezed(f"Page {number} / {count}") in found
        assert compose(report).manifest_digest in found


def test_the_same_report_is_the_same_unsigned_bytes_and_holds_the_manifest(report: Report) -> None:
    data = msgspec.structs.replace(compose(report), language="en")
    pdf = printed(data, signed=True)
    assert pdf == printed(msgspec.structs.replace(compose(report), language="en"), signed=True)
    attached = PdfReader(io.BytesIO(kept(report, "en"))).attachments
    assert attached["manifest.json"] == [data.manifest.encode()]


def test_it_is_signed_and_found_by_the_page_that_checks_papers(report: Report) -> None:
    [key] = [e.data for e in get_ledger(CODE).stream(key_facts.STREAM) if isinstance(e.data, key_facts.KeyRegistered)]
    for language in ("vi", "en"):
        verdict = check_paper(kept(report, language), [key.fingerprint])
        assert (verdict.state, verdict.number) == ("genuine", f"{CODE}/reports/{report.code}/{language}"), verdict.why
        paper = known.find(verdict.number)
        assert paper is not None
        assert paper.content() == kept(report, language)
    assert known.find(f"{CODE}/reports/none/vi") is None


def test_where_nothing_happened_it_says_so(report: Report) -> None:
    data = msgspec.structs.replace(compose(report), language="en", total=0, counted=0, rounds=(), tables=(), points=())
    assert "Noactivity." in text(printed(data, signed=False))


def test_many_rounds_are_bounded_and_what_is_left_out_is_said(report: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "ROUNDS_PER_PAPER", 1)
    monkeypatch.setattr(keeping, "MOST_PAPERS", 2)
    monkeypatch.setattr(composing, "MOST_COUNTED", 2)
    data = msgspec.structs.replace(compose(report), language="en")
    assert (len(data.rounds), data.counted) == (1, 2)
    found = text(printed(data, signed=False))
    assert squeezed(f"Part 1 of 2: rounds 1 to 1 of {data.total}.") in found
    assert squeezed(f"The parts print 2 of {data.total} rounds whole") in found
    assert squeezed(f"Figures are of the first 2 of {data.total} rounds") in found


def test_a_long_report_is_printed_in_parts_that_together_show_each_round_once(
    asks: Asking, as_: As, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each part is signed by itself and found by its number; figures stand in the first."""
    monkeypatch.setattr(keeping, "ROUNDS_PER_PAPER", 2)
    settings.PAPER_KEYS_DIR = str(tmp_path / "paper-keys")
    row = asks.made(msgspec.structs.replace(PLAYED, papers="en"), who="senior_management")
    assert row.rounds_count is not None
    last = -(-row.rounds_count // 2)
    assert last > 2
    whats = ["paper-en", *(f"paper-en-{part}" for part in range(2, last + 1))]
    assert {each.what for each in keeping.files(row)} == {"bundle", *whats}
    assert keeping.papers_asked(row) == whats
    parts = [compose(row, part) for part in range(1, last + 1)]
    shown = [each.stream for part in parts for each in part.rounds]
    assert len(shown) == len(set(shown)) == row.rounds_count
    [key] = [e.data for e in get_ledger(CODE).stream(key_facts.STREAM) if isinstance(e.data, key_facts.KeyRegistered)]
    client = as_("senior_management")
    for part in range(2, last + 1):
        answer: Any = client.get(f"/api/v1/reports/{row.code}/files/paper-en-{part}/")
        content = b"".join(answer.streaming_content)
        assert f"-en-{part}.pdf" in answer["Content-Disposition"]
        found = known.find(f"{CODE}/reports/{row.code}/en-{part}")
        assert found is not None
        assert found.content() == content
        said = text(content)
        assert squeezed(f"Part {part} of {last}: rounds") in said
        assert squeezed("Summary").lower() not in said.lower()
        assert check_paper(content, [key.fingerprint]).state == "genuine"
    assert client.get(f"/api/v1/reports/{row.code}/files/paper-en-{last + 1}/").json()["code"] == "reports_file_gone"
    assert client.get(f"/api/v1/reports/{row.code}/files/paper-en-1/").status_code == 404


@pytest.mark.parametrize(("doubt_ms", "uncertain"), [(100, False), (5_000, True)])
def test_the_footage_index_says_where_its_times_are_not_certain(asks: Asking, doubt_ms: int, uncertain: bool) -> None:
    asks.watch.recorder().camera().read_clock(doubt_ms=doubt_ms).recording()
    asks.watch.asked()
    asks.watch.link()
    row = asks.made(Selection(about="round", round="RL01/short", papers="en"))
    [film] = compose(row).films
    assert film.uncertain is uncertain
    assert ("timenotcertain" in text(kept(row, "en")).lower().replace(" ", "")) is uncertain

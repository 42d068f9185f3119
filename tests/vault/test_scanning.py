"""The scanner of the house: what its answers mean, and that nothing is taken where it gives none."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest
from pytest_django import Settings

from casino.core.errors import Problem
from casino.vault import attachments
from tests.vault import samples


def scanner(settings: Settings, program: str, *arguments: str) -> None:
    settings.ATTACHMENT_SCAN_COMMAND = [sys.executable, "-c", program, *arguments]


def code_of(data: bytes) -> str:
    with pytest.raises(Problem) as caught:
        attachments.admit("a.png", data)
    return caught.value.code


def test_without_a_scanner_it_says_so(settings: Settings) -> None:
    settings.ATTACHMENT_SCAN_COMMAND = []
    assert attachments.admit("a.png", samples.PNG).scan == "not_scanned"


def test_the_scanner_gets_all_bytes_and_no_name(settings: Settings, tmp_path: Path) -> None:
    got = tmp_path / "got"
    scanner(settings, "import sys; open(sys.argv[1], 'wb').write(sys.stdin.buffer.read())", str(got))
    assert attachments.admit("Nguyễn Văn An.png", samples.PNG).scan == "clean"
    assert got.read_bytes() == samples.PNG


def test_one_means_infected(settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    scanner(settings, "raise SystemExit(1)")
    assert code_of(samples.PNG) == "attachment_infected"
    assert "attachment_infected sha256=" in caplog.text


@pytest.mark.parametrize("program", ["raise SystemExit(2)", "import os; os.kill(os.getpid(), 9)", "syntax error ("])
def test_anything_else_is_not_clean(settings: Settings, program: str) -> None:
    """Python itself ends with 1 for a program it cannot read, so that one looks like an infection: refused as well."""
    scanner(settings, program)
    assert code_of(samples.PNG) in ("attachment_scan_failed", "attachment_infected")
    if "syntax" not in program:
        assert code_of(samples.PNG) == "attachment_scan_failed"


def test_a_scanner_that_is_not_there_refuses(settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    settings.ATTACHMENT_SCAN_COMMAND = ["/nowhere/clamdscan", "-"]
    assert code_of(samples.PNG) == "attachment_scan_failed"
    assert "/nowhere/clamdscan" in caplog.text


def test_a_scanner_that_does_not_end_is_ended(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attachments, "SCAN_PATIENCE_SECONDS", 0.5)
    scanner(settings, "import time; time.sleep(600)")
    begun = time.monotonic()
    assert code_of(samples.PNG) == "attachment_scan_failed"
    assert time.monotonic() - begun < 300


def test_a_scanner_that_does_not_read_is_still_believed(settings: Settings) -> None:
    """It may know the answer from the first bytes; the pipe breaks then, and that is no fault."""
    scanner(settings, "raise SystemExit(1)")
    large = samples.MP4 + samples.box(b"mdat", bytes(5_000_000))
    with pytest.raises(Problem) as caught:
        attachments.admit("a.mp4", large)
    assert caught.value.code == "attachment_infected"


def test_what_is_refused_by_its_form_never_reaches_the_scanner(settings: Settings, tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    scanner(settings, "import sys; open(sys.argv[1], 'w')", str(mark))
    assert code_of(b"<svg/>") == "attachment_active"
    assert not mark.exists()


def test_the_scanner_gets_none_of_our_secrets(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PERSON_MASTER_KEY", "hidden")
    told = tmp_path / "told"
    scanner(settings, "import os, sys; open(sys.argv[1], 'w').write(','.join(sorted(os.environ)))", str(told))
    assert attachments.admit("a.png", samples.PNG).scan == "clean"
    # Python itself adds this one where a system says nothing of letters.
    assert set(told.read_text().split(",")) <= {"", "LC_CTYPE"}

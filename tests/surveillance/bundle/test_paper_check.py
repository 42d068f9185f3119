"""``tableproof-verify PAPER.pdf``: verdicts, exit codes, both languages, and nothing of a server loaded."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from casino.clock import now as clock
from casino.papers import keys, pades
from surveillance.bundle import paper_check
from surveillance.bundle.command import main
from tests.papers.making import NUMBER, key, plain
from tests.surveillance.bundle.test_words import ENGLISH, VIETNAMESE


@pytest.fixture(scope="module")
def paper(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A signed paper, and the fingerprint of the authority of its key."""
    folder = tmp_path_factory.mktemp("paper")
    made = key(folder / "keys")
    pdf = pades.signed(plain(), pades.of_file(made), made, NUMBER, clock(), None)
    (folder / "paper.pdf").write_bytes(pdf)
    return folder / "paper.pdf", keys.fingerprint(made.chain[0])


def test_a_paper_is_told_by_its_first_bytes(paper: tuple[Path, str], capsys: pytest.CaptureFixture[str]) -> None:
    file, trusted = paper
    assert main([str(file), "--paper-key", trusted, "--language", "en"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("GENUINE")
    assert NUMBER in said
    assert main([str(file), "--language", "vi"]) == 3
    assert capsys.readouterr().out.startswith("CHƯA CHỨNG MINH")
    for language, begins in (("vi", "KHÓA KHÁC"), ("en", "ANOTHER KEY")):
        assert main([str(file), "--paper-key", "ab" * 32, "--language", language]) == 1
        assert capsys.readouterr().out.startswith(begins)


def test_a_key_sheet_is_read_for_its_fingerprints(paper: tuple[Path, str], tmp_path: Path) -> None:
    file, trusted = paper
    (tmp_path / "sheet.txt").write_text(f"Key sheet\npapers: {trusted}\n")
    assert main([str(file), "--paper-key", str(tmp_path / "sheet.txt")]) == 0
    (tmp_path / "none.txt").write_text("nothing")
    with pytest.raises(SystemExit) as ended:
        main([str(file), "--paper-key", str(tmp_path / "none.txt")])
    assert ended.value.code == 2


def test_each_verdict_has_its_exit_code(
    paper: tuple[Path, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, trusted = paper
    changed = bytearray(file.read_bytes())
    changed[200] ^= 1
    (tmp_path / "changed.pdf").write_bytes(changed)
    (tmp_path / "plain.pdf").write_bytes(plain())
    for name, code in (("changed.pdf", 1), ("plain.pdf", 5)):
        assert main([str(tmp_path / name), "--paper-key", trusted, "--json"]) == code
        assert json.loads(capsys.readouterr().out)["exit_code"] == code


def test_nothing_of_a_server_is_loaded(paper: tuple[Path, str]) -> None:
    program = (
        "import sys; from surveillance.bundle.command import main; code = main(sys.argv[1:]);"
        "sys.exit(9 if {'django', 'pyhanko', 'asn1crypto', 'eventsourcing'} & set(sys.modules) else code)"
    )
    done = subprocess.run([sys.executable, "-c", program, str(paper[0])], capture_output=True, check=False)
    assert done.returncode == 3, done.stderr


def test_no_line_of_a_language_has_words_of_the_other(
    paper: tuple[Path, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the reader of the file said of it, in English, stands behind a label of its own."""
    for text in (*paper_check.SAID.values(), *paper_check.LINES.values()):
        assert not ENGLISH.search(text.vi.lower()), text.vi
        assert not VIETNAMESE.search(text.en), text.en
    changed = bytearray(paper[0].read_bytes())
    changed[200] ^= 1
    (tmp_path / "changed.pdf").write_bytes(changed)
    for language, label in (("vi", "Chi tiết kỹ thuật"), ("en", "Technical detail")):
        main([str(tmp_path / "changed.pdf"), "--language", language])
        [_verdict, detail] = capsys.readouterr().out.splitlines()
        assert detail.startswith(f"{label}: the bytes are not those")

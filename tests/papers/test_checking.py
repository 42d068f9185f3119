"""What pyHanko signs: checked by our reader, by OpenSSL and by poppler; with anything changed found by ours."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest

from casino.checkpoints.places import Authority as Known
from casino.clock import now as clock
from casino.papers import keys, pades
from casino.papers.checking import EXIT_CODES, check_paper
from casino.transparency.keyfiles import UnusableKey
from tests.papers.making import NUMBER, key, plain, stamping
from tests.transparency.test_stamps import Authority


class Paper(NamedTuple):
    pdf: bytes
    key: keys.PaperKey
    folder: Path

    @property
    def trusted(self) -> list[str]:
        return [keys.fingerprint(self.key.chain[0])]


@pytest.fixture(scope="module")
def paper(tmp_path_factory: pytest.TempPathFactory) -> Paper:
    """Signed, B-B."""
    folder = tmp_path_factory.mktemp("keys")
    made = key(folder)
    return Paper(pades.signed(plain(), pades.of_file(made), made, NUMBER, clock(), None), made, folder)


@pytest.fixture(scope="module")
def archived(paper: Paper, tmp_path_factory: pytest.TempPathFactory) -> Paper:
    """The same with time stamps, B-LTA."""
    authority = Authority(tmp_path_factory.mktemp("authority"))
    with stamping(authority) as url:
        stamps = Known("own", url, (authority.root,), 60)
        pdf = pades.signed(plain(), pades.of_file(paper.key), paper.key, NUMBER, clock(), stamps)
    return paper._replace(pdf=pdf)


def test_a_paper_is_genuine_by_the_fingerprint_of_the_key_or_of_its_authority(paper: Paper) -> None:
    for trusted in ([keys.fingerprint(paper.key.certificate)], paper.trusted, [paper.trusted[0].upper()]):
        verdict = check_paper(paper.pdf, trusted)
        assert (verdict.state, verdict.number, verdict.exit_code) == ("genuine", NUMBER, 0)
    assert verdict.signed_at is not None
    assert abs(verdict.signed_at - clock()) < timedelta(hours=1)


def test_without_a_fingerprint_of_the_readers_own_it_is_unproved(paper: Paper) -> None:
    assert check_paper(paper.pdf).state == "unproved"
    assert check_paper(paper.pdf).exit_code == EXIT_CODES["unproved"] == 3


def test_by_another_key_than_the_readers_own_it_is_not_taken_for_one_of_which_nobody_told(paper: Paper) -> None:
    assert check_paper(paper.pdf, ["0" * 64]).state == "other_key"
    assert check_paper(paper.pdf, ["0" * 64]).exit_code == EXIT_CODES["other_key"] == 1


def test_each_byte_region_changed_is_found(paper: Paper) -> None:
    """Somewhere in every stretch of 97 bytes, and each byte of the signature's dictionary."""
    chance = random.Random(17)
    found = re.search(rb"/ByteRange \[0 (\d+) (\d+) (\d+)\]", paper.pdf)
    assert found is not None
    begin, behind = int(found[1]), int(found[2])
    places = [chance.randrange(start, min(start + 97, len(paper.pdf))) for start in range(0, len(paper.pdf), 97)]
    for place in (*places, *range(begin - 60, begin + 40), *range(behind - 3, len(paper.pdf))):
        changed = bytearray(paper.pdf)
        changed[place] ^= 1
        state = check_paper(bytes(changed), paper.trusted).state
        assert state in ("changed", "unsigned", "unreadable"), (place, paper.pdf[place - 20 : place + 20])


@pytest.mark.parametrize("where", ["before", "behind", "cut", "twice"])
def test_nothing_is_added_or_taken_away_unseen(paper: Paper, where: str) -> None:
    page = b"\n9 0 obj\n<< /Type /Page >>\nendobj\n"
    made = {
        "before": page + paper.pdf,
        "behind": paper.pdf + page,
        "cut": paper.pdf[:-7],
        "twice": paper.pdf + paper.pdf,
    }[where]
    assert check_paper(made, paper.trusted).state in ("changed", "unreadable")


def test_a_stranger_s_signature_under_our_name_is_by_another_key(paper: Paper, tmp_path: Path) -> None:
    stranger = key(tmp_path)
    forged = pades.signed(plain(), pades.of_file(stranger), stranger, NUMBER, clock(), None)
    verdict = check_paper(forged, paper.trusted)
    assert (verdict.state, verdict.number) == ("other_key", NUMBER)


def test_a_stolen_key_counts_only_for_what_was_stamped_before(paper: Paper, archived: Paper) -> None:
    own = keys.fingerprint(paper.key.certificate)
    soon = {own: clock() + timedelta(hours=2)}
    assert check_paper(paper.pdf, paper.trusted, retired=soon).state == "revoked", "a thief writes any date"
    assert check_paper(archived.pdf, paper.trusted, retired=soon).state == "genuine"
    assert check_paper(archived.pdf, paper.trusted, retired={own: datetime(2020, 1, 1, tzinfo=UTC)}).state == "revoked"


def test_what_is_no_signed_pdf_is_said() -> None:
    assert check_paper(plain()).state == "unsigned"
    assert check_paper(b"").state == check_paper(b"<html>").state == "unreadable"
    assert check_paper(b"%PDF-1.7\n" + b"/ByteRange [0 1 2 3]" * 20).state == "changed"


def test_an_archive_time_stamp_is_told_and_what_it_adds_changes_no_page(archived: Paper) -> None:
    verdict = check_paper(archived.pdf, archived.trusted)
    assert (verdict.state, verdict.archived) == ("genuine", True), verdict.why
    assert verdict.stamped_at is not None
    assert verdict.authority


def test_behind_an_archived_paper_no_page_is_put_in_the_place_of_ours(archived: Paper) -> None:
    """The signed part stays as it was, and a reader of PDF would show the new page: it must be found."""
    pdf = archived.pdf
    page = re.findall(rb"\n(\d+) 0 obj\n<<\n/Type /Page\n.*?>>\nendobj\n", pdf, re.DOTALL)[-1]
    [end] = re.findall(rb"startxref\n(\d+)\n%%EOF\n$", pdf)
    [root] = set(re.findall(rb"/Root (\d+) 0 R", pdf[-3000:]))
    size = re.findall(rb"/Size (\d+)", pdf)[-1]
    thing = page + b" 0 obj\n<<\n/Type /Page\n/Contents 3 0 R\n>>\nendobj\n"
    table = b"xref\n0 1\n0000000000 65535 f \n%s 1\n%010d 00000 n \n" % (page, len(pdf))
    trailer = b"trailer\n<<\n/Size %s\n/Root %s 0 R\n/Prev %s\n>>\nstartxref\n%d\n%%%%EOF\n"
    added = thing + table + trailer % (size, root, end, len(pdf) + len(thing))
    verdict = check_paper(pdf + added, archived.trusted)
    assert verdict.state == "changed"
    assert "is another" in verdict.why


# --- Other implementations --------------------------------------------------------------------------------------------


def _cut(pdf: bytes, folder: Path) -> None:
    found = re.search(rb"/ByteRange \[0 (\d+) (\d+) (\d+)\]", pdf)
    assert found is not None
    length, behind, rest = (int(each) for each in found.groups())
    raw = bytes.fromhex(pdf[length + 1 : behind - 1].decode())
    size = 4 + int.from_bytes(raw[2:4])
    (folder / "s.der").write_bytes(raw[:size])
    (folder / "b.bin").write_bytes(pdf[:length] + pdf[behind : behind + rest])


def test_openssl_accepts_the_signature_and_no_other_bytes(paper: Paper, tmp_path: Path) -> None:
    def verify() -> int:
        command = [
            *("openssl", "cms", "-verify", "-inform", "DER", "-in", "s.der", "-content", "b.bin", "-binary"),
            *("-CAfile", str(paper.folder / "0001-ca.crt"), "-purpose", "any", "-out", "out.bin"),
        ]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode

    _cut(paper.pdf, tmp_path)
    assert verify() == 0
    changed = bytearray((tmp_path / "b.bin").read_bytes())
    changed[1000] ^= 1
    (tmp_path / "b.bin").write_bytes(changed)
    assert verify() != 0


@pytest.mark.skipif(shutil.which("pdfsig") is None, reason="needs poppler-utils")
def test_poppler_accepts_the_signature_and_finds_a_change(paper: Paper, tmp_path: Path) -> None:
    def judged(pdf: bytes) -> str:
        (tmp_path / "p.pdf").write_bytes(pdf)
        done = subprocess.run(["pdfsig", "-nocert", "p.pdf"], cwd=tmp_path, capture_output=True, text=True, check=False)
        return done.stdout

    assert "Signature is Valid" in judged(paper.pdf)
    assert "Total document signed" in judged(paper.pdf)
    changed = bytearray(paper.pdf)
    place = paper.pdf.index(b"/MediaBox")
    changed[place + 14] ^= 1
    assert "Signature is Valid" not in judged(bytes(changed))


def test_a_certificate_file_that_holds_none_is_said(tmp_path: Path) -> None:
    (tmp_path / "c.pem").write_text("nothing")
    with pytest.raises(UnusableKey):
        keys.chain_of(tmp_path / "c.pem")

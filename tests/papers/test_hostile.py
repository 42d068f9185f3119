"""Files made to cost their reader much: they cost no more than their length, and never more than the child may take."""

from __future__ import annotations

import resource
import time
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from casino.papers import apart
from casino.papers.checking import check_paper
from casino.papers.der import MOST_VALUES, NotDer, first, oid, values
from casino.papers.pages import LARGEST

SECONDS = 0.5
"""Of processor time, for the largest file that the page takes. The old readers took hours."""


def der(tag: int, content: bytes) -> bytes:
    size = len(content)
    if size < 0x80:
        return bytes([tag, size]) + content
    digits = size.to_bytes((size.bit_length() + 7) // 8)
    return bytes([tag, 0x80 | len(digits)]) + digits + content


def signed_by(signature: bytes) -> bytes:
    """A PDF whose one signature is this."""
    gap = b"<" + signature.hex().encode() + b">"
    head = b"%%PDF-1.7\n1 0 obj\n<< /Type /Sig /ByteRange [0 %010d %010d %010d] /Contents "
    length = len(head % (0, 0, 0))
    rest = b" >>\nendobj\n"
    return head % (length, length + len(gap), len(rest)) + gap + rest


ROOM = (LARGEST - 1_000) // 2
"""Bytes of a signature in a file of the largest size."""
NULL = b"\x05\x00"
SIGNED_DATA = der(0x06, bytes.fromhex("2a864886f70d010702"))


def wrapped(content: bytes) -> bytes:
    """What is read of a signature before anything is held against it."""
    return der(0x30, SIGNED_DATA + der(0xA0, content))


HOSTILE = {
    "many values": der(0x30, NULL * (ROOM // 2)),
    "many values inside": wrapped(der(0x30, NULL * (ROOM // 2))),
    "many digests": wrapped(der(0x30, b"\x02\x01\x01" + der(0x31, der(0x30, SIGNED_DATA) * (ROOM // 20)) + NULL * 3)),
    "many certificates": wrapped(
        der(0x30, b"\x02\x01\x01" + der(0x31, b"") + der(0x30, SIGNED_DATA) + der(0xA0, NULL * (ROOM // 2)) + NULL)
    ),
    "a long identifier": der(0x30, der(0x06, b"\x81" * (ROOM - 20) + b"\x01") + NULL),
    "a deep nest": b"\x30\x80" * (ROOM // 2),
    "zeros": b"\0" * ROOM,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_signature_costs_no_more_than_its_length(name: str) -> None:
    data = signed_by(HOSTILE[name])
    began = time.process_time()
    assert check_paper(data).state == "changed"
    assert time.process_time() - began < SECONDS


@pytest.mark.parametrize(
    "text",
    [
        b"/ByteRange" + b" " * 1000,
        b"/ByteRange [0 1 2 3]",
        b"/ByteRange [" + b"1 " * 1000,
        b"1 0 obj\n<<" * 100,
        b"(" * 1000,
        b"[" * 1000,
    ],
)
def test_a_hostile_text_costs_no_more_than_its_length(text: bytes) -> None:
    data = b"%PDF-1.7\n" + text * (LARGEST // len(text))
    began = time.process_time()
    assert check_paper(data).state in ("unsigned", "changed")
    assert time.process_time() - began < SECONDS


def test_values_beside_one_another_and_identifiers_are_bounded() -> None:
    assert len(values(NULL * MOST_VALUES)) == MOST_VALUES
    with pytest.raises(NotDer, match="too many"):
        values(NULL * (MOST_VALUES + 1))
    with pytest.raises(NotDer, match="too long"):
        oid(first(der(0x06, b"\x81" * 64 + b"\x01")))


def test_the_limits_hold_whatever_the_reader_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The child's reader is one that never ends."""
    (tmp_path / "sitecustomize.py").write_text(
        "import casino.papers.checking as checking\n"
        "def endless(*_, **__):\n    while True: pass\n"
        "checking.check_paper = endless\n"
    )
    monkeypatch.setattr(apart, "ROOT", f"{tmp_path}:{apart.ROOT}")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    verdict = apart.check_apart(b"%PDF-1.7\n", (), {})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert verdict.state == "unreadable"
    assert after.ru_utime - before.ru_utime < apart.CPU_SECONDS + 2


def test_memory_is_bounded_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import casino.papers.checking as checking\n"
        f"def greedy(*_, **__):\n    held = bytearray({2 * apart.MEMORY_BYTES})\n"
        "    return checking.Verdict(state='genuine')\n"
        "checking.check_paper = greedy\n"
    )
    monkeypatch.setattr(apart, "ROOT", f"{tmp_path}:{apart.ROOT}")
    assert apart.check_apart(b"%PDF-1.7\n", (), {}).state == "unreadable"


def test_the_page_says_that_such_a_file_is_none_of_ours(db: None) -> None:
    file = SimpleUploadedFile("paper.pdf", signed_by(HOSTILE["many values"]))
    answer = Client(headers={"accept-language": "en"}).post(reverse("paper_upload"), {"paper": file})
    assert answer.status_code == 200

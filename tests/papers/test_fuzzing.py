"""The readers of DER and of signed PDFs against asn1crypto and pyHanko: what ours takes, they take, and read as the
same. ``make fuzz`` tries more."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterator
from hashlib import sha256
from typing import Any, NamedTuple

import pytest
from asn1crypto import core, parser
from asn1crypto.x509 import Certificate
from cryptography.hazmat.primitives.serialization import Encoding
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature, validate_pdf_timestamp
from pyhanko_certvalidator import ValidationContext

from casino.checkpoints.places import Authority as Known
from casino.clock import now as clock
from casino.papers import pades
from casino.papers.checking import check_paper
from casino.papers.der import NotDer, Value, oid, values
from tests.fuzzing import mutated, seeds
from tests.papers.making import NUMBER, key, plain, stamping
from tests.transparency.test_stamps import Authority

HOLDS = ("genuine", "other_key", "unproved", "revoked")
"""What is said of a signature that holds, whoever's it is."""
CONTENTS = re.compile(rb"/Contents <([0-9a-fA-F]+)>")


class Node(NamedTuple):
    """A value of DER, taken apart to be put together otherwise."""

    tag: int
    content: bytes | list[Node]

    def encode(self) -> bytes:
        content = self.content if isinstance(self.content, bytes) else b"".join(each.encode() for each in self.content)
        if len(content) < 0x80:
            return bytes([self.tag, len(content)]) + content
        digits = len(content).to_bytes((len(content).bit_length() + 7) // 8)
        return bytes([self.tag, 0x80 | len(digits)]) + digits + content


def apart(value: Value) -> Node:
    return Node(value.tag, [apart(each) for each in value.children()] if value.tag & 0x20 else value.content)


def below(node: Node) -> Iterator[list[Node]]:
    """Every list of values in it."""
    if isinstance(node.content, list):
        yield node.content
        for each in node.content:
            yield from below(each)


def otherwise(rng: random.Random, root: Node) -> bytes:
    """A value left out, twice, elsewhere, of another tag or content; all lengths fit again."""
    held = rng.choice([each for each in below(root) if each])
    at = rng.randrange(len(held))
    kind = rng.randrange(6)
    if kind == 0:
        del held[at]
    elif kind == 1:
        held.insert(at, held[at])
    elif kind == 2:
        held.insert(rng.randrange(len(held)), held.pop(at))
    elif kind == 3:
        held[at] = held[at]._replace(tag=rng.choice((0x02, 0x04, 0x05, 0x06, 0x0C, 0x17, 0x30, 0x31, 0xA0, 0xA1)))
    elif kind == 4:
        other = rng.choice([each for each in below(root) if each])
        held[at] = rng.choice(other)
    else:
        content = held[at].content
        held[at] = held[at]._replace(content=mutated(rng, content) if isinstance(content, bytes) else content[::-1])
    try:
        return root.encode()
    except RecursionError:  # it was put into itself
        return b""


class Paper(NamedTuple):
    pdf: bytes
    root: bytes

    def with_signature(self, signature: bytes) -> bytes:
        """The file with another signature, or last time stamp, in the same gap; as it was where there is no room."""
        found = list(CONTENTS.finditer(self.pdf))[-1]
        room = len(found[1])
        digits = signature.hex().upper().encode()
        return (
            self.pdf
            if len(digits) > room
            else self.pdf[: found.start(1)] + digits.ljust(room, b"0") + self.pdf[found.end(1) :]
        )

    @property
    def signature(self) -> bytes:
        found = list(CONTENTS.finditer(self.pdf))[-1]
        return values(bytes.fromhex(found[1].decode()).rstrip(b"\0") + b"\0" * 4)[0].whole


@pytest.fixture(scope="module", params=["signed", "stamped"])
def paper(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Paper:
    """B-B, and with time stamps (B-LTA), of which the last is on the whole file."""
    made = key(tmp_path_factory.mktemp("keys"))
    if request.param == "signed":
        pdf = pades.signed(plain(), pades.of_file(made), made, NUMBER, clock(), None)
    else:
        authority = Authority(tmp_path_factory.mktemp("authority"))
        with stamping(authority) as url:
            stamps = Known("own", url, (authority.root,), 60)
            pdf = pades.signed(plain(), pades.of_file(made), made, NUMBER, clock(), stamps)
    return Paper(pdf, made.chain[0].public_bytes(Encoding.DER))


def holds_by_pyhanko(pdf: bytes, root: bytes) -> bool | None:
    """Whether the library holds the one signature, by its certificate's key, and every time stamp; None where it cannot
    read the file, or a part of it."""
    try:
        reader = PdfFileReader(io.BytesIO(pdf))
        known = ValidationContext(trust_roots=[Certificate.load(root)], allow_fetching=False)
        [signature] = reader.embedded_regular_signatures
        found: list[Any] = [validate_pdf_signature(signature, known)]
        found += [validate_pdf_timestamp(each, known) for each in reader.embedded_timestamp_signatures]
    except Exception:  # noqa: BLE001 - the library refuses a broken file in whatever way it can
        return None
    return all(each.intact and each.valid for each in found)


def nothing_is_taken_that_pyhanko_refuses(paper: Paper, tried: range) -> int:
    """Half of them DER that fits together, half bytes by chance in signature and file; how many still hold by ours."""
    held = 0
    for seed in tried:
        rng = random.Random(f"paper {seed}")
        if seed % 3 == 0:
            pdf = mutated(rng, paper.pdf)
        else:
            signature = paper.signature
            [value] = values(signature)
            changed = otherwise(rng, apart(value)) if seed % 3 == 1 else mutated(rng, signature)
            pdf = paper.with_signature(changed)
        if check_paper(pdf, ()).state in HOLDS:
            held += 1
            assert holds_by_pyhanko(pdf, paper.root), seed
    return held


def test_the_paper_itself_holds_by_both(paper: Paper) -> None:
    assert check_paper(paper.pdf, [sha256(paper.root).hexdigest()]).state == "genuine"
    assert holds_by_pyhanko(paper.pdf, paper.root)
    assert paper.with_signature(paper.signature) == paper.pdf
    changed = paper.pdf.replace(b"%PDF-1.", b"%PDF-2.", 1)
    assert not holds_by_pyhanko(changed, paper.root)


def test_no_broken_signature_holds_by_ours_that_pyhanko_refuses(paper: Paper) -> None:
    nothing_is_taken_that_pyhanko_refuses(paper, range(400))


@pytest.mark.parametrize("seed", [1993, 2556, 3039])
def test_what_pyhanko_cannot_read_does_not_hold_by_ours(paper: Paper, seed: int) -> None:
    """Certificates twice in a stamp, and names of the unsigned tail that hold what no name may: found by the fuzzer."""
    nothing_is_taken_that_pyhanko_refuses(paper, range(seed, seed + 1))


def test_a_name_of_the_tail_holds_plain_letters_alone(paper: Paper) -> None:
    tail = paper.pdf.rfind(b"/VRI")
    if tail < 0:
        return  # signed alone: nothing stands behind it
    assert check_paper(paper.pdf, ()).state in HOLDS
    changed = paper.pdf[:tail] + b"/V\x12I" + paper.pdf[tail + 4 :]
    assert check_paper(changed, ()).state == "changed"


def test_a_text_of_the_tail_has_the_escapes_of_the_standard_alone(paper: Paper) -> None:
    """ISO 32000-2, 7.3.4.2, table 3: what else stands behind a backslash readers take in different ways."""
    escape = paper.pdf.rfind(b"\\072")
    if escape < paper.pdf.rfind(b"/ByteRange"):
        return  # nothing stands behind the signature
    changed = paper.pdf[: escape + 1] + b"\x15" + paper.pdf[escape + 2 :]
    assert check_paper(changed, ()).state == "changed"


@pytest.mark.slow
def test_no_broken_signature_of_many_holds_by_ours_alone(paper: Paper) -> None:
    nothing_is_taken_that_pyhanko_refuses(paper, seeds(5_000))


def same(value: Value) -> None:
    """asn1crypto reads the same tag, content and identifier there, and so below."""
    kind, _method, tag, _head, content, _trailer = parser.parse(value.whole, strict=True)
    assert (kind << 6 | value.tag & 0x20 | tag, content) == (value.tag, value.content)
    if value.tag == 0x06:
        try:
            ours = oid(value)
        except NotDer:
            return
        assert ours == core.ObjectIdentifier.load(value.whole, strict=True).dotted
    elif value.tag & 0x20:
        try:
            children = value.children()
        except NotDer:
            return
        for each in children:
            same(each)


def what_is_read_is_read_so_by_asn1crypto(paper: Paper, tried: range) -> int:
    read = 0
    for seed in tried:
        rng = random.Random(f"der {seed}")
        signature = paper.signature
        [value] = values(signature)
        changed = otherwise(rng, apart(value)) if seed % 2 else mutated(rng, signature)
        try:
            found = values(changed)
        except NotDer:
            continue
        read += bool(found)
        for each in found:
            same(each)
    return read


def test_der_that_is_read_is_read_so_by_asn1crypto(paper: Paper) -> None:
    assert what_is_read_is_read_so_by_asn1crypto(paper, range(300)) > 100


@pytest.mark.slow
def test_much_der_that_is_read_is_read_so_by_asn1crypto(paper: Paper) -> None:
    assert what_is_read_is_read_so_by_asn1crypto(paper, seeds(5_000)) > 0


@pytest.mark.parametrize("content", [b"", b"\x80", b"\x2a\x80", b"\x2a\x80\x01", b"\x80\x2a"])
def test_an_identifier_is_written_in_one_way_alone(content: bytes) -> None:
    with pytest.raises(NotDer):
        oid(Value(0x06, content, bytes([6, len(content)]) + content))

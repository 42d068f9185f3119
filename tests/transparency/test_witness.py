"""A witness: what it cosigns, each refusal of C2SP tlog-witness, and the evidence that it keeps."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from casino.transparency import checkpoints, merkle, witnessing
from casino.transparency.building import Head, TreeBuilder
from casino.transparency.checkpoints import SignedCheckpoint
from casino.transparency.cosigning import verify_note
from casino.transparency.notes import ED25519_COSIGNATURE, MLDSA44_COSIGNATURE, Note, Signature
from casino.transparency.proving import TileReader
from casino.transparency.store import MemoryStore, TileStore
from casino.transparency.wire import Malformed
from casino.transparency.witness.config import Unusable
from casino.transparency.witness.protocol import Witness
from casino.transparency.witness_client import Answer, Declined, ask_witness, cosignatures
from casino.transparency.witnessing import AddCheckpoint
from tests.transparency.making import LOG, LOG_PQ, NOON, ORIGIN, entry, examples, grow, signed, signer
from tests.transparency.witnesses import House, files_of, post_to

HASH = sha256(ORIGIN.encode()).hexdigest()


class Log:
    """A log that grows, and whose heads are kept."""

    def __init__(self, story: str = "", forks_at: int = 0) -> None:
        self.store: TileStore = MemoryStore()
        self._builder = TreeBuilder(self.store, entries=True)
        self._story, self._forks_at = story, forks_at

    def head(self, size: int) -> Head:
        for number in range(self._builder.size, size):
            self._builder.add_entry(entry(number, self._story if number >= self._forks_at else ""))
        return self._builder.publish()


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


@pytest.fixture
def witness(house: House) -> Iterator[Witness]:
    opened = house.open()
    yield opened
    opened.close()


def add(witness: Witness, made: SignedCheckpoint, old: int, proof: list[bytes], now_s: int = NOON) -> Answer:
    body = AddCheckpoint(old, tuple(proof), made).encode()
    return witness.answer("POST", "/add-checkpoint", {}, body, now_s)


def test_it_cosigns_in_both_kinds_and_serves_what_it_cosigned(house: House, witness: Witness) -> None:
    log = Log()
    first = signed(log.head(300), LOG, LOG_PQ)
    answer = add(witness, first, 0, [], NOON)
    assert answer.status == 200
    lines = cosignatures(answer.body, first.note, house.witness_keys)
    found = verify_note(Note(first.note.text, lines), house.witness_keys)
    assert [(each.vkey.kind, each.time_s) for each in found] == [
        (ED25519_COSIGNATURE, NOON),
        (MLDSA44_COSIGNATURE, NOON),
    ]
    served = witness.answer("GET", f"/witness/{HASH}/checkpoint", {}, b"", NOON)
    assert (served.status, served.content_type) == (200, "text/plain; charset=utf-8")
    known = [LOG.vkey, LOG_PQ.vkey, *house.witness_keys]
    assert len(verify_note(checkpoints.parse(served.body).note, known)) == 4


def test_it_goes_with_the_log_and_never_back(house: House, witness: Witness) -> None:
    log = Log()
    heads = [log.head(size) for size in (1, 255, 256, 700)]
    old = 0
    for head in heads:
        lines = ask_witness(post_to(witness), signed(head), log.store, house.witness_keys, old=old)
        assert len(lines) == 2
        old = head.size
    with pytest.raises(Declined) as refused:
        ask_witness(post_to(witness), signed(heads[1]), log.store, house.witness_keys)
    assert refused.value.ahead == 700


def test_who_does_not_know_where_it_stands_is_told(house: House, witness: Witness) -> None:
    log = Log()
    ask_witness(post_to(witness), signed(log.head(300)), log.store, house.witness_keys)
    after = signed(log.head(900))
    answer = add(witness, after, 0, [])
    assert (answer.status, answer.content_type, answer.body) == (409, "text/x.tlog.size", b"300\n")
    assert len(ask_witness(post_to(witness), after, log.store, house.witness_keys)) == 2


def test_a_heartbeat_is_a_fresh_time_on_the_same_size(house: House, witness: Witness) -> None:
    made = signed(Log().head(10))
    add(witness, made, 0, [], NOON)
    answer = add(witness, made, 10, [], NOON + 60)
    note = Note(made.note.text, cosignatures(answer.body, made.note, house.witness_keys))
    assert {each.time_s for each in verify_note(note, house.witness_keys)} == {NOON + 60}


def test_its_time_never_goes_back_whatever_its_clock_does(house: House, witness: Witness) -> None:
    log = Log()
    add(witness, signed(log.head(10)), 0, [], NOON)
    proof = TileReader(log.store, 10).consistency_proof(10)
    after = signed(log.head(10))
    answer = add(witness, after, 10, proof, NOON - 3600)
    note = Note(after.note.text, cosignatures(answer.body, after.note, house.witness_keys))
    assert {each.time_s for each in verify_note(note, house.witness_keys)} == {NOON}


@pytest.fixture
def at_300(witness: Witness) -> Log:
    log = Log()
    assert add(witness, signed(log.head(300)), 0, []).status == 200
    return log


def consistent(log: Log, old: int, size: int) -> list[bytes]:
    return TileReader(log.store, size).consistency_proof(old)


def test_each_refusal_has_its_status(witness: Witness, at_300: Log) -> None:
    head = at_300.head(400)
    good, proof = signed(head), consistent(at_300, 300, 400)
    stranger = signer(ORIGIN.replace("log", "other"))
    false = Signature(LOG.name, LOG.vkey.key_id, bytes(64))
    broken = SignedCheckpoint(good.checkpoint, Note(good.note.text, (false,)))
    spoiled = SignedCheckpoint(good.checkpoint, signed(head, LOG_PQ).note.with_signatures(false))
    smaller = signed(Head(200, head.root))
    empty = signed(Head(0, b"r" * 32))
    for made, old, hashes, status in [
        (signed(head, stranger, origin=stranger.name), 0, [], 404),
        (signed(head, stranger), 300, proof, 403),
        (broken, 300, proof, 403),
        (spoiled, 300, proof, 403),
        (smaller, 300, [], 400),
        (good, 299, proof, 409),
        (good, 0, [], 409),
        (good, 300, [], 422),
        (good, 300, proof[:-1], 422),
        (good, 300, [*proof, proof[0]], 422),
        (signed(Head(400, b"r" * 32)), 300, proof, 422),
        (empty, 0, [], 409),
    ]:
        assert add(witness, made, old, hashes).status == status, (old, len(hashes), status)
    assert add(witness, good, 300, proof).status == 200


def test_a_proof_from_nothing_and_a_false_empty_tree_are_refused(witness: Witness) -> None:
    head = Log().head(5)
    assert add(witness, signed(head), 0, [b"h" * 32]).status == 422
    assert add(witness, signed(Head(0, b"r" * 32)), 0, []).status == 422
    assert add(witness, signed(Head(0, merkle.EMPTY_ROOT)), 0, []).status == 200
    assert add(witness, signed(head), 0, []).status == 200


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\n\n",
        b"old 1\n",
        b"old x\n\n" + b"x",
        b"old 01\n\nx\n1\n\n",
        b"\xff\n\n",
        b"old 0\nAAAA\n\nlog\n",
        b"old 0 \n\n",
    ],
)
def test_what_cannot_be_read_is_a_bad_request(witness: Witness, body: bytes) -> None:
    assert witness.answer("POST", "/add-checkpoint", {}, body, NOON).status == 400


def test_more_than_63_hashes_are_a_bad_request(witness: Witness, at_300: Log) -> None:
    made = signed(at_300.head(400))
    assert add(witness, made, 300, [b"h" * 32] * 63).status == 422
    assert add(witness, made, 300, [b"h" * 32] * 64).status == 400


def test_the_example_of_the_text_is_read() -> None:
    raw = examples()["add_checkpoint"].encode()
    request = witnessing.parse_add_checkpoint(raw)
    assert (request.old, len(request.proof), request.signed.checkpoint.size) == (20852014, 4, 20852163)
    assert request.encode() == raw
    assert len(request.signed.note.signatures) == 2


def test_a_fork_at_the_same_size_is_refused_and_kept_as_evidence(house: House, witness: Witness, at_300: Log) -> None:
    ours = signed(at_300.head(300))
    other = signed(Log("another story", 200).head(300))
    for old in (300, 0):
        assert add(witness, other, old, []).status == {300: 422, 0: 409}[old]
    [name] = files_of(house.folder / "state" / "logs" / HASH / "evidence")
    assert name.startswith("fork-300-")
    kept = (house.folder / "state" / "logs" / HASH / "evidence" / name).read_bytes()
    # Both signed by the log, at one size, with two roots: whoever reads this needs nobody's word.
    assert other.note.encode() in kept
    assert ours.note.encode() in kept


def test_a_fork_at_a_size_that_was_cosigned_long_ago_is_found_as_well(
    house: House, witness: Witness, at_300: Log
) -> None:
    for size in (400, 500, 600):
        ask_witness(post_to(witness), signed(at_300.head(size)), at_300.store, house.witness_keys)
    other = signed(Log("another story", 200).head(400))
    assert add(witness, other, 600, []).status == 400  # smaller than what it is said to follow
    assert add(witness, other, 0, []).status == 409
    [name] = files_of(house.folder / "state" / "logs" / HASH / "evidence")
    assert name.startswith("fork-400-")


def test_a_fork_that_grew_longer_cannot_be_proved_and_is_kept_as_such(
    house: House, witness: Witness, at_300: Log
) -> None:
    fork = Log("another story", 200)
    head = fork.head(500)
    assert add(witness, signed(head), 300, consistent(fork, 300, 500)).status == 422
    [name] = files_of(house.folder / "state" / "logs" / HASH / "evidence")
    assert name.startswith("unproved-500-")
    assert add(witness, signed(at_300.head(500)), 300, consistent(at_300, 300, 500)).status == 200


def test_only_what_the_log_signed_is_evidence(house: House, witness: Witness, at_300: Log) -> None:
    """Nobody fills the disk with checkpoints of their own."""
    stranger = signer("stranger.example")
    add(witness, signed(Head(300, b"r" * 32), stranger), 300, [])
    add(witness, signed(Head(500, b"r" * 32), stranger), 300, [b"h" * 32])
    assert files_of(house.folder / "state" / "logs" / HASH / "evidence") == []


def test_after_a_start_it_stands_where_it_stood(house: House, witness: Witness, at_300: Log) -> None:
    served = witness.answer("GET", f"/witness/{HASH}/checkpoint", {}, b"", NOON)
    witness.close()
    again = house.open()
    try:
        assert again.answer("GET", f"/witness/{HASH}/checkpoint", {}, b"", NOON) == served
        assert add(again, signed(Log("another story").head(300)), 300, []).status == 422
        assert add(again, signed(at_300.head(301)), 300, consistent(at_300, 300, 301)).status == 200
    finally:
        again.close()


def test_two_witnesses_do_not_share_a_state(house: House, witness: Witness) -> None:
    with pytest.raises(Unusable, match="another witness runs"):
        house.open()


def test_other_addresses_are_not_there(witness: Witness) -> None:
    assert witness.answer("GET", "/healthz", {}, b"", NOON).status == 200
    assert witness.answer("GET", f"/witness/{HASH}/checkpoint", {}, b"", NOON).status == 404
    for path in ("/", "/checkpoint", "/witness/../lock", f"/mirror/{HASH}/checkpoint", f"/witness/{HASH}/history"):
        assert witness.answer("GET", path, {}, b"", NOON).status == 404
    assert witness.answer("POST", "/sign-subtree", {}, b"", NOON).status == 404
    assert witness.answer("POST", "/add-entries", {}, b"", NOON).status in (400, 404)
    assert witness.answer("DELETE", "/add-checkpoint", {}, b"", NOON).status == 405


def test_what_a_false_witness_answers_is_not_believed(house: House) -> None:
    store, head = grow(10)
    made = signed(head)
    stranger = signer("stranger.example", ED25519_COSIGNATURE)
    false = Signature(house.witness_keys[0].name, house.witness_keys[0].key_id, bytes(72))
    for answer in [
        Answer(200, "", b""),
        Answer(200, "", stranger.sign(made.checkpoint, NOON).line.encode()),
        Answer(200, "", false.line.encode()),
        Answer(409, "", b"no number\n"),
        Answer(409, "", b"3\n"),
        Answer(500, "", b"\xff"),
    ]:
        with pytest.raises(Declined):
            ask_witness(lambda *_given, answer=answer: answer, made, store, house.witness_keys)


def test_a_size_is_a_line() -> None:
    assert witnessing.parse_size(b"300\n") == 300
    for bad in (b"300", b"\xff\n", b"03\n", b"\n"):
        with pytest.raises(Malformed):
            witnessing.parse_size(bad)

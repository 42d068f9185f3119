"""Whom a verifier trusts: C2SP tlog-policy. Which logs, which witnesses, and how many of them.

Several ``log`` lines mean any one of them. Whoever wants both of an operator's keys names its ML-DSA-44 key as a
witness in a group ``all``. Names of the file are octets, never Unicode. Proved by
``tests/transparency/test_policy.py``.
"""

from __future__ import annotations

from typing import Final

import msgspec

from casino.transparency import checkpoints
from casino.transparency.cosigning import Verified, verify_note
from casino.transparency.notes import (
    ED25519,
    ED25519_COSIGNATURE,
    MLDSA44_COSIGNATURE,
    Note,
    Vkey,
    parse_vkey,
)
from casino.transparency.wire import Malformed, NotProved, decode_number

MAX_POLICY_BYTES: Final = 1_000_000
MAX_LINES: Final = 10_000
LOG_KINDS: Final = (ED25519, MLDSA44_COSIGNATURE)
WITNESS_KINDS: Final = (ED25519_COSIGNATURE, MLDSA44_COSIGNATURE)
NONE: Final = b"none"


class Member(msgspec.Struct, frozen=True):
    """A log or a witness with the address that the policy gives."""

    vkey: Vkey
    url: bytes | None = None


class Group(msgspec.Struct, frozen=True):
    """Holds where ``least`` of its members do."""

    least: int
    members: tuple[bytes, ...]


class Evaluation(msgspec.Struct, frozen=True):
    """What a checkpoint's signatures come to. ``witnesses`` are the names, in the policy, of those who cosigned it."""

    checkpoint: checkpoints.Checkpoint
    verified: tuple[Verified, ...]
    logs: tuple[Vkey, ...]
    witnesses: tuple[bytes, ...]
    quorum: bool

    @property
    def satisfied(self) -> bool:
        return bool(self.logs) and self.quorum


class Policy(msgspec.Struct, frozen=True):
    logs: tuple[Member, ...]
    witnesses: dict[bytes, Member]
    groups: dict[bytes, Group]
    quorum: bytes | None
    """A witness or a group; None where no cosignature is asked for."""

    def evaluate(self, note: Note) -> Evaluation:
        """Raises :class:`Malformed` for what is no checkpoint, :class:`NotProved` where a known key's line is not its
        own or no line is of a known key."""
        checkpoint = checkpoints.parse_text(note.text)
        # A log's key counts for its own origin alone.
        logs = [each.vkey for each in self.logs if each.vkey.name == checkpoint.origin]
        by_key = {each.vkey: name for name, each in self.witnesses.items()}
        verified = verify_note(note, list(dict.fromkeys([*logs, *by_key])))
        signed = dict.fromkeys(each.vkey for each in verified)
        witnesses = tuple(by_key[vkey] for vkey in signed if vkey in by_key)
        quorum = self.quorum is None or self._holds(self.quorum, frozenset(witnesses))
        own = tuple(vkey for vkey in signed if vkey in logs)
        return Evaluation(checkpoint, tuple(verified), own, witnesses, quorum)

    def _holds(self, name: bytes, cosigned: frozenset[bytes]) -> bool:
        # Groups name what stands before them, and a name is a member once at most: every name is looked at once.
        group = self.groups.get(name)
        if group is None:
            return name in cosigned
        return sum(self._holds(member, cosigned) for member in group.members) >= group.least

    def require(self, note: Note) -> Evaluation:
        """As :meth:`evaluate`, and raises :class:`NotProved` where the policy is not satisfied."""
        evaluation = self.evaluate(note)
        if not evaluation.logs:
            raise NotProved(f"no signature of a log {evaluation.checkpoint.origin} that the policy names")
        if not evaluation.quorum:
            raise NotProved("fewer witnesses than the policy asks for")
        return evaluation


class _Reader:
    """One pass over the lines: a name is defined before it is used."""

    def __init__(self) -> None:
        self.logs: list[Member] = []
        self.witnesses: dict[bytes, Member] = {}
        self.groups: dict[bytes, Group] = {}
        self.used: set[bytes] = set()
        self.quorum: bytes | None = None

    def line(self, words: list[bytes]) -> None:
        match words:
            case [b"log", vkey, *url] if len(url) <= 1:
                self.logs.append(self._member(vkey, url, LOG_KINDS, self.logs))
            case [b"witness", name, vkey, *url] if len(url) <= 1:
                self._check_new(name)
                self.witnesses[name] = self._member(vkey, url, WITNESS_KINDS, list(self.witnesses.values()))
            case [b"group", name, least, first, *more]:
                self._check_new(name)
                self.groups[name] = self._group(least, (first, *more))
            case [b"quorum", name] if self.quorum is None:
                if name != NONE and not self._known(name):
                    raise Malformed(f"the quorum {name!r} is not defined before it")
                self.quorum = name
            case [b"quorum", _name]:
                raise Malformed("a second line with a quorum")
            case _:
                raise Malformed(f"not a line of a policy: {b' '.join(words)[:60]!r}")

    def _known(self, name: bytes) -> bool:
        return name in self.witnesses or name in self.groups

    def _check_new(self, name: bytes) -> None:
        if name == NONE or self._known(name):
            raise Malformed(f"the name {name!r} stands for something else already")

    @staticmethod
    def _member(text: bytes, url: list[bytes], kinds: tuple[int, ...], others: list[Member]) -> Member:
        try:
            vkey = parse_vkey(text.decode("utf-8"))
        except UnicodeDecodeError as error:
            raise Malformed("a verifier key that is not UTF-8") from error
        if vkey.kind not in kinds:
            raise Malformed(f"a key of type {vkey.kind:#04x} here")
        if any(vkey.public == other.vkey.public for other in others):
            raise Malformed(f"the public key of {vkey.name} twice")
        return Member(vkey, url[0] if url else None)

    def _group(self, least: bytes, members: tuple[bytes, ...]) -> Group:
        for member in members:
            if not self._known(member):
                raise Malformed(f"the member {member!r} is not defined before its group")
            if member in self.used:
                raise Malformed(f"{member!r} is a member twice")
            self.used.add(member)
        if least in (b"any", b"all"):
            return Group(1 if least == b"any" else len(members), members)
        number = decode_number(least.decode("latin-1"))
        if not 1 <= number <= len(members):
            raise Malformed(f"{number} of {len(members)} members")
        return Group(number, members)


def parse(raw: bytes) -> Policy:
    """Raises :class:`Malformed` with the number of the line."""
    if len(raw) > MAX_POLICY_BYTES or raw.count(b"\n") > MAX_LINES:
        raise Malformed("a policy that is too long")
    if any((octet < 0x20 and octet not in (0x09, 0x0A)) or octet == 0x7F for octet in raw):
        raise Malformed("a control character in a policy")
    if raw and not raw.endswith(b"\n"):
        raise Malformed("a policy whose last line does not end")
    reader = _Reader()
    for number, line in enumerate(raw.split(b"\n")[:-1], 1):
        words = [word for word in line.replace(b"\t", b" ").split(b" ") if word]
        if not words or words[0].startswith(b"#"):
            continue
        try:
            reader.line(words)
        except Malformed as error:
            raise Malformed(f"line {number}: {error}") from error
    if reader.quorum is None:
        raise Malformed("a policy without a line for its quorum")
    quorum = None if reader.quorum == NONE else reader.quorum
    return Policy(tuple(reader.logs), reader.witnesses, reader.groups, quorum)

"""Earlier heads of the log: that the bundle's own continues them, and between which moments they place its events.

``log/former.ndjson`` is specified in ``docs/bundle.md``, "The time". Each head is proved to be continued by the
checkpoint's root; those that come with their note and a witness's time bound when the entries around them were
recorded. A checkpoint that the reader has kept is looked for among them. Proved by
``tests/surveillance/bundle/test_former.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import lru_cache

from casino.transparency import bounds, checkpoints, cosigning, notes
from casino.transparency.bounds import Bounds, Seen
from casino.transparency.checkpoints import SignedCheckpoint
from casino.transparency.merkle import verify_consistency
from casino.transparency.notes import Vkey
from casino.transparency.policy import Policy
from casino.transparency.wire import Malformed, NotProved
from surveillance.bundle import layout
from surveillance.bundle.found import Found
from surveillance.bundle.layout import Former, Unreadable
from surveillance.bundle.opened import Bundle


def check(
    bundle: Bundle,
    policy: Policy | None,
    cosigned: Iterable[datetime],
    found: Found,
    *,
    kept: Iterable[SignedCheckpoint] = (),
    not_before: datetime | None = None,
) -> Bounds:
    """Each head against the checkpoint, each kept checkpoint against the heads; the bounds that they give. ``cosigned``
    is when others than the log signed the bundle's own checkpoint, as far as their signatures hold."""
    manifest = bundle.manifest
    own = layout.checkpoint_of(bundle.archive.bytes_of(layout.CHECKPOINT, notes.MAX_NOTE_BYTES))
    heads = {own.size: own.root}
    times = [Seen(own.size, each) for each in cosigned]
    newest = max((each.at for each in times), default=None)
    for where, head in _lines(bundle, found):
        try:
            verify_consistency(head.size, own.size, head.root, head.proof, own.root)
            times += _times(head, manifest.origin, policy, bundle) if head.note else []
        except (Malformed, NotProved) as error:
            found.refuse("former", where, why=error)
        heads[head.size] = head.root
    for each in kept:
        _compare(each.checkpoint, heads, manifest.origin, found)
    if not_before is not None and (newest is None or newest < not_before):
        found.refuse("stale", layout.CHECKPOINT, at=newest or "…", since=not_before)
    return Bounds(times)


def _lines(bundle: Bundle, found: Found) -> Iterator[tuple[str, Former]]:
    last = 0
    if layout.FORMER not in bundle.archive.members:
        return
    for number, line in enumerate(bundle.archive.lines(layout.FORMER), 1):
        where = f"{layout.FORMER}:{number}"
        head = layout.read_former(layout.decode(line, where), where)
        if head.size <= last or number > layout.MAX_FORMER:
            found.refuse("lines_order", where)
        last = head.size
        yield where, head


def _times(head: Former, origin: str, policy: Policy | None, bundle: Bundle) -> list[Seen]:
    """What its cosigners say of the time: by the reader's policy, without one by the keys that the house tells."""
    note = checkpoints.parse(head.note)
    if (note.checkpoint.origin, note.checkpoint.size, note.checkpoint.root) != (origin, head.size, head.root):
        raise NotProved("its note is of another head")
    if policy is not None:
        return bounds.seen(origin, head.size, policy.evaluate(note.note).verified)
    return bounds.seen(origin, head.size, cosigning.verify_note(note.note, keys_told(bundle)))


def keys_told(bundle: Bundle) -> list[Vkey]:
    """The keys that the house tells, read once for all heads. Raises Malformed, UnicodeDecodeError, Unreadable."""
    raw = bundle.archive.bytes_of(layout.KEYS, layout.MAX_KEYS_BYTES)
    if raw and not raw.endswith(b"\n"):
        raise Unreadable("line_unended", layout.KEYS)
    return list(_keys(raw))


@lru_cache(maxsize=1)
def _keys(raw: bytes) -> tuple[Vkey, ...]:
    return tuple(notes.parse_vkey(line.decode()) for line in dict.fromkeys(raw.split(b"\n")[:-1]))


def _compare(kept: checkpoints.Checkpoint, heads: dict[int, bytes], origin: str, found: Found) -> None:
    where = f"{kept.origin} {kept.size}"
    if kept.origin != origin:
        found.refuse("kept_other_log", where)
    elif kept.size not in heads:
        found.refuse("kept_unproved", where)
    elif heads[kept.size] != kept.root:
        found.refuse("kept_fork", where)

"""The whole log recomputed from the stored bytes, and held against everything that was ever signed of it.

    ledger        columns, bodies, index, versions, head (casino.ledger.verify)
    tree          the entries made again, hashed, against every tile and entry bundle that is served
    checkpoints   each kept one: signed by a key of the house, its root that of the tree at its size
    stamps        each kept time stamp: of an authority of the settings, on that root
    outside       checkpoints that somebody kept elsewhere, and copies of the tiles
    time          moments of recording against the cosignatures around them (casino.checkpoints.timing)

Who owns the database, the files and the keys can make the first three agree with anything, and forget stamps. What lies
outside they cannot: one checkpoint finds every change before it, a copy of the tiles says at which position. All
contradictions are told, not only the first. Proved by ``tests/checkpoints/test_tampering.py``, a table of what can be
done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from casino.checkpoints import places, publishing, stamping, timing
from casino.checkpoints.models import Checkpoint, Log
from casino.core.messages import Catalogue
from casino.core.text import Text
from casino.ledger import reading
from casino.ledger import verify as ledger_verify
from casino.ledger.entries import log_entries
from casino.ledger.models import Property
from casino.transparency import bounds, checkpoints
from casino.transparency.bounds import Bounds, Seen
from casino.transparency.building import TreeBuilder
from casino.transparency.checkpoints import SignedCheckpoint
from casino.transparency.cosigning import verify_note
from casino.transparency.notes import Vkey
from casino.transparency.store import TileSource
from casino.transparency.tiles import ENTRIES, WIDTH, Tile, parse_path, tile_at
from casino.transparency.wire import HASH_BYTES, Malformed, NotProved

_WORDS: Final = Catalogue(__file__)

PAGE: Final = 1_000
SERVED: Final = "checkpoint"

Progress = Callable[[int, int], None]


class Kept(NamedTuple):
    """A checkpoint with the place where it was found. ``outside``: somebody kept it away from this house."""

    place: str
    signed: SignedCheckpoint
    outside: bool

    @property
    def size(self) -> int:
        return self.signed.checkpoint.size


class Copy(NamedTuple):
    """Tiles kept outside, and the size of the checkpoint that came with them (0: none did)."""

    place: str
    source: TileSource
    size: int


class Report(NamedTuple):
    """``events`` is the length of the record; ``agreeing`` the size of the largest checkpoint that agrees with it, of
    those kept outside where there are any; ``positions`` those that a copy of the tiles names."""

    events: int
    agreeing: int
    contradictions: list[Text]
    positions: list[int]
    remarks: list[Text] = []


class Comparing:
    """Takes the place of a store while the tree is built again: holds each tile against the ones that are kept."""

    def __init__(self, place: str, source: TileSource, size: int, *, all_must_be: bool) -> None:
        self.place = place
        self._source = source
        self._size = size
        self._all_must_be = all_must_be
        self.differing: list[tuple[Tile, int | None]] = []
        self.missing: list[Tile] = []

    def compare(self, tile: Tile, data: bytes) -> None:
        found = self._found(tile)
        if found is None:
            if self._all_must_be and _last_leaf(tile) <= self._size:
                self.missing.append(tile)
            return
        length = min(len(found), len(data))
        if found[:length] != data[:length]:
            self.differing.append((tile, _first_difference(tile, found, data)))

    def _found(self, tile: Tile) -> bytes | None:
        """The tile as it is kept. A partial one goes once the full one is there; where the record has become shorter,
        only the one of the kept size is there."""
        kept = tile_at(tile.level, tile.number, self._size)
        for each in (tile, tile.full, kept):
            if each is not None and (data := self._source.get(each.path)) is not None:
                return data
        return None

    @property
    def position(self) -> int | None:
        """The first position at which leaves or entries differ."""
        return min((at for _tile, at in self.differing if at is not None), default=None)


class _Store:
    """What a TreeBuilder writes to: nothing is written."""

    def __init__(self, watchers: Sequence[Comparing]) -> None:
        self._watchers = watchers

    def get(self, path: str) -> bytes | None:
        return None

    def add(self, path: str, data: bytes) -> None:
        for each in self._watchers:
            each.compare(parse_path(path), data)

    def replace(self, path: str, data: bytes) -> None:
        raise NotImplementedError("a tree is only ever added to")

    def drop_partials(self, path: str) -> None:
        return


def verify(
    property_code: str,
    *,
    outside: Sequence[Kept] = (),
    copies: Sequence[Copy] = (),
    keys: Sequence[Vkey] = (),
    progress: Progress | None = None,
) -> Report:
    """Everything of one property. ``keys`` are verifier keys from outside, in the place of the house's own. Raises
    UnknownProperty, :class:`faults.Fault`, :class:`Malformed`."""
    verdict = ledger_verify.verify(property_code, progress=progress)
    said: list[Text] = []
    if verdict.fault is not None:
        said.append(_WORDS.text("ledger-contradicts-itself", fault=verdict.fault))
    log = Log.objects.filter(property__code=property_code).first()
    kept = [*_own(property_code, log), *outside]
    watchers = [Comparing(each.place, each.source, each.size, all_must_be=False) for each in copies]
    own = None
    if log is not None and places.kept():
        own = Comparing("TRANSPARENCY_DIR", places.store(property_code), log.size, all_must_be=True)
    ends = {each.size for each in copies} | ({log.size} if log else set())
    stamped = [] if log is None else stamping.sizes(log)
    roots, reached = _recompute(
        property_code, [*(each.size for each in kept), *stamped], ends, [*watchers, *([own] if own else [])]
    )
    if own is not None:
        said += _of_tiles(own)
    said += _of_log(log, property_code)
    if log is not None:
        said += stamping.faults(log, roots, reached)
    for watcher in watchers:
        said += _of_copy(watcher)
    trusted = list(keys) or ([] if log is None else places.vkeys(property_code, log.origin))
    agreeing = _check_kept(kept, roots, reached, trusted, said)
    timed = timing.check(Property.objects.get(code=property_code), _bounds(kept, roots))
    positions = sorted({each.position for each in watchers if each.position is not None})
    return Report(reached, agreeing, [*said, *timed.contradictions], positions, timed.remarks)


def _bounds(kept: Sequence[Kept], roots: dict[int, bytes]) -> Bounds:
    """What the witnesses of the settings say of the time, of heads that are those of the record."""
    witnesses = [key for each in places.witnesses() for key in each.keys]
    seen: list[Seen] = []
    for each in kept:
        head = each.signed.checkpoint
        if witnesses and roots.get(head.size) == head.root:
            with suppress(NotProved, Malformed):  # none of theirs is on it, or one is not its key's: told elsewhere
                seen += bounds.seen(head.origin, head.size, verify_note(each.signed.note, witnesses))
    return Bounds(seen)


def _own(property_code: str, log: Log | None) -> Iterator[Kept]:
    """What the house itself keeps: the rows, and the file that is served. Raises Malformed."""
    if log is None:
        return
    for row in Checkpoint.objects.filter(log=log).order_by("size").iterator(chunk_size=200):
        yield Kept(f"checkpoint {row.size}", checkpoints.parse(bytes(row.note)), False)
    raw = places.store(property_code).get(publishing.NAME) if places.kept() else None
    if raw is not None:
        yield Kept(SERVED, checkpoints.parse(raw), False)


def _recompute(
    property_code: str, sizes: Sequence[int], ends: set[int], watchers: Sequence[Comparing]
) -> tuple[dict[int, bytes], int]:
    """The roots at these sizes, as far as entries can be made; and how far that is. At ``ends`` partial tiles are
    compared too."""
    house = Property.objects.get(code=property_code)
    head, _at = reading.head("default", property_code)
    builder = TreeBuilder(_Store(watchers), entries=True)
    wanted = set(sizes)
    roots = {0: builder.head().root}
    for first in range(1, head + 1, PAGE):
        page = range(first, min(first + PAGE, head + 1))
        made = log_entries(house.id, page)
        for position in page:
            entry = made[position].entry if position in made else None
            if entry is None:
                builder.publish()
                return roots, builder.size
            builder.add_entry(entry)
            if position in wanted:
                roots[position] = builder.head().root
            if position in ends:
                builder.publish()
    builder.publish()
    return roots, builder.size


def _check_kept(
    kept: Sequence[Kept], roots: dict[int, bytes], reached: int, trusted: Sequence[Vkey], said: list[Text]
) -> int:
    """Say of each that does not agree why, and between which sizes the change lies; the largest that agrees."""
    anchors = [each for each in kept if each.outside] or list(kept)
    agreeing = max((each.size for each in anchors if roots.get(each.size) == each.signed.checkpoint.root), default=0)
    for each in kept:
        if not _is_signed(each, trusted):
            said.append(_WORDS.text("not-signed", place=each.place))
        if each.size > reached:
            said.append(_WORDS.text("shorter", place=each.place, size=each.size, reached=reached, first=reached + 1))
        elif roots.get(each.size) != each.signed.checkpoint.root:
            before = max((n for n in _agreed_sizes(anchors, roots) if n < each.size), default=0)
            said.append(_WORDS.text("changed", place=each.place, size=each.size, first=before + 1))
    return agreeing


def _agreed_sizes(anchors: Sequence[Kept], roots: dict[int, bytes]) -> list[int]:
    return [each.size for each in anchors if roots.get(each.size) == each.signed.checkpoint.root]


def _is_signed(kept: Kept, trusted: Sequence[Vkey]) -> bool:
    """By the house, under the name that the checkpoint has."""
    try:
        made = verify_note(kept.signed.note, trusted)
    except (NotProved, Malformed):
        return False
    return any(each.vkey.name == kept.signed.checkpoint.origin for each in made)


def _of_tiles(own: Comparing) -> Iterator[Text]:
    for tile, at in own.differing:
        yield _WORDS.text("tile-differs", path=tile.path, where="" if at is None else f" ({at})")
    for tile in own.missing:
        yield _WORDS.text("tile-missing", path=tile.path)


def _of_copy(copy: Comparing) -> Iterator[Text]:
    if copy.position is not None:
        yield _WORDS.text("copy-differs-from", place=copy.place, position=copy.position)
    elif copy.differing:
        yield _WORDS.text("copy-differs", place=copy.place, path=copy.differing[0][0].path)


def _of_log(log: Log | None, property_code: str) -> Iterator[Text]:
    """The row of the log, its newest checkpoint and the file that is served say the same."""
    newest = None if log is None else publishing.newest(log)
    if log is None or newest is None:
        return
    served = places.store(property_code).get(publishing.NAME) if places.kept() else None
    same_row = (log.size, bytes(log.root)) == (newest.size, bytes(newest.root))
    signed = checkpoints.parse(bytes(newest.note)).checkpoint
    if not same_row or signed.head != (newest.size, bytes(newest.root)) or signed.origin != log.origin:
        yield _WORDS.text("the-logs-row-is-not")
    if served is None:
        yield _WORDS.text("the-file-of-the-checkpoint")


def _last_leaf(tile: Tile) -> int:
    """The number of leaves that a tree must have for this tile."""
    leaves = 1 if tile.level == ENTRIES else 256**tile.level
    return (tile.number * WIDTH + tile.width) * leaves


def _first_difference(tile: Tile, found: bytes, data: bytes) -> int | None:
    """The position at which leaves or entries differ; None in a tile of a higher level."""
    if tile.level > 0:
        return None
    pieces = [_pieces(tile, each) for each in (found, data)]
    index = next((n for n, (one, other) in enumerate(zip(*pieces, strict=False)) if one != other), 0)
    return tile.number * WIDTH + index + 1


def _pieces(tile: Tile, data: bytes) -> list[bytes]:
    if tile.level == ENTRIES:
        return _entries(data)
    return [data[at : at + HASH_BYTES] for at in range(0, len(data), HASH_BYTES)]


def _entries(data: bytes) -> list[bytes]:
    """The entries of a bundle of any width, as far as they go."""
    found: list[bytes] = []
    while len(data) >= 2:
        length = int.from_bytes(data[:2], "big")
        found.append(data[2 : 2 + length])
        data = data[2 + length :]
    return found

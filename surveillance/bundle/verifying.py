"""Checking a whole bundle: opened, signatures, every part by a task of its own, then what only the whole can show.

    opened strictly (nothing is believed)  ->  checkpoint and manifest against keys
    -> tasks: digests, the tree, entries, what was signed, each kind of streams, each table's rounds
    -> positions: none twice, what was left out, what is proved to be complete  ->  a verdict

Tasks run in as many processes as are allowed; their results are taken in the order of tasks, so the same bundle gives
the same report. Proved by ``tests/surveillance/bundle/test_verifying.py`` and ``test_tampering.py``.
"""

from __future__ import annotations

import gc
import hashlib
import multiprocessing
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, wait
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from cryptography import x509
from cryptography.exceptions import InvalidSignature

from casino.core.errors import Problem
from casino.core.evidence import NotTheOrigin, along, read
from casino.transparency import checkpoints, cosigning, notes, stamps
from casino.transparency.bounds import Bounds
from casino.transparency.checkpoints import SignedCheckpoint
from casino.transparency.notes import ED25519, MLDSA44_COSIGNATURE, Vkey
from casino.transparency.policy import Policy
from casino.transparency.wire import Malformed, NotProved
from games import catalogue
from games.judgement.program import this_program
from surveillance.bundle import former, layout
from surveillance.bundle.completeness import Completeness, Head
from surveillance.bundle.digests import ALONG
from surveillance.bundle.found import Found, grouped
from surveillance.bundle.layout import Unreadable
from surveillance.bundle.opened import Bundle
from surveillance.bundle.part_checks import CANNOT_BE, Checker, Seen, seen
from surveillance.film import seals

PROVED, REFUSED, CONSISTENT, UNREADABLE, IN_PART = "proved", "refused", "consistent", "unreadable", "in_part"
EXIT: Final = {PROVED: 0, REFUSED: 1, CONSISTENT: 3, UNREADABLE: 4, IN_PART: 7}
"""Exit codes; 2 is a command that cannot be carried out, 5 and 6 are of papers."""
GROUPED: Final = 64 << 20
"""Bytes of members whose digests one task checks."""
ALONE: Final = 4 << 20
"""A bundle up to this size is checked without further processes."""
COLLECTING: Final = (20_000, 10, 10)
"""Thresholds of the collector of cycles while a bundle is verified. Judging leaves hardly any cycle behind; at the
interpreter's 700 new objects the collector takes a tenth of the processor time."""

Task = tuple[str, tuple[Any, ...]]


class Trust(msgspec.Struct, frozen=True):
    """What the reader brings: a policy, the house's report keys, authorities of time stamps, checkpoints kept from
    before, the moment before which the bundle's own may not have been cosigned, and the fingerprints of devices' keys
    (SHA-256 in hexadecimal; None where they were not given)."""

    policy: Policy | None = None
    report_keys: tuple[Vkey, ...] = ()
    stamp_roots: tuple[x509.Certificate, ...] = ()
    kept: tuple[SignedCheckpoint, ...] = ()
    not_before: datetime | None = None
    device_keys: frozenset[str] | None = None


class Signed(NamedTuple):
    """A signature on the checkpoint that holds."""

    name: str
    kind: int
    key_id: str
    time_s: int | None


class Report(msgspec.Struct, frozen=True):
    """The outcome. ``told`` is what the manifest says of the bundle, None where it could not be read; ``sha256`` is the
    manifest's, which lists the digest of every other member; ``open_ended`` are the streams of the remark ``heads``."""

    verdict: str
    found: Found
    told: layout.Manifest | None = None
    signed: tuple[Signed, ...] = ()
    sha256: str = ""
    open_ended: tuple[Head, ...] = ()

    @property
    def exit_code(self) -> int:
        return EXIT[self.verdict]


def verify(path: Path, trust: Trust, *, jobs: int = 1, progress: Callable[[int, int], None] | None = None) -> Report:
    """Raises OSError where the file cannot be read. ``progress`` is called with bytes done and in all."""
    try:
        bundle = Bundle(path)
    except Unreadable as error:
        found = Found()
        found.refuse(error.code, error.where, **error.values)
        return Report(UNREADABLE, found)
    before = gc.get_threshold()
    gc.set_threshold(*COLLECTING)
    try:
        return _verified(bundle, trust, jobs, progress or (lambda done, of: None))
    finally:
        gc.set_threshold(*before)
        bundle.close()


def _verified(bundle: Bundle, trust: Trust, jobs: int, progress: Callable[[int, int], None]) -> Report:
    found = Found()
    signed: tuple[Signed, ...] = ()
    bounds = Bounds(())
    with _in_words(found):
        signed = _signatures(bundle, trust, found)
    with _in_words(found):
        outside = [each.time_s for each in signed if each.time_s and each.name != bundle.manifest.origin]
        cosigned = [datetime.fromtimestamp(each, UTC) for each in outside]
        bounds = former.check(bundle, trust.policy, cosigned, found, kept=trust.kept, not_before=trust.not_before)
    with _in_words(found):
        _manifest(bundle, trust, found)
    tasks = list(tasks_of(bundle))
    results = _results(bundle, tasks, jobs, progress)
    whole = Completeness(bundle)
    told: set[str] = set()
    parts: list[Found] = []
    for result in results:
        found.add(result.sums)
        parts.append(result.found)
        told |= result.told
        whole.take(result)
    for part in parts:
        found.add(part)
    with _in_words(found):
        whole.check(bounds, found)
    with _in_words(found):
        _device_keys(bundle, trust, found)
    with _in_words(found):
        _beside(bundle, told, found)
    with _in_words(found):
        _stamps(bundle, trust, found)
    _documents(bundle, found)
    holds = CONSISTENT if trust.policy is None else IN_PART if whole.in_part else PROVED
    verdict = REFUSED if found.reasons else holds
    digest = hashlib.sha256(bundle.raw_manifest).hexdigest()
    return Report(verdict, found, bundle.manifest, signed, digest, tuple(whole.open_ended))


@contextmanager
def _in_words(found: Found) -> Iterator[None]:
    """What a file holds that nobody would write ends as a reason, never as a failure of this program."""
    try:
        yield
    except Unreadable as error:
        found.refuse(error.code, error.where, **error.values)
    except CANNOT_BE as error:
        found.refuse("not_read", layout.MANIFEST, why=f"{type(error).__name__}: {error}")


# --- Signatures ----------------------------------------------------------------------------------------------------


def _signatures(bundle: Bundle, trust: Trust, found: Found) -> tuple[Signed, ...]:
    """The checkpoint's own, by the reader's policy; without one, by the keys that the house tells."""
    manifest = bundle.manifest
    try:
        signed = checkpoints.parse(bundle.archive.bytes_of(layout.CHECKPOINT, notes.MAX_NOTE_BYTES))
        told = former.keys_told(bundle)
    except (Malformed, UnicodeDecodeError) as error:
        found.refuse("checkpoint", layout.CHECKPOINT, why=error)
        return ()
    head = signed.checkpoint
    if (head.origin, head.size, layout.encode_root(head.root)) != (manifest.origin, manifest.size, manifest.root):
        found.refuse("checkpoint_differs", layout.MANIFEST)
    if manifest.as_of > manifest.size:
        found.refuse("as_of", layout.MANIFEST)
    try:
        by_house = cosigning.verify_note(signed.note, told)
        if all(each.vkey.name != head.origin or each.vkey.kind != ED25519 for each in by_house):
            found.refuse("no_log_signature", layout.CHECKPOINT, origin=head.origin)
        verified = by_house
        if trust.policy is not None:
            evaluation = trust.policy.require(signed.note)
            verified = list(evaluation.verified)
    except (Malformed, NotProved) as error:
        found.refuse("signature", layout.CHECKPOINT, why=error)
        return ()
    if all(each.vkey.kind != MLDSA44_COSIGNATURE for each in verified):
        found.remark("no_mldsa", layout.CHECKPOINT)
    if all(each.vkey.name == head.origin for each in verified):
        found.remark("no_witness", layout.CHECKPOINT)
    return tuple(Signed(e.vkey.name, e.vkey.kind, e.vkey.key_id.hex(), e.time_s) for e in verified)


def _manifest(bundle: Bundle, trust: Trust, found: Found) -> None:
    """The house's signature on the manifest: who asked for what, and that nothing was narrowed afterwards."""
    if layout.SIGNATURE not in bundle.archive.members:
        if trust.report_keys:
            found.refuse("missing", layout.SIGNATURE)
        else:
            found.remark("request_on_trust", layout.MANIFEST)
        return
    try:
        note = notes.parse_note(bundle.archive.bytes_of(layout.SIGNATURE, notes.MAX_NOTE_BYTES))
    except (Malformed, Unreadable) as error:
        found.refuse("note", layout.SIGNATURE, why=error)
        return
    if note.text != layout.signed_text(bundle.manifest.property.code, bundle.raw_manifest):
        found.refuse("note_text", layout.SIGNATURE)
    if not trust.report_keys:
        found.remark("request_on_trust", layout.MANIFEST)
        return
    held = 0
    for line in note.signatures:
        for key in trust.report_keys:
            if key.made(line):
                try:
                    cosigning.verify_raw(key.kind, key.public, line.signature, note.text.encode())
                except (InvalidSignature, ValueError):
                    found.refuse("note_signature", layout.SIGNATURE, name=line.name)
                held += 1
    if not held:
        found.refuse("note_unknown", layout.SIGNATURE)


def _device_keys(bundle: Bundle, trust: Trust, found: Found) -> None:
    """The house says whose keys devices sign with: it is held to its key sheet, or its word is printed."""
    for device, public in Checker(bundle, lambda size: None).signers.device_keys():
        digest = hashlib.sha256(public).hexdigest()
        if trust.device_keys is None:
            found.remark("device_key", f"device/{device}", fingerprint=grouped(digest))
        elif digest not in trust.device_keys:
            found.refuse("device_key_unknown", f"device/{device}", fingerprint=grouped(digest))


# --- Tasks ---------------------------------------------------------------------------------------------------------


def tasks_of(bundle: Bundle) -> Iterator[Task]:
    """What is to be done, in the order in which it is told. Every member is in a task that reads it."""
    names: list[str] = []
    size = 0
    for name in bundle.names:
        if name.startswith(ALONG):
            continue
        names.append(name)
        size += bundle.archive.members[name].size
        if size >= GROUPED:
            yield "digests", (tuple(names),)
            names, size = [], 0
    yield "digests", (tuple(names),)
    yield "tree", ()
    for name in bundle.parts("log/entries"):
        yield "entries", (name,)
    for name in layout.names_in(bundle.names, "origins"):
        yield "origins", (name,)
    for kind in sorted({*bundle.kinds(), *(each.kind for each in bundle.manifest.kinds)}):
        yield "kind", (kind,)
    for unit in bundle.manifest.units:
        yield "unit", (unit.number,)


def _read_by(bundle: Bundle, task: Task) -> list[str]:
    """The members that a task reads to their end."""
    kind, arguments = task
    folders = {"unit": layout.of_unit, "kind": "events/{}".format}
    if kind in folders:
        folder = folders[kind](arguments[0])
        return [name for name in bundle.names if name.rpartition("/")[0] == folder]
    return [*arguments] if kind == "entries" else []


def run(checker: Checker, task: Task) -> Seen:
    """One task, and the digests of what it was to read, where it has not."""
    result = _run(checker, task)
    left = tuple(name for name in _read_by(checker.bundle, task) if name not in checker.sums.held)
    if left:
        digests = _run(checker, ("digests", (left,)))
        result.sums.add(digests.sums)
        result.sums.add(digests.found)
    return result


def _run(checker: Checker, task: Task) -> Seen:
    """What cannot be read in its part is a reason like any other."""
    kind, arguments = task
    try:
        if kind == "origins":
            return _origins(checker.bundle, *arguments)
        if kind == "unit":
            return checker.unit(checker.bundle.manifest.units[arguments[0] - 1])
        result: Seen = getattr(checker, kind)(*arguments)
    except Unreadable as error:
        failed = seen()
        failed.found.refuse(error.code, error.where, **error.values)
        return failed
    except CANNOT_BE as error:
        failed = seen()
        failed.found.refuse("not_read", "", why=f"{kind} {arguments}: {type(error).__name__}: {error}")
        return failed
    return result


def _origins(bundle: Bundle, name: str) -> Seen:
    """Every line of what was signed: its digest is that of what stands behind it."""
    result = seen()
    last = ""
    for number, line in enumerate(bundle.archive.lines(name), 1):
        where = f"{name}:{number}"
        digest, raw = line[:64].decode("ascii", "replace"), line[65:]
        try:
            signed = read(raw)
            if line[64:65] != b" " or signed.digest != digest or along(signed) != raw or digest <= last:
                result.found.refuse("origins", where)
        except NotTheOrigin as error:
            result.found.refuse("origins", where, why=error)
        last = digest
    return result


def _results(bundle: Bundle, tasks: Sequence[Task], jobs: int, progress: Callable[[int, int], None]) -> Iterator[Seen]:
    size = sum(member.size for member in bundle.archive.members.values())
    total = 2 * size
    if jobs <= 1 or size <= ALONE:
        done = 0

        def more(size: int) -> None:
            nonlocal done
            done += size
            progress(min(done, total), total)

        checker = Checker(bundle, more)
        yield from (run(checker, task) for task in tasks)
        return
    counter = multiprocessing.Value("Q", 0)
    with ProcessPoolExecutor(jobs, initializer=_begin, initargs=(bundle.archive.path, counter)) as pool:
        # The long ones first; what they found is taken in the order of tasks.
        order = sorted(range(len(tasks)), key=lambda at: -_weight(bundle, tasks[at]))
        waiting = {at: pool.submit(_in_process, tasks[at]) for at in order}
        left = set(waiting.values())
        while left:
            left = wait(left, timeout=0.25).not_done
            progress(min(counter.value, total), total)
        yield from (waiting[at].result() for at in range(len(tasks)))


def _weight(bundle: Bundle, task: Task) -> int:
    kind, arguments = task
    if kind == "unit":
        return 10 * sum(bundle.archive.members[n].size for n in bundle.parts(layout.of_unit(arguments[0])))
    return sum(bundle.archive.members[n].size for n in bundle.parts(f"events/{arguments[0]}")) if kind == "kind" else 0


_in_here: Checker


def _begin(path: Path, counter: Any) -> None:
    global _in_here
    gc.set_threshold(*COLLECTING)

    def more(size: int) -> None:
        with counter.get_lock():
            counter.value += size

    _in_here = Checker(Bundle(path), more)


def _in_process(task: Task) -> Seen:
    return run(_in_here, task)


# --- What stands beside --------------------------------------------------------------------------------------------


def _beside(bundle: Bundle, told: set[str], found: Found) -> None:
    """Lines whose events are not in the bundle, proofs and rounds likewise; films."""
    for stream in bundle.manifest.asked.rounds:
        if f"asked {stream}" not in told:
            found.refuse("round_missing", stream)
    for name in layout.names_in(bundle.names, "log/proofs"):
        if name not in told:
            found.refuse("proof_without_event", name)
    for lines in bundle.wanted.values():
        for where, _line in lines:
            if where not in told:
                found.refuse("line_without_event", where)
    _clips(bundle, found)
    _unnamed(bundle, found)
    if layout.ANNEX in bundle.archive.members:
        layout.decode(bundle.archive.bytes_of(layout.ANNEX, layout.MAX_MANIFEST), layout.ANNEX)


def _unnamed(bundle: Bundle, found: Found) -> None:
    """Documents that no event puts in force, files that no disclosure names: they would be held against nothing."""
    files = {line.get("file") for lines in bundle.wanted.values() for _where, line in lines}
    documents = {f"rules/{fact.sha256}.toml" for fact in Checker(bundle, lambda size: None).documents()}
    for folder, named in (("rules", documents), ("files", files)):
        for name in layout.names_in(bundle.names, folder):
            if name not in named:
                found.refuse("unnamed", name)


def _clips(bundle: Bundle, found: Found) -> None:
    named: set[str] = set()
    for number, line in bundle.json_lines(layout.CLIPS):
        where = f"{layout.CLIPS}:{number}"
        file, digest = line.get("file"), line.get("sha256")
        form = {"file", "sha256", "seals", "fingerprint"}
        if line.keys() - {"stream", "version"} != form or file != f"clips/{digest}.mp4":
            found.refuse("line_form", where)
            continue
        if file not in bundle.archive.members:
            raise Unreadable("missing", file)
        if line.keys() == form:
            found.remark("clip_unrecorded", where)
        named.add(file)
        with tempfile.NamedTemporaryFile(suffix=".mp4") as copy:
            sha256 = hashlib.sha256()
            for piece in bundle.archive.pieces(file):
                sha256.update(piece)
                copy.write(piece)
            copy.flush()
            if sha256.hexdigest() != digest:
                found.refuse("clip_digest", file)
            _seals(Path(copy.name), line, where, found)
    for name in layout.names_in(bundle.names, "clips"):
        if name not in named:
            found.refuse("unlisted", name)


def _seals(path: Path, line: dict[str, Any], where: str, found: Found) -> None:
    try:
        report = seals.check(path)
    except Problem as problem:
        found.refuse("clip_unreadable", where, why_vi=problem.in_language("vi"), why_en=problem.in_language("en"))
        return
    if (
        report.count != line["seals"]
        or (report.count and report.state != "intact")
        or (line["fingerprint"] is not None and not report.intact_by(str(line["fingerprint"])))
    ):
        found.refuse("clip_seal", where, state=report.state, count=report.count)
    else:
        found.count("clips")


def _stamps(bundle: Bundle, trust: Trust, found: Found) -> None:
    names = layout.names_in(bundle.names, "log/stamps")
    if names and not trust.stamp_roots:
        found.remark("stamps_unchecked", "log/stamps", count=len(names))
        return
    for name in names:
        text = bundle.archive.bytes_of(layout.CHECKPOINT, notes.MAX_NOTE_BYTES).decode().rpartition("\n\n")[0] + "\n"
        try:
            moment = stamps.verify(bundle.archive.bytes_of(name, 1 << 20), text.encode(), trust.stamp_roots)
            found.remark("stamp_at", name, moment=moment.isoformat())
        except (Malformed, NotProved) as error:
            found.refuse("stamp", name, why=error)


def _documents(bundle: Bundle, found: Found) -> None:
    """Which documents were used that this program has otherwise, or that no event put in force; another program."""
    if bundle.manifest.made.program != this_program():
        found.remark("program_differs", layout.MANIFEST, theirs=bundle.manifest.made.program, own=this_program())
    checker = Checker(bundle, lambda size: None)
    try:
        recorded = {book.id for book in checker.recorded_books()}
        books = {book.id: book for book in checker.books.library.books}
    except (Unreadable, *CANNOT_BE):
        return  # told where the events are checked
    shipped = {book.id: book for book in catalogue.shipped().books}
    for figure in sorted(found.figures):
        name = figure.removeprefix("judged ")
        if name == figure:
            continue
        if name not in recorded:
            found.remark("document_own", name)
        elif shipped.get(name) != books.get(name):
            found.remark("document_differs", name)

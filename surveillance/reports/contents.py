"""What goes into a bundle, part by part, and what it claims to hold whole (``docs/bundle.md``, "Completeness").

A table in an interval, a gaming day, a month, a shoe or a game claims every event of its tables in the interval; a
selection by player, finding or clause, a single round and a case claim each round whole. Entries of the other events of
the interval are shown to whoever may see the whole house; to others hashes, which prove a little less. Proved by
``tests/surveillance/reports/test_making.py`` and ``test_verified.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final

import msgspec

from casino.checkpoints import leaves, places
from casino.checkpoints.models import Checkpoint
from casino.core.evidence import along
from casino.core.stored import Row
from casino.ledger import reading
from casino.transparency import checkpoints
from casino.transparency.cosigning import SIGNATURE_BYTES
from casino.transparency.notes import MLDSA44_COSIGNATURE, Note, parse_note
from casino.transparency.proofs import Proof
from disputes.case import facts as case_facts
from games.engine.table import DeviceBound
from games.rows.models import Round
from surveillance.bundle import claims
from surveillance.bundle.claims import Interval
from surveillance.bundle.layout import Asked, Former
from surveillance.bundle.layout import Note as Why
from surveillance.bundle.rounds import house_rules
from surveillance.bundle.selection import Selection
from surveillance.bundle.writing import Given, step_of
from surveillance.record import facts as footage
from surveillance.reports import choosing, clips, order, stored
from surveillance.reports.annex import annex_of, as_texts
from surveillance.reports.disclosing import Disclosing
from surveillance.reports.models import Report
from surveillance.reports.order import Run
from surveillance.reports.people import Signed, Signers
from surveillance.reports.scope import EVERYTHING, EVERYWHERE, scope_of
from surveillance.reports.work import Work, house_of
from surveillance.rows.models import Link

NOTES: Final = (
    Why(streams="rules", why="rules"),
    Why(streams="table", why="tables"),
    Why(streams="device server", why="keys"),
    Why(streams="account", why="people"),
    Why(streams="audit", why="findings"),
    Why(streams="case", why="case"),
    Why(streams="footage recording camera recorder", why="footage"),
)
AFTERWARDS: Final = 2_000
"""So many entries behind the interval, or as many as it has itself, are shown to prove what came after."""
BOUNDING: Final = 64
"""Cosigned heads that are shown at most, spread over the log up to the newest."""
COMPARED: Final = 64
"""Earlier reports, the newest, with which a new one can be compared."""
WINDOW: Final = 20_000
_IN_INTERVAL: Final = """
SELECT DISTINCT stream FROM ledger_event WHERE property_id = %s AND position > %s AND position <= %s
AND split_part(stream, '/', 1) = 'round' AND split_part(stream, '/', 2) = ANY(%s::text[])
"""


# --- The claim --------------------------------------------------------------------------------------------------------


def claim(work: Work, runs: dict[str, Run]) -> Asked:
    """What the bundle says it holds whole (:mod:`surveillance.bundle.claims`). Runs then reach every round of which
    something stands in the interval."""
    chosen = work.selection
    interval = _interval(work, chosen)
    if interval is None:
        return Asked(rounds=tuple(sorted(_asked_streams(work, runs))))
    tables = claims.tables(chosen, _table_rows(work))
    for streams in _streams_between(work, interval, tables):
        for row in Round.objects.filter(property=work.owner, stream__in=streams, first_position__lte=work.position):
            runs.setdefault(row.table, Run()).reach(order.placed(row, work.replayer, work.position))
    return Asked(first=interval.first, last=interval.last, tables=tables)


def _interval(work: Work, chosen: Selection) -> Interval | None:
    if chosen.about == "shoe":
        used = choosing.shoe(work.owner, chosen, work.position)
        return Interval(used[0].first, used[-1].last)
    moments = claims.moments(chosen, house_rules(house_of(work.owner)))
    return None if moments is None else choosing.interval(work.owner, moments, work.position)


def _table_rows(work: Work) -> Iterator[Row]:
    code = work.owner.code
    for stream in reading.stream_ids("default", code, prefix="table/", after="", stop=work.position):
        yield from reading.stream_rows("default", code, stream, stop=work.position)


def _streams_between(work: Work, interval: Interval, tables: Sequence[str]) -> Iterator[list[str]]:
    for first in range(interval.first - 1, interval.last, WINDOW):
        upto = min(first + WINDOW, interval.last)
        with reading.cursor("default") as cursor:
            rows = cursor.execute(_IN_INTERVAL, [work.owner.pk, first, upto, list(tables)]).fetchall()
        yield [stream for (stream,) in rows]
        work.go_on()


def _asked_streams(work: Work, runs: dict[str, Run]) -> Iterator[str]:
    rows = Round.objects.filter(property=work.owner)
    for table in sorted(runs):
        for some in _some(runs[table].asked):
            yield from sorted(rows.filter(first_position__in=some).values_list("stream", flat=True))


def _some(items: Iterable[Any], size: int = 1_000) -> Iterator[list[Any]]:
    pending = iter(items)
    while found := list(islice(pending, size)):
        yield found


# --- The parts --------------------------------------------------------------------------------------------------------


class Contents:
    """The parts of one report."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.owner = work.owner
        self.writer = work.writer
        self.disclosing = Disclosing(self.owner, self.writer)
        self.signers = Signers()
        self.recordings: list[str] = []
        self.events = 0
        self._done = 0

    def house_streams(self, tables: Iterable[str]) -> None:
        """Rules and tables, by which rounds are judged; the devices that sent for these tables; jumps of the clock."""
        self._streams("rules", self._ids("rules/"))
        self._streams("server", self._ids("server/"))
        self._streams("table", self._ids("table/"))
        self._streams("device", sorted(f"device/{code}" for code in self._devices(tables)))

    def _devices(self, tables: Iterable[str]) -> set[str]:
        return {
            event.data.device
            for table in tables
            for event in self.work.replayer.ledger.stream(f"table/{table}", upto_position=self.work.position)
            if isinstance(event.data, DeviceBound)
        }

    def table(self, table: str, run: Run, total: int) -> None:
        """The rounds of one table, judged and written along."""
        between = order.between(self.owner, table, self.work.position)
        for number, piece in enumerate(run.pieces(between), 1):
            self._piece(table, run, piece, number, total)

    def _piece(self, table: str, run: Run, piece: order.Piece, number: int, total: int) -> None:
        work = self.work
        begun = self._done

        def given() -> Iterator[Given]:
            for some in _some(order.run(self.owner, table, piece, work.position, work.replayer), 200):
                found = dict(stored.of_streams(self.owner, [placed.stream for placed in some], work.position))
                yield from (Given(found[placed.stream], run.has(placed.key[1])) for placed in some)

        handed = order.handed_on(self.owner, table, piece, work.position, work.replayer)
        unit = self.writer.rounds(
            table,
            given(),
            handed=handed,
            told=lambda count: work.progress(min(begun + count, total), total + 1),
            piece=number,
        )
        self.events += unit.events
        self._done = begun + unit.rounds
        signed = stored.origins(self.owner, [self._positions(step_of(table, number))])
        self.writer.origins(unit.number, self.signers.noting(signed))

    def others(self, runs: dict[str, Run]) -> None:
        """Findings of the rounds that were asked for, the case with what may be read of it, reasons, footage, what was
        signed of all that, and the accounts of the people who signed."""
        self._streams("audit", self._audits(runs))
        self._case()
        self._reasons(runs)
        self.disclosing.write()
        self._footage(runs)
        self._clips()
        for _signed in self.signers.noting(self._origins()):
            pass
        self._streams("account", self.signers.streams(self.owner, self.work.position))
        self.writer.origins(0, self._origins())

    def _origins(self) -> Iterator[Signed]:
        """What was signed of everything written but rounds."""
        steps = (self.work.folder / "steps").glob("streams-*.positions")
        return stored.origins(self.owner, sorted(steps))

    def _streams(self, kind: str, streams: Iterable[str]) -> None:
        self.events += self.writer.streams(kind, stored.events(self.owner, streams, self.work.position))

    def _ids(self, prefix: str) -> Iterator[str]:
        return reading.stream_ids("default", self.owner.code, prefix=prefix, after="", stop=self.work.position)

    def _positions(self, step: str) -> Any:
        return self.work.folder / "steps" / f"{step}.positions"

    def _audits(self, runs: dict[str, Run]) -> Iterator[str]:
        for table in sorted(runs, key=lambda each: f"{each}/"):
            for names in _some(self._ids(f"audit/{table}/")):
                rounds = [f"round/{name.partition('/')[2]}" for name in names]
                rows = Round.objects.filter(property=self.owner, stream__in=rounds)
                firsts = dict(rows.values_list("stream", "first_position"))
                for name, stream in zip(names, rounds, strict=True):
                    if stream in firsts and runs[table].has(firsts[stream]):
                        yield name

    # A case

    def _case(self) -> None:
        chosen = self.work.selection
        if chosen.about != "case":
            return
        stream = f"case/{chosen.case}"
        self._streams("case", [stream])
        events = self.work.replayer.ledger.stream(stream, upto_position=self.work.position)
        self.disclosing.case(events)
        for index, facts in (("evidence", EVIDENCE), ("cases", CASES)):
            self.writer.index(index, [
                {"stream": stream, "version": event.version, "says": _says(event.data, *facts[type(event.data)])}
                for event in events if type(event.data) in facts
            ])  # fmt: skip

    def _reasons(self, runs: dict[str, Run]) -> None:
        """What people gave as reasons in the rounds that were asked for, and in the findings about them."""
        for rounds in _some(_asked_streams(self.work, runs)):
            audits = [f"audit/{stream.partition('/')[2]}" for stream in rounds]
            self.disclosing.reasons([*rounds, *audits], self.work.position)
            self.work.go_on()

    # Footage

    def _footage(self, runs: dict[str, Run]) -> None:
        """Links to film of these rounds and this case, with custody of the recordings and their recorders' clocks."""
        about = {f"case/{self.work.selection.case}"}
        rows = Link.objects.filter(property=self.owner).select_related("camera__recorder", "recording")
        links: dict[str, Link] = {}
        for row in rows.iterator():
            if row.subject_stream in about or self._asked_for(runs, row.subject_stream):
                links[row.stream] = row
        if not links:
            return
        recordings = {f"recording/{row.recording.code}" for row in links.values() if row.recording is not None}
        self.recordings = sorted(stream.partition("/")[2] for stream in recordings)
        cameras = {row.camera for row in links.values() if row.camera is not None}
        recorders = {f"recorder/{camera.recorder.code}" for camera in cameras if camera.recorder is not None}
        self._streams("footage", sorted(links))
        self._streams("recording", sorted(recordings))
        self._streams("camera", sorted(f"camera/{camera.code}" for camera in cameras))
        self._streams("recorder", sorted(recorders))
        self.writer.index("footage", self._footage_lines([*sorted(links), *sorted(recordings), *sorted(recorders)]))

    def _clips(self) -> None:
        """Sealed clips of these films, where they were asked for."""
        if self.work.selection.clips:
            self.writer.clips(clips.given(self.owner, self.recordings, self.work.position))

    def _footage_lines(self, streams: list[str]) -> Iterator[dict[str, Any]]:
        for stream in streams:
            for event in self.work.replayer.ledger.stream(stream, upto_position=self.work.position):
                names = FOOTAGE.get(type(event.data))
                if names is not None:
                    yield {"stream": stream, "version": event.version, "says": _says(event.data, *names)}

    def _asked_for(self, runs: dict[str, Run], stream: str) -> bool:
        kind, _slash, rest = stream.partition("/")
        table = rest.partition("/")[0]
        if kind not in ("round", "audit") or table not in runs:
            return False
        row = Round.objects.filter(property=self.owner, stream=f"round/{rest}").first()
        return row is not None and runs[table].has(row.first_position)

    def annex(self) -> None:
        """Statistics, for whoever sees the whole house."""
        found = annex_of(self.owner, self.work.selection, self.work.position) if _sees_all(self.work) else None
        if found is not None and not self.writer.done("annex"):
            self.writer.annex(as_texts(found))

    # The log

    def log(self, claimed: Asked) -> None:
        """The proof of everything written; of an interval the other entries, or their hashes."""
        work = self.work
        shown = bool(claimed.first) and _sees_all(work)
        intervals = [(claimed.first, claimed.last)] if claimed.first and claimed.first <= claimed.last else []
        if shown:
            # One entry on each side shows that the interval ends where it was asked to, also where it holds nothing.
            behind = work.position - claimed.last
            afterwards = behind if behind <= max(AFTERWARDS, claimed.last - claimed.first + 1) else 1
            intervals = [(max(1, claimed.first - 1), min(work.position, claimed.last + afterwards))]
        if work.selection.about == "round":
            self._proofs()
        self.writer.log(
            bytes(work.checkpoint.note),
            work.tree,
            keys=[str(key) for key in places.vkeys(self.owner.code, work.checkpoint.log.origin)],
            intervals=intervals,
            entries=(lambda after, upto: leaves.entries(self.owner.pk, after, upto)) if shown else None,
            former=self._former(),
        )

    def _former(self) -> list[Former]:
        """Earlier heads that bound the time of what is shown, with their cosignatures; those of earlier reports, so
        that any two of them can be compared; and the one that the reader keeps."""
        work, size = self.work, self.work.tree.size
        cosigned = Checkpoint.objects.filter(log=work.checkpoint.log, size__lt=size).exclude(cosigners="")
        sizes = list(cosigned.order_by("size").values_list("size", flat=True))
        step = -(-len(sizes) // BOUNDING) or 1
        notes = {row.size: _short(bytes(row.note)) for row in cosigned.filter(size__in=sizes[::-step])}
        reports = Report.objects.filter(property=self.owner, checkpoint__gte=1, checkpoint__lt=size)
        earlier = reports.order_by("-checkpoint").values_list("checkpoint", flat=True).distinct()[:COMPARED]
        wanted = {*notes, *(each for each in (*earlier, work.selection.since) if each and each < size)}
        return [
            Former(each, work.tree.hash_of(0, each), tuple(work.tree.consistency_proof(each)), notes.get(each, b""))
            for each in wanted
        ]

    def _proofs(self) -> None:
        """Of a single round each event's own proof besides, which any tool for such logs reads."""
        work = self.work
        note = checkpoints.parse(bytes(work.checkpoint.note)).note
        rows = reading.stream_rows("default", self.owner.code, str(work.selection.round), stop=work.position)
        signed = {each.digest: along(each) for each in stored.origins(self.owner, [self._positions(self._only())])}
        entries = stored.at(self.owner, [row[0] for row in rows])
        for row in rows:
            origin = _origin_of(entries[row[0]].entry)
            proof = Proof(row[0] - 1, tuple(work.tree.inclusion_proof(row[0] - 1)), note, signed.get(origin or ""))
            self.writer.proof(row[0], proof.encode())

    def _only(self) -> str:
        return step_of(str(self.work.selection.round).split("/")[1])


EVIDENCE: Final[dict[type[Any], tuple[str, ...]]] = {
    case_facts.EvidenceAdded: (
        "evidence",
        "item",
        "kind",
        "document",
        "version",
        "media_type",
        "size_bytes",
        "content",
    ),
}
CASES: Final[dict[type[Any], tuple[str, ...]]] = {
    case_facts.CaseOpened: ("source", "table", "game", "currency", "amount_minor", "rounds", "findings"),
    case_facts.Decided: ("decision", "remedy", "evidence"),
    case_facts.ComplaintDecided: ("decision", "result", "remedy", "evidence"),
    case_facts.CaseClosed: ("ending", "into"),
}
"""Fact -> what the indexes of evidence and of the case repeat of it; ``content`` has the digest."""
FOOTAGE: Final[dict[type[Any], tuple[str, ...]]] = {
    footage.FootageLinked: ("camera", "begins_at", "ends_at", "uncertainty_ms", "recording", "from_ms", "to_ms"),
    footage.RecordingArrived: ("name", "sha256", "size_bytes", "camera", "shown_from", "unplayable"),
    footage.RecordingExported: ("export", "from_ms", "to_ms", "sha256", "certificate"),
    footage.FrameMarked: ("frame", "at_ms", "sha256"),
    footage.ClockRead: ("reading", "how", "server_at", "shown_at", "uncertainty_ms"),
    footage.ClockSet: ("reading", "server_at"),
}
"""Fact -> what the index of footage repeats of it."""


def _says(fact: Any, *names: str) -> dict[str, Any]:
    """Values of a fact by their names, as they stand in its stored body."""
    data = msgspec.json.decode(msgspec.json.encode(fact))
    return {name: data[name] for name in names if name in data}


def _origin_of(entry: bytes) -> str | None:
    found: str | None = msgspec.json.decode(entry).get("origin")
    return found


def _short(note: bytes) -> bytes:
    """A checkpoint without its ML-DSA-44 lines, of 3 kB each: here it only says when it was seen."""
    parsed = parse_note(note)
    long = SIGNATURE_BYTES[MLDSA44_COSIGNATURE]
    return Note(parsed.text, tuple(each for each in parsed.signatures if len(each.signature) < long)).encode()


def _sees_all(work: Work) -> bool:
    """Whether who asked may see what else happened in the house."""
    if work.row.requested_role in EVERYWHERE:
        return True
    return scope_of(work.row.requested_by, work.row.requested_role, work.owner) == EVERYTHING and (
        work.row.requested_role in ("regulator", "auditor")
    )

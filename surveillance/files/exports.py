"""What leaves the house: a sealed stretch in a package that explains itself, and copies that are masked and marked.

What a package holds, and how it is signed: :mod:`surveillance.bundle.package`.

The sealed clip is kept before it is recorded: a seal holds random numbers, so work that is begun again must find the
clip that the record names. Proved by ``tests/surveillance/files/test_exports.py`` and ``test_given.py``.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal
from uuid import UUID

import msgspec
from cryptography.hazmat.primitives.serialization import Encoding
from django.db import transaction

from casino import vault
from casino.clock import now as clock
from casino.core.errors import Problem
from casino.core.sealed import Sealed
from casino.ledger.models import Property
from games.engine.facts import Person
from surveillance.bundle import package as layout
from surveillance.files import cover, event_words, handed, jobs, keys, report_keys, storage, told
from surveillance.files.arrival import hash_of, note_copy
from surveillance.files.looked import film_of
from surveillance.files.models import FootageJob, JobKind
from surveillance.files.processing import playable
from surveillance.files.writing import reason, say, sealed
from surveillance.film import copies, sealing
from surveillance.film.boxes import Boxes, tracks
from surveillance.film.copies import Area, Cut
from surveillance.film.export_file import ExportUnit, Source
from surveillance.record import facts as f
from surveillance.record.parts import Leaving, pieces
from surveillance.record.state import Recording

ZIP_MEDIA: Final = "application/zip"


class Stretch(msgspec.Struct, frozen=True, kw_only=True):
    """Milliseconds from the first frame of the original."""

    from_ms: int
    to_ms: int


def ask_export(
    *,
    owner: Property,
    code: str,
    stretch: Stretch,
    why: str,
    by: Person,
    now: datetime,
    command: str,
    case: str | None = None,
) -> FootageJob:
    """Have a stretch exported. Problems: footage_unknown, footage_gone, footage_no_camera, footage_stretch,
    footage_times_jump, footage_reason, command_conflict. ``command`` is the id made by the form or the client: the same
    again is the same export."""
    recording = _fits(owner, code, stretch)
    if recording.camera is None or recording.shown_from is None:
        raise Problem("footage_no_camera")
    parts = pieces(recording.stretches, stretch.from_ms, stretch.to_ms - 1)
    if len(parts) > 1:
        raise Problem("footage_times_jump", "to_ms", at=event_words.place(parts[1].from_ms))
    asking = _Asking(kind=JobKind.EXPORT, what="export", words_as="reason", sealed_as="sealed_reason")
    return _asked(asking, owner, code, stretch, why, by=by, now=now, command=command, case=case)


def ask_copy(
    *,
    owner: Property,
    code: str,
    stretch: Stretch,
    areas: tuple[Area, ...],
    given_to: str,
    by: Person,
    now: datetime,
    command: str,
    case: str | None = None,
) -> FootageJob:
    """Have a masked and marked copy made for somebody. Problems as of :func:`ask_export`."""
    _fits(owner, code, stretch)
    asking = _Asking(kind=JobKind.GIVE, what="copy", words_as="to", sealed_as="given_to")
    more = {"areas": msgspec.to_builtins(list(areas))}
    return _asked(asking, owner, code, stretch, given_to, more, by=by, now=now, command=command, case=case)


class _Asking(msgspec.Struct, frozen=True, kw_only=True):
    """In what the two differ: the job, what the record calls it, and under which names job and fact keep the words."""

    kind: JobKind
    what: Leaving
    words_as: str
    sealed_as: Literal["sealed_reason", "given_to"]


def _asked(
    asking: _Asking,
    owner: Property,
    code: str,
    stretch: Stretch,
    said: str,
    more: dict[str, Any] | None = None,
    *,
    by: Person,
    now: datetime,
    command: str,
    case: str | None,
) -> FootageJob:
    """The job. That a person asked is recorded in the request in which they did: a signature of theirs holds for this,
    and cannot for what a worker records later. Problem command_conflict for a command that asked for something else."""
    words, key = reason(f"exports.ask_{asking.what}", said), f"{code}/{command}"
    asked = {**msgspec.to_builtins(stretch), "case": case or None, "command": command, **(more or {})}
    with transaction.atomic():
        known = FootageJob.objects.filter(property=owner, key=f"{asking.kind.value}/{key}").first()
        if known is not None:
            kept = dict(known.asked)
            first = vault.open_text(owner.code, msgspec.convert(kept.pop(asking.words_as), Sealed))
            if kept != asked or first not in (None, words):
                raise Problem("command_conflict", "command_id")
            return known
        kept_words = sealed(owner.code, words)
        fact = f.LeaveAsked(
            what=asking.what,
            from_ms=stretch.from_ms,
            to_ms=stretch.to_ms,
            asked_by=by,
            case=case or None,
            **{asking.sealed_as: kept_words},
        )
        say(owner.code, code, fact, identity=UUID(command), by=by, now=now)
        asked[asking.words_as] = msgspec.to_builtins(kept_words)
        return jobs.ask(owner=owner, kind=asking.kind, about=code, key=key, asked=asked, by=by, now=now)


def _fits(owner: Property, code: str, stretch: Stretch) -> Recording:
    recording = playable(owner.code, code)
    assert recording.arrived is not None
    if not 0 <= stretch.from_ms < stretch.to_ms or stretch.from_ms >= recording.duration_ms:
        raise Problem("footage_stretch", "from_ms", from_ms=stretch.from_ms, to_ms=stretch.to_ms)
    return recording


def _stretch(run: jobs.Run, recording: Recording) -> Stretch:
    assert recording.arrived is not None
    asked = Stretch(from_ms=run.asked["from_ms"], to_ms=run.asked["to_ms"])
    return Stretch(from_ms=asked.from_ms, to_ms=min(asked.to_ms, recording.duration_ms))


# --- A sealed package -------------------------------------------------------------------------------------------------


@jobs.WORKS.register(JobKind.EXPORT)
def export(run: jobs.Run) -> dict[str, Any]:
    """Cut, seal, keep, record, pack."""
    recording = playable(run.owner.code, run.job.about)
    code = f"X{run.job.pk}"
    with storage.scratch() as folder:
        clip, cut = _sealed_clip(run, recording, code, folder)
        sha256, _ = hash_of(clip)
        key = keys.present(run.owner, now=clock())
        signer = _signed_by(clip) or keys.fingerprint(key.certificate)
        run.progress(2, 4)
        handed.close(run.owner, recording.code)
        _record_export(run, recording, code, cut, sha256, signer)
        run.progress(3, 4)
        package = folder / "package.zip"
        _pack(run, recording, cut, clip, package, sha256, signer)
        size_bytes = package.stat().st_size
        zipped, _ = hash_of(package)
        name = _name(run, recording, f"exports/{code}/package.zip")
        storage.remove(storage.copies(), name)
        storage.keep(storage.copies(), name, package)
    note_copy(
        owner=run.owner,
        recording=recording.code,
        what=f"export/{code}",
        path=name,
        size_bytes=size_bytes,
        sha256=zipped,
        media_type=ZIP_MEDIA,
        facts={"clip_sha256": sha256, **msgspec.to_builtins(cut)},
        now=clock(),
    )
    return {"export": code, "sha256": sha256, "package_sha256": zipped, "from_ms": cut.start_ms, "to_ms": cut.end_ms}


def _name(run: jobs.Run, recording: Recording, what: str) -> str:
    assert recording.arrived is not None
    return storage.copy_name(run.owner.code, recording.arrived.sha256, what)


def _sealed_clip(run: jobs.Run, recording: Recording, code: str, folder: Path) -> tuple[Path, Cut]:
    """The sealed clip, made now or by the process that was killed."""
    clip, facts = folder / "clip.mp4", _name(run, recording, f"exports/{code}/cut.json")
    kept = _name(run, recording, f"exports/{code}/clip.mp4")
    if storage.exists(storage.copies(), kept):  # what describes it was kept before it
        with storage.as_file(storage.copies(), kept) as there:
            _copy(there, clip)
        with storage.as_file(storage.copies(), facts) as said:
            return clip, msgspec.json.decode(said.read_bytes(), type=Cut)
    wanted = _stretch(run, recording)
    assert recording.arrived is not None
    plain = folder / "cut.mp4"
    try:
        with film_of(run.owner.code, recording) as film:
            cut = copies.cut(film, wanted.from_ms, wanted.to_ms, plain)
    except FileNotFoundError:
        raise Problem("footage_missing_bytes", recording=recording.code) from None
    run.progress(1, 4)
    seal(run.owner, recording, plain, clip, cut, by=run.by, now=clock())
    plain.unlink()
    storage.keep_bytes(storage.copies(), facts, msgspec.json.encode(cut))
    storage.keep(storage.copies(), kept, clip)
    return clip, cut


def _copy(source: Path, target: Path) -> None:
    with storage.told(), source.open("rb") as read, target.open("xb") as write:
        while piece := read.read(storage.PIECE_BYTES):
            write.write(piece)


def seal(
    owner: Property, recording: Recording, plain: Path, out: Path, cut: Cut, *, by: Person | None, now: datetime
) -> None:
    """Seal a cut with the house's key. Its start is the server's, as worked out from the recorder's clock; what that
    showed, and the doubt, stand in the seal's words. Problem footage_no_camera, footage_key."""
    where = told.placed(owner, recording)
    camera = told.camera_of(owner, recording)
    if where is None or camera is None:
        raise Problem("footage_no_camera")
    [*_, piece] = pieces(recording.stretches, 0, cut.asked_start_ms)
    into = timedelta(microseconds=round(cut.origin_s * 10**6)) + timedelta(milliseconds=piece.later_ms)
    words = (
        f"recording {recording.code}; recorder's clock {(where.shown_from + into).isoformat()}; ahead of the server by"
        f" {where.offset / timedelta(milliseconds=1):.0f} ms, to within"
        f" {where.uncertainty / timedelta(milliseconds=1):.0f} ms"
    )
    key = keys.present(owner, now=now)
    with plain.open("rb") as file:
        numbers = [track.number for track in tracks(Boxes(file))]
    recorder = camera.recorder.code if camera.recorder is not None else ""
    sealing.seal(
        plain,
        key=key.private,
        certificate=key.certificate,
        start=where.server_from + into,
        sources=[Source(track=number, name=camera.code, line=recorder) for number in numbers],
        unit=ExportUnit(f"Tableproof {owner.code}", at=now, operator=by.staff if by else ""),
        words=words,
        out=out,
    )


def _signed_by(clip: Path) -> str | None:
    from surveillance.film import seals

    found = [each.signer.fingerprint for each in seals.check(clip).seals if each.signer is not None]
    return found[0] if found else None


def _record_export(run: jobs.Run, recording: Recording, code: str, cut: Cut, sha256: str, signer: str) -> None:
    assert run.by is not None
    fact = f.RecordingExported(
        export=code,
        asked_from_ms=cut.asked_start_ms,
        asked_to_ms=cut.asked_end_ms,
        from_ms=max(0, cut.start_ms),
        to_ms=cut.end_ms,
        sha256=sha256,
        certificate=signer,
        exported_by=run.by,
        sealed_reason=msgspec.convert(run.asked["reason"], Sealed),
        case=run.asked.get("case"),
    )
    say(
        run.owner.code,
        recording.code,
        fact,
        identity=run.identity("exported"),
        by=run.by,
        now=clock(),
        correlation=run.asked.get("command"),
    )


def _pack(run: jobs.Run, recording: Recording, cut: Cut, clip: Path, package: Path, sha256: str, signer: str) -> None:
    owner, export = run.owner, f"X{run.job.pk}"
    said = {
        "export": export,
        "film": told.film(owner, recording),
        "stretch": told.stretch(cut, sha256, signer),
        "links": told.links(owner, recording, cut),
        "clock": told.clock(owner, recording, cut),
    }
    chain = told.custody(owner, recording.code)
    certificate = next(
        (each for each in keys.certificates(owner.code) if keys.fingerprint(each) == signer),
        keys.present(owner, now=clock()).certificate,
    )
    pages = {
        f"cover-{language}.pdf": cover.page(
            owner=owner,
            language=language,
            said=said,
            chain=chain,
            export=export,
            by=run.by,
            now=clock(),
        )
        for language in cover.LANGUAGES
    }
    files = {
        layout.CERTIFICATE: certificate.public_bytes(Encoding.PEM),
        layout.SAID: _json(said),
        layout.CUSTODY: _json(chain),
        **pages,
    }
    with storage.told():
        for name, content in files.items():
            (clip.parent / name).write_bytes(content)
        layout.write(
            package,
            clip.parent,
            house=layout.House(code=owner.code, name_vi=owner.name_vi, name_en=owner.name_en),
            export=export,
            recording=recording.code,
            made_at=clock().astimezone(UTC).isoformat(),
            key=report_keys.signer_of(owner).vkey,
            sign=partial(report_keys.sign, owner),
        )


def _json(content: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(content), indent=2)


# --- A copy for somebody ----------------------------------------------------------------------------------------------


@jobs.WORKS.register(JobKind.GIVE)
def give(run: jobs.Run) -> dict[str, Any]:
    """Cut, mask, mark, keep, record."""
    recording = playable(run.owner.code, run.job.about)
    assert recording.arrived is not None
    assert run.by is not None
    code = f"C{run.job.pk}"
    to = msgspec.convert(run.asked["to"], Sealed)
    areas = msgspec.convert(run.asked["areas"], tuple[Area, ...])
    name = _name(run, recording, f"given/{code}/copy.mp4")
    wanted = _stretch(run, recording)
    with storage.scratch() as folder:
        out = folder / "copy.mp4"
        if storage.exists(storage.copies(), name):
            with storage.as_file(storage.copies(), name) as there:
                _copy(there, out)
        else:
            _mask(run, recording, wanted, areas, _mark(run, recording, to), folder, out)
            storage.keep(storage.copies(), name, out)
        sha256, size_bytes = hash_of(out)
    fact = f.CopyGiven(
        copy=code,
        from_ms=wanted.from_ms,
        to_ms=wanted.to_ms,
        sha256=sha256,
        masked_areas=len(areas),
        given_by=run.by,
        given_to=to,
        case=run.asked.get("case"),
    )
    say(
        run.owner.code,
        recording.code,
        fact,
        identity=run.identity("given"),
        by=run.by,
        now=clock(),
        correlation=run.asked.get("command"),
    )
    note_copy(
        owner=run.owner,
        recording=recording.code,
        what=f"given/{code}",
        path=name,
        size_bytes=size_bytes,
        sha256=sha256,
        media_type="video/mp4",
        now=clock(),
    )
    return {"copy": code, "sha256": sha256}


def _mask(
    run: jobs.Run,
    recording: Recording,
    wanted: Stretch,
    areas: tuple[Area, ...],
    mark: tuple[str, ...],
    folder: Path,
    out: Path,
) -> None:
    """Areas are in milliseconds of the original; the cut's timeline begins elsewhere, so they are moved with it. It
    reaches from key frame to key frame; what nobody asked for, where no area holds either, is left out again."""
    assert recording.arrived is not None
    cut_file = folder / "cut.mp4"
    try:
        with film_of(run.owner.code, recording) as film:
            cut = copies.cut(film, wanted.from_ms, wanted.to_ms, cut_file)
    except FileNotFoundError:
        raise Problem("footage_missing_bytes", recording=recording.code) from None
    begins = round(cut.origin_s * 1000)
    moved = tuple(
        msgspec.structs.replace(each, from_ms=each.from_ms - begins, to_ms=each.to_ms - begins) for each in areas
    )
    stretch = (wanted.from_ms - begins, wanted.to_ms - begins)
    copies.masked_copy(cut_file, out, areas=moved, mark=mark, stretch=stretch, progress=run.part)


def _mark(run: jobs.Run, recording: Recording, to: Sealed) -> tuple[str, ...]:
    """What stands in the picture: for whom, when and by whom, and what it is a copy of."""
    words = vault.open_text(run.owner.code, to)
    if words is None:
        raise Problem("person_erased", person=to.persons[0])
    assert recording.arrived is not None
    day = run.job.asked_at.astimezone(run.owner.zone)
    return (
        " ".join(words.split())[:200],
        f"{run.owner.code} C{run.job.pk} · {day:%Y-%m-%d %H:%M} · {run.job.staff}"[:200],
        f"BẢN SAO / COPY · {recording.code} · SHA-256 {recording.arrived.sha256[:16]}…",
    )

"""What is made of an original to be looked at: a small picture, a strip of previews, a copy that browsers play.

The original is only read. Everything here can be made again, and is made whole: what is kept is whole, and what was
made before a process died is not made twice. Proved by ``tests/surveillance/files/test_processing.py`` and
``test_killed.py``.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, Final, cast

from django.conf import settings

from casino.clock import now as clock
from casino.core.errors import Problem
from surveillance.files import jobs, storage
from surveillance.files.arrival import hash_of, note_copy
from surveillance.files.looked import film_of
from surveillance.files.models import FootageCopy, JobKind
from surveillance.files.writing import load
from surveillance.film import copies, frames
from surveillance.film.errors import FilmError
from surveillance.record.errors import unplayable
from surveillance.record.state import Recording

PREVIEWS: Final = 60
PREVIEW_WIDTH: Final = 160
THUMBNAIL_WIDTH: Final = 480
WEB_NAMES: Final = {"h264": "web.mp4", "vp9": "web.webm"}


@jobs.WORKS.register(JobKind.PROCESS)
def process(run: jobs.Run) -> dict[str, Any]:
    """Make what is missing of a recording's copies."""
    recording = playable(run.owner.code, run.job.about)
    assert recording.arrived is not None
    sha256 = recording.arrived.sha256
    try:
        with film_of(run.owner.code, recording) as film:
            made = Copies(run, recording.code, sha256, film)
            made.pictures()
            made.web()
    except FileNotFoundError:
        raise Problem("footage_missing_bytes", recording=recording.code) from None
    return {"made": made.made}


def present(property_code: str, code: str) -> Recording:
    """The recording, whose bytes are still kept. Problem footage_unknown, footage_gone."""
    found = load(property_code, code)
    if found.deleted is not None:
        raise Problem("footage_gone", recording=code)
    return found


def playable(property_code: str, code: str) -> Recording:
    """The same of one that is a film. Problem footage_unplayable besides."""
    found = present(property_code, code)
    if found.unplayable is not None:
        raise unplayable(code, found.unplayable)
    return found


class Copies:
    """The copies of one recording on their way."""

    def __init__(self, run: jobs.Run, code: str, sha256: str, film: Path) -> None:
        self.run = run
        self.code = code
        self.sha256 = sha256
        self.film = film
        self.made: list[str] = []

    def pictures(self) -> None:
        """The thumbnail, and the previews one behind the other in one file, with where each begins."""
        if self._is_there("strip") and self._is_there("thumbnail"):
            return
        [picture, *_] = frames.strip(self.film, 1, width=THUMBNAIL_WIDTH).previews
        self._keep("thumbnail", "thumbnail.jpg", picture.jpeg, "image/jpeg", at_ms=picture.at_ms)
        found = frames.strip(self.film, PREVIEWS, width=PREVIEW_WIDTH).previews
        places, at = [], 0
        for each in found:
            places.append({"at_ms": each.at_ms, "number": each.number, "begins": at, "bytes": len(each.jpeg)})
            at += len(each.jpeg)
        self._keep("strip", "strip", b"".join(each.jpeg for each in found), "image/jpeg", previews=places)

    def web(self) -> None:
        """The copy that browsers play."""
        if self._is_there("web"):
            return
        codec = cast(copies.Codec, settings.FOOTAGE_WEB_COPY)
        with storage.scratch() as folder:
            out = folder / WEB_NAMES[codec]
            done = copies.web_copy(self.film, out, codec=codec, progress=self.run.part)
            sha256, size_bytes = hash_of(out)
            name = storage.copy_name(self.run.owner.code, self.sha256, WEB_NAMES[codec])
            storage.remove(storage.copies(), name)
            storage.keep(storage.copies(), name, out)
        facts = {"width": done.width, "height": done.height, "frames": done.frames, "codec": codec}
        self._note("web", name, size_bytes, sha256, copies.MIME[codec], facts)

    def _is_there(self, what: str) -> bool:
        row = FootageCopy.objects.filter(property=self.run.owner, recording=self.code, what=what).first()
        return row is not None and storage.exists(storage.copies(), row.path)

    def _keep(self, what: str, file: str, content: bytes, media_type: str, **facts: Any) -> None:
        name = storage.copy_name(self.run.owner.code, self.sha256, file)
        storage.keep_bytes(storage.copies(), name, content)
        self._note(what, name, len(content), hashlib.sha256(content).hexdigest(), media_type, facts)

    def _note(self, what: str, name: str, size_bytes: int, sha256: str, media_type: str, facts: dict[str, Any]) -> None:
        note_copy(
            owner=self.run.owner,
            recording=self.code,
            what=what,
            path=name,
            size_bytes=size_bytes,
            sha256=sha256,
            media_type=media_type,
            facts=facts,
            now=clock(),
        )
        self.made.append(what)


__all__ = ["Copies", "FilmError", "present", "process"]

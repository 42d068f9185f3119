"""Handing bytes of footage out: whole, in a range (RFC 9110, 14), or by somebody who does it better.

Three ways, by FOOTAGE_SERVE. ``accel``: an empty answer with ``X-Accel-Redirect``, and nginx sends the file, ranges and
all, with no worker held (deploy/nginx.conf). ``storage``: a redirect to the object storage's own signed link, good for
some minutes. ``direct``: this process, in pieces; its web server holds no thread while the client reads
(``casino/web/gateway.py``), so that even here no page waits for a film. Who may have it is asked before, each time, by
whoever calls this. One range is answered with 206, none that can be met with 416; several at once with the whole file,
as the standard allows: no player of ours asks so. ``If-Range`` is compared with the ETag, which is the content's hash.

Proved by ``tests/surveillance/files/test_serving.py``, ``test_s3.py`` and, with nginx, ``test_nginx.py``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote

from csp.decorators import csp_replace
from django.conf import settings
from django.core.files.storage import FileSystemStorage, Storage
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect, StreamingHttpResponse
from django.utils.http import content_disposition_header

from casino.core.errors import Problem
from surveillance.files import storage as kept

_RANGE: Final = re.compile(r"bytes=(\d{0,18})-(\d{0,18})\s*")
LOCKED: Final = {"default-src": ["'none'"], "sandbox": [""]}
"""What a file may do where a browser opens it by itself: nothing."""


class Span(NamedTuple):
    """Bytes from ``first`` to ``last``, both counted in."""

    first: int
    last: int

    @property
    def size_bytes(self) -> int:
        return self.last - self.first + 1


class Piece(NamedTuple):
    """What is handed out. ``etag`` is the SHA-256 of the content; ``name`` only where it is to be saved. ``within`` is
    the part of the file that it is, where it is not all of it."""

    storage: Storage
    path: str
    size_bytes: int
    etag: str
    media_type: str
    name: str | None = None


def span_of(request: HttpRequest, piece: Piece, answer: HttpResponseBase) -> Span | None:
    """What this answer hands out, before it goes: the range, or all of the file where another sends it and may send
    all. None where it hands out nothing."""
    whole = Span(0, piece.size_bytes - 1)
    if request.method != "GET" or answer.status_code not in (200, 206, 302) or piece.size_bytes == 0:
        return None
    if answer.status_code == 302:
        return whole  # the storage's own link, by which all of it can be fetched
    accel = "X-Accel-Redirect" in answer
    try:
        return asked_span(request, piece.size_bytes, _nginx_etag(piece) if accel else piece.etag) or whole
    except Problem:
        return whole  # nginx refuses it, if the file there is as long as the row says


def _nginx_etag(piece: Piece) -> str:
    """Without its quotes, what nginx tells of a file that it sends, and holds If-Range against."""
    assert isinstance(piece.storage, FileSystemStorage)
    try:
        found = Path(piece.storage.path(piece.path)).stat()
    except OSError:
        return ""
    return f"{int(found.st_mtime):x}-{found.st_size:x}"


def hand_out(request: HttpRequest, piece: Piece) -> HttpResponseBase:
    """The answer. FileNotFoundError where the file is gone, Problem footage_storage_away."""
    answer = _by_other(piece) or _direct(request, piece)
    answer["Accept-Ranges"] = "bytes"
    answer["Cache-Control"] = "private, no-store" if piece.name else "private, max-age=0, must-revalidate"
    answer["X-Content-Type-Options"] = "nosniff"
    if piece.name is not None:
        said = content_disposition_header(as_attachment=True, filename=piece.name)
        answer["Content-Disposition"] = said or "attachment"

    @csp_replace(LOCKED)
    def locked(_request: HttpRequest) -> HttpResponseBase:
        return answer

    return locked(request)


def _by_other(piece: Piece) -> HttpResponseBase | None:
    """The answer that sends the client, or nginx, to the bytes; None where this process sends them."""
    on_disk = isinstance(piece.storage, FileSystemStorage)
    if settings.FOOTAGE_SERVE == "accel" and on_disk:
        part = getattr(piece.storage, "part", "")
        answer = HttpResponse(content_type=piece.media_type)
        answer["X-Accel-Redirect"] = f"{settings.FOOTAGE_ACCEL_PREFIX}{part}/{quote(piece.path)}"
        answer["X-Accel-Buffering"] = "yes"
        return answer
    if settings.FOOTAGE_SERVE == "storage" and not on_disk:
        parameters = {"ResponseContentType": piece.media_type}
        if piece.name is not None:
            said = content_disposition_header(as_attachment=True, filename=piece.name)
            parameters["ResponseContentDisposition"] = said or "attachment"
        with kept.told():
            return HttpResponseRedirect(piece.storage.url(piece.path, parameters=parameters))  # type: ignore[call-arg]
    return None


def _direct(request: HttpRequest, piece: Piece) -> HttpResponseBase:
    if kept.size_of(piece.storage, piece.path) != piece.size_bytes:
        raise FileNotFoundError(piece.path)
    try:
        span = asked_span(request, piece.size_bytes, piece.etag)
    except Problem:
        unmet = HttpResponse(status=416, content_type="text/plain")
        unmet["Content-Range"] = f"bytes */{piece.size_bytes}"
        return unmet
    if span is None and request.headers.get("If-None-Match") == f'"{piece.etag}"':
        return _tagged(HttpResponse(status=304), piece)
    whole = Span(0, piece.size_bytes - 1)
    sent = span or whole
    answer: HttpResponseBase
    if request.method == "HEAD":
        answer = HttpResponse(content_type=piece.media_type)
    else:
        answer = StreamingHttpResponse(_sent(piece, sent), content_type=piece.media_type)
    answer["Content-Length"] = str(sent.size_bytes)
    if span is not None:
        answer.status_code = 206
        answer["Content-Range"] = f"bytes {span.first}-{span.last}/{piece.size_bytes}"
    return _tagged(answer, piece)


def _tagged(answer: HttpResponseBase, piece: Piece) -> HttpResponseBase:
    answer["ETag"] = f'"{piece.etag}"'
    return answer


def _sent(piece: Piece, span: Span) -> Iterator[bytes]:
    yield from kept.pieces(piece.storage, piece.path, span.first, span.last)


def asked_span(request: HttpRequest, size_bytes: int, etag: str) -> Span | None:
    """The one range that is asked for; None for the whole: none is asked, several are, the header is no range, or the
    client has another content (If-Range). Problem footage_range where it cannot be met."""
    said = request.headers.get("Range", "")
    found = _RANGE.fullmatch(said)
    if found is None or request.method not in ("GET", "HEAD"):
        return None
    if request.headers.get("If-Range", f'"{etag}"') != f'"{etag}"':
        return None
    first, last = found.groups()
    if not first and not last:
        return None
    if not first:
        length = int(last)
        if length == 0:
            raise Problem("footage_range")
        return Span(max(0, size_bytes - length), size_bytes - 1)
    if last and int(last) < int(first):
        return None  # no range by the standard's grammar: ignored
    if int(first) >= size_bytes:
        raise Problem("footage_range")
    return Span(int(first), min(int(last), size_bytes - 1) if last else size_bytes - 1)

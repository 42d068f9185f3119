"""Templates of links to a recorder's own player, and of its replay addresses: ``{camera}``, ``{start}``, ``{end}``.

    {start:iso}       2026-11-20T21:14:00Z            {start:basic}     20261120T211400Z
    {start:iso_ms}    2026-11-20T21:14:00.250Z        {start:basic_ms}  20261120T211400.250Z
    {start:unix}      1795209240                      {start:unix_ms}   1795209240250
    {start:%Y-%m-%d}  strftime, of %Y %y %m %d %H %I %M %S %p %j and plain signs

A zone makes the moments local (``iso`` then carries the offset, the others only the local figures, ``unix`` never
changes). A start is cut down and an end rounded up to what its format can say. Values are percent-encoded whole, so a
camera's name cannot end the address or begin another part of it. Strict: whatever is not understood is refused when
the template is entered. Proved by ``tests/surveillance/recorders/test_links.py``.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta, tzinfo
from typing import Final, Literal
from urllib.parse import quote, urlsplit

import msgspec

from casino.core.errors import Problem
from surveillance.recorders import errors as _codes  # noqa: F401  (fills the error table)

Kind = Literal["viewer", "rtsp"]
LONGEST: Final = 1000
NAMED: Final = ("iso", "iso_ms", "basic", "basic_ms", "unix", "unix_ms")
_PLACE: Final = re.compile(r"\{(camera|start|end)(?::([^{}]*))?\}")
_STRFTIME: Final = re.compile(r"(?:%[YymdHIMSpj]|[-_.:/ A-Za-z0-9])+")
_SCHEME: Final = re.compile(r"[a-z][a-z0-9+.\-]{0,31}")
_REFUSED: Final = frozenset({"javascript", "data", "vbscript", "file", "about", "blob", "filesystem", "view-source"})
_PLAIN: Final = re.compile(r"[\x21-\x7e]*")
_CAMERA: Final = re.compile(r"[^\x00-\x1f\x7f\ud800-\udfff]{1,200}")


class Template(msgspec.Struct, frozen=True):
    """A checked template: ``pieces`` alternate between plain text and (name, format)."""

    kind: Kind
    text: str
    pieces: tuple[str | tuple[str, str], ...]


def template(text: str, kind: Kind) -> Template:
    """Checks a template. ``viewer`` opens the maker's player (any scheme that runs no script here, camera and start in
    it); ``rtsp`` is the address to replay from (the camera in it; times go in the request, where ONVIF has them).

    Raises Problem ``recorder_link`` saying what is wrong."""
    if len(text) > LONGEST or not _PLAIN.fullmatch(_PLACE.sub("", text)):
        raise _wrong("spaces, control characters or letters beyond ASCII, or longer than 1000")
    pieces: list[str | tuple[str, str]] = []
    at = 0
    for found in _PLACE.finditer(text):
        pieces += [text[at : found.start()], (found[1], _format(found[1], found[2]))]
        at = found.end()
    pieces.append(text[at:])
    if any("{" in piece or "}" in piece for piece in pieces if isinstance(piece, str)):
        raise _wrong("a placeholder that is not known")
    _check_address(pieces, kind)
    return Template(kind, text, tuple(pieces))


def _wrong(what: str) -> Problem:
    return Problem("recorder_link", "template", what=what)


def _format(name: str, said: str | None) -> str:
    if name == "camera":
        if said is not None:
            raise _wrong("{camera} has no format")
        return ""
    said = "iso" if said is None else said
    if said not in NAMED and not ("%" in said and _STRFTIME.fullmatch(said)):
        raise _wrong(f"the format {said}")
    return said


def _check_address(pieces: list[str | tuple[str, str]], kind: Kind) -> None:
    first = pieces[0]
    assert isinstance(first, str)
    scheme, colon, rest = first.partition(":")
    if not colon or not _SCHEME.fullmatch(scheme) or scheme in _REFUSED:
        raise _wrong("it does not begin with a scheme that may be opened")
    if kind == "rtsp" and scheme not in ("rtsp", "rtsps"):
        raise _wrong("rtsp: or rtsps: is needed")
    if scheme in ("http", "https", "rtsp", "rtsps"):
        # Who is asked stands before the first placeholder, whole.
        host, slash, _ = rest.removeprefix("//").partition("/")
        try:
            right = bool(urlsplit(f"{scheme}://{host}").hostname) and urlsplit(f"{scheme}://{host}").port != 0
        except ValueError:
            right = False
        if not rest.startswith("//") or not slash or "@" in host or "?" in host or not right:
            raise _wrong("a host and a path must come before the first placeholder, without name and password")
    named = [piece[0] for piece in pieces if not isinstance(piece, str)]
    if "camera" not in named:
        raise _wrong("{camera} is missing")
    if kind == "viewer" and "start" not in named:
        raise _wrong("{start} is missing")


def link(made: Template, *, camera: str, start: datetime, end: datetime, zone: tzinfo) -> str:
    """The address for a camera and an interval, by the recorder's clock, its moments written in ``zone``.

    Raises Problem ``recorder_link`` for a camera's name with control characters or an interval that ends before it
    begins; ValueError for moments without a zone."""
    if start.tzinfo is None or end.tzinfo is None:
        raise ValueError("a moment without a zone")
    if not _CAMERA.fullmatch(camera) or camera in (".", ".."):
        raise _wrong("the name of the camera")
    if end < start:
        raise Problem("recorder_link", "end", what="the end before the start")
    values = {"start": (start, False), "end": (end, True)}
    out = []
    for piece in made.pieces:
        if isinstance(piece, str):
            out.append(piece)
        elif piece[0] == "camera":
            out.append(quote(camera, safe=""))
        else:
            moment, up = values[piece[0]]
            out.append(quote(_written(moment.astimezone(zone), piece[1], up=up), safe=""))
    return "".join(out)


def _written(moment: datetime, form: str, *, up: bool) -> str:
    step = timedelta(milliseconds=1) if form.endswith("_ms") else _smallest(form)
    moment = _rounded(moment, step, up=up)
    thousandths = f"{moment.microsecond // 1000:03d}"
    offset = "Z" if not moment.utcoffset() else _offset(moment)
    short = "Z" if not moment.utcoffset() else ""
    written = {
        "iso": f"{moment:%Y-%m-%dT%H:%M:%S}{offset}",
        "iso_ms": f"{moment:%Y-%m-%dT%H:%M:%S}.{thousandths}{offset}",
        "basic": f"{moment:%Y%m%dT%H%M%S}{short}",
        "basic_ms": f"{moment:%Y%m%dT%H%M%S}.{thousandths}{short}",
        "unix": str(int(moment.timestamp())),
        "unix_ms": str(int(moment.timestamp()) * 1000 + moment.microsecond // 1000),
    }
    return written.get(form) or moment.strftime(form)


def _offset(moment: datetime) -> str:
    said = moment.strftime("%z")
    return f"{said[:3]}:{said[3:5]}"


def _smallest(form: str) -> timedelta:
    """What a format can tell apart. A date alone is no place to round an end to: its day is meant."""
    if form in NAMED or "%S" in form:
        return timedelta(seconds=1)
    return timedelta(minutes=1) if "%M" in form else timedelta(microseconds=1)


def _rounded(moment: datetime, step: timedelta, *, up: bool) -> datetime:
    midnight = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    whole, rest = divmod(moment - midnight, step)
    return midnight + (whole + (up and bool(rest))) * step

"""What may stand behind the signed part of a paper: an archive time stamp (PAdES B-LTA) and what validates it.

A PDF is changed by adding sections behind it (ISO 32000-1, 7.5.6), and what is added replaces what is shown. So each
added object is read: the page, the catalog and the form may only gain an invisible field for the stamp, and everything
else must be new and of a kind that no page can show. The table of each section must name exactly the objects that
stand in it. What this does not know is refused. Pure. Proved by ``tests/papers/test_checking.py``.
"""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

from casino.papers.cms import BadSignature

Dictionary = dict[bytes, Any]

TOKEN: Final = re.compile(
    rb"\s*(<<|>>|\[|\]|/[!-$&'*-.0-;=?-Z\\^-z|~]*|<[0-9A-Fa-f]*>|\((?:[^()\\]|\\(?:[0-7]{1,3}|[nrtbf()\\]))*\)"
    rb"|(\d+) 0 R\b|[+-]?\d+(?:\.\d+)?|true\b|false\b)",
    re.DOTALL,
)
HEAD: Final = re.compile(rb"(\d{1,7}) 0 obj\n")
XREF: Final = re.compile(rb"xref\n((?:\d{1,7} \d{1,7}\n(?:\d{10} \d{5} [nf] \n)+)+)trailer\n")
GROUP: Final = re.compile(rb"(\d{1,7}) (\d{1,7})\n((?:\d{10} \d{5} [nf] \n)+)")
END: Final = re.compile(rb"\nstartxref\n(\d{1,10})\n%%EOF\n")
DEEPEST: Final = 8
MOST_SECTIONS: Final = 8
MAY_CHANGE: Final = frozenset({b"/DSS", b"/Extensions", b"/Version"})
"""Of the catalog: nothing of it is shown."""
FIELD: Final = {b"/FT": b"/Sig", b"/Type": b"/Annot", b"/Subtype": b"/Widget", b"/Rect": [b"0", b"0", b"0", b"0"]}
FIELD_NAMES: Final = frozenset({*FIELD, b"/T", b"/F", b"/P", b"/TU", b"/V"})
"""A field that takes no room, has no appearance and does nothing."""
UNSEEN: Final = frozenset({b"/VRI", b"/DocTimeStamp", b"/DSS"})


class Section(NamedTuple):
    """One section: its objects (number -> value and whether a stream follows), trailer, table's place, and end."""

    objects: dict[int, tuple[Any, bool]]
    trailer: Dictionary
    table: int
    end: int


def check(data: bytes, begin: int) -> None:
    """Look at everything from ``begin``, where the signed part ends. Raises BadSignature."""
    signed = _signed_part(data, begin)
    before, at = signed, begin
    known = dict(signed.objects)
    for _ in range(MOST_SECTIONS):
        section = _section(data, at)
        follows = section.trailer.get(b"/Prev") == b"%d" % before.table
        if not follows or section.trailer.get(b"/Root") != signed.trailer.get(b"/Root"):
            raise _refused("a section that does not follow the one before")
        size = int(signed.trailer[b"/Size"])
        for number, (value, stream) in section.objects.items():
            _look(number, value, stream, known, section, size)
        known.update(section.objects)
        before, at = section, section.end
        if at == len(data):
            return
    raise _refused("too many sections")


def _refused(why: str) -> BadSignature:
    return BadSignature(f"something was added behind what was signed: {why}")


def _look(
    number: int, value: Any, stream: bool, known: dict[int, tuple[Any, bool]], section: Section, size: int
) -> None:
    """One added object."""
    root = section.trailer[b"/Root"]
    info = section.trailer.get(b"/Info")
    catalog = section.objects.get(_number(root), known.get(_number(root), ({}, False)))[0]
    if not isinstance(value, dict):
        raise _refused(f"object {number} is no dictionary")
    if number == _number(info) and not stream:
        return
    if number == _number(catalog.get(b"/Metadata")) and stream and value.get(b"/Type") == b"/Metadata":
        return
    if number >= size and number not in known:
        if not _is_unseen(value, stream):
            raise _refused(f"object {number} is new")
        return
    was, was_stream = known.get(number, (None, False))
    if not isinstance(was, dict) or stream or was_stream:
        raise _refused(f"object {number} is another")
    if number >= size and was.get(b"/Certs") is not None and set(value) <= {b"/Certs", b"/VRI", b"/CRLs", b"/OCSPs"}:
        return
    allowed = MAY_CHANGE if number == _number(root) else frozenset()
    growing = {_number(catalog.get(b"/AcroForm")): b"/Fields"}.get(number)
    if was.get(b"/Type") == b"/Page":
        growing = b"/Annots"
    for name in {*was, *value} - allowed:
        if was.get(name) == value.get(name):
            continue
        if name != growing or not _gained(was.get(name), value.get(name), section):
            raise _refused(f"object {number} is another")


def _gained(was: Any, now: Any, section: Section) -> bool:
    """Whether a list only gained fields that nobody sees, all of them in this section."""
    if not isinstance(was, list) or not isinstance(now, list) or now[: len(was)] != was:
        return False
    added = [section.objects.get(_number(each), (None, True)) for each in now[len(was) :]]
    return all(not stream and isinstance(field, dict) and _is_field(field) for field, stream in added)


def _is_field(value: Dictionary) -> bool:
    return set(value) <= FIELD_NAMES and all(value.get(name) == said for name, said in FIELD.items())


def _is_unseen(value: Dictionary, stream: bool) -> bool:
    """A certificate or a list of revoked ones (a bare stream), what names them, the stamp, or its field."""
    if stream:
        return set(value) <= {b"/Length", b"/Filter"}
    return _is_field(value) or value.get(b"/Type") in UNSEEN or set(value) <= {b"/Certs", b"/VRI", b"/CRLs", b"/OCSPs"}


def _number(reference: Any) -> int:
    """The object that a reference names; -1: none."""
    return int(reference[1]) if isinstance(reference, tuple) else -1


# --- Reading ----------------------------------------------------------------------------------------------------------


def _signed_part(data: bytes, end: int) -> Section:
    """The last section of the signed part, by its own table: these bytes are what was signed."""
    place = data.rfind(b"\nstartxref\n", 0, end)
    found = END.match(data, place) if place >= 0 else None
    if found is None or found.end() != end:
        raise _refused("the signed part does not end with its section")
    table = XREF.match(data, int(found[1]), end)
    if table is None:
        raise _refused("the signed part has no plain table")
    objects = {}
    for number, offset in _entries(table[1]).items():
        head = HEAD.match(data, offset, end)
        if head is None or int(head[1]) != number:
            raise _refused("the table of the signed part")
        value, after = _value(data, head.end(), end)
        objects[number] = (value, data[after : after + 7].strip() == b"stream")
    trailer, _after = _value(data, table.end(), end)
    return Section(objects, trailer, int(found[1]), end)


def _section(data: bytes, at: int) -> Section:
    """The section that begins here."""
    objects: dict[int, tuple[Any, bool]] = {}
    places: dict[int, int] = {}
    while head := HEAD.match(data, at):
        number, place = int(head[1]), at
        if number in objects:
            raise _refused(f"object {number} stands twice")
        value, at = _value(data, head.end(), len(data))
        stream = data.startswith(b"\nstream\n", at)
        if stream:
            length = value.get(b"/Length") if isinstance(value, dict) else None
            if not isinstance(length, bytes) or not length.isdigit():
                raise _refused("a stream without length")
            at += 8 + int(length)
            if not data.startswith(b"\nendstream", at):
                raise _refused("a stream of another length")
            at += 10
        if not data.startswith(b"\nendobj\n", at):
            raise _refused("bytes behind an object")
        at += 8
        objects[number], places[number] = (value, stream), place
    table = XREF.match(data, at)
    if table is None or _entries(table[1]) != places:
        raise _refused("a table that names other objects")
    trailer, behind = _value(data, table.end(), len(data))
    end = END.match(data, behind)
    if end is None or int(end[1]) != at or not isinstance(trailer, dict):
        raise _refused("a section without end")
    if set(trailer) - {b"/Size", b"/Root", b"/Info", b"/ID", b"/Prev"}:
        raise _refused("a trailer with more than belongs there")
    return Section(objects, trailer, at, end.end())


def _entries(table: bytes) -> dict[int, int]:
    """Number -> offset of a plain table; the free object 0 is left out."""
    found: dict[int, int] = {}
    for group in GROUP.finditer(table):
        lines = [group[3][n : n + 20] for n in range(0, len(group[3]), 20)]
        if len(lines) != int(group[2]):
            raise _refused("a table of another length")
        for number, line in enumerate(lines, int(group[1])):
            if line[17:18] == b"n":
                if number in found:
                    raise _refused("a table that names an object twice")
                found[number] = int(line[:10])
            elif number:
                raise _refused("an object is taken away")
    return found


def _value(data: bytes, at: int, end: int, depth: int = 0) -> tuple[Any, int]:
    """A value and where it ends: dictionary, list, reference (``("R", number)``), or a token as bytes."""
    found = TOKEN.match(data, at, end)
    if found is None or depth > DEEPEST:
        raise _refused("a value that cannot be read")
    token, at = found[1], found.end()
    if token == b"[":
        listed = []
        while not (closing := re.compile(rb"\s*\]").match(data, at, end)):
            each, at = _value(data, at, end, depth + 1)
            listed.append(each)
        return listed, closing.end()
    if token == b"<<":
        made: Dictionary = {}
        while not (closing := re.compile(rb"\s*>>").match(data, at, end)):
            name, at = _value(data, at, end, depth + 1)
            if not isinstance(name, bytes) or name[:1] != b"/" or name in made:
                raise _refused("a dictionary that cannot be read")
            made[name], at = _value(data, at, end, depth + 1)
        return made, closing.end()
    if token in (b">>", b"]"):
        raise _refused("a value that cannot be read")
    return (b"R", int(found[2])) if found[2] else token, at

"""The form in which guides are written: a little of Markdown, read into parts. Pure.

    # Pit supervisor                      the guide's name, once
    > One sentence on what it is for.
    ## complaint: A player complains       a part: anchor, name
    pages: admin:disputes_case_open admin:disputes_case_do/pass_on admin:disputes_case_*
    A paragraph is one line. [[Open the case]] are words of the product, as they stand on its pages.
    1. A step (the numbers count themselves)
    - A point
    ! open-case: What the picture shows, for whoever cannot see it.
    @ account                              a part that stands in the shared file

``pages`` are names of addresses, each also with the step of a case behind a stroke, or as a beginning with a star.
Proved by ``tests/guides/test_source.py``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, Literal

import msgspec

Kind = Literal["paragraph", "step", "point", "picture"]

_PART: Final = re.compile(r"## ([a-z][a-z0-9-]*): (\S.*)")
_PICTURE: Final = re.compile(r"! ([a-z][a-z0-9-]*): (\S.*)")
_SHARED: Final = re.compile(r"@ ([a-z][a-z0-9-]*)")
_STEP: Final = re.compile(r"\d+\. (\S.*)")
_SAID: Final = re.compile(r"\[\[(.+?)\]\]")
PAGE: Final = re.compile(r"[a-z_]+(:[a-z0-9_-]*)?(/[a-z_]+|\*)?")


class BadGuide(ValueError):
    """A line of a guide that cannot be read; the message names it."""


class Run(msgspec.Struct, frozen=True):
    """A stretch of text; ``said`` are words that stand so on a page of the product."""

    text: str
    said: bool = False


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a part. A step has its ``number``, a picture its ``name``, and as text what it shows."""

    kind: Kind
    runs: tuple[Run, ...]
    number: int = 0
    name: str = ""

    @property
    def text(self) -> str:
        return "".join(run.text for run in self.runs)


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """``code`` is the anchor; ``pages`` say which pages it is about."""

    code: str
    title: str
    pages: tuple[str, ...] = ()
    pieces: tuple[Piece, ...] = ()

    @property
    def said(self) -> list[str]:
        """The words of the product in this part, in their order."""
        return [run.text for piece in self.pieces for run in piece.runs if run.said]

    @property
    def pictures(self) -> list[str]:
        return [piece.name for piece in self.pieces if piece.kind == "picture"]


class Guide(msgspec.Struct, frozen=True, kw_only=True):
    """A whole guide. Raises KeyError for a part that it does not have."""

    title: str
    summary: str
    parts: tuple[Part, ...]

    def part(self, code: str) -> Part:
        return {part.code: part for part in self.parts}[code]


def read(text: str, shared: Mapping[str, Part] | None = None) -> Guide:
    """A guide from its text. Raises BadGuide where a line is not of the form, or names a shared part that is none."""
    title = summary = ""
    parts: list[Part] = []
    for line in _lines(text):
        if line.startswith("# ") and not title:
            title = line[2:]
        elif line.startswith("> ") and not parts:
            summary = line[2:]
        elif found := _SHARED.fullmatch(line):
            if found[1] not in (shared or {}):
                raise BadGuide(f"no shared part {found[1]!r}")
            parts.append((shared or {})[found[1]])
        elif found := _PART.fullmatch(line):
            parts.append(Part(code=found[1], title=found[2]))
        elif not parts or (shared and parts[-1] in shared.values()):
            raise BadGuide(f"outside any part: {line!r}")
        else:
            parts[-1] = _with(parts[-1], line)
    codes = [part.code for part in parts]
    if len(codes) != len(set(codes)):
        raise BadGuide(f"a part stands twice: {codes}")
    return Guide(title=title, summary=summary, parts=tuple(parts))


def _lines(text: str) -> Iterator[str]:
    return (line.strip() for line in text.splitlines() if line.strip())


def _with(part: Part, line: str) -> Part:
    """The part with one more line."""
    if line.startswith("pages: "):
        pages = tuple(line[7:].split())
        for page in pages:
            if PAGE.fullmatch(page) is None:
                raise BadGuide(f"no name of a page: {page!r}")
        return msgspec.structs.replace(part, pages=(*part.pages, *pages))
    return msgspec.structs.replace(part, pieces=(*part.pieces, _piece(line, part.pieces)))


def _piece(line: str, before: tuple[Piece, ...]) -> Piece:
    if found := _PICTURE.fullmatch(line):
        return Piece(kind="picture", name=found[1], runs=(Run(found[2]),))
    if found := _STEP.fullmatch(line):
        number = sum(piece.kind == "step" for piece in before) + 1
        return Piece(kind="step", number=number, runs=_runs(found[1]))
    if line.startswith("- "):
        return Piece(kind="point", runs=_runs(line[2:]))
    if line[0] in "#!@>":
        raise BadGuide(f"not of the form: {line!r}")
    return Piece(kind="paragraph", runs=_runs(line))


def _runs(text: str) -> tuple[Run, ...]:
    found = [Run(piece, bool(place % 2)) for place, piece in enumerate(_SAID.split(text)) if piece]
    if any("[[" in run.text or "]]" in run.text for run in found):
        raise BadGuide(f"brackets without their other half: {text!r}")
    return tuple(found)

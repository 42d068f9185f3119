"""What is wrong with a rule document, and where in it: in both languages, for whoever wrote it. Pure.

What msgspec says of data that does not fit a struct is taken apart, so that the place is named as the document names
it: a row by its code or number, an entry of a table by its key. Proved by ``tests/engine/test_document_file.py``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from copy import deepcopy
from functools import cache
from typing import Any, Final, TypeVar

import msgspec

from casino.core.messages import Catalogue
from casino.core.text import Text, shaped

T = TypeVar("T")

_WORDS: Final = Catalogue(__file__)
_AT: Final = re.compile(r"(.*) - at `(?:key` in `)?\$(.*)`", re.DOTALL)
_STEP: Final = re.compile(r"\.(\w+)|\[(\d+|\.\.\.)\]")
_KNOWN: Final = {
    "unknown": re.compile(r"Object contains unknown field `(.*)`"),
    "missing": re.compile(r"Object missing required field `(.*)`"),
    "not_offered": re.compile(r"Invalid enum value '?(.*?)'?"),
}
_NAMES: Final = ("number", "code", "name", "class")
"""By what a row is called, the first that it has."""


class Unfit(ValueError):
    """A document that is not taken. ``code`` names the sentence in ``wording/unfit``, ``said`` is what is put into it;
    ``place`` is where in the document, ``document`` which one, empty until somebody knows."""

    def __init__(self, code: str, place: str, /, **said: str) -> None:
        super().__init__(code, place, said)
        self.code = code
        self.place = place
        self.said = said
        self.document = ""

    @property
    def text(self) -> Text:
        """The whole sentence: document, place, and what is wrong there."""
        where = ", ".join(each for each in (self.document, self.place) if each)
        said = sentences()[self.code].format(**self.said)
        return shaped("{where}: {said}", where=where, said=said) if where else said

    def __str__(self) -> str:
        return self.text.en

    def within(self, place: str) -> Unfit:
        """The same at a place inside another one."""
        return Unfit(self.code, place + self.place, **self.said)

    def of(self, document: str) -> Unfit:
        """The same, told of this document."""
        self.document = self.document or document
        return self


@cache
def sentences() -> Mapping[str, Text]:
    """By code; read once there is something wrong."""
    return _WORDS.table("unfit")


def fitted(raw: Any, kind: type[T], place: str) -> T:
    """Plain data as a struct. Raises :class:`Unfit` for what is missing, unknown, of another type or out of range;
    ``place`` is where in the document the data stand."""
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        raise _unfit(error, raw, kind, place) from None


def _unfit(error: msgspec.ValidationError, raw: Any, kind: Any, place: str) -> Unfit:
    parted = _AT.fullmatch(str(error))
    told, path = parted.groups() if parted else (str(error), "")
    where = place + _named(_STEP.findall(path), raw, kind, str(error))
    where = where.removeprefix(".")
    if isinstance(error.__cause__, Unfit):
        return error.__cause__.within(where)
    for code, pattern in _KNOWN.items():
        if found := pattern.fullmatch(told):
            return Unfit(code, where, name=found[1])
    return Unfit("form", where, why=told)


def _named(steps: Iterable[tuple[str, str]], raw: Any, kind: Any, error: str) -> str:
    """A path as the document would have it. msgspec does not say in which entry of a table it stopped: it is the first
    that is refused likewise without the others."""
    said, here = "", raw
    way: list[Any] = []
    for name, index in steps:
        step: Any = name or (int(index) if index != "..." else _entry(raw, way, kind, error))
        if step is None:
            return said
        way.append(step)
        here = here[step]
        own = next((here[each] for each in _NAMES if each in here), None) if isinstance(here, Mapping) else None
        said += f".{step}" if isinstance(step, str) else f"[{step if own is None else own}]"
    return said


def _entry(raw: Any, way: Iterable[Any], kind: Any, error: str) -> str | None:
    for key in _at(raw, way):
        alone = deepcopy(raw)
        entries = _at(alone, way)
        value = entries[key]
        entries.clear()
        entries[key] = value
        try:
            msgspec.convert(alone, kind)
        except msgspec.ValidationError as again:
            if str(again) == error:
                return str(key)
    return None


def _at(raw: Any, way: Iterable[Any]) -> Any:
    for step in way:
        raw = raw[step]
    return raw

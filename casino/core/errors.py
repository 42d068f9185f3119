"""The one table of errors: a stable code, an HTTP status, and a sentence in each language.

Every room adds its codes (:data:`ERRORS`) when it is imported; an API answer and a command's output say the
same sentence. The sentences lie in ``wording/errors`` beside the code, one file a language, and what the documentation
says of a code in ``wording/errors_about`` (ADR 149). The generated ``docs/errors.md`` lists them all;
``tests/test_pages.py`` keeps it current. A code is never given another meaning: senders program against it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final

import msgspec

from casino.core.messages import BOTH, Message, wording
from casino.core.seams import Seam
from casino.core.text import Text

MEDIA_TYPE: Final = "application/problem+json"
"""The media type of problem details (RFC 9457)."""
TYPES: Final = "/api/v1/errors/"
"""Where a code is explained; with the code behind it, the ``type`` of a problem."""
LONGEST_VALUE: Final = 160
"""Characters of a sender's value that are repeated in a sentence."""


class ErrorEntry(msgspec.Struct, frozen=True):
    """One kind of error."""

    code: str
    status: int

    @property
    def places(self) -> frozenset[str]:
        """The names of the values that its sentences take from a :class:`Problem`."""
        return wording("errors").arguments(self.code, BOTH[0])

    @property
    def text(self) -> Text:
        """Its sentences, with the places as ``{limit}``."""
        return Text.of(lambda language: wording("errors").template_in(self.code, language))

    @property
    def about(self) -> str:
        """For the documentation: when it happens, and what the sender should do."""
        return wording("errors_about").say(Message(self.code), "en")


ERRORS: Final[Seam[str, int]] = Seam("The codes of errors, each with its HTTP status.", beside="what raises them")


def find(code: str) -> ErrorEntry:
    """The entry of a code; KeyError for a code that is not in the table."""
    return ErrorEntry(code, ERRORS[code])


def table() -> Iterator[ErrorEntry]:
    """Every entry, by code."""
    yield from map(find, ERRORS)


class Problem(Exception):
    """Something the caller can do something about. ``field`` is the path of the value at fault (``data.spot``). A value
    that is a :class:`Text` is said in the language of the sentence. KeyError for a code that is not in the table."""

    def __init__(self, code: str, field: str | None = None, **values: object) -> None:
        self.entry = find(code)
        self.field = field
        self.given = values
        super().__init__(code)

    def __str__(self) -> str:
        return self.text.en

    @cached_property
    def text(self) -> Text:
        return Text.of(self.in_language)

    @property
    def code(self) -> str:
        return self.entry.code

    @property
    def status(self) -> int:
        return self.entry.status

    def in_language(self, language: str) -> str:
        """The sentence in the language of this code (``vi``, ``en``)."""
        shown = {name: _shown(value, language) for name, value in self.given.items()}
        return wording("errors").say(Message(self.code, shown), language)


def details(problem: Problem, language: str) -> dict[str, object]:
    """The members of RFC 9457, and beside them those of before: ``code``, ``message``, and ``field`` where one is."""
    said = problem.in_language(language)
    found: dict[str, object] = {
        "type": f"{TYPES}{problem.code}/",
        "title": title(problem.code),
        "status": problem.status,
        "detail": said,
        "code": problem.code,
        "message": said,
    }
    return found if problem.field is None else {**found, "field": problem.field}


def title(code: str) -> str:
    """A code as words, the same at every occurrence: ``Table not bound``."""
    return code.replace("_", " ").capitalize()


def _shown(value: object, language: str) -> str:
    """A value as it may stand in a sentence: short, on one line, and storable (PostgreSQL's text knows no NUL). A
    :class:`Text` is the program's own and stands whole: a list of what is missing must not lose its end."""
    if isinstance(value, Text):
        return value.in_language(language)
    text = f"{value:,}" if type(value) is int else str(value)
    text = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text[: LONGEST_VALUE + 1])
    return text if len(text) <= LONGEST_VALUE else text[:LONGEST_VALUE] + "…"


# --- Whole requests ------------------------------------------------------------------------------------------------
ERRORS.register_all(
    {
        "not_found": 404,
        "method_not_allowed": 405,
        "not_authenticated": 401,
        "forbidden": 403,
        "bad_request": 400,
        "rate_limited": 429,
        "try_again": 503,
        "unknown_property": 404,
    }
)

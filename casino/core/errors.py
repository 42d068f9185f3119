"""The one table of errors: a stable code, an HTTP status, and a sentence in both languages.

Every room adds its codes with :func:`add` when it is imported; an API answer and a command's output say the same
sentence. The generated ``docs/errors.md`` lists them all; ``tests/api/test_errors.py`` keeps it current. A code is
never given another meaning: senders program against it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from casino.core.text import Text

MEDIA_TYPE: Final = "application/problem+json"
"""The media type of problem details (RFC 9457)."""
TYPES: Final = "/api/v1/errors/"
"""Where a code is explained; with the code behind it, the ``type`` of a problem."""
LONGEST_VALUE: Final = 160
"""Characters of a sender's value that are repeated in a sentence."""


class ErrorEntry(msgspec.Struct, frozen=True):
    """One kind of error. ``text`` may hold named places (``{limit}``) for :class:`Problem`'s values; ``about`` says for
    the documentation when it happens and what the sender should do."""

    code: str
    status: int
    text: Text
    about: str


_TABLE: dict[str, ErrorEntry] = {}


def add(code: str, status: int, *, vi: str, en: str, about: str) -> ErrorEntry:
    """Put a code into the table. The same code twice is a programming error."""
    if code in _TABLE:
        raise ValueError(f"error code {code} stands twice in the table")
    entry = _TABLE[code] = ErrorEntry(code, status, Text(vi=vi, en=en), about)
    return entry


def find(code: str) -> ErrorEntry:
    """The entry of a code; KeyError for a code that is not in the table."""
    return _TABLE[code]


def table() -> Iterator[ErrorEntry]:
    """Every entry, by code."""
    yield from (_TABLE[code] for code in sorted(_TABLE))


class Problem(Exception):
    """Something the caller can do something about. ``field`` is the path of the value at fault (``data.spot``). A value
    that is a :class:`Text` is said in the language of the sentence."""

    def __init__(self, code: str, field: str | None = None, **values: object) -> None:
        self.entry = _TABLE[code]
        self.field = field
        self.given = values
        self.text = Text(
            vi=self.entry.text.vi.format(**{name: _shown(value, "vi") for name, value in values.items()}),
            en=self.entry.text.en.format(**{name: _shown(value, "en") for name, value in values.items()}),
        )
        super().__init__(self.text.en)

    @property
    def code(self) -> str:
        return self.entry.code

    @property
    def status(self) -> int:
        return self.entry.status

    def in_language(self, language: str) -> str:
        """The sentence in the language of this code (``vi``, ``en``)."""
        return self.text.in_language(language)


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
add(
    "not_found",
    404,
    vi="Không có gì tại địa chỉ này.",
    en="There is nothing at this address.",
    about="The address or the thing it names does not exist. Check the address.",
)
add(
    "method_not_allowed",
    405,
    vi="Địa chỉ này không nhận phương thức {method}.",
    en="This address does not take the method {method}.",
    about="Use the method that the API page shows for the address.",
)
add(
    "not_authenticated",
    401,
    vi="Cần đăng nhập.",
    en="Signing in is required.",
    about="A staff page of the API was asked for without a session.",
)
add(
    "forbidden",
    403,
    vi="Tài khoản này không có quyền làm việc đó.",
    en="This account may not do that.",
    about="The person or device is known, but lacks the right.",
)
add(
    "bad_request",
    400,
    vi="Không đọc được yêu cầu.",
    en="The request cannot be read.",
    about="A request that fits no more precise code.",
)
add(
    "rate_limited",
    429,
    vi="Quá nhiều yêu cầu trong một phút; hãy gửi lại sau {seconds} giây.",
    en="Too many requests within a minute; send again in {seconds} seconds.",
    about="Wait as long as the Retry-After header says, then send the same again. Larger batches need fewer requests.",
)
add(
    "try_again",
    503,
    vi="Hiện chưa làm được việc này; hãy gửi lại đúng như cũ sau ít giây.",
    en="This is not possible just now; send the same again in a few seconds.",
    about="The database could not be reached or gave up. What was recorded already is answered as a duplicate.",
)
add(
    "unknown_property",
    404,
    vi="Không có cơ sở nào mang mã {property}.",
    en="No property has the code {property}.",
    about="The property in the address, or given to a command, is not set up here.",
)

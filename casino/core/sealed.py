"""What an event holds instead of words that can name people: where they are kept, and their salted hash.

The content itself lies encrypted in the vault (``casino.vault``), under the keys of the persons it can name; erasing
any one of them leaves the event as it was and the content unreadable. Proved by ``tests/vault``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec

PersonRef = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$(?!\n)",
        description="A code: letters, digits and . _ : - , 64 characters at most.",
    ),
]


Kind = Literal["text", "identity", "attachment", "paper"]
"""What is sealed: words, a name with its contact, a file, a paper of the house."""
Scan = Literal["clean", "not_scanned"]
"""Whether a file was looked at for viruses before it was sealed; one that has any is not taken."""


class Sealed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A reference to sealed content.

    ``ref`` is the row in the vault. ``digest`` is the SHA-256, in hex, of 32 random bytes followed by the content: who
    is given both can check them against the event, and nobody can guess the content from the event. ``persons`` are
    the persons (``PS-…``) whose keys are all needed to read it, sorted, each once.
    """

    ref: UUID
    digest: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
    persons: Annotated[tuple[PersonRef, ...], msgspec.Meta(min_length=1, max_length=200)]


def sealed_in(value: Any) -> Iterator[Any]:
    """Every Sealed inside a fact."""
    if isinstance(value, Sealed):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from sealed_in(each)
    elif hasattr(value, "__struct_fields__"):
        for name in value.__struct_fields__:
            yield from sealed_in(getattr(value, name))

"""What was made of a film, by its hash: the event of the streams ``copy/<recording>``.

People look at copies, not at the original. So that nobody exchanges one, bytes and row together, each that is made is
told. Proved by ``tests/detectors/test_detectors.py`` and the frozen examples.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec

from casino.core.events import Fact, register
from casino.core.messages import Catalogue
from casino.core.text import Text
from surveillance.record.parts import Digest

_WORDS: Final = Catalogue(__file__)

What = Annotated[str, msgspec.Meta(min_length=1, max_length=120, pattern=r"^[a-z0-9][A-Za-z0-9/._:-]*$(?!\n)")]


class CopyMade(Fact, frozen=True):
    """Of this recording ``what`` was made: ``web``, ``strip``, ``index``, ``thumbnail``, ``export/<code>``,
    ``given/<code>``, ``clock/<job>``; in the place of what was made before."""

    what: What
    sha256: Digest
    size_bytes: Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]


TYPE: Final = "copy.made.v1"
LABELS: Final = {"copy.made": _WORDS.text("labels--copy-made")}
register("copy.made", CopyMade, stream_kind="copy", from_device=False)


def told(fact: Any, _currency: str = "") -> Text:
    """In a sentence."""
    said = f"{fact.what}: SHA-256 {fact.sha256}, {fact.size_bytes}"
    return _WORDS.text("said-bytes", said=said)

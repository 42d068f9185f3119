"""What the events of papers' keys are called and say, in both languages. Proved by ``tests/words``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from casino.core.text import Text
from casino.papers import facts as f

LABELS: Final = {
    "key_registered": Text("Đăng ký khóa ký văn bản", "Key for papers registered"),
    "key_retired": Text("Ngừng dùng khóa ký văn bản", "Key for papers retired"),
}
"""Name after ``paper.`` -> what it is called."""
REASONS: Final = {
    "replaced": Text("đã thay bằng khóa khác", "replaced by another"),
    "lost": Text("bị mất", "lost"),
    "stolen": Text("bị đánh cắp; chữ ký từ lúc đó không có giá trị", "stolen; what it signed since counts for nothing"),
}


def _registered(fact: f.KeyRegistered) -> Text:
    return Text(f"Dấu vân tay {fact.fingerprint}.", f"Fingerprint {fact.fingerprint}.")


def _retired(fact: f.KeyRetired) -> Text:
    why = REASONS[fact.reason]
    return Text(f"Dấu vân tay {fact.fingerprint}: {why.vi}.", f"Fingerprint {fact.fingerprint}: {why.en}.")


SENTENCES: Final[dict[str, Callable[[Any], Text]]] = {"key_registered": _registered, "key_retired": _retired}

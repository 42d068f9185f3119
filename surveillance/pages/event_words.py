"""The events of footage in sentences: who did it, at which table or camera, over which interval; recordings as their
chain of custody tells them. What was sealed is never told here.

Proved by ``tests/words/test_words.py`` and ``tests/surveillance/test_event_words.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

from casino.core.text import Text
from games.engine.facts import Person
from games.engine.sentences import join, person, say
from surveillance.files import copy_facts, sentences
from surveillance.record import facts as f

NAMED: Final = {
    "name": Text("Tên: {}.", "Name: {}."),
    "table": Text("Bàn {}.", "Table {}."),
    "pit": Text("Pit {}.", "Pit {}."),
    "dealer": Text("Nhân viên {}.", "Dealer {}."),
    "camera": Text("Camera {}.", "Camera {}."),
    "recorder": Text("Đầu ghi {}.", "Recorder {}."),
    "recording": Text("Bản ghi {}.", "Recording {}."),
    "round": Text("Ván {}.", "Round {}."),
    "begins_at": Text("Từ {}.", "From {}."),
    "ends_at": Text("Đến {}.", "To {}."),
    "happened_at": Text("Lúc {}.", "At {}."),
    "server_at": Text("Giờ máy chủ {}.", "Server's time {}."),
    "shown_at": Text("Đồng hồ chỉ {}.", "The clock showed {}."),
    "uncertainty_ms": Text("Sai số ± {} ms.", "Within ± {} ms."),
    "checkpoint": Text("Điểm kiểm tra cỡ {}.", "Checkpoint of size {}."),
    "seed": Text("Hạt giống {}.", "Seed {}."),
    "digest": Text("SHA-256 {}.", "SHA-256 {}."),
    "population": Text("Chọn trong {} ván.", "Out of {} rounds."),
}
"""Field -> how it is told, in this order."""


def _value(value: Any) -> str:
    if isinstance(value, datetime):
        return f"{value.astimezone(UTC):%d/%m/%Y %H:%M:%S} UTC"
    return str(value)


def told(fact: Any, _currency: str = "") -> Text:
    """What an event says, in sentences."""
    parts = []
    for name, words in NAMED.items():
        value = getattr(fact, name, None)
        if value is not None and value != "":
            parts.append(Text(words.vi.format(_value(value)), words.en.format(_value(value))))
    people = [value for name in fact.__struct_fields__ if isinstance(value := getattr(fact, name), Person)]
    parts += [say("Do {who}.", "By {who}.", who=person(each)) for each in people]
    return join(*parts)


def _of_recording(fact: Any, _currency: str) -> Text:
    return join(*sentences.told(fact, None))


def tellers() -> dict[str, Callable[[Any, str], Text]]:
    """How every event that is declared (``record.facts``), and what is made of films, is told."""
    found: dict[str, Callable[[Any, str], Text]] = dict.fromkeys(copy_facts.LABELS, copy_facts.told)
    return found | {name: _of_recording if name.startswith("recording.") else told for name in f.LABELS}

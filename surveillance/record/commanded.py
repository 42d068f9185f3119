"""What follows from the signed commands by which film leaves the house, or is kept no longer.

What a person signs of an export or a copy is that they asked for it (``recording.leave_asked``): the work is done
later, and names that event. Pure. Proved by ``tests/surveillance/files/test_signed.py``.
"""

from __future__ import annotations

from typing import Any, Final

from casino.core.commanded import Said, brings, by, first, main_event, member, of_stream, words_of
from games.commands.commanded import dismissing

ASKED: Final = "incident.erasure_asked"
ACTS: Final = {
    "download": ("files:download*", "admin:surveillance_recording_download"),
    "export": ("files:exports*", "admin:surveillance_recording_export"),
    "give": ("files:given*", "admin:surveillance_recording_give"),
    "release_hold": ("footage:release_hold*", "admin:surveillance_do*"),
    "recorder": ("footage:register_recorder*", "footage:change_recorder*", "admin:surveillance_do*"),
    "hand_over": ("footage:hand_over_shift*", "admin:surveillance_do*"),
    "take_over": ("footage:take_over_shift*", "admin:surveillance_do*"),
    "erase": ("footage:erase_from_incident*", "admin:surveillance_do*"),
}


def _place(said: Said, name: str) -> Any:
    """Milliseconds: as they were sent, or as they were read of what was typed."""
    value = said.about.get(name, said.said.get(name))
    return int(value) if isinstance(value, str) and value.isdecimal() else value


def _asked(said: Said, what: str) -> str | None:
    return first(
        main_event(said),
        of_stream(said, said.about.get("stream")),
        member("what", said.event.data.get("what"), what),
        member("from_ms", said.event.data.get("from_ms"), _place(said, "from_ms")),
        member("to_ms", said.event.data.get("to_ms"), _place(said, "to_ms")),
        member("case", said.event.data.get("case"), said.said.get("case")),
        by("asked_by", said),
    )


def _export_asked(said: Said) -> str | None:
    return _asked(said, "export") or words_of("sealed_reason", said, "reason")


def _copy_asked(said: Said) -> str | None:
    return _asked(said, "copy") or words_of("given_to", said, "given_to")


def _downloaded(said: Said) -> str | None:
    return first(
        main_event(said),
        of_stream(said, said.about.get("stream")),
        by("downloaded_by", said),
        words_of("sealed_reason", said, "reason"),
    )


def _released(said: Said) -> str | None:
    return first(
        of_stream(said, said.about.get("stream")),
        member("rule", said.event.data.get("rule"), "person"),
        by("released_by", said),
        words_of("sealed_reason", said, "reason"),
    )


def _recorder(said: Said, who: str) -> str | None:
    """How it is reached; its name and its credentials are signed as hashes that no event holds."""
    data, asked = said.event.data, said.said
    days = asked.get("keeps_days")
    return first(
        main_event(said),
        of_stream(said, said.about.get("stream") or f"recorder/{asked.get('code')}"),
        *(member(name, data.get(name), asked.get(name)) for name in ("kind", "address", "link")),
        member("keeps_days", data.get("keeps_days"), int(days) if isinstance(days, str) and days.isdecimal() else days),
        by(who, said),
    )


def _erased(said: Said) -> str | None:
    """Everybody of the entry where its own key is named; who asked and the ground are those of the first person's
    event, where there is one: one person could do it alone once."""
    told = said.record.stream(str(said.about.get("stream")))
    asked = [
        e.data for e in told if e.name == "incident.erasure_asked" and e.data.get("person") == said.said.get("person")
    ]
    if not asked:
        return first(by("erased_by", said), words_of("sealed_ground", said, "ground"))
    names = ("asked_by", "sealed_ground")
    return first(
        by("erased_by", said), *(member(name, said.event.data.get(name), asked[-1].get(name)) for name in names)
    )


def _erasure_asked(said: Said) -> str | None:
    return first(
        main_event(said),
        by("asked_by", said),
        member("person", said.event.data.get("person"), said.said.get("person")),
        words_of("sealed_ground", said, "ground"),
    )


def _handed_over(said: Said) -> str | None:
    """The digest is of the interval and of every line (``surveillance.record.shift_facts``)."""
    return first(
        main_event(said),
        member("digest", said.event.data.get("digest"), said.said.get("digest")),
        by("handed_by", said),
    )


def _taken_over(said: Said) -> str | None:
    return first(
        main_event(said),
        of_stream(said, said.about.get("stream")),
        member("digest", said.event.data.get("digest"), said.said.get("digest")),
        by("taken_by", said),
    )


brings(ACTS["hand_over"], ("handover.given",), _handed_over)
brings(ACTS["take_over"], ("handover.taken",), _taken_over)
brings(ACTS["export"], ("recording.leave_asked",), _export_asked)
brings(ACTS["give"], ("recording.leave_asked",), _copy_asked)
brings(ACTS["download"], ("recording.downloaded",), _downloaded)
brings(ACTS["release_hold"], ("hold.released",), _released)
brings(ACTS["recorder"], ("recorder.registered",), lambda said: _recorder(said, "registered_by"))
brings(ACTS["recorder"], ("recorder.changed",), lambda said: _recorder(said, "changed_by"))
brings(ACTS["erase"], (ASKED,), _erasure_asked)
brings(ACTS["erase"], ("incident.person_erased",), _erased)
dismissing("footage_queue_dismiss")

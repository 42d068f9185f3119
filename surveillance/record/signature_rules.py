"""What follows from the signed commands by which film leaves the house, or is kept no longer.

What a person signs of an export or a copy is that they asked for it (``recording.leave_asked``): the work is done
later, and names that event. Pure. Proved by ``tests/surveillance/files/test_signed.py``.
"""

from __future__ import annotations

from typing import Any, Final

from casino.core.signature_rules import (
    COMMAND,
    Said,
    at_one_moment,
    brings,
    by,
    first,
    main_event,
    member,
    of_stream,
    own,
    words_of,
)
from games.commands.signature_rules import dismissing
from surveillance.record import frozen_commands as _frozen_commands  # noqa: F401 - what was signed before

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


def _reached(said: Said) -> str | None:
    """How a recorder is reached. Its credentials are signed as hashes that no event holds; its name was once."""
    data, asked = said.event.data, said.said
    return first(
        main_event(said),
        of_stream(said, said.about.get("stream") or f"recorder/{asked.get('code')}"),
        *(member(name, data.get(name), asked.get(name)) for name in ("kind", "address", "link", "keeps_days")),
        None if asked.get("name") is None else member("name", data.get("name"), asked["name"]),
    )


def _registered(said: Said) -> str | None:
    return _reached(said) or by("registered_by", said)


def _changed(said: Said) -> str | None:
    return _reached(said) or by("changed_by", said)


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


def _handed_over(said: Said) -> str | None:
    """The digest is of every line besides (``surveillance.record.shift_facts``). The interval was once signed by it
    alone, as it was typed."""
    data, asked = said.event.data, said.said
    moments = ("begins_at", "ends_at") if said.command.statement == COMMAND else ()
    wrong = next((name for name in moments if not at_one_moment(data.get(name), asked.get(name))), None)
    return first(
        main_event(said),
        member("digest", data.get("digest"), asked.get("digest")),
        by("handed_by", said),
        None if wrong is None else f"its {wrong} is not the one that was signed",
    )


def _by_rule(said: Said) -> str | None:
    return member("rule", said.event.data.get("rule"), "person")


brings(ACTS["export"], ("recording.leave_asked",), _export_asked)
brings(ACTS["give"], ("recording.leave_asked",), _copy_asked)
brings(ACTS["download"], ("recording.downloaded",), _downloaded)
brings(
    ACTS["release_hold"],
    ("hold.released",),
    own(_by_rule, person="released_by", words={"sealed_reason": "reason"}),
)
brings(ACTS["recorder"], ("recorder.registered",), _registered)
brings(ACTS["recorder"], ("recorder.changed",), _changed)
brings(ACTS["hand_over"], ("handover.given",), _handed_over)
brings(ACTS["take_over"], ("handover.taken",), own(main=True, person="taken_by", members=("digest",)))
brings(
    ACTS["erase"],
    (ASKED,),
    own(main=True, person="asked_by", members=("person",), words={"sealed_ground": "ground"}),
)
brings(ACTS["erase"], ("incident.person_erased",), _erased)
dismissing("footage_queue_dismiss")

"""What follows from the signed commands on the library: which events they bring, and what these must say.

Documents name nobody from outside: what was typed stands in the command as it does in the event, a file by its SHA-256.
Pure. Proved by ``tests/checkpoints/test_commanded.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from casino.core.commanded import Said, brings, by, first, main_event, member, of_stream

ENTER: Final = "admin:disputes_library_enter"
VERSION: Final = "admin:disputes_library_version*"
WITHDRAW: Final = "admin:disputes_library_withdraw*"
MISTAKE: Final = "mistake"
"""Of a withdrawal: the version never applied, whatever day was typed beside."""


def _typed(said: Said, *names: str) -> str | None:
    return first(*(member(name, said.event.data.get(name), _stripped(said.said.get(name))) for name in names))


def _stripped(value: Any) -> Any:
    return value.strip() if isinstance(value, str) else value


def _of_command(rule: Callable[[Said], str | None]) -> Callable[[Said], str | None]:
    """An event of the document that the command names."""

    def held(said: Said) -> str | None:
        return first(
            of_stream(said, said.about.get("stream")),
            member("correlation", said.event.correlation, str(said.command.id)),
            rule(said),
        )

    return held


def _registered(said: Said) -> str | None:
    return first(main_event(said), by("registered_by", said), _typed(said, "kind", "title_vi", "title_en", "game"))


def _added(said: Said) -> str | None:
    file = said.event.data.get("file") or {}
    return first(
        by("added_by", said),
        _typed(said, "version", "number", "valid_from", "valid_to", "citation"),
        member("link", said.event.data.get("link"), _address(_stripped(said.said.get("link")))),
        member("file.sha256", file.get("sha256"), said.said.get("file")),
    )


def _address(typed: Any) -> Any:
    """As the form reads it: where no way is named, the safe one is meant."""
    return f"https://{typed}" if isinstance(typed, str) and typed and "://" not in typed else typed


def _withdrawn(said: Said) -> str | None:
    last = None if said.said.get("how") == MISTAKE else said.said.get("in_force_to")
    return first(
        main_event(said),
        by("withdrawn_by", said),
        member("version", said.event.data.get("version"), said.about.get("version")),
        member("in_force_to", said.event.data.get("in_force_to"), last),
        _typed(said, "reason"),
    )


brings((ENTER,), ("library.document_registered",), _of_command(_registered))
brings((ENTER, VERSION), ("library.version_added",), _of_command(_added))
brings((WITHDRAW,), ("library.version_withdrawn",), _of_command(_withdrawn))

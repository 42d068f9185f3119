"""What follows from the signed commands on the library: which events they bring, and what these must say.

Documents name nobody from outside: what was typed stands in the command as it does in the event, a file by its SHA-256.
Pure. Proved by ``tests/checkpoints/test_commanded.py``.
"""

from __future__ import annotations

from typing import Any, Final

from casino.core.signature_rules import Said, brings, first, member, own
from disputes.library import frozen_commands as _frozen_commands  # noqa: F401 - what was signed before

ENTER: Final = "admin:disputes_library_enter"
VERSION: Final = "admin:disputes_library_version*"
WITHDRAW: Final = "admin:disputes_library_withdraw*"


def _added(said: Said) -> str | None:
    new: dict[str, Any] = said.said.get("new") or {}
    names = ("version", "number", "valid_from", "valid_to", "citation", "link")
    kept, signed = said.event.data.get("file") or {}, said.said.get("file") or {}
    return first(
        *(member(name, said.event.data.get(name), new.get(name)) for name in names),
        member("file.sha256", kept.get("sha256"), signed.get("data")),
    )


brings(
    (ENTER,),
    ("library.document_registered",),
    own(main=True, person="registered_by", members=("kind", "title_vi", "title_en", "game")),
)
brings((ENTER, VERSION), ("library.version_added",), own(_added, person="added_by"))
brings(
    (WITHDRAW,),
    ("library.version_withdrawn",),
    own(main=True, person="withdrawn_by", members=("version", "in_force_to", "reason")),
)

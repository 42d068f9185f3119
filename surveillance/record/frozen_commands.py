"""FROZEN. How commands of Surveillance are read that people signed as fields, before the command itself was signed
(``tableproof-command/1``, until December 2026).

On a page the days that a recorder keeps were signed as they were typed, and its name as a hash that no event holds.
Signatures hold for ever, so nothing here changes with form, API or struct; only what is read here into other members
may. Pure. Proved by ``tests/checkpoints/test_frozen_commands.py``, with what was signed then.
"""

from __future__ import annotations

from typing import Any, Final

from casino.core.signature_rules import FORMERLY, Command

_ACTS: Final = ("footage:*", "admin:surveillance_do*")


def _read(command: Command) -> dict[str, Any]:
    days = command.said.get("keeps_days")
    keeps = int(days) if isinstance(days, str) and days.isdecimal() else days
    return {**command.said, "keeps_days": keeps, "name": None}


FORMERLY.register(_ACTS, _read)

"""FROZEN. How commands on the library are read that people signed as the fields of a form, before the command itself
was signed (``tableproof-command/1``, until December 2026).

Signatures hold for ever, so nothing here changes with the forms; only what is read here into other members may. Pure.
Proved by ``tests/checkpoints/test_frozen_commands.py``, with what was signed then.
"""

from __future__ import annotations

from typing import Any, Final

from casino.core.signature_rules import FORMERLY, Command

_PAGES: Final = ("admin:disputes_library_enter", "admin:disputes_library_version*")
_WITHDRAW: Final = "admin:disputes_library_withdraw*"


def _entered(command: Command) -> dict[str, Any]:
    sent = {name: value.strip() if isinstance(value, str) else value for name, value in command.said.items()}
    link = sent.get("link")
    if isinstance(link, str) and link and "://" not in link:
        sent["link"] = f"https://{link}"
    return {**sent, "new": sent, "file": {"data": sent.get("file")}}


def _withdrawn(command: Command) -> dict[str, Any]:
    """A mistake never applied, whatever day was typed beside."""
    sent = command.said
    return {
        "version": command.about.get("version"),
        "reason": str(sent.get("reason") or "").strip(),
        "in_force_to": None if sent.get("how") == "mistake" else sent.get("in_force_to"),
    }


FORMERLY.register(_PAGES, _entered)
FORMERLY.register((_WITHDRAW,), _withdrawn)

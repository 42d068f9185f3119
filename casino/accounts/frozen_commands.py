"""FROZEN. How postings that people signed as the fields of a form are read, before the command itself was signed
(``tableproof-command/1``, until December 2026). Of all else on accounts the members are what the fields were.

Signatures hold for ever, so nothing here changes with the forms; only what is read here into other members may. Pure.
Proved by ``tests/checkpoints/test_frozen_commands.py``, with what was signed then.
"""

from __future__ import annotations

from typing import Any

from casino.core.signature_rules import FORMERLY, Command, by_the_clocks, listed


def _posting(command: Command) -> dict[str, Any]:
    """The property stood beside the fields, as the clocks by which moments were typed."""
    said, about = command.said, command.about
    return {
        **said,
        "property": about.get("property"),
        **{name: listed(said.get(name)) for name in ("tables", "pits")},
        **{name: by_the_clocks(said.get(name), about.get("zone")) for name in ("begins_at", "ends_at")},
    }


FORMERLY.register(("admin:casino_posting_add",), _posting)

"""How an event of Surveillance is declared: its name, the struct that holds it, what it is called.

Proved by ``tests/surveillance/record`` and the frozen examples in ``tests/surveillance/frozen``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from casino.core.events import Fact, register
from casino.core.messages import beside
from casino.core.text import Text

FACTS: Final[dict[str, type[Fact]]] = {}
"""Type name without its version -> fact."""
NAMES: Final[dict[type[Fact], str]] = {}
"""Fact -> full type name."""
LABELS: Final[dict[str, Text]] = {}
"""Type name without its version -> what the event is called."""
F = TypeVar("F", bound=type[Fact])


def recorded(name: str) -> Callable[[F], F]:
    """Declare the event that this fact is (its stream is named by what stands before the dot); what it is
    called lies in the module's catalogue (``event--recorder-registered``)."""

    def declared(fact: F) -> F:
        register(name, fact, stream_kind=name.partition(".")[0], from_device=False)
        FACTS[name], NAMES[fact] = fact, f"{name}.v1"
        LABELS[name] = beside(fact.__module__).text(f"event--{name.replace('.', '-')}")
        return fact

    return declared

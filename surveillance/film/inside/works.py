"""What the child can be asked for: each work by its module and function, which are loaded only when asked for."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

import msgspec

Function = Callable[[Any, Callable[[float], None]], object]

_HERE: Final = "surveillance.film.inside."
WORKS: Final[dict[str, tuple[str, str, str]]] = {
    "probe": ("surveillance.film.probing", "ProbeRequest", _HERE + "probing"),
    "still": ("surveillance.film.frames", "StillRequest", _HERE + "seeking"),
    "strip": ("surveillance.film.frames", "StripRequest", _HERE + "seeking"),
    "web_copy": ("surveillance.film.copies", "WebCopyRequest", _HERE + "coding"),
    "masked_copy": ("surveillance.film.copies", "MaskRequest", _HERE + "coding"),
    "remux": ("surveillance.film.remuxing", "RemuxRequest", _HERE + "rewriting"),
    "cut": ("surveillance.film.copies", "CutRequest", _HERE + "cutting"),
    "part": ("surveillance.film.copies", "PartRequest", _HERE + "cutting"),
    "simulate": ("surveillance.film.simulated", "ClipRequest", _HERE + "simulating"),
    "clock_look": ("surveillance.clocks.pictures", "ClockRequest", "surveillance.clocks.pictures"),
    "mux_frames": ("surveillance.files.mux_child", "MuxRequest", "surveillance.files.mux_child"),
}
"""Name: where the request is declared, its type, and the module whose function has the name of the work."""


def work(name: str) -> tuple[type[msgspec.Struct], Function]:
    """What a work takes, and what does it; KeyError for a name that stands in no row."""
    declared, request, module = WORKS[name]
    return getattr(import_module(declared), request), getattr(import_module(module), name)

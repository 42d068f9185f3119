"""Addresses with places in braces: of a camera's replay on a recorder, and of the maker's own client.

Places: ``{camera}`` the channel, ``{start}`` and ``{end}`` the moments as ``20261122T200500Z``, ``{start_iso}`` and
``{end_iso}`` as ``2026-11-22T20:05:00Z``, ``{start_unix}`` and ``{end_unix}`` in whole seconds; by the recorder's
clock. What stands for a place is quoted as in a URL. Pure. Proved by ``tests/surveillance/record/test_templates.py``.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Final
from urllib.parse import quote, urlsplit

from casino.core.errors import Problem

MOMENTS: Final = ("start", "end", "start_iso", "end_iso", "start_unix", "end_unix")
IN_LINKS: Final = ("camera", *MOMENTS)
IN_ADDRESSES: Final = ("camera",)
REFUSED_SCHEMES: Final = frozenset({"javascript", "data", "file", "vbscript", "blob", "about", "view-source"})
"""What a browser would run, or read from its own machine."""
_BRACED: Final = re.compile(r"\{([^{}]*)\}")


def check_link(template: str) -> None:
    """A template for the maker's client. Problems ``recorder_template``, ``recorder_template_scheme``."""
    scheme = template.partition(":")[0].lower()
    if scheme in REFUSED_SCHEMES:
        raise Problem("recorder_template_scheme", "link", scheme=scheme)
    _check_places(template, IN_LINKS, "link")


def check_address(address: str) -> None:
    """The address of a recorder's ONVIF replay, ``{camera}`` in it or not. Problems ``recorder_address_kind``,
    ``recorder_template``."""
    try:
        parts = urlsplit(_BRACED.sub("x", address))
        named = bool(parts.hostname) and parts.port != 0
    except ValueError:
        raise Problem("recorder_address_kind", "address") from None
    if parts.scheme not in ("rtsp", "rtsps") or not named or "@" in parts.netloc:
        raise Problem("recorder_address_kind", "address")
    _check_places(address, IN_ADDRESSES, "address")


def filled(template: str, *, camera: str, begins_at: datetime, ends_at: datetime) -> str:
    """The address with its places filled: moments by the recorder's clock."""
    values = {"camera": camera}
    for name, moment in (("start", begins_at), ("end", ends_at)):
        there = moment.astimezone(UTC)
        values[name] = f"{there:%Y%m%dT%H%M%SZ}"
        values[f"{name}_iso"] = f"{there:%Y-%m-%dT%H:%M:%SZ}"
        values[f"{name}_unix"] = str(int(there.timestamp()))
    return _BRACED.sub(lambda found: quote(values[found[1]], safe=""), template)


def _check_places(template: str, allowed: tuple[str, ...], field: str) -> None:
    names = " ".join(f"{{{name}}}" for name in allowed)
    for found in _BRACED.finditer(template):
        if found[1] not in allowed:
            raise Problem("recorder_template", field, allowed=names, found=found[0])
    if left := re.search(r"[{}]", _BRACED.sub("", template)):
        raise Problem("recorder_template", field, allowed=names, found=left[0])

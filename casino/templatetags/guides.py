"""Template tags of the guides: the link of a page to the part about it, and the pieces of a part.

Proved by ``tests/admin/test_guides.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from django import template
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from casino.guides.pages import way_to_guide
from casino.guides.source import Part, Piece

register = template.Library()


@register.simple_tag
def guide_address(request: HttpRequest) -> str:
    """Where the part of the reader's guide stands that is about this page."""
    return way_to_guide(request)


@register.filter
def in_blocks(part: Part) -> list[dict[str, Any]]:
    """What a part says, without its pictures: steps and points each together, as lists need them."""
    said = [piece for piece in part.pieces if piece.kind != "picture"]
    return [{"kind": kind, "pieces": list(pieces)} for kind, pieces in groupby(said, key=lambda piece: piece.kind)]


@register.filter
def runs(piece: Piece) -> SafeString:
    """A piece with the product's words in bold."""
    return format_html_join(
        "",
        "{}{}{}",
        ((SafeString("<b>"), r.text, SafeString("</b>")) if r.said else ("", r.text, "") for r in piece.runs),
    )


@register.filter
def at(found: Mapping[str, str], name: str) -> str:
    """What stands under a name."""
    return found[name]

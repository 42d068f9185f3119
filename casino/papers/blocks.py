"""The pieces that papers are made of: plain text with a name that the template (``paper.typ``) knows how to draw. Pure.

Proved by ``tests/disputes/papers/test_papers.py``.
"""

from __future__ import annotations

from typing import Any

Block = dict[str, Any]


def heading(text: str) -> Block:
    return {"block": "heading", "text": text}


def paragraph(text: str) -> Block:
    return {"block": "paragraph", "text": text}


def paragraphs(text: str) -> list[Block]:
    """Typed text: each line a paragraph."""
    return [paragraph(line) for line in text.splitlines() if line.strip()]


def statement(text: str) -> Block:
    """What is signed: stays on the page of the signatures."""
    return {"block": "statement", "text": text}


def small(text: str) -> Block:
    return {"block": "small", "text": text}


def pairs(rows: list[tuple[str, str]]) -> Block:
    return {"block": "pairs", "rows": [{"label": label, "text": text} for label, text in rows]}


def points(texts: list[str]) -> Block:
    return {"block": "points", "rows": texts}


def lines(count: int) -> Block:
    """Lines to write on by hand."""
    return {"block": "lines", "count": count}

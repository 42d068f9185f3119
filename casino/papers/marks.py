"""QR codes of papers, as SVG that is the same bytes for the same text. Pure.

Proved by ``tests/papers/test_marks.py``.
"""

from __future__ import annotations

import io

import segno


def qr_code(text: str) -> str:
    """The text as a QR code (error correction M), black on white, with its quiet zone."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(out, kind="svg", border=4, xmldecl=False, nl=False, light="#fff")
    return out.getvalue().decode()

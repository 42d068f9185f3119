"""QR codes: the same bytes for the same text."""

from __future__ import annotations

from casino.papers.marks import qr_code


def test_the_same_text_is_the_same_picture_and_another_text_another() -> None:
    assert qr_code("tableproof:HN1/TC-1/L1#0123") == qr_code("tableproof:HN1/TC-1/L1#0123")
    assert qr_code("a") != qr_code("b")
    assert qr_code("a").startswith("<svg")

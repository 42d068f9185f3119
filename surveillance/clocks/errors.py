"""What goes wrong with clocks, in the one table; ``tests/surveillance/clocks``."""

from __future__ import annotations

from casino.core.errors import ERRORS

ERRORS.register_all(
    {
        "clock_reading": 422,
        "ocr_missing": 503,
        "ocr_picture": 422,
        "ocr_rectangle": 422,
        "ocr_frames": 422,
        "ocr_unreadable": 422,
        "ocr_order": 422,
    }
)

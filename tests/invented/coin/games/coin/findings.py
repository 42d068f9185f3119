"""The finding code that only the coin toss raises. Proved by ``tests/engine/test_codes.py``."""

from __future__ import annotations

from typing import Final

from casino.core.text import Text
from games.engine.judgement import Severity

CODES: Final[dict[str, Severity]] = {"coin_hardly_turned": Severity.PROCEDURE}

FINDINGS: Final[dict[str, tuple[Text, Text]]] = {
    "coin_hardly_turned": (
        Text("Đồng xu xoay quá ít", "Coin hardly turned"),
        Text(
            "Đồng xu xoay ít vòng hơn thể lệ yêu cầu; kết quả vẫn được tính.",
            "The coin turned over fewer times than the document asks; the result counts all the same.",
        ),
    ),
}

"""The finding codes that only sic bo raises, with their severity, and what each is called and means.

``tests/engine/test_codes.py`` shows that its judgement raises these and the shared ones, and no others.
"""

from __future__ import annotations

from typing import Final

from casino.core.text import Text
from games.engine.judgement import Severity

CODES: Final[dict[str, Severity]] = {
    "played_while_held": Severity.PROCEDURE,
    "failure_not_reported": Severity.PROCEDURE,
}

FINDINGS: Final[dict[str, tuple[Text, Text]]] = {
    "played_while_held": (
        Text("Chơi khi bàn đang tạm dừng", "Played while held"),
        Text(
            "Ván được mở khi bàn chưa được Trưởng phòng Điều hành cho chơi tiếp.",
            "The round was opened before the head of operations released the table.",
        ),
    ),
    "failure_not_reported": (
        Text("Không báo sự cố thiết bị", "Failure not reported"),
        Text("Quản lý Pit không được báo ngay về sự cố.", "The pit manager was not informed of the failure at once."),
    ),
}

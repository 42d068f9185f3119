"""The way through 8.4 in tests, honestly: what there is, is given by whom it belongs to; what there is not has a cause
and a sentence that is true of the test's house. Nothing here opens the gate by an empty word."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from disputes.case import commands as c
from disputes.case.facts import Cause, Item

Step = tuple[str, c.Command]
"""A role, and what it does."""

WHY_NOT: Final[dict[Item, tuple[Cause, str]]] = {
    "published": ("not_applicable", "Bảng công bố tại bàn không nói gì về khoản trả này."),
    "procedures": ("not_applicable", "Quy trình vận hành không quy định cách đếm chip ở bước này."),
    "controls": ("not_existing", "Casino của bài kiểm tra chưa ban hành tiêu chuẩn kiểm soát nội bộ."),
    "statements": ("not_obtained", "Khách đã rời sòng và không muốn ghi lời khai."),
    "other": ("not_existing", "Ngoài bản diễn lại thì bàn này chẳng lưu chứng cứ riêng nào."),
    "law": ("not_applicable", "Pháp luật hiện hành để thể lệ đã duyệt quyết định khoản này."),
}
"""Basis -> why it gives nothing in a test that is about something else."""

REPLAY: Final = "Bản diễn lại của ván cùng bảng tính số tiền phải trả."
"""Evidence of 8.4.7."""
NOT_YET: Final = "Đang chờ Bộ phận Giám sát tìm cảnh quay của bàn."
"""Why no time can be given yet (8.3)."""
OVERWRITTEN: Final = "Cảnh quay của bàn đã bị ghi đè sau hạn lưu giữ."
"""Why there is no footage."""


def none(item: Item, at: datetime) -> c.MarkNone:
    """This basis gives nothing: for a cause, in a sentence. What was asked for was asked a minute before ``at``."""
    cause, reason = WHY_NOT[item]
    if cause != "not_obtained":
        return c.MarkNone(item=item, cause=cause, reason=reason)
    asked_at = at - timedelta(minutes=1)
    return c.MarkNone(item=item, cause=cause, reason=reason, asked_of="Khách P-1, qua lễ tân", asked_at=asked_at)


def form(item: Item) -> dict[str, str]:
    """The same as the fields of a page."""
    cause, reason = WHY_NOT[item]
    return {"cause": cause, "reason": reason}


def asked(at: datetime, *, table: str = "RL01", round: str | None = None) -> c.AskFootage:
    """A request for the ten minutes before a moment."""
    return c.AskFootage(table=table, round=round, begins_at=at - timedelta(minutes=10), ends_at=at)


def no_footage(request: str = "F1") -> c.AnswerFootage:
    """Surveillance: there is none, because."""
    return c.AnswerFootage(request=request, found=False, answer=OVERWRITTEN, cause="no_longer_kept")


def looked_into(item: Item, at: datetime, *, table: str = "RL01") -> list[Step]:
    """One basis of 8.4 looked into, in a case that has no request for footage yet. 8.4.1 needs nothing: the rule book
    of the round stands there."""
    if item == "rules":
        return []
    if item == "footage":
        return [("pit_manager", asked(at, table=table)), ("surveillance", no_footage())]
    return [("pit_manager", none(item, at))]

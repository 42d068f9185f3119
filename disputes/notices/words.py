"""What a notice says, in both languages. Pure but for the row it reads."""

from __future__ import annotations

from typing import Final

from casino.core.text import Text
from disputes.case.allowed import STAGE_NAMES
from disputes.case.clocks import CLOCKS
from disputes.case.procedure import PRINTED
from disputes.case.state import Stage
from disputes.notices.models import Notice
from games.words.say import say

YOUR_MOVE: Final = {
    "acknowledge": Text("Bộ phận Giám sát được báo về hồ sơ này (8.2)", "Surveillance is notified of this case (8.2)"),
    "footage": Text("Có yêu cầu cảnh quay (8.4)", "Footage is asked for (8.4)"),
}

VARYING: Final = frozenset(clause for printed in PRINTED.values() for clause in printed)
"""Clauses that not every document prints under the same number: a notice, which knows no game, says 8.4."""


def headline(notice: Notice) -> Text:
    """What it is about."""
    if notice.kind == "answered":
        return Text("Yêu cầu cảnh quay đã được trả lời", "The request for footage was answered")
    if notice.kind in ("soon", "overdue"):
        clause, name = CLOCKS[notice.subject]
        clause = "8.4" if clause in VARYING else clause
        words = {
            "soon": ("Sắp đến hạn: {what} ({clause})", "Due soon: {what} ({clause})"),
            "overdue": ("Quá hạn: {what} ({clause})", "Overdue: {what} ({clause})"),
        }[notice.kind]
        return say(*words, what=name, clause=clause)
    if notice.subject in YOUR_MOVE:
        return YOUR_MOVE[notice.subject]
    stage = STAGE_NAMES[Stage(notice.subject)]
    if notice.kind == "assigned":
        return say("Hồ sơ được bàn giao cho bạn: {stage}", "Handed over to you: {stage}", stage=stage)
    return say("Đến lượt bạn: {stage}", "Your move: {stage}", stage=stage)


def when(notice: Notice) -> Text | None:
    """By when, in the property's time zone."""
    if notice.due_at is None:
        return None
    local = notice.due_at.astimezone(notice.property.zone)
    return say("Hạn: {at}", "Due: {at}", at=f"{local:%d.%m.%Y %H:%M}")

"""Words of what a second person confirms, and of rule documents that are put in force.

Proved by ``tests/words/test_words.py``.
"""

from __future__ import annotations

from typing import Any, Final

from casino.core.messages import Catalogue
from casino.core.text import Text
from games.engine.sentences import Sentence, person, say

_WORDS: Final = Catalogue(__file__)

LABELS: Final = _WORDS.table("labels", dotted=True)

_ASKED: Final = _WORDS.table("asked")


def _asked(f: Any, currency: str) -> Text:
    return say(
        "{who} đề nghị {what}; chờ người thứ hai xác nhận.",
        "{who} asks for {what}; it waits for a second person.",
        who=person(f.asked_by),
        what=_ASKED[f.what],
    )


def _in_force(f: Any, currency: str) -> Text:
    return say(
        "{document} có hiệu lực từ {moment}; {asked} đề nghị, {confirmed} xác nhận.",
        "{document} is in force from {moment}; {asked} asked for it, {confirmed} confirmed it.",
        document=f.document,
        moment=f.effective_from.isoformat(timespec="minutes"),
        asked=person(f.asked_by),
        confirmed=person(f.confirmed_by),
    )


def said_by(vi: str, en: str, field: str) -> Sentence:
    """A sentence of the one person whom a field of the fact names."""
    return lambda f, currency: say(vi, en, who=person(getattr(f, field)))


def _sent(f: Any, currency: str) -> Text:
    if f.confirmed_by is None:
        return say("{who} ghi bản đã sửa vào sổ.", "{who} records the corrected message.", who=person(f.sent_by))
    return say(
        "Bản do {who} sửa được ghi vào sổ; {second} xác nhận.",
        "What {who} corrected is recorded; {second} confirms it.",
        who=person(f.sent_by),
        second=person(f.confirmed_by),
    )


SENTENCES: Final[dict[str, Sentence]] = {
    "quarantine.send_asked": said_by(
        "{who} đề nghị ghi bản đã sửa; chờ người thứ hai xác nhận.",
        "{who} asks that a corrected message be recorded; it waits for a second person.",
        "asked_by",
    ),
    "quarantine.send_refused": said_by(
        "{who} không đồng ý ghi bản đã sửa.", "{who} does not have the corrected message recorded.", "refused_by"
    ),
    "quarantine.sent": _sent,
    "quarantine.dealt_with": said_by(
        "{who} đánh dấu là đã xử lý; không ghi gì thay.", "{who} lets it rest; nothing is recorded in its place.", "by"
    ),
    "rules.put_in_force": _in_force,
    "ask.asked": _asked,
    "ask.confirmed": said_by("{who} xác nhận đề nghị.", "{who} confirms what was asked for.", "confirmed_by"),
    "ask.refused": said_by("{who} từ chối đề nghị.", "{who} refuses what was asked for.", "refused_by"),
    "ask.withdrawn": said_by("{who} rút lại đề nghị.", "{who} takes back what was asked for.", "withdrawn_by"),
}

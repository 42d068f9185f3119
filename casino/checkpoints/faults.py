"""What stops a log until a person has looked: a code that is stored, and a sentence in both languages.

The codes stand in ``deploy/RUNBOOK.md`` with what to do.
"""

from __future__ import annotations

from typing import Final

from casino.core.text import Text

FAULTS: Final[dict[str, Text]] = {
    "tile_would_change": Text(
        vi="Một tệp của nhật ký minh bạch lẽ ra bị thay đổi: bản ghi hoặc tệp đã bị sửa.",
        en="A file of the transparency log would change: the record or the file was altered.",
    ),
    "set_back": Text(
        vi="Bản ghi ngắn hơn điểm kiểm soát đã ký: cơ sở dữ liệu đã bị lùi lại.",
        en="The record is shorter than a signed checkpoint: the database was set back.",
    ),
    "root_differs": Text(
        vi="Cây dựng lại không khớp điểm kiểm soát đã ký.",
        en="The tree does not lead to the checkpoint that was signed.",
    ),
    "leaf_differs": Text(
        vi="Một mục của sổ không khớp giá trị băm đã lưu.",
        en="An entry of the ledger is not that of its stored hash.",
    ),
    "tiles_missing": Text(
        vi="Thiếu tệp của nhật ký minh bạch. Dựng lại bằng manage.py restore_log.",
        en="Files of the transparency log are missing. Build them again: manage.py restore_log.",
    ),
    "checkpoint_unreadable": Text(
        vi="Tệp điểm kiểm soát không đọc được hoặc không do khóa của nhật ký này ký.",
        en="The file of the checkpoint cannot be read, or no key of this log signed it.",
    ),
    "foreign_tiles": Text(
        vi="Thư mục chứa nhật ký của một bản ghi khác.",
        en="The folder holds the log of another record.",
    ),
    "key_unusable": Text(
        vi="Không dùng được khóa ký của nhật ký minh bạch.",
        en="The key that signs the transparency log cannot be used.",
    ),
    "bad_setting": Text(
        vi="Thiết đặt của nhật ký minh bạch không dùng được.",
        en="A setting of the transparency log cannot be used.",
    ),
    "file_system": Text(
        vi="Không đọc hoặc ghi được thư mục của nhật ký minh bạch.",
        en="The folder of the transparency log cannot be read or written.",
    ),
    "witness_ahead": Text(
        vi="Nhân chứng đã thấy một nhật ký dài hơn: nhật ký bị lùi lại, hoặc có người khác ký thay.",
        en="A witness has seen a longer log: ours was set back, or somebody else signs in its name.",
    ),
    "witness_declined": Text(vi="Nhân chứng không ký.", en="The witness does not sign."),
    "stamp_silent": Text(
        vi="Dịch vụ dấu thời gian không trả lời.", en="The authority for time stamps does not answer."
    ),
    "stamp_refused": Text(
        vi="Dịch vụ dấu thời gian không cho dấu hợp lệ.", en="The authority for time stamps gave no stamp that holds."
    ),
    "witness_silent": Text(vi="Nhân chứng không trả lời.", en="The witness does not answer."),
}


class Fault(Exception):
    """Stops the log. ``detail`` is for the person who looks: a path, a position, what was said."""

    def __init__(self, code: str, detail: str = "") -> None:
        self.code = code
        self.detail = detail
        super().__init__(f"{self.text.en} {detail}".strip())

    @property
    def text(self) -> Text:
        return FAULTS[self.code]

    @property
    def stored(self) -> str:
        """As it is kept in a row: the code, a space, the detail."""
        return f"{self.code} {self.detail}".strip()[:500]


def sentence(stored: str) -> Text:
    """A stored fault in words, with its detail. Unknown codes are told as they are."""
    code, _space, detail = stored.partition(" ")
    text = FAULTS.get(code)
    if text is None:
        return Text(vi=stored, en=stored)
    return Text(vi=f"{text.vi} {detail}".strip(), en=f"{text.en} {detail}".strip())

"""What can go wrong before the system runs, each said in one sentence that tells what to do.

Proved by ``tests/embedded/test_postgres.py``, ``test_places.py`` and ``test_run.py``.
"""

from __future__ import annotations

import os
from typing import Any, Final

SENTENCES: Final[dict[str, tuple[str, str]]] = {
    "another_copy": (
        "Một bản khác (tiến trình {pid}) đang dùng thư mục {home}: hãy dừng bản đó trước, hoặc đặt TABLEPROOF_HOME"
        " trỏ tới thư mục khác.",
        "Another copy (process {pid}) is using the folder {home}: stop it first, or point TABLEPROOF_HOME at another"
        " folder.",
    ),
    "bad_port": (
        "PORT phải là số nguyên từ 1 đến 65535, không phải “{port}”: hãy sửa biến PORT.",
        'PORT must be a whole number from 1 to 65535, not "{port}": correct the variable PORT.',
    ),
    "port_in_use": (
        "Cổng {port} trên 127.0.0.1 đang được chương trình khác dùng: hãy dừng chương trình đó, hoặc chọn cổng khác,"
        " ví dụ `PORT={other} make run`.",
        "Port {port} on 127.0.0.1 is in use by another program: stop that program, or choose another port, for"
        " example `PORT={other} make run`.",
    ),
    "port_not_allowed": (
        "Không được phép mở cổng {port} trên 127.0.0.1 ({reason}): hãy chọn cổng khác, ví dụ `PORT={other} make run`.",
        "Port {port} on 127.0.0.1 cannot be opened ({reason}): choose another port, for example"
        " `PORT={other} make run`.",
    ),
    "disk_full": (
        "Ổ đĩa chứa {folder} chỉ còn {free_mib} MiB trống, cần ít nhất {need_mib} MiB: hãy giải phóng dung lượng, hoặc"
        " đặt TABLEPROOF_HOME trỏ tới ổ đĩa khác.",
        "The disk that holds {folder} has {free_mib} MiB left and at least {need_mib} MiB are needed: free some space,"
        " or point TABLEPROOF_HOME at another disk.",
    ),
    "disk_filled": (
        "Ổ đĩa chứa {folder} đã đầy trong lúc ghi: hãy giải phóng dung lượng rồi chạy lại.",
        "The disk that holds {folder} became full while writing: free some space and run again.",
    ),
    "not_writable": (
        "Không ghi được vào thư mục {folder} ({reason}): hãy sửa quyền của thư mục, hoặc đặt TABLEPROOF_HOME trỏ tới"
        " thư mục ghi được.",
        "The folder {folder} cannot be written ({reason}): correct its permissions, or point TABLEPROOF_HOME at a"
        " folder that can be written.",
    ),
    "not_reachable": (
        "PostgreSQL không chạy bằng quyền root, và người dùng “{user}” không vào được thư mục {folder}: hãy đặt"
        " TABLEPROOF_HOME trỏ tới thư mục mà mọi người dùng đi qua được.",
        'PostgreSQL does not run as root, and the user "{user}" cannot enter the folder {folder}: point'
        " TABLEPROOF_HOME at a folder that every user can pass through.",
    ),
    "other_owner": (
        "Thư mục dữ liệu {folder} thuộc về người dùng khác (uid {uid}): hãy chạy bằng người dùng đó, hoặc đặt"
        " TABLEPROOF_HOME trỏ tới thư mục khác.",
        "The data folder {folder} belongs to another user (uid {uid}): run as that user, or point TABLEPROOF_HOME at"
        " another folder.",
    ),
    "other_version": (
        "Thư mục dữ liệu {folder} được tạo bởi PostgreSQL {found}, còn bản này là {wanted}: hãy chạy lại bản chương"
        " trình cũ để sao lưu dữ liệu, hoặc chuyển thư mục đi nơi khác để bắt đầu mới.",
        "The data folder {folder} was made by PostgreSQL {found} and this is {wanted}: run the former version of the"
        " program to back the data up, or move the folder away to start anew.",
    ),
    "half_made": (
        "Thư mục dữ liệu {folder} không đầy đủ (thiếu {missing}): hãy khôi phục từ bản sao lưu, hoặc chuyển thư mục đi"
        " nơi khác để bắt đầu mới.",
        "The data folder {folder} is incomplete ({missing} is missing): restore it from a backup, or move it away to"
        " start anew.",
    ),
    "no_binaries": (
        "Không tìm thấy chương trình PostgreSQL đi kèm trong môi trường Python này: hãy chạy `make install` rồi thử"
        " lại.",
        "The PostgreSQL programs that come with the dependencies are not in this Python environment: run"
        " `make install` and try again.",
    ),
    "server_failed": (
        "PostgreSQL không khởi động được; dòng cuối trong nhật ký {log} là “{line}”: hãy xử lý nguyên nhân đó rồi chạy"
        " lại.",
        'PostgreSQL did not start; the last line of its log {log} is "{line}": settle that cause and run again.',
    ),
    "step_failed": (
        "Bước “{step}” không thành công; dòng cuối trong nhật ký {log} là “{line}”: hãy xử lý nguyên nhân đó rồi chạy"
        " lại.",
        'The step "{step}" failed; the last line of its log {log} is "{line}": settle that cause and run again.',
    ),
    "child_died": (
        "Tiến trình “{name}” đã dừng ngoài dự kiến (mã {code}); nhật ký nằm ở {log}: hãy xem nhật ký rồi chạy lại.",
        'The process "{name}" stopped unexpectedly (code {code}); its log is {log}: read the log and run again.',
    ),
    "not_answering": (
        "Máy chủ web không trả lời ở {address} sau {seconds} giây; nhật ký nằm ở {log}: hãy xem nhật ký rồi chạy lại.",
        "The web server did not answer at {address} within {seconds} seconds; its log is {log}: read the log and run"
        " again.",
    ),
    "wrong_python": (
        "Cần CPython 3.11 đến 3.14, còn đây là {found}: hãy `make clean`, rồi `make run PYTHON=/đường/dẫn/python3`.",
        "CPython 3.11 to 3.14 is needed and this is {found}: `make clean`, then `make run PYTHON=/path/to/python3`.",
    ),
    "wrong_system": (
        "Bản chạy thử chỉ dùng được trên Linux, còn đây là {found}: hãy chạy trên máy Linux, hoặc dùng máy chủ"
        " PostgreSQL qua DATABASE_URL.",
        "The demonstration runs on Linux only and this is {found}: use a Linux machine, or a PostgreSQL server by"
        " DATABASE_URL.",
    ),
}


class Trouble(Exception):
    """A foreseen failure. ``str()`` is its sentence in the terminal's language; ``code`` is its stable name."""

    def __init__(self, code: str, /, **facts: Any) -> None:
        self.code = code
        self.vi, self.en = (sentence.format(**facts) for sentence in SENTENCES[code])
        super().__init__(code, facts)

    def __str__(self) -> str:
        return say(self.vi, self.en)


def say(vi: str, en: str) -> str:
    """The text in the terminal's language: TABLEPROOF_LANGUAGE (vi or en) where set, else the locale, else English."""
    return vi if of_terminal() == "vi" else en


def of_terminal() -> str:
    """``vi`` or ``en``: what TABLEPROOF_LANGUAGE says, else the terminal's locale, else English."""
    asked = (os.environ.get(name) for name in ("TABLEPROOF_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    wanted = next((each for each in asked if each), "en")
    return "vi" if wanted.lower().startswith("vi") else "en"

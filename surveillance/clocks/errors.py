"""What goes wrong with clocks, in the one table; ``tests/surveillance/clocks``."""

from __future__ import annotations

from casino.core.errors import add

for _code, _status, _vi, _en, _about in (
    (
        "clock_reading",
        422,
        "Lần đọc đồng hồ không hợp lệ: {what}.",
        "This reading of a clock is not possible: {what}.",
        "Moments lie between 2000 and 2100, an uncertainty between 1 ms and a day; at most 5000 readings are fitted.",
    ),
    (
        "ocr_missing",
        503,
        "Máy chủ chưa cài phần đọc chữ trong hình (phần bổ sung `ocr`): hãy nhập giờ bằng tay.",
        "This server cannot read text in pictures (the extra `ocr` is not installed): enter the clock by hand.",
        "Install the extra `ocr` on the machine that reads clocks, or compare a shown clock by eye.",
    ),
    (
        "ocr_picture",
        422,
        "Không đọc được hình {number}, hoặc kích thước khác.",
        "Picture {number} cannot be read, or is of another size.",
        "Pictures are PNG or JPEG, or arrays of height x width x 3 bytes (blue, green, red), all of one size.",
    ),
    (
        "ocr_rectangle",
        422,
        "Vùng đồng hồ nằm ngoài hình hoặc quá nhỏ.",
        "The clock's rectangle lies outside the picture, or is too small.",
        "Propose it again on a full picture of this camera.",
    ),
    (
        "ocr_frames",
        422,
        "Cần từ {least} đến {most} hình theo thứ tự thời gian.",
        "Between {least} and {most} pictures are needed, in the order of their times.",
        "Take several pictures a second, over a few seconds.",
    ),
    (
        "ocr_unreadable",
        422,
        "Không đọc được giờ: chỉ {agree} trong {all} hình cho cùng một giờ.",
        "The clock could not be read: only {agree} of {all} pictures agree.",
        "Look at the crops beside what was read; choose the rectangle anew or compare the clock by eye.",
    ),
    (
        "ocr_order",
        422,
        "Không rõ đâu là ngày, đâu là tháng: hãy chọn thứ tự ngày tháng.",
        "Day and month cannot be told apart: choose the order of the date.",
        "The date reads as several: give the order (YMD, DMY, MDY), which is kept with the camera.",
    ),
):
    add(_code, _status, vi=_vi, en=_en, about=_about)

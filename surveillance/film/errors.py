"""The errors of films, in the one table. Each sentence says what to do. Held by ``tests/surveillance/film``."""

from __future__ import annotations

from casino.core.errors import Problem, add
from casino.core.text import Text


class FilmError(Problem):
    """A film that cannot be used as it was asked. ``code`` is stable and begins with ``film_``; ``values`` are
    kept, so that it can leave the child in which it was raised."""

    def __init__(self, code: str, field: str | None = None, **values: str | int | Text) -> None:
        super().__init__(code, field, **values)
        self.values = values


for _code, _status, _vi, _en, _about in (
    (
        "film_missing",
        404,
        "Không có tệp phim.",
        "There is no film file.",
        "The file does not exist, or is no plain file. Look whether the storage is there.",
    ),
    (
        "film_container",
        422,
        "Tệp không phải MP4, MOV, MKV, AVI hay MPEG-TS, dù tên có là gì.",
        "The file is no MP4, MOV, MKV, AVI or MPEG-TS, whatever its name says.",
        "Films are told by their content. Export from the recorder as one of these.",
    ),
    (
        "film_unreadable",
        422,
        "Không đọc được phim: tệp hỏng hoặc thiếu phần cuối.",
        "The film cannot be read: the file is damaged, or its end is missing.",
        "Send it again; if it stays so, export it from the recorder anew.",
    ),
    (
        "film_codec",
        422,
        "Phim nén bằng {codec}, hệ thống không đọc.",
        "The film is coded as {codec}, which is not read here.",
        "Read are H.264, H.265, VP8, VP9, AV1, MPEG-4 part 2 and motion JPEG.",
    ),
    (
        "film_no_picture",
        422,
        "Tệp không có hình.",
        "The file has no picture.",
        "It holds sound or data only, or not one frame.",
    ),
    (
        "film_picture_size",
        422,
        "Khung hình {width} × {height} nằm ngoài giới hạn ({most} điểm ảnh).",
        "The picture of {width} × {height} is beyond what is taken ({most} points).",
        "A limit that keeps memory bounded; it is held before anything is decoded.",
    ),
    (
        "film_too_long",
        422,
        "Phim có hơn {most} khung hình: hãy chia nhỏ khi xuất.",
        "The film has more than {most} frames: export it in parts.",
        "A limit that keeps time and memory bounded.",
    ),
    (
        "film_times",
        422,
        "Thời gian trong phim nhảy {count} lần, nên không thể xem nguyên như vậy.",
        "The times in the film jump {count} times, so that it cannot be shown as it is.",
        "Such a film is looked at by way of a copy whose time runs on; one that jumps more often than 200 times"
        " is not taken: export it from the recorder in parts.",
    ),
    (
        "film_parts",
        422,
        "Danh sách dựng của phim ghép nhiều đoạn hoặc đổi tốc độ, nên không thể xem đúng thời gian.",
        "The film's edit list puts several parts together, or changes their speed: it has no times to show it at.",
        "It is kept as it came and not shown; export it from the recorder without cuts.",
    ),
    (
        "film_limit_time",
        422,
        "Phim cần nhiều thời gian hơn mức cho phép nên việc đọc bị dừng.",
        "The film took longer than is allowed, and the work on it was stopped.",
        "A damaged or hostile file, or a machine that is too busy. Nothing was left behind.",
    ),
    (
        "film_limit_memory",
        422,
        "Phim cần nhiều bộ nhớ hơn mức cho phép nên việc đọc bị dừng.",
        "The film took more memory than is allowed, and the work on it was stopped.",
        "A damaged or hostile file, or pictures larger than their header says. Nothing was left behind.",
    ),
    (
        "film_crashed",
        422,
        "Tiến trình đọc phim đã ngừng đột ngột ({how}).",
        "The process that read the film ended suddenly ({how}).",
        "A damaged or hostile file. It ended alone; nothing else was touched and nothing was left behind.",
    ),
    (
        "film_no_space",
        507,
        "Không đủ chỗ để ghi tệp kết quả.",
        "There is no room for the file that was to be written.",
        "The disk is full, or the file would be larger than is allowed. What was begun was removed.",
    ),
    (
        "film_program",
        503,
        "Máy này chưa cài chương trình đọc phim (PyAV, Pillow).",
        "What reads films (PyAV, Pillow) is not installed on this machine.",
        "It comes with the server's installation.",
    ),
    (
        "film_moment",
        422,
        "Thời điểm {at_ms} ms nằm ngoài phim.",
        "The moment {at_ms} ms is outside the film.",
        "Ask for a moment from the first frame on to the end of the last.",
    ),
    (
        "film_interval",
        422,
        "Đoạn {start_ms}–{end_ms} ms không nằm trong phim.",
        "The stretch {start_ms}–{end_ms} ms is not in the film.",
        "It must begin before it ends, and overlap the film.",
    ),
    (
        "film_cut_codec",
        422,
        "Không thể cắt phim {codec} mà không nén lại vào MP4.",
        "A film of {codec} cannot be cut into an MP4 without coding it anew.",
        "Give the whole original out instead.",
    ),
    (
        "film_areas",
        422,
        "Vùng che số {number} không hợp lệ: phải có diện tích, nằm trong hình, và bắt đầu trước khi kết thúc.",
        "The masked area {number} is not possible: it needs a size, must lie in the picture, and begin before it ends.",
        "Areas are in points of the original picture, their times in milliseconds of the film.",
    ),
    (
        "film_mark",
        422,
        "Bản giao ra ngoài cần ghi rõ người nhận và thời điểm.",
        "A copy given out needs words that say who received it and when.",
        "A mark of one to three lines, of 200 letters each at most.",
    ),
    (
        "film_boxes",
        422,
        "Cấu trúc tệp MP4 không hợp lệ tại byte {at}: {what}.",
        "The structure of the MP4 file is not possible at byte {at}: {what}.",
        "The file is damaged, or was made to mislead.",
    ),
    (
        "film_seal_place",
        409,
        "Không niêm phong được tệp này: {what}.",
        "This file cannot be sealed: {what}.",
        "A seal is written at the end of the file, and other programs find it there only. Cut or copy the film first.",
    ),
    (
        "film_seal_sealed",
        409,
        "Tệp đã có niêm phong; chỉ có thể niêm phong thêm.",
        "The file is sealed already; a seal can only be added to it.",
        "The first seal says source and start; later ones are added behind it.",
    ),
    (
        "film_seal_unsealed",
        409,
        "Tệp chưa có niêm phong để thêm vào.",
        "The file carries no seal to which another could be added.",
        "Seal it first.",
    ),
    (
        "film_seal_key",
        422,
        "Khóa không dùng được để niêm phong: cần RSA từ 2048 bit, khớp với chứng thư.",
        "The key cannot seal: it must be RSA of 2048 bits or more, and the one of the certificate.",
        "ONVIF's export format asks for RSASSA-PSS.",
    ),
    (
        "film_seal_said",
        422,
        "Thông tin ghi vào niêm phong không hợp lệ: {what}.",
        "What the seal is to say is not possible: {what}.",
        "Each source names a track of the film, once; the start carries its time zone; words hold no zero byte.",
    ),
    (
        "film_clip",
        422,
        "Không thể tạo đoạn phim mô phỏng như vậy: {what}.",
        "Such a simulated clip cannot be made: {what}.",
        "Sizes are even and from 160 × 90 on; a clip has at least one frame.",
    ),
    (
        "film_output",
        409,
        "Tệp kết quả đã tồn tại.",
        "The file to be written exists already.",
        "Nothing is overwritten: name another file, or remove that one.",
    ),
):
    add(_code, _status, vi=_vi, en=_en, about=_about)

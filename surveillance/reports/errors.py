"""The errors of reports, in the one table. Each sentence says what to do. Held by
``tests/surveillance/reports/test_asking.py``."""

from __future__ import annotations

from casino.core.errors import add

for _code, _status, _vi, _en, _about in (
    (
        "reports_unknown",
        404,
        "Không có báo cáo này.",
        "There is no such report.",
        "No report of this code that you may see. List the reports.",
    ),
    (
        "reports_not_yours",
        403,
        "Vai trò của bạn không được yêu cầu báo cáo này.",
        "Your role may not ask for this report.",
        "Regulators and auditors ask for reports within what they may see, pit managers and those above of what is"
        " theirs.",
    ),
    (
        "reports_not_your_table",
        403,
        "Bạn không được phân công ở bàn {table}; hãy chọn bàn của bạn.",
        "You are not posted at table {table}: name tables of yours.",
        "A pit manager asks for reports of tables and pits of postings in force, and names them.",
    ),
    (
        "reports_out_of_scope",
        403,
        "Ngoài phạm vi mà cơ sở cho bạn xem (trò chơi, ngày chơi).",
        "This lies outside of what the house lets you see (games, gaming days).",
        "The account is scoped to games and gaming days of a property. Ask for something within.",
    ),
    (
        "reports_clips_not_yours",
        403,
        "Đoạn phim niêm phong chỉ dành cho Ban giám đốc và cơ quan quản lý đã yêu cầu; hãy yêu cầu không kèm phim.",
        "Sealed clips are for senior management, and for the regulator who asked: ask for a report without them.",
        "A report with sealed clips is asked for and taken away by senior management, and by a regulator who asked for"
        " it within what the house lets them see. Ask without clips, or let them download it.",
    ),
    (
        "reports_clip",
        500,
        "Đoạn phim đã trích của bản ghi {recording} không phải tệp đã ghi sổ; không lập báo cáo.",
        "An exported clip of the recording {recording} is not the file that was recorded; no report is made of it.",
        "Somebody changed a sealed clip in the storage. Ask without clips, and tell those who keep the system.",
    ),
    (
        "reports_needs",
        422,
        "Loại báo cáo này cần thêm: {what}.",
        "This kind of report needs {what}.",
        "A field is missing; docs/reports.md says which ones each kind needs.",
    ),
    (
        "reports_not_with",
        422,
        "Loại báo cáo này không nhận: {what}.",
        "This kind of report does not take {what}.",
        "A field does not belong to this kind of report. Leave it out.",
    ),
    (
        "reports_interval",
        422,
        "Khoảng thời gian phải kết thúc sau khi bắt đầu và không dài quá {days} ngày.",
        "The interval must end after it begins and is {days} days long at most.",
        "Ask for a shorter interval, or for several reports.",
    ),
    (
        "reports_nothing_named",
        404,
        "Không có ván, hồ sơ, bàn hay hộp bài này trong sổ ở vị trí {position}.",
        "The log has no such round, case, table or shoe at position {position}.",
        "What is named was not recorded at the position asked for. Check the code.",
    ),
    (
        "reports_not_ready",
        409,
        "Báo cáo chưa lập xong.",
        "The report is not ready.",
        "It is still being made, or it failed, was cancelled or deleted. Its page says which.",
    ),
    (
        "reports_not_printed",
        503,
        "Chưa in được bản PDF của báo cáo ({why}); gói dữ liệu đã có.",
        "The PDF of the report could not be printed ({why}); its bundle is there.",
        "It is tried again by itself for some hours; asking for the same report again tries it at once.",
    ),
    (
        "reports_worker_died",
        500,
        "Tiến trình lập báo cáo đã dừng giữa chừng {times} lần.",
        "The process that made the report ended in the middle {times} times.",
        "Told by a job. Look at the log of the worker, then begin it again or ask for the same report again.",
    ),
    (
        "reports_failed",
        500,
        "Lỗi khi lập báo cáo ({what}); chi tiết nằm trong nhật ký.",
        "Work on the report failed ({what}); more stands in the log.",
        "Told by a job. Our fault, or the machine's: begin it again after looking at the log.",
    ),
    (
        "reports_ended",
        409,
        "Báo cáo này đã xong, đã hủy hoặc đã xóa.",
        "This report is finished, cancelled or deleted already.",
        "Only a report that is being made can be cancelled; only one that was not deleted yet can be deleted.",
    ),
    (
        "reports_cancelled",
        409,
        "Đã có người hủy việc lập báo cáo.",
        "Somebody stopped this report.",
        "It can be asked for again.",
    ),
    (
        "reports_file_gone",
        410,
        "Tệp của báo cáo không còn; hãy yêu cầu lại.",
        "The file of this report is gone: ask for it again.",
        "Its file was deleted, or a text that it disclosed was erased since.",
    ),
    (
        "reports_reason",
        422,
        "Hãy ghi lý do.",
        "Give a reason.",
        "What is deleted is deleted with a reason.",
    ),
    (
        "reports_no_log",
        503,
        "Chưa có điểm kiểm chứng (checkpoint) của sổ cho vị trí {position}.",
        "No checkpoint of the log covers position {position} yet.",
        "The transparency log is not kept here (TRANSPARENCY_DIR), or is behind. The work is tried again by itself.",
    ),
    (
        "reports_no_key",
        503,
        "Không dùng được khóa ký báo cáo ({why}).",
        "The key that signs reports cannot be used ({why}).",
        "TRANSPARENCY_KEYS_DIR must be a folder of this process's own, mode 700.",
    ),
    (
        "reports_record",
        500,
        "Sổ không khớp với mã băm của nó ({why}); không lập báo cáo.",
        "The record is not that of its hashes ({why}); no report is made of it.",
        "Somebody changed what is stored. Run manage.py verify_ledger and verify_log.",
    ),
    (
        "reports_token",
        422,
        "Mã truy cập này đã có, hoặc không còn hiệu lực.",
        "A token of this name exists already, or has ended.",
        "Choose another name for a new token.",
    ),
    (
        "reports_token_scope",
        422,
        "Hãy chọn ít nhất một loại dữ liệu; trò chơi và ngày riêng chỉ giới hạn được ván, phát hiện và hồ sơ; ngày cuối"
        " không trước ngày đầu.",
        "Choose one kind of resource at least; games and days of its own bound rounds, findings and cases alone; the"
        " last day is not before the first.",
        "Reports are bounded by the scope of the account; what waits and fairness are of the whole house. Make a token"
        " of its own for rounds, findings and cases.",
    ),
    (
        "reports_read_only",
        403,
        "Tài khoản hoặc mã này chỉ được xem trong phạm vi báo cáo.",
        "This account or token is for looking only, within its scope.",
        "Accounts with a scope open the pages of reports, rounds, findings and cases of their scope, and nothing else.",
    ),
):
    add(_code, _status, vi=_vi, en=_en, about=_about)

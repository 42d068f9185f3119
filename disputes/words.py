"""What the codes of cases are called, in Vietnamese and English: stages stand in ``case.allowed``, clocks in
``case.clocks``, bases of 8.4 and buttons in ``case.procedure``; here is the rest. Pure.

Proved by ``tests/disputes/test_words.py``, which asks for words for every value that a fact can hold.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from casino.core.text import Text, figure
from disputes.case.facts import Cause, Law, NoFootage
from games.engine.sentences import say
from games.words import remedies

REMEDIES: Final = {"none": Text("giữ nguyên kết quả", "the result stands"), **remedies.KINDS}
ENDINGS: Final = {
    "settled_at_table": Text("giải quyết xong tại bàn", "settled at the table"),
    "accepted": Text("người chơi chấp nhận quyết định", "decision accepted"),
    "complaint_decided": Text("đã quyết định khiếu nại", "complaint decided"),
    "no_complaint": Text("không có đơn khiếu nại", "no complaint filed"),
    "withdrawn": Text("người chơi rút", "withdrawn"),
    "merged": Text("nhập vào hồ sơ khác", "merged into another case"),
}
RESULTS: Final = {
    "upheld": Text("chấp nhận khiếu nại", "complaint upheld"),
    "varied": Text("thay đổi quyết định trước", "decision before varied"),
    "rejected": Text("bác khiếu nại", "complaint rejected"),
}
SOURCES: Final = {
    "player": Text("người chơi khiếu nại", "a player's complaint"),
    "finding": Text("từ phát hiện của hệ thống", "a finding taken up"),
}
PARTIES: Final = {
    "player": Text("người chơi", "player"),
    "witness": Text("nhân chứng", "witness"),
    "staff": Text("nhân viên", "staff"),
}
EVIDENCE: Final = {
    "text": Text("văn bản", "text"),
    "link": Text("liên kết", "link"),
    "attachment": Text("tệp đính kèm", "attachment"),
    "document": Text("văn bản đã duyệt", "approved document"),
}
REASONS_TO_PASS: Final = {
    "player_disagrees": Text("người chơi không đồng ý", "the player does not agree"),
    "cannot_be_resolved": Text("không giải quyết được tại bàn", "cannot be resolved at the table"),
    "reserved": Text("thuộc thẩm quyền cấp khác (phần 7)", "reserved to another post (section 7)"),
}
PAPERS: Final = {
    "acknowledgement": Text("Giấy xác nhận tiếp nhận", "Acknowledgement"),
    "decision": Text("Thư quyết định", "Decision letter"),
    "right_to_complain": Text("Thông báo quyền khiếu nại", "Notice of the right to complain"),
    "complaint_form": Text("Mẫu đơn khiếu nại", "Complaint form"),
    "complaint_decision": Text("Quyết định giải quyết khiếu nại", "Decision on the complaint"),
    "settlement": Text("Biên bản giải quyết tại bàn", "Settlement at the table"),
    "receipt": Text("Giấy biên nhận", "Receipt"),
}
MANNERS: Final = {
    "in_person": Text("trực tiếp", "in person"),
    "letter": Text("bằng thư", "by letter"),
    "telephone": Text("qua điện thoại", "by telephone"),
    "e_mail": Text("qua thư điện tử", "by e-mail"),
}
LEFT_STEPS: Final = {
    "money": Text("Tiền", "Money"),
    "issue": Text("Lập", "To be issued"),
    "hand_over": Text("Giao", "To be handed over"),
    "sign": Text("Ký", "To be signed"),
}
"""Kind of a step before a case closes -> what stands before the money or paper that it is about."""
HOW: Final = {
    "chips": Text("bằng chip", "in chips"),
    "cash": Text("tiền mặt", "in cash"),
    "transfer": Text("chuyển khoản", "by transfer"),
    "other": Text("cách khác", "otherwise"),
}
GIVEN_UP: Final = {code: remedies.BECAME[code] for code in ("waived", "uncollectable")}
LANGUAGES: Final = {
    "vi": Text("tiếng Việt", "in Vietnamese"),
    "en": Text("tiếng Anh", "in English"),
}
GROUNDS: Final = {
    "term_ended": Text("hết thời hạn lưu giữ", "the record's term has ended"),
    "legal_ground": Text("có căn cứ pháp luật", "on a legal ground"),
}
LAWS: Final[dict[Law, Text]] = {
    "request": Text("người đó yêu cầu xóa", "the person asks for it"),
    "consent_withdrawn": Text("người đó rút lại sự đồng ý", "the person withdraws consent"),
    "unlawful": Text("dữ liệu được thu thập trái luật", "the data were collected unlawfully"),
    "court_order": Text("quyết định của tòa án", "an order of a court"),
    "authority_order": Text("yêu cầu của cơ quan có thẩm quyền", "an order of a competent authority"),
}
"""Grounds of the law, as they are chosen."""
BEFORE_THE_TERM: Final[frozenset[Law]] = frozenset(("unlawful", "court_order", "authority_order"))
"""Those that count while a record's term still runs: keeping it is a duty of the house by law, which neither a request
nor a consent withdrawn ends."""
CAUSES: Final[dict[Cause, Text]] = {
    "not_existing": Text("không tồn tại", "does not exist"),
    "not_applicable": Text("không áp dụng cho vụ này", "does not apply here"),
    "not_obtained": Text("đã hỏi nhưng không nhận được", "asked for and not obtained"),
}
NO_FOOTAGE: Final[dict[NoFootage, Text]] = {
    "out_of_view": Text("không camera nào quay được chỗ đó", "no camera covers the place"),
    "not_recording": Text("camera không ghi hình lúc đó", "the camera was not recording"),
    "no_longer_kept": Text("đã hết thời hạn lưu giữ", "no longer kept"),
    "not_clear": Text("có hình nhưng không thấy rõ việc tranh chấp", "it does not show the matter clearly"),
}
MEASURES: Final = {
    "apology": Text("xin lỗi người chơi", "an apology to the player"),
    "staff_instruction": Text("hướng dẫn lại nhân viên", "instruction of the staff"),
    "record_corrected": Text("sửa lại ghi nhận", "correction of the record"),
    "equipment_checked": Text("kiểm tra thiết bị", "check of the equipment"),
    "procedure_reviewed": Text("xem lại quy trình", "review of the procedure"),
    "other": Text("biện pháp khác", "another measure"),
}
SCANS: Final = {
    "clean": Text("đã quét vi-rút", "scanned for viruses"),
    "not_scanned": Text("chưa quét vi-rút", "not scanned for viruses"),
}


def span(length: timedelta) -> Text:
    """A length of time as people say it, in its two largest units: "2 ngày 3 giờ", "45 phút". Less than a minute is
    "dưới 1 phút"; the sign is not said."""
    minutes = int(abs(length).total_seconds()) // 60
    days, minutes = divmod(minutes, 24 * 60)
    hours, minutes = divmod(minutes, 60)
    parts = [(days, "ngày", "day"), (hours, "giờ", "hour"), (minutes, "phút", "minute")]
    first = next((place for place, (n, _vi, _en) in enumerate(parts) if n), None)
    if first is None:
        return Text("dưới 1 phút", "under a minute")
    told = [part for part in parts[first : first + 2] if part[0]]
    return Text(
        " ".join(f"{n} {vi}" for n, vi, _en in told),
        " ".join(f"{n} {en}{'' if n == 1 else 's'}" for n, _vi, en in told),
    )


def size(count: int) -> Text:
    """A number of bytes as people say it: "18 kB", "2,4 MB"."""
    if count < 1_000:
        return say("{n} byte", "{n} bytes", n=count)
    if count < 1_000_000:
        return say("{n} kB", "{n} kB", n=round(count / 1_000))
    return figure(f"{count / 1_000_000:.1f} MB")

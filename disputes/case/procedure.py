"""Section 8 as one table: which command is possible at which stage, for which posts, under which clause.

The table is the only place that says so: the domain checks it, the admin shows the buttons that it allows, the API and
the documentation list it, and a test walks every role × every command × every stage against it
(``tests/disputes/case/test_procedure.py``). The posts are those of ``games.rules.posts``. A command that depends on
more than stage and post (two persons, a party, an open item) is checked in ``disputes.case.decide`` besides.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from casino.core.text import Text
from disputes.case.facts import Item
from disputes.case.state import Stage
from games.rules.posts import Post

P = Post
S = Stage

TABLE: Final = (P.ACTING_PIT_SUPERVISOR, P.PIT_SUPERVISOR)
"""Who hears the complaint first (8.1)."""
MANAGERS: Final = (P.PIT_MANAGER, P.SHIFT_MANAGER, P.ASSISTANT_DIRECTOR, P.DIRECTOR_OF_TABLE_GAMES)
"""Pit manager or above, below those who decide the complaint about it."""
SENIOR: Final = (P.SENIOR_MANAGEMENT,)
WATCH: Final = (P.SURVEILLANCE,)
BOUND_TO_TABLES: Final = (*TABLE, P.PIT_MANAGER)
"""Posts that act at the tables and pits they are posted to; those above act everywhere."""

UNDER_WAY: Final = tuple(stage for stage in Stage if stage is not S.CLOSED)
COLLECTING: Final = (S.AT_TABLE, S.PIT_MANAGER, S.SENIOR_MANAGEMENT)
"""Stages in which the matter itself is looked into."""
MERGING: Final = (S.AT_TABLE, S.PIT_MANAGER)
"""Stages at which a case is merged into another, and takes one over: a formal complaint is answered by itself."""


class Step(msgspec.Struct, frozen=True):
    """One command: at which stages for which posts, under which clause. ``posts`` of ``open_case`` stand under the
    stage None. ``title`` is the button, ``consequence`` what is said before it is confirmed."""

    command: str
    clause: str
    posts: dict[Stage | None, tuple[Post, ...]]
    title: Text
    consequence: Text

    @property
    def everybody(self) -> frozenset[Post]:
        """Every post that may ever do it."""
        return frozenset(post for posts in self.posts.values() for post in posts)


def _at(stages: tuple[Stage, ...], *posts: tuple[Post, ...]) -> dict[Stage | None, tuple[Post, ...]]:
    together = tuple(dict.fromkeys(post for group in posts for post in group))
    return dict.fromkeys(stages, together)


def _handling(stages: tuple[Stage, ...], *besides: tuple[Post, ...]) -> dict[Stage | None, tuple[Post, ...]]:
    """Those who see to the case at each of these stages, and others besides."""
    return {
        stage: tuple(dict.fromkeys((*HANDLERS[stage], *(p for group in besides for p in group)))) for stage in stages
    }


HANDLERS: Final[dict[Stage, tuple[Post, ...]]] = {
    S.AT_TABLE: (*TABLE, P.PIT_MANAGER),
    S.PIT_MANAGER: MANAGERS,
    S.CONFIRMATION: MANAGERS,
    S.ANSWER: MANAGERS,
    S.DISAGREED: MANAGERS,
    S.COMPLAINT: MANAGERS,
    S.SENIOR_MANAGEMENT: SENIOR,
    S.SENIOR_CONFIRMATION: (*SENIOR, P.DIRECTOR_OF_TABLE_GAMES),
    S.COMPLAINT_ANSWER: (*SENIOR, *MANAGERS),
    S.CLOSED: SENIOR,
}
"""Whose move it is at each stage: in whose inbox the case stands as waiting."""


def _step(
    command: str,
    clause: str,
    posts: dict[Stage | None, tuple[Post, ...]],
    title: tuple[str, str],
    consequence: tuple[str, str],
) -> Step:
    return Step(command, clause, posts, Text(*title), Text(*consequence))


_STEPS: Final = (
    _step(
        "open_case",
        "8.1",
        {None: (*TABLE, *MANAGERS, *SENIOR, *WATCH)},
        ("Mở hồ sơ tranh chấp", "Open a case"),
        (
            "Hồ sơ được lập và giữ vĩnh viễn; đồng hồ xử lý bắt đầu chạy.",
            "A case is made and kept for good; its clock begins to run.",
        ),
    ),
    _step(
        "add_player",
        "8.2",
        _handling(COLLECTING, TABLE, MANAGERS),
        ("Thêm người chơi", "Add a player"),
        (
            "Tên và liên hệ được mã hóa bằng khóa riêng, tách khỏi sổ sự kiện.",
            "Name and contact are encrypted under a key of their own, apart from the record.",
        ),
    ),
    _step(
        "add_witness",
        "8.2",
        _handling(COLLECTING, TABLE, MANAGERS),
        ("Thêm nhân chứng", "Add a witness"),
        (
            "Tên và liên hệ được mã hóa bằng khóa riêng, tách khỏi sổ sự kiện.",
            "Name and contact are encrypted under a key of their own, apart from the record.",
        ),
    ),
    _step(
        "add_staff",
        "8.2",
        _handling(COLLECTING, TABLE, MANAGERS),
        ("Thêm nhân viên liên quan", "Add a person of the house"),
        (
            "Người này trở thành bên liên quan và không được quyết định hồ sơ.",
            "This person becomes a party and cannot decide the case.",
        ),
    ),
    _step(
        "change_rounds",
        "8.2",
        _handling(COLLECTING, TABLE, MANAGERS, WATCH),
        ("Chọn lại ván và cược", "Change rounds and bets"),
        ("Từ nay hồ sơ nói về các ván này.", "From now on the case is about these rounds."),
    ),
    _step(
        "change_amount",
        "8.2",
        _handling(COLLECTING, TABLE, MANAGERS),
        ("Sửa số tiền tranh chấp", "Change the amount in dispute"),
        ("Số cũ vẫn còn trong lịch sử.", "The former amount stays in the history."),
    ),
    _step(
        "take_finding",
        "8.2",
        _handling(COLLECTING, TABLE, MANAGERS, WATCH),
        ("Đưa phát hiện vào hồ sơ", "Take up a finding"),
        ("Phát hiện chuyển sang trạng thái thuộc hồ sơ này.", "The finding stands in this case from now on."),
    ),
    _step(
        "assign",
        "8.2",
        _handling(UNDER_WAY),
        ("Bàn giao", "Hand over"),
        ("Người được giao thấy hồ sơ trong mục Của tôi.", "The colleague finds it under Mine."),
    ),
    _step(
        "take_over",
        "8.2",
        _handling(UNDER_WAY),
        ("Tiếp nhận", "Take over"),
        ("Hồ sơ đứng tên bạn.", "The case is yours from now on."),
    ),
    _step(
        "take_statement",
        "8.4.5",
        _handling(COLLECTING, TABLE, MANAGERS, WATCH),
        ("Ghi lời khai", "Take a statement"),
        ("Lời khai được mã hóa và giữ nguyên văn.", "The statement is encrypted and kept word for word."),
    ),
    _step(
        "add_note",
        "8.2",
        {**_handling(UNDER_WAY, TABLE, MANAGERS, SENIOR, WATCH), S.CLOSED: (*MANAGERS, *SENIOR)},
        ("Ghi chú", "Add a note"),
        ("Ghi chú nội bộ, được mã hóa.", "A note of the house, encrypted."),
    ),
    _step(
        "propose_remedy",
        "8.1",
        _handling((S.AT_TABLE,)),
        ("Đề xuất tại bàn", "Offer a remedy at the table"),
        ("Người chơi được hỏi có đồng ý với đề xuất này không.", "The player is asked to agree to this."),
    ),
    _step(
        "answer_at_table",
        "8.1",
        _handling((S.AT_TABLE,)),
        ("Trả lời của người chơi", "The player's answer"),
        (
            "Đồng ý: việc khắc phục được ghi vào ván và hồ sơ khép lại. Không đồng ý: hồ sơ chuyển lên Quản lý Pit.",
            "Agreed: the remedy is recorded at the round and the case closes. Not agreed: it goes to the pit manager.",
        ),
    ),
    _step(
        "pass_on",
        "8.1",
        _handling((S.AT_TABLE,)),
        ("Chuyển lên Quản lý Pit", "Pass on to the pit manager"),
        (
            "Từ đây Giám sát Pit không còn quyết định hồ sơ này.",
            "From here on a pit supervisor cannot decide the case.",
        ),
    ),
    _step(
        "add_evidence",
        "8.4",
        _handling(COLLECTING, TABLE, MANAGERS, WATCH),
        ("Thêm căn cứ", "Add evidence"),
        ("Căn cứ được giữ cùng mã băm.", "It is kept with its hash."),
    ),
    _step(
        "withdraw_evidence",
        "8.4",
        _handling((S.PIT_MANAGER, S.SENIOR_MANAGEMENT)),
        ("Rút căn cứ", "Withdraw evidence"),
        ("Căn cứ vẫn còn trong lịch sử nhưng không còn được tính.", "It stays in the history but counts no more."),
    ),
    _step(
        "mark_none",
        "8.4",
        _handling((S.PIT_MANAGER, S.SENIOR_MANAGEMENT)),
        ("Không có căn cứ này", "Nothing of this kind"),
        ("Mục này được coi là đã xem xét.", "The item counts as looked into."),
    ),
    _step(
        "notify_surveillance",
        "8.2",
        _handling((S.PIT_MANAGER, S.SENIOR_MANAGEMENT)),
        ("Báo Bộ phận Giám sát", "Notify Surveillance"),
        ("Bộ phận Giám sát được báo ngay và phải xác nhận.", "Surveillance is told at once and is to acknowledge it."),
    ),
    _step(
        "acknowledge_notice",
        "8.2",
        _at(tuple(stage for stage in UNDER_WAY if stage is not S.AT_TABLE), WATCH),
        ("Xác nhận đã nhận", "Acknowledge"),
        ("Thời điểm xác nhận được ghi lại.", "The moment is recorded."),
    ),
    _step(
        "ask_footage",
        "8.4.6",
        _handling((S.PIT_MANAGER, S.SENIOR_MANAGEMENT), MANAGERS),
        ("Yêu cầu cảnh quay", "Ask for footage"),
        ("Yêu cầu nêu bàn, ván và khoảng thời gian.", "The request names table, round and interval."),
    ),
    _step(
        "answer_footage",
        "8.4.6",
        _at((S.PIT_MANAGER, S.SENIOR_MANAGEMENT), WATCH),
        ("Trả lời yêu cầu cảnh quay", "Answer a request for footage"),
        ("Câu trả lời trở thành căn cứ của hồ sơ.", "The answer becomes evidence of the case."),
    ),
    _step(
        "promise_time",
        "8.3",
        _handling((S.PIT_MANAGER, S.SENIOR_MANAGEMENT), MANAGERS),
        ("Hẹn thời gian xử lý", "Promise a time"),
        ("Đồng hồ chạy đến thời điểm đã hẹn, có nhắc trước.", "The clock runs to the promised time, with reminders."),
    ),
    _step(
        "say_no_time",
        "8.3",
        _handling((S.PIT_MANAGER, S.SENIOR_MANAGEMENT), MANAGERS),
        ("Chưa thể hẹn thời gian", "No time can be given"),
        ("Lý do được ghi lại thay cho lời hẹn.", "The reason is recorded in place of a promise."),
    ),
    _step(
        "decide",
        "8.4",
        _at((S.PIT_MANAGER,), MANAGERS),
        ("Quyết định", "Decide"),
        (
            "Quyết định có hiệu lực được ghi vào ván; trên mức tiền quy định phải có người thứ hai xác nhận trước.",
            "A decision in force is recorded at the round; above the set amount a second person confirms it first.",
        ),
    ),
    _step(
        "confirm",
        "8.4",
        _handling((S.CONFIRMATION, S.SENIOR_CONFIRMATION)),
        ("Xác nhận quyết định", "Confirm the decision"),
        ("Quyết định có hiệu lực và được ghi vào ván.", "The decision takes effect and is recorded at the round."),
    ),
    _step(
        "refuse_confirmation",
        "8.4",
        _handling((S.CONFIRMATION, S.SENIOR_CONFIRMATION)),
        ("Không xác nhận", "Send the decision back"),
        ("Hồ sơ trở lại bước quyết định.", "The case goes back to be decided again."),
    ),
    _step(
        "issue_paper",
        "8.3",
        {
            S.PIT_MANAGER: MANAGERS,
            S.CONFIRMATION: MANAGERS,
            S.ANSWER: MANAGERS,
            S.DISAGREED: MANAGERS,
            S.COMPLAINT: (*MANAGERS, *TABLE),
            S.SENIOR_MANAGEMENT: (*MANAGERS, *SENIOR),
            S.SENIOR_CONFIRMATION: (*MANAGERS, *SENIOR),
            S.COMPLAINT_ANSWER: (*MANAGERS, *SENIOR),
            S.CLOSED: (*MANAGERS, *SENIOR),
        },
        ("Lập văn bản cho người chơi", "Issue a paper"),
        ("Văn bản PDF được lưu kèm mã băm.", "The PDF is kept with its hash."),
    ),
    _step(
        "record_answer",
        "8.5",
        _at((S.ANSWER, S.DISAGREED, S.COMPLAINT), MANAGERS),
        ("Ghi trả lời của người chơi", "Record the player's answer"),
        (
            "Đồng ý: hồ sơ khép lại. Không đồng ý: người chơi phải được báo về quyền khiếu nại.",
            "Agreed: the case closes. Not agreed: the player must be told of the right to complain.",
        ),
    ),
    _step(
        "inform_of_right",
        "8.5",
        _at((S.DISAGREED,), MANAGERS),
        ("Báo quyền khiếu nại", "Inform of the right to complain"),
        ("Thời hạn nộp đơn khiếu nại bắt đầu.", "The term for filing the complaint begins."),
    ),
    _step(
        "record_help",
        "8.6",
        _at((S.COMPLAINT,), TABLE, MANAGERS, SENIOR),
        ("Ghi việc hướng dẫn nộp đơn", "Record help in filing"),
        ("Ghi lại người chơi đã được hỗ trợ thế nào.", "What help the player had is recorded."),
    ),
    _step(
        "file_complaint",
        "8.5",
        _at((S.COMPLAINT,), TABLE, MANAGERS, SENIOR),
        ("Nhận đơn khiếu nại", "Take in the complaint"),
        ("Hồ sơ chuyển lên quản lý cấp cao.", "The case goes to senior management."),
    ),
    _step(
        "close_without_complaint",
        "8.5",
        _at((S.COMPLAINT,), MANAGERS),
        ("Khép lại, không có đơn", "Close, no complaint filed"),
        ("Chỉ được khi đã hết thời hạn nộp đơn.", "Possible only after the term for filing."),
    ),
    _step(
        "decide_complaint",
        "8.5",
        _at((S.SENIOR_MANAGEMENT,), SENIOR),
        ("Quyết định khiếu nại", "Decide the complaint"),
        ("Khoản khắc phục bổ sung được ghi vào ván.", "What is granted besides is recorded at the round."),
    ),
    _step(
        "close_complaint",
        "8.5",
        _handling((S.COMPLAINT_ANSWER,)),
        ("Khép lại hồ sơ", "Close the case"),
        ("Người chơi đã có quyết định bằng văn bản.", "The player has the decision in writing."),
    ),
    _step(
        "withdraw",
        "8.5",
        {**_handling(UNDER_WAY, TABLE, MANAGERS), S.SENIOR_MANAGEMENT: (*MANAGERS, *SENIOR)},
        ("Người chơi rút", "The player withdraws"),
        ("Hồ sơ khép lại; mọi điều đã ghi vẫn giữ nguyên.", "The case closes; everything recorded stays."),
    ),
    _step(
        "merge",
        "8.2",
        _handling(MERGING, MANAGERS),
        ("Nhập vào hồ sơ khác", "Merge into another case"),
        ("Hồ sơ này khép lại; hồ sơ kia tiếp tục.", "This case closes; the other goes on."),
    ),
    _step(
        "reopen",
        "8.5",
        {S.CLOSED: SENIOR},
        ("Mở lại", "Reopen"),
        ("Hồ sơ trở lại bước xem xét.", "The case goes back to be looked into."),
    ),
    _step(
        "erase_person",
        "8.4",
        {S.CLOSED: SENIOR},
        ("Xóa dữ liệu cá nhân", "Erase personal data"),
        (
            "Khóa bị hủy: tên, liên hệ và mọi văn bản liên quan không bao giờ đọc lại được.",
            "The key is destroyed: name, contact and every text about them can never be read again.",
        ),
    ),
)

PROCEDURE: Final[dict[str, Step]] = {step.command: step for step in _STEPS}
"""Code of a command -> its step."""


def posts_for(command: str, stage: Stage | None) -> tuple[Post, ...]:
    """Who may do it at this stage; nobody where it is not possible."""
    return PROCEDURE[command].posts.get(stage, ())


def possible(stage: Stage, post: str) -> list[Step]:
    """The steps of a post at a stage, in the order of the procedure."""
    return [step for step in _STEPS if post in step.posts.get(stage, ())]


ITEMS: Final[dict[Item, tuple[str, Text]]] = {
    "rules": ("8.4.1", Text("Thể lệ trò chơi đã được duyệt", "Approved rules of the game")),
    "published": ("8.4.2", Text("Thông tin do doanh nghiệp công bố", "Information published by the casino")),
    "procedures": ("8.4.3", Text("Quy trình vận hành chuẩn", "Standard operating procedures")),
    "controls": ("8.4.4", Text("Tiêu chuẩn kiểm soát nội bộ", "Internal control standards")),
    "statements": ("8.4.5", Text("Ghi nhận sự việc của các bên", "Incident statements of the parties")),
    "footage": ("8.4.6", Text("Cảnh quay của Bộ phận Giám sát", "Surveillance footage")),
    "other": ("8.4.7", Text("Chứng cứ khác", "Anything else of evidential value")),
    "law": ("8.4.8", Text("Pháp luật hiện hành", "Law in force")),
}
"""The check-list of 8.4: code -> clause and name."""


PRINTED: Final[dict[str, dict[str, tuple[str, ...]]]] = {"roulette": {"8.4.5": ("8.4.5", "8.4.6"), "8.4.6": ("8.4.7",)}}
"""Game -> clause of the list of 8.4 -> where that game's document prints it, if elsewhere: roulette's repeats 8.4.5 as
8.4.6 and speaks of footage in 8.4.7."""

PAPERS: Final[dict[str, str]] = {
    "acknowledgement": "8.3",
    "decision": "8.4",
    "right_to_complain": "8.5",
    "complaint_form": "8.6",
    "complaint_decision": "8.5",
}
"""Paper -> the clause that it serves."""

OF_THE_HOUSE: Final = frozenset({"assign", "take_over", "add_note", "merge", "withdraw", "reopen", "erase_person"})
"""Commands that no clause asks for. They stand under the clause of the step at which they are needed; the table of
clauses does not count them as carrying it out (``disputes.case.clauses``)."""


def printed(clause: str, game: str | None) -> tuple[str, ...]:
    """The numbers under which a game's document prints a clause of section 8."""
    return PRINTED.get(game or "", {}).get(clause, (clause,))


def clause_of(item: str, game: str | None) -> str:
    """The number under which an item of the check-list is cited."""
    clauses: Mapping[Any, tuple[str, Text]] = ITEMS
    return printed(clauses[item][0], game)[0]

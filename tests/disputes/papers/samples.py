"""A dispute on two bets of a roulette round, as the five papers tell it. Also what a reader of a PDF sees of it."""

from __future__ import annotations

import io
from datetime import UTC, date, datetime
from typing import Any, Final

import msgspec
from pypdf import PdfReader

from casino.core.text import Text
from disputes.case.facts import PaperKind
from disputes.papers import data as d
from games.catalogue import shipped
from games.engine.facts import Person

KINDS: Final[tuple[PaperKind, ...]] = (
    "acknowledgement",
    "decision",
    "right_to_complain",
    "complaint_form",
    "complaint_decision",
)
AT_THE_TABLE: Final[tuple[PaperKind, ...]] = ("settlement", "receipt")
"""Of a case closed at the table."""
LANGUAGES: Final[tuple[str, ...]] = ("vi", "en")

BOOK: Final = shipped().by_id("roulette.2020-06-13")
SUPERVISOR: Final = Person(post="pit_supervisor", staff="PS07")
MANAGER: Final = Person(post="pit_manager", staff="PM02")
SHIFT: Final = Person(post="shift_manager", staff="SM01")
SENIOR: Final = Person(post="senior_management", staff="GD01")


def _clauses(*numbers: str) -> tuple[d.ClauseRow, ...]:
    return tuple(d.ClauseRow(document=BOOK.id, number=n, text=BOOK.clauses[n].text) for n in numbers)


DECISION: Final = d.Decision(
    code="D1",
    decided_at=datetime(2026, 11, 21, 4, 5, tzinfo=UTC),
    decided_by=MANAGER,
    confirmed_by=SHIFT,
    remedy=d.Remedy(
        kind="pay_difference",
        total_minor=3_600_000,
        beyond_rules_minor=100_000,
        deviation="Bù thêm vì quý khách phải chờ lâu.",
    ),
    reasons="Chip của quý khách nằm trọn trên ô số 17 khi ngừng nhận cược.\nNhân viên đã thu nhầm.",
)
ON_COMPLAINT: Final = d.Decision(
    code="D2",
    decided_at=datetime(2026, 11, 28, 2, 0, tzinfo=UTC),
    decided_by=SENIOR,
    remedy=d.Remedy(kind="none"),
    reasons="Cuộn phim và lời khai của nhân viên đều cho thấy cược thứ hai đặt sau hiệu lệnh.",
    result="rejected",
)

PAPER: Final = d.PaperData(
    kind="decision",
    language="vi",
    house=d.House(
        code="HN1",
        name=Text("Casino Vịnh Xanh", "Blue Bay Casino"),
        time_zone="Asia/Ho_Chi_Minh",
        address=Text("1 Đường Biển, Hội An; +84 235 111 222", "1 Sea Road, Hoi An; +84 235 111 222"),
    ),
    currency="VND",
    case="TC-2026-0042",
    paper="L3",
    issued_at=datetime(2026, 11, 21, 4, 30, tzinfo=UTC),
    issued_by=SUPERVISOR,
    addressee=d.Addressee(
        name="Nguyễn Thị Ánh Nguyệt", contact="12 Phố Huế, Hà Nội\n+84 912 345 678", reference="K-1187"
    ),
    opened_at=datetime(2026, 11, 20, 15, 12, tzinfo=UTC),
    claim="Tôi đặt 100.000 vào số 17 trước khi hô ngừng cược, số 17 ra mà không được trả.",
    table="RL01",
    amount_minor=3_500_000,
    promised_until=datetime(2026, 11, 21, 11, 0, tzinfo=UTC),
    rounds=(
        d.RoundRow(
            table="RL01",
            round="20261120-0007",
            game=Text("Cò Quay", "Roulette"),
            opened_at=datetime(2026, 11, 20, 15, 7, 31, tzinfo=UTC),
            result=Text("17 đen", "17 black"),
        ),
    ),
    bets=(
        d.BetRow(
            round="20261120-0007",
            bet="b1",
            place=Text("số 17", "number 17"),
            stake_minor=100_000,
            due_minor=3_500_000,
            recorded_minor=-100_000,
            difference_minor=-3_600_000,
            remedy_minor=3_600_000,
            told=(
                Text("Quý khách đặt 100.000 VND vào số 17.", "You bet 100,000 VND on number 17."),
                Text(
                    "Như vậy casino còn phải trả Quý khách 3.600.000 VND.", "So the house still owes you 3,600,000 VND."
                ),
            ),
            clauses=("4.1.1", "7.2"),
        ),
        d.BetRow(
            round="20261120-0007",
            bet="b2",
            place=Text("đỏ", "red"),
            stake_minor=250_000,
            due_minor=-250_000,
            recorded_minor=-250_000,
            difference_minor=0,
        ),
    ),
    documents=(
        d.DocumentRow(id=BOOK.id, title=BOOK.title, number=BOOK.number, valid_from=BOOK.effective_from),
        d.DocumentRow(
            id="SOP-ROU",
            title=Text("Quy trình vận hành bàn Cò Quay", "Operating procedure for roulette"),
            number="SOP-12",
            valid_from=date(2025, 1, 1),
        ),
    ),
    clauses=_clauses("8.4", "7.12"),
    bases=(
        d.BasisRow(
            clause="8.4.1",
            name=BOOK.clauses["8.4.1"].text,
            found=(d.FoundRow(what=Text("E1: thể lệ", "E1: rules"), decisive=True),),
        ),
        d.BasisRow(clause="8.4.2", name=BOOK.clauses["8.4.2"].text),
        d.BasisRow(
            clause="8.4.3",
            name=BOOK.clauses["8.4.3"].text,
            found=(d.FoundRow(what=Text("E2: Quy trình vận hành bàn Cò Quay (SOP-12)", "E2: Procedure (SOP-12)")),),
        ),
    ),
    decision=DECISION,
    reply_by=datetime(2026, 11, 28, 11, 0, tzinfo=UTC),
    complaint_filed_at=datetime(2026, 11, 23, 3, 0, tzinfo=UTC),
    complaint="Tôi không đồng ý vì cược thứ hai cũng đặt trước hiệu lệnh.",
    complaint_decision=ON_COMPLAINT,
)  # fmt: skip


def paper(kind: PaperKind, language: str = "vi", **changes: Any) -> d.PaperData:
    """The sample as a paper of this kind, with changes."""
    given: dict[str, Any] = {"kind": kind, "language": language}
    if kind == "complaint_form":
        given["complaint"] = ""
    if kind in AT_THE_TABLE:
        given["decision"] = msgspec.structs.replace(
            DECISION, code="O1", reasons="", confirmed_by=None, decided_by=SUPERVISOR
        )
    if kind == "right_to_complain":
        given["clauses"] = _clauses("8.5", "8.6")
    return msgspec.structs.replace(PAPER, **(given | changes))


def pages(pdf: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]


def squeezed(text: str) -> str:
    """Text without its spaces and line ends, which a layout may move."""
    return "".join(text.split())


def read(pdf: bytes) -> str:
    """All the text of a PDF, squeezed."""
    return squeezed(" ".join(pages(pdf)))

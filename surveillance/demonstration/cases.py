"""Disputes of the demonstration property: a handful of cases, one at each stage that people want to see.

They are about wrong payments that the simulated day really has in it, and go the same way as everything else: through
the service, by the demonstration's accounts. What was begun and interrupted goes on where it stopped, since every step
has an id of its own. Names are of nobody. Proved by ``tests/disputes/test_demonstration.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID, uuid5

import msgspec
from django.contrib.auth.models import User

from casino.commands.models import Receipt
from casino.ledger.models import Property
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.execution import service
from disputes.notices import follower
from disputes.rows import readmodel, stored
from disputes.rows.actor import actor_of
from games.engine import bet_owner
from games.rows.models import Finding
from games.rows.replay import Replayer
from games.simulate import staff
from surveillance.demonstration import library

IDS: Final = UUID("6f1d7a52-8a0e-4c39-9a4e-0d1f3f5f7a11")
SUPERVISOR, MANAGER, SHIFT = "pit_supervisor", "pit_manager", "shift_manager"
SENIOR, WATCH = "senior_management", "surveillance"
SMALL_MINOR: Final = 5_000_000
"""What may be settled at a table."""
DOCUMENTS: Final[dict[f.Item, str]] = {
    "published": "TB-MUC-CUOC",
    "procedures": "SOP-BAI",
    "controls": "KSNB-TIEN",
    "law": "ND-03-2017",
}
"""What of the demonstration's library stands under which basis of 8.4, whatever the game."""
ACCOUNTS: Final = {member.role: member.username for member in staff.ACCOUNTS}


class Matter(msgspec.Struct, frozen=True):
    """A wrong payment of the day: the finding, its round and bet, what the table calls its player (None: it does not
    say), what is owed to the player, and when it was."""

    finding: f.FindingRef
    ref: f.RoundRef
    document: str
    clauses: tuple[str, ...]
    owed_minor: int
    moment: datetime
    player: str | None = None

    def remedy(self, kind: Any, amount: int | None = None, deviation: str | None = None) -> c.AskedRemedy:
        """A remedy for this bet; without an amount, none."""
        place = {"table": self.ref.table, "round": self.ref.round, "bet": self.ref.bets[0]}
        lines = () if amount is None else (c.Line(to_player_minor=amount, **place),)
        cited = tuple(f.Citation(document=self.document, clause=clause) for clause in self.clauses)
        return c.AskedRemedy(kind=kind, citations=cited, lines=lines, deviation=deviation)


class Carrier:
    """Carries one case through its steps; each step has the id of its place."""

    def __init__(self, owner: Property, name: str, now: datetime) -> None:
        self.owner = owner
        self.name = name
        self.now = now
        self.number: str | None = None
        self.steps = 0

    def do(self, role: str, command: c.Command) -> None:
        """The next step, by the account of a role; one that was done before is passed over."""
        self.steps += 1
        command_id = uuid5(IDS, f"{self.owner.code}/{self.name}/{self.steps}")
        receipt = Receipt.objects.filter(property=self.owner, command_id=command_id).first()
        if receipt is not None:
            self.number = receipt.stream.partition("/")[2]
            return
        user = User.objects.get(username=ACCOUNTS[role])
        seen = 0 if self.number is None else stored.load(self.owner.code, self.number).version
        done = service.execute(
            self.owner.code,
            self.number,
            command,
            actor=actor_of(user, self.owner.code, self.now),
            seen_version=seen,
            command_id=command_id,
            now=self.now,
        )
        self.number = done.code
        # What was recorded bears the database's time: what follows from it cannot have happened earlier.
        self.now = max(self.now, done.recorded_at)

    # Stretches of the way

    def opened(self, matter: Matter, claim: str, player: str, contact: str = "") -> Carrier:
        bet = {"table": matter.ref.table, "round": matter.ref.round, "bet": matter.ref.bets[0]}
        asked = () if matter.player is not None else (c.BetOf(**bet, party="P1"),)
        self.do(
            SUPERVISOR,
            c.OpenCase(
                claim=claim,
                players=(c.Outsider(name=player, contact=contact, reference=matter.player),),
                whose=asked,
                table=matter.ref.table,
                rounds=(matter.ref,),
                amount_minor=abs(matter.owed_minor),
            ),
        )
        return self

    def passed_on(self) -> Carrier:
        self.do(SUPERVISOR, c.PassOn(why="cannot_be_resolved", reason="Khách muốn xem lại ván."))
        return self

    def collected(self, matter: Matter) -> Carrier:
        """8.2 to 8.4. The rule book of the round stands under 8.4.1 by itself."""
        self.do(MANAGER, c.NotifySurveillance())
        self.do(WATCH, c.AcknowledgeNotice())
        self.do(MANAGER, c.PromiseTime(until=self.now + timedelta(hours=4), language="vi"))
        self.do(MANAGER, c.TakeStatement(party="P1", said="Tôi đặt cược trước khi có lệnh dừng cược."))
        self.do(MANAGER, c.AddEvidence(item="other", text="Bản diễn lại của ván và bảng tính số tiền phải trả."))
        for item, document in DOCUMENTS.items():
            self.do(MANAGER, c.AddEvidence(item=item, document=document, version=library.newest(document)))
        self.footage(matter, "Từ lúc đặt cược đến lúc trả thưởng.")
        shown = "CAM-07, đúng khoảng thời gian yêu cầu: chip đặt trước khi ngừng nhận cược (mô phỏng)."
        self.do(WATCH, c.AnswerFootage(request="F1", found=True, answer=shown))
        return self

    def footage(self, matter: Matter, note: str) -> None:
        """Ask for the footage of the two minutes from the opening of the round."""
        asked = c.AskFootage(
            table=matter.ref.table,
            round=matter.ref.round,
            begins_at=matter.moment,
            ends_at=matter.moment + timedelta(minutes=2),
            note=note,
        )
        self.do(MANAGER, asked)

    def decided(self, remedy: c.AskedRemedy) -> Carrier:
        reasons = "Số tiền ghi nhận khác với số tiền tính lại theo thể lệ (mô phỏng)."
        self.do(MANAGER, c.Decide(remedy=remedy, reasons=reasons, evidence=("E1", "S1")))
        return self

    def told(self) -> Carrier:
        self.do(MANAGER, c.IssuePaper(kind="decision", language="vi"))
        return self

    def complained(self) -> Carrier:
        self.do(MANAGER, c.RecordAnswer(agreed=False, said="Khách cho rằng phải được trả nhiều hơn."))
        self.do(MANAGER, c.IssuePaper(kind="right_to_complain", language="vi"))
        self.do(MANAGER, c.InformOfRight(told_at=self.now, language="vi"))
        self.do(SUPERVISOR, c.RecordHelp(what="Hướng dẫn khách điền mẫu đơn."))
        self.do(MANAGER, c.FileComplaint(said="Tôi đề nghị quản lý cấp cao xem xét lại (mô phỏng)."))
        return self


def matters(owner: Property) -> Iterator[Matter]:
    """Wrong payments of the simulated day, one table after another, so that the games take turns."""
    rows = list(
        Finding.objects.filter(property=owner, severity="money", status="open", round__source="simulated")
        .exclude(round__document="")
        .exclude(amount_minor=0)
        .select_related("round", "property")
        .order_by("opened_position")
    )
    in_round = Counter(row.round_id for row in rows)
    by_table: dict[str, list[Finding]] = {}
    for row in rows:
        of_a_bet = bool(row.subject) and ":" not in row.subject  # not of a call, a ruling or another fact
        if of_a_bet and in_round[row.round_id] == 1 and row.clauses and abs(row.amount_minor) < SMALL_MINOR:
            by_table.setdefault(row.table, []).append(row)
    while any(by_table.values()):
        for found in by_table.values():
            if found:
                yield _matter(found.pop(0))


def _matter(row: Finding) -> Matter:
    assert row.round is not None
    return Matter(
        finding=f.FindingRef(stream=row.stream, identity=row.identity),
        ref=f.RoundRef(table=row.round.table, round=row.round.code, bets=(row.subject,)),
        document=row.round.document,
        clauses=tuple(row.clauses[:3]),
        owed_minor=-row.amount_minor,
        moment=row.round.moment,
        player=_player(row),
    )


def _player(row: Finding) -> str | None:
    """What the table calls the player of the bet that a finding is about."""
    assert row.round is not None
    replay = Replayer(row.property.code).round(row.round.stream)
    return bet_owner.players(replay.state).get(row.subject)


def load(owner: Property, now: datetime) -> int:
    """Make the cases that are not there yet; how many there are."""
    library.load(owner.code, now)
    readmodel.follow_to_head(owner.code)
    found = _chosen(owner)
    carriers = []
    for (name, way), matter in zip(_WAYS.items(), found, strict=False):
        carrier = Carrier(owner, name, now)
        way(carrier, matter)
        carriers.append(carrier)
    follower.catch_up(owner.code, now=now)
    return len(carriers)


def _chosen(owner: Property) -> list[Matter]:
    """The same matters at every start: those of cases that were begun are taken up from their openings."""
    begun: dict[str, Matter] = {}
    for name in _WAYS:
        receipt = Receipt.objects.filter(property=owner, command_id=uuid5(IDS, f"{owner.code}/{name}/1")).first()
        if receipt is not None:
            begun[name] = _of_case(owner, receipt.stream.partition("/")[2])
    fresh = (m for m in matters(owner) if all(m.ref.stream != other.ref.stream for other in begun.values()))
    chosen = []
    for name in _WAYS:
        matter = begun.get(name) or next(fresh, None)
        if matter is None:
            break
        chosen.append(matter)
    return chosen


def _of_case(owner: Property, number: str) -> Matter:
    case = stored.load(owner.code, number)
    ref = case.rounds[0]
    row = Finding.objects.filter(
        property=owner, round__stream=ref.stream, subject=ref.bets[0], severity="money"
    ).select_related("round", "property")
    return _matter(row.order_by("opened_position")[:1].get())


def _at_table(carrier: Carrier, matter: Matter) -> None:
    carrier.opened(matter, "Khách nói số tiền nhận chưa đúng.", "Trần Thị Mai (mô phỏng)", "0900 000 001")


def _settled(carrier: Carrier, matter: Matter) -> None:
    carrier.opened(matter, "Khách đếm lại và thấy sai.", "Lê Văn Hùng (mô phỏng)", "0900 000 002")
    kind = "pay_difference" if matter.owed_minor > 0 else "take_back"
    carrier.do(SUPERVISOR, c.ProposeRemedy(remedy=matter.remedy(kind, matter.owed_minor)))
    carrier.do(SUPERVISOR, c.AnswerAtTable(agreed=True))
    # Another person than who settled it sees the money change hands, as at a real desk.
    carrier.do(MANAGER, c.RecordMoney(line="M1", how="chips", moved_at=carrier.now))
    carrier.do(MANAGER, c.IssuePaper(kind="settlement", language="vi"))
    carrier.do(MANAGER, c.IssuePaper(kind="receipt", language="vi"))
    handed = c.HandOverPaper(paper="L1", handed_at=carrier.now, manner="in_person", to="Chính người chơi", signed=True)
    carrier.do(MANAGER, handed)  # the receipt with it: the case closes


def _collecting(carrier: Carrier, matter: Matter) -> None:
    carrier.opened(matter, "Khách không đồng ý với cách tính.", "Kim Ji-woo (simulated)", "jiwoo@example.test")
    carrier.passed_on()
    carrier.do(MANAGER, c.NotifySurveillance())
    carrier.do(MANAGER, c.PromiseTime(until=carrier.now + timedelta(hours=2), language="en"))
    carrier.footage(matter, "Từ lúc đặt cược đến lúc trả thưởng.")
    carrier.do(MANAGER, c.TakeStatement(party="P1", said="I put the chips down before the call."))


def _confirming(carrier: Carrier, matter: Matter) -> None:
    carrier.opened(matter, "Khách đòi hoàn toàn bộ.", "Phạm Quốc Bảo (mô phỏng)", "0900 000 004")
    carrier.passed_on().collected(matter)
    carrier.decided(matter.remedy("refund", 12_000_000, "Thiện chí với khách quen (mô phỏng)."))


def _answering(carrier: Carrier, matter: Matter) -> None:
    carrier.opened(matter, "Khách hỏi vì sao nhận ít hơn.", "Đặng Thu Hà (mô phỏng)", "0900 000 005")
    kind = "pay_difference" if matter.owed_minor > 0 else "take_back"
    carrier.passed_on().collected(matter).decided(matter.remedy(kind, matter.owed_minor)).told()


def _senior(carrier: Carrier, matter: Matter) -> None:
    carrier.opened(matter, "Khách muốn được trả thêm.", "Vũ Minh Tuấn (mô phỏng)", "0900 000 006")
    carrier.passed_on().collected(matter).decided(matter.remedy("none")).told().complained()


def _withdrawn(carrier: Carrier, matter: Matter) -> None:
    carrier.opened(matter, "Khách nói đặt nhầm ô.", "Nguyễn Thị Lan (mô phỏng)")
    carrier.do(SUPERVISOR, c.Withdraw(said="Khách xem bản diễn lại và thôi không khiếu nại."))


def _from_finding(carrier: Carrier, matter: Matter) -> None:
    carrier.do(
        WATCH,
        c.OpenCase(
            claim="Bản kiểm tra lại cho thấy số tiền trả khác số tiền tính theo thể lệ; chưa rõ người chơi.",
            table=matter.ref.table,
            rounds=(matter.ref,),
            findings=(matter.finding,),
            amount_minor=abs(matter.owed_minor),
        ),
    )


_WAYS: Final = {
    "settled": _settled,
    "at-table": _at_table,
    "collecting": _collecting,
    "answering": _answering,
    "senior": _senior,
    "confirming": _confirming,
    "withdrawn": _withdrawn,
    "from-finding": _from_finding,
}
"""Name of a case -> its way."""

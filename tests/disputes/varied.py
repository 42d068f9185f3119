"""A dozen cases of one house, each at another place of section 8, for tests of what is made of all of them."""

from __future__ import annotations

from datetime import timedelta

from django.test import override_settings

from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.state import Stage
from games.rows.models import Finding
from tests.admin.house import House
from tests.disputes.court import GENEROUS, NONE, SHORT, SOMEBODY, Court, remedy

WAYS = (
    "settled",
    "offered",
    "collecting",
    "confirmation",
    "accepted",
    "complained",
    "decided_above",
    "withdrawn",
    "merged",
    "reopened",
    "from_a_finding",
    "nowhere",
    "erased",
)


def varied() -> dict[str, Court]:
    """All of them, opened in this order: number 1 is ``settled``."""
    house = House()
    courts: dict[str, Court] = {}
    with override_settings(FIRST_SETTINGS=GENEROUS):
        for way in WAYS:
            court = Court(house)
            if courts:
                court.now = list(courts.values())[-1].now
            _DO[way](court, courts)
            courts[way] = court
    return courts


def _settled(court: Court, _others: dict[str, Court]) -> None:
    court.open()
    court.do("pit_supervisor", c.ProposeRemedy(remedy=remedy(), note="Khách đồng ý miệng."))
    court.do("pit_supervisor", c.AnswerAtTable(agreed=True, said="Cảm ơn."))
    court.finished()


def _offered(court: Court, _others: dict[str, Court]) -> None:
    court.open(amount_minor=None, witnesses=(c.Outsider(name="Lê Thị Bưởi"),), staff=("S-7",))
    court.do("pit_supervisor", c.ProposeRemedy(remedy=NONE))


def _collecting(court: Court, _others: dict[str, Court]) -> None:
    court.passed_on()
    court.do("pit_manager", c.NotifySurveillance())
    court.do(
        "pit_manager",
        c.AskFootage(table="RL01", round="short", begins_at=court.now - timedelta(hours=1), ends_at=court.now),
    )
    court.do("pit_manager", c.AddPlayer(player=c.Outsider(name="Phạm Văn Cam", reference="P-9")))
    both = (SHORT, f.RoundRef(table="RL01", round="nothere"))
    court.do("pit_manager", c.ChangeRounds(rounds=both, reason="Cả ván sau."))


def _confirmation(court: Court, _others: dict[str, Court]) -> None:
    court.decided(remedy(12_000_000, "refund", "Trả lại toàn bộ."))
    assert court.case.stage is Stage.CONFIRMATION


def _accepted(court: Court, _others: dict[str, Court]) -> None:
    court.told(remedy(1_000, "other", "Thiện chí."))
    court.do("pit_manager", c.RecordAnswer(agreed=True))
    court.finished()


def _complained(court: Court, _others: dict[str, Court]) -> None:
    court.complained()


def _decided_above(court: Court, _others: dict[str, Court]) -> None:
    court.complained()
    varied = c.DecideComplaint(
        result="varied",
        remedy=remedy(2_000, "other", "Thiện chí."),
        reasons="Một phần theo phim và sổ của bàn.",
        evidence=("E1",),
    )
    court.do("senior_management", varied)
    court.do("director_of_table_games", c.Confirm())


def _withdrawn(court: Court, _others: dict[str, Court]) -> None:
    court.collected()
    court.do("pit_manager", c.Withdraw(said="Tôi thôi."))


def _merged(court: Court, others: dict[str, Court]) -> None:
    court.open(rounds=(f.RoundRef(table="RL01", round="right"),))
    court.do("pit_manager", c.Merge(into=others["collecting"].number, reason="Cùng một việc."))


def _reopened(court: Court, _others: dict[str, Court]) -> None:
    court.told(NONE)
    court.do("pit_manager", c.RecordAnswer(agreed=True))
    court.finished()
    court.do("senior_management", c.Reopen(reason="Có cảnh quay mới."))


def _from_a_finding(court: Court, _others: dict[str, Court]) -> None:
    found = Finding.objects.filter(round__code="nothere").earliest("id")
    ref = f.FindingRef(stream=found.stream, identity=found.identity)
    court.open("surveillance", players=(), findings=(ref,), rounds=(f.RoundRef(table="RL01", round="nothere"),))


def _nowhere(court: Court, _others: dict[str, Court]) -> None:
    court.open(rounds=(), table=None, amount_minor=None, happened_at=court.now - timedelta(days=2))


def _erased(court: Court, _others: dict[str, Court]) -> None:
    court.open(players=(SOMEBODY,))
    court.do("pit_supervisor", c.Withdraw())
    player = court.case.players[0].person
    assert player is not None
    court.do(
        "senior_management",
        c.ErasePerson(person=player, law="court_order", legal_ground="Bản án buộc xóa hồ sơ khách."),
    )


_DO = {
    "settled": _settled,
    "offered": _offered,
    "collecting": _collecting,
    "confirmation": _confirmation,
    "accepted": _accepted,
    "complained": _complained,
    "decided_above": _decided_above,
    "withdrawn": _withdrawn,
    "merged": _merged,
    "reopened": _reopened,
    "from_a_finding": _from_a_finding,
    "nowhere": _nowhere,
    "erased": _erased,
}
assert tuple(_DO) == WAYS

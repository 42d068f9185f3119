"""A house with people of every post and a case that tests can carry through section 8, one call a step.

Steps are given as the domain's own commands and go through the service, as the pages and the API do. The cast: the
supervisor who heard the complaint, a colleague, the pit manager who decides, another who confirms, senior management,
Surveillance, and an outsider of each kind.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, cast
from uuid import uuid4

from django.contrib.auth.models import Group, User

from casino.access.roles import ensure_roles
from casino.clock import now as clock
from casino.commands.execution import Done
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.closing import left
from disputes.case.procedure import ITEMS
from disputes.case.state import Case, Stage
from disputes.execution import service
from disputes.rows import stored
from disputes.rows.actor import actor_of
from tests.admin.house import House, person
from tests.disputes import gate
from tests.posting import posting
from tests.replay.story import CODE

BOOK = "roulette.2020-06-13"
GENEROUS = {"beyond_alone": {"VND": 10**9}}
"""Settings under which one person may give what they like beyond the rules: how that adds up, ``test_sums.py`` says."""
SHORT = f.RoundRef(table="RL01", round="short", bets=("b1",))
"""Paid 3,000,000 where 3,500,000 was due."""
UNCLEAR = f.RoundRef(table="RL01", round="unclear")
"""A matter of it is left to a post, and none has ruled."""
OWED = 500_000
SOMEBODY = c.Outsider(name="Nguyễn Văn Ẩn", contact="0911 222 333", reference="P-1")
"""Another guest than that of :meth:`Court.open`, by the telephone number: with no other case that is open."""
PEOPLE = ("pit_supervisor", "pit_manager", "shift_manager", "senior_management", "surveillance")


def colleague(name: str, role: str, *, tables: tuple[str, ...] = ("RL01",)) -> User:
    """Another account of a role."""
    ensure_roles()
    user, made = User.objects.get_or_create(username=name, defaults={"is_staff": True})
    if made:
        user.groups.add(Group.objects.get(name=role))
        if role in ("acting_pit_supervisor", "pit_supervisor", "pit_manager"):
            posting(user, role, tables=tables, owner=house_property())
    return user


def house_property() -> Any:
    from casino.ledger.models import Property

    return Property.objects.get(code=CODE)


def citation(clause: str = "5.1.a") -> f.Citation:
    return f.Citation(document=BOOK, clause=clause)


def remedy(amount: int | None = OWED, kind: Any = "pay_difference", deviation: str | None = None) -> c.AskedRemedy:
    """What the short payment still owes, unless told otherwise."""
    lines = () if amount is None else (c.Line(to_player_minor=amount, table="RL01", round="short", bet="b1"),)
    return c.AskedRemedy(kind=kind, citations=(citation(),), lines=lines, deviation=deviation)


NONE = remedy(None, "none")


class Court:
    """One case, carried on by whoever is named."""

    def __init__(self, house: House | None = None) -> None:
        self.house = house or House(people=PEOPLE)
        self.now = clock()
        self.number = ""
        self.people = {role: person(role) for role in PEOPLE}

    @property
    def case(self) -> Case:
        return stored.load(CODE, self.number)

    def user(self, who: str) -> User:
        if who not in self.people:
            self.people[who] = person(who)
        return self.people[who]

    def do(self, who: str | User, command: c.Command, **besides: Any) -> Done:
        """Give a command as this person, having seen the case as it stands; a minute later than the last."""
        self.now += timedelta(minutes=1)
        user = self.user(who) if isinstance(who, str) else who
        given = {
            "actor": actor_of(user, CODE, self.now),
            "seen_version": self.case.version if self.number else 0,
            "command_id": uuid4(),
            "now": self.now,
            **besides,
        }
        number = None if isinstance(command, c.OpenCase) else self.number
        done = service.execute(CODE, number, command, **given)
        if isinstance(command, c.OpenCase):
            self.number = done.code
        if isinstance(command, c.ErasePerson) and command.person in self.case.erasures:
            self.do(colleague("second.senior", "senior_management"), c.ErasePerson(person=command.person))
        return done

    # The way of a case, in steps

    def open(self, who: str = "pit_supervisor", **besides: Any) -> Court:
        said = {
            "claim": "Khách nói còn thiếu năm trăm nghìn.",
            "players": (c.Outsider(name="Nguyễn Văn Ẩn", contact="0900 000 000", reference="P-1"),),
            "table": "RL01",
            "rounds": (SHORT,),
            "amount_minor": OWED,
            **besides,
        }
        self.do(who, c.OpenCase(**said))
        return self

    def passed_on(self, **opening: Any) -> Court:
        self.open(**opening)
        self.do("pit_supervisor", c.PassOn(why="cannot_be_resolved"))
        return self

    def collected(self, **opening: Any) -> Court:
        """Everything that 8.2 to 8.4 ask for."""
        self.passed_on(**opening)
        self.do("pit_manager", c.NotifySurveillance())
        self.do("surveillance", c.AcknowledgeNotice())
        self.do("pit_manager", c.PromiseTime(until=self.now + timedelta(hours=2), language="vi", manner="in_person"))
        self.do("pit_manager", c.AddEvidence(item="other", text=gate.REPLAY))
        self.looked_into(*(item for item in ITEMS if item != "other"))
        return self

    def looked_into(self, *items: f.Item) -> None:
        """These bases of 8.4, each as far as it goes in this house."""
        for item in items:
            for who, command in gate.looked_into(item, self.now):
                self.do(who, command)

    def finished(self, who: str | User = "shift_manager") -> Court:
        """Every step that a case waits for before it closes."""
        while self.case.stage is Stage.CLOSING:
            step = left(self.case)[0]
            # A court may live before the server's clock, by which papers are issued.
            self.now = max([self.now, *(kept.at for kept in self.case.papers if kept.fact.paper == step.code)])
            done: dict[str, c.Command] = {
                "money": c.RecordMoney(line=step.code, how="cash", moved_at=self.now),
                "issue": c.IssuePaper(kind=cast(Any, step.code), language="vi"),
                "hand_over": c.HandOverPaper(
                    paper=step.code, handed_at=self.now, manner="in_person", to="Chính người chơi", signed=True
                ),
            }
            self.do(who, done[step.kind])
        return self

    def decided(self, asked: c.AskedRemedy | None = None) -> Court:
        self.collected()
        decision = c.Decide(
            remedy=asked or remedy(), reasons="Trả thiếu so với 5.1 theo phim và sổ của bàn.", evidence=("E1",)
        )
        self.do("pit_manager", decision)
        return self

    def told(self, asked: c.AskedRemedy | None = None) -> Court:
        self.decided(asked)
        if self.case.stage is Stage.CONFIRMATION:
            self.do("shift_manager", c.Confirm())
        self.do("pit_manager", c.IssuePaper(kind="decision", language="vi"))
        return self

    def disagreed(self) -> Court:
        self.told(NONE)
        self.do("pit_manager", c.RecordAnswer(agreed=False))
        return self

    def informed(self) -> Court:
        self.disagreed()
        self.do("pit_manager", c.IssuePaper(kind="right_to_complain", language="vi"))
        self.do("pit_manager", c.InformOfRight(told_at=self.now, language="vi"))
        return self

    def complained(self) -> Court:
        self.informed()
        self.do("pit_supervisor", c.RecordHelp(what="Điền đơn cùng khách."))
        self.do("pit_manager", c.FileComplaint(said="Tôi không đồng ý."))
        return self

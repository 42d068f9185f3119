"""Who sees which case, and for whom it waits: the conditions on rows say what the domain says, for everybody."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User

from casino.access.roles import ROLES
from casino.clock import now as clock
from disputes.case import commands as c
from disputes.case.allowed import may_see
from disputes.case.clocks import waiting_posts
from disputes.case.stages import BOUND_TO_TABLES
from disputes.rows import stored
from disputes.rows.actor import actor_of
from disputes.rows.models import Case as CaseRow
from disputes.rows.visibility import Seeing
from tests.admin.house import person
from tests.disputes.court import Court, colleague
from tests.replay.story import CODE


@pytest.fixture
def everybody(court: Court) -> list[User]:
    """Every role, people posted elsewhere or nowhere, and cases with and without a table."""
    court.passed_on()
    court.number = ""
    court.open(table=None, rounds=())
    court.number = ""
    court.open()
    elsewhere = colleague("elsewhere", "pit_supervisor", tables=("RL09",))
    court.do("pit_supervisor", c.Assign(staff=colleague("given", "pit_supervisor").username))
    court.number = ""
    court.open("pit_manager")
    court.do("pit_manager", c.Withdraw())
    nowhere = colleague("nowhere", "pit_manager", tables=("RL08",))
    return [*(person(role) for role in ROLES), elsewhere, nowhere, User.objects.get(username="given")]


def test_rows_are_visible_as_the_domain_says(everybody: list[User]) -> None:
    seen = 0
    for user in everybody:
        seeing = Seeing(user, clock())
        actor = actor_of(user, CODE, seeing.now)
        visible = set(CaseRow.objects.filter(seeing.visible()).values_list("pk", flat=True))
        for row in CaseRow.objects.all():
            took_part = actor.staff in row.people or actor.staff == row.assigned_to
            expected = may_see(row.table or None, actor, lambda table: None, took_part=took_part)
            assert (row.pk in visible) is expected, (user.username, row.number)
            assert seeing.may_see(row) is expected
            seen += expected
    assert 0 < seen < len(everybody) * CaseRow.objects.count()


def test_a_supervisor_elsewhere_sees_only_cases_without_a_table(everybody: list[User]) -> None:
    seeing = Seeing(User.objects.get(username="elsewhere"), clock())
    assert set(CaseRow.objects.filter(seeing.visible()).values_list("table", flat=True)) == {""}


def test_who_was_given_a_case_finds_it(everybody: list[User]) -> None:
    seeing = Seeing(User.objects.get(username="given"), clock())
    assert CaseRow.objects.filter(seeing.visible(), seeing.mine()).count() == 1


def test_a_case_waits_for_the_posts_whose_move_it_is_at_their_tables(everybody: list[User]) -> None:
    waited = 0
    for user in everybody:
        seeing = Seeing(user, clock())
        actor = actor_of(user, CODE, seeing.now)
        waiting = set(CaseRow.objects.filter(seeing.waiting()).values_list("pk", flat=True))
        for row in CaseRow.objects.all():
            at_their_table = actor.role not in BOUND_TO_TABLES or not row.table or row.table in actor.tables
            expected = actor.role in waiting_posts(stored.load(CODE, row.number)) and at_their_table
            assert (row.pk in waiting) is expected, (user.username, row.number)
            waited += expected
    assert waited > 0


def test_overdue_is_asked_with_a_moment(court: Court) -> None:
    court.open()
    row = CaseRow.objects.get()
    assert row.due_at is not None
    on_time = Seeing(person("auditor"), row.due_at)
    late = Seeing(person("auditor"), row.due_at + timedelta(seconds=1))
    assert not CaseRow.objects.filter(on_time.overdue()).exists()
    assert CaseRow.objects.filter(late.overdue()).exists()


def test_a_pit_is_as_good_as_its_tables(court: Court) -> None:
    from games.rows.models import Table
    from tests.posting import posting

    court.open()
    Table.objects.filter(code="RL01").update(pit="P9")
    user = colleague("pit.walker", "pit_supervisor", tables=("RL09",))
    seeing = Seeing(user, clock())
    assert not CaseRow.objects.filter(seeing.visible()).exists()
    assert not seeing.acts_at(CODE, "RL01")
    posting(user, "pit_supervisor", tables=(), pits=("P9",), owner=court.house.property)
    seeing = Seeing(user, clock())
    assert CaseRow.objects.filter(seeing.visible(), seeing.waiting()).count() == 1
    assert seeing.acts_at(CODE, "RL01")


def test_who_holds_no_post_has_nothing_in_hand(court: Court) -> None:
    court.open()
    for role in ("regulator", "auditor"):
        seeing = Seeing(person(role), clock())
        assert CaseRow.objects.filter(seeing.visible()).count() == 1
        assert not CaseRow.objects.filter(seeing.waiting()).exists()
        assert not seeing.acts_at(CODE, "RL01")

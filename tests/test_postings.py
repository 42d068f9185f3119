"""Postings: who acts in which post at a moment, and where; and that the database keeps them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from django.contrib.auth.models import AnonymousUser, Group, User
from django.db import IntegrityError, ProgrammingError, connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from casino.access import postings
from casino.access.models import Posting
from casino.access.postings import Duty, duty_of, post_of, role_of
from casino.access.roles import LADDER, POSTS, RANKED, ROLES
from casino.clock import now as clock
from tests.clock import HouseClock
from tests.posting import DAY, a_property, posting

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
TICK = timedelta(microseconds=1)


def a_user(name: str, *groups: str) -> User:
    user = User.objects.create_user(name)
    user.groups.set(Group.objects.filter(name__in=groups))
    return user


def acting(user: User, begins_at: datetime = NOON, ends_at: datetime = NOON + 8 * HOUR, **more: Any) -> Posting:
    return posting(user, "acting_pit_supervisor", begins_at=begins_at, ends_at=ends_at, **more)


@contextmanager
def forgotten() -> Iterator[None]:
    """What is written inside is rolled back: postings cannot be deleted."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


# --- Who acts when -------------------------------------------------------------------------------------------------
def test_an_acting_post_counts_from_its_begin_to_before_its_end() -> None:
    user = a_user("an", "acting_pit_supervisor")
    acting(user)
    moments = {
        NOON - TICK: None,
        NOON: "acting_pit_supervisor",
        NOON + 8 * HOUR - TICK: "acting_pit_supervisor",
        NOON + 8 * HOUR: None,
    }
    assert {at: post_of(user, at) for at in moments} == moments
    assert {at: getattr(duty_of(user, at), "post", None) for at in moments} == moments


def test_a_dealer_is_an_acting_supervisor_for_the_interval_and_a_dealer_before_and_after() -> None:
    dealer = a_user("dealer", "dealer")
    acting(dealer, tables=["RL01", "RL02"])
    assert duty_of(dealer, NOON - TICK) == Duty(post="dealer")
    duty = duty_of(dealer, NOON)
    assert duty == Duty(post="acting_pit_supervisor", tables=frozenset({"RL01", "RL02"}), until=NOON + 8 * HOUR)
    assert duty is not None
    assert duty.until is not None
    assert duty.until.utcoffset() == 7 * HOUR
    assert role_of(dealer, NOON + 8 * HOUR) == "dealer"


@pytest.mark.parametrize("post", ["pit_supervisor", "pit_manager"])
def test_supervisors_and_pit_managers_act_where_they_are_posted_and_else_nowhere(post: str) -> None:
    user = a_user("chi", post)
    assert duty_of(user, NOON) == Duty(post=post)
    posting(user, post, tables=["RL01"], begins_at=NOON, ends_at=NOON + HOUR)
    posting(user, post, tables=[], pits=["PIT-2"], begins_at=NOON, ends_at=NOON + 2 * HOUR)
    duty = duty_of(user, NOON)
    assert duty is not None
    assert duty.tables == {"RL01"}
    assert duty.pits == {"PIT-2"}
    assert duty.until == NOON + 2 * HOUR
    assert [duty.covers("RL01", "PIT-1"), duty.covers("BC07", "PIT-2"), duty.covers("BC07", "PIT-1")] == [
        True,
        True,
        False,
    ]
    assert not duty.covers(None)
    assert not duty.covers(None, "")
    assert duty_of(user, NOON + 2 * HOUR) == Duty(post=post)
    Posting.objects.create(
        user=user, property=a_property(), post=post, tables=["RL03"], begins_at=NOON, given_by="A", given_at=NOON
    )
    assert [getattr(duty_of(user, NOON + hours * HOUR), "until", "") for hours in (0, 2)] == [None, None]


@pytest.mark.parametrize("post", POSTS)
def test_who_acts_everywhere(post: str) -> None:
    duty = postings.duty([post], [])
    expected = post not in ("dealer", "acting_pit_supervisor", "pit_supervisor", "pit_manager")
    assert (duty is not None and duty.everywhere) == expected
    if duty is not None:
        assert duty.covers("RL01", "PIT-1") == duty.covers(None) == expected


def test_the_highest_post_in_force_counts_with_the_places_of_its_own_postings() -> None:
    manager = a_user("dung", "pit_manager", "dealer")
    acting(manager, tables=["RL09"])
    assert duty_of(manager, NOON) == Duty(post="pit_manager")


def test_a_posting_in_a_permanent_post_gives_nobody_that_post() -> None:
    dealer = a_user("dealer", "dealer")
    posting(dealer, "pit_manager", begins_at=NOON, ends_at=NOON + HOUR)
    assert duty_of(dealer, NOON) == Duty(post="dealer")
    assert post_of(dealer, NOON) == "dealer"


def test_postings_of_another_property_do_not_count_there() -> None:
    user = a_user("an", "dealer")
    acting(user, owner=a_property("HOI"), tables=["RL01"])
    acting(user, owner=a_property("DAN"), tables=["RL02"], ends_at=NOON + HOUR)
    tables = [getattr(duty_of(user, NOON, property_code=code), "tables", None) for code in ("HOI", "DAN", None, "XX")]
    assert tables == [{"RL01"}, {"RL02"}, {"RL01", "RL02"}, frozenset()]


def test_those_who_decide_nothing_have_no_duty() -> None:
    assert duty_of(AnonymousUser(), NOON) is None
    assert duty_of(a_user("nobody"), NOON) is None
    for role in ("regulator", "auditor", "administrator"):
        assert duty_of(a_user(role, role), NOON) is None


def test_now_is_the_moment_where_none_is_said() -> None:
    user = a_user("an", "acting_pit_supervisor")
    assert post_of(user) is None
    posting(user, "acting_pit_supervisor")
    assert post_of(user) == role_of(user) == "acting_pit_supervisor"


moments = st.integers(0, 6).map(lambda hours: NOON + hours * HOUR)
rows = st.tuples(
    moments,
    st.none() | st.integers(1, 5).map(lambda hours: hours * HOUR),
    st.sampled_from(["acting_pit_supervisor", "pit_supervisor", "pit_manager"]),
    st.sets(st.sampled_from(["T1", "T2", "T3"]), min_size=1),
    st.sets(st.sampled_from(["P1", "P2"])),
)


def by_hand(groups: set[str], given: list[Any], at: datetime) -> tuple[str, set[str], set[str]] | None:
    """The rules once more, as plainly as they can be said: (post, tables, pits)."""
    standing = []
    for begins, lasts, post, tables, pits in given:
        if begins <= at and (lasts is None or at < begins + lasts):
            standing.append((post, tables, pits))
    candidates = []
    for post in LADDER:
        permanent = post in groups and post != "acting_pit_supervisor"
        if permanent or (post == "acting_pit_supervisor" and any(row[0] == post for row in standing)):
            candidates.append(post)
    if not candidates:
        return None
    highest = candidates[-1]
    at_tables: set[str] = set()
    at_pits: set[str] = set()
    for post, some_tables, some_pits in standing:
        if post == highest:
            at_tables |= some_tables
            at_pits |= some_pits
    return highest, at_tables, at_pits


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    groups=st.sets(
        st.sampled_from(["dealer", "acting_pit_supervisor", "pit_supervisor", "pit_manager", "shift_manager"])
    ),
    given_rows=st.lists(rows, max_size=4),
    at=st.builds(lambda moment, tick: moment + tick * TICK, moments, st.integers(-1, 1)),
)
def test_duties_are_what_the_rules_say(groups: set[str], given_rows: list[Any], at: datetime) -> None:
    given_rows = [
        (begins, lasts or (HOUR if post == "acting_pit_supervisor" else None), post, tables, pits)
        for begins, lasts, post, tables, pits in given_rows
    ]
    with forgotten():
        user = a_user("somebody", *groups)
        for begins, lasts, post, tables, pits in given_rows:
            Posting.objects.create(
                user=user,
                property=a_property(),
                post=post,
                tables=sorted(tables),
                pits=sorted(pits),
                begins_at=begins,
                ends_at=begins + lasts if lasts else None,
                given_by="ADM-001",
                given_at=NOON,
            )
        duty = duty_of(user, at)
        assert (duty and (duty.post, set(duty.tables), set(duty.pits))) == by_hand(groups, given_rows, at)
        assert post_of(user, at) == (duty and duty.post)
        held = set(postings.groups_in_force(user, at).values_list("name", flat=True))
        posts_by_posting = duty is not None and "acting_pit_supervisor" in held
        assert held - {"acting_pit_supervisor"} == groups - {"acting_pit_supervisor"}
        assert posts_by_posting == any(
            post == "acting_pit_supervisor" and begins <= at < begins + lasts
            for begins, lasts, post, _tables, _pits in given_rows
            if lasts
        )


# --- Permissions ---------------------------------------------------------------------------------------------------
def again(user: User) -> User:
    """The account as the next request loads it."""
    return User.objects.get(pk=user.pk)


def test_an_acting_post_that_has_ended_has_neither_permission_nor_post(house_clock: HouseClock) -> None:
    user = a_user("an", "acting_pit_supervisor")
    acting(user)
    for at, expected in ((NOON - TICK, False), (NOON, True), (NOON + 8 * HOUR, False)):
        house_clock.now = at
        assert again(user).has_perm("games.view_round") == expected
        assert bool(again(user).get_all_permissions()) == expected
        assert again(user).has_module_perms("games") == expected
        assert post_of(user) == ("acting_pit_supervisor" if expected else None)


def test_whoever_is_posted_gets_the_permissions_of_the_post_beside_their_own() -> None:
    Group.objects.get(name="acting_pit_supervisor").permissions.set(
        Group.objects.get(name="administrator").permissions.filter(codename="view_posting")
    )
    dealer = a_user("dealer", "dealer")
    own = dealer.get_all_permissions()
    assert own == {"games.view_table", "games.view_round", "games.view_finding", "games.view_waiting"}
    posting(dealer, "acting_pit_supervisor")
    assert again(dealer).get_all_permissions() == own | {"casino.view_posting"}


def test_a_request_remembers_and_the_next_one_asks_again(django_assert_num_queries: Any) -> None:
    user = a_user("an", "acting_pit_supervisor")
    row = posting(user, "acting_pit_supervisor")
    loaded = again(user)
    assert loaded.has_perm("games.view_round")
    postings.end(row, by="ADM-001", at=clock())
    with django_assert_num_queries(0):
        assert loaded.has_perm("games.view_round")
    assert not again(user).has_perm("games.view_round")


def test_an_inactive_account_may_nothing() -> None:
    user = a_user("an")
    posting(user, "acting_pit_supervisor")
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert not again(user).get_all_permissions()


@pytest.mark.parametrize("role", ROLES)
def test_only_the_administrator_has_to_do_with_postings(role: str) -> None:
    user = a_user("one", role)
    posting(user, "acting_pit_supervisor")
    held = {name for name in user.get_all_permissions() if name.startswith("casino.")}
    theirs = {f"casino.{verb}_posting" for verb in ("view", "add", "end")}
    theirs |= {"casino.view_staffcode", "casino.add_staffcode", "casino.view_refusal"}
    held -= {"casino.view_accountchange", "casino.confirm_accountchange"}
    assert held == (theirs if role == "administrator" else set())


def test_who_may_be_posted() -> None:
    allowed = {
        (role, post) for role in (*ROLES, "") for post in POSTS if postings.may_be_posted([role] if role else [], post)
    }
    assert allowed == {
        ("", "acting_pit_supervisor"),
        ("dealer", "acting_pit_supervisor"),
        ("acting_pit_supervisor", "acting_pit_supervisor"),
        ("pit_supervisor", "pit_supervisor"),
        ("pit_manager", "pit_manager"),
    }
    assert not postings.may_be_posted(["dealer", "auditor"], "acting_pit_supervisor")


def test_the_ranks_are_every_role_once() -> None:
    assert sorted(RANKED) == sorted(ROLES)


# --- Ending --------------------------------------------------------------------------------------------------------
def test_a_posting_is_ended_once_and_says_by_whom() -> None:
    row = acting(a_user("an"))
    assert postings.end(row, by="ADM-001", at=NOON + HOUR)
    assert not postings.end(row, by="ADM-002", at=NOON + 2 * HOUR)
    row.refresh_from_db()
    assert (row.ends_at, row.ended_at, row.ended_by) == (NOON + HOUR, NOON + HOUR, "ADM-001")


def test_a_posting_without_an_end_is_ended() -> None:
    row = Posting.objects.create(
        user=a_user("chi", "pit_supervisor"),
        property=a_property(),
        post="pit_supervisor",
        tables=["RL01"],
        begins_at=NOON,
        given_by="ADM-001",
        given_at=NOON,
    )
    assert postings.end(row, by="ADM-001", at=NOON + HOUR)
    row.refresh_from_db()
    assert row.ends_at == NOON + HOUR


def test_one_that_has_not_begun_never_comes_into_force() -> None:
    user = a_user("an")
    row = acting(user)
    assert postings.end(row, by="ADM-001", at=NOON - HOUR)
    row.refresh_from_db()
    assert (row.ends_at, row.ended_at) == (NOON, NOON - HOUR)
    assert duty_of(user, NOON) is None
    assert not postings.end(row, by="ADM-002", at=NOON - HOUR / 2)


def test_one_that_has_run_out_is_left_as_it_is() -> None:
    row = acting(a_user("an"))
    assert not postings.end(row, by="ADM-001", at=NOON + 8 * HOUR)
    row.refresh_from_db()
    assert (row.ends_at, row.ended_at, row.ended_by) == (NOON + 8 * HOUR, None, "")


# --- The database --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("constraint", "changes"),
    [
        ("post_is_a_post", {"post": "regulator"}),
        ("ends_after_it_begins", {"ends_at": NOON}),
        ("ends_after_it_begins", {"ends_at": NOON - HOUR}),
        ("acting_ends", {"ends_at": None}),
        ("acting_ends", {"ends_at": NOON + 31 * DAY + TICK}),
        ("is_somewhere", {"tables": []}),
        ("is_somewhere", {"tables": [f"T{n}" for n in range(201)]}),
        ("is_somewhere", {"pits": [f"P{n}" for n in range(201)]}),
        ("ended_by_somebody", {"ended_by": "ADM-001"}),
        ("ended_by_somebody", {"ended_at": NOON}),
    ],
)
def test_what_the_database_does_not_take(constraint: str, changes: dict[str, Any]) -> None:
    said = {
        "user": a_user("an"),
        "property": a_property(),
        "post": "acting_pit_supervisor",
        "tables": ["RL01"],
        "begins_at": NOON,
        "ends_at": NOON + 31 * DAY,
        "given_by": "ADM-001",
        "given_at": NOON,
    }
    with transaction.atomic():
        Posting.objects.create(**said)
    with pytest.raises(IntegrityError, match=f"casino_posting_{constraint}"), transaction.atomic():
        Posting.objects.create(**{**said, **changes})


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM casino_posting",
        "TRUNCATE casino_posting",
        "UPDATE casino_posting SET note = 'other'",
        "UPDATE casino_posting SET tables = '{RL02}', ends_at = %(at)s, ended_at = %(at)s, ended_by = 'x'",
        "UPDATE casino_posting SET ends_at = ends_at + interval '1 hour', ended_at = ends_at + interval '1 hour',"
        " ended_by = 'x'",
        "UPDATE casino_posting SET ends_at = %(at)s",
        "UPDATE casino_posting SET ends_at = begins_at, ended_at = %(at)s, ended_by = 'x'",
        "UPDATE casino_posting SET begins_at = begins_at - interval '1 hour'",
    ],
)
def test_the_database_keeps_postings_even_from_its_owner(change: str) -> None:
    acting(a_user("an"))
    connection.check_constraints()  # a table with checks to come cannot be truncated, which would be another refusal
    with (
        connection.cursor() as cursor,
        pytest.raises(IntegrityError, match="added and ended early"),
        transaction.atomic(),
    ):
        cursor.execute(change, {"at": NOON + HOUR})


def test_a_posting_that_was_ended_is_not_ended_again() -> None:
    row = acting(a_user("an"))
    postings.end(row, by="ADM-001", at=NOON + 2 * HOUR)
    with connection.cursor() as cursor, pytest.raises(IntegrityError, match="added and ended early"):
        cursor.execute(
            "UPDATE casino_posting SET ends_at = %(at)s, ended_at = %(at)s, ended_by = 'x'", {"at": NOON + HOUR}
        )


def test_the_application_adds_and_ends_postings(app_role: str) -> None:
    row = acting(a_user("an"))
    assert postings.end(row, by="ADM-001", at=NOON + HOUR)


@pytest.mark.parametrize(
    "statement",
    ["DELETE FROM casino_posting", "UPDATE casino_posting SET note = 'other'", "TRUNCATE casino_posting"],
)
def test_the_application_has_no_right_to_change_postings(statement: str, app_role: str) -> None:
    with connection.cursor() as cursor, pytest.raises(ProgrammingError) as caught:
        cursor.execute(statement)
    assert isinstance(caught.value.__cause__, psycopg.errors.InsufficientPrivilege)

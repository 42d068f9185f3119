"""Who acts at a table: the post in force at the property, where the posting covers the table or its pit; and who rules
under a clause."""

from __future__ import annotations

from datetime import timedelta
from itertools import product

import pytest
from django.contrib.auth.models import AnonymousUser, Group, User

from casino.access.roles import ensure_roles
from casino.clock import now as clock
from casino.core.errors import Problem
from casino.core.posts import Post
from games.catalogue import all_books, shipped
from games.engine.document import Clause
from games.engine.facts import Person
from games.rows import on_duty
from games.rows.models import Table
from tests.posting import DAY, a_property, posting

pytestmark = pytest.mark.django_db

HERE, ELSEWHERE = "TST", "DN"
NOW = clock()


@pytest.fixture(autouse=True)
def _tables() -> None:
    """RL01 and SB01 stand in pit P1 and P2; a second property has an RL01 of its own, in its own P1."""
    ensure_roles()
    stands = (("RL01", "P1"), ("SB01", "P2"), ("NN01", ""))
    for key, (house, (code, pit)) in enumerate(product((HERE, ELSEWHERE), stands), start=1):
        row = {"pk": key, "changed_at": NOW, "first_position": 1, "last_position": 1}
        Table.objects.create(property=a_property(house), code=code, game="roulette", pit=pit, **row)


def account(role: str, name: str = "somebody") -> User:
    user = User.objects.create_user(name, is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    return user


def posts_at(user: User, table: str | None, house: str = HERE) -> str | None:
    found = on_duty.person_at(user, house, table, NOW)
    return None if found is None else found.post


@pytest.mark.parametrize("role", ["pit_supervisor", "pit_manager"])
def test_a_posting_at_a_table_is_for_that_table_of_that_property(role: str) -> None:
    user = account(role)
    posting(user, role, owner=a_property(HERE))
    assert posts_at(user, "RL01") == role
    assert [posts_at(user, table) for table in ("SB01", "NN01", "unknown", None)] == [None] * 4
    assert posts_at(user, "RL01", ELSEWHERE) is None, "another property's table of the same code"


def test_a_posting_in_a_pit_is_for_the_tables_that_stand_there() -> None:
    user = account("pit_manager")
    posting(user, "pit_manager", tables=(), pits=("P1",), owner=a_property(HERE))
    assert [posts_at(user, table) for table in ("RL01", "SB01", "NN01")] == ["pit_manager", None, None]
    Table.objects.filter(property__code=HERE, code="SB01").update(pit="P1")
    assert posts_at(user, "SB01") == "pit_manager"


def test_an_acting_post_is_held_by_its_posting() -> None:
    user = account("dealer")
    assert posts_at(user, "RL01") is None
    posting(user, "acting_pit_supervisor", owner=a_property(HERE))
    assert [posts_at(user, "RL01"), posts_at(user, "SB01")] == ["acting_pit_supervisor", None]


@pytest.mark.parametrize(("begins", "ends"), [(-2 * DAY, -DAY), (DAY, 2 * DAY)])
def test_a_posting_that_is_not_in_force(begins: timedelta, ends: timedelta) -> None:
    user = account("pit_supervisor")
    posting(user, "pit_supervisor", owner=a_property(HERE), begins_at=NOW + begins, ends_at=NOW + ends)
    assert posts_at(user, "RL01") is None


@pytest.mark.parametrize(
    "role", ["shift_manager", "director_of_table_games", "senior_management", "head_of_operations", "surveillance"]
)
def test_posts_above_and_beside_act_everywhere_of_every_property(role: str) -> None:
    user = account(role)
    assert [posts_at(user, table) for table in ("RL01", "SB01", None)] == [role] * 3
    assert posts_at(user, "RL01", ELSEWHERE) == role


@pytest.mark.parametrize(
    ("role", "code"),
    [
        ("pit_supervisor", "not_posted_here"),
        ("dealer", "not_posted_here"),
        ("regulator", "forbidden"),
        ("auditor", "forbidden"),
        ("administrator", "forbidden"),
    ],
)
def test_who_does_not_act_is_told_why(role: str, code: str) -> None:
    with pytest.raises(Problem) as problem:
        on_duty.required_at(account(role), HERE, "RL01", NOW)
    assert problem.value.code == code


def test_a_person_of_two_tables_and_two_properties_is_one_person_at_each() -> None:
    user = account("pit_supervisor", "S-777")
    posting(user, "pit_supervisor", tables=("RL01",), owner=a_property(HERE))
    posting(user, "pit_supervisor", tables=("SB01",), owner=a_property(ELSEWHERE))
    assert on_duty.required_at(user, HERE, "RL01", NOW) == Person(post="pit_supervisor", staff="S-777")
    assert (posts_at(user, "SB01"), posts_at(user, "RL01", ELSEWHERE)) == (None, None)
    assert posts_at(user, "SB01", ELSEWHERE) == "pit_supervisor"


def test_nobody_signed_in() -> None:
    assert on_duty.person_at(AnonymousUser(), HERE, "RL01", NOW) is None


@pytest.mark.parametrize(
    ("stream", "table"),
    [("round/RL01/7", "RL01"), ("audit/RL01/7", "RL01"), ("ask/RL01/7", "RL01"), ("audit/DEV-1", None)],
)
def test_the_table_of_a_stream(stream: str, table: str | None) -> None:
    assert on_duty.table_of(stream) == table


# --- Rulings


@pytest.mark.parametrize(
    ("post", "may"),
    [
        (Post.DEALER, False),
        (Post.PIT_MANAGER, False),
        (Post.DIRECTOR_OF_TABLE_GAMES, True),
    ],
)
def test_roulette_7_12_is_left_to_a_director(post: Post, may: bool) -> None:
    book = shipped().in_force("roulette", NOW)
    person = Person(post=post.value, staff="X01")
    assert on_duty.may_rule_under(person, book, "7.12") is may
    if not may:
        with pytest.raises(Problem) as problem:
            on_duty.check_ruling(person, book, "7.12")
        assert (problem.value.code, problem.value.field) == ("post_not_for_clause", "clause")


def test_surveillance_is_informed_of_a_dispute_and_decides_nothing_in_it() -> None:
    """Clauses of a dispute name it, and other posts beside it."""
    named = [(book, number) for book in all_books() for number, each in book.clauses.items() if _names_watch(each)]
    assert "8.2" in {number for _book, number in named}
    watch, manager = (Person(post=post, staff="X01") for post in ("surveillance", "pit_manager"))
    assert [number for book, number in named if on_duty.may_rule_under(watch, book, number)] == []
    assert {number for book, number in named if on_duty.may_rule_under(manager, book, number)} >= {"8.2"}


def _names_watch(clause: Clause) -> bool:
    return clause.kind == "dispute" and "surveillance" in clause.posts


@pytest.mark.parametrize(
    ("post", "may"),
    [
        (Post.DEALER, False),
        (Post.ACTING_PIT_SUPERVISOR, False),
        (Post.PIT_SUPERVISOR, True),
        (Post.SENIOR_MANAGEMENT, True),
        (Post.SURVEILLANCE, False),
        (Post.HEAD_OF_OPERATIONS, False),
    ],
)
def test_where_a_clause_names_nobody_or_no_document_is_known_a_pit_supervisor_rules(post: Post, may: bool) -> None:
    person = Person(post=post.value, staff="X01")
    assert on_duty.may_rule_under(person, None, "7.12") is may
    assert on_duty.may_rule_at_all(person, None) is may

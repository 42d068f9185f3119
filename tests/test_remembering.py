"""What is asked once for a page, and that nothing outlives the page or hides what was just written."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.test import RequestFactory

from casino.access.account_rights import facts_of, facts_of_many
from casino.access.postings import end, role_of
from casino.access.reach import ReachMiddleware
from casino.access.roles import ensure_roles, staff_code
from casino.clock import now as clock
from casino.console.navigation import counted
from casino.ledger.models import houses
from casino.site.remembering import once, remembering
from tests.posting import a_property, posting


def posted(user: User) -> list[int]:
    facts = facts_of(user.pk)
    assert facts is not None
    return [each.id for each in facts.posted(clock())]


def test_a_page_asks_once_and_the_next_one_again() -> None:
    asked: list[int] = []
    for method, times in (("GET", 1), ("HEAD", 1), ("POST", 3), (None, 3)):
        asked.clear()
        with remembering(method):
            for _time in range(3):
                once("what", lambda: asked.append(1))
        assert len(asked) == times, method
    once("what", lambda: asked.append(1))
    assert len(asked) == 4, "outside of a page nothing is kept"


@pytest.mark.django_db
def test_who_somebody_is_takes_one_question_for_all_of_a_page(django_assert_num_queries: Any) -> None:
    ensure_roles()
    user = User.objects.create_user("an")
    user.groups.add(Group.objects.get(name="pit_supervisor"))
    row = posting(user, "pit_supervisor")
    with remembering("GET"):
        houses()
        with django_assert_num_queries(1):
            loaded = User(pk=user.pk, username="an", is_active=True)
            assert role_of(loaded) == "pit_supervisor"
            assert staff_code(loaded) == "an"
            assert loaded.has_perm("games.view_round")
            assert posted(user) == [row.pk]
    end(row, by="ADM-001", at=clock())
    assert posted(user) == [], "the next page knows"


@pytest.mark.django_db
def test_facts_of_many_accounts_take_one_question(django_assert_num_queries: Any) -> None:
    ensure_roles()
    people = [User.objects.create_user(f"p{number}") for number in range(20)]
    people[3].groups.add(Group.objects.get(name="auditor"))
    with remembering("GET"), django_assert_num_queries(1):
        facts_of_many(user.pk for user in people)
        assert [role_of(user) for user in people].count("auditor") == 1


@pytest.mark.django_db
def test_a_request_that_changes_something_remembers_nothing() -> None:
    a_property("HOI")
    seen = []

    def view(request: Any) -> Any:
        seen.append(len(houses()))
        a_property(f"NEW{len(seen)}")
        seen.append(len(houses()))

    for method in ("get", "post"):
        ReachMiddleware(view)(getattr(RequestFactory(), method)("/"))
    assert seen[0] == seen[1]
    assert seen[3] == seen[2] + 1


@pytest.mark.django_db
def test_badges_are_counted_together_up_to_a_bound(django_assert_num_queries: Any) -> None:
    for number in range(7):
        User.objects.create_user(f"p{number}")
    asked = {"all": User.objects.all(), "none": User.objects.none(), "one": User.objects.filter(username="p3")}
    with django_assert_num_queries(1):
        assert counted(asked, 5) == {"all": 5, "one": 1}
    with django_assert_num_queries(0):
        assert counted({"none": User.objects.none()}, 5) == {}

"""Groups are made by migrating, hold what the table says, and nobody but a post decides."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser, Group, User

from casino import roles
from casino.core.events import SAFE_NAME
from games.rules import posts

pytestmark = pytest.mark.django_db


def a_user(name: str, *groups: str) -> User:
    user = User.objects.create_user(name)
    user.groups.set(Group.objects.filter(name__in=groups))
    return user


def test_the_groups_are_the_posts_of_the_rule_books_and_three_beside_them() -> None:
    assert set(roles.POSTS) == {post.value for post in posts.Post}
    assert list(roles.LADDER) == [post.value for post in posts.LADDER]
    assert set(roles.ROLES) == {*roles.POSTS, "regulator", "auditor", "administrator"}
    assert set(Group.objects.values_list("name", flat=True)) >= set(roles.ROLES)


def test_names_are_given_in_both_languages() -> None:
    for code, (text, _permissions) in roles.ROLES.items():
        assert text.vi != text.en
        assert roles.role_name(code, "vi") == text.vi
        assert roles.role_name(code, "en-gb") == text.en
    assert roles.role_name("guests", "vi") == "guests"


def test_every_permission_named_exists_and_is_handed_out_after_migrating() -> None:
    user = a_user("pit", "pit_manager")
    assert user.has_perm("games.view_round")
    assert user.has_perm("games.view_quarantine")
    assert not user.has_perm("auth.change_user")
    for code, (_text, permissions) in roles.ROLES.items():
        assert a_user(f"one-{code}", code).get_all_permissions() == set(permissions)


def test_nobody_may_change_what_comes_from_events() -> None:
    named = {name for _text, permissions in roles.ROLES.values() for name in permissions}
    assert all(name.partition(".")[2].startswith("view_") for name in named if name.startswith(("games.", "ledger.")))


def test_a_permission_taken_away_by_hand_comes_back_and_one_given_goes() -> None:
    group = Group.objects.get(name="dealer")
    group.permissions.clear()
    roles.ensure_roles()
    assert group.permissions.filter(codename="view_round").exists()


def test_the_highest_post_counts_and_only_posts_decide() -> None:
    assert roles.post_of(a_user("a", "dealer", "pit_manager")) == "pit_manager"
    assert roles.post_of(a_user("b", "surveillance")) == "surveillance"
    regulator = a_user("c", "regulator")
    assert roles.role_of(regulator) == "regulator"
    assert roles.post_of(regulator) is None
    assert roles.post_of(a_user("d")) is None
    assert roles.post_of(AnonymousUser()) is None


def test_a_user_name_becomes_a_staff_code_that_events_may_carry() -> None:
    assert roles.staff_code(a_user("pit.supervisor")) == "pit.supervisor"
    odd = a_user("@nguyễn an")
    assert roles.staff_code(odd).endswith(f":{odd.pk}")
    assert SAFE_NAME.fullmatch(roles.staff_code(odd))

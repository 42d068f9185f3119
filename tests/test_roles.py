"""Groups are made by migrating, hold what the table says, and nobody but a post decides."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.apps import apps
from django.contrib.auth.models import AnonymousUser, Group, User
from django.core.exceptions import ValidationError

from casino import roles
from casino.core.events import SAFE_NAME
from casino.models import StaffCode
from casino.postings import POSTED
from casino.roles import staff_code
from games.rules import posts
from tests.posting import posting

pytestmark = pytest.mark.django_db


def a_user(name: str, *groups: str) -> User:
    user = User.objects.create_user(name)
    user.groups.set(Group.objects.filter(name__in=groups))
    for post in set(groups) & set(POSTED):
        posting(user, post)
    return user


def not_there_yet() -> set[str]:
    """Permissions that are named for a model that no room has yet."""
    known = {model._meta.label_lower for model in apps.get_models()}
    return {name for name in roles.CASES if name.replace(".view_", ".") not in known}


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
        assert a_user(f"one-{code}", code).get_all_permissions() == set(permissions) - not_there_yet()


def test_cases_are_seen_by_supervisors_and_above_and_by_those_who_look_on() -> None:
    seeing = {code for code, (_text, permissions) in roles.ROLES.items() if set(roles.CASES) <= set(permissions)}
    assert set(roles.ROLES) - seeing == {"dealer", "administrator"}


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
    acting = a_user("e", "dealer", "acting_pit_supervisor")
    assert roles.post_of(acting) == "acting_pit_supervisor"
    assert roles.post_of(acting, datetime(2020, 1, 1, tzinfo=UTC)) == "dealer"
    assert roles.post_of(AnonymousUser()) is None


def test_a_user_name_becomes_a_staff_code_that_events_may_carry() -> None:
    assert roles.staff_code(a_user("pit.supervisor")) == "pit.supervisor"
    odd = a_user("@nguyễn an")
    assert roles.staff_code(odd).endswith(f":{odd.pk}")
    assert SAFE_NAME.fullmatch(roles.staff_code(odd))


def test_an_account_is_known_by_the_code_that_the_tables_use() -> None:
    dealer = User.objects.create(username="an.nguyen")
    assert staff_code(dealer) == "an.nguyen"
    StaffCode.objects.create(user=dealer, code="D-101")
    assert staff_code(dealer) == "D-101"
    impostor = User.objects.create(username="D-101")
    assert staff_code(impostor) == f"D-101:{impostor.pk}"
    with pytest.raises(ValidationError):
        StaffCode(user=dealer, code="D-101").full_clean()
    other = User.objects.create(username="binh")
    with pytest.raises(ValidationError, match=r"user name|tên đăng nhập"):
        StaffCode(user=other, code="an.nguyen").full_clean()

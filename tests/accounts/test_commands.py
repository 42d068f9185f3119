"""The server's commands: the first administrators, accounts found, and Django's own commands, which are shut."""

from __future__ import annotations

from io import StringIO

import pytest
from django.contrib.auth.models import Group, User
from django.core.management import CommandError, call_command

from casino.access.models import Account
from casino.access.postings import role_of
from casino.accounts.found import record_found
from casino.accounts.state import fold
from casino.clock import now as clock
from casino.ledger.application import get_ledger
from tests.posting import a_property

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fast_hashes")]


def first(*names: str) -> list[str]:
    out = StringIO()
    call_command("first_administrators", *names, stdout=out, stderr=StringIO())
    return out.getvalue().split()


def types(user: User) -> list[str]:
    events = get_ledger("HOI").stream(f"account/{user.pk}")
    return [event.type.removeprefix("account.").removesuffix(".v1") for event in events]


def test_the_first_two_are_made_on_the_record_with_one_time_passwords() -> None:
    a_property("HOI")
    said = first("lan", "minh")
    for name, secret in zip(said[::2], said[1::2], strict=True):
        user = User.objects.get(username=name)
        assert user.check_password(secret)
        assert role_of(user) == "administrator"
        assert not user.is_superuser
        assert Account.objects.get(user=user).one_time
        assert types(user) == ["opened", "first_administrator_made", "post_given"]
        events = get_ledger("HOI").stream(f"account/{user.pk}")
        assert {event.actor for event in events} == {"system:first_administrators"}
        assert not any(secret in str(event) for event in events)
    beside = get_ledger("HOI").stream(f"account/{User.objects.get(username='minh').pk}")[1].data.beside
    assert beside == ("lan",)


def test_it_refuses_once_there_are_two_and_makes_only_who_is_missing() -> None:
    a_property("HOI")
    first("lan")
    with pytest.raises(CommandError):
        first("minh", "nga")
    first("minh")
    with pytest.raises(CommandError):
        first("nga")
    assert User.objects.count() == 2
    User.objects.filter(username="lan").update(is_active=False)
    first("nga")
    assert User.objects.filter(is_active=True, groups__name="administrator").count() == 2


def test_where_both_are_lost_the_server_closes_one_on_the_record() -> None:
    a_property("HOI")
    first("lan", "minh")
    with pytest.raises(CommandError):
        first("nga", "--close", "somebody.else")
    first("nga", "--close", "lan")
    lan = User.objects.get(username="lan")
    assert not lan.is_active
    assert types(lan)[-1] == "deactivated"
    assert get_ledger("HOI").stream(f"account/{lan.pk}")[-1].actor == "system:first_administrators"
    assert User.objects.filter(is_active=True, groups__name="administrator").count() == 2


@pytest.mark.parametrize("names", [("lan", "lan"), ("a b",), ("old",)])
def test_names_that_will_not_do_make_nobody(names: tuple[str, ...]) -> None:
    a_property("HOI")
    User.objects.create_user("old")
    with pytest.raises(CommandError):
        first(*names)
    assert User.objects.count() == 1


def test_without_a_property_there_is_no_record_and_no_administrator() -> None:
    with pytest.raises(CommandError):
        first("lan")
    assert not User.objects.exists()


def test_accounts_from_before_are_found_once() -> None:
    a_property("HOI")
    user = User.objects.create_user("old", is_active=False)
    user.groups.set(Group.objects.filter(name__in=["dealer", "auditor"]))
    assert record_found(clock()) == 1
    state = fold(get_ledger("HOI").stream(f"account/{user.pk}"))
    assert (state.staff, state.active, state.posts) == ("old", False, {"dealer", "auditor"})
    assert record_found(clock()) == 0


def test_what_was_changed_past_the_record_is_found_again() -> None:
    a_property("HOI")
    user = User.objects.create_user("old")
    record_found(clock())
    user.groups.add(Group.objects.get(name="senior_management"))
    assert record_found(clock()) == 1
    assert types(user) == ["found", "found"]


def test_a_superuser_from_before_keeps_the_rights_of_an_administrator_only() -> None:
    a_property("HOI")
    root = User.objects.create_superuser("root")
    assert record_found(clock()) == 1
    root.refresh_from_db()
    assert not root.is_superuser
    assert role_of(root) == "administrator"
    events = get_ledger("HOI").stream(f"account/{root.pk}")
    assert events[0].data.superuser is True
    assert record_found(clock()) == 0


def test_an_installation_without_a_property_has_nothing_to_find() -> None:
    User.objects.create_user("old")
    assert record_found(clock()) == 0


@pytest.mark.parametrize(
    "command", [("createsuperuser", "--username", "root", "--noinput"), ("changepassword", "gm"), ("createsuperuser",)]
)
def test_djangos_own_commands_refuse_in_a_sentence(command: tuple[str, ...]) -> None:
    with pytest.raises(CommandError, match="first_administrators"):
        call_command(*command)
    assert not User.objects.exists()

"""An administrator who cheats, by every address that ever changed an account: each is closed, or waits for somebody
else, and until then nothing is changed."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Group, User
from django.urls import reverse

from casino.access.models import AccountChange, StaffCode
from casino.access.roles import ROLES
from tests.accounts import acts
from tests.accounts.conftest import PASSWORD, Cast


def everything(cast: Cast) -> list[tuple[Any, ...]]:
    """What the accounts may, and by which password."""
    rows = User.objects.order_by("pk").prefetch_related("groups")
    return [
        (
            *(user.username, user.password, user.is_active, user.is_superuser, user.email),
            sorted(group.name for group in user.groups.all()),
            user.user_permissions.count(),
        )
        for user in rows
    ]


ALL_AT_ONCE = {
    "is_superuser": "on",
    "is_staff": "on",
    "is_active": "on",
    "groups": [],
    "user_permissions": ["1", "2"],
    "password": "x",
    "password1": PASSWORD,
    "password2": PASSWORD,
    "usable_password": "true",
    "email": "adm@example.org",
    "_save": "Save",
}


@pytest.mark.parametrize("whom", ["adm", "gm", "dealer"])
@pytest.mark.parametrize("page", ["change/", "password/", "delete/", "history/", ""])
def test_djangos_own_addresses_of_an_account_change_nothing(cast: Cast, whom: str, page: str) -> None:
    before = everything(cast)
    groups = list(Group.objects.values_list("pk", flat=True))
    address = reverse("admin:auth_user_changelist") + f"{cast[whom].pk}/{page}"
    said = {**ALL_AT_ONCE, "groups": groups, "post": "yes", "username": whom}
    answer = cast.browser("adm").post(address, said, follow=True)
    assert answer.status_code in (200, 403, 404)
    assert everything(cast) == before


@pytest.mark.parametrize("action", ["delete_selected", "end_now", "make_superuser"])
def test_no_action_on_the_list_changes_accounts(cast: Cast, action: str) -> None:
    before = everything(cast)
    said = {
        "action": action,
        "_selected_action": [cast["gm"].pk, cast["dealer"].pk],
        "post": "yes",
        "select_across": "1",
    }
    cast.browser("adm").post(reverse("admin:auth_user_changelist"), said, follow=True)
    assert everything(cast) == before


@pytest.mark.parametrize("page", ["change", "delete"])
def test_groups_are_not_edited(cast: Cast, page: str) -> None:
    group = Group.objects.get(name="administrator")
    before = set(group.permissions.values_list("codename", flat=True))
    said = {"name": "administrator", "permissions": ["1", "2", "3"], "post": "yes"}
    for address in (reverse(f"admin:auth_group_{page}", args=[group.pk]), reverse("admin:auth_group_add")):
        assert cast.browser("adm").post(address, said).status_code == 403
    assert set(Group.objects.get(name="administrator").permissions.values_list("codename", flat=True)) == before
    assert Group.objects.count() == len(ROLES)


@pytest.mark.parametrize(
    ("action", "data"),
    [
        ("post", {"post": "senior_management"}),
        ("take", {"post": "administrator"}),
        ("password", {}),
        ("email", {"email": "adm@example.org"}),
        ("close", {}),
        ("activate", {}),
        ("names", {"first_name": "Boss", "last_name": ""}),
    ],
)
def test_nobody_changes_their_own_account(cast: Cast, action: str, data: dict[str, str]) -> None:
    before = everything(cast)
    assert cast.do("adm", "adm", action, **data).status_code == 403
    assert everything(cast) == before
    assert not AccountChange.objects.exists()


@pytest.mark.parametrize(
    ("action", "data"),
    [
        ("post", {"post": "senior_management"}),
        ("password", {}),
        ("email", {"email": "adm@example.org"}),
    ],
)
def test_what_would_let_one_administrator_in_as_management_waits(cast: Cast, action: str, data: dict[str, str]) -> None:
    whom = "nobody" if action == "post" else "gm"
    before = everything(cast)
    said = {**data, "is_superuser": "on", "confirmed": "on", "state": "confirmed", "decided_by": str(cast["gm"].pk)}
    said |= {"asked_by": str(cast["adm2"].pk), "user": str(cast["adm2"].pk)}
    answer = cast.do("adm", whom, action, **said)
    assert answer.status_code in (200, 302)
    assert everything(cast) == before
    assert cast.say("adm", cast.waiting, "confirm").status_code == 403
    assert cast.say(whom, cast.waiting, "confirm").status_code in (403, 404)
    assert everything(cast) == before
    assert cast.waiting.asked_by == cast["adm"], "the form does not say who asks"


def test_a_second_account_of_their_own_confirms_nothing(cast: Cast) -> None:
    """They make somebody who does not exist; a post that could confirm needs an honest person first, and then a
    password of which they hold a part only."""
    made = cast.browser("adm").post(
        reverse("admin:auth_user_add"),
        {"command_id": str(uuid4()), "username": "ghost", "post": "administrator", "is_superuser": "on"},
    )
    assert made.status_code == 200
    ghost, change = cast["ghost"], cast.waiting
    assert not ghost.is_superuser
    assert not ghost.get_all_permissions()
    assert not ghost.has_usable_password()
    for name in ("adm", "ghost"):
        assert cast.say(name, change, "confirm").status_code in (403, 404)
    assert cast.groups("ghost") == set()


def test_a_ghost_whose_password_they_chose_loses_it_with_its_first_post_that_sees_cases(cast: Cast) -> None:
    acts.open_account("ghost", post="dealer", **cast.by("adm"))
    ghost = cast["ghost"]
    ghost.set_password(PASSWORD)
    ghost.save()
    cast.do("adm", "ghost", "post", post="administrator")
    assert cast.say("adm2", cast.waiting, "confirm").status_code == 200
    assert not cast["ghost"].check_password(PASSWORD)


def test_taking_the_post_away_first_does_not_open_the_account(cast: Cast) -> None:
    """Without its post two persons are not needed for the password; with the post it is lost again."""
    cast.do("adm", "gm", "take", post="senior_management")
    cast.say("director", cast.waiting, "confirm")  # the last one's post is taken away by two
    secret = acts.ask_password(cast["gm"].pk, **cast.by("adm")).secret or ""
    assert cast["gm"].check_password(secret)
    assert not cast["gm"].get_all_permissions()
    cast.do("adm", "gm", "post", post="senior_management")
    assert cast.groups("gm") == set()
    cast.say("director", cast.waiting, "confirm")
    assert cast.groups("gm") == {"senior_management"}
    assert not cast["gm"].check_password(secret)


def test_a_password_reset_alone_between_asking_and_confirming_is_noticed(cast: Cast) -> None:
    """Given by two before, so no new one was drawn with the ask; then one administrator resets it alone."""
    from casino.access.models import Account

    Account.objects.create(user=cast["nobody"], by_two=True)
    cast.do("adm", "nobody", "post", post="auditor")
    acts.ask_password(cast["nobody"].pk, **cast.by("adm"))
    assert cast.say("gm", cast.waiting, "confirm").status_code == 409
    assert cast.groups("nobody") == set()


def test_posting_somebody_is_asked_for_by_an_administrator_and_never_for_themselves(cast: Cast) -> None:
    said = {
        "command_id": str(uuid4()),
        "user": cast["adm"].pk,
        "post": "acting_pit_supervisor",
        "property": cast.house.pk,
        "tables": ["RL01"],
        "ends_at": "2099-01-01T00:00",
    }
    for name in ("adm", "dealer", "pit", "gm"):
        assert cast.browser(name).post(reverse("admin:casino_posting_add"), said).status_code in (403, 422)
    assert not AccountChange.objects.exists()


@pytest.mark.parametrize("name", ["gm", "director", "auditor", "shift", "dealer", "nobody"])
def test_others_ask_for_nothing(cast: Cast, name: str) -> None:
    before = everything(cast)
    for action in ("post", "take", "password", "email", "close", "names"):
        assert cast.do(name, "sup", action, post="pit_supervisor", email="x@example.org").status_code == 403
    assert cast.browser(name).post(reverse("admin:auth_user_add"), {"username": "x"}).status_code == 403
    assert everything(cast) == before


def test_a_right_given_past_the_posts_asks_for_nothing(cast: Cast) -> None:
    """A single permission, or being a superuser from before, does not make an administrator."""
    root = User.objects.create_superuser("root", last_login=None)
    before = everything(cast)
    assert cast.do("root", "gm", "post", post="auditor").status_code == 403
    assert everything(cast) == before
    assert root.is_superuser


def test_a_page_of_an_account_is_for_its_person_and_those_who_look_on(cast: Cast) -> None:
    page = reverse("admin:auth_user_change", args=[cast["gm"].pk])
    for name, status in (("gm", 200), ("adm", 200), ("auditor", 200), ("dealer", 403), ("shift", 403)):
        assert cast.browser(name).get(page).status_code == status, name


def test_somebody_elses_names_are_not_taken_when_opening(cast: Cast) -> None:
    StaffCode.objects.create(user=cast["dealer"], code="D-1")
    for said in ({"username": "dealer"}, {"username": "D-1"}, {"username": "x", "code": "gm"}):
        answer = cast.browser("adm").post(reverse("admin:auth_user_add"), {"command_id": str(uuid4()), **said})
        assert answer.status_code == 422, said
    assert not User.objects.filter(username="x").exists()

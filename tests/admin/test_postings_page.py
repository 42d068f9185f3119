"""Postings in the admin: the administrator adds and ends them; others see only their own post."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Group, User
from django.urls import reverse

from casino.access import postings
from casino.access.models import AccountChange, Posting
from casino.access.roles import ROLES
from tests.admin.conftest import As
from tests.admin.house import House, person
from tests.clock import HouseClock
from tests.posting import DAY, a_property, posting

LIST = "admin:casino_posting_changelist"
NOON = datetime(2026, 11, 20, 5, tzinfo=UTC)
"""12 o'clock in Ho Chi Minh City."""


@pytest.fixture
def noon(house_clock: HouseClock) -> datetime:
    house_clock.now = NOON
    return NOON


@pytest.fixture
def dealer(house: House) -> User:
    return person("dealer")


def form(house: House, dealer: User, /, **changes: Any) -> dict[str, Any]:
    """What the administrator sends: a dealer acts this evening, from six to two."""
    return {
        "command_id": str(uuid4()),
        "user": dealer.pk,
        "post": "acting_pit_supervisor",
        "property": house.property.pk,
        "tables": ["RL01"],
        "begins_at": "2026-11-20T18:00",
        "ends_at": "2026-11-21T02:00",
        "note": "For somebody who is ill.",
        **changes,
    }


def sent(as_: As, said: dict[str, Any], role: str = "administrator") -> Any:
    """The administrator asks; where that went well, senior management confirms it. The page of what was asked, or the
    form with its faults."""
    asked = as_(role, "en").post(reverse("admin:casino_posting_add"), said, follow=True)
    change = AccountChange.objects.filter(state="waiting").first()
    if change is not None:
        assert not Posting.objects.filter(user=change.user, note=said["note"]).exists(), (
            "nothing before it is confirmed"
        )
        page = reverse("admin:casino_accountchange_change", args=[change.pk])
        as_("senior_management", "en").post(page, {"say": "confirm", "command_id": str(uuid4())})
        return as_(role, "en").get(reverse(LIST))
    return asked


def errors(answer: Any) -> dict[str, list[str]]:
    return dict(answer.context["form"].errors)


def mine(user: User) -> list[Posting]:
    return list(Posting.objects.filter(user=user))


def test_the_administrator_posts_somebody_by_the_clocks_of_the_house(
    house: House, as_: As, dealer: User, noon: datetime
) -> None:
    page = sent(as_, form(house, dealer)).content.decode()
    (row,) = mine(dealer)
    assert row.begins_at == datetime(2026, 11, 20, 11, tzinfo=UTC)
    assert row.ends_at == datetime(2026, 11, 20, 19, tzinfo=UTC)
    assert (row.given_by, row.confirmed_by, row.tables) == ("administrator", "senior.management", ["RL01"])
    assert row.note == "For somebody who is ill."
    for part in ("To come", "Acting pit supervisor", "20/11/2026 18:00:00", "21/11/2026 02:00:00", "RL01"):
        assert part in page, part


def test_without_a_begin_it_begins_now_and_a_pit_will_do(house: House, as_: As, noon: datetime) -> None:
    house.story.tell("table/RL02", "table.registered", NOON, game="roulette", currency="VND", name="R2", pit="PIT-7")
    house.follow()
    manager = person("pit_manager")
    changes = {"post": "pit_manager", "tables": [], "pits": ["PIT-7"], "begins_at": "", "ends_at": ""}
    sent(as_, form(house, manager, **changes))
    row = max(mine(manager), key=lambda row: row.pk)
    assert (row.ends_at, row.tables, row.pits) == (None, [], ["PIT-7"])
    assert row.begins_at == row.given_at, "from the moment at which it was confirmed"


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("ends_at", {"ends_at": ""}),
        ("ends_at", {"ends_at": "2026-11-20T18:00"}),
        ("ends_at", {"ends_at": "2026-12-21T18:01"}),
        ("ends_at", {"begins_at": "2026-11-20T11:30", "ends_at": "2026-11-20T12:00"}),
        ("ends_at", {"ends_at": "tomorrow"}),
        ("begins_at", {"begins_at": "2026-11-20T10:59"}),
        ("tables", {"tables": []}),
        ("tables", {"tables": ["XX99"]}),
        ("pits", {"pits": ["XX99"]}),
        ("post", {"post": "pit_manager"}),
        ("post", {"post": "shift_manager"}),
        ("user", {"user": 0}),
        ("property", {"property": ""}),
        ("note", {"note": "x" * 501}),
    ],
)
def test_what_is_wrong_is_said_at_its_field(
    field: str, changes: dict[str, Any], house: House, as_: As, dealer: User, noon: datetime
) -> None:
    answer = sent(as_, form(house, dealer, **changes))
    assert list(errors(answer)) == [field]
    assert mine(dealer) == []


def test_the_bounds_themselves_are_allowed(house: House, as_: As, dealer: User, noon: datetime) -> None:
    sent(as_, form(house, dealer, begins_at="2026-11-20T11:00", ends_at="2026-12-21T11:00"))
    assert len(mine(dealer)) == 1


@pytest.mark.parametrize("role", ["surveillance", "auditor", "administrator", "shift_manager"])
def test_those_who_act_nowhere_or_everywhere_are_not_posted(role: str, house: House, as_: As, noon: datetime) -> None:
    user = person(role)
    assert list(errors(sent(as_, form(house, user)))) == ["user"]
    assert mine(user) == []


def test_an_account_that_is_closed_is_not_posted(house: House, as_: As, dealer: User, noon: datetime) -> None:
    User.objects.filter(pk=dealer.pk).update(is_active=False)
    assert list(errors(sent(as_, form(house, dealer)))) == ["user"]


def test_whoever_holds_a_higher_post_does_not_act_below_it(house: House, as_: As, noon: datetime) -> None:
    supervisor = person("pit_supervisor")
    assert list(errors(sent(as_, form(house, supervisor)))) == ["post"]


def test_the_table_must_be_of_the_property(house: House, as_: As, dealer: User, noon: datetime) -> None:
    other = a_property("DAN")
    answer = sent(as_, form(house, dealer, property=other.pk))
    assert list(errors(answer)) == ["tables"]
    page = as_("administrator", "en").get(reverse("admin:casino_posting_add")).content.decode()
    assert '<select name="property"' in page


def test_a_posting_is_ended_now_and_only_once(house: House, as_: As, dealer: User) -> None:
    row = posting(dealer, "acting_pit_supervisor")
    client = as_("administrator", "en")
    said = {"action": "end_now", "_selected_action": [row.pk]}
    page = client.post(reverse(LIST), said, follow=True).content.decode()
    assert "1 posting was ended." in page
    row.refresh_from_db()
    assert row.ended_by == "administrator"
    assert row.ends_at == row.ended_at
    page = client.post(reverse(LIST) + "?when=all", said, follow=True).content.decode()
    assert "Nothing was ended" in page
    assert "Ended early" in page


def test_nobody_changes_or_deletes_a_posting(house: House, as_: As, dealer: User) -> None:
    row = posting(dealer, "acting_pit_supervisor")
    page = reverse("admin:casino_posting_change", args=[row.pk])
    root = as_("administrator")
    root.force_login(User.objects.create_superuser("root"), backend="casino.backends.PostingBackend")
    for client in (as_("administrator"), root):
        assert client.get(page).status_code == 200
        assert client.post(page, {"note": "other"}).status_code == 403
        assert client.post(reverse("admin:casino_posting_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
        client.post(reverse(LIST), {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"})
    row.refresh_from_db()
    assert row.note == ""


@pytest.mark.parametrize("role", sorted(set(ROLES) - {"administrator"}))
def test_others_see_nothing_of_postings(role: str, house: House, as_: As, dealer: User) -> None:
    row = posting(dealer, "acting_pit_supervisor")
    client = as_(role)
    change = reverse("admin:casino_posting_change", args=[row.pk])
    for address in (reverse(LIST), reverse("admin:casino_posting_add"), change):
        assert client.get(address).status_code == 403
    client.post(reverse(LIST), {"action": "end_now", "_selected_action": [row.pk]})
    row.refresh_from_db()
    assert row.ended_at is None
    assert reverse(LIST) not in client.get(reverse("admin:index")).content.decode()


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", {"now", "coming"}),
        ("?when=standing", {"now", "coming"}),
        ("?when=now", {"now"}),
        ("?when=coming", {"coming"}),
        ("?when=over", {"over", "ended"}),
        ("?when=all", {"now", "coming", "over", "ended"}),
        ("?when=all&post=pit_manager", {"over"}),
        ("?person=now", {"now"}),
        ("?when=all&q=ove", {"over"}),
        ("?post=shift_manager", set()),
    ],
)
def test_postings_are_found(query: str, names: set[str], house: House, as_: As, noon: datetime) -> None:
    for name, post, begins, ends in (
        ("now", "acting_pit_supervisor", NOON, NOON + DAY),
        ("coming", "acting_pit_supervisor", NOON + timedelta(microseconds=1), NOON + DAY),
        ("over", "pit_manager", NOON - DAY, NOON),
        ("ended", "acting_pit_supervisor", NOON + DAY, NOON + 2 * DAY),
    ):
        row = posting(User.objects.create_user(f"u-{name}"), post, begins_at=begins, ends_at=ends)
        if name == "ended":
            postings.end(row, by="ADM-001", at=NOON)
    query = query.replace("person=", "person=u-").replace("q=", "q=u-")
    rows = as_("administrator", "en").get(reverse(LIST) + query).context["cl"].queryset
    assert {row.user.username[2:] for row in rows if row.user.username.startswith("u-")} == names


def test_the_page_of_a_posting_tells_everything_in_both_languages(house: House, as_: As, dealer: User) -> None:
    row = posting(dealer, "acting_pit_supervisor", tables=["RL01", "RL02"], pits=["PIT-1"])
    page = reverse("admin:casino_posting_change", args=[row.pk])
    english = as_("administrator", "en").get(page).content.decode()
    for part in ("RL01, RL02, PIT-1", "In force", "ADM-001"):
        assert part in english, part
    vietnamese = as_("administrator", "vi").get(page).content.decode()
    for part in ("Giám sát Pit Tạm thời", "Đang có hiệu lực", "Bắt đầu", "Kết thúc"):
        assert part in vietnamese, part


# --- What everybody sees of themselves ---------------------------------------------------------------------------
def shown(as_: As, role: str, language: str = "vi") -> str:
    """The lines about the person, as they stand on every page (in the side bar) and first on the overview."""
    page = as_(role, language).get(reverse("admin:index")).content.decode()
    assert page.count('<div class="tp-acting">') == 2
    return " ".join(page.partition('<div class="tp-acting">')[2].partition("</div>")[0].split())


def test_a_person_sees_in_which_post_where_and_until_when(house: House, as_: As, dealer: User, noon: datetime) -> None:
    assert shown(as_, "dealer") == "<span>Nhân viên Điều hành Trò chơi</span>"
    posting(dealer, "acting_pit_supervisor", tables=["RL02", "RL01"], begins_at=NOON, ends_at=NOON + timedelta(hours=2))
    assert shown(as_, "dealer") == (
        '<span>Giám sát Pit Tạm thời đến 14:00</span> <span class="tp-dim">RL01, RL02</span>'
    )
    posting(dealer, "acting_pit_supervisor", tables=[], pits=["P"], begins_at=NOON, ends_at=NOON + timedelta(hours=14))
    assert shown(as_, "dealer", "en") == (
        '<span>Acting pit supervisor until 02:00 21/11</span> <span class="tp-dim">RL01, RL02, P</span>'
    )


def test_a_person_sees_that_they_are_posted_nowhere(house: House, as_: As, noon: datetime) -> None:
    User.objects.filter(username="pit.supervisor").update(username="another")
    fresh = User.objects.create_user("pit.supervisor", is_staff=True)
    fresh.groups.add(Group.objects.get(name="pit_supervisor"))
    assert "Posted at no table now" in shown(as_, "pit_supervisor", "en")
    fresh.groups.set(Group.objects.filter(name="acting_pit_supervisor"))
    assert shown(as_, "pit_supervisor", "en") == "<span>No post now</span>"


@pytest.mark.parametrize(
    ("role", "text"), [("regulator", "Regulator"), ("shift_manager", "Shift manager"), ("surveillance", "Surveillance")]
)
def test_those_who_need_no_posting_see_their_role(role: str, text: str, house: House, as_: As) -> None:
    assert shown(as_, role, "en") == f"<span>{text}</span>"

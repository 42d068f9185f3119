"""Who is told of changes of accounts and devices: the person, management, and whoever may confirm; each once."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core import mail as outbox
from django.urls import reverse

from casino.accounts.found import record_found
from casino.clock import now as clock
from casino.core.events import Fact, NewEvent
from casino.factors import codes, store
from casino.ledger.application import get_ledger
from disputes.notices import follower, mail
from disputes.notices.models import Notice
from disputes.notices.words import headline, reference
from games.engine.device import DeviceRegistered
from games.engine.table import DeviceBound
from games.ingest.devices import add_device, revoke_device
from surveillance.demonstration import house as demonstration
from tests.accounts import acts
from tests.accounts.conftest import Cast, cast, fast_hashes  # noqa: F401 - fixtures
from tests.factors.conftest import Phone

pytestmark = pytest.mark.usefixtures("cast")


def told() -> set[tuple[str, str]]:
    """Follow, and list who was told what."""
    follower.catch_up("HOI", now=clock())
    rows = Notice.objects.exclude(subject="account.found").select_related("user")
    return {(row.user.get_username(), row.subject.removeprefix("account.")) for row in rows}


def test_the_person_and_management_are_told_and_not_who_did_it(cast: Cast) -> None:  # noqa: F811
    acts.take_post(cast["sup"].pk, "pit_supervisor", **cast.by("adm"))
    assert told() == {(name, "post_taken") for name in ("sup", "gm", "director")}


def test_management_that_is_itself_concerned_is_told(cast: Cast) -> None:  # noqa: F811
    acts.ask_email(cast["gm"].pk, "adm@example.org", **cast.by("adm"))
    assert {("gm", "email_change_asked"), ("director", "email_change_asked"), ("adm2", "email_change_asked")} == told()


def test_who_may_confirm_is_told_that_it_waits(cast: Cast) -> None:  # noqa: F811
    asked = acts.posting(property=cast.house, post="acting_pit_supervisor", tables=["RL01"])
    acts.ask_posting(cast["dealer"].pk, asked, **cast.by("adm"))
    found = told()
    assert found == {(n, "posting_asked") for n in ("dealer", "gm", "director", "adm2", "shift", "pit")}
    notice = Notice.objects.get(user=cast["shift"])
    page = cast.browser("shift").get(reverse("admin:disputes_notice_changelist")).content.decode()
    assert reverse("admin:casino_accountchange_change", args=[cast.waiting.pk]) in page
    assert (headline(notice).en, reference(notice)) == ("Posting asked for", "dealer")
    page = cast.browser("dealer").get(reverse("admin:disputes_notice_changelist")).content.decode()
    assert reverse("admin:auth_user_change", args=[cast["dealer"].pk]) in page


def test_an_own_new_password_is_told_to_its_person_alone(cast: Cast) -> None:  # noqa: F811
    acts.choose_password(cast["dealer"], "anything at all", **{k: v for k, v in cast.by("adm").items() if k != "by"})
    assert told() == {("dealer", "password_chosen")}


def test_a_reset_of_the_second_factor_is_told_to_the_person_management_and_who_may_confirm(
    cast: Cast,  # noqa: F811
) -> None:
    phone = Phone(cast["sup"])
    codes.make_recovery_codes(cast["sup"], now=clock())
    assert told() == {("sup", "factor_added"), ("sup", "recovery_codes_made")}, "one's own doing: to the person alone"
    acts.ask_factors(cast["sup"].pk, **cast.by("adm"))
    asked = {(name, "factors_reset_asked") for name in ("sup", "gm", "director", "adm2")}
    assert told() & {(name, "factors_reset_asked") for name in ("adm", *dict(asked))} == asked
    acts.confirm(cast.waiting.pk, **cast.by("gm"))
    assert {row for row in told() if row[1] == "factors_reset"} == {(n, "factors_reset") for n in ("sup", "director")}
    headlines = {headline(notice).en for notice in Notice.objects.filter(user=cast["sup"], kind="account")}
    assert {"Second factor reset", "Device of the second factor added"} <= headlines
    assert not store.devices(phone.app.user)


def test_a_device_lost_or_used_up_is_told_to_its_person(cast: Cast) -> None:  # noqa: F811
    phone = Phone(cast["dealer"])
    made = codes.make_recovery_codes(cast["dealer"], now=clock())
    codes.spend_recovery_code(cast["dealer"], made[0], now=clock())
    store.remove(cast["dealer"], "code_app", phone.app.pk, now=clock())
    assert told() == {
        ("dealer", what) for what in ("factor_added", "recovery_codes_made", "recovery_code_used", "factor_removed")
    }


def test_an_administrator_who_lets_a_device_in_is_seen_by_management(cast: Cast) -> None:  # noqa: F811
    add_device(property_code="HOI", code="S9", actor="person:adm")
    revoke_device(property_code="HOI", code="S9", actor="person:adm")
    assert told() == {(n, s) for n in ("gm", "director") for s in ("device.registered", "device.revoked")}
    assert reference(Notice.objects.filter(user=cast["gm"])[0]) == "S9"


def test_a_letter_goes_out_without_a_name_or_an_address(cast: Cast, settings: Any) -> None:  # noqa: F811
    settings.PUBLIC_URL = "https://casino.example"
    User.objects.filter(username="gm").update(email="gm@example.org")
    acts.deactivate(cast["sup"].pk, **cast.by("adm"))
    told()
    for pk in mail.unsent(clock()):
        mail.send(pk, now=clock())
    (letter,) = [each for each in outbox.outbox if "closed" in each.subject]
    assert letter.to == ["gm@example.org"]
    assert letter.subject == "[sup] Khóa tài khoản · Account closed"
    assert "/admin/disputes/notice/" in letter.body


def test_an_installation_from_before_the_record_is_one_notice_a_person(cast: Cast) -> None:  # noqa: F811
    record_found(clock())
    follower.catch_up("HOI", now=clock())
    found = Notice.objects.filter(subject="account.found").values_list("user__username", flat=True)
    assert sorted(found) == ["director", "gm"]


def test_what_the_demonstration_makes_is_told_to_nobody(cast: Cast) -> None:  # noqa: F811
    demonstration.make_accounts(clock())
    assert told() == set()
    assert cast.recorded("senior.management")[0].actor == "system:demonstration"


def test_nobody_sees_the_notices_of_another(cast: Cast) -> None:  # noqa: F811
    acts.take_post(cast["sup"].pk, "pit_supervisor", **cast.by("adm"))
    told()
    page = cast.browser("dealer").get(reverse("admin:disputes_notice_changelist"))
    assert page.status_code == 200
    assert page.context["cl"].queryset.count() == 0


def test_bindings_of_simulated_devices_are_told_to_nobody_and_of_others_to_management(
    cast: Cast,  # noqa: F811
) -> None:
    now = clock()
    ledger = get_ledger("HOI")
    for device, actor in (("SIM", demonstration.ACTOR), ("REAL", "person:adm")):
        facts: tuple[tuple[str, str, Fact], ...] = (
            (f"device/{device}", "device.registered.v1", DeviceRegistered(device=device, kind="tablet")),
            ("table/RL01", "table.device_bound.v1", DeviceBound(device=device)),
        )
        for stream, name, fact in facts:
            by = actor if stream.startswith("device") else "person:adm"
            event = NewEvent(id=uuid4(), stream=stream, type=name, data=fact, actor=by, occurred_at=now)
            ledger.append([event])
    told()
    found = Notice.objects.filter(user=cast["gm"]).values_list("case", "subject")
    assert set(found) == {("device/REAL", "device.registered"), ("device/REAL", "table.device_bound")}

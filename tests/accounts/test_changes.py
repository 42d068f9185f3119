"""Changes of accounts as commands: what needs a second person, who that is, and what the record says of it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import Group, User
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from casino.access.models import Account, AccountChange, Posting
from casino.access.postings import duty_of
from casino.access.roles import staff_code
from casino.accounts import rules
from casino.accounts.commands import AskPosting, ChangeNames
from casino.accounts.execution import execute
from casino.clock import now as clock
from casino.core.errors import Problem
from casino.ledger.application import get_ledger
from tests.accounts import acts
from tests.accounts.conftest import Cast
from tests.posting import posting

HOUR = timedelta(hours=1)


def refused(code: str) -> Any:
    return pytest.raises(Problem, match="") if not code else _Refused(code)


class _Refused:
    """Refused with this code, and nothing recorded."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.before = 0

    def __enter__(self) -> None:
        self.before = get_ledger("HOI").head()[0]

    def __exit__(self, kind: Any, error: Any, trace: Any) -> bool:
        assert isinstance(error, Problem), error
        assert error.code == self.code
        assert get_ledger("HOI").head()[0] == self.before
        return True


# --- Posts -----------------------------------------------------------------------------------------------------------
def test_a_dealers_post_is_given_at_once_and_stands_in_the_record(cast: Cast) -> None:
    acts.ask_post(cast["nobody"].pk, "dealer", **cast.by("adm"))
    assert cast.groups("nobody") == {"dealer"}
    assert cast.types("nobody") == ["found", "post_given"]
    given = cast.recorded("nobody")[-1]
    assert (given.actor, given.data.post, given.data.ask) == ("person:adm", "dealer", None)


@pytest.mark.parametrize("post", sorted(rules.guarded()))
def test_every_other_post_has_no_effect_before_a_second_person_confirms(cast: Cast, post: str) -> None:
    done = acts.ask_post(cast["nobody"].pk, post, **cast.by("adm"))
    assert cast.groups("nobody") == set()
    assert not User.objects.get(pk=cast["nobody"].pk).get_all_permissions()
    assert done.change == cast.waiting.pk
    acts.confirm(cast.waiting.pk, **cast.by("gm"))
    assert cast.groups("nobody") == {post}
    types = cast.types("nobody")
    assert types == ["found", "post_asked", "post_given", "password_reset"]
    asked, given = cast.recorded("nobody")[1:3]
    assert (asked.actor, given.actor, given.data.ask) == ("person:adm", "person:gm", asked.id)


@pytest.mark.parametrize("post", sorted(rules.LAST))
def test_the_last_holders_post_is_taken_by_two_and_only_then(cast: Cast, post: str) -> None:
    holder = {"senior_management": "gm", "director_of_table_games": "director", "administrator": "adm2"}[post]
    asker = cast["adm"]
    if post == "administrator":  # the asker is one as well: suspended holders are none, who asks must be one
        cast.add("adm3", "administrator")
        acts.take_post(cast["adm3"].pk, post, **cast.by("adm"))
        assert cast.groups("adm3") == set(), "somebody else is left"
        return
    done = acts.take_post(cast[holder].pk, post, **cast.said(asker))
    assert done.change == cast.waiting.pk
    assert cast.groups(holder) == {post}, "no effect yet"
    for name, code in (("adm", "account_confirmer_asked"), (holder, "account_confirmer_concerned")):
        with refused(code):
            acts.confirm(cast.waiting.pk, **cast.by(name))
    change = cast.waiting.pk
    acts.confirm(change, **cast.by("adm2"))
    assert cast.groups(holder) == set()
    asked, taken = cast.recorded(holder)[-2:]
    assert (asked.data.post, taken.data.ask, taken.actor) == (post, change, "person:adm2")


def test_a_suspended_holder_is_nobody_and_suspending_waits_for_nobody(cast: Cast) -> None:
    cast.add("gm2", "senior_management")
    acts.deactivate(cast["gm2"].pk, **cast.by("adm"))
    assert acts.take_post(cast["gm"].pk, "senior_management", **cast.by("adm")).change is not None
    acts.deactivate(cast["gm"].pk, **cast.by("adm"))
    assert not cast["gm"].is_active, "one person's act, at once, even of the last"


@pytest.mark.parametrize(("language", "said"), [("en", "nobody can decide complaints"), ("vi", "không ai quyết định")])
def test_the_pages_say_what_then_cannot_be_done(cast: Cast, language: str, said: str) -> None:
    client = Client()
    client.force_login(cast["adm"])
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    form = client.get(reverse("admin:auth_user_do", args=[cast["gm"].pk, "take"]))
    assert said in form.content.decode()
    acts.take_post(cast["gm"].pk, "senior_management", **cast.by("adm"))
    client.force_login(cast["adm2"])
    page = client.get(reverse("admin:casino_accountchange_change", args=[cast.waiting.pk]))
    assert said in page.content.decode()


def test_taking_away_is_at_once(cast: Cast) -> None:
    cast.add("gm2", "senior_management")
    acts.take_post(cast["gm"].pk, "senior_management", **cast.by("adm"))
    assert cast.groups("gm") == set()
    assert cast.types("gm") == ["found", "post_taken"]
    with refused("account_post_not_held"):
        acts.take_post(cast["gm"].pk, "senior_management", **cast.by("adm"))


def test_refused_and_withdrawn_changes_stay_without_effect(cast: Cast) -> None:
    acts.ask_post(cast["nobody"].pk, "auditor", **cast.by("adm"))
    first = cast.waiting.pk
    acts.refuse(first, reason="Who is that?", **cast.by("director"))
    for again in (acts.confirm, acts.refuse, acts.withdraw):
        with refused("account_decided"):
            again(first, **cast.by("adm2"))
    acts.ask_post(cast["nobody"].pk, "auditor", **cast.by("adm"))
    acts.withdraw(cast.waiting.pk, **cast.by("adm"))
    assert cast.groups("nobody") == set()
    assert cast.types("nobody")[1:] == ["post_asked", "change_refused", "post_asked", "change_withdrawn"]
    assert AccountChange.objects.get(pk=first).reason == "Who is that?"
    assert all("Who is that" not in str(event.data) for event in cast.recorded("nobody"))


def test_the_same_is_asked_once_and_the_same_form_counts_once(cast: Cast) -> None:
    command = cast.by("adm")
    acts.ask_post(cast["nobody"].pk, "auditor", **command)
    with refused("account_repeated"):
        acts.ask_post(cast["nobody"].pk, "auditor", **command)
    with refused("account_waiting"):
        acts.ask_post(cast["nobody"].pk, "auditor", **cast.by("adm2"))


def test_an_ask_lapses(cast: Cast) -> None:
    acts.ask_post(cast["nobody"].pk, "auditor", **cast.by("adm"))
    late = cast.by("gm") | {"now": clock() + rules.LAPSES}
    with refused("account_lapsed"):
        acts.confirm(cast.waiting.pk, **late)


def test_what_somebody_asked_who_asks_no_more_is_not_confirmed(cast: Cast) -> None:
    acts.ask_post(cast["nobody"].pk, "auditor", **cast.by("adm"))
    acts.deactivate(cast["adm"].pk, **cast.by("adm2"))
    with refused("account_lapsed"):
        acts.confirm(cast.waiting.pk, **cast.by("gm"))


# --- Who may confirm -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("by", "code"),
    [
        ("adm", "account_confirmer_asked"),
        ("nobody", "account_confirmer_concerned"),
        ("shift", "account_confirmer_post"),
        ("pit", "account_confirmer_post"),
        ("watch", "account_confirmer_post"),
        ("auditor", "account_confirmer_post"),
        ("dealer", "account_confirmer_post"),
        ("adm2", ""),
        ("gm", ""),
        ("director", ""),
    ],
)
def test_who_confirms_a_post(cast: Cast, by: str, code: str) -> None:
    acts.ask_post(cast["nobody"].pk, "auditor", **cast.by("adm"))
    change = cast.waiting.pk
    if code:
        for command in (acts.confirm, acts.refuse):
            with refused(code):
                command(change, **cast.by(by))
        assert cast.groups("nobody") == set()
    else:
        acts.confirm(change, **cast.by(by))
        assert cast.groups("nobody") == {"auditor"}


def test_somebody_who_is_closed_or_lost_the_post_confirms_nothing(cast: Cast) -> None:
    cast.add("gm2", "senior_management")
    acts.ask_post(cast["nobody"].pk, "auditor", **cast.by("adm"))
    acts.deactivate(cast["adm2"].pk, **cast.by("adm"))
    acts.take_post(cast["gm"].pk, "senior_management", **cast.by("adm"))
    for name in ("adm2", "gm"):
        with refused("account_confirmer_post"):
            acts.confirm(cast.waiting.pk, **cast.by(name))


def test_the_database_itself_takes_no_confirmation_by_who_asked_or_whom_it_concerns(cast: Cast) -> None:
    acts.ask_post(cast["nobody"].pk, "auditor", **cast.by("adm"))
    row = AccountChange.objects.filter(pk=cast.waiting.pk)
    for name in ("adm", "nobody"):
        with pytest.raises(IntegrityError, match="casino_change_decided_by_another"), transaction.atomic():
            row.update(state="confirmed", decided_by=cast[name], decided_at=clock())
    with pytest.raises(IntegrityError, match="casino_change_asked_by_another"), transaction.atomic():
        row.update(user=cast["adm"])


# --- Postings --------------------------------------------------------------------------------------------------------
def acting(cast: Cast, **changed: Any) -> AskPosting:
    now = clock()
    said = {"property": cast.house, "post": "acting_pit_supervisor", "tables": ["RL01"], "ends_at": now + 8 * HOUR}
    return acts.posting(**{**said, **changed})


@pytest.mark.parametrize(
    ("by", "code"),
    [
        ("pit", ""),
        ("shift", ""),
        ("gm", ""),
        ("adm2", ""),
        ("sup", "account_confirmer_post"),
        ("watch", "account_confirmer_post"),
        ("adm", "account_confirmer_asked"),
        ("dealer", "account_confirmer_concerned"),
    ],
)
def test_who_confirms_an_acting_posting(cast: Cast, by: str, code: str) -> None:
    acts.ask_posting(cast["dealer"].pk, acting(cast), **cast.by("adm"))
    assert not Posting.objects.filter(user=cast["dealer"]).exists()
    if code:
        with refused(code):
            acts.confirm(cast.waiting.pk, **cast.by(by))
        return
    acts.confirm(cast.waiting.pk, **cast.by(by))
    duty = duty_of(cast["dealer"], clock() + HOUR)
    assert duty is not None
    assert duty.post == "acting_pit_supervisor"
    row = Posting.objects.get(user=cast["dealer"])
    assert (row.given_by, row.confirmed_by) == ("adm", by)
    assert cast.recorded("dealer")[-1].data.posting == row.pk


def test_a_pit_manager_confirms_only_where_they_act(cast: Cast) -> None:
    acts.ask_posting(cast["dealer"].pk, acting(cast, tables=["RL01", "RL02"]), **cast.by("adm"))
    with refused("account_confirmer_post"):
        acts.confirm(cast.waiting.pk, **cast.by("pit"))


def test_a_manager_of_one_property_confirms_no_posting_of_another(cast: Cast) -> None:
    acts.ask_posting(cast["dealer"].pk, acting(cast, property=cast.other_house), **cast.by("adm"))
    with refused("account_confirmer_post"):
        acts.confirm(cast.waiting.pk, **cast.by("pit"))
    acts.confirm(cast.waiting.pk, **cast.by("gm"))
    given = cast.recorded("dealer")[-1]
    assert given.data.property == "DAN"
    assert get_ledger("DAN").stream(f"account/{cast['dealer'].pk}") == [], "accounts stand in one record"


def test_a_posting_whose_end_has_come_is_not_confirmed(cast: Cast) -> None:
    acts.ask_posting(cast["dealer"].pk, acting(cast), **cast.by("adm"))
    with refused("account_lapsed"):
        acts.confirm(cast.waiting.pk, **cast.by("pit") | {"now": clock() + 8 * HOUR})


def test_a_posting_is_ended_at_once_and_on_the_record(cast: Cast) -> None:
    row = posting(cast["dealer"], "acting_pit_supervisor", owner=cast.house)
    acts.end_posting(row.pk, **cast.by("adm"))
    assert cast.types("dealer") == ["found", "posting_ended"]
    with refused("posting_over"):
        acts.end_posting(row.pk, **cast.by("adm"))


# --- Passwords, addresses, closing -----------------------------------------------------------------------------------
def test_an_account_that_sees_nothing_gets_a_password_from_one_administrator(cast: Cast) -> None:
    done = acts.ask_password(cast["dealer"].pk, **cast.by("adm"))
    assert done.secret
    assert done.change is None
    assert cast["dealer"].check_password(done.secret)
    assert cast.types("dealer") == ["found", "password_reset"]
    assert not any(done.secret in str(event) for event in cast.recorded("dealer"))


@pytest.mark.parametrize("name", ["gm", "sup", "auditor", "adm2"])
def test_one_that_sees_cases_or_keeps_accounts_keeps_its_password_until_a_second_person_confirms(
    cast: Cast, name: str
) -> None:
    before = cast[name].password
    done = acts.ask_password(cast[name].pk, **cast.by("adm"))
    assert done.part == 1
    assert cast[name].password == before
    acts.confirm(cast.waiting.pk, **cast.by("director"))
    assert cast[name].password != before
    assert Account.objects.get(user=cast[name]).by_two
    assert AccountChange.objects.get().first_part == "", "the hash of the first part is not kept longer than needed"


def test_a_dealer_who_acts_or_will_act_counts_as_one_that_sees_cases(cast: Cast) -> None:
    now = clock()
    posting(cast["dealer"], "acting_pit_supervisor", begins_at=now + HOUR, ends_at=now + 2 * HOUR, owner=cast.house)
    assert acts.ask_password(cast["dealer"].pk, **cast.by("adm")).change is not None


def test_an_address_changes_with_the_second_person_and_stands_in_no_event(cast: Cast) -> None:
    acts.ask_email(cast["dealer"].pk, "an@example.org", **cast.by("adm"))
    assert cast["dealer"].email == "an@example.org"
    acts.ask_email(cast["gm"].pk, "mine@example.org", **cast.by("adm"))
    assert cast["gm"].email == ""
    acts.confirm(cast.waiting.pk, **cast.by("adm2"))
    assert cast["gm"].email == "mine@example.org"
    recorded = [*cast.recorded("dealer"), *cast.recorded("gm")]
    assert not any("example.org" in str(event) for event in recorded)


def test_closing_is_at_once_and_letting_in_again_needs_two(cast: Cast) -> None:
    acts.deactivate(cast["gm"].pk, **cast.by("adm"))
    assert cast.active("gm") is False
    acts.ask_activation(cast["gm"].pk, **cast.by("adm"))
    assert cast.active("gm") is False
    acts.confirm(cast.waiting.pk, **cast.by("adm2"))
    assert cast.active("gm")
    assert cast.types("gm") == ["found", "deactivated", "activation_asked", "activated"]
    acts.deactivate(cast["dealer"].pk, **cast.by("adm"))
    acts.ask_activation(cast["dealer"].pk, **cast.by("adm"))
    assert cast.active("dealer")


def test_names_are_changed_without_standing_in_the_record(cast: Cast) -> None:
    acts.change_names(cast["dealer"].pk, first_name="Hoa", last_name="Trần", **cast.by("adm"))
    assert cast["dealer"].first_name == "Hoa"
    assert cast.types("dealer") == ["found", "names_changed"]
    assert not any("Hoa" in str(event) for event in cast.recorded("dealer"))


def test_a_staff_code_that_is_the_name_of_the_account_is_given_all_the_same(cast: Cast) -> None:
    done = acts.open_account("nv.lan", first_name="Lan", code="", post="dealer", **cast.by("adm"))
    named = ChangeNames(first_name="Lan", code="nv.lan")
    execute(done.account, named, **cast.by("adm"))
    assert cast.types("nv.lan")[-1] == "staff_code_set"
    execute(done.account, ChangeNames(first_name="Lan", username="nv.lan.2"), **cast.by("adm"))
    assert staff_code(cast["nv.lan.2"]) == "nv.lan"


# --- Opening ---------------------------------------------------------------------------------------------------------
def test_a_new_account_may_nothing_before_its_post_is_confirmed(cast: Cast) -> None:
    said = {"first_name": "Mới", "code": "SM-9", "post": "shift_manager"}
    done = acts.open_account("moi", **said, **cast.by("adm"))
    assert done.part == 1
    assert not cast["moi"].has_usable_password()
    assert not cast["moi"].get_all_permissions()
    assert cast.types("moi") == ["opened", "post_asked"]
    assert cast.recorded("moi")[0].data.staff == "SM-9"
    second = acts.confirm(cast.waiting.pk, **cast.by("adm2"))
    assert second.part == 2
    assert cast.groups("moi") == {"shift_manager"}


def test_an_account_changed_past_the_record_is_recorded_as_found_before_the_next_change(cast: Cast) -> None:
    acts.ask_post(cast["nobody"].pk, "dealer", **cast.by("adm"))
    cast["nobody"].groups.add(Group.objects.get(name="auditor"))
    acts.deactivate(cast["nobody"].pk, **cast.by("adm"))
    assert cast.types("nobody") == ["found", "post_given", "found", "deactivated"]
    assert set(cast.recorded("nobody")[2].data.posts) == {"dealer", "auditor"}

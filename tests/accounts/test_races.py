"""Two persons at once: one is first, the other is told; nothing is done twice."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError
from django.db import connection

from casino.access.models import AccountChange
from casino.access.roles import ensure_roles
from casino.accounts.management.commands.first_administrators import make
from casino.clock import now as clock
from casino.core.errors import Problem
from casino.factors import store
from casino.ledger.application import get_ledger
from tests.accounts import acts
from tests.accounts.conftest import Cast
from tests.factors.conftest import Phone
from tests.posting import a_property


def together(*works: Any) -> list[str]:
    """What each came to, begun at the same moment on connections of their own."""
    start = Barrier(len(works))

    def run(work: Any) -> str:
        try:
            start.wait()
            work()
            return "done"
        except Problem as problem:
            return problem.code
        except CommandError:
            return "refused"
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as pool:
        return sorted(pool.map(run, works))


@pytest.mark.usefixtures("fresh_database", "fast_hashes")
def test_two_confirmers_at_once() -> None:
    ensure_roles()
    cast = Cast()
    acts.ask_post(cast["nobody"].pk, "auditor", **cast.by("adm"))
    change: UUID = cast.waiting.pk
    first, second = cast.by("adm2"), cast.by("gm")
    found = together(lambda: acts.confirm(change, **first), lambda: acts.confirm(change, **second))
    assert found == ["account_decided", "done"]
    assert cast.types("nobody").count("post_given") == 1
    assert AccountChange.objects.get().state == "confirmed"


@pytest.mark.usefixtures("fresh_database", "fast_hashes")
def test_one_confirms_while_another_refuses_and_the_asker_withdraws() -> None:
    ensure_roles()
    cast = Cast()
    acts.ask_post(cast["nobody"].pk, "auditor", **cast.by("adm"))
    change: UUID = cast.waiting.pk
    confirm, refuse, withdraw = cast.by("adm2"), cast.by("gm"), cast.by("adm")
    found = together(
        lambda: acts.confirm(change, **confirm),
        lambda: acts.refuse(change, **refuse),
        lambda: acts.withdraw(change, **withdraw),
    )
    assert found == ["account_decided", "account_decided", "done"]
    ends = [t for t in cast.types("nobody") if t in ("post_given", "change_refused", "change_withdrawn")]
    assert len(ends) == 1


@pytest.mark.usefixtures("fresh_database", "fast_hashes")
def test_two_runs_of_the_first_administrators_make_two_and_not_four() -> None:
    ensure_roles()
    a_property("HOI")
    now = clock()
    found = together(lambda: make(["a1", "a2"], now), lambda: make(["b1", "b2"], now))
    assert found == ["account_enough_administrators", "done"]
    assert User.objects.count() == 2


@pytest.mark.usefixtures("fresh_database", "fast_hashes")
def test_one_form_sent_twice_at_once_counts_once() -> None:
    ensure_roles()
    cast = Cast()
    said: dict[str, Any] = {"by": cast["adm"], "command_id": uuid4(), "now": clock()}
    user = cast["nobody"].pk
    found = together(*[lambda: acts.ask_post(user, "dealer", **said)] * 2)
    assert found == ["account_repeated", "done"]
    events = get_ledger("HOI").stream(f"account/{user}")
    assert [event.type for event in events].count("account.post_given.v1") == 1


@pytest.mark.usefixtures("fresh_database", "fast_hashes")
def test_one_account_opened_twice_at_once_is_one() -> None:
    ensure_roles()
    cast = Cast()
    said: dict[str, Any] = {"by": cast["adm"], "command_id": uuid4(), "now": clock()}
    found = together(*[lambda: acts.open_account("moi", post="dealer", **said)] * 2)
    assert found == ["account_repeated", "done"]
    assert cast.types("moi") == ["opened", "post_given", "password_reset"]


@pytest.mark.usefixtures("fresh_database", "fast_hashes")
def test_a_device_added_while_the_factor_is_reset_neither_waits_for_ever_nor_survives_unseen() -> None:
    """Both take the account's lock first: in two orders they would wait for each other, and one would be broken off."""
    ensure_roles()
    cast = Cast()
    person = cast["gm"]
    Phone(person)
    acts.ask_factors(person.pk, **cast.by("adm"))
    change: UUID = cast.waiting.pk
    said = cast.by("adm2")
    found = together(lambda: acts.confirm(change, **said), *[lambda: Phone(person, "Another")] * 3)
    assert found == ["done"] * 4
    recorded = cast.types("gm")
    after = recorded[recorded.index("factors_reset") :].count("factor_added")
    assert len(store.devices(person)) == after
    assert recorded.count("factor_added") == 4

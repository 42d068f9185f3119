"""Which roles two persons give, who may confirm what, and that codes of events are the roles of the house."""

from __future__ import annotations

from typing import get_args

import pytest

from casino.access.models import ChangeKind
from casino.access.postings import POSTED
from casino.access.roles import ROLES
from casino.accounts import rules
from casino.accounts.event_words import LABELS, SENTENCES
from casino.accounts.facts import FACTS, KINDS
from casino.core.errors import Problem
from casino.core.posts import RoleCode


def test_the_codes_in_events_are_the_roles_of_the_house() -> None:
    assert set(get_args(RoleCode)) == set(ROLES)


def test_every_role_but_the_dealer_needs_a_second_person() -> None:
    assert set(ROLES) - rules.guarded() == {"dealer"}
    assert rules.is_guarded(["dealer", "auditor"])
    assert not rules.is_guarded(["dealer"])
    assert not rules.is_guarded([])


@pytest.mark.parametrize("kind", sorted(set(ChangeKind.values) - {"posting"}))
def test_another_administrator_or_management_confirms_everything(kind: str) -> None:
    assert rules.confirmers(kind, "auditor") == {"administrator", "senior_management", "director_of_table_games"}


def test_at_night_a_posting_is_confirmed_by_those_above_it() -> None:
    for post in POSTED:
        found = rules.confirmers("posting", post)
        assert {"administrator", "senior_management", "shift_manager", "assistant_director"} <= found
        assert post not in found
        assert not found & {"dealer", "acting_pit_supervisor", "pit_supervisor", "surveillance", "auditor", "regulator"}
    assert "pit_manager" in rules.confirmers("posting", "acting_pit_supervisor")
    assert "pit_manager" not in rules.confirmers("posting", "pit_manager")


@pytest.mark.parametrize(
    ("held", "post", "code"),
    [
        ([], "owner", "account_post_unknown"),
        (["dealer"], "dealer", "account_post_held"),
        (["administrator"], "senior_management", "account_administrator_apart"),
        (["auditor"], "administrator", "account_administrator_apart"),
    ],
)
def test_what_cannot_be_given(held: list[str], post: str, code: str) -> None:
    with pytest.raises(Problem) as caught:
        rules.check_post(held, post)
    assert caught.value.code == code


def test_every_event_has_words_and_every_ask_a_kind() -> None:
    assert set(LABELS) == set(SENTENCES) == set(FACTS)
    assert set(KINDS.values()) == set(ChangeKind.values)
    assert {name for name in FACTS if name.endswith("_asked")} == {
        name for name, fact in FACTS.items() if fact in KINDS
    }

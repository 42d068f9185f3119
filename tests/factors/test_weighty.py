"""Which acts are asked for again: nothing that changes the record or an account was forgotten."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import URLPattern, get_resolver, resolve, reverse

from casino.factors import step_up
from disputes.case.procedure import PROCEDURE
from surveillance.record.commands import COMMANDS
from tests.factors.conftest import Phone, account, grow_old, proved

WEIGHTY = {code for code, step in PROCEDURE.items() if step.weighty}
LIGHT = {
    "api:events": "devices, by token or signature",
    "api:what-if": "stores nothing",
    "cases:search": "reads, in a body because it names somebody",
    "footage:search_incidents": "reads, in a body because it names somebody",
    "files:uploads": "film comes in; nothing in the record is changed by it",
    "files:upload": "parts of one's own upload, which must not stop in the middle",
    "files:views": "the player tells what was looked at, every few seconds",
    "files:link": "watches, as who may watch does; it expires, asks again who may, and is recorded as a view",
    "files:checks": "hashes again what is there",
    "files:clock": "reads pictures; what was read counts once a person confirms it",
    "files:fetches": "film comes in, from the house's own recorder",
    "files:job": "begins again what failed and was asked for when it was begun first",
    "reports:reports": "asks for a report, which changes nothing, of what the person may see; each request is recorded",
    "reports:size": "counts, and keeps nothing",
    "reports:cancel": "stops work that can be asked for again",
}
"""Views of the API that take something and are not asked for, with the reason."""

LEAVING = ("download", "exports", "given")
"""Film leaves the house: each is asked for."""

COLLECTING = {
    "hand_over_paper", "keep_signed_copy",
    "open_case", "add_player", "add_witness", "name_party", "add_staff", "change_rounds", "attribute_bets",
    "change_amount",
    "take_finding", "assign", "take_over", "take_statement", "add_note", "propose_remedy", "pass_on", "add_evidence",
    "withdraw_evidence", "mark_none", "notify_surveillance", "acknowledge_notice", "ask_footage", "answer_footage",
    "record_unanswered", "promise_time", "say_no_time", "issue_paper", "inform_of_right", "record_help",
    "file_complaint",
}  # fmt: skip
"""Commands of a case that collect, or pass it on: what they bring is weighed by those that are asked for."""


def test_every_command_of_a_case_was_thought_of() -> None:
    assert set(PROCEDURE) == WEIGHTY | COLLECTING
    assert not WEIGHTY & COLLECTING
    assert {"decide", "confirm", "decide_complaint", "erase_person", "merge", "reopen"} <= WEIGHTY


def test_every_page_of_the_api_that_takes_something_was_thought_of() -> None:
    taking = set()
    for space, (_prefix, resolver) in get_resolver().namespace_dict.items():
        for pattern in resolver.url_patterns:
            view: Any = getattr(pattern.callback, "cls", None)
            if view is not None and any(hasattr(view, verb) for verb in ("post", "put", "patch", "delete")):
                assert isinstance(pattern, URLPattern)
                taking.add(f"{space}:{pattern.name}")
    asked = {name for name in taking if step_up.is_declared(name)}
    assert asked == {
        *("api:corrections", "api:rulings", "api:dismissals", "api:finding-corrections", "api:waiting-answers"),
        *(f"cases:{code}" for code in WEIGHTY),
        *(f"footage:{code}" for code, step in COMMANDS.items() if step.weighty),
        *(f"files:{name}" for name in LEAVING),
        *("api:rule-documents", "api:dismissal-batches", "api:set_equipment", "reports:deletion"),
    }
    footage = {f"footage:{code}" for code, step in COMMANDS.items() if not step.weighty}
    assert taking - asked == {
        *LIGHT,
        *footage,
        "cases:cases",
        *(f"cases:{code}" for code in COLLECTING - {"open_case"}),
    }


@pytest.mark.parametrize(
    "name",
    [
        *(f"admin:auth_user_{page}" for page in ("add", "change", "changelist", "delete", "password_change")),
        *("admin:casino_posting_add", "admin:casino_posting_changelist", "admin:auth_user_do", "own_password"),
        *("admin:casino_accountchange_change", "admin:casino_accountchange_changelist"),
        *("admin:games_finding_dismiss", "admin:games_finding_correct", "admin:games_round_correct"),
        *("admin:games_round_rule", "admin:disputes_case_do", "admin:disputes_library_enter"),
        *("admin:casino_a_page_to_come", "factors:remove", "factors:add_code", "factors:new_codes"),
    ],
)
def test_the_pages_of_accounts_and_of_the_record_are_asked_for(name: str) -> None:
    assert step_up.is_declared(name)


NEVER_ASKED = ("factors:prove", "own_sessions")
"""The proof itself; and ending sessions of one's own, which gives nobody anything and must never be hard."""
ROOMS = ("admin:auth_user_", "admin:casino_", "admin:axes_", "factors:", "own_")


def test_every_address_under_which_accounts_change_has_a_name_that_is_asked_for() -> None:
    """An act is declared by the name of its address, so one without a name would be asked for by nobody."""
    assert resolve("/admin/password_change/").view_name == "own_password"
    nameless = set()

    def walk(patterns: Any, prefix: str, space: str) -> None:
        for pattern in patterns:
            path = prefix + str(pattern.pattern)
            if not isinstance(pattern, URLPattern):
                walk(pattern.url_patterns, path, f"{pattern.namespace}:" if pattern.namespace else space)
            elif pattern.name is None:
                nameless.add(path)
            elif (name := f"{space}{pattern.name}").startswith(ROOMS) and name not in NEVER_ASKED:
                assert step_up.is_declared(name), name

    walk(get_resolver().url_patterns, "", "")
    # They only lead on: to the overview, to the page of a row, to an address with its last stroke.
    leading = {"", "admin/(?P<url>.*)$"}
    assert {path for path in nameless if not path.endswith("/<path:object_id>/")} == leading


@pytest.fixture
def manager(required: None) -> Any:
    """A pit manager, signed in with both, eleven minutes ago."""
    user: User = account("pit_manager")
    client = proved(user, Phone(user))
    grow_old(client)
    return client


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/rounds/RL01/right/corrections/",
        "/api/v1/rounds/RL01/right/rulings/",
        "/api/v1/findings/1/dismissals/",
        "/api/v1/findings/1/corrections/",
        *(f"/api/v1/cases/P1-2026-1/{code.replace('_', '-')}/" for code in sorted(WEIGHTY)),
        *(f"/api/v1/footage/recordings/REC-1/{name}/" for name in LEAVING),
    ],
)
def test_the_api_says_that_a_proof_is_needed(manager: Any, path: str) -> None:
    answer = manager.post(path, {"x": 1}, content_type="application/json", headers={"accept-language": "en"})
    assert answer.status_code == 403
    said = answer.json()
    assert (said["code"], said["message"]) == ("proof_needed", "Prove who you are once more before this.")


@pytest.mark.parametrize("path", ["/api/v1/rounds/RL01/right/what-if/", "/api/v1/cases/P1-2026-1/add-note/"])
def test_what_is_light_is_not_asked_for_over_the_api(manager: Any, path: str) -> None:
    answer = manager.post(path, {"x": 1}, content_type="application/json")
    assert answer.json()["code"] != "proof_needed"


@pytest.mark.parametrize(
    "page",
    [
        *("/admin/games/finding/1/dismiss/", "/admin/games/finding/1/correct/", "/admin/games/round/1/correct/1/"),
        *("/admin/games/round/1/rule/", "/admin/casino/posting/add/", "/admin/casino/posting/"),
        *(f"/admin/disputes/case/1/do/{code}/" for code in sorted(WEIGHTY)),
        "disputes_library_enter",
    ],
)
def test_the_pages_ask_again(manager: Any, page: str) -> None:
    answer = manager.post(
        page if page.startswith("/") else reverse(f"admin:{page}"), {"reason": "Read clearly on the film."}
    )
    assert answer.status_code == 403
    assert b"factors_carried" in answer.content


def test_looking_for_other_rounds_is_no_act(manager: Any) -> None:
    assert b"factors_carried" not in manager.post("/admin/disputes/case/1/do/merge/", {"look": "1"}).content
    assert b"factors_carried" not in manager.post("/admin/disputes/case/1/do/add_note/", {"x": "1"}).content

"""An ordinary command is its declaration, its event and its function: an invented one (``tests/invented``) is found in
form, buttons, API, its description, words and the page of the procedure, without another file of the product."""

from __future__ import annotations

import html
import importlib
import json
import sys
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.urls import clear_url_caches

from casino.core import events
from casino.core.seams import Seam
from casino.factors import step_up as acts
from disputes.admin import signed_acts
from disputes.api import urls
from disputes.case import event_words, state, step
from disputes.case import facts as f
from disputes.execution import service
from disputes.management.commands import procedure
from games import words
from games.api import description
from tests.disputes.admin.doing.conftest import At, client_of
from tests.disputes.admin.doing.played import Played
from tests.replay.story import CODE

pytestmark = pytest.mark.slow

COMMAND = "call_interpreter"
TABLES: list[dict[Any, Any]] = [step.PROCEDURE, step.FUNCTIONS]
SEAMS: list[Seam[Any, Any]] = [f.FACTS, f.NAMES, f.LABELS, state.APPLY, events.TYPES, words.LABELS, words.SENTENCES]


@pytest.fixture(autouse=True)
def declared(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The invented command is imported, and the apps start; afterwards everything is as before."""
    former = [dict(table) for table in TABLES]
    for seam in SEAMS:
        monkeypatch.setattr(seam, "_entries", dict(seam))
    importlib.import_module("tests.invented.interpreter")
    words.LABELS.register("case.interpreter_called", f.LABELS["interpreter_called"])
    words.SENTENCES.register("case.interpreter_called", event_words.told("interpreter_called"))
    monkeypatch.setattr(acts, "ACTS", signed_acts.acts())
    address = urls.command_path(COMMAND)  # as for every command, when the addresses are made
    urls.urlpatterns.append(address)
    clear_url_caches()
    yield
    urls.urlpatterns.remove(address)
    clear_url_caches()
    sys.modules.pop("tests.invented.interpreter")
    for table, before in zip(TABLES, former, strict=True):
        table.clear()
        table.update(before)


def said(**besides: Any) -> dict[str, Any]:
    return {"party": "P1", "spoken": "zh", "interpreter": "I-7", "sworn": "yes", **besides}


def page_of(who: str, played: Played, language: str = "en") -> str:
    """The page of the case, as text."""
    address = f"/admin/disputes/case/{played.row('passed').pk}/change/"
    return html.unescape(client_of(who, language).get(address).content.decode())


@pytest.mark.parametrize(
    ("language", "title", "labels"),
    [
        ("en", "Call an interpreter", ("For whom", "Chinese", "Code of the interpreter", "Sworn?", "Fee", "If any.")),
        ("vi", "Mời phiên dịch", ("Cho bên nào", "tiếng Hàn", "Mã phiên dịch", "Đã tuyên thệ chưa?", "Thù lao")),
    ],
)
def test_its_form_speaks_both_languages(
    language: str, title: str, labels: tuple[str, ...], played: Played, at: At
) -> None:
    page = html.unescape(at("passed", COMMAND, "pit_manager", language=language).page).lower()
    assert title.lower() in page
    assert [label for label in labels if label.lower() not in page] == []


def test_it_is_shown_confirmed_recorded_once_and_told(played: Played, at: At) -> None:
    hand = at("passed", COMMAND, "pit_manager")
    assert hand.fields["comes_at"][0].startswith("20"), "it begins with now"
    wrong = hand.send(said(fee_minor="1,50"), stay=True)
    assert wrong.status_code == 422
    assert hand.send(said(fee_minor="250,000", note="Khách Quảng Đông.")).status_code == 200
    assert "This is what will be recorded" in hand.page
    assert "Interpreter called" in hand.page
    assert "Call now" in hand.page
    assert hand.confirm(stay=True).status_code == 302
    [recorded] = [event for event in service.history(CODE, played.case("passed")) if "interpreter" in event.type]
    assert (recorded.data.fee_minor, recorded.data.sworn, recorded.data.spoken) == (250_000, True, "zh")
    assert words.event_label(recorded.type).vi == "Đã mời phiên dịch"
    assert words.has_event_words(recorded.type)
    case = page_of("pit_manager", played, "vi")
    assert "Đã mời phiên dịch" in case
    assert "Khách Quảng Đông." in case


@pytest.mark.parametrize(("who", "status"), [("pit_manager", 200), ("pit_supervisor", 403), ("surveillance", 403)])
def test_its_button_is_for_the_posts_that_it_names(who: str, status: int, played: Played, at: At) -> None:
    case = page_of(who, played)
    assert (f'data-command="{COMMAND}"' in case) is (status == 200)
    assert at("passed", COMMAND, who).answer.status_code == status
    assert at("told", COMMAND, "pit_manager").answer.status_code == 409, "another stage"


def test_the_api_takes_it(played: Played) -> None:
    number = played.numbers["passed"]
    body = {
        **said(sworn=True, comes_at="2026-11-22T10:00:00Z"),
        "command_id": str(uuid4()),
        "seen_version": played.case("passed").version,
    }
    address = f"/api/v1/cases/{number}/call-interpreter/"
    refused = client_of("pit_supervisor").post(address, body, content_type="application/json")
    assert refused.json()["code"] == "case_role"
    unfit = client_of("pit_manager").post(address, {**body, "spoken": "xx"}, content_type="application/json")
    assert unfit.json()["field"] == "spoken"
    done = client_of("pit_manager").post(address, body, content_type="application/json")
    assert done.json()["status"] == "recorded"
    assert played.facts("passed")[-1] == "InterpreterCalled"
    shown = client_of("pit_manager").get(f"/api/v1/cases/{number}/").json()
    assert COMMAND in shown["commands"]


def test_openapi_describes_it(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(description, "_made", {})
    answer = client_of("pit_manager").get("/api/v1/schema/", headers={"Accept": "application/vnd.oai.openapi+json"})
    document = json.loads(answer.content)
    operations = {o["operationId"]: o for path in document["paths"].values() for o in path.values()}
    assert operations[COMMAND]["summary"] == "Call an interpreter / Mời phiên dịch (8.3)"
    schema = document["components"]["schemas"]["CaseCallInterpreter"]
    assert schema["properties"]["sworn"]["description"] == "Sworn? / Đã tuyên thệ chưa?"
    assert {"command_id", "seen_version", "party"} <= set(schema["required"])


def test_the_person_is_asked_again_before_it() -> None:
    assert acts.is_declared(f"cases:{COMMAND}")


def test_the_page_of_the_procedure_has_it() -> None:
    page = procedure.page()
    assert "| `call_interpreter`: Call an interpreter / Mời phiên dịch | 8.3 |  |  | mhxd |" in page
    assert "`spoken` (Language of the guest / Ngôn ngữ của khách)" in page

"""An ordinary command of Surveillance is its declaration, its event and its function: an invented one
(``tests/invented``) is found in form, API, its description, and what is asked again, without another file of the
product."""

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
from casino.ledger.application import get_ledger
from games.api import description
from surveillance.admin.command_pages import address_of
from surveillance.api import urls
from surveillance.execution import signed_acts
from surveillance.record import recorded, step
from tests.replay.story import CODE
from tests.surveillance.admin.test_pages import signed_in
from tests.surveillance.watch import AT, Watch

COMMAND = "clean_lens"
MODULE = "tests.invented.lens"
TABLES: list[dict[Any, Any]] = [step.COMMANDS, step.FUNCTIONS]
SEAMS: list[Seam[Any, Any]] = [recorded.FACTS, recorded.NAMES, recorded.LABELS, events.TYPES]


@pytest.fixture(autouse=True)
def declared(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The invented command is imported, and the apps start; afterwards everything is as before."""
    former = [dict(table) for table in TABLES]
    for seam in SEAMS:
        monkeypatch.setattr(seam, "_entries", dict(seam))
    monkeypatch.setattr(description, "_made", {})
    importlib.import_module(MODULE)
    monkeypatch.setattr(acts, "ACTS", signed_acts.acts())
    address = urls._command_path(COMMAND)  # as for every command, when the addresses are made
    urls.urlpatterns.append(address)
    clear_url_caches()
    yield
    urls.urlpatterns.remove(address)
    clear_url_caches()
    sys.modules.pop(MODULE)
    for table, before in zip(TABLES, former, strict=True):
        table.clear()
        table.update(before)


def cleaned() -> list[Any]:
    return [each for each in get_ledger(CODE).stream("camera/CAM-A") if each.type == "camera.lens_cleaned.v1"]


def test_its_form_is_made_given_and_recorded_once(watch: Watch) -> None:
    watch.set_up()
    address = address_of(COMMAND, watch.house, "CAM-A")
    shown = html.unescape(signed_in(watch, "surveillance", "vi").get(address).content.decode())
    assert [said for said in ("Ghi việc lau ống kính", "Lau lúc", "Khí nén") if said not in shown] == []
    assert signed_in(watch, "pit_manager").get(address).status_code == 403
    form = {"cleaned_at": "2020-01-01T10:00", "means": "air", "command_id": str(uuid4())}
    client = signed_in(watch, "surveillance")
    assert client.post(address, {**form, "means": "sand"}).status_code == 422
    for _click in range(2):
        assert client.post(address, form).status_code == 302
    [event] = cleaned()
    assert (event.data.means, event.data.cleaned_by.post) == ("air", "surveillance")


def test_the_api_takes_it_and_openapi_describes_it(watch: Watch) -> None:
    watch.set_up()
    body = {"cleaned_at": AT.isoformat(), "means": "cloth", "command_id": str(uuid4())}
    path = f"/api/v1/footage/cameras/CAM-A/clean-lens/?property={CODE}"
    client = signed_in(watch, "surveillance")
    refused = signed_in(watch, "pit_manager").post(path, body, content_type="application/json")
    assert refused.json()["code"] == "footage_not_your_post"
    unfit = client.post(path, {**body, "means": "sand"}, content_type="application/json")
    assert unfit.json()["field"] == "means"
    assert client.post(path, body, content_type="application/json").json()["status"] == "recorded"
    assert len(cleaned()) == 1
    answer = client.get("/api/v1/schema/", headers={"Accept": "application/vnd.oai.openapi+json"})
    document = json.loads(answer.content)
    operations = {o["operationId"]: o for each in document["paths"].values() for o in each.values()}
    assert operations[COMMAND]["summary"] == "Record that the lens was cleaned / Ghi việc lau ống kính"
    schema = document["components"]["schemas"]["FootageCleanLens"]
    assert schema["properties"]["means"]["description"] == "By what / Bằng gì"


def test_the_person_is_asked_again_before_it() -> None:
    assert acts.is_declared(f"footage:{COMMAND}")

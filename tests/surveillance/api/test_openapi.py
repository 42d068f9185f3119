"""Every command and list of Surveillance is described with its own address and schema."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from surveillance.api.lists import LISTS
from surveillance.record.commands import COMMANDS


@pytest.fixture(scope="module")
def document() -> Any:
    response = Client().get("/api/v1/schema/", headers={"Accept": "application/vnd.oai.openapi+json"})
    return json.loads(response.content)


def test_each_command_has_an_address_and_a_schema(document: Any) -> None:
    operations = {o["operationId"]: o for path in document["paths"].values() for o in path.values()}
    for command, step in COMMANDS.items():
        body = operations[command]["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        name = body.rpartition("/")[2]
        schema = document["components"]["schemas"][name]
        assert name == f"Footage{step.struct.__name__}"
        assert "command_id" in schema["required"]
        assert ("seen_version" in schema["properties"]) is (step.on is not None)
        assert schema["additionalProperties"] is False
    assert {f"list_{listing.name.replace('-', '_')}" for listing in LISTS} <= set(operations)

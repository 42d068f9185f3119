"""Every command of a case is described with its own address and the schema of its own struct."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from disputes.case.procedure import PROCEDURE


@pytest.fixture(scope="module")
def document() -> Any:
    response = Client().get("/api/v1/schema/", headers={"Accept": "application/vnd.oai.openapi+json"})
    return json.loads(response.content)


@pytest.mark.parametrize("command", sorted(PROCEDURE))
def test_each_command_has_an_address_and_a_schema(document: Any, command: str) -> None:
    operations = {o["operationId"]: o for path in document["paths"].values() for o in path.values()}
    body = operations[command]["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    name = body.rpartition("/")[2]
    schema = document["components"]["schemas"][name]
    assert name == f"Case{PROCEDURE[command].struct.__name__}"
    assert "command_id" in schema["required"]
    assert ("seen_version" in schema["required"]) is (command != "open_case")
    assert schema["additionalProperties"] is False

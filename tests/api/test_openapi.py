"""The description of the API is a valid OpenAPI 3.1 document, holds every event type, and its page needs no network."""

from __future__ import annotations

import json
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from django.test import Client

from games.ingest.event_schema import wire_types


@pytest.fixture(scope="module")
def document() -> Any:
    response = Client().get("/api/v1/schema/", headers={"Accept": "application/vnd.oai.openapi+json"})
    assert response.status_code == 200
    return json.loads(response.content)


def test_it_is_openapi_3_1_with_every_event_type(document: Any) -> None:
    assert document["openapi"].startswith("3.1")
    schemas = document["components"]["schemas"]
    assert {each.full_name for each in wire_types()} <= schemas.keys()
    assert len(schemas["Event"]["oneOf"]) == len(list(wire_types()))
    assert "/api/v1/properties/{property_code}/events/" in document["paths"]


def test_every_reference_leads_somewhere(document: Any) -> None:
    def references(part: Any) -> Any:
        if isinstance(part, dict):
            if isinstance(part.get("$ref"), str):
                yield part["$ref"]
            for inner in part.values():
                yield from references(inner)
        elif isinstance(part, list):
            for inner in part:
                yield from references(inner)

    for reference in references(document):
        target = document
        for step in reference.removeprefix("#/").split("/"):
            target = target[step]


def test_every_part_is_json_schema(document: Any) -> None:
    for part in document["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(part)


def test_the_page_takes_nothing_from_elsewhere() -> None:
    response = Client().get("/api/v1/docs/")
    assert response.status_code == 200
    text = response.content.decode()
    assert "http://" not in text
    assert "https://" not in text


def test_the_list_of_types_leads_to_their_schemas() -> None:
    client = Client()
    listed = client.get("/api/v1/event-types/").json()["event_types"]
    assert [each["type"] for each in listed] == [each.full_name for each in wire_types()]
    found = client.get(listed[0]["schema"])
    assert (found.status_code, found["Content-Type"]) == (200, "application/schema+json")
    assert found.json()["title"] == listed[0]["type"]
    unknown = client.get("/api/v1/event-types/roulette.nothing.v1/")
    assert (unknown.status_code, unknown.json()["code"]) == (422, "unknown_type")

"""The OpenAPI 3.1 description: what drf-spectacular finds in the views, and the event types from their own structs.

``add_event_types`` is a postprocessing hook of it (see the settings). Proved by ``tests/api/test_openapi.py``,
which validates the whole document.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from drf_spectacular.utils import OpenApiResponse

from casino.commands.openapi import untitled
from games.ingest import event_schema
from games.rows.whatif import Changes

_EVENT: Final = {"$ref": "#/components/schemas/Event"}
BATCH_REQUEST: Final[dict[str, Any]] = {
    "application/json": {
        "oneOf": [
            _EVENT,
            {"type": "array", "items": _EVENT, "minItems": 1},
            {
                "type": "object",
                "properties": {
                    "events": {"type": "array", "items": _EVENT, "minItems": 1},
                    "signed": {"$ref": "#/components/schemas/SignedBatch"},
                },
                "required": ["events"],
                "additionalProperties": False,
            },
        ]
    },
    "application/x-ndjson": {
        "type": "string",
        "description": 'One event a line (the schema Event); the last line may be {"signed": …} (SignedBatch).',
    },
}


def _answer(name: str, text: str) -> OpenApiResponse:
    if name == "Error":  # the two content types of a refusal are put there by ``add_event_types``
        return OpenApiResponse(response=None, description=text)
    return OpenApiResponse(response={"$ref": f"#/components/schemas/{name}"}, description=text)


INGEST_ANSWERS: Final = {
    200: _answer("BatchAnswer", "One result an event, in their order."),
    400: _answer("Error", "The body cannot be read."),
    401: _answer("Error", "No credential, a wrong one, or a signature out of time (server_time says the time)."),
    403: _answer("Error", "The device was revoked."),
    413: _answer("Error", "Too much at once."),
    415: _answer("Error", "Not a form of content that is taken."),
    429: _answer("Error", "Too many requests; Retry-After says how long to wait."),
    503: _answer("Error", "Send the same again."),
}
WHAT_IF_REQUEST: Final[dict[str, Any]] = {"application/json": {"$ref": "#/components/schemas/WhatIfChanges"}}
DEVICE_AUTH: Final[Any] = [{"deviceSignature": []}, {"deviceToken": []}]
"""Either of the two; the stubs of the library know only names, its code takes OpenAPI's own form."""
_ERROR: Final = {
    "type": "object",
    "properties": {
        "type": {"type": "string", "description": "Address at which the code is explained."},
        "title": {"type": "string", "description": "The code as words, the same at every occurrence."},
        "status": {"type": "integer", "minimum": 400, "maximum": 599},
        "detail": {"type": "string", "description": "A sentence in the language of Accept-Language (vi, en)."},
        "code": {"type": "string", "description": "Stable; docs/errors.md and /api/v1/errors/ list them."},
        "message": {"type": "string", "description": "The same as detail: its name of before."},
        "field": {"type": "string", "description": "Path of the value at fault."},
        "server_time": {"type": "string", "format": "date-time"},
    },
    "required": ["type", "title", "status", "detail", "code", "message"],
    "description": "Problem details (RFC 9457) with the house's members code, message and field.",
}
_RESULT: Final = {
    "type": "object",
    "properties": {
        "index": {"type": "integer", "minimum": 0, "description": "Place in the batch, from 0."},
        "line": {"type": "integer", "minimum": 1, "description": "Line of the body (NDJSON)."},
        "id": {"type": "string", "format": "uuid"},
        "status": {"enum": ["recorded", "duplicate", "refused"]},
        "position": {"type": "integer", "minimum": 1, "description": "Place in the property's log."},
        "code": {"type": "string"},
        "field": {"type": "string"},
        "message": {"type": "string"},
    },
    "required": ["index", "status"],
}
_HASH: Final = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
_SIGNED: Final = {
    "type": "object",
    "description": "The device's signature over the list of the events' hashes; docs/origin.md.",
    "properties": {
        "key": {**_HASH, "description": "SHA-256 of the device's public key."},
        "events": {"type": "array", "items": _HASH, "minItems": 1, "description": "Hashes in the order of the events."},
        "signature": {"type": "string", "description": "Ed25519, base64."},
    },
    "required": ["key", "events", "signature"],
    "additionalProperties": False,
}
_BATCH: Final = {
    "type": "object",
    "properties": {
        "results": {"type": "array", "items": {"$ref": "#/components/schemas/EventResult"}},
        "recorded": {"type": "integer", "minimum": 0},
        "duplicate": {"type": "integer", "minimum": 0},
        "refused": {"type": "integer", "minimum": 0},
        "server_time": {"type": "string", "format": "date-time"},
    },
    "required": ["results", "recorded", "duplicate", "refused", "server_time"],
}
_SECURITY: Final = {
    "deviceToken": {"type": "http", "scheme": "bearer", "description": "<device>.<secret>"},
    "deviceSignature": {
        "type": "apiKey",
        "in": "header",
        "name": "Tableproof-Signature",
        "description": "Ed25519 over method, path, body hash, timestamp, device and clock; docs/devices.md.",
    },
}


def add_event_types(result: dict[str, Any], **_others: Any) -> dict[str, Any]:
    """Put the event types and the shapes of the answers into the document's components."""
    parts = result.setdefault("components", {})
    schemas = parts.setdefault("schemas", {})
    schemas.update({name: untitled(each) for name, each in schemas.items()})
    schemas.update(event_schema.components())
    schemas.update({"Error": _ERROR, "EventResult": _RESULT, "BatchAnswer": _BATCH, "SignedBatch": _SIGNED})
    _, supposed = msgspec.json.schema_components([Changes], ref_template="#/components/schemas/WhatIf{name}")
    schemas.update({f"WhatIf{name}": {**untitled(each), "title": f"WhatIf{name}"} for name, each in supposed.items()})
    parts.setdefault("securitySchemes", {}).update(_SECURITY)
    for path in result.get("paths", {}).values():
        for method, operation in path.items():
            answers = operation["responses"]
            for status, text in _REFUSALS[method].items():
                answers.setdefault(status, {"description": text})
            for status, said in answers.items():
                if status >= "400":
                    said["content"] = _REFUSED
            if method == "get" and "application/json" in answers.get("200", {}).get("content", ()):
                _tag(operation)
    return result


def _tag(operation: dict[str, Any]) -> None:
    """What is read as data has a tag, and 304 for whoever has it."""
    operation.setdefault("parameters", []).append(_KNOWN)
    operation["responses"]["200"].setdefault("headers", {})["ETag"] = _ETAG
    operation["responses"]["304"] = {"description": "Nothing changed for this account.", "headers": {"ETag": _ETAG}}


_READING: Final = {
    "400": "The address or its parameters cannot be read; `field` names which.",
    "403": "Not signed in, or not allowed.",
    "404": "There is no such thing, or it may not be seen.",
}
_WRITING: Final = {
    **_READING,
    "409": "It stands otherwise by now: load again, look, and repeat.",
    "413": "Too much at once.",
    "422": "What was sent does not fit; `field` names what.",
}
_REFUSALS: Final = {"get": _READING, "post": _WRITING, "head": _READING, "patch": _WRITING, "delete": _WRITING}
"""How each operation may refuse, always in the one shape of an error."""

_ERROR_SCHEMA: Final = {"schema": {"$ref": "#/components/schemas/Error"}}
_REFUSED: Final = {"application/problem+json": _ERROR_SCHEMA, "application/json": _ERROR_SCHEMA}
"""Both content types of a refusal; which one comes follows from the Accept header (``casino.site.problems``)."""
_ETAG: Final = {"description": "Tag of this answer.", "schema": {"type": "string"}}
_KNOWN: Final = {
    "name": "If-None-Match",
    "in": "header",
    "required": False,
    "description": "Tag of an answer that is there already: 304 where it would be the same again.",
    "schema": {"type": "string"},
}

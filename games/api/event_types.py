"""``GET /api/v1/event-types/``: the types of events, and the JSON Schema of each. Open to everyone: who builds
equipment needs it, and it tells nothing about any casino. Proved by ``tests/api/test_openapi.py``."""

from __future__ import annotations

import inspect

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request

from games.api.base import ApiView, answer
from games.ingest.event_schema import schema_of, wire_type, wire_types

_OBJECT = OpenApiResponse(response={"type": "object"}, description="As described.")


class EventTypesView(ApiView):
    """All types that come over the wire."""

    authentication_classes = ()
    permission_classes = ()

    @extend_schema(operation_id="list_event_types", tags=["event types"], responses={200: _OBJECT}, auth=[])
    def get(self, request: Request) -> HttpResponse:
        """Name, kind of stream, whether equipment may send it, and the address of its schema."""
        return answer(
            {
                "event_types": [
                    {
                        "type": each.full_name,
                        "stream": each.stream_kind,
                        "from_device": each.from_device,
                        "description": inspect.cleandoc(each.fact.__doc__ or ""),
                        "schema": request.build_absolute_uri(f"{each.full_name}/"),
                    }
                    for each in wire_types()
                ]
            }
        )


class EventTypeView(ApiView):
    """One type."""

    authentication_classes = ()
    permission_classes = ()

    @extend_schema(operation_id="get_event_type", tags=["event types"], responses={200: _OBJECT}, auth=[])
    def get(self, request: Request, type_name: str) -> HttpResponse:
        """The JSON Schema (2020-12) of a whole event of this type."""
        response = answer(schema_of(wire_type(type_name)))
        response["Content-Type"] = "application/schema+json"
        return response

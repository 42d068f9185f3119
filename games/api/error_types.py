"""``/api/v1/errors/``: what each code of an error means; the ``type`` of a problem leads to its entry.

Open to everybody: it is the same at every casino. Proved by ``tests/api/test_problem_details.py``.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from casino.core import errors
from casino.core.errors import ErrorEntry, Problem
from games.api.base import ApiView, answer, language


class ErrorTypeOut(serializers.Serializer):
    """A code: its status, its sentence (with named places for values), when it happens and what to do."""

    code = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    message = serializers.CharField()
    about = serializers.CharField()


class ErrorTypesOut(serializers.Serializer):
    """The whole table, by code."""

    codes = ErrorTypeOut(many=True)


class ErrorTypesView(ApiView):
    """Every code of an error."""

    authentication_classes = ()
    permission_classes = ()

    @extend_schema(operation_id="list_errors", tags=["errors"], responses=ErrorTypesOut)
    def get(self, request: Request) -> HttpResponse:
        return answer({"codes": [_entry(each) for each in errors.table()]})


class ErrorTypeView(ApiView):
    """What one code means."""

    authentication_classes = ()
    permission_classes = ()

    @extend_schema(
        operation_id="read_error",
        tags=["errors"],
        parameters=[OpenApiParameter("code", str, OpenApiParameter.PATH)],
        responses=ErrorTypeOut,
    )
    def get(self, request: Request, code: str) -> HttpResponse:
        try:
            return answer(_entry(errors.find(code)))
        except KeyError:
            raise Problem("not_found", "code") from None


def _entry(entry: ErrorEntry) -> dict[str, Any]:
    return {
        "code": entry.code,
        "title": errors.title(entry.code),
        "status": entry.status,
        "message": entry.text.in_language(language()),
        "about": entry.about,
    }

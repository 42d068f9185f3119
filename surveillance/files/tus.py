"""Resumable uploads: tus 1.0 core with creation, expiration, termination and checksum (https://tus.io/protocols).

    OPTIONS /api/v1/footage/uploads/         what this server speaks
    POST    /api/v1/footage/uploads/         Upload-Length, Upload-Metadata -> 201, Location
    HEAD    /api/v1/footage/uploads/<id>/    Upload-Offset: the bytes that are here
    PATCH   /api/v1/footage/uploads/<id>/    a part, from Upload-Offset on
    DELETE  /api/v1/footage/uploads/<id>/    given up
    GET     /api/v1/footage/uploads/<id>/    what became of it, as JSON (ours)

Errors have the one shape. Before the web server reads a part's body it asks this view (``casino/web/gateway.py``): who
sends, and whether it fits, is known before a byte of it takes memory. Once the last byte is here the file is checked by
a worker. Proved by ``tests/surveillance/files/test_tus.py``; by hand with tus-js-client 4.3.1 in Chromium
(``tests/surveillance/files/test_tus.py``).
"""

from __future__ import annotations

from datetime import datetime
from typing import IO, Any, Final, cast
from uuid import UUID

from django.conf import settings
from django.http import HttpResponse
from django.urls import reverse
from django.utils.http import http_date
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from casino.clock import now as clock
from casino.core.errors import Problem
from casino.core.text import Text
from casino.web.admission import asks, go_on
from games.api.base import ApiView, answer, error_answer, handle_error, language
from games.api.read import house_of
from surveillance.files import jobs, uploads
from surveillance.files.models import FootageUpload, UploadState
from surveillance.files.on_duty import person_of
from surveillance.record.fields import RECORDERS_AHEAD, must_be_past

VERSION: Final = "1.0.0"
EXTENSIONS: Final = "creation,expiration,termination,checksum"
PART: Final = "application/offset+octet-stream"
_HEADERS: Final = [
    OpenApiParameter("Tus-Resumable", str, OpenApiParameter.HEADER, required=True, description=VERSION),
]


class MayTakeIn(BasePermission):
    """Signed in, and allowed to bring footage in."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return bool(request.user and request.user.has_perm("surveillance.add_footageupload"))


class UploadOut(serializers.Serializer):
    """An upload and what became of it. ``recording`` is its code: of the one that was here already, for ``known``."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    length_bytes = serializers.IntegerField()
    offset_bytes = serializers.IntegerField()
    state = serializers.ChoiceField(choices=UploadState.values)
    recording = serializers.CharField(allow_null=True)
    code = serializers.CharField(
        allow_null=True, help_text="Of the table of errors, where it was refused, or is kept and cannot be shown."
    )
    message = serializers.CharField(allow_null=True)
    begun_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()


def shown(row: FootageUpload) -> dict[str, Any]:
    """An upload as JSON has it."""
    here = uploads.offset(row) if row.state == "coming" else row.length_bytes
    return {
        "id": row.pk,
        "name": row.name,
        "length_bytes": row.length_bytes,
        "offset_bytes": here,
        "state": row.state,
        "recording": row.recording or None,
        "code": row.code or None,
        "message": Text(row.said_vi, row.said_en).in_language(language()) or None,
        "begun_at": row.begun_at,
        "expires_at": row.expires_at,
    }


class TusView(ApiView):
    """What both addresses have in common."""

    permission_classes = (MayTakeIn,)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if request.method not in ("OPTIONS", "GET") and request.headers.get("Tus-Resumable") != VERSION:
            raise Problem("footage_upload_version", "Tus-Resumable")

    def get_exception_handler(self) -> Any:
        def handle(error: Exception, context: Any) -> HttpResponse | None:
            if isinstance(error, Problem) and error.code == "footage_upload_version":
                return error_answer(error, headers={"Tus-Version": VERSION}, request=context.get("request"))
            return handle_error(error, context)

        return handle

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        done = super().finalize_response(request, response, *args, **kwargs)
        done.headers["Tus-Resumable"] = VERSION
        done.headers["Cache-Control"] = "no-store"
        return done

    def _options(self) -> HttpResponse:
        headers = {
            "Tus-Version": VERSION,
            "Tus-Extension": EXTENSIONS,
            "Tus-Max-Size": str(settings.FOOTAGE_MAX_BYTES),
            "Tus-Checksum-Algorithm": ",".join(uploads.CHECKSUMS),
        }
        return HttpResponse(status=204, headers=headers)


class UploadsView(TusView):
    """Begin an upload; one's own uploads."""

    @extend_schema(exclude=True)
    def options(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        return self._options()

    @extend_schema(operation_id="list_footage_uploads", tags=["footage"], responses=UploadOut(many=True))
    def get(self, request: Request) -> HttpResponse:
        """The last hundred uploads of whoever asks, at every house."""
        rows = FootageUpload.objects.filter(staff__in=_codes(request)).select_related("property")[:100]
        return answer([shown(row) for row in rows])

    @extend_schema(
        operation_id="begin_footage_upload",
        tags=["footage"],
        parameters=[
            *_HEADERS,
            OpenApiParameter("Upload-Length", int, OpenApiParameter.HEADER, required=True),
            OpenApiParameter(
                "Upload-Metadata",
                str,
                OpenApiParameter.HEADER,
                description="Pairs key and base64, separated by commas: filename, property, camera, shown_from"
                " (ISO 8601 with its time zone).",
            ),
        ],
        request=None,
        responses={201: None},
    )
    def post(self, request: Request) -> HttpResponse:
        words = uploads.read_words(request.headers.get("Upload-Metadata", ""))
        house = house_of(words.get("property") or None)
        now = clock()
        shown_from = uploads.read_moment(words.get("shown_from", ""), "shown_from")
        if shown_from is not None:
            must_be_past(shown_from, now, "shown_from", RECORDERS_AHEAD)
        row = uploads.begin(
            owner=house,
            by=person_of(request.user, house.code, now),
            name=words.get("filename", "film"),
            length_bytes=_number(request, "Upload-Length", "footage_upload_length"),
            camera=words.get("camera", ""),
            shown_from=shown_from,
            now=now,
        )
        address = reverse("files:upload", args=[row.pk])
        return HttpResponse(status=201, headers={"Location": address, "Upload-Offset": "0", **_expires(row)})


class UploadView(TusView):
    """One upload: how much is here, a further part, giving it up."""

    @extend_schema(exclude=True)
    def options(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        return self._options()

    @extend_schema(operation_id="read_footage_upload", tags=["footage"], responses=UploadOut)
    def get(self, request: Request, pk: UUID) -> HttpResponse:
        return answer(shown(self._row(request, pk)))

    @extend_schema(exclude=True)
    def head(self, request: Request, pk: UUID) -> HttpResponse:
        row = self._row(request, pk)
        here = row.length_bytes
        if row.state == "coming":
            uploads.standing(row, clock())
            here = uploads.offset(row)
        headers = {"Upload-Offset": str(here), "Upload-Length": str(row.length_bytes), **_expires(row)}
        return HttpResponse(status=200, headers=headers)

    @extend_schema(
        operation_id="continue_footage_upload",
        tags=["footage"],
        parameters=[
            *_HEADERS,
            OpenApiParameter("Upload-Offset", int, OpenApiParameter.HEADER, required=True),
            OpenApiParameter("Upload-Checksum", str, OpenApiParameter.HEADER),
        ],
        request={PART: OpenApiTypes.BINARY},
        responses={204: None},
    )
    def patch(self, request: Request, pk: UUID) -> HttpResponse:
        if request.content_type != PART:
            raise Problem("footage_chunk_type", "Content-Type")
        row = self._row(request, pk)
        said = request.headers.get("Upload-Checksum")
        checksum = None if said is None else uploads.read_checksum(said)
        begins = _number(request, "Upload-Offset", "footage_offset", offset=uploads.offset(row))
        now = clock()
        asking = asks(request._request)
        if asking is not None:
            # Nothing was read yet. A part of unknown length (chunked) is held to the limit while it is read.
            uploads.check_part(row, begins=begins, size_bytes=asking.length or 0, now=now)
            return go_on()
        size_bytes = int(request.META.get("CONTENT_LENGTH") or 0)
        here = uploads.add(
            row, cast(IO[bytes], request._request), begins=begins, size_bytes=size_bytes, checksum=checksum, now=now
        )
        if here == row.length_bytes:
            _complete(row, now)
        return HttpResponse(status=204, headers={"Upload-Offset": str(here), **_expires(row)})

    @extend_schema(
        operation_id="end_footage_upload", tags=["footage"], parameters=_HEADERS, request=None, responses={204: None}
    )
    def delete(self, request: Request, pk: UUID) -> HttpResponse:
        uploads.end(self._row(request, pk))
        return HttpResponse(status=204)

    def _row(self, request: Request, pk: UUID) -> FootageUpload:
        for staff in _codes(request):
            return uploads.find(pk, staff=staff)
        raise Problem("footage_upload_unknown")


def _complete(row: FootageUpload, now: datetime) -> None:
    """All of it is here: a worker looks at it."""
    jobs.arrive(row, now=now)


def _codes(request: Request) -> list[str]:
    from casino.access.roles import staff_code

    return [staff_code(request.user)]


def _number(request: Request, header: str, code: str, **values: object) -> int:
    said = request.headers.get(header, "")
    if not (said.isascii() and said.isdigit() and len(said) < 17):
        raise Problem(code, header, **values)
    return int(said)


def _expires(row: FootageUpload) -> dict[str, str]:
    return {"Upload-Expires": http_date(row.expires_at.timestamp())}

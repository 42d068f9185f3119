"""Recordings over the API, for signed-in staff: each one, its film with ranges, stretches looked at, signed links.

Every address asks anew who may see or watch the recording; what one may not know of does not exist (404), film that one
may read of and not watch is refused (403). What leaves the house is asked for with POST, a reason and a ``command_id``
made by the client; downloads are handed out by links that expire. Uploads: ``tus.py``; the list of recordings:
``surveillance/api/lists.py``. Proved by ``tests/surveillance/files/test_allowed.py`` and ``test_serving.py``.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

from django.http import HttpResponse, HttpResponseBase
from django.utils.decorators import method_decorator
from django.views.decorators.gzip import gzip_page
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from casino.clock import now as clock
from casino.core.errors import Problem
from casino.ledger.models import Property
from games.api.base import ApiView, answer, language
from games.api.commands import read_body
from games.api.read import house_of
from games.engine.facts import Person
from surveillance.files import ahead, leaving, links, partly, showing, told, viewing
from surveillance.files.handed import To
from surveillance.files.on_duty import SURVEILLANCE, person_of, viewer_of
from surveillance.film.frame_index import FrameIndex
from surveillance.record.parts import Viewer
from surveillance.rows import visibility
from surveillance.rows.models import Recording

HOUSE: Final = OpenApiParameter("property", str, description="Code of the property; not needed where there is one.")
CODE: Final = OpenApiParameter("code", str, OpenApiParameter.PATH)
WHY: Final = [
    OpenApiParameter("why", str, enum=viewing.WHYS, description="Why it is looked at; upkeep where nothing is said."),
    OpenApiParameter("subject", str, description="Stream that it is about: case/2026-00001, round/RL01/…"),
]
_AHEAD: Final = OpenApiParameter("ahead", str, description="The review queue's own: loaded out of sight.")
_RANGE: Final = [
    OpenApiParameter("Range", str, OpenApiParameter.HEADER, description="One range of bytes."),
    OpenApiParameter("If-Range", str, OpenApiParameter.HEADER),
]


class MayRead(BasePermission):
    """Signed in, and allowed to see recordings."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return bool(request.user and request.user.has_perm("surveillance.view_recording"))


class RecordingReadOut(serializers.Serializer):
    """A recording, and where it is watched. Times ``shown_…`` are by its recorder's clock."""

    code = serializers.CharField()
    property = serializers.CharField()
    how = serializers.CharField()
    name = serializers.CharField()
    size_bytes = serializers.IntegerField()
    sha256 = serializers.CharField()
    unplayable = serializers.DictField(
        allow_null=True, help_text="Why it is kept and cannot be shown (code, vi, en); null for a film."
    )
    container = serializers.CharField()
    codec = serializers.CharField()
    width = serializers.IntegerField()
    height = serializers.IntegerField()
    duration_ms = serializers.IntegerField()
    frames = serializers.IntegerField()
    key_frames = serializers.IntegerField()
    audio = serializers.BooleanField()
    seals = serializers.ListField(child=serializers.DictField())
    seals_count = serializers.IntegerField(help_text="Seals that it carried on arrival.")
    media_signing = serializers.ChoiceField(choices=("carried_not_verified", "none"))
    camera = serializers.CharField(allow_null=True)
    shown_from = serializers.DateTimeField(allow_null=True)
    known_by = serializers.CharField(allow_null=True)
    arrived_at = serializers.DateTimeField()
    arrived_by = serializers.CharField(allow_null=True)
    fetched = serializers.DictField(allow_null=True)
    keep_until = serializers.DateTimeField()
    held = serializers.BooleanField()
    deleted_at = serializers.DateTimeField(allow_null=True)
    checked_at = serializers.DateTimeField(allow_null=True)
    checked_ok = serializers.BooleanField(allow_null=True)
    version = serializers.IntegerField()
    may_watch = serializers.BooleanField()
    addresses = serializers.DictField(
        child=serializers.CharField(allow_null=True),
        allow_null=True,
        help_text="What was made of it -> where it lies; null for what is not made yet, and where they may not watch.",
    )
    stretches = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        allow_null=True,
        help_text="What of it they may see, as milliseconds (from, to) of it, in order; null: all of it.",
    )
    previews = serializers.ListField(child=serializers.DictField(), allow_null=True)
    jobs = serializers.ListField(child=serializers.DictField(), help_text="Work on it, the newest first.")


class StretchIn(serializers.Serializer):
    """Milliseconds from the first frame."""

    from_ms = serializers.IntegerField(min_value=0)
    to_ms = serializers.IntegerField(min_value=0)


class ViewIn(StretchIn):
    """A stretch that was looked at, as the player tells it every few seconds."""

    why = serializers.ChoiceField(choices=viewing.WHYS)
    subject = serializers.CharField(required=False, allow_blank=True, default="", max_length=210)


class FootageView(ApiView):
    """What all addresses of recordings have in common."""

    permission_classes = (MayRead,)

    def house(self, request: Request) -> Property:
        return house_of(request.query_params.get("property") or None)

    def row(self, request: Request, code: str, *, to_watch: bool, film: bool = True) -> Recording:
        return showing.row_for(request.user, self.house(request), code, to_watch=to_watch, film=film)

    def whole(self, request: Request, row: Recording) -> None:
        """Refuse who may not see all of it. Problem ``footage_not_yours``."""
        if showing.stretches_of(request.user, row) is not None:
            raise Problem("footage_not_yours")

    def by(self, request: Request, owner: Property, *, of_surveillance: bool = False) -> Person:
        """Who asks; of Surveillance, where only they may. Problem ``forbidden``."""
        person = person_of(request.user, owner.code, clock())
        if of_surveillance and person.post not in (SURVEILLANCE, "senior_management"):
            raise Problem("forbidden")
        return person

    def viewer(self, request: Request, owner: Property) -> Viewer:
        """Who is given film. Problem ``forbidden``."""
        return viewer_of(request.user, owner.code, clock())


class RecordingView(FootageView):
    """One recording: its row, where it is watched, the work on it."""

    @extend_schema(
        operation_id="read_recording",
        tags=["footage"],
        parameters=[CODE, HOUSE],
        responses=RecordingReadOut,
    )
    def get(self, request: Request, code: str) -> HttpResponse:
        row = self.row(request, code, to_watch=False)
        may_watch = row.unplayable is None and visibility.may_watch(request.user, row)
        stretches = showing.stretches_of(request.user, row) if may_watch else None
        if may_watch:
            partly.made(row, stretches, showing.made_of([row])[row.code], now=clock())
        return answer(
            {
                **showing.plain(row),
                "may_watch": may_watch,
                "addresses": showing.addresses(row, stretches=stretches) if may_watch else None,
                "stretches": stretches,
                "previews": showing.previews_of(row, stretches) if may_watch else None,
                "jobs": [showing.job(job, language()) for job in showing.jobs_of(row)],
            }
        )


class CustodyView(FootageView):
    """The chain of custody: every event of a recording. What people said stays sealed."""

    @extend_schema(
        operation_id="read_custody",
        tags=["footage"],
        parameters=[CODE, HOUSE],
        responses=OpenApiTypes.OBJECT,
    )
    def get(self, request: Request, code: str) -> HttpResponse:
        row = self.row(request, code, to_watch=False)
        return answer({"recording": row.code, "events": told.custody(row.property, row.code)})


# --- Film -------------------------------------------------------------------------------------------------------------


class WebView(FootageView):
    """The copy that browsers play, with ranges."""

    @extend_schema(
        operation_id="watch_recording",
        tags=["footage"],
        parameters=[CODE, HOUSE, *WHY, _AHEAD, *_RANGE],
        responses={(200, "video/mp4"): OpenApiTypes.BINARY, (206, "video/mp4"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, code: str) -> HttpResponseBase:
        row = self.row(request, code, to_watch=True)
        stretches = showing.stretches_of(request.user, row)
        what = showing.copy_to_watch(row, stretches)
        to = To(self.viewer(request, row.property))
        handed = showing.hand_out_copy(request._request, row, what, to=to)
        asked = request.query_params
        if request.method != "GET" or handed.status_code not in (200, 206, 302):
            return handed
        if ahead.is_ahead(asked.get("ahead", ""), request.user, row):
            viewing.loaded_ahead(
                owner=row.property,
                recording=row.code,
                duration_ms=row.duration_ms,
                by=to.by,
                now=clock(),
            )
        else:
            showing.note_opened(
                row,
                by=to.by,
                why=asked.get("why", "upkeep"),
                subject=asked.get("subject", "")[:210],
                now=clock(),
                stretches=stretches,
            )
        return handed

    @extend_schema(exclude=True)
    def head(self, request: Request, code: str) -> HttpResponseBase:
        return self.get(request, code)


class ThumbnailView(FootageView):
    """A small picture of it."""

    @extend_schema(
        operation_id="read_thumbnail",
        tags=["footage"],
        parameters=[CODE, HOUSE],
        responses={(200, "image/jpeg"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, code: str) -> HttpResponseBase:
        row = self.row(request, code, to_watch=True)
        self.whole(request, row)
        return showing.hand_out_copy(request._request, row, "thumbnail", to=None)


class StripView(FootageView):
    """The previews of a recording, one behind the other; or one of them."""

    @extend_schema(
        operation_id="read_preview",
        tags=["footage"],
        parameters=[CODE, HOUSE, OpenApiParameter("number", int, description="From 0; none: all, in one file.")],
        responses={(200, "image/jpeg"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, code: str) -> HttpResponseBase:
        row = self.row(request, code, to_watch=True)
        said = request.query_params.get("number")
        if said is None:
            self.whole(request, row)
            return showing.hand_out_copy(request._request, row, "strip", to=None)
        if not (said.isascii() and said.isdigit() and len(said) < 6):
            raise Problem("bad_request", "number")
        made = HttpResponse(
            showing.preview(row, int(said), showing.stretches_of(request.user, row)), content_type="image/jpeg"
        )
        made["Cache-Control"] = "private, max-age=3600"
        made["X-Content-Type-Options"] = "nosniff"
        return made


@method_decorator(gzip_page, name="dispatch")
class IndexView(FootageView):
    """The moment of every frame: what a player seeks and steps by. ``first`` is that of the first one in ticks,
    ``steps`` by how much each of the others is later than the one before: of a day's film a few megabytes at most."""

    @extend_schema(
        operation_id="read_frames",
        tags=["footage"],
        parameters=[CODE, HOUSE],
        responses=OpenApiTypes.OBJECT,
    )
    def get(self, request: Request, code: str) -> HttpResponse:
        row = self.row(request, code, to_watch=True)
        found = leaving.read_copy(row, "index")
        index = FrameIndex.from_bytes(found)
        return answer(
            {
                "tick": [index.tick_numerator, index.tick_denominator],
                "first": index.first,
                "last_ticks": index.last_ticks,
                "steps": [later - before for before, later in pairwise(index.moments)],
                "keys": [number for number, key in enumerate(index.keys) if key],
            }
        )


class LinkedView(ApiView):
    """What a link opens that expires, in the session that asked for it. Its account is asked again whether it may."""

    authentication_classes = ()
    permission_classes = ()

    @extend_schema(
        operation_id="open_footage_link",
        tags=["footage"],
        auth=[],
        parameters=[OpenApiParameter("token", str, OpenApiParameter.PATH), *_RANGE],
        responses={(200, "application/octet-stream"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, token: str) -> HttpResponseBase:
        link, user = links.opened(token, request._request, clock())
        return leaving.linked(request._request, token, link, user, now=clock())

    @extend_schema(exclude=True)
    def head(self, request: Request, token: str) -> HttpResponseBase:
        return self.get(request, token)


class ViewsView(FootageView):
    """The player tells which stretch was looked at."""

    @extend_schema(
        operation_id="tell_viewed",
        tags=["footage"],
        parameters=[CODE, HOUSE],
        request=ViewIn,
        responses={204: None},
    )
    def post(self, request: Request, code: str) -> HttpResponse:
        row = self.row(request, code, to_watch=True)
        asked = read_body(ViewIn, request)
        viewing.looked(
            owner=row.property,
            recording=row.code,
            duration_ms=row.duration_ms,
            by=self.viewer(request, row.property),
            now=clock(),
            **asked,
        )
        return HttpResponse(status=204)

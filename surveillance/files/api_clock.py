"""Reading the clock in a recording's pictures, over the API: asked for here, found in the job, confirmed by the
command ``take_picture_clock``. Proved by ``tests/surveillance/files/test_picture_clock.py``.
"""

from __future__ import annotations

from typing import get_args

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from casino.clock import now as clock
from casino.core.errors import Problem
from games.api.base import answer, language
from games.api.commands import read_body
from surveillance.clocks.parsing import ORDERS
from surveillance.clocks.pictures import Step
from surveillance.files import picture_clock, showing
from surveillance.files.api import CODE, HOUSE, FootageView
from surveillance.files.api_doing import JobOut
from surveillance.files.models import FootageJob, JobKind


class ClockIn(serializers.Serializer):
    """What is to be done: propose where the clock stands, or read it in the frames from ``at_ms`` on."""

    command_id = serializers.UUIDField(help_text="Made by the client; the same one again is the same job.")
    step = serializers.ChoiceField(choices=get_args(Step))
    at_ms = serializers.IntegerField(min_value=0, default=0)
    zone = serializers.CharField(required=False, help_text="Of the clock: the house's (left out), or UTC.")
    order = serializers.ChoiceField(choices=ORDERS, required=False, help_text="Of the date; left out: as it reads.")


class ClockView(FootageView):
    """Have the clock in the pictures looked for, or read. The job's ``result`` has what was found."""

    @extend_schema(
        operation_id="read_picture_clock", tags=["footage"], parameters=[CODE, HOUSE], request=ClockIn, responses=JobOut
    )
    def post(self, request: Request, code: str) -> HttpResponse:
        row = self.row(request, code, to_watch=True)
        by = self.by(request, row.property, of_surveillance=True)
        asked = read_body(ClockIn, request)
        job = picture_clock.ask(
            row,
            asked["step"],
            at_ms=asked["at_ms"],
            command_id=asked["command_id"],
            by=by,
            now=clock(),
            zone=asked.get("zone", ""),
            order=asked.get("order", ""),
        )
        return answer(showing.job(job, language()), 202)


class CropView(FootageView):
    """One of the pictures from which the clock was read."""

    @extend_schema(
        operation_id="read_picture_of_clock",
        tags=["footage"],
        parameters=[
            CODE,
            HOUSE,
            OpenApiParameter("job", int, "path", description="Of the job that read it."),
            OpenApiParameter("number", int, "path", description="From 0, in the order of ``crops``."),
        ],
        responses={(200, "image/png"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, code: str, job: int, number: int) -> HttpResponse:
        row = self.row(request, code, to_watch=True)
        found = FootageJob.objects.filter(pk=job, property=row.property, about=row.code, kind=JobKind.CLOCK).first()
        if found is None:
            raise Problem("footage_job_unknown", job=job)
        made = HttpResponse(picture_clock.picture(found, number), content_type="image/png")
        made["Cache-Control"] = "private, max-age=600"
        made["X-Content-Type-Options"] = "nosniff"
        return made

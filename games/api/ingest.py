"""``POST /api/v1/properties/<property>/events/``: table equipment sends what happened.

Answered with 200 whenever the request could be read at all, with one result an event; anything else means that nothing
of the request was recorded, but for 503, after which the same is sent again. The order of the checks: size, credential,
pace, form. Nobody's bytes make this page fail: ``tests/api/test_hostile.py`` and ``test_fuzz.py``.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Final, NamedTuple, NoReturn
from uuid import UUID

import msgspec
from django.core.cache import cache
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from casino.clock import now as clock_now
from casino.core.errors import Problem
from casino.ledger import clock
from casino.ledger.at_once import no_objection
from casino.site.problems import PLAIN
from games.api.base import ApiView, answer, error_answer, language
from games.api.openapi import BATCH_REQUEST, DEVICE_AUTH, INGEST_ANSWERS
from games.ingest import credentials, quarantine, signed
from games.ingest.bodies import inflate, media_type, split
from games.ingest.models import Device
from games.ingest.service import Result, Sender, take_in
from games.rows import limits

MINUTE: Final = 60
logger = logging.getLogger(__name__)


class Answered(msgspec.Struct, omit_defaults=True):
    """What is said of one event."""

    index: int
    status: str
    line: int | None = None
    id: UUID | None = None
    position: int | None = None
    code: str | None = None
    field: str | None = None
    message: str | None = None


class BatchAnswered(msgspec.Struct):
    """What is said of a batch."""

    results: list[Answered]
    recorded: int
    duplicate: int
    refused: int
    server_time: datetime


class EventsView(ApiView):
    """Takes events in. Knows devices, not people: no session and no cookie."""

    authentication_classes = ()
    permission_classes = ()
    problem_type = PLAIN

    @extend_schema(
        operation_id="send_events",
        tags=["events"],
        summary="Send events / Gửi sự kiện",
        description=__doc__,
        request=BATCH_REQUEST,
        responses=INGEST_ANSWERS,
        auth=DEVICE_AUTH,
        parameters=[
            OpenApiParameter(credentials.DEVICE, str, OpenApiParameter.HEADER, description="Code of the device."),
            OpenApiParameter(credentials.TIMESTAMP, str, OpenApiParameter.HEADER, description="RFC 3339, now."),
            OpenApiParameter(credentials.CLOCK, str, OpenApiParameter.HEADER, description="The clock's own reading."),
        ],
    )
    def post(self, request: Request, property_code: str) -> HttpResponse:
        received_at = clock_now()
        http = request._request
        arrived = Arrived(http, property_code, received_at, _read_body(http), http.headers)
        try:
            return _answered(arrived, assuming=True)
        except credentials.NotAsKnown:
            return _answered(arrived, assuming=False)


class Arrived(NamedTuple):
    """A request as it came, with its whole body."""

    http: HttpRequest
    property_code: str
    received_at: datetime
    body: bytes
    headers: Mapping[str, str]


def _answered(arrived: Arrived, *, assuming: bool) -> HttpResponse:
    """Take a request in. ``assuming``: by what this process knows of its sender, which the record confirms before
    anything is recorded or refused; raises ``NotAsKnown`` where it does not, and nothing is done."""
    http, property_code, received_at, body, headers = arrived
    try:
        path = http.META.get("REQUEST_URI") or http.get_full_path()  # a test's client sends no line of its own
        sent = credentials.SignedRequest(http.method or "POST", path, body, headers)
        sender = credentials.authenticate(sent, property_code, received_at, assuming=assuming)
    except Problem as problem:
        return _refuse_stranger(problem, body, http, headers, received_at)
    device = sender.device

    def confirm() -> None:
        if assuming:
            credentials.confirm(device)

    def refuse(problem: Problem) -> NoReturn:
        confirm()
        if problem.code not in ("rate_limited", "empty_body"):
            _quarantine(problem, body, device, http, received_at)
        raise problem

    try:
        credentials.refuse_revoked(device)
        _keep_pace(f"device/{device.pk}", limits.REQUESTS_PER_MINUTE)
        if not body:
            raise Problem("empty_body")
        kind = media_type(headers.get("Content-Type", ""))
        plain = inflate(body, headers.get("Content-Encoding", ""), limit=limits.MAX_INFLATED_BYTES)
        events = split(plain, kind, limit=limits.MAX_EVENTS)
        batch, against = None, no_objection
        if events.signed is not None:
            batch = signed.said_to_be_signed(events.signed, device, events=len(events.events))
            against = partial(signed.against_signature, batch, device)
    except Problem as problem:
        refuse(problem)
    try:
        results = take_in(
            Sender(device.property, f"device:{device.code}", device),
            events.events,
            received_at=received_at,
            clock_skew_ms=sender.clock_skew_ms,
            source=remote_address(http),
            lines=events.lines,
            content_type=headers.get("Content-Type", ""),
            clock_is_right=clock.is_right,
            confirm=confirm,
            signed=batch,
            against=against,
            live=True,
        )
    except Problem as problem:
        if problem.code == signed.WRONG:
            refuse(problem)
        raise
    return answer(batch_answer(results))


def batch_answer(results: list[Result]) -> BatchAnswered:
    """The answer to a batch, in the language of the request."""
    spoken = language()
    counts = {"recorded": 0, "duplicate": 0, "refused": 0}
    said = []
    for result in results:
        counts[result.status] += 1
        one = Answered(result.index, result.status, result.line, result.event, result.position)
        if result.problem is not None:
            one.code, one.field = result.problem.code, result.problem.field
            one.message = result.problem.in_language(spoken)
        said.append(one)
    return BatchAnswered(said, **counts, server_time=clock_now())


def _read_body(http: HttpRequest) -> bytes:
    """The body as sent, unless it is longer than allowed."""
    too_large = Problem("body_too_large", limit=limits.MAX_BODY_BYTES)
    try:
        if int(http.META.get("CONTENT_LENGTH") or 0) > limits.MAX_BODY_BYTES:
            raise too_large
        body: bytes = http.body
    except RequestDataTooBig as error:
        raise too_large from error
    except (UnreadablePostError, ValueError) as error:
        raise Problem("body_unreadable") from error
    if len(body) > limits.MAX_BODY_BYTES:
        raise too_large
    return body


def remote_address(http: HttpRequest) -> str:
    """Where the request came from; behind our own proxy, what that proxy says, which is the last entry."""
    forwarded = http.headers.get("X-Forwarded-For", "") if limits.BEHIND_PROXY else ""
    return forwarded.rpartition(",")[2].strip() or str(http.META.get("REMOTE_ADDR") or "")


def _keep_pace(who: str, most: int) -> None:
    """Count one more within this minute; Problem rate_limited above ``most``."""
    now = clock_now().timestamp()
    key = f"ingest/{who}/{int(now // MINUTE)}"
    cache.add(key, 0, timeout=2 * MINUTE)
    try:
        counted = cache.incr(key)
    except ValueError:  # the cache threw the key out between the two: nobody is held up for that
        return
    if counted > most:
        raise Problem("rate_limited", seconds=MINUTE - int(now % MINUTE))


def _refuse_stranger(
    problem: Problem, body: bytes, http: HttpRequest, headers: Mapping[str, str], received_at: datetime
) -> HttpResponse:
    """Answer a sender whose credential is not right, and keep a little of what it sent."""
    address = remote_address(http)
    # A key of the cache takes no spaces or control characters, which an address from outside may hold.
    _keep_pace(f"stranger/{address.encode().hex()}", limits.STRANGERS_PER_MINUTE)
    kept = quarantine.keep_from_stranger(
        quarantine.Refused(body, problem),
        device_code=credentials.claimed_device(headers),
        received_at=received_at,
        source=address,
        content_type=headers.get("Content-Type", ""),
    )
    logger.warning("A sender was refused", extra={"code": problem.code, "address": address, "kept": kept})
    return error_answer(problem, request=http, usual=PLAIN)


def _quarantine(problem: Problem, body: bytes, device: Device, http: HttpRequest, received_at: datetime) -> None:
    """Keep a whole body that could not be read, as the device sent it."""
    quarantine.keep(
        [quarantine.Refused(body, problem)],
        owner=device.property,
        device=device,
        received_at=received_at,
        source=remote_address(http),
        content_type=http.headers.get("Content-Type", ""),
    )

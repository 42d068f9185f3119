"""Who was refused what: wrong passwords, sign-ins that were held up, and acts and pages that are not somebody's.

One row a person (or address), place and reason in a minute, with how often; and at most so many rows an hour for one
of them, so that nobody fills the disk by being refused. Never changed but for the count, never removed: by grants.
What was typed as a name is kept only where there is such an account, since people type passwords into the wrong field.
Proved by ``tests/accounts/test_refusals.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import DatabaseError, transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse

from casino.access.models import Refusal
from casino.accounts.addresses import client_address
from casino.clock import now as clock
from casino.site.requests import ASKED

MINUTE: Final = timedelta(minutes=1)
ROWS_AN_HOUR: Final = 120
LONGEST: Final = 200


def record(request: HttpRequest, code: str, *, user_id: int | None) -> None:
    """Keep one refusal, within the pace."""
    now = clock()
    match = request.resolver_match
    place = (match.view_name if match is not None else request.path_info)[:LONGEST]
    address = client_address(request)
    mine = Refusal.objects.filter(user_id=user_id) if user_id else Refusal.objects.filter(user=None, address=address)
    same = mine.filter(address=address, method=request.method or "", place=place, code=code, first_at__gt=now - MINUTE)
    key = same.values_list("pk", flat=True).first()
    if key is not None:
        Refusal.objects.filter(pk=key).update(times=F("times") + 1, last_at=now)
    elif mine.filter(first_at__gt=now - timedelta(hours=1)).count() < ROWS_AN_HOUR:
        Refusal.objects.create(
            user_id=user_id,
            address=address,
            method=request.method or "",
            place=place,
            code=code,
            first_at=now,
            last_at=now,
        )


def sign_in_failed(sender: Any, credentials: dict[str, Any], request: HttpRequest | None = None, **_: Any) -> None:
    """A password was wrong, or nobody looked at it."""
    if request is None:
        return
    name = str(credentials.get("username") or "")[:LONGEST]
    found = get_user_model().objects.filter(username=name).values_list("pk", flat=True).first() if name else None
    record(request, "sign_in_held" if getattr(request, "axes_locked_out", False) else "sign_in_wrong", user_id=found)


class RefusalMiddleware:
    """Keeps every 403 that somebody with a session got; to be asked for one's device again is no refusal."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user  # looked up when needed; the API takes it away where it refuses a form's token
        answer = self.get_response(request)
        is_asked = ASKED.get(request)
        has_session = settings.SESSION_COOKIE_NAME in request.COOKIES
        if answer.status_code == 403 and not is_asked and has_session and user.is_authenticated:
            try:
                with transaction.atomic():
                    record(request, "forbidden", user_id=user.pk)
            except DatabaseError:  # whoever is refused is told so all the same
                pass
        return answer

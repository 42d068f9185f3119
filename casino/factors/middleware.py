"""Between the password and everything else: the second factor at sign-in, and again before weighty acts.

It stands before every view, of pages and of the API alike, so that a view cannot forget it. A request without a session
(a table device with its token or signature) is none of its business. Proved by ``tests/factors/test_middleware.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import get_language

from casino.core.errors import Problem
from casino.factors import carrying, proofs, weighty
from casino.factors.proofs import Step

ALWAYS: Final = frozenset({"admin:logout", "set_language", "healthz", "readyz"})
OPEN: Final = {
    Step.PROVE: ALWAYS | {"factors:prove"},
    Step.ENROL: ALWAYS | {"factors:mine", "factors:add_code", "factors:add_passkey"},
}
"""What a session may open that has given its password only: to prove a device that it has, or to enrol the first."""


_FIRST: Final[list[tuple[str, Callable[[HttpRequest], bool]]]] = []


def goes_first(name: str, waits: Callable[[HttpRequest], bool]) -> None:
    """An address that comes before enrolling, for a request for which ``waits`` says so: a one-time password is
    replaced by one's own before anything is hung on it."""
    _FIRST.append((name, waits))


class SecondFactorMiddleware(MiddlewareMixin):
    """After authentication."""

    def process_view(
        self, request: HttpRequest, view: Any, arguments: tuple[Any, ...], named: dict[str, Any]
    ) -> HttpResponse | None:
        answer = self._question(request)
        if answer is not None:
            request._is_asked = True  # type: ignore[attr-defined]
        return answer

    def _question(self, request: HttpRequest) -> HttpResponse | None:
        if settings.SESSION_COOKIE_NAME not in request.COOKIES or not request.user.is_authenticated:
            return None
        standing = proofs.standing(request)
        if standing.step is not Step.DONE:
            return self._halfway(request, standing.step)
        act = weighty.act_of(request)
        if act is None:
            return None
        is_api = _is_api(request)
        if standing.is_fresh(proofs.clock(), recovery=act.recovery):
            return None if is_api else carrying.unpack(request, act)
        return _refused("proof_needed") if is_api else carrying.ask_first(request, act)

    def _halfway(self, request: HttpRequest, step: Step) -> HttpResponse | None:
        """Only what leads on, or out."""
        if request.resolver_match is None or _is_open(request, request.resolver_match.view_name, step):
            # The first device is enrolled in the minutes after the password, as every other weighty act is done.
            act = weighty.act_of(request)
            if step is Step.ENROL and act is not None:
                fresh = proofs.standing(request).is_fresh(proofs.clock(), recovery=True)
                return carrying.unpack(request, act) if fresh else carrying.ask_first(request, act)
            return None
        if _is_api(request):
            return _refused("factor_needed")
        address = reverse("factors:prove" if step is Step.PROVE else "factors:mine")
        if request.method not in ("GET", "HEAD"):
            return HttpResponseRedirect(address)
        return HttpResponseRedirect(f"{address}?{urlencode({'next': request.get_full_path()})}")


def _is_open(request: HttpRequest, name: str, step: Step) -> bool:
    """Whether this address leads on from here."""
    if name in OPEN[step]:
        return True
    return step is Step.ENROL and any(name == first and waits(request) for first, waits in _FIRST)


def _is_api(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")


def _refused(code: str) -> HttpResponse:
    """In the shape of every error of the API."""
    problem = Problem(code)
    said = {"code": problem.code, "message": problem.in_language(get_language() or "vi")}
    return JsonResponse(said, status=problem.status, json_dumps_params={"ensure_ascii": False})

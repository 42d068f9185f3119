"""Between the password and everything else: the second factor at sign-in, and again before weighty acts.

It stands before every view, of pages and of the API alike, so that a view cannot forget it. A request without a session
(a table device with its token or signature) is none of its business. What a person has signed holds for the rest of
the request, to whatever records something (``casino.ledger.signing``). Proved by ``tests/factors/test_middleware.py``
and ``test_signing.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin

from casino.clock import now as clock
from casino.core.errors import Problem
from casino.core.seams import Seam
from casino.factors import api_signing, carrying, proofs, signed_commands, step_up
from casino.factors.proofs import Step
from casino.factors.signed_commands import Duty
from casino.ledger import signing
from casino.site.problems import refusal
from casino.site.requests import ASKED

ALWAYS: Final = frozenset({"admin:logout", "set_language", "healthz", "readyz"})
OPEN: Final = {
    Step.PROVE: ALWAYS | {"factors:prove"},
    Step.ENROL: ALWAYS | {"factors:mine", "factors:add_code", "factors:add_passkey"},
}
"""What a session may open that has given its password only: to prove a device that it has, or to enrol the first."""


FIRST: Final[Seam[str, Callable[[HttpRequest], bool]]] = Seam(
    "Addresses that come before enrolling, for the requests of which it says so."
)
"""A one-time password is replaced by one's own before anything is hung on it."""


class SecondFactorMiddleware(MiddlewareMixin):
    """After authentication."""

    def __call__(self, request: HttpRequest) -> Any:
        with signing.one_request():
            return super().__call__(request)

    def process_view(
        self, request: HttpRequest, view: Any, arguments: tuple[Any, ...], named: dict[str, Any]
    ) -> HttpResponse | None:
        answer = self._question(request)
        if answer is not None:
            ASKED.keep(request, True)
        return answer

    def _question(self, request: HttpRequest) -> HttpResponse | None:
        if settings.SESSION_COOKIE_NAME not in request.COOKIES or not request.user.is_authenticated:
            return None
        standing = proofs.standing(request)
        if standing.step is not Step.DONE:
            return self._halfway(request, standing.step)
        act = step_up.act_of(request)
        if act is None:
            return None
        if _is_api(request):
            return api_signing.question(request, act, standing)
        if carrying.FIELD in request.POST:
            return carrying.ask_first(request, act)
        asked = signed_commands.duty(request, act)
        if asked in (Duty.NO_PASSKEY, Duty.NOT_HERE):
            return carrying.refused(request, Problem(asked.value))
        must = asked is Duty.SIGN
        if not must and standing.is_fresh(clock(), recovery=act.recovery):
            return None
        return carrying.ask_first(request, act, must=must)

    def _halfway(self, request: HttpRequest, step: Step) -> HttpResponse | None:
        """Only what leads on, or out."""
        if request.resolver_match is None or _is_open(request, request.resolver_match.view_name, step):
            # The first device is enrolled in the minutes after the password, as every other weighty act is done.
            act = step_up.act_of(request)
            if step is Step.ENROL and act is not None:
                fresh = proofs.standing(request).is_fresh(clock(), recovery=True)
                return carrying.unpack(request, act) if fresh else carrying.ask_first(request, act)
            return None
        if _is_api(request):
            return refusal(request, Problem("factor_needed"))
        address = reverse("factors:prove" if step is Step.PROVE else "factors:mine")
        if request.method not in ("GET", "HEAD"):
            return HttpResponseRedirect(address)
        return HttpResponseRedirect(f"{address}?{urlencode({'next': request.get_full_path()})}")


def _is_open(request: HttpRequest, name: str, step: Step) -> bool:
    """Whether this address leads on from here."""
    if name in OPEN[step]:
        return True
    return step is Step.ENROL and any(name == first and waits(request) for first, waits in FIRST.items())


def _is_api(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")

"""The question before a weighty act, and the act afterwards with what had been typed.

The form that came too late is answered with the question, at the same address. What was typed goes along in one hidden
field, sealed for this account and this address (a password among it is no plain text in the page), and comes back with
the proof: then the request goes on to its page as if it had just been sent, with the id that its form had, so that a
second click is known. It is asked after the check of the form's token, so a foreign page cannot bring anything along.
Files do not travel: whoever sent one gives the proof first, and then the form again. Proved by
``tests/factors/test_again.py``.
"""

from __future__ import annotations

import zlib
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from casino.core.errors import Problem
from casino.factors import codes, passkeys, proofs, sealing
from casino.factors.models import CodeApp
from casino.factors.weighty import Act

FIELD: Final = "factors_carried"
PURPOSE: Final = "carried form"


class Carried(msgspec.Struct, frozen=True):
    """A form on its way: the address that it is for, and its fields as they were sent."""

    address: str
    fields: str


def question(request: HttpRequest, *, recovery: bool) -> dict[str, Any]:
    """What a page needs to ask: by which means this account can prove who it is, here and now."""
    user = request.user
    assert user.is_authenticated
    has_device = proofs.standing(request).has_device
    return {
        "asks_password": not has_device,
        "asks_passkey": passkeys.begin_proof(request, user, now=proofs.clock()) if has_device else None,
        "asks_code": has_device and CodeApp.objects.filter(user_id=user.pk, removed_at=None).exists(),
        "asks_recovery": has_device and recovery and codes.recovery_codes_left(user) > 0,
        "passkeys_elsewhere": has_device and not passkeys.possible_at(request),
    }


def page(request: HttpRequest, template: str, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
    """A page of the second factor: never kept by a browser or on the way."""
    answer = TemplateResponse(request, template, {**admin.site.each_context(request), **context}, status=status)
    add_never_cache_headers(answer)
    return answer


def ask_first(request: HttpRequest, act: Act) -> HttpResponse | None:
    """The question, until it is answered; then None, and the request carries the form that had waited."""
    carried = request.POST.get(FIELD)
    if carried is None:
        return _ask(request, act, _sealed(request)) if not request.FILES else _form_again(request)
    try:
        form = _opened(request, carried)
        if not proofs.standing(request).is_fresh(proofs.clock(), recovery=act.recovery):
            proofs.attempt(request, recovery=act.recovery, now=proofs.clock())
    except Problem as problem:
        if problem.code == "factor_expired" and not request.POST.get("passkey"):
            return _form_again(request)
        return _ask(request, act, carried, problem)
    request.POST = form  # type: ignore[assignment]
    return None


def unpack(request: HttpRequest, act: Act) -> HttpResponse | None:
    """A form that waited while another window gave the proof: it needs none of its own."""
    return ask_first(request, act) if FIELD in request.POST else None


def _ask(request: HttpRequest, act: Act, carried: str, problem: Problem | None = None) -> HttpResponse:
    context = {
        "title": _("Confirm that it is you"),
        "carried": carried,
        "carried_field": FIELD,
        "trouble": problem.in_language(get_language() or "vi") if problem else "",
        **question(request, recovery=act.recovery),
    }
    return page(request, "factors/again.html", context, status=problem.status if problem else 403)


def _form_again(request: HttpRequest) -> HttpResponse:
    messages.warning(request, _("Confirm that it is you, then fill in the form once more: nothing was recorded."))
    asked = urlencode({"next": request.get_full_path(), "again": "1"})
    return HttpResponseRedirect(f"{reverse('factors:prove')}?{asked}")


def _sealed(request: HttpRequest) -> str:
    content = msgspec.json.encode(Carried(request.get_full_path(), request.POST.urlencode()))
    return sealing.seal_for_a_while(zlib.compress(content), purpose=PURPOSE, user=request.user.pk or 0)


def _opened(request: HttpRequest, carried: str) -> QueryDict:
    content = sealing.opened_in_time(carried, purpose=PURPOSE, user=request.user.pk or 0)
    form = msgspec.json.decode(zlib.decompress(content), type=Carried)
    if form.address != request.get_full_path():
        raise Problem("factor_expired")
    return QueryDict(form.fields)

"""The question before a weighty act, and the act afterwards with what had been typed.

The form that came too late is answered with the question, at the same address. What was typed goes along in one hidden
field, sealed for this account and this address (a password among it is no plain text in the page), and comes back with
the proof: then the request goes on to its page as if it had just been sent, with the id that its form had, so that a
second click is known. It is asked after the check of the form's token, so a foreign page cannot bring anything along.
Files do not travel: whoever sent one gives the proof first, and then the form again.

Where the act is signed, what was typed is shown once more as the command that it is, and one touch of the passkey both
confirms and signs it (``casino.factors.signed_commands``). A file stands in the command by its SHA-256, and is chosen
once more beside the touch: it goes on only if it is the same. Proved by ``tests/factors/test_again.py``,
``test_signing.py`` and ``test_signing_files.py``.
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

from casino.clock import now as clock
from casino.core.errors import Problem
from casino.factors import codes, passkeys, proofs, sealing, signed_commands
from casino.factors.models import CodeApp
from casino.factors.signed_commands import Composed, Duty
from casino.factors.step_up import Act
from casino.ledger import signing

FIELD: Final = "factors_carried"
PURPOSE: Final = "carried form"


class Carried(msgspec.Struct, frozen=True):
    """A form on its way: the address that it is for, and its fields as they were sent. ``composed`` is the command that
    its passkey signs, which it ``must`` be, or may be beside the proof. ``files``: the SHA-256 of each that came with
    it."""

    address: str
    fields: str
    composed: Composed | None = None
    must: bool = False
    files: dict[str, str] = {}


def question(
    request: HttpRequest, *, recovery: bool, command: bytes | None = None, must: bool = False
) -> dict[str, Any]:
    """What a page needs to ask: by which means this account can prove who it is, here and now. With a ``command`` the
    passkey signs it; where it ``must`` be signed, nothing else will do."""
    user = request.user
    assert user.is_authenticated
    has_device = proofs.standing(request).has_device
    if must:
        return {"asks_passkey": passkeys.begin_proof(request, user, now=clock(), command=command)}
    asked = passkeys.begin_proof(request, user, now=clock(), command=command) if has_device else None
    return {
        "asks_password": not has_device,
        "asks_passkey": asked,
        "asks_code": has_device and CodeApp.objects.filter(user_id=user.pk, removed_at=None).exists(),
        "asks_recovery": has_device and recovery and codes.recovery_codes_left(user) > 0,
        "passkeys_elsewhere": has_device and not passkeys.possible_at(request),
    }


def page(request: HttpRequest, template: str, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
    """A page of the second factor: never kept by a browser or on the way."""
    answer = TemplateResponse(request, template, {**admin.site.each_context(request), **context}, status=status)
    add_never_cache_headers(answer)
    return answer


def ask_first(request: HttpRequest, act: Act, *, must: bool = False) -> HttpResponse | None:
    """The question, until it is answered; then None, and the request carries the form that had waited. ``must``: the
    act has to be signed."""
    carried = request.POST.get(FIELD)
    if carried is None:
        return _form_again(request) if request.FILES and not must else _first_question(request, act, must=must)
    form: Carried | None = None
    try:
        form = _opened(request, carried)
        _answer(request, act, form)
    except Problem as problem:
        if form is None or (problem.code == "factor_expired" and not request.POST.get("passkey")):
            return _form_again(request)
        return _ask(request, act, carried, form, problem)
    request.POST = QueryDict(form.fields)
    return None


def _first_question(request: HttpRequest, act: Act, *, must: bool) -> HttpResponse | None:
    composed, files = None, {}
    if signed_commands.may_sign(request, act) and (must or passkeys.may_sign(request, request.user)):
        try:
            files = signed_commands.file_digests(request)
            composed = signed_commands.composed(request, act, signed_commands.form_fields(request), files)
        except Problem as problem:
            if must:
                return refused(request, problem)
    if composed is None and must and proofs.standing(request).is_fresh(clock(), recovery=act.recovery):
        signing.due()
        return None  # no command: the page says what does not fit
    if files and composed is None:
        return _form_again(request)
    form = Carried(request.get_full_path(), request.POST.urlencode(), composed, must and composed is not None, files)
    return _ask(request, act, _sealed(request, form), form)


def _answer(request: HttpRequest, act: Act, form: Carried) -> None:
    """Take the proof, and the signature where there is one. Problem where it does not hold."""
    now = clock()
    if form.composed is not None and (form.must or request.POST.get("passkey")):
        if signed_commands.file_digests(request) != form.files:
            raise Problem("signature_other_file")
        made = proofs.sign(request, form.composed.command, now=now)
        signing.signed_by(made, {text.encode(): salt for text, salt in form.composed.salts})
    elif not proofs.standing(request).is_fresh(now, recovery=act.recovery):
        proofs.attempt(request, recovery=act.recovery, now=now)
    if form.composed is None and signed_commands.duty(request, act) is Duty.SIGN:
        signing.due()


def unpack(request: HttpRequest, act: Act) -> HttpResponse | None:
    """A form that waited while another window gave the proof: it needs none of its own."""
    return ask_first(request, act) if FIELD in request.POST else None


def _ask(request: HttpRequest, act: Act, carried: str, form: Carried, problem: Problem | None = None) -> HttpResponse:
    made = form.composed
    command = made.command if made is not None else None
    context = {
        "title": _("Sign with your passkey") if form.must else _("Confirm that it is you"),
        "carried": carried,
        "carried_field": FIELD,
        "must": form.must,
        "files": sorted(form.files),
        "shown": signed_commands.shown(request, act, made) if made is not None else None,
        "trouble": problem.in_language(get_language() or "vi") if problem else "",
        **question(request, recovery=act.recovery, command=command, must=form.must),
    }
    return page(request, "factors/again.html", context, status=problem.status if problem else 403)


def refused(request: HttpRequest, problem: Problem) -> HttpResponse:
    """An act that cannot be signed, with what to do."""
    said = {
        "title": _("Sign with your passkey"),
        "trouble": problem.in_language(get_language() or "vi"),
        "to_sign": True,
    }
    return page(request, "factors/refused.html", said, status=problem.status)


def _form_again(request: HttpRequest) -> HttpResponse:
    messages.warning(request, _("Confirm that it is you, then fill in the form once more: nothing was recorded."))
    asked = urlencode({"next": request.get_full_path(), "again": "1"})
    return HttpResponseRedirect(f"{reverse('factors:prove')}?{asked}")


def _sealed(request: HttpRequest, form: Carried) -> str:
    content = msgspec.json.encode(form)
    return sealing.seal_for_a_while(zlib.compress(content), purpose=PURPOSE, user=request.user.pk or 0)


def _opened(request: HttpRequest, carried: str) -> Carried:
    content = sealing.opened_in_time(carried, purpose=PURPOSE, user=request.user.pk or 0)
    form = msgspec.json.decode(zlib.decompress(content), type=Carried)
    if form.address != request.get_full_path():
        raise Problem("factor_expired")
    return form

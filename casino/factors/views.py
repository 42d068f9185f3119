"""Pages of one's own devices, and the question after the password.

Proved by ``tests/factors/test_views.py`` and ``tests/journeys/test_second_factor.py``.
"""

from __future__ import annotations

from typing import Any, Final

import segno
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from casino.access.zone import house_zone
from casino.clock import now as clock
from casino.core.errors import Problem
from casino.factors import codes, passkeys, proofs, sealing, store
from casino.factors.carrying import page, question
from casino.factors.proofs import How, Step
from casino.site.requests import leads_somewhere

NEW_SECRET: Final = "factors.new_secret"  # noqa: S105 - a name
NEW_CODES: Final = "factors.new_codes"
LONGEST_LABEL: Final = 60

pages = require_http_methods(["GET", "HEAD", "POST"])


@login_required
@pages
def prove(request: HttpRequest) -> HttpResponse:
    """After the password; and by itself, before something weighty that cannot wait with its form."""
    target = _next(request)
    # Somebody who is asked for a second time has no recovery code to spend on it.
    entering = proofs.standing(request).step is Step.PROVE
    trouble, status = "", 200
    if request.method == "POST":
        try:
            how = proofs.attempt(request, recovery=entering, now=clock())
        except Problem as problem:
            trouble, status = problem.in_language(_language()), problem.status
        else:
            if how == "recovery":
                left = codes.recovery_codes_left(_user(request))
                messages.warning(request, _("A recovery code was used; %(left)s are left.") % {"left": left})
                return HttpResponseRedirect(reverse("factors:mine"))
            return HttpResponseRedirect(target)
    elif not entering and not request.GET.get("again"):
        return HttpResponseRedirect(target)
    title = _("Second factor") if entering else _("Confirm that it is you")
    context = {"title": title, "next": target, "trouble": trouble, "entering": entering}
    return page(request, "factors/prove.html", {**context, **question(request, recovery=entering)}, status=status)


@login_required
@require_http_methods(["GET", "HEAD"])
def mine(request: HttpRequest) -> HttpResponse:
    """One's own devices; or, where one must be enrolled before anything else, which kinds there are."""
    user = _user(request)
    enrolling = proofs.standing(request).step is Step.ENROL
    context = {
        "title": _("Set up a second factor") if enrolling else _("Second factor"),
        "enrolling": enrolling,
        "devices": [(store.kind_of(row), row) for row in store.devices(user)],
        "domain": settings.PASSKEY_DOMAIN,
        "codes_left": codes.recovery_codes_left(user),
        "passkeys_possible": passkeys.possible_at(request),
        "zone": house_zone(),
    }
    return page(request, "factors/mine.html", context)


@login_required
@pages
def add_code(request: HttpRequest) -> HttpResponse:
    """An authenticator app: its secret is shown once, and kept only after it has made a right code."""
    user, now = _user(request), clock()
    try:
        sealing.check()
        secret = _new_secret(request)
        if request.method == "POST":
            label = _label(request)
            codes.enrol_app(user, secret, request.POST.get("code", ""), label=label, now=now)
            del request.session[NEW_SECRET]
            return _enrolled(request, "code")
    except Problem as problem:
        if problem.code in ("factor_key_unfit", "factor_too_many"):
            return _refused(request, problem)
        trouble, status = problem.in_language(_language()), problem.status
        secret = _new_secret(request)
    else:
        trouble, status = "", 200
    address = codes.address(secret, user.get_username())
    context = {
        "title": _("Add an authenticator app"),
        "picture": segno.make(address, error="m").svg_data_uri(scale=5, dark="#000", light="#fff"),
        "typed": codes.typed(secret),
        "label": request.POST.get("label", ""),
        "trouble": trouble,
    }
    return page(request, "factors/add_code.html", context, status=status)


@login_required
@pages
def add_passkey(request: HttpRequest) -> HttpResponse:
    """A passkey: the browser makes it, the server keeps the public half."""
    user, now = _user(request), clock()
    if not passkeys.possible_at(request):
        return _refused(request, Problem("passkey_not_here"))
    trouble, status = "", 200
    if request.method == "POST":
        try:
            label = _label(request)
            passkeys.register(request, user, request.POST.get("passkey", ""), label=label, now=now)
            return _enrolled(request, "passkey")
        except Problem as problem:
            trouble, status = problem.in_language(_language()), problem.status
    context = {
        "title": _("Add a passkey"),
        "options": passkeys.begin_registration(request, user, now=now),
        "label": request.POST.get("label", ""),
        "trouble": trouble,
    }
    return page(request, "factors/add_passkey.html", context, status=status)


@login_required
@pages
def remove(request: HttpRequest, kind: str, number: int) -> HttpResponse:
    """Take a device out of use. The proofs of all other sessions end with it."""
    user = _user(request)
    try:
        row = store.device(user, kind, number)
        if request.method == "POST":
            former = proofs.standing(request)
            store.remove(user, kind, number, now=clock())
            proofs.renew(request, former)
            messages.success(request, _("The device was removed. Other sessions must prove themselves anew."))
            return HttpResponseRedirect(reverse("factors:mine"))
    except Problem as problem:
        return _refused(request, problem)
    return page(request, "factors/remove.html", {"title": _("Remove a device"), "device": row})


@login_required
@require_POST
def new_codes(request: HttpRequest) -> HttpResponse:
    """Recovery codes in the place of the former ones."""
    if not proofs.standing(request).has_device:
        return HttpResponseRedirect(reverse("factors:mine"))
    return _show_codes(request)


@login_required
@require_http_methods(["GET"])
def show_codes(request: HttpRequest) -> HttpResponse:
    """The new recovery codes, once."""
    sealed = request.session.pop(NEW_CODES, None)
    if sealed is None:
        return HttpResponseRedirect(reverse("factors:mine"))
    try:
        opened = sealing.opened_in_time(sealed, purpose=NEW_CODES, user=_user(request).pk)
    except Problem as problem:
        return _refused(request, problem)
    return page(request, "factors/codes.html", {"title": _("Recovery codes"), "codes": opened.decode().split()})


# --- Within --------------------------------------------------------------------------------------------------------


def _enrolled(request: HttpRequest, how: How) -> HttpResponse:
    """A device was just held in the hand: that is a proof. The first one comes with recovery codes."""
    user = _user(request)
    proofs.record(request, how, now=clock())
    messages.success(request, _("The device was added."))
    if codes.recovery_codes_left(user):
        return HttpResponseRedirect(reverse("factors:mine"))
    return _show_codes(request)


def _show_codes(request: HttpRequest) -> HttpResponse:
    user = _user(request)
    made = codes.make_recovery_codes(user, now=clock())
    request.session[NEW_CODES] = sealing.seal_for_a_while("\n".join(made).encode(), purpose=NEW_CODES, user=user.pk)
    return HttpResponseRedirect(reverse("factors:codes"))


def _new_secret(request: HttpRequest) -> bytes:
    """The secret that waits in the session for its first code; a new one where none waits, or it waited too long."""
    user = _user(request)
    sealed = request.session.get(NEW_SECRET)
    if sealed is not None:
        try:
            return sealing.opened_in_time(sealed, purpose=NEW_SECRET, user=user.pk)
        except Problem:
            del request.session[NEW_SECRET]
            if request.method == "POST":
                raise
    secret = codes.new_secret()
    request.session[NEW_SECRET] = sealing.seal_for_a_while(secret, purpose=NEW_SECRET, user=user.pk)
    return secret


def _label(request: HttpRequest) -> str:
    """The name that the person gave to the device, on one line; without one, what the empty field shows."""
    typed = "".join(letter for letter in request.POST.get("label", "") if letter.isprintable()).strip()
    return typed[:LONGEST_LABEL] or _("Phone")


def _refused(request: HttpRequest, problem: Problem) -> HttpResponse:
    context: dict[str, Any] = {"title": _("Second factor"), "trouble": problem.in_language(_language())}
    return page(request, "factors/refused.html", context, status=problem.status)


def _next(request: HttpRequest) -> str:
    """Where the person was going, on this site only."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    own = url_has_allowed_host_and_scheme(wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure())
    return wanted if own and leads_somewhere(wanted) else reverse("admin:index")


def _user(request: HttpRequest) -> AbstractBaseUser:
    assert request.user.is_authenticated
    return request.user


def _language() -> str:
    return get_language() or "vi"

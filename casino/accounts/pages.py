"""Accounts in the admin: a list, a page for each with its history from the record, and a form for each command.

No form writes a row: each issues a command with the name of whoever is signed in. Everybody sees their own page;
administrators, management, regulator and auditor see all. Proved by ``tests/accounts/test_pages.py`` and
``test_cheats.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

from django.contrib import admin, messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters

from casino.access.models import Account, AccountChange, ChangeKind, ChangeState
from casino.access.people import full_name
from casino.access.postings import role_of
from casino.access.roles import role_name, staff_code
from casino.accounts import first_password, forms, passwords, rules, service
from casino.accounts.commands import (
    ACCOUNTS,
    AskPosting,
    ChangeEmail,
    ChangeNames,
    ChoosePassword,
    CloseAccount,
    GivePost,
    LetIn,
    OpenAccount,
    ResetFactors,
    Step,
    TakePost,
)
from casino.accounts.event_words import history
from casino.accounts.execution import Done, execute, is_administrator
from casino.clock import now as clock
from casino.commands.fields import said
from casino.commands.forms import CommandForm
from casino.core.commands import Command
from casino.core.errors import Problem
from casino.factors import store
from casino.ledger.application import get_ledger

VIEW: Final = "auth.view_user"


POSSIBLE: Final[dict[type[Command], Callable[[User], bool]]] = {
    TakePost: lambda user: user.groups.exists(),
    ResetFactors: lambda user: bool(store.devices(user)),
    CloseAccount: lambda user: user.is_active,
    LetIn: lambda user: not user.is_active,
}
"""Commands that have something to do only with some accounts."""
FORMS: Final[dict[type[Command], type[forms.AccountForm]]] = {
    ChangeNames: forms.NamesForm,
    GivePost: forms.PostForm,
    TakePost: forms.TakeForm,
    ChangeEmail: forms.EmailForm,
}
"""Forms of commands that say more than the wish itself."""
PAGES: Final = {step.page: step for step in ACCOUNTS.steps.values() if step.page}
"""By the last part of the address."""


def person(request: HttpRequest) -> User:
    """Whoever is signed in."""
    return cast(User, request.user)


def described(row: AccountChange) -> str:
    """What would change, in the page's language."""
    kind = str(ChangeKind(row.kind).label)
    kind = kind[:1].upper() + kind[1:]
    if not row.post:
        return kind
    places = f" ({', '.join([*row.tables, *row.pits])})" if row.kind == ChangeKind.POSTING else ""
    return f"{kind}: {role_name(row.post, get_language() or 'vi')}{places}"


def page_of(user_id: int) -> str:
    return reverse("admin:auth_user_change", args=[user_id])


def _context(request: HttpRequest, title: str) -> dict[str, Any]:
    return {**admin.site.each_context(request), "title": title, "opts": User._meta}


def called(user: User) -> str:
    """A person as pages name them."""
    return f"{full_name(user)} · {staff_code(user)}"


def account_view(request: HttpRequest, object_id: str) -> HttpResponse:
    """One account: what it may, what waits, and everything recorded of it."""
    user = _found(object_id)
    by = person(request)
    if by.pk != user.pk and not by.has_perm(VIEW):
        raise PermissionDenied
    house, now, language = service.house(), clock(), get_language() or "vi"
    kept = Account.objects.filter(user=user).first()
    may = is_administrator(by) and by.pk != user.pk
    context = _context(request, called(user)) | {
        "user_shown": user,
        "own": by.pk == user.pk,
        "code": staff_code(user),
        "zone": house.zone,
        "role": role_of(user, now) if user.is_active else None,
        "posts": [role_name(code, language) for code in service.held(user)],
        "kept": kept,
        "one_time_over": kept is not None and passwords.is_over(kept, now),
        "devices": [(store.kind_of(row), row) for row in store.devices(user)],
        "needs_device": user.is_active and store.must_have(user),
        "postings": user.postings.select_related("property").exclude(ends_at__lte=now),
        "waiting": [
            (row, described(row)) for row in AccountChange.objects.filter(user=user, state=ChangeState.WAITING)
        ],
        "actions": [(page, said(step.title)) for page, step in PAGES.items() if may and _is_possible(step, user)],
        "history": history(get_ledger(house.code).stream(service.stream_of(user.pk)), house.zone),
    }
    return TemplateResponse(request, "casino/accounts/account.html", context)


def _found(object_id: str) -> User:
    if not object_id.isascii() or not object_id.isdigit() or len(object_id) > 9:
        raise Http404
    return get_object_or_404(User.objects.prefetch_related("groups"), pk=int(object_id))


def _is_possible(step: Step, user: User) -> bool:
    return step.struct not in POSSIBLE or POSSIBLE[step.struct](user)


def open_view(request: HttpRequest) -> HttpResponse:
    """Make an account."""
    if not is_administrator(person(request)):
        raise PermissionDenied
    return _answer(request, ACCOUNTS.of(OpenAccount), None, {"back": reverse("admin:auth_user_changelist")})


def action_view(request: HttpRequest, object_id: str, action: str) -> HttpResponse:
    """One command on an account."""
    user, by = _found(object_id), person(request)
    if action not in PAGES:
        raise Http404
    if not is_administrator(by) or by.pk == user.pk:
        raise PermissionDenied
    context = {"user_shown": user, "named": called(user), "back": page_of(user.pk)}
    return _answer(request, PAGES[action], user, context)


def _form(request: HttpRequest, step: Step, user: User | None) -> forms.AccountForm:
    kind = forms.OpenForm if user is None else FORMS.get(step.struct, forms.AccountForm)
    return kind(step.struct, request.POST or None, user=user)


def _answer(request: HttpRequest, step: Step, user: User | None, context: dict[str, Any]) -> HttpResponse:
    """The form; after a good one the account's page, or what is shown this once."""
    template, form = "casino/accounts/form.html", _form(request, step, user)
    context |= _context(request, said(step.title)) | {"about": said(step.consequence), "form": form}
    if request.method != "POST":
        return TemplateResponse(request, template, context)
    if not form.is_valid():
        return TemplateResponse(request, template, context, status=422)
    try:
        result = give(request, None if user is None else user.pk, form)
    except Problem as problem:
        form.blame(problem)
        return TemplateResponse(request, template, context, status=problem.status)
    return finished(request, result, said(step.done))


def give(request: HttpRequest, user_id: int | None, form: CommandForm, command: Command | None = None) -> Done:
    """Carry out the command of a form that fits, in the name of whoever is signed in."""
    meant = form.as_command() if command is None else command
    return execute(user_id, meant, by=person(request), command_id=form.cleaned_data["command_id"], now=clock())


def finished(request: HttpRequest, result: Done, done: str) -> HttpResponse:
    """After a command: the account's page; with a secret a page that shows it, which no browser keeps."""
    told = done if result.change is None else said(ACCOUNTS.of(AskPosting).done)
    if result.secret is None:
        messages.success(request, told)
        seen = person(request).has_perm(VIEW)
        return HttpResponseRedirect(
            page_of(result.account) if seen else reverse("admin:casino_accountchange_changelist")
        )
    user = User.objects.get(pk=result.account)
    context = _context(request, _("Shown this once")) | {
        "said": told,
        "secret": result.secret,
        "part": result.part,
        "named": called(user),
        "back": page_of(user.pk) if person(request).has_perm(VIEW) else reverse("admin:index"),
        "days": passwords.LASTS.days,
        "days_to_confirm": rules.LAPSES.days,
    }
    answer = TemplateResponse(request, "casino/accounts/secret.html", context)
    add_never_cache_headers(answer)
    return answer


@sensitive_post_parameters()
def choose_view(request: HttpRequest) -> HttpResponse:
    """A person's own password: the one page open to whoever signed in by a one-time password."""
    user = person(request)
    step = ACCOUNTS.of(ChoosePassword)
    form = forms.ChooseForm(ChoosePassword, request.POST or None, user=user)
    first = bool(request.session.get(first_password.KEY))
    about = said(step.consequence) if first else ""
    context = _context(request, said(step.title)) | {"form": form, "about": about, "first": first}
    template = "casino/accounts/form.html"
    if request.method != "POST" or not form.is_valid():
        status = 200 if request.method != "POST" else 422
        return TemplateResponse(request, template, context, status=status)
    hashed = passwords.hash_of(form.cleaned_data["chosen"])
    try:
        give(request, user.pk, form, ChoosePassword(hashed=hashed, session=request.session.session_key))
    except Problem as problem:
        form.blame(problem)
        return TemplateResponse(request, template, context, status=problem.status)
    request.session.pop(first_password.KEY, None)
    user.refresh_from_db()
    update_session_auth_hash(request, user)
    messages.success(request, said(step.done))
    return HttpResponseRedirect(reverse("admin:index"))

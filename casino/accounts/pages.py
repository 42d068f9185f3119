"""Accounts in the admin: a list, a page for each with its history from the record, and a form for each command.

No form writes a row: each issues a command with the name of whoever is signed in. Everybody sees their own page;
administrators, management, regulator and auditor see all. Proved by ``tests/accounts/test_pages.py`` and
``test_cheats.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple, cast

from django.contrib import admin, messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters

from casino.access.models import Account, AccountChange, ChangeKind, ChangeState
from casino.access.people import full_name
from casino.access.postings import role_of
from casino.access.roles import role_name, staff_code
from casino.accounts import changes, first_password, forms, passwords, rules, service
from casino.accounts.service import Done, is_administrator
from casino.accounts.words import history
from casino.clock import now as clock
from casino.core.errors import Problem
from casino.factors import store
from casino.ledger.application import get_ledger

VIEW: Final = "auth.view_user"


class Action(NamedTuple):
    """A command on an account: what its button says, its form, what it does, what is said of it and afterwards."""

    title: str | Promise
    form: type[forms.AccountForm]
    run: Callable[[User, dict[str, Any], dict[str, Any]], Done]
    about: str | Promise
    done: str | Promise
    possible: Callable[[User], bool] = lambda user: True


def _names(user: User, data: dict[str, Any], command: dict[str, Any]) -> Done:
    return service.change_names(
        user.pk,
        first_name=data["first_name"],
        last_name=data["last_name"],
        username=data.get("username"),
        code=data.get("code") or None,
        **command,
    )


def _factors(user: User, data: dict[str, Any], command: dict[str, Any]) -> Done:
    return changes.ask_factors(user.pk, **command)


ACTIONS: Final[dict[str, Action]] = {
    "names": Action(
        gettext_lazy("Change names"),
        forms.NamesForm,
        _names,
        gettext_lazy("The person and management are told; the record says which names changed, not what they are."),
        gettext_lazy("The names are changed."),
    ),
    "post": Action(
        gettext_lazy("Give a post"),
        forms.PostForm,
        lambda user, data, command: changes.ask_post(user.pk, data["post"], **command),
        gettext_lazy(
            "A post that sees cases or keeps accounts waits for a second person. Where one administrator alone gave "
            "this account its password, both of you get a part of a new one."
        ),
        gettext_lazy("The post is given."),
    ),
    "take": Action(
        gettext_lazy("Take a post away"),
        forms.TakeForm,
        lambda user, data, command: changes.take_post(user.pk, data["post"], **command),
        gettext_lazy(
            "At once; the person is signed out. The post of the last senior manager, director of table games or "
            "administrator is taken away by two persons; who must be stopped at once is suspended: close the account."
        ),
        gettext_lazy("The post is taken away."),
        lambda user: user.groups.exists(),
    ),
    "password": Action(
        gettext_lazy("Give a one-time password"),
        forms.PlainForm,
        lambda user, data, command: changes.ask_password(user.pk, **command),
        gettext_lazy(
            "The present password ends, and the person is signed out and chooses their own at the next sign-in. Of an "
            "account that sees cases or keeps accounts, two persons get a part each."
        ),
        gettext_lazy("The account has a one-time password."),
    ),
    "factors": Action(
        gettext_lazy("Reset the second factor"),
        forms.PlainForm,
        _factors,
        gettext_lazy(
            "For somebody who lost every device and recovery code. Once a second person confirms it, all of them end, "
            "the person is signed out, and adds a new device after the next sign-in."
        ),
        gettext_lazy("The second factor is reset."),
        lambda user: bool(store.devices(user)),
    ),
    "email": Action(
        gettext_lazy("Change the e-mail address"),
        forms.EmailForm,
        lambda user, data, command: changes.ask_email(user.pk, data["email"], **command),
        gettext_lazy("Notices go there. Of an account that sees cases or keeps accounts, a second person confirms it."),
        gettext_lazy("The address is changed."),
    ),
    "close": Action(
        gettext_lazy("Close the account"),
        forms.PlainForm,
        lambda user, data, command: service.deactivate(user.pk, **command),
        gettext_lazy("At once; the person is signed out and cannot sign in."),
        gettext_lazy("The account is closed."),
        lambda user: user.is_active,
    ),
    "activate": Action(
        gettext_lazy("Let in again"),
        forms.PlainForm,
        lambda user, data, command: changes.ask_activation(user.pk, **command),
        gettext_lazy("Of an account that sees cases or keeps accounts, a second person confirms it."),
        gettext_lazy("The person may sign in again."),
        lambda user: not user.is_active,
    ),
}
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
        "actions": [(code, action.title) for code, action in ACTIONS.items() if may and action.possible(user)],
        "history": history(get_ledger(house.code).stream(service.stream_of(user.pk)), house.zone),
    }
    return TemplateResponse(request, "casino/accounts/account.html", context)


def _found(object_id: str) -> User:
    if not object_id.isascii() or not object_id.isdigit() or len(object_id) > 9:
        raise Http404
    return get_object_or_404(User.objects.prefetch_related("groups"), pk=int(object_id))


def open_view(request: HttpRequest) -> HttpResponse:
    """Make an account."""
    by = person(request)
    if not is_administrator(by):
        raise PermissionDenied
    form = forms.OpenForm(request.POST or None, label_suffix="")

    def run(data: dict[str, Any], command: dict[str, Any]) -> Done:
        names = {name: data[name] for name in ("username", "first_name", "last_name", "email")}
        return changes.open_account(User(**names), code=data["code"], post=data["post"], **command)

    said = _("The person and management are told. Nobody but the person chooses the password that stays.")
    context = _context(request, _("Open an account")) | {"about": said, "back": reverse("admin:auth_user_changelist")}
    return _answer(request, form, context, run, _("The account is open."))


def action_view(request: HttpRequest, object_id: str, action: str) -> HttpResponse:
    """One command on an account."""
    user, by = _found(object_id), person(request)
    known = ACTIONS.get(action)
    if known is None:
        raise Http404
    if not is_administrator(by) or by.pk == user.pk:
        raise PermissionDenied
    form = known.form(request.POST or None, user=user, label_suffix="")
    context = _context(request, str(known.title)) | {
        "user_shown": user,
        "named": called(user),
        "about": known.about,
        "back": page_of(user.pk),
    }

    def run(data: dict[str, Any], command: dict[str, Any]) -> Done:
        return known.run(user, data, command)

    return _answer(request, form, context, run, str(known.done))


def _answer(
    request: HttpRequest,
    form: forms.AccountForm,
    context: dict[str, Any],
    run: Callable[[dict[str, Any], dict[str, Any]], Done],
    done: str,
) -> HttpResponse:
    """The form; after a good one the account's page, or what is shown this once."""
    template = "casino/accounts/form.html"
    context |= {"form": form}
    if request.method != "POST":
        return TemplateResponse(request, template, context)
    if not form.is_valid():
        return TemplateResponse(request, template, context, status=422)
    command = {"by": person(request), "command_id": form.cleaned_data["command_id"], "now": clock()}
    try:
        result = run(form.cleaned_data, command)
    except Problem as problem:
        form.blame(problem)
        return TemplateResponse(request, template, context, status=problem.status)
    return finished(request, result, done)


def finished(request: HttpRequest, result: Done, done: str) -> HttpResponse:
    """After a command: the account's page; with a secret a page that shows it, which no browser keeps."""
    said = done if result.change is None else _("It is asked for and waits for a second person.")
    if result.secret is None:
        messages.success(request, said)
        seen = person(request).has_perm(VIEW)
        return HttpResponseRedirect(
            page_of(result.account) if seen else reverse("admin:casino_accountchange_changelist")
        )
    user = User.objects.get(pk=result.account)
    context = _context(request, _("Shown this once")) | {
        "said": said,
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
    form = forms.ChooseForm(request.POST or None, user=user, label_suffix="")
    first = bool(request.session.get(first_password.KEY))
    about = _("You signed in by a one-time password. Choose your own before anything else.") if first else ""
    context = _context(request, _("Choose your password")) | {"form": form, "about": about, "first": first}
    template = "casino/accounts/form.html"
    if request.method != "POST" or not form.is_valid():
        status = 200 if request.method != "POST" else 422
        return TemplateResponse(request, template, context, status=status)
    data = form.cleaned_data
    try:
        changed = service.choose_password(
            user,
            data["chosen"],
            command_id=data["command_id"],
            now=clock(),
            session_key=request.session.session_key,
        )
    except Problem as problem:
        form.blame(problem)
        return TemplateResponse(request, template, context, status=problem.status)
    request.session.pop(first_password.KEY, None)
    update_session_auth_hash(request, changed)
    messages.success(request, _("This is your password from now on."))
    return HttpResponseRedirect(reverse("admin:index"))

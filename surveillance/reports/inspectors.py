"""Accounts that look on: what they open is recorded; where the house narrowed what they see, nothing else opens.

Every page and every answer of the API that a regulator gets is an event of the property, which its management reads
(``lookers``); looks at how far a report is are none of their own. An account with a scope opens the pages below, whose
rows are narrowed to it (``casino.core.reach``), and no others. Proved by ``tests/surveillance/reports/test_lookers.py``
and, over every address, ``test_narrowed.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import PermissionsMixin
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import ResolverMatch
from django.utils.translation import get_language

from casino.access import inspectors
from casino.access.postings import role_of
from casino.access.roles import ONLOOKERS, Account, staff_code
from casino.clock import now as clock
from casino.core.errors import Problem
from casino.core.reach import narrowing
from casino.ledger.models import Property, houses
from casino.site.requests import WithRequest
from games.api.base import error_answer
from surveillance.reports import lookers
from surveillance.reports.models import LookerToken, Report, ReportFile
from surveillance.reports.scope import EVERYTHING, Scope, is_within, scope_of, scopes_of

LOOKS_ON_AS: Final[WithRequest[tuple[str, str]]] = WithRequest("looks_on_as")
"""Role and staff code of who asks: a view for which nobody need be signed in forgets the account."""
ROLE: Final[WithRequest[str]] = WithRequest("looker_role")
"""Of an account, as Django keeps its permissions: empty for one that does not look on."""
NARROWED: Final[WithRequest[bool]] = WithRequest("looker_narrowed")
CONDITIONS: Final[WithRequest[dict[tuple[str, LookerToken | None], Q]]] = WithRequest("looker_conditions")
RECORDED: Final = ("admin:", "reports:", "api:", "cases:", "footage")
UNRECORDED: Final = ("admin:jsi18n", "admin:login", "admin:logout")
OPEN_PATHS: Final = (
    *("/i18n/", "/static/", "/log/", "/admin/account/", "/admin/password_change/", "/admin/guide/", "/api/v1/reports/"),
)
PUBLIC_PATHS: Final = ("/static/", "/log/", "/healthz", "/readyz")
OPEN: Final = frozenset(
    f"admin:{name}"
    for name in (
        *("index", "login", "logout", "jsi18n"),
        *("games_round_changelist", "games_round_change", "games_finding_changelist", "games_finding_change"),
        *(f"games_round_{each}" for each in ("what_if", "spoken", "drawing")),
        *("disputes_case_changelist", "disputes_case_change"),
        *("games_round_file", "games_finding_file", "disputes_case_file"),
        *("disputes_notice_changelist", "disputes_notice_change"),
        *(f"surveillance_report_{each}" for each in ("changelist", "change", "kinds", "ask", "plans", "end_plan")),
        *(f"surveillance_report_{each}" for each in ("keys", "cancel", "download")),
    )
)
"""What an account with a scope opens."""
OPEN_TO_READ: Final = frozenset(
    (
        *(f"footage_{each}" for each in ("round", "small", "picture", "recording")),
        *(f"files:{each}" for each in ("recording", "custody", "web", "thumbnail", "strip", "index", "linked")),
    )
)
"""What it opens besides, without changing anything: films that its reports name, and the players of its rounds."""
TELLING: Final = "files:views"
"""What such a player tells of what was looked at, for the chain of custody."""


class LookingMiddleware:
    """Asked before each view, and afterwards told what was seen."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with narrowing(lambda kind: _narrow_once(request.user, kind)):
            answer = self.get_response(request)
        match = request.resolver_match
        looks = LOOKS_ON_AS.get(request)
        if looks is not None and match is not None and answer.status_code < 400 and _is_recorded(request, match):
            _record(request, match, *looks)
        return answer

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: object) -> HttpResponseBase | None:
        """Whether the view opens for this account."""
        if request.path_info.startswith(PUBLIC_PATHS):
            return None  # the same for everybody: who asks is not even looked at
        role = looker_role(request.user)
        if role is None:
            return None
        if role == "regulator" or is_narrowed(request.user):
            LOOKS_ON_AS.keep(request, (role, staff_code(request.user)))
        match = request.resolver_match
        if match is None or not is_narrowed(request.user) or _opens(request, match):
            return None
        problem = Problem("reports_read_only")
        if request.path_info.startswith("/api/"):
            return error_answer(problem, request=request)
        return HttpResponse(
            problem.in_language(get_language() or "vi"), status=403, content_type="text/plain; charset=utf-8"
        )


def looker_role(user: Account) -> str | None:
    """The role of an account that looks on; None for every other, which costs no query."""
    return ROLE.once(user, lambda: _role(user)) or None


def _role(user: Account) -> str:
    if not isinstance(user, PermissionsMixin) or not user.has_perm("checkpoints.view_entries"):
        return ""
    role = role_of(user)
    return role if role in ONLOOKERS else ""


def is_narrowed(user: Account) -> bool:
    """Whether the house has narrowed what this account sees, at whichever property."""
    return NARROWED.once(user, lambda: bool(scopes_of(staff_code(user))))


def _narrow_once(user: Account, kind: str) -> Q:
    """:func:`narrow`, asked once for an account and the token that it reads by. A device reads by its tables."""
    if not isinstance(user, AbstractBaseUser):
        return Q()
    found = CONDITIONS.once(user, dict)
    by = (kind, getattr(user, "reads_by", None))
    if by not in found:
        found[by] = narrow(user, kind)  # type: ignore[arg-type]  # a model's own ``narrowed_as``
    return found[by]


def narrow(user: Account, kind: inspectors.List) -> Q:
    """The condition on rows of a kind."""
    token, found = getattr(user, "reads_by", None), _of_account(user, kind)
    if token is None:
        return found
    return found & Q(property=token.property_id) & _of_kind(kind, user, token.property, token_scope(token))


def token_scope(token: LookerToken) -> Scope:
    """The token's own bounds, beside those of its account."""
    return Scope(frozenset(token.games), token.from_day, token.to_day)


def opened(text: str, kind: inspectors.Kind, request: HttpRequest) -> tuple[Account, LookerToken] | None:
    """The account of a token, which from here on reads by it; the use is recorded. None where the token opens nothing
    any more. Problem reports_read_only for what the token is not for."""
    found = lookers.opened_by(text, clock())
    if found is None:
        return None
    token, user = found
    if kind not in token.kinds or (kind != "reports" and request.method not in ("GET", "HEAD")):
        raise Problem("reports_read_only")
    user.reads_by = token  # type: ignore[attr-defined]
    match = request.resolver_match
    if match is not None and not request.headers.get("X-Progress"):
        about = "/".join(str(value) for value in match.kwargs.values())
        lookers.looked(token.property, token.staff, match.view_name, about, now=clock(), token=token.token)
    return user, token


def sees_whole(user: Account, owner: Property) -> bool:
    """What is of the whole house opens where the account sees all of it, and a token for that house alone."""
    token, role = getattr(user, "reads_by", None), looker_role(user)
    if token is None and (role is None or not is_narrowed(user)):
        return True
    if token is not None and token.property_id != owner.pk:
        return False
    return role is not None and scope_of(staff_code(user), role, owner) == EVERYTHING


def _of_account(user: Account, kind: inspectors.List) -> Q:
    role = looker_role(user)
    if role is None or not is_narrowed(user):
        return Q()
    found = Q(pk__in=())
    for owner in houses():
        scope = scope_of(staff_code(user), role, owner)
        if scope is not None:
            found |= Q(property=owner) & _of_kind(kind, user, owner, scope)
    return found


def _of_kind(kind: inspectors.List, user: Account, owner: Property, scope: Scope) -> Q:
    if kind == "recording":
        return Q(code__in=films(user, owner, clock()))
    if kind == "table":
        return Scope(scope.games).rows()
    return _of_case(owner, scope) if kind == "case" else scope.rows()


def _of_case(owner: Property, scope: Scope) -> Q:
    if scope == EVERYTHING:
        return Q()
    found = Q(game__in=sorted(scope.games)) if scope.games else Q()
    if scope.from_day is not None:
        found &= Q(opened_at__gte=owner.days.begins(scope.from_day))
    if scope.to_day is not None:
        found &= Q(opened_at__lt=owner.days.begins(scope.to_day + timedelta(days=1)))
    return found


def _opens(request: HttpRequest, match: ResolverMatch) -> bool:
    if request.path_info.startswith(OPEN_PATHS) or match.view_name in OPEN:
        return True
    return match.view_name == TELLING or (match.view_name in OPEN_TO_READ and request.method in ("GET", "HEAD"))


def _is_recorded(request: HttpRequest, match: ResolverMatch) -> bool:
    if request.method not in ("GET", "HEAD") or request.headers.get("X-Progress"):
        return False
    return match.view_name.startswith(RECORDED) and match.view_name not in UNRECORDED


def _record(request: HttpRequest, match: ResolverMatch, role: str, staff: str) -> None:
    about = "/".join(str(value) for value in match.kwargs.values())
    named = request.GET.get("property")
    for owner in houses():
        if (not named or owner.code == named) and scope_of(staff, role, owner) is not None:
            lookers.looked(owner, staff, match.view_name, about, now=clock())


def opens(user: Account) -> inspectors.Opener | None:
    """Which addresses stand in the side bar of an account with a scope."""
    if looker_role(user) is None or not is_narrowed(user):
        return None
    return OPEN.__contains__


def films(user: Account, owner: Property, _now: datetime) -> set[str]:
    """Codes of the recordings that reports name which this person asked for, as long as their files are kept and what
    they are about lies in what the house opens to this account."""
    role = looker_role(user)
    if role is None or not isinstance(user, AbstractBaseUser):
        return set()
    staff = staff_code(user)
    asked = Report.objects.filter(property=owner, state="finished", asked_by__contains=[staff])
    codes = [row.code for row in asked if is_within(owner, scope_of(staff, role, owner), row)]
    files = ReportFile.objects.filter(property=owner, report__in=codes).exclude(recordings=[])
    return {code for codes in files.values_list("recordings", flat=True) for code in codes}

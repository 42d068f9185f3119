"""What every page of the API has in common: one error shape, JSON answers, messages in the reader's language.

An error is a problem of RFC 9457 with the codes of ``casino.core.errors`` (``casino.site.problems``). What is read has
a tag, by which whoever has it already is told so (304); the tag is of what this account was answered, so it says
nothing to another. Proved by ``tests/api``.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

import msgspec
from django.contrib.sessions.exceptions import SessionInterrupted
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, QueryDict
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import get_language
from django.views import defaults
from rest_framework import exceptions
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.access import inspectors
from casino.core.errors import ERRORS, MEDIA_TYPE, Problem
from casino.ledger import signing
from casino.site import outage
from casino.site.problems import refusal
from games.api.tokens import TokenAuthentication

PREFIX: Final = "/api/"
NO_STORE: Final = {"Cache-Control": "no-store, private"}

ERRORS.register_all({"internal_error": 500})

_DRF_CODES: Final[tuple[tuple[type[Exception], str], ...]] = (
    (exceptions.NotAuthenticated, "not_authenticated"),
    (exceptions.AuthenticationFailed, "not_authenticated"),
    (exceptions.PermissionDenied, "forbidden"),
    (PermissionDenied, "forbidden"),
    (exceptions.NotFound, "not_found"),
    (Http404, "not_found"),
    (exceptions.Throttled, "rate_limited"),
)


def language() -> str:
    """The language of this request."""
    return get_language() or "vi"


def answer(content: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> HttpResponse:
    """A JSON answer."""
    return HttpResponse(
        msgspec.json.encode(content), status=status, content_type="application/json", headers=dict(headers or {})
    )


def error_answer(
    problem: Problem,
    *,
    headers: Mapping[str, str] | None = None,
    request: HttpRequest | Request | None = None,
    usual: str = MEDIA_TYPE,
) -> HttpResponse:
    """The one shape of errors (``casino.site.problems``)."""
    return refusal(getattr(request, "_request", request), problem, headers=headers, usual=usual)


def problem_of(error: Exception) -> Problem | None:
    """The problem that an exception of Django or of the REST framework stands for, or None."""
    if isinstance(error, Problem):
        return error
    if outage.trouble(error) is not None:
        return Problem("try_again")
    if isinstance(error, exceptions.MethodNotAllowed):
        return Problem("method_not_allowed", method=error.args[0] if error.args else "")
    for kind, code in _DRF_CODES:
        if isinstance(error, kind):
            return Problem(code, seconds=getattr(error, "wait", None) or 60)
    if isinstance(error, exceptions.APIException) and error.status_code < 500:
        return Problem("bad_request")
    return None


def handle_error(error: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """The handler of exceptions for the REST framework; what is no problem of the caller's goes up."""
    problem = problem_of(error)
    if problem is None:
        return None
    if signing.is_reading():
        raise problem  # whoever reads the command answers
    headers = {}
    if problem.code in ("try_again", "rate_limited"):
        headers["Retry-After"] = str(outage.RETRY_SECONDS if problem.code == "try_again" else 60)
    view = context.get("view")
    usual = getattr(view, "problem_type", MEDIA_TYPE)
    if problem.code == "method_not_allowed" and isinstance(view, APIView):
        headers["Allow"] = ", ".join(view.allowed_methods)
    request = context.get("request")
    done = error_answer(problem, headers=headers, request=request, usual=usual)
    if not isinstance(error, Problem) and (reason := outage.trouble(error)) is not None:
        outage.met(reason, getattr(request, "path", ""), done)
    return done


class JsonAlways(BaseContentNegotiation):
    """JSON whatever the Accept header says: equipment sends all sorts of it."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        return parsers[0] if parsers else None

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        renderer: BaseRenderer = renderers[0]
        return renderer, "application/json"


class Unread(BaseParser):
    """Leaves the body alone. Views read it themselves, with an answer for every fault; the framework would read it
    before them, to look for the token of a form, and stumble over deep nesting."""

    media_type = "application/json"
    """What the description of the API says of the bodies; whatever it is, a body comes here (``JsonAlways``)."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> QueryDict:
        return QueryDict()


class ApiView(APIView):
    """Base of every page of the API."""

    content_negotiation_class = JsonAlways
    parser_classes = (Unread,)
    readable_as: inspectors.Kind | None = None
    """Which kind of resource this is to a token; None: no token opens it."""
    problem_type = MEDIA_TYPE
    """What refusals are called where the Accept header names neither form; see ``casino.site.problems``."""

    def get_authenticators(self) -> list[Any]:
        usual: list[Any] = super().get_authenticators()
        return usual if self.readable_as is None else [TokenAuthentication(), *usual]

    def get_exception_handler(self) -> Any:
        return handle_error

    def check_permissions(self, request: Request) -> None:
        """Whose account no longer opens the pages (``is_staff``) has none here either. Devices are no accounts."""
        if request.user is not None and not getattr(request.user, "is_staff", True):
            raise Problem("forbidden")
        super().check_permissions(request)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """What a person or a device was told stays in no cache, of a browser or on the way."""
        done = super().finalize_response(request, response, *args, **kwargs)
        done.headers.setdefault("Cache-Control", NO_STORE["Cache-Control"])
        return _tagged(request._request, request.user, done) if _has_tag(request, done) else done


def _has_tag(request: Request, done: HttpResponseBase) -> bool:
    """Whether an answer is one that is read again and again: data, whole, and made for this request."""
    plain = done.headers.get("Content-Type", "").startswith("application/json")
    return request.method in ("GET", "HEAD") and done.status_code == 200 and plain and not done.streaming


def _tagged(http: HttpRequest, user: Any, done: HttpResponse) -> HttpResponse:
    """The answer with its tag, or 304 where the reader has it. It was made, under the reader's rights of now, before
    anything is compared; account and language are part of the tag."""
    whose = f"{getattr(user, 'pk', None)} {language()} "
    tag = f'"{sha256(whose.encode() + done.content).hexdigest()[:32]}"'
    done.headers["ETag"] = tag
    patch_vary_headers(done, ("Accept-Language", "Authorization", "Cookie"))
    known = parse_etags(http.headers.get("If-None-Match", ""))
    if known != ["*"] and tag not in {each.removeprefix("W/") for each in known}:
        return done
    told = HttpResponseNotModified()
    for name in ("ETag", "Vary", "Cache-Control"):
        told.headers[name] = done.headers[name]
    return told


def nothing_here(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """An address that does not exist (Django's ``handler404``): below /api/ in the API's shape."""
    if not request.path_info.startswith(PREFIX):
        return defaults.page_not_found(request, exception or Http404())
    return error_answer(Problem("not_found"), headers=NO_STORE, request=request)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """What Django itself refused (``handler400``); a session that the database could not save is not the sender's."""
    if isinstance(exception, SessionInterrupted) and (reason := outage.trouble(exception)) is not None:
        return _away(request, reason)
    if not request.path_info.startswith(PREFIX):
        return defaults.bad_request(request, exception or BadRequest())
    return error_answer(Problem("bad_request"), headers=NO_STORE, request=request)


def no_entry(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """What somebody may not (``handler403``)."""
    if not request.path_info.startswith(PREFIX):
        return defaults.permission_denied(request, exception or PermissionDenied())
    return error_answer(Problem("forbidden"), headers=NO_STORE, request=request)


def failed(request: HttpRequest) -> HttpResponse:
    """Our own fault (``handler500``): told in the log, and in the API's shape where a program asked. What failed is
    being handled when Django asks for this; where it is the database, that is said instead."""
    if (reason := outage.trouble(sys.exception())) is not None:
        return _away(request, reason)
    if not request.path_info.startswith(PREFIX):
        return defaults.server_error(request)
    return error_answer(Problem("internal_error"), headers=NO_STORE, request=request)


def _away(request: HttpRequest, reason: Exception) -> HttpResponse:
    """The database does not answer."""
    program = request.path_info.startswith(PREFIX)
    told = error_answer(Problem("try_again"), headers=NO_STORE, request=request) if program else outage.page()
    return outage.met(reason, request.path, told)

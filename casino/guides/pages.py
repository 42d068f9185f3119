"""The guides in the product: the list, one guide, its PDF, and the way from a page to the part about it.

Everybody who is signed in may read every guide: there is nothing in them but how the pages are used. Proved by
``tests/admin/test_guides.py``.
"""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from casino.access.postings import role_of
from casino.access.roles import ROLES, role_name
from casino.guides import paper, shelf
from casino.ledger.models import Property

WITH_STEP: Final = "code"
"""The part of an address that names the step of a case."""


def language() -> str:
    """The page's language."""
    return get_language() or "vi"


def own_guide(request: HttpRequest) -> str | None:
    """The guide of the person's role now; None for an account without any."""
    role = role_of(request.user)
    return None if role is None else shelf.READERS[role]


@require_safe
def list_view(request: HttpRequest) -> HttpResponse:
    """The guide of the person's own role, and the others beneath."""
    own = own_guide(request)
    found = [(code, shelf.guide(code, language())) for code in shelf.GUIDES]
    return _page(
        request,
        "guides/list.html",
        title=_("Guides"),
        own=[each for each in found if each[0] == own],
        others=[each for each in found if each[0] != own],
    )


@require_safe
def guide_view(request: HttpRequest, code: str) -> HttpResponse:
    """A guide, part by part."""
    found = _guide(code, language())
    readers = [role_name(role, language()) for role in ROLES if shelf.READERS[role] == code]
    return _page(
        request,
        "guides/guide.html",
        title=found.title,
        guide=found,
        code=code,
        own=code == own_guide(request),
        readers=readers if len(readers) > 1 else [],
        pictures={
            name: static(f"casino/guides/{language()}/{name}.png") for part in found.parts for name in part.pictures
        },
    )


@require_safe
def paper_view(request: HttpRequest, code: str, language: str) -> HttpResponse:
    """A guide as PDF. It is set each time: nothing is kept."""
    found = _guide(code, language)
    owner = Property.objects.order_by("pk").first()
    made = paper.printed(found, code, language, owner=owner)
    answer = HttpResponse(made, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="tableproof-{code.replace("_", "-")}-{language}.pdf"'
    return answer


@require_safe
def to_view(request: HttpRequest, page: str) -> HttpResponse:
    """From a page to the part about it in the guide of whoever asks; to the list, where there is none."""
    own = own_guide(request)
    if own is None:
        return HttpResponseRedirect(reverse("guides"))
    name, _stroke, step = page.partition("/")
    part = shelf.part_about(shelf.guide(own, language()), name, step)
    return HttpResponseRedirect(reverse("guide", args=[own]) + (f"#{part.code}" if part else ""))


def way_to_guide(request: HttpRequest) -> str:
    """Where the link of a page leads. No question to the database: that waits until somebody follows it."""
    match = request.resolver_match
    if match is None or not match.view_name:
        return reverse("guides")
    step = match.kwargs.get(WITH_STEP, "")
    return reverse("guide_to", args=[f"{match.view_name}/{step}" if step else match.view_name])


def _guide(code: str, language: str) -> Any:
    if code not in shelf.GUIDES or language not in shelf.LANGUAGES:
        raise Http404
    return shelf.guide(code, language)


def _page(request: HttpRequest, template: str, **context: Any) -> HttpResponse:
    whole = {**admin.site.each_context(request), **context, "demonstration": settings.DEMONSTRATION}
    return TemplateResponse(request, template, whole)

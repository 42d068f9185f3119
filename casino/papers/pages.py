"""Checks a paper for whoever holds it: by its file, or by its QR code. Open to everybody, in both languages.

By the file: what its signature says (``casino.papers.checking``, in a process of its own), and whether it is byte for
byte the paper that the house keeps. By the code: what the paper with this number is and whether it still stands; the
code's secret is asked for, so that nobody walks through the numbers. Neither tells anything of a person. What is
uploaded is not kept. Proved by ``tests/papers/test_pages.py``.
"""

from __future__ import annotations

import hashlib
import hmac
from datetime import datetime
from typing import Any, Final

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from casino.ledger.models import Property
from casino.papers import known, signing
from casino.papers.apart import check_apart
from casino.papers.checking import Verdict

LARGEST: Final = settings.OPEN_BODY_MAX_BYTES - 64 * 2**10
"""A larger file is not read: no paper is so large. The web server takes no larger form (``casino/web/places.py``)."""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What the page says. ``tone``: good, doubtful or bad."""

    tone: str
    title: str
    lines: tuple[str, ...] = ()
    paper: known.Paper | None = None
    signed_at: datetime | None = None
    stamped_at: datetime | None = None
    digest: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
def upload_view(request: HttpRequest) -> HttpResponse:
    """The form, and what was found of the file."""
    if request.method != "POST":
        return _page(request, None)
    file = request.FILES.get("paper")
    if file is None:
        return _page(request, Answer(tone="bad", title=_("Choose the PDF file of the paper.")), status=422)
    if (file.size or 0) > LARGEST:
        return _page(request, Answer(tone="bad", title=_("The file is larger than any paper of ours.")), status=422)
    data = file.read()
    return _page(request, of_file(data, *_keys()))


@require_safe
def code_view(request: HttpRequest, number: str, check: str) -> HttpResponse:
    """What the QR code of a paper leads to."""
    paper = known.find(number)
    if paper is None or paper.check is None or not hmac.compare_digest(paper.check, check):
        missing = Answer(tone="bad", title=_("We know of no paper with this code."), lines=(_not_ours(),))
        return _page(request, missing, status=404)
    said = (
        *_standing(paper),
        _("This says what we issued under this number, not that your sheet is it: compare, or check its file."),
    )
    title = _("There is such a paper.")
    return _page(request, Answer(tone=_tone(paper), title=title, lines=said, paper=paper))


def of_file(data: bytes, trusted: frozenset[str], retired: dict[str, datetime]) -> Answer:
    """What is said of a file. ``trusted`` and ``retired`` as :func:`~casino.papers.checking.check_paper` takes them."""
    verdict = check_apart(data, trusted, retired)
    paper = known.find(verdict.number) if verdict.number else None
    kept = None if paper is None else paper.content()
    digest = hashlib.sha256(data).hexdigest()
    same = kept is not None and hmac.compare_digest(hashlib.sha256(kept).digest(), hashlib.sha256(data).digest())
    base: dict[str, Any] = {"signed_at": verdict.signed_at, "stamped_at": verdict.stamped_at, "digest": digest}
    if same and paper is not None:
        # Byte for byte what we keep: also where its key was stolen since.
        lines = (_("The file is byte for byte the one that we keep."), *_standing(paper))
        return Answer(tone=_tone(paper), title=_("Genuine: this is our paper."), lines=lines, paper=paper, **base)
    if verdict.state == "genuine" and paper is not None and kept is None:
        lines = (_("We no longer keep its contents, as the data of somebody in it was erased."), *_standing(paper))
        return Answer(tone=_tone(paper), title=_("Genuine: signed with our key."), lines=lines, paper=paper, **base)
    return Answer(tone="bad", **_refused(verdict), **base)


def _refused(verdict: Verdict) -> dict[str, Any]:
    match verdict.state:
        case "changed":
            return {
                "title": _("Changed: this file is not as it was signed."),
                "lines": (_("Do not rely on it. Ask us for the paper."),),
            }
        case "revoked":
            return {
                "title": _("Signed with a key after it was stolen."),
                "lines": (_("Do not rely on it. Ask us for the paper."),),
            }
        case "genuine":
            return {
                "title": _("Signed with our key, but not a paper that we know under this number."),
                "lines": (_("Do not rely on it, and please tell us of it."),),
            }
        case "unproved" | "other_key":
            return {"title": _("Signed, but not with a key of ours."), "lines": (_not_ours(),)}
        case "unsigned":
            return {
                "title": _("Not signed."),
                "lines": (
                    _("A file without a signature cannot be checked. Use the QR code of the paper."),
                    _not_ours(),
                ),
            }
    return {"title": _("This is not a PDF that we can read."), "lines": (_not_ours(),)}


def _standing(paper: known.Paper) -> tuple[str, ...]:
    """Whether it still counts, in a sentence."""
    match paper.state:
        case "superseded":
            return (_("A later paper takes its place: %(number)s.") % {"number": paper.successor},)
        case "withdrawn":
            return (_("The decision that it tells does not stand any more."),)
        case "reopened":
            return (_("The case was taken up again since; the decision may change."),)
    return (_("No later paper takes its place."),)


def _tone(paper: known.Paper) -> str:
    return "good" if paper.state == "in_force" else "doubtful"


def _not_ours() -> str:
    return _("It was not issued by this house, or something in it is wrong.")


def _keys() -> tuple[frozenset[str], dict[str, datetime]]:
    """The keys of every property of the house, as the record tells of them."""
    keys = [key for owner in Property.all_houses.order_by("code") for key in signing.known(owner)]
    retired = {
        key.fingerprint: key.retired.as_of for key in keys if key.retired is not None and key.retired.reason == "stolen"
    }
    return frozenset(key.fingerprint for key in keys), retired


def _page(request: HttpRequest, answer: Answer | None, *, status: int = 200) -> HttpResponse:
    response = TemplateResponse(request, "papers/check.html", {"answer": answer}, status=status)
    response["Cache-Control"] = "no-store, private"
    response["X-Robots-Tag"] = "noindex"
    return response

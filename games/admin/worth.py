"""What findings cost: a week's page and PDF, for a director of table games or above.

Proved by ``tests/admin/test_finding_worth.py``.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any, Final

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from casino.clock import now as clock
from casino.core.money import format_minor
from casino.core.posts import Post, at_least
from casino.ledger.models import Property
from casino.papers import sheet
from casino.papers.blocks import Block, heading, pairs, paragraph, small
from games import words
from games.admin.on_duty import person_of_house
from games.fairness.rates import Rate
from games.rows.finding_worth import Cost, Worth, last_day, worth

LOWEST: Final = Post.DIRECTOR_OF_TABLE_GAMES


class Asked(forms.Form):
    """Any day of the week."""

    day = forms.DateField(required=False)


def may_see(request: HttpRequest) -> bool:
    """Whether this person is the director of table games, or above."""
    if not request.user.has_perm("games.view_rulestudy"):  # of these posts alone, and asked without a query
        return False
    person = person_of_house(request)
    return person is not None and at_least(Post(person.post), LOWEST) and request.user.has_perm("games.view_finding")


def worth_view(request: HttpRequest) -> HttpResponse:
    """The page of the week of ``day``; with ``?format=pdf`` the paper."""
    if not may_see(request):
        raise PermissionDenied
    owners = {owner.code: owner for owner in Property.objects.order_by("id")}
    owner = owners.get(request.GET.get("property", ""), next(iter(owners.values()), None))
    if owner is None:
        raise PermissionDenied
    form = Asked(request.GET)
    asked = form.cleaned_data["day"] if form.is_valid() else None
    found = worth(owner, asked or last_day(owner) or clock().astimezone(owner.zone).date())
    if request.GET.get("format") == "pdf":
        response = HttpResponse(paper(owner, found, get_language() or "vi"), content_type="application/pdf")
        name = f"findings-{owner.code}-{found.since.isoformat()}.pdf"
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        return response
    context = {
        **admin.site.each_context(request),
        "title": _("What findings cost"),
        "owner": owner,
        "codes": list(owners),
        "found": found,
        "before": (found.since - timedelta(days=7)).isoformat(),
        "after": (found.since + timedelta(days=7)).isoformat(),
        "interval": _interval(found),
        "groups": _groups(found),
        "named": _named(found),
    }
    return TemplateResponse(request, "games/finding/worth.html", context)


def paper(owner: Property, found: Worth, language: str) -> bytes:
    """The same as a PDF, in the language given. CannotPrint of the typesetter."""
    with override(language):
        blocks: list[Block] = [paragraph(line) for line in _notes(found)]
        for name, rows in _groups(found):
            blocks += [heading(name), pairs([(row["name"], _line(row)) for row in rows] or [("–", "–")])]
        blocks.append(heading(_("Standing, the dearest first")))
        named = [(row["where"], f"{row['name']}: {row['amount']} · {row['right']}") for row in _named(found)]
        blocks.append(pairs(named or [("–", "–")]))
        blocks.append(small(_("Amounts are added whichever way they went.")))
        now = clock().astimezone(owner.zone)
        return sheet.printed(
            owner,
            language,
            title=_("What findings cost"),
            number=_interval(found),
            date=_day(now.date()),
            running=_interval(found),
            foot=[],
            blocks=blocks,
            now=now,
        )


def _notes(found: Worth) -> list[str]:
    notes = [_("Findings of the gaming days %(days)s, as they stand now.") % {"days": _interval(found)}]
    if found.without_day:
        notes.append(_("Besides, %(count)s about devices belong to no gaming day.") % {"count": found.without_day})
    return notes


def _groups(found: Worth) -> list[tuple[str, list[dict[str, Any]]]]:
    language = get_language() or "vi"
    kinds = [
        {**_cost(cost, words.finding(cost.group).title.in_language(language)), "right": _right(found.rates[cost.group])}
        for cost in found.kinds
    ]
    return [
        (_("By kind"), kinds),
        (_("By dealer"), [_cost(cost, cost.group) for cost in found.dealers]),
        (_("By table"), [_cost(cost, cost.group) for cost in found.tables]),
    ]


def _cost(cost: Cost, name: str) -> dict[str, Any]:
    return {
        "name": name,
        "amount": format_minor(cost.amount_minor, cost.currency, get_language() or "vi"),
        "cases": cost.cases,
        "states": _states(cost),
    }


def _states(cost: Cost) -> str:
    """How many stand, were put right, were dismissed: what there is of them."""
    told = (
        (cost.standing, _("%(count)s standing")),
        (cost.corrected, _("%(count)s put right")),
        (cost.dismissed, _("%(count)s dismissed")),
    )
    return ", ".join(words % {"count": count} for count, words in told if count)


def _line(row: dict[str, Any]) -> str:
    return " · ".join([row["amount"], row["states"], *([row["right"]] if "right" in row else [])])


def _named(found: Worth) -> list[dict[str, Any]]:
    language = get_language() or "vi"
    return [
        {
            "pk": row.pk,
            "name": words.finding(row.code).title.in_language(language),
            "where": str(row.round) if row.round else row.table,
            "dealer": row.round.dealer if row.round else "",
            "amount": format_minor(row.amount_minor, currency, language),
            "right": _right(found.rates[row.code]),
        }
        for row, currency in found.named
    ]


def _right(rate: Rate) -> str:
    """How often a kind turned out right."""
    if not rate.total:
        return _("never decided yet")
    told = _("right %(cases)s of %(total)s times (%(low)s–%(high)s %%)") % {
        "cases": rate.cases,
        "total": rate.total,
        "low": round(100 * rate.low),
        "high": round(100 * rate.high),
    }
    return f"{told}, {_('small numbers')}" if rate.small else told


def _interval(found: Worth) -> str:
    return f"{_day(found.since)} – {_day(found.until)}"


def _day(day: date) -> str:
    return day.strftime("%d/%m/%Y")

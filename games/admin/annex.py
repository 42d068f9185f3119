"""The statistics of all games: frequencies, hold and mispayments, as a page and as data. Proved by
``tests/watch/test_pages.py``."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from casino.console.list_files import KINDS
from casino.core.money import format_minor
from casino.ledger.models import houses
from games import words
from games.admin.filters import said
from games.watch import files
from games.watch.annex import annex
from games.words import shared

BY = {
    "all": gettext_lazy("all bets"),
    "table": gettext_lazy("table"),
    "shift": gettext_lazy("shift"),
    "dealer": gettext_lazy("dealer"),
    "bet": gettext_lazy("kind of bet"),
    "source": gettext_lazy("source"),
}


NO_BREAK = "\N{NO-BREAK SPACE}"
"""What stands between a figure and its unit: an interval may break at its dots only."""


class Asked(forms.Form):
    """Which days of which property."""

    property = forms.CharField(required=False, label=gettext_lazy("Property"))
    since = forms.DateField(required=False, label=gettext_lazy("From gaming day"))
    until = forms.DateField(required=False, label=gettext_lazy("To gaming day"))
    game = forms.CharField(required=False, label=gettext_lazy("Game"))
    not_sensed = forms.BooleanField(required=False)


def annex_view(request: HttpRequest) -> HttpResponse:
    """The page; with ``?format=json`` the same as data."""
    if not request.user.has_perm("games.view_round"):
        raise PermissionDenied
    form = Asked(request.GET)
    asked = form.cleaned_data if form.is_valid() else {}
    codes = [owner.code for owner in houses()]
    code = asked.get("property") if asked.get("property") in codes else (codes[0] if codes else "")
    too = asked.get("not_sensed", False)
    told = annex(code, asked.get("since"), asked.get("until"), not_sensed=too) if code else {}
    form_asked = request.GET.get("format") or ""
    if form_asked == "json":
        return JsonResponse(told)
    if form_asked in KINDS:
        return _file(form_asked, told, str(code))
    games = [game for game in shared.GAMES if not asked.get("game") or game == asked["game"]]
    query = request.GET.copy()
    context = {
        **admin.site.each_context(request),
        "title": _("Statistics of all games"),
        "form": form,
        "codes": codes,
        "code": code,
        "since": asked["since"].isoformat() if asked.get("since") else "",
        "until": asked["until"].isoformat() if asked.get("until") else "",
        "told": told,
        "not_sensed": [
            (said(words.term(shared.SOURCES, source)), count) for source, count in told.get("not_sensed", {}).items()
        ],
        "too": too,
        "games": [shown for game in games if (shown := _game(game, told)) is not None],
        "links": {kind: _as(query, kind) for kind in ("json", *KINDS)},
        "together": [each["watch"] for each in told.get("watches", {}).get("watches", ()) if each["together"]],
        "fairness_link": reverse("admin:games_fairness"),
    }
    return TemplateResponse(request, "games/annex.html", context)


def _as(query: QueryDict, kind: str) -> str:
    query["format"] = kind
    return f"?{query.urlencode()}"


def _file(kind: str, told: dict[str, Any], code: str) -> HttpResponse:
    """Everything that is told, a figure a row."""
    language = (get_language() or "vi")[:2]
    write, content_type = KINDS[kind]
    with write(files.titles(language), files.rows(told, language)) as made:
        response = HttpResponse(made.read(), content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="statistics-{code}.{kind}"'
    return response


def _game(game: str, told: dict[str, Any]) -> dict[str, Any] | None:
    """What is told of one game; None where there is nothing."""
    language = (get_language() or "vi")[:2]
    frequencies = [_frequency(each) for each in told.get("frequencies", ()) if each["game"] == game]
    of_game = [each for each in told.get("hold", ()) if each["game"] == game]
    held = [_hold(each) for each in of_game if each["kind"] is None]
    kinds = [_kind(game, each) for each in of_game if each["kind"] is not None]
    wrong = [_wrong(game, each) for each in told.get("mispayments", ()) if each["game"] == game]
    if not (frequencies or held or wrong):
        return None
    return {
        "name": said(words.term(shared.GAMES, game)),
        "frequencies": frequencies,
        "hold": held,
        "kinds": kinds,
        "wrong": wrong,
        "assumes": told["assumes"][game][language],
    }


def _frequency(each: dict[str, Any]) -> dict[str, Any]:
    language = get_language() or "vi"
    sector = each["sector"]
    return {
        "table": each["table"],
        "name": each["name"][language[:2]],
        "results": each["results"],
        "chi_square": _number(each["chi_square"], 1),
        "degrees": each["degrees"],
        "p": _p(each["p"]),
        "corrected": _p(each["p_corrected"]),
        "drift": _p(each["p_drift"]),
        "sector": "" if sector is None else f"{' '.join(sector['groups'])} ({_p(sector['p'])})",
        "small": each["small"],
        "stands_out": each["stands_out"],
        "independent": each["independent"],
        "groups": [
            {
                "name": group["name"][language[:2]],
                "count": group["count"],
                "expected": _number(group["expected"], 1),
            }
            for group in each["groups"]
        ],
    }


def _hold(each: dict[str, Any]) -> dict[str, Any]:
    language = get_language() or "vi"
    return {
        "where": " · ".join(
            [
                each["table"] or _("all tables"),
                *([_("shift %(n)s") % {"n": each["shift"]}] if each["shift"] else []),
            ]
        ),
        "whole": each["table"] is None and each["shift"] is None,
        "rounds": each["rounds"],
        "staked": format_minor(each["staked_minor"], each["currency"], language),
        "won": format_minor(each["won_minor"], each["currency"], language),
        "hold": _percent(each["hold"]),
        "interval": "" if each["low"] is None else f"{_percent(each['low'])} … {_percent(each['high'])}",
        **_theory(each),
        "small": each["small"],
    }


def _kind(game: str, each: dict[str, Any]) -> dict[str, Any]:
    """Of a kind of bet: what the rules gave, beside what was to be expected."""
    language = get_language() or "vi"
    return {
        "name": said(words.bet_kind(game, each["kind"], None)),
        "bets": each["rounds"],
        "staked": format_minor(each["staked_minor"], each["currency"], language),
        "won": format_minor(each["won_minor"], each["currency"], language),
        **_theory(each),
        "small": each["small"],
    }


def _theory(each: dict[str, Any]) -> dict[str, Any]:
    """The theoretical win, and between what chance alone leaves it in 95 %. Where bets are left out of it, of how
    much of the stakes it is told."""
    if each["theoretical"] is None:
        return {"theoretical": "–", "expected": "–", "expected_range": "", "covers": ""}
    language = get_language() or "vi"

    def money(name: str) -> str:
        return format_minor(each[f"theoretical_{name}"], each["currency"], language).replace(" ", NO_BREAK)

    covered = each["theoretical_staked_minor"] / each["staked_minor"]
    return {
        "theoretical": _percent(each["theoretical"], 2),
        "expected": money("minor"),
        "expected_range": ""
        if each["theoretical_low_minor"] is None
        else f"{money('low_minor')}{NO_BREAK}… {money('high_minor')}",
        "covers": "" if covered == 1 else _percent(covered),
    }


def _wrong(game: str, each: dict[str, Any]) -> dict[str, Any]:
    group = each["group"]
    if each["by"] == "bet":
        group = said(words.bet_kind(game, group, None))
    elif each["by"] == "source":
        group = said(words.term(shared.SOURCES, group or "table"))
    return {
        "by": BY[each["by"]],
        "group": group,
        "cases": each["cases"],
        "bets": each["bets"],
        "interval": f"{_percent(each['low'], 2)} … {_percent(each['high'], 2)}",
        "small": each["small"],
    }


def _number(value: float | None, places: int) -> str:
    if value is None:
        return "–"
    rounded = Decimal(value).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP) + 0
    written = number_format(rounded, decimal_pos=places, use_l10n=True, force_grouping=True)
    return written.replace("-", "\N{MINUS SIGN}")


def _p(value: float | None) -> str:
    if value is None:
        return "–"
    return "< " + _number(0.0001, 4) if value < 0.0001 else _number(value, 4)


def _percent(value: float, places: int = 1) -> str:
    return f"{_number(100 * value, places)}{NO_BREAK}%"

"""The panels of a round's page.

The page is made of panels in the order of their numbers. The ones here are ordinary: a higher room (disputes, footage)
registers its own the same way. ``build(request, page)`` gets a :class:`games.pages.round.RoundPage` (the read-model
row, the replay, the position it stands at, bets, facts, findings) and answers the template's context, or None to be
left out. Orders in use: picture 10, read out 15, bets 20, findings 30, timeline 40, terms 60, readings 70, record 90.
Proved by ``tests/admin/test_panels.py``.
"""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy as _

from casino.console.panels import Panel
from games import words
from games.engine.colours import chip_colour
from games.pages.game_parts import part_of
from games.pages.picture import players
from games.pages.reading import read_out
from games.pages.round import RoundPage
from games.words.clauses import readings_of
from games.words.study_words import otherwise


def _picture(request: HttpRequest, page: RoundPage) -> dict[str, Any] | None:
    picture = part_of(page.replay.state.game).picture(page.replay, page.bets, page.language, page.currency)
    if picture is None:
        return None
    # The drawing escapes every text that it takes in (games.drawing.svg).
    return {
        "page": page,
        "lying": mark_safe(picture.lying),  # noqa: S308
        "standing": mark_safe(picture.standing),  # noqa: S308
        "strip": mark_safe(picture.strip),  # noqa: S308
        "players": players(page.bets),
    }


def _reading(request: HttpRequest, page: RoundPage) -> dict[str, Any] | None:
    lines = read_out(page.replay)
    return {"page": page, "lines": lines} if lines else None


def _bets(request: HttpRequest, page: RoundPage) -> dict[str, Any]:
    noted: dict[str, list[Any]] = {}
    for finding in page.findings:
        if finding.subject and finding.status in ("", "open", "in_case"):
            noted.setdefault(finding.subject, []).append(finding)
    # What is wrong or undecided comes first: whoever opens the page in a hurry looks for that.
    urgent_first = sorted(page.bets, key=lambda row: not (row.difference_minor or row.options or row.bet in noted))
    return {"page": page, "rows": [(row, noted.get(row.bet, [])) for row in urgent_first], "totals": page.totals}


def _findings(request: HttpRequest, page: RoundPage) -> dict[str, Any]:
    standing = [f for f in page.findings if f.status in ("", "open", "in_case")]
    return {
        "page": page,
        "standing": standing,
        "settled": [f for f in page.findings if f not in standing],
        "may_open": request.user.has_perm("games.view_finding"),
    }


def _timeline(request: HttpRequest, page: RoundPage) -> dict[str, Any]:
    pointed: dict[int, list[Any]] = {}
    for finding in page.findings:
        if finding.status in ("", "open", "in_case"):
            for version in finding.versions:
                pointed.setdefault(version, []).append(finding)
    return {"page": page, "rows": [(row, pointed.get(row.version, [])) for row in page.facts]}


def _terms(request: HttpRequest, page: RoundPage) -> dict[str, Any]:
    terms = page.replay.terms
    limits = [
        (words.bet_kind(page.replay.state.game, kind, page.replay.book) if kind != "*" else None, low, high)
        for kind, (low, high) in sorted(terms.limits.items())
    ]
    colours = [
        {"shown": chip_colour(c.colour), "player": c.player, "value_minor": c.value_minor} for c in terms.colours
    ]
    return {"page": page, "terms": terms, "limits": limits, "colours": colours, "book": page.replay.book}


def _readings(request: HttpRequest, page: RoundPage) -> dict[str, Any] | None:
    read = readings_of(page.replay)
    game = page.replay.state.game
    rows = [(each, [otherwise(game, other, page.currency) for other in each.otherwise]) for each in read]
    return {"page": page, "readings": rows} if read else None


def _record(request: HttpRequest, page: RoundPage) -> dict[str, Any]:
    return {"page": page, "rows": page.record}


PANELS: Final = (
    Panel("round", "picture", 10, _("On the layout"), "games/round/picture.html", _picture),
    Panel("round", "reading", 15, _("The hand read out"), "games/round/reading.html", _reading),
    Panel("round", "bets", 20, _("Bets"), "games/round/bets.html", _bets),
    Panel("round", "findings", 30, _("Findings"), "games/round/findings.html", _findings),
    Panel("round", "timeline", 40, _("What happened"), "games/round/timeline.html", _timeline),
    Panel("round", "terms", 60, _("The table when the round opened"), "games/round/terms.html", _terms, folded=True),
    Panel(
        "round",
        "readings",
        70,
        _("How the document is read here"),
        "games/round/readings.html",
        _readings,
        folded=True,
    ),
    Panel("round", "record", 90, _("Stored events and hashes"), "games/round/record.html", _record, folded=True),
)

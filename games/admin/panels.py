"""The panels of a round's page, and how another room adds one.

The page is made of panels in the order of their numbers. The ones here are ordinary: a higher room (disputes, footage)
registers its own the same way, from a module that its ``AppConfig.ready`` imports::

    from casino.console.panels import Panel, register

    register("round", Panel(code="footage", order=45, title=_("Footage"), template="surveillance/round.html",
                            build=build, permission="surveillance.view_footage"))

``build(request, page)`` gets a :class:`games.pages.round.RoundPage` (the read-model row, the replay, the position it
stands at, bets, facts, findings) and answers the template's context, or None to be left out. Orders in use: picture 10,
read out 15, bets 20, findings 30, timeline 40, terms 60,
readings 70, record 90. Proved by ``tests/admin/test_panels.py``.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy as _

from casino.console.panels import Panel, register
from games import words
from games.engine.colours import chip_colour
from games.pages.parts import part_of
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


register(
    "round",
    Panel(code="picture", order=10, title=_("On the layout"), template="games/round/picture.html", build=_picture),
)
register(
    "round",
    Panel(code="reading", order=15, title=_("The hand read out"), template="games/round/reading.html", build=_reading),
)
register("round", Panel(code="bets", order=20, title=_("Bets"), template="games/round/bets.html", build=_bets))
register(
    "round",
    Panel(code="findings", order=30, title=_("Findings"), template="games/round/findings.html", build=_findings),
)
register(
    "round",
    Panel(code="timeline", order=40, title=_("What happened"), template="games/round/timeline.html", build=_timeline),
)
register(
    "round",
    Panel(
        code="terms",
        order=60,
        title=_("The table when the round opened"),
        template="games/round/terms.html",
        build=_terms,
        folded=True,
    ),
)
register(
    "round",
    Panel(
        code="readings",
        order=70,
        title=_("How the document is read here"),
        template="games/round/readings.html",
        build=_readings,
        folded=True,
    ),
)
register(
    "round",
    Panel(
        code="record",
        order=90,
        title=_("Stored events and hashes"),
        template="games/round/record.html",
        build=_record,
        folded=True,
    ),
)

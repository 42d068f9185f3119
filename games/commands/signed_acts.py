"""Corrections, rulings, findings and what waits for a second person: weighty acts, and what they are about in the terms
of the record. Before each the person is asked again; where the post must sign, only what records something is signed,
and not the look at what it would come to.

Proved by ``tests/factors/test_weighty.py`` and ``tests/api/test_signing.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final
from uuid import UUID

import msgspec
from django.http import HttpRequest

from casino.core.errors import Problem
from casino.factors.weighty import About, Act, Named, part_of
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from games.catalogue import texts
from games.commands.commanded import BATCHES, DISMISSALS, ERASURES, PUT_RIGHT, RULES
from games.commands.step import COMMANDS
from games.engine import rules
from games.rows import rule_choices
from games.rows.models import Finding, Round, Waiting, WaitingState

AboutOf = Callable[[HttpRequest], About | None]


_PAGES: Final = Named(COMMANDS, "command")


def _property_asked(request: HttpRequest) -> str | None:
    """The property that the address names, or the only one."""
    rows = Property.objects.order_by("code")
    code = request.GET.get("property", "")
    return (rows.filter(code=code) if code else rows).values_list("code", flat=True).first()


def _row(model: Any, key: str) -> Any:
    if not key.isdecimal() or int(key) >= 2**63:
        return None
    return model.objects.select_related("property").filter(pk=int(key)).first()


def _finding(request: HttpRequest) -> About | None:
    row = _row(Finding, part_of(request, "object_id") or part_of(request, "finding"))
    return None if row is None else About(row.property.code, {"finding": row.identity, "stream": row.stream})


def _findings(request: HttpRequest) -> About | None:
    """Several findings, by their streams and identities."""
    given = request.POST.getlist("findings") if request.POST else sent(request).get("findings")
    keys = [int(key) for key in given or () if str(key).isdecimal() and int(key) < 2**63]
    rows = list(Finding.objects.select_related("property").filter(pk__in=keys).order_by("pk"))
    if not rows:
        return None
    return About(rows[0].property.code, {"findings": ",".join(f"{row.stream} {row.identity}" for row in rows)})


def _round(request: HttpRequest) -> About | None:
    row = _row(Round, part_of(request, "object_id"))
    if row is None:
        return None
    version = part_of(request, "version")
    return About(row.property.code, {"stream": row.stream, **(_fact(row, version) if version else {})})


def _fact(row: Round, version: str) -> dict[str, str]:
    """A fact of a round: its place, and the id by which a correction names it."""
    recorded = get_ledger(row.property.code).stream(row.stream)
    found = next((event for event in recorded if str(event.version) == version), None)
    return {"fact": version, **({} if found is None else {"target": str(found.id)})}


def _round_of_api(request: HttpRequest) -> About | None:
    code = _property_asked(request)
    place = f"{part_of(request, 'table')}/{part_of(request, 'round')}"
    return None if code is None else About(code, {"stream": f"round/{place}"})


def _waiting(request: HttpRequest) -> About | None:
    try:
        key = UUID(part_of(request, "object_id") or part_of(request, "waiting"))
    except ValueError:
        return None
    row = Waiting.objects.select_related("property").filter(pk=key).first()
    if row is None:
        return None
    about = {"ask": str(row.pk), "what": row.kind, "stream": row.stream}
    if row.batch is not None:
        alike = Waiting.objects.filter(property=row.property, batch=row.batch, state=WaitingState.WAITING)
        about["asks"] = ",".join(str(key) for key in alike.order_by("position").values_list("pk", flat=True))
    return About(row.property.code, about)


def _reason(request: HttpRequest) -> About | None:
    return About(part_of(request, "property_code"), {"position": part_of(request, "position")})


def _rules(request: HttpRequest) -> About | None:
    """The clocks by which a moment is meant, and the digest of the very text that would be in force."""
    code = _property_asked(request)
    if code is None:
        return None
    subject = {"zone": Property.objects.get(code=code).zone.key}
    said = sent(request)
    text = texts().get(str(said.get("document", "")))
    choices = said.get("choices", said)
    try:
        made = None if text is None else rule_choices.chosen(text, rule_choices.typed(text, choices))
    except Problem:
        made = None  # it is refused
    return About(code, subject if made is None else subject | {"sha256": rules.digest_of(made)})


def sent(request: HttpRequest) -> Mapping[str, Any]:
    """What a page or a client sent: a form, or an object."""
    if not request.resolver_match or request.resolver_match.namespace != "api":
        return request.POST.dict()
    try:
        return msgspec.json.decode(request.body, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return {}  # it is refused


def _of_place(request: HttpRequest) -> About | None:
    """The table or round of a command without a page of its own."""
    code = part_of(request, "property_code") or _property_asked(request)
    names = ("table", "round") if part_of(request, "round") else ("table",)
    place = "/".join(part_of(request, name) for name in names)
    return None if code is None else About(code, {"stream": f"{names[-1]}/{place}"})


def _is_confirmed(request: HttpRequest) -> bool:
    """Whether the page would record: what it comes to was shown, and this is the answer to it."""
    return bool(request.POST.get("confirmed"))


_ABOUT: Final[dict[str, AboutOf]] = {
    **dict.fromkeys((*DISMISSALS, *PUT_RIGHT), _finding),
    **dict.fromkeys(BATCHES, _findings),
    "admin:games_round_correct": _round,
    "admin:games_round_rule": _round,
    "api:corrections": _round_of_api,
    "api:rulings": _round_of_api,
    "admin:games_waiting_change": _waiting,
    "api:waiting-answers": _waiting,
    **dict.fromkeys(ERASURES, _reason),
    **dict.fromkeys(RULES, _rules),
}
"""Names of addresses -> what their commands are about."""


def acts() -> dict[str, Act]:
    """What is asked for again of this room, when every command is declared."""
    found = {
        "admin:games_device_*": Act(),  # pages of devices that change something, when they come
        "admin:games_do": Act(when=_PAGES.is_weighty, about=_of_place, title=_PAGES.title),
    }
    for code, step in COMMANDS.items():
        if not step.weighty:
            continue
        for name in step.addresses:
            # A page that shows first what it would come to: the look is not signed.
            confirmed = _is_confirmed if step.rehearsed and name.startswith("admin:") else None
            if name in _ABOUT:
                found[name] = Act(about=_ABOUT[name], signs=confirmed, title=step.title)
            else:  # asked for again, not signed: what it brings are facts as devices send them
                found[name] = Act(when=confirmed, title=step.title)
        if step.is_plain:
            found[f"api:{code}"] = Act(about=None if step.addresses else _of_place, title=step.title)
    return found


PLAIN: Final = (
    *("seen_version", "confirmed", "dropped", "clause", "choice", "also", "other", "bets", "target", "after", "fact-*"),
    *("findings", "round", "kind", "code", "document", "effective_from", "effective_from_*", "sure"),
    *("choices", "choices.*", "approval", "cause"),
)
WORDS: Final = ("reason", "ground")
TYPES: Final = (
    *("%.fact\\_corrected.v%", "%.ruling\\_made.v%", "ask.%", "audit.finding\\_dismissed.%", "rules.%"),
    "audit.finding\\_corrected.%",
)

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
from casino.core.messages import Catalogue
from casino.core.text import Text
from casino.factors.weighty import About, Act
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from games.catalogue import texts
from games.engine import rules
from games.rows import rule_choices
from games.rows.models import Finding, Round, Waiting, WaitingState

_WORDS: Final = Catalogue(__file__)

AboutOf = Callable[[HttpRequest], About | None]


def _always(title: Text) -> Callable[[HttpRequest], Text | None]:
    return lambda _request: title


def _kwarg(request: HttpRequest, name: str) -> str:
    match = request.resolver_match
    return "" if match is None else str(match.kwargs.get(name, ""))


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
    row = _row(Finding, _kwarg(request, "object_id") or _kwarg(request, "finding"))
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
    row = _row(Round, _kwarg(request, "object_id"))
    if row is None:
        return None
    version = _kwarg(request, "version")
    return About(row.property.code, {"stream": row.stream, **(_fact(row, version) if version else {})})


def _fact(row: Round, version: str) -> dict[str, str]:
    """A fact of a round: its place, and the id by which a correction names it."""
    recorded = get_ledger(row.property.code).stream(row.stream)
    found = next((event for event in recorded if str(event.version) == version), None)
    return {"fact": version, **({} if found is None else {"target": str(found.id)})}


def _round_of_api(request: HttpRequest) -> About | None:
    code = _property_asked(request)
    place = f"{_kwarg(request, 'table')}/{_kwarg(request, 'round')}"
    return None if code is None else About(code, {"stream": f"round/{place}"})


def _waiting(request: HttpRequest) -> About | None:
    try:
        key = UUID(_kwarg(request, "object_id") or _kwarg(request, "waiting"))
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
    return About(_kwarg(request, "property_code"), {"position": _kwarg(request, "position")})


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


def _is_confirmed(request: HttpRequest) -> bool:
    """Whether the page would record: what it comes to was shown, and this is the answer to it."""
    return bool(request.POST.get("confirmed"))


_CORRECT: Final = _WORDS.text("correct")
_RULE: Final = _WORDS.text("rule")
_DISMISS: Final = _WORDS.text("dismiss")
_PUT_RIGHT: Final = _WORDS.text("put-right")
_ANSWER: Final = _WORDS.text("answer")
_ERASE: Final = _WORDS.text("erase")
_RULES: Final = _WORDS.text("rules")

_EQUIPMENT: Final = _WORDS.text("equipment")

_ACTS: Final[tuple[tuple[tuple[str, ...], AboutOf, Callable[[HttpRequest], bool] | None, Text], ...]] = (
    (("admin:games_finding_dismiss", "api:dismissals"), _finding, None, _DISMISS),
    (("admin:games_finding_several",), _findings, _is_confirmed, _DISMISS),
    (("api:dismissal-batches",), _findings, None, _DISMISS),
    (("admin:games_finding_correct", "api:finding-corrections"), _finding, None, _PUT_RIGHT),
    (("admin:games_round_correct",), _round, _is_confirmed, _CORRECT),
    (("admin:games_round_rule",), _round, _is_confirmed, _RULE),
    (("api:corrections",), _round_of_api, None, _CORRECT),
    (("api:rulings",), _round_of_api, None, _RULE),
    (("admin:games_waiting_change", "api:waiting-answers"), _waiting, None, _ANSWER),
    (("admin:games_reason",), _reason, None, _ERASE),
    (("admin:games_rules", "api:rule-documents"), _rules, None, _RULES),
)
"""Names of addresses; what they are about; whether a request is one that records; what it is called."""


ACTS: Final = {
    **{
        name: Act(about=about, signs=signs, title=_always(title))
        for names, about, signs, title in _ACTS
        for name in names
    },
    # Pages of devices that change something, when they come.
    "admin:games_device_*": Act(),
    "admin:games_table_equipment": Act(when=_is_confirmed, title=_always(_EQUIPMENT)),
    # Asked for again, not signed: what it brings are facts as devices send them.
    **{f"admin:games_quarantine_{name}": Act() for name in ("send", "answer", "rest")},
}
PLAIN: Final = (
    *("seen_version", "confirmed", "dropped", "clause", "choice", "also", "other", "bets", "target", "after", "fact-*"),
    *(
        "findings",
        "document",
        "effective_from",
        "effective_from_*",
        "sure",
        "choices",
        "choices.*",
        "approval",
        "cause",
    ),
)
WORDS: Final = ("reason", "ground")
TYPES: Final = (
    *("%.fact\\_corrected.v%", "%.ruling\\_made.v%", "ask.%", "audit.finding\\_dismissed.%", "rules.%"),
    "audit.finding\\_corrected.%",
)

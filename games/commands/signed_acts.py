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

from casino.core.commands import Command
from casino.factors.step_up import About, Act, Named, part_of
from casino.ledger.models import Property
from games.catalogue import texts
from games.commands.approvals import AskPutInForce
from games.commands.signature_rules import BATCHES, DISMISSALS, ERASURES, PUT_RIGHT, RULES
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
    """Several findings of one property: the command says which."""
    given = request.POST.getlist("findings") if request.POST else sent(request).get("findings")
    keys = [int(key) for key in given or () if str(key).isdecimal() and int(key) < 2**63]
    row = Finding.objects.select_related("property").filter(pk__in=keys).first()
    return None if row is None else About(row.property.code, {})


def _round(request: HttpRequest) -> About | None:
    row = _row(Round, part_of(request, "object_id"))
    return None if row is None else About(row.property.code, {"stream": row.stream})


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
    code = _property_asked(request)
    return None if code is None else About(code, {})


def _text_of(command: Any) -> dict[str, str]:
    """The digest of the very text that would be in force."""
    return {"sha256": rules.digest_of(rule_choices.chosen(texts()[command.document], command.choices))}


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
        "admin:games_do": Act(when=_PAGES.is_weighty, about=_of_place, title=_PAGES.title, reads=True),
    }
    for code, step in COMMANDS.items():
        if not step.weighty:
            continue
        said: dict[str, Any] = {"title": step.title, "reads": True, "besides": _BESIDES.get(step.struct)}
        for name in step.addresses:
            # A page that shows first what it would come to: the look is not signed.
            confirmed = _is_confirmed if step.rehearsed and name.startswith("admin:") else None
            if name in _ABOUT:
                found[name] = Act(about=_ABOUT[name], signs=confirmed, **said)
            else:  # asked for again; what it brings are facts as devices send them, held against no signature
                found[name] = Act(when=confirmed, **said)
        if step.is_plain:
            found[f"api:{code}"] = Act(about=None if step.addresses else _of_place, **said)
    return found


_BESIDES: Final[dict[type[Command], Callable[[Any], dict[str, str]]]] = {AskPutInForce: _text_of}
WORDS: Final = ("reason", "ground")
TYPES: Final = (
    *("%.fact\\_corrected.v%", "%.ruling\\_made.v%", "ask.%", "audit.finding\\_dismissed.%", "rules.%"),
    "audit.finding\\_corrected.%",
)

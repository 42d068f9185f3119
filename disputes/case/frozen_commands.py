"""FROZEN. How commands on cases are read that people signed as fields, before the command itself was signed
(``tableproof-command/1``, until December 2026).

On a page amounts were signed as they were typed, with the currency and the language by which they are read, and a
remedy as the fields of its lines; over the API the body was signed as it was sent. Signatures hold for ever, so nothing
here changes with form, API or struct; only what is read here into other members may. Pure. Proved by
``tests/checkpoints/test_frozen_commands.py``, with what was signed then.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from casino.core.money import read_amount
from casino.core.signature_rules import FORMERLY, Command, listed

_PAGE: Final = "admin:disputes_case_do:*"
_API: Final = "cases:*"
_WITHOUT_ROUND: Final = "-"
"""The key of a line without an identifiable round."""
_LINE: Final = ("table", "round", "bet")
_YES: Final = {"yes": True, "no": False}


def _of_body(command: Command) -> dict[str, Any]:
    """The members as they were sent; when money moved was not held then."""
    return {**command.said, "moved_at": None}


def _of_page(command: Command) -> dict[str, Any]:
    """The members of the command. Raises ValueError. When money moved was signed without the zone of the clock."""
    sent = _of_body(command)
    if "agreed" in sent:
        sent["agreed"] = _YES.get(sent["agreed"])
    typed = sent.get("amount_minor")
    sent["amount_minor"] = _amount(typed, command) if typed else None
    if "evidence" in sent:
        sent["evidence"] = listed(sent["evidence"])
    if command.act.endswith((":decide", ":decide_complaint")):
        sent["remedy"] = _remedy(command)
        if not sent.get("reasons"):
            sent |= {"reasons": sent.get("reasons_en"), "reasons_en": None, "reasons_language": "en"}
    return sent


def _remedy(command: Command) -> dict[str, Any]:
    sent = command.said
    clauses = listed(sent.get("clauses"))
    citations = [dict(zip(("document", "clause"), each.split("#", 1), strict=True)) for each in clauses]
    if sent.get("other_document"):
        document = str(sent["other_document"]).partition("@")[0]
        citations.append({"document": document, "clause": sent.get("other_clause")})
    measures: list[dict[str, Any]] = [{"kind": each} for each in listed(sent.get("measures"))]
    if sent.get("other_measure"):
        measures.append({"kind": "other", "what": sent["other_measure"]})
    return {
        "kind": sent.get("kind"),
        "citations": citations,
        "lines": [] if sent.get("kind") == "none" else list(_lines(command)),
        "deviation": sent.get("deviation"),
        "measures": measures,
    }


def _lines(command: Command) -> Iterable[dict[str, Any]]:
    sent = command.said
    for name in sent:
        place, _, key = name.partition(":")
        if place != "on" or not sent[name]:
            continue
        pay, take = sent.get(f"pay:{key}"), sent.get(f"take:{key}")
        amount = _amount(pay, command) if pay else -_amount(take, command)
        where = {} if key == _WITHOUT_ROUND else dict(zip(_LINE, key.split("/", 2), strict=True))
        yield {**where, "to_player_minor": amount}


def _amount(typed: Any, command: Command) -> int:
    return read_amount(str(typed), str(command.about.get("currency")), str(command.about.get("language")))


FORMERLY.register((_PAGE,), _of_page)
FORMERLY.register((_API,), _of_body)

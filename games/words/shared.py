"""Words that every game shares: terms, and the events of rounds, tables, devices and the audit.

Proved by ``tests/words/test_words.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from casino.core.messages import Catalogue
from casino.core.reasons import CAUSES
from casino.core.text import Text, joined, shaped
from games import catalogue
from games.engine.colours import chip_colour
from games.engine.sentences import NOTHING, Sentence, amount, fields, join, person
from games.words import approval_words, equipment, remedies
from games.words.approval_words import said_by
from games.words.findings import FINDINGS

_WORDS: Final = Catalogue(__file__)

OUTCOMES: Final = _WORDS.table("outcomes")
WATCHED: Final = _WORDS.table("watched")
DEVICES: Final = _WORDS.table("devices")
SEVERITIES: Final = _WORDS.table("severities")
FINDING_STATUS: Final = _WORDS.table("finding-status")
ROUND_STATUS: Final = _WORDS.table("round-status")
SOURCES: Final = {
    "": _WORDS.text("at-the-table"),
    **_WORDS.table("sources"),
}
GAMES: Final = {code: game.words.name for code, game in catalogue.GAMES.items()}
RULING_CHOICES: Final = _WORDS.table("ruling-choices")
_ALL_CHOICES: Final = {
    **{code: text for game in catalogue.GAMES.values() for code, text in game.words.choices.items()},
    **RULING_CHOICES,
}

FIELDS: Final = {**_WORDS.table("fields"), **remedies.FIELDS}
"""Fields of facts, where a correction shows what was and what is."""


def choice(code: str) -> Text:
    """A decision by its code; a code that is a spot or an amount stands for itself."""
    return _ALL_CHOICES.get(code) or Text(code, code)


def choices_of(game: str) -> dict[str, Text]:
    """The decisions that documents know, with those of this game alone."""
    known = catalogue.GAMES.get(game)
    return {**RULING_CHOICES, **(known.words.choices if known else {})}


EQUIPMENT: Final[dict[str, Text]] = _WORDS.table("equipment")
"""What a table plays with, by the kinds of ``table.equipment_set``."""

EVENT_LABELS: Final = {
    **equipment.EVENT_LABELS,
    **_WORDS.table("event_labels", dotted=True),
    **approval_words.LABELS,
    **_WORDS.table("event_labels-2", dotted=True),
}


def _round_opened(f: Any, currency: str) -> Text:
    parts = [_WORDS.text("the-round-begins")]
    if f.number is not None:
        parts.append(_WORDS.text("number-n", n=f.number))
    if f.dealer:
        parts.append(_WORDS.text("dealer-who", who=f.dealer))
    if f.supervisor:
        parts.append(_WORDS.text("supervisor-who", who=f.supervisor))
    if f.source:
        parts.append(_WORDS.text("source-what", what=SOURCES[f.source]))
    return join(*parts)


def _betting_closed(f: Any, currency: str) -> Text:
    if f.called_by is None:
        return _WORDS.text("the-call-for-no-more")
    return _WORDS.text("no-more-bets-called-by", who=person(f.called_by))


def _moved(text: Text) -> Sentence:
    return lambda f, currency: text.format(bet=f.bet, amount=amount(f.amount_minor, currency))


SEALED: Final = _WORDS.text("sealed")
"""What stands for a reason whose words lie in the vault, for whoever has only the events."""


def reason_of(f: Any) -> Text:
    """The reason that a person gave, as far as the event itself says it."""
    words = SEALED if f.reason is None else Text(f.reason, f.reason)
    cause = CAUSES[f.cause] if getattr(f, "cause", None) is not None else None
    if cause is None:
        return words
    if f.reason is None and f.sealed_reason is None:
        return cause
    return shaped("{cause}; {words}", cause=cause, words=words)


def _ruling(f: Any, currency: str) -> Text:
    return ruling_sentence(f, choice)


def ruling_sentence(f: Any, decision: Callable[[str], Text]) -> Text:
    """A ruling; ``decision`` puts what was decided in words."""
    covers = _WORDS.text("for-bets-bets", bets=", ".join(f.bets)) if f.bets else _WORDS.text("for-the-whole-round")
    return _WORDS.text(
        "who-ruled-under-clause-clause",
        who=person(f.made_by),
        clause=f.clause,
        covers=covers,
        choice=decision(f.choice),
        reason=reason_of(f),
    )


def _matter(f: Any, currency: str) -> Text:
    seen = _WORDS.text("seen-by-who", who=person(f.seen_by)) if f.seen_by else NOTHING
    return _WORDS.text(
        "a-matter-that-no-clause",
        note=f.note,
        seen=seen,
    )


def _correction(f: Any, currency: str) -> Text:
    what = _WORDS.text("an-earlier-fact-is-held") if f.after is None else _WORDS.text("an-earlier-fact-was-put")
    return _WORDS.text(
        "what-corrected-by-by-authorised",
        what=what,
        by=person(f.corrected_by),
        ok=person(f.authorised_by),
        how=_how_authorised(f),
        reason=reason_of(f),
    )


TYPED: Final = _WORDS.text("typed")
"""What is said of an authorisation that no second person gave in an own session."""


def _how_authorised(f: Any) -> Text:
    return TYPED if f.ask is None else NOTHING


def _revoked(f: Any, currency: str) -> Text:
    what = _WORDS.text("device-device-is-revoked", device=f.device)
    if f.reason is None and f.sealed_reason is None:
        return what
    return join(what, _WORDS.text("reason-reason", reason=reason_of(f)))


def _unanswered(f: Any, currency: str) -> Text:
    return _WORDS.text("the-gaming-day-ended-and")


def _fixed(text: Text) -> Sentence:
    return lambda _fact, _currency: text


def _by(text: Text, field: str) -> Sentence:
    """A sentence that may end with who did it."""

    def sentence(f: Any, currency: str) -> Text:
        who = getattr(f, field)
        return text.turned("{}.".format) if who is None else shaped("{text} – {who}.", text=text, who=person(who))

    return sentence


def _registered(f: Any, currency: str) -> Text:
    name = f.name or ""
    game = GAMES.get(f.game) or Text(f.game, f.game)
    return _WORDS.text(
        "game-currency-currency-name",
        game=game,
        currency=f.currency,
        name=name,
    )


def _document(code: str) -> Text:
    """A document by its title and number; one that is not shipped with the program by its code."""
    book = next((each for each in catalogue.all_books() if each.id == code), None)
    if book is None:
        return Text(code, code)
    return book.title if not book.number else shaped("{t} {n}", t=book.title, n=book.number)


def limits_sentence(f: Any, currency: str, kind: Callable[[str], Text]) -> Text:
    """The limits of a table; ``kind`` names a kind of bet."""
    parts = [
        shaped(
            "{bet} {low} – {high}",
            bet=_WORDS.text("every-other-bet") if limit.bet == "*" else kind(limit.bet),
            low=amount(limit.minimum_minor, currency),
            high=amount(limit.maximum_minor, currency),
        )
        for limit in f.limits
    ]
    body = joined(parts, "; ")
    who = shaped(" – {who}", who=person(f.set_by)) if f.set_by else NOTHING
    return shaped("{body}{who}.", body=body, who=who)


def _chips_issued(f: Any, currency: str) -> Text:
    allowed = _WORDS.text("authorised-by-who", who=person(f.authorised_by)) if f.authorised_by else NOTHING
    return _WORDS.text(
        "player-gets-colour-chips-value",
        player=f.player,
        colour=chip_colour(f.colour),
        value=amount(f.value_minor, currency),
        allowed=allowed,
    )


def _dismissed(f: Any, currency: str) -> Text:
    if f.case is not None:
        return _WORDS.text(
            "decided-in-case-case-recorded",
            case=f.case,
            who=person(f.dismissed_by),
        )
    return _WORDS.text(
        "dismissed-by-who-reason-reason",
        who=person(f.dismissed_by),
        reason=reason_of(f),
    )


def _released(f: Any, currency: str) -> Text:
    if f.decided:
        return _WORDS.text(
            "case-case-left-this-finding",
            case=f.case,
        )
    return _WORDS.text(
        "case-case-ended-without-a",
        case=f.case,
    )


def _put_right(f: Any, currency: str) -> Text:
    if f.case is not None:
        return _WORDS.text(
            "put-right-by-case-case",
            case=f.case,
            who=person(f.corrected_by),
        )
    return _WORDS.text(
        "marked-as-corrected-by-who",
        who=person(f.corrected_by),
        ok=person(f.authorised_by),
        how=_how_authorised(f),
        reason=reason_of(f),
    )


def by_case(status: str, case: str) -> Text | None:
    """What a case made of a finding, in a few words; None where it made nothing of it yet."""
    said = {
        "corrected": _WORDS.text("put-right-by-case-case-2"),
        "dismissed": _WORDS.text("decided-in-case-case"),
    }.get(status)
    return said.format(case=case) if said is not None and case else None


def _found(f: Any, currency: str) -> Text:
    title = FINDINGS[f.code][0] if f.code in FINDINGS else Text(f.code, f.code)
    subject = shaped(" – {subject}", subject=f.subject) if f.subject else NOTHING
    money = shaped(" ({amount})", amount=amount(f.amount_minor, currency)) if f.amount_minor else NOTHING
    return shaped("{title}{subject}{money}.", title=title, subject=subject, money=money)


SENTENCES: Final[dict[str, Sentence]] = {
    **equipment.SENTENCES,
    "round_opened": _round_opened,
    "betting_closed": _betting_closed,
    "payout_made": _moved(_WORDS.text("sentences--payout_made")),
    "stake_collected": _moved(_WORDS.text("sentences--stake_collected")),
    "stake_returned": _moved(_WORDS.text("sentences--stake_returned")),
    "ruling_made": _ruling,
    "matter_opened": _matter,
    "fact_corrected": _correction,
    "remedy_made": remedies.sentence,
    "remedy_followed": remedies.followed,
    "report_confirmed": said_by(_WORDS.text("sentences--report_confirmed"), "confirmed_by"),
    "report_denied": said_by(
        _WORDS.text("sentences--report_denied"),
        "denied_by",
    ),
    "report_unanswered": _unanswered,
    "round_closed": _fixed(_WORDS.text("sentences--round_closed")),
    "table.registered": _registered,
    "table.differential_set": lambda f, c: _WORDS.text(
        "sentences--table-differential_set", value=amount(f.differential_minor, c)
    ),
    "table.document_assigned": lambda f, c: _WORDS.text(
        "sentences--table-document_assigned", name=_document(f.document)
    ),
    "table.opened": _by(_WORDS.text("sentences--table-opened"), "opened_by"),
    "table.closed": _by(_WORDS.text("sentences--table-closed"), "closed_by"),
    "table.staff_assigned": lambda f, c: _WORDS.text("sentences--table-staff_assigned", who=person(f.person)),
    "table.staff_relieved": lambda f, c: _WORDS.text("sentences--table-staff_relieved", who=person(f.person)),
    "table.device_bound": fields(_WORDS.text("sentences--table-device_bound"), "device"),
    "table.device_unbound": fields(_WORDS.text("sentences--table-device_unbound"), "device"),
    "table.colour_chips_issued": _chips_issued,
    "table.colour_chips_redeemed": lambda f, c: _WORDS.text(
        "sentences--table-colour_chips_redeemed",
        player=f.player,
        colour=chip_colour(f.colour),
    ),
    "table.equipment_set": lambda f, c: _WORDS.text(
        "sentences--table-equipment_set", kind=EQUIPMENT[f.kind], code=f.code
    ),
    "table.noted": lambda f, c: Text(f.note, f.note),
    "device.revoked": _revoked,
    **approval_words.SENTENCES,
    "reason.erased": said_by(
        _WORDS.text("sentences--reason-erased"),
        "erased_by",
    ),
    "audit.finding_opened": _found,
    "audit.finding_superseded": _fixed(_WORDS.text("sentences--audit-finding_superseded")),
    "audit.finding_dismissed": _dismissed,
    "audit.finding_corrected": _put_right,
    "audit.finding_linked": fields(_WORDS.text("sentences--audit-finding_linked"), "case"),
    "audit.finding_released": _released,
}

"""What follows from signed commands on rounds, findings and rules: which events they bring, and what these must say.

A correction, what is put right and a dismissal above an amount are asked for by one person and confirmed by another:
the first one's event is held against the first one's command, and what the confirmation brings against that event and
the second one's command. Pure; every verifier uses it. Proved by ``tests/checkpoints/test_commanded.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID, uuid5

import msgspec

from casino.core.events import find as type_of
from casino.core.events import plain
from casino.core.signature_rules import (
    Recorded,
    Said,
    brings,
    by,
    first,
    id_of,
    main_event,
    member,
    of_stream,
    same_members,
    same_moment,
    sealed_words,
    words_of,
)
from games.commands.frozen_commands import TYPED, typed_otherwise
from games.engine import rules
from games.judgement.study_fields import written

RULINGS: Final = ("admin:games_round_rule", "api:rulings")
CORRECTIONS: Final = ("admin:games_round_correct", "api:corrections")
DISMISSALS: Final = ("admin:games_finding_dismiss", "api:dismissals")
BATCHES: Final = ("admin:games_finding_several", "api:dismissal-batches")
PUT_RIGHT: Final = ("admin:games_finding_correct", "api:finding-corrections")
RULES: Final = ("admin:games_rules", "api:rule-documents")
ANSWERS: Final = ("admin:games_waiting_change*", "api:waiting-answers")
ERASURES: Final = ("admin:games_reason",)

SECOND: Final = "second"
GROUND: Final = "ground"
STATEMENT: Final = "statement"
"""With the id of a ruling: of what waits for its second person (``games.rows.waiting``)."""


# --- By one person ---------------------------------------------------------------------------------------------------


def _ruled(said: Said) -> str | None:
    data, sent = said.event.data, said.said
    return first(
        _round_ruled(said),
        by("made_by", said),
        *(member(name, data.get(name), sent.get(name)) for name in ("clause", "choice", "cause")),
        words_of("sealed_reason", said, "reason"),
    )


def _round_ruled(said: Said) -> str | None:
    """The round and the bets of it: the command's own, or one of those that it rules on besides."""
    rounds = dict(said.said.get("rounds") or ())
    if said.event.stream not in rounds:
        return "its round is not one of those that were signed"
    own = said.event.stream == said.about.get("stream")
    return first(
        main_event(said) if own else member("correlation", said.event.correlation, str(said.command.id)),
        member("bets", said.event.data.get("bets"), rounds[said.event.stream]),
    )


def _dismissed(said: Said) -> str | None:
    """Let rest by one person alone."""
    data = said.event.data
    return first(
        of_stream(said, said.about.get("stream")),
        member("correlation", said.event.correlation, str(said.command.id)),
        member("identity", data.get("identity"), said.about.get("finding")),
        member("ask", data.get("ask"), None),
        member("case", data.get("case"), None),
        member("authorised_by", data.get("authorised_by"), None),
        by("dismissed_by", said),
        member("cause", data.get("cause"), said.said.get("cause")),
        words_of("sealed_reason", said, "reason"),
    )


def _dismissed_together(said: Said) -> str | None:
    """One of several that were let rest at once."""
    data = said.event.data
    return first(
        member("correlation", said.event.correlation, str(said.command.id)),
        _in_batch(said, said.event.stream, data.get("identity")),
        member("ask", data.get("ask"), None),
        member("case", data.get("case"), None),
        member("authorised_by", data.get("authorised_by"), None),
        by("dismissed_by", said),
        member("cause", data.get("cause"), said.said.get("cause")),
        words_of("sealed_reason", said, "reason"),
    )


def _asked_together(said: Said) -> str | None:
    """The request about one of several that were to be let rest at once."""
    data = said.event.data
    rest = said.event.stream.partition("/")[2]
    return first(
        member("correlation", said.event.correlation, str(said.command.id)),
        member("batch", data.get("batch"), str(said.command.id)),
        member("what", data.get("what"), "dismiss"),
        _in_batch(said, f"audit/{rest}", data.get("finding")),
        by("asked_by", said),
        member("cause", data.get("cause"), said.said.get("cause")),
        words_of("sealed_reason", said, "reason"),
        *(member(name, data.get(name), None) for name in _ASKED_FOR - _FIELDS["dismiss"]),
    )


def _in_batch(said: Said, stream: str, identity: Any) -> str | None:
    found = [stream, identity] in (said.said.get("findings") or [])
    return None if found else "its finding is not one of those that were signed"


def _reason_erased(said: Said) -> str | None:
    data = said.event.data
    return first(
        main_event(said),
        member("position", str(data.get("position")), said.about.get("position")),
        member("ref", f"reason/{data.get('ref')}", said.event.stream),
        by("erased_by", said),
        words_of("sealed_ground", said, "ground"),
    )


# --- Asked for -------------------------------------------------------------------------------------------------------


def _asked(what: str) -> Any:
    """Of one kind of request: what all have, and what is its own."""

    def rule(said: Said) -> str | None:
        data = said.event.data
        about = str(said.about.get("stream", "")).partition("/")[2]
        stream = f"ask/rules/{_game_of(data)}" if what == "put_in_force" else f"ask/{about}"
        kind = member("what", data.get("what"), what)
        return first(
            main_event(said),
            of_stream(said, stream),
            kind,
            by("asked_by", said),
            words_of("sealed_reason", said, "reason"),
            member("cause", data.get("cause"), said.said.get("cause")),
            _OWN[what](said) if kind is None else None,
            *(member(name, data.get(name), None) for name in _ASKED_FOR - _FIELDS[what]),
        )

    return rule


def _game_of(data: Mapping[str, Any]) -> str:
    """``roulette`` of a document's id, ``roulette.2020-06-13``."""
    return str(data.get("document", "")).partition(".")[0]


_ASKED_FOR: Final = frozenset(
    {"target", "before", "after", "finding", "clause", "document", "sha256", "effective_from", "choices", "approval"}
)
_FIELDS: Final[dict[str, frozenset[str]]] = {
    "correct_fact": frozenset({"target", "before", "after"}),
    "put_right": frozenset({"finding", "clause"}),
    "dismiss": frozenset({"finding"}),
    "put_in_force": frozenset({"document", "sha256", "effective_from", "choices", "approval"}),
}


def _correction(said: Said) -> str | None:
    data, sent = said.event.data, said.said
    return first(
        *(member(name, data.get(name), sent.get(name)) for name in ("target", "seen_version")),
        typed_otherwise(data.get("after"), sent[TYPED]) if TYPED in sent else _after(said),
    )


def _after(said: Said) -> str | None:
    """The data as they were asked to be, as the fact's type writes them."""
    kept, after = said.event.data.get("after"), said.said.get("after")
    if after is None:
        return member("after", kept, None)
    original = said.record.event(id_of(said.said.get("target")))
    if original is None:
        return "the fact that it corrects is not in the record"
    return member("after", kept, _as_the_fact_writes_it(original, after))


def _as_the_fact_writes_it(original: Recorded, after: Any) -> Any:
    event_type = type_of(f"{original.name}.v1")
    if event_type is None:
        return after
    try:
        return plain(msgspec.convert(after, event_type.fact))
    except msgspec.ValidationError:
        return after


def _put_right(said: Said) -> str | None:
    data, sent = said.event.data, said.said
    return first(
        member("finding", data.get("finding"), said.about.get("finding")),
        member("clause", data.get("clause"), sent.get("clause")),
        member("seen_version", data.get("seen_version"), sent.get("seen_version")),
    )


def _dismissal(said: Said) -> str | None:
    return member("finding", said.event.data.get("finding"), said.about.get("finding"))


def _in_force(said: Said) -> str | None:
    data, sent = said.event.data, said.said
    return first(
        *(member(name, data.get(name), sent.get(name)) for name in ("document", "approval")),
        member("sha256", data.get("sha256"), said.about.get("sha256")),
        member("choices", _as_typed(data.get("choices")), _as_typed(sent.get("choices"))),
        same_moment("effective_from", data.get("effective_from"), sent.get("effective_from")),
    )


def _as_typed(choices: Any) -> dict[str, str]:
    return {place: written(value) for place, value in (choices or {}).items()}


_OWN: Final = {
    "correct_fact": _correction,
    "put_right": _put_right,
    "dismiss": _dismissal,
    "put_in_force": _in_force,
}


# --- Answered --------------------------------------------------------------------------------------------------------

SAYS: Final = {
    "confirmed": ("confirm", "confirmed_by"),
    "refused": ("refuse", "refused_by"),
    "withdrawn": ("withdraw", "withdrawn_by"),
    "report_confirmed": ("confirm", "confirmed_by"),
    "report_denied": ("refuse", "denied_by"),
}


NOT_ASKED: Final = "what it answers is not in the record"


TOGETHER: Final = {"confirm_all": "confirm", "refuse_all": "refuse"}
"""One answer to all that was asked for at once."""
_ANSWERS: Final = {
    **{f"{word}_ask": word for word in ("confirm", "refuse", "withdraw")},
    **{f"{word}_batch": f"{word}_all" for word in ("confirm", "refuse")},
    "confirm_report": "confirm",
    "deny_report": "refuse",
}
"""The command that an answer is -> what was said, as it was signed when the fields of the form were."""


def _request(said: Said) -> Recorded | None:
    """The request that the command names: of an answer to several the event's own, if it is one of those."""
    ask = said.about.get("ask")
    if _say(said) in TOGETHER:
        ask = said.event.data.get("ask")
        if str(ask) not in str(said.about.get("asks", "")).split(","):
            return None
    asked = said.record.event(id_of(ask))
    return asked if asked is not None and asked.name == "ask.asked" else None


def _say(said: Said) -> Any:
    return _ANSWERS.get(str(said.code)) or said.said.get("say")


def _word(said: Said) -> Any:
    """What is said of each request."""
    return TOGETHER.get(str(_say(said)), _say(said))


def _own(said: Said) -> str | None:
    """The event is the command's own; of an answer to several one of those that it brought."""
    if _say(said) in TOGETHER:
        return member("correlation", said.event.correlation, str(said.command.id))
    return main_event(said)


def _answered(said: Said) -> str | None:
    data = said.event.data
    word, person = SAYS[said.event.name.partition(".")[2]]
    asked = _request(said)
    return first(
        _own(said),
        NOT_ASKED if asked is None else of_stream(said, asked.stream),
        member("answer", _word(said), word),
        member("ask", data.get("ask"), None if asked is None else str(asked.id)),
        by(person, said),
        member("sealed_reason", data.get("sealed_reason"), None),
    )


def _report_answered(said: Said) -> str | None:
    report = UUID(said.event.data["report"])
    keys = {str(report), str(uuid5(report, SECOND)), str(uuid5(report, GROUND)), str(uuid5(report, STATEMENT))}
    word, person = SAYS[said.event.name.partition(".")[2]]
    return first(
        main_event(said),
        of_stream(said, said.about.get("stream")),
        member("answer", _say(said), word),
        None if said.about.get("ask") in keys else member("report", str(report), said.about.get("ask")),
        by(person, said),
    )


def _effect(said: Said) -> str | None:
    """What a confirmation brings: in the terms of the request, which its own person signed."""
    data = said.event.data
    asked = _request(said)
    if asked is None:
        return NOT_ASKED
    return first(
        member("answer", _word(said), "confirm"),
        member("ask", data.get("ask"), str(asked.id)),
        _EFFECTS[said.event.name.partition(".")[2]](said, asked.data, asked.stream.partition("/")[2]),
        sealed_words("sealed_reason", data.get("sealed_reason"), (asked.data.get("sealed_reason") or {}).get("digest")),
        member("cause", data.get("cause"), asked.data.get("cause")),
    )


def _corrected(said: Said, asked: Mapping[str, Any], place: str) -> str | None:
    data = said.event.data
    return first(
        of_stream(said, f"round/{place}"),
        member("what", asked.get("what"), "correct_fact"),
        same_members(("target",), data, asked, "the request"),
        member("before", data.get("before"), asked.get("before")),
        member("after", data.get("after"), asked.get("after")),
        member("corrected_by", data.get("corrected_by"), asked.get("asked_by")),
        by("authorised_by", said),
    )


def _finding_put_right(said: Said, asked: Mapping[str, Any], place: str) -> str | None:
    data = said.event.data
    return first(
        of_stream(said, f"audit/{place}"),
        member("what", asked.get("what"), "put_right"),
        member("identity", data.get("identity"), asked.get("finding")),
        member("clause", data.get("clause"), asked.get("clause")),
        member("corrected_by", data.get("corrected_by"), asked.get("asked_by")),
        by("authorised_by", said),
    )


def _finding_dismissed(said: Said, asked: Mapping[str, Any], place: str) -> str | None:
    data = said.event.data
    return first(
        of_stream(said, f"audit/{place}"),
        member("what", asked.get("what"), "dismiss"),
        member("identity", data.get("identity"), asked.get("finding")),
        member("dismissed_by", data.get("dismissed_by"), asked.get("asked_by")),
        by("authorised_by", said),
    )


def _put_in_force(said: Said, asked: Mapping[str, Any], place: str) -> str | None:
    data = said.event.data
    moment = asked.get("effective_from")
    return first(
        of_stream(said, place),
        member("what", asked.get("what"), "put_in_force"),
        same_members(("document", "sha256", "approval"), data, asked, "the request"),
        member("text", rules.digest_of(str(data.get("text"))), data.get("sha256")),
        None if moment is None else same_moment("effective_from", data.get("effective_from"), moment),
        member("asked_by", data.get("asked_by"), asked.get("asked_by")),
        by("confirmed_by", said),
    )


_EFFECTS: Final = {
    "fact_corrected": _corrected,
    "finding_corrected": _finding_put_right,
    "finding_dismissed": _finding_dismissed,
    "put_in_force": _put_in_force,
}

_ASKED: Final = ("ask.asked",)


def dismissing(*acts: str) -> None:
    """These acts, of this room or a higher one, let a finding rest, or ask that it may."""
    brings(acts, ("audit.finding_dismissed",), _dismissed)
    brings(acts, _ASKED, _asked("dismiss"))


dismissing(*DISMISSALS)
brings(BATCHES, ("audit.finding_dismissed",), _dismissed_together)
brings(BATCHES, ("ask.asked",), _asked_together)
brings(RULINGS, ("*.ruling_made",), _ruled)
brings(ERASURES, ("reason.erased",), _reason_erased)
brings(CORRECTIONS, _ASKED, _asked("correct_fact"))
brings(PUT_RIGHT, _ASKED, _asked("put_right"))
brings(RULES, _ASKED, _asked("put_in_force"))
brings(ANSWERS, ("ask.confirmed", "ask.refused", "ask.withdrawn"), _answered)
brings(ANSWERS, ("*.report_confirmed", "*.report_denied"), _report_answered)
brings(
    ANSWERS, ("*.fact_corrected", "audit.finding_corrected", "audit.finding_dismissed", "rules.put_in_force"), _effect
)

"""What follows from signed commands on rounds, findings and rules: which events they bring, and what these must say.

A correction, what is put right and a dismissal above an amount are asked for by one person and confirmed by another:
the first one's event is held against the first one's command, and what the confirmation brings against that event and
the second one's command. Pure; every verifier uses it. Proved by ``tests/checkpoints/test_commanded.py``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID, uuid5

import msgspec

from casino.core.canonical import NotCanonical, canonical_bytes
from casino.core.commanded import (
    Recorded,
    Said,
    brings,
    by,
    first,
    id_of,
    listed,
    main_event,
    member,
    of_stream,
    same_members,
    same_moment,
    sealed_words,
    words_of,
)
from casino.core.events import find as type_of
from casino.core.events import plain
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

OTHER: Final = "other"
"""Of a choice: the one that was typed."""
SECOND: Final = "second"
GROUND: Final = "ground"
STATEMENT: Final = "statement"
"""With the id of a ruling: of what waits for its second person (``games.rows.waiting``)."""
CHOICES: Final = "choices."
"""Before the place of a choice of a document."""
FACT: Final = "fact-"
"""Before a field of the form of a fact."""


# --- By one person ---------------------------------------------------------------------------------------------------


def _ruled(said: Said) -> str | None:
    data, sent = said.event.data, said.said
    choice = sent.get("other") if sent.get("choice") == OTHER else sent.get("choice")
    return first(
        _round_ruled(said),
        by("made_by", said),
        member("clause", data.get("clause"), sent.get("clause")),
        member("choice", data.get("choice"), choice),
        member("cause", data.get("cause"), sent.get("cause")),
        words_of("sealed_reason", said, "reason"),
    )


def _round_ruled(said: Said) -> str | None:
    """The round and the bets of it: the command's own, or one of those that it rules on besides."""
    data, stream = said.event.data, said.about.get("stream")
    if said.event.stream == stream:
        return first(main_event(said), member("bets", data.get("bets"), listed(said.said.get("bets"))))
    table = str(stream).rpartition("/")[0]
    besides = {f"{table}/{code}": bets for code, bets in map(_besides, listed(said.said.get("also")))}
    if said.event.stream not in besides:
        return "its round is not one of those that were signed"
    return first(
        member("correlation", said.event.correlation, str(said.command.id)),
        member("bets", data.get("bets"), besides[said.event.stream]),
    )


def _besides(sent: Any) -> tuple[Any, list[Any]]:
    """A further round and its bets: over the API as an object, on the page as ``games.admin.rulings`` writes it."""
    if isinstance(sent, dict):
        return sent.get("round"), listed(sent.get("bets"))
    code, _version, bets = str(sent).split("@", 2)
    return code, [bet for bet in bets.split("+") if bet]


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
    about = str(said.about.get("findings", "")).split(",")
    return None if f"{stream} {identity}" in about else "its finding is not one of those that were signed"


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
    target = sent.get("target") or said.about.get("target")
    return first(
        member("target", data.get("target"), target),
        member("seen_version", data.get("seen_version"), _number(sent.get("seen_version"))),
        _after(said, str(target)),
    )


def _after(said: Said, target: str) -> str | None:
    """The data as they were asked to be: of the API whole, of the page a field for each of the fact's."""
    kept, sent = said.event.data.get("after"), said.said
    if sent.get("dropped"):
        return member("after", kept, None)
    if "after" not in sent:
        return _after_form(kept, sent)
    if sent["after"] is None:
        return member("after", kept, None)
    original = said.record.event(id_of(target))
    if original is None:
        return "the fact that it corrects is not in the record"
    return member("after", kept, _as_the_fact_writes_it(original, sent["after"]))


def _as_the_fact_writes_it(original: Recorded, after: Any) -> Any:
    event_type = type_of(f"{original.name}.v1")
    if event_type is None:
        return after
    try:
        return plain(msgspec.convert(after, event_type.fact))
    except msgspec.ValidationError:
        return after


def _after_form(kept: Any, sent: Mapping[str, Any]) -> str | None:
    """Each field of the form says what the data have under its name, and the data have nothing besides."""
    typed = {name.removeprefix(FACT): value for name, value in sent.items() if name.startswith(FACT)}
    if not isinstance(kept, dict) or not typed:
        return "its after is not the one that was signed"
    names = {name.removesuffix("-post").removesuffix("-staff") for name in typed}
    wrong = next((name for name in sorted(names | set(kept)) if not _typed(name, kept.get(name), typed)), None)
    return None if wrong is None else f"its after.{wrong} is not the one that was signed"


def _typed(name: str, kept: Any, typed: Mapping[str, Any]) -> bool:
    """Whether a value is what was typed for it (``games.admin.fact_fields``)."""
    if f"{name}-staff" in typed or f"{name}-post" in typed:
        person = {part: typed.get(f"{name}-{part}") for part in ("post", "staff")}
        return kept == person if any(person.values()) else kept is None
    text = str(typed.get(name) or "").strip()
    if not text:
        return kept in (None, [], {})
    if isinstance(kept, bool):
        return text == str(kept).lower()
    if isinstance(kept, list) and not any(isinstance(each, dict | list) for each in kept):
        items = re.split(r"[\s,;]+", text.strip(" ,;"))
        return items == ["?" if each is None else str(each) for each in kept]
    if isinstance(kept, dict | list):
        try:
            return canonical_bytes(msgspec.json.decode(text)) == canonical_bytes(kept)
        except (msgspec.MsgspecError, NotCanonical, RecursionError):
            return False
    return text == str(kept)


def _put_right(said: Said) -> str | None:
    data, sent = said.event.data, said.said
    return first(
        member("finding", data.get("finding"), said.about.get("finding")),
        member("clause", data.get("clause"), sent.get("clause")),
        member("seen_version", data.get("seen_version"), _number(sent.get("seen_version"))),
    )


def _dismissal(said: Said) -> str | None:
    return member("finding", said.event.data.get("finding"), said.about.get("finding"))


def _in_force(said: Said) -> str | None:
    data, sent = said.event.data, said.said
    zone = said.about.get("zone")
    return first(
        member("document", data.get("document"), sent.get("document")),
        member("sha256", data.get("sha256"), said.about.get("sha256")),
        member("approval", data.get("approval"), str(sent.get("approval") or "").strip()),
        member("choices", _as_typed(data.get("choices")), _choices_typed(sent)),
        same_moment("effective_from", data.get("effective_from"), sent.get("effective_from"), zone),
    )


def _as_typed(choices: Any) -> dict[str, str]:
    return {place: written(value) for place, value in (choices or {}).items()}


def _choices_typed(sent: Mapping[str, Any]) -> dict[str, str]:
    made = sent.get("choices")
    if isinstance(made, Mapping):  # of the API whole, of the page a field for each
        return {str(name): written(value) for name, value in made.items()}
    return {name: str(value).strip() for name, value in sent.items() if name.startswith(CHOICES)}


_OWN: Final = {
    "correct_fact": _correction,
    "put_right": _put_right,
    "dismiss": _dismissal,
    "put_in_force": _in_force,
}


def _number(value: Any) -> int | None:
    return int(value) if isinstance(value, int) or (isinstance(value, str) and value.isdecimal()) else None


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


def _request(said: Said) -> Recorded | None:
    """The request that the command names: of an answer to several the event's own, if it is one of those."""
    ask = said.about.get("ask")
    if said.said.get("say") in TOGETHER:
        ask = said.event.data.get("ask")
        if str(ask) not in str(said.about.get("asks", "")).split(","):
            return None
    asked = said.record.event(id_of(ask))
    return asked if asked is not None and asked.name == "ask.asked" else None


def _word(said: Said) -> Any:
    """What is said of each request."""
    word = said.said.get("say")
    return TOGETHER.get(str(word), word)


def _own(said: Said) -> str | None:
    """The event is the command's own; of an answer to several one of those that it brought."""
    if said.said.get("say") in TOGETHER:
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
        member("answer", said.said.get("say"), word),
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
        None if moment is None else same_moment("effective_from", data.get("effective_from"), moment, "UTC"),
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

"""What follows from the signed commands on cases: which events they bring, and what these must say.

A remedy is held against what was asked for, bet by bet and to the last unit; what takes effect on a confirmation or an
answer, against the decision or the offer that stood. Pure. Proved by ``tests/checkpoints/test_commanded.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import zip_longest
from typing import Any, Final

from casino.core.signature_rules import (
    Recorded,
    Said,
    at_one_moment,
    brings,
    by,
    first,
    member,
    of_command,
    of_stream,
    own,
    same_members,
    words_of,
)
from casino.core.signature_rules import sealed_words as sealed
from disputes.case import frozen_commands as _frozen_commands  # noqa: F401 - what was signed before

PAGE: Final = "admin:disputes_case_do"
API: Final = "cases"
LINE: Final = ("table", "round", "bet", "to_player_minor")
AMOUNTS: Final = ("to_player_minor", "beyond_rules_minor", "own_word_minor")
GIVING_UP: Final = "case.giving_up_asked"
MONEY: Final = "case.money_"
DECISIONS: Final = ("case.decided", "case.complaint_decided")
DECIDING: Final = ("decide", "decide_complaint")


def acts(*codes: str) -> tuple[str, ...]:
    """The addresses of commands, by their codes."""
    return tuple(name for code in codes for name in (f"{PAGE}:{code}", f"{API}:{code}"))


# --- The remedy ------------------------------------------------------------------------------------------------------


def _remedy(said: Said) -> str | None:
    """The remedy of a decision against what was asked for."""
    kept, wanted = said.event.data.get("remedy"), said.said.get("remedy")
    if not isinstance(kept, dict) or not isinstance(wanted, dict):
        return "it has no remedy"
    return first(
        member("remedy.kind", kept.get("kind"), wanted.get("kind")),
        member("remedy.citations", kept.get("citations"), wanted.get("citations")),
        _lines(kept.get("lines") or [], wanted.get("lines") or []),
        sealed("remedy.deviation", kept.get("deviation"), wanted.get("deviation")),
        *_measures(kept.get("measures") or [], wanted.get("measures") or []),
    )


def _lines(kept: list[Any], wanted: list[Any]) -> str | None:
    """In an order of their own: the fields of a form, as they were signed before, have none. Whose a bet is, the
    table's record mostly tells: where it was signed it is held."""
    made, asked = sorted(kept, key=_place), sorted(wanted, key=_place)
    return first(
        member("remedy.lines", [_place(each) for each in made], [_place(each) for each in asked]),
        *(
            member("remedy.lines", has.get("party"), said["party"])
            for has, said in zip(made, asked, strict=False)
            if said.get("party")
        ),
    )


def _place(line: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(line.get(name) or "" for name in LINE)


def _measures(kept: list[Any], wanted: list[Any]) -> Iterable[str | None]:
    nothing: dict[str, Any] = {}
    for made, asked in zip_longest(kept, wanted, fillvalue=nothing):
        yield member("remedy.measures", made.get("kind"), asked.get("kind"))
        yield sealed("remedy.measures.what", made.get("what"), asked.get("what"))


# --- Commands --------------------------------------------------------------------------------------------------------


def _decided(said: Said) -> str | None:
    data, sent = said.event.data, said.said
    return first(
        member("evidence", sorted(data.get("evidence") or []), sorted(sent.get("evidence") or [])),
        member("reasons_language", data.get("reasons_language") or "vi", sent.get("reasons_language") or "vi"),
        _remedy(said),
    )


def _agreed(said: Said) -> str | None:
    agreed = said.said.get("agreed")
    return None if said.event.data.get("agreed") is agreed else "its agreed is not the one that was signed"


def _standing(said: Said) -> Recorded | None:
    """The last decision of the case before the command; at the table, the last offer."""
    names = ("case.remedy_proposed",) if said.act == "answer_at_table" else DECISIONS
    found = [each for each in said.record.stream(str(said.about.get("stream"))) if each.name in names]
    return found[-1] if found else None


def _of_standing(said: Said) -> str | None:
    """The decision or offer that is answered or confirmed is the one that stood."""
    made = _standing(said)
    name = "proposal" if said.act == "answer_at_table" else "decision"
    return member(name, said.event.data.get(name), None if made is None else made.data.get(name))


def _carried_out(said: Said) -> str | None:
    """What took effect is the remedy that was decided now, or stood."""
    made = _standing(said)
    remedy = {} if made is None else made.data.get("remedy") or {}
    return first(
        member("lines", said.event.data.get("lines"), remedy.get("lines")),
        member("kind", said.event.data.get("kind"), remedy.get("kind")),
        _codes(said),
    )


def _codes(said: Said) -> str | None:
    """The codes of its lines go on from those given before; none in what was recorded before lines had any. Where they
    were taken out, the events of its rounds do not fit it any more."""
    codes = said.event.data.get("codes") or []
    if not codes:
        return None
    told = [each for each in said.record.stream(said.event.stream) if each.name == said.event.name]
    given = sum(len(each.data.get("codes") or []) for each in told if each.correlation != said.event.correlation)
    return member("codes", codes, [f"M{given + place}" for place in range(1, len(said.event.data["lines"]) + 1)])


def _at_the_round(said: Said) -> str | None:
    """An event of the remedy at a round is a line of what the command put into effect."""
    case, data = str(said.about.get("stream")), said.event.data
    carried = [
        each
        for each in said.record.stream(case)
        if each.name == "case.remedy_carried_out" and each.correlation == str(said.command.id)
    ]
    for each in carried:
        for number, line in enumerate(each.data.get("lines") or []):
            place = f"round/{line.get('table')}/{line.get('round')}"
            if (place, line.get("bet")) == (said.event.stream, data.get("bet")):
                codes = each.data.get("codes") or [None] * len(each.data["lines"])
                return first(
                    same_members(AMOUNTS, data, line, "the remedy of the case"),
                    member("kind", data.get("kind"), each.data.get("kind")),
                    member("case", data.get("case"), case.partition("/")[2]),
                    member("line", data.get("line"), codes[number]),
                )
    return "the case put no such remedy into effect"


def _amount(said: Said) -> str | None:
    """Without an amount it is all that is left."""
    asked = said.said.get("amount_minor")
    return None if asked is None else member("amount_minor", said.event.data.get("amount_minor"), asked)


def _moved_at(said: Said) -> str | None:
    asked = said.said.get("moved_at")
    same = asked is None or at_one_moment(said.event.data.get("moved_at"), asked)
    return None if same else "its moved_at is not the one that was signed"


def _why(said: Said) -> str | None:
    """The cause for which money is given up, by the name of the event."""
    return member("why", said.event.name.removeprefix(MONEY), said.said.get("why"))


def _given_up(said: Said) -> str | None:
    """Alone by whoever signed; of two, the second signed what the first had asked for."""
    data = said.event.data
    if data.get("confirmed_by") is None:
        return by("given_up_by", said)
    told = said.record.stream(str(said.about.get("stream")))
    asked = [each.data for each in told if each.name == GIVING_UP and each.data.get("line") == data.get("line")]
    first_asked = asked[-1] if asked else {}
    return first(
        by("confirmed_by", said),
        member("given_up_by", data.get("given_up_by"), first_asked.get("asked_by")),
        member("amount_minor", data.get("amount_minor"), first_asked.get("amount_minor")),
    )


def _followed(said: Said) -> str | None:
    """At the round of the line the same as in the case."""
    case, data = str(said.about.get("stream")), said.event.data
    told = said.record.stream(case)
    brought = [each for each in told if each.correlation == str(said.command.id)]
    kept = next((each for each in brought if each.name.startswith(MONEY)), None)
    carried = [each.data for each in told if each.name == "case.remedy_carried_out"]
    lines = {code: line for each in carried for code, line in zip(each.get("codes") or [], each["lines"], strict=False)}
    line = lines.get(data.get("line"), {})
    return first(
        of_stream(said, f"round/{line.get('table')}/{line.get('round')}"),
        member("bet", data.get("bet"), line.get("bet")),
        member("case", data.get("case"), case.partition("/")[2]),
        member("became", data.get("became"), kept.name.removeprefix(MONEY) if kept is not None else None),
        same_members(("line", "amount_minor"), data, kept.data if kept is not None else {}, "the money of the case"),
        by("said_by", said),
    )


ENDINGS: Final = {
    "answer_at_table": "settled_at_table",
    "record_answer": "accepted",
    "close_without_complaint": "no_complaint",
    "close_complaint": "complaint_decided",
    "withdraw": "withdrawn",
    "merge": "merged",
}


def _closed(said: Said) -> str | None:
    data = said.event.data
    field = {"withdraw": "said", "merge": "reason"}.get(said.act)
    return first(
        member("ending", data.get("ending"), ENDINGS.get(said.act)),
        member("into", data.get("into"), said.said.get("into") if said.act == "merge" else None),
        words_of("said", said, field) if field is not None else member("said", data.get("said"), None),
    )


def _closing(said: Said) -> str | None:
    """The end that the case waits for is the one that the command is."""
    data = said.event.data
    return first(
        member("ending", data.get("ending"), ENDINGS.get(said.act)),
        words_of("said", said, "said") if said.act == "withdraw" else member("said", data.get("said"), None),
    )


def _absorbed(said: Said) -> str | None:
    return first(
        of_stream(said, f"case/{said.said.get('into')}"),
        member("case", f"case/{said.event.data.get('case')}", said.about.get("stream")),
        by("absorbed_by", said),
    )


def _erased(said: Said) -> str | None:
    """In the case itself and in those of the same matter; the case's own key may go with the person's."""
    data = said.event.data
    persons = _erased_with(said)
    return first(
        None if said.event.stream in _matter(said) else "it does not stand in a case of that matter",
        of_command(said),
        by("erased_by", said),
        None if data.get("person") in persons else member("person", data.get("person"), said.said.get("person")),
        _as_asked(said),
    )


def _as_asked(said: Said) -> str | None:
    """Who asked, the ground and its words are those of the first person's event. Where there is none, one person erased
    alone, as could be done before two were asked for, and the words are that person's own."""
    told = said.record.stream(str(said.about.get("stream")))
    asked = [e.data for e in told if e.name == "case.erasure_asked" and e.data.get("person") == said.said.get("person")]
    data = said.event.data
    if not asked:
        ground = data.get("sealed_ground")
        return sealed("sealed_ground", ground, said.said.get("legal_ground")) if ground is not None else None
    names = ("asked_by", "law", "sealed_ground")
    return first(*(member(name, data.get(name), asked[-1].get(name)) for name in names))


def _matter(said: Said) -> set[str]:
    """The case that the command names, and every other that was merged into it, or it into, over any number of
    steps."""
    found: set[str] = set()
    waiting = [str(said.about.get("stream"))]
    while waiting:
        stream = waiting.pop()
        if stream not in found:
            found.add(stream)
            names = {"case.closed": "into", "case.absorbed": "case"}
            told = [each.data.get(names[each.name]) for each in said.record.stream(stream) if each.name in names]
            waiting += [f"case/{number}" for number in told if number]
    return found


def _erased_with(said: Said) -> set[Any]:
    """Whom the command erases: the person, or, where it is the case's own key, everybody in it; and the own key of each
    case that is gone through."""
    named = said.said.get("person")
    opened = [each.data for each in said.record.stream(said.event.stream) if each.name == "case.opened"]
    parties = [party for each in opened for party in each.get("parties") or []]
    owns = {each.get("own") for each in opened}
    return {named, *owns, *((party.get("person") for party in parties) if named in owns else ())}


def _on_finding(said: Said) -> str | None:
    """What the command means for findings of the case."""
    data = said.event.data
    people = [value for name, value in data.items() if name.endswith("_by") and isinstance(value, Mapping)]
    before = [each.data for each in said.record.stream(said.event.stream) if each.name == "audit.finding_opened"]
    known = any(each.get("identity") == data.get("identity") for each in before)
    return first(
        None if known else "there is no such finding",
        member("ask", data.get("ask"), None),
        member("case", data.get("case"), _case_of(said)),
        *(member("person", each.get("staff"), said.command.person) for each in people),
    )


def _case_of(said: Said) -> Any:
    """The case's number; where it was merged, the case that goes on takes its findings."""
    number = str(said.about.get("stream")).partition("/")[2]
    into = said.said.get("into")
    return into if said.act == "merge" and said.event.data.get("case") == into else number


REASONS: Final = {"reasons": "reasons", "reasons_en": "reasons_en"}
SAID: Final = {"said": "said"}
REASON: Final = {"reason": "reason"}
CARRYING: Final = acts(*DECIDING, "confirm", "answer_at_table")
ENDED: Final = acts(*ENDINGS)

brings(acts("decide"), ("case.decided",), own(_decided, person="decided_by", words=REASONS))
brings(
    acts("decide_complaint"),
    ("case.complaint_decided",),
    own(_decided, person="decided_by", members=("result",), words=REASONS),
)
brings(acts("confirm"), ("case.decision_confirmed",), own(_of_standing, main=True, person="confirmed_by"))
brings(
    acts("refuse_confirmation"),
    ("case.confirmation_refused",),
    own(_of_standing, main=True, person="refused_by", words=REASON),
)
brings(
    acts("answer_at_table"),
    ("case.answered_at_table",),
    own(_of_standing, _agreed, main=True, person="recorded_by", words=SAID),
)
brings(
    acts("record_answer"),
    ("case.player_answered",),
    own(_of_standing, _agreed, main=True, person="recorded_by", words=SAID),
)
brings(CARRYING, ("case.remedy_carried_out",), own(_carried_out, person="carried_out_by"))
brings(CARRYING, ("*.remedy_made",), _at_the_round)
brings(ENDED, ("case.closed",), own(_closed, person="closed_by"))
brings(acts(*(code for code in ENDINGS if code != "merge")), ("case.closing_begun",), own(_closing, person="begun_by"))
brings(
    acts("record_answer", "close_without_complaint", "close_complaint"),
    ("case.rounds_resumed",),
    own(person="resumed_by"),
)
brings(
    acts("set_step_aside"),
    ("case.step_set_aside",),
    own(main=True, person="set_aside_by", members=("step",), words=REASON),
)
brings(acts("record_money", "give_up_money", "set_step_aside"), ("case.closing_completed",), own(person="closed_by"))
brings(acts("merge"), ("case.absorbed",), _absorbed)
brings(acts("reopen"), ("case.reopened",), own(main=True, person="reopened_by", words=REASON))
brings(
    acts("record_money"),
    ("case.money_handed_over", "case.money_received"),
    own(_amount, _moved_at, main=True, person="recorded_by", members=("line", "how"), words={"note": "note"}),
)
brings(
    acts("give_up_money"),
    (GIVING_UP,),
    own(_amount, main=True, person="asked_by", members=("line", "why"), words=REASON),
)
brings(
    acts("give_up_money"),
    ("case.money_waived", "case.money_uncollectable"),
    own(_given_up, _amount, _why, main=True, members=("line",), words=REASON),
)
brings(acts("record_money", "give_up_money"), ("*.remedy_followed",), _followed)
brings(
    acts("erase_person"),
    ("case.erasure_asked",),
    own(main=True, person="asked_by", members=("person", "law"), words={"sealed_ground": "legal_ground"}),
)
brings(acts("erase_person"), ("case.person_erased",), _erased)
brings(
    (*acts(*DECIDING, "confirm", "reopen"), *ENDED),
    ("audit.finding_dismissed", "audit.finding_corrected", "audit.finding_linked", "audit.finding_released"),
    _on_finding,
)

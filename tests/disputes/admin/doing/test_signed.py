"""What is signed of a page is the command that its form reads: random remedies and moneys, filled in as people do, are
read as they were meant, and a decision that is recorded on the page is the one that was signed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final
from uuid import uuid4

import msgspec
import pytest
from django.http import QueryDict
from django.utils.translation import override
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from casino.clock import now as clock
from casino.core.signature_rules import COMMAND
from casino.core.signed_form import signed_form
from disputes.admin.bench import Bench
from disputes.admin.forms import form_of
from disputes.case import commands as c
from disputes.case import facts as f
from tests.commands.test_signed_form import hidden
from tests.disputes.admin.doing.conftest import At
from tests.disputes.admin.doing.played import Played
from tests.disputes.case.test_signed import SENTENCES, altered
from tests.signed import sign_everything

BET: Final = "RL01/short/b1"
FEW: Final = settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
BOOK: Final = "roulette.2020-06-13"


def read(played: Played, name: str, who: str, code: str, fields: dict[str, Any]) -> c.Command:
    """The command of a form with these fields, as the page reads it."""
    bench = Bench(played.row(name), played.court.user(who), clock())
    given_ = QueryDict(mutable=True)
    for field, value in {"command_id": str(uuid4()), "seen_version": bench.current.version, **fields}.items():
        given_.setlist(field, value if isinstance(value, list) else [str(value)])
    form = form_of(code)(bench, given_)
    assert form.is_valid(), form.errors
    [command] = form.commands()
    return command


def typed(amount: int, language: str) -> str:
    return f"{amount:,}".replace(",", "." if language == "vi" else ",")


@st.composite
def remedies(draw: st.DrawFn) -> c.AskedRemedy:
    clauses = draw(st.lists(st.sampled_from(["5.1.a", "6.1.1.1"]), unique=True, min_size=1))
    measures = draw(st.lists(st.sampled_from(["apology", "equipment_checked"]), unique=True))
    amount = draw(st.integers(-9_000_000, 9_000_000))
    words = [c.AskedMeasure(kind="other", what=draw(SENTENCES).strip())] if draw(st.booleans()) else []
    return c.AskedRemedy(
        kind=draw(st.sampled_from(["refund", "other", "pay_difference", "take_back"])),
        citations=tuple(f.Citation(document=BOOK, clause=each) for each in clauses),
        lines=(c.Line(to_player_minor=amount, table="RL01", round="short", bet="b1"),),
        deviation=draw(st.none() | SENTENCES.map(str.strip)),
        measures=(*(msgspec.convert({"kind": each}, c.AskedMeasure) for each in measures), *words),
    )


@pytest.mark.parametrize("language", ["vi", "en"])
@FEW
@given(remedy=remedies(), reasons=SENTENCES, only_english=st.booleans())
def test_a_decision_is_read_as_it_was_meant(
    played: Played, language: str, remedy: c.AskedRemedy, reasons: str, only_english: bool
) -> None:
    amount = remedy.lines[0].to_player_minor
    other = [each.what for each in remedy.measures if each.kind == "other"]
    fields = {
        "kind": remedy.kind,
        "clauses": [f"{each.document}#{each.clause}" for each in remedy.citations],
        f"on:{BET}": "on",
        f"pay:{BET}": typed(amount, language) if amount > 0 else "",
        f"take:{BET}": "" if amount > 0 else typed(-amount, language),
        "deviation": remedy.deviation or "",
        "measures": [each.kind for each in remedy.measures if each.kind != "other"],
        "other_measure": other[0] if other else "",
        "reasons_en" if only_english else "reasons": reasons,
        "evidence": ["E1"],
    }
    meant = c.Decide(
        remedy=remedy, reasons=reasons.strip(), reasons_language="en" if only_english else "vi", evidence=("E1",)
    )
    with override(language):
        found = read(played, "ready", "pit_manager", "decide", fields)
    said = signed_form(found, hidden)
    order = {each.clause: place for place, each in enumerate(remedy.citations)}
    said["remedy"]["citations"].sort(key=lambda each: order[each["clause"]])
    assert said == signed_form(meant, hidden)
    assert all(other != said for _path, other in altered(said))


@pytest.mark.parametrize("language", ["vi", "en"])
@FEW
@given(amount=st.none() | st.integers(1, 9_000_000), minutes=st.integers(0, 500), note=st.none() | SENTENCES)
def test_money_is_read_as_it_was_meant(
    played: Played, language: str, amount: int | None, minutes: int, note: str | None
) -> None:
    at = (clock() - timedelta(minutes=minutes)).replace(second=0, microsecond=0)
    zone = played.row("settled").property.zone
    fields = {
        "line": "M1",
        "how": "cash",
        "moved_at": at.astimezone(zone).strftime("%Y-%m-%dT%H:%M"),
        "amount_minor": "" if amount is None else typed(amount, language),
        "note": note or "",
    }
    said = None if note is None else note.strip()
    meant = c.RecordMoney(line="M1", how="cash", moved_at=at, amount_minor=amount, note=said)
    with override(language):
        found = read(played, "settled", "shift_manager", "record_money", fields)
    assert signed_form(found, hidden) == signed_form(meant, hidden)


def test_what_is_recorded_on_the_page_is_the_command_that_was_signed(
    played: Played, at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = at("told", "record_answer", "pit_manager")
    seen = sign_everything(monkeypatch)
    hand.send({"agreed": "no", "said": " Chưa đủ. "})
    assert hand.confirm().status_code == 302
    [answered] = [each for each in seen if each.event.name == "case.player_answered"]
    assert answered.command.statement == COMMAND
    assert set(answered.command.said) == {"agreed", "said"}
    assert answered.command.said["agreed"] is False
    assert answered.command.about["seen_version"].isdecimal()

"""One act of ruling over several rounds of a table: each gets its ruling, under the same rules as alone."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from casino.core.errors import Problem
from games.commands.rulings import Ruled
from games.engine.facts import Person, RulingMade
from tests import acts
from tests.admin.house import House
from tests.replay.story import CODE

MANAGER = Person(post="pit_manager", staff="M01")
FIRST, OTHER = "round/RL01/unclear", "round/RL01/unclear2"
WHY = "Seen clearly on the film of the table."


def unclear(house: House, code: str) -> str:
    """A spin with a bet of which nobody knows where it lay."""
    stream, at = f"round/RL01/{code}", house.story.now + timedelta(minutes=2)
    tell = house.story.tell
    tell(stream, "roulette.round_opened", at, number=6)
    bet: dict[str, Any] = {"bet": "b1", "spot": "straight:4", "stake_minor": 100_000, "seat": 3, "unclear": True}
    tell(stream, "roulette.bet_placed", at + timedelta(seconds=5), **bet)
    tell(stream, "roulette.betting_closed", at + timedelta(seconds=9))
    tell(stream, "roulette.ball_dropped", at + timedelta(seconds=20), pocket=4)
    tell(stream, "roulette.round_closed", at + timedelta(seconds=50))
    house.follow()
    return stream


@pytest.fixture
def house(db: None) -> House:
    built = House()
    unclear(built, "unclear2")
    return built


def seen(house: House, stream: str, *bets: str) -> Ruled:
    return Ruled(stream=stream, bets=bets, seen_version=house.story.ledger.stream(stream)[-1].version)


def rule(house: House, *rounds: Ruled, **besides: Any) -> Any:
    said: dict[str, Any] = {
        "property_code": CODE,
        "rounds": rounds or (seen(house, FIRST, "b1"), seen(house, OTHER, "b1")),
        "clause": "6.6",
        "choice": "void",
        "by": MANAGER,
        "reason": WHY,
        "command_id": UUID(int=77),
        "now": house.story.now,
    }
    return acts.record_ruling(**(said | besides))


def made(house: House, stream: str) -> list[RulingMade]:
    return [event.data for event in house.story.ledger.stream(stream) if isinstance(event.data, RulingMade)]


def refused(house: House, *rounds: Ruled, **besides: Any) -> str:
    with pytest.raises(Problem) as problem:
        rule(house, *rounds, **besides)
    return problem.value.code


def test_each_round_gets_a_ruling_of_its_own(house: House) -> None:
    rule(house)
    facts = [fact for stream in (FIRST, OTHER) for fact in made(house, stream)]
    said = [(fact.clause, fact.choice, fact.bets, fact.made_by) for fact in facts]
    assert said == [("6.6", "void", ("b1",), MANAGER)] * 2
    assert facts[0].sealed_reason == facts[1].sealed_reason, "said once"


def test_the_same_act_again_does_nothing_and_another_under_its_id_is_refused(house: House) -> None:
    rounds = (seen(house, FIRST, "b1"), seen(house, OTHER, "b1"))
    first = rule(house, *rounds)
    again = rule(house, *rounds)
    assert (again.status, again.position) == ("duplicate", first.position)
    for other in ((rounds[0],), (rounds[0], seen(house, OTHER))):
        assert refused(house, *other) == "command_conflict"


def test_all_or_none(house: House) -> None:
    """One of them moved on since it was seen."""
    stale = Ruled(stream=OTHER, bets=("b1",), seen_version=seen(house, OTHER).seen_version - 1)
    assert refused(house, seen(house, FIRST, "b1"), stale) == "round_changed"
    assert made(house, FIRST) == []


@pytest.mark.parametrize("places", [("RL01/unclear", "RL01/unclear"), ("RL01/unclear", "RL02/unclear")])
def test_rounds_of_one_table_each_once(house: House, places: tuple[str, ...]) -> None:
    assert refused(house, *(Ruled(stream=f"round/{place}", seen_version=1) for place in places)) == "ruling_batch"


def test_a_post_to_which_the_clause_is_not_left_rules_on_none(house: House) -> None:
    assert refused(house, by=Person(post="dealer", staff="D-9")) == "post_not_for_clause"
    assert made(house, FIRST) == []


def test_who_is_in_one_of_them_rules_on_none(house: House) -> None:
    """Somebody ruled on the second round already."""
    rule(house, seen(house, OTHER, "b1"), command_id=UUID(int=78))
    assert refused(house, seen(house, FIRST, "b1"), seen(house, OTHER, "b1")) == "interest_barred"
    assert made(house, FIRST) == []


def test_what_they_move_together_says_how_much_the_reason_has_to_say(house: House, settings: Any) -> None:
    """Each alone is below the amount; both are above it."""
    settings.FIRST_SETTINGS = {**settings.FIRST_SETTINGS, "reason_sentence_above": {"VND": 4_000_000}}
    assert refused(house, reason="", cause="film_shows") == "reason_missing_text"
    rule(house, seen(house, FIRST, "b1"), reason="", cause="film_shows")

"""4.7.4, 7.11: colour chips of another table are held against that table's own record, by the server as from a file."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from casino.ledger.models import Property
from games.engine.judgement import Finding, Judgement
from games.judgement.judging import Record
from games.rows import readmodel
from games.rows.readmodel import overtaken_of
from games.rows.replay import Replayer
from games.words.judged import as_json
from tests.replay.story import CODE, STARTS, Story

CHIPS = {"colour": "blue", "count": 1, "value_minor": 100_000, "issued_at": "RL02"}
ROUND = "round/RL01/r1"


@pytest.fixture
def story(db: None) -> Story:
    story = Story()
    for table in ("RL01", "RL02"):
        story.table(table)
    return story


def issue(story: Story, player: str = "P-1", **changed: Any) -> None:
    said: dict[str, Any] = {"player": player, "colour": "blue", "value_minor": 100_000} | changed
    story.tell("table/RL02", "table.colour_chips_issued", STARTS + timedelta(minutes=1), **said)


def spin(story: Story, **chips: Any) -> None:
    at = STARTS + timedelta(minutes=10)
    facts: list[tuple[str, int, dict[str, Any]]] = [
        ("round_opened", 0, {"number": 1}),
        (
            "bet_placed",
            5,
            {"bet": "b1", "spot": "red", "stake_minor": 100_000, "player": "P-1", "chips": CHIPS | chips},
        ),
        ("betting_closed", 15, {}),
        ("ball_dropped", 25, {"pocket": 9}),
        ("payout_made", 35, {"bet": "b1", "amount_minor": 100_000}),
        ("round_closed", 45, {}),
    ]
    for name, seconds, data in facts:
        story.tell(ROUND, f"roulette.{name}", at + timedelta(seconds=seconds), **data)


def found(story: Story) -> list[Finding]:
    return list(judged(story).findings)


def judged(story: Story) -> Judgement:
    """The round as the server judges it, and the same from the rows alone and in the lists."""
    position = story.ledger.head()[0]
    readmodel.catch_up(CODE)
    served = Replayer(CODE).round(ROUND, position, overtaken_of(CODE, ROUND, position))
    record = Record(Property.objects.get(code=CODE))
    record.take(story.ledger.rows(after=0, stop=position, limit=position))
    [offline] = record.replays()
    assert as_json(offline) == as_json(served)
    return served.judgement


@pytest.mark.parametrize(
    ("issued", "laid", "codes"),
    [
        ({}, {}, ["foreign_chips"]),
        (None, {}, ["foreign_chips", "colour_not_issued"]),
        ({}, {"colour": "green"}, ["foreign_chips", "colour_not_issued"]),
        ({"player": "P-2"}, {}, ["foreign_chips", "colour_of_other_player"]),
        ({"value_minor": 50_000}, {}, ["paid_too_much", "foreign_chips", "chip_value_mismatch"]),
        ({}, {"issued_at": "RL77"}, ["foreign_chips"]),
    ],
)
def test_the_issuing_tables_record_is_asked(
    story: Story, issued: dict[str, Any] | None, laid: dict[str, Any], codes: list[str]
) -> None:
    if issued is not None:
        issue(story, **issued)
    spin(story, **laid)
    findings = found(story)
    assert [finding.code for finding in findings] == codes
    of_chips = [finding for finding in findings if finding.code != "paid_too_much"]
    assert {finding.detail.get("table") for finding in of_chips} == {laid.get("issued_at", "RL02")}


def test_what_that_table_says_after_the_round_changes_nothing(story: Story) -> None:
    """Chips given back before the round were nobody's; that they were issued is not said afterwards."""
    issue(story)
    gone = STARTS + timedelta(minutes=5)
    story.tell("table/RL02", "table.colour_chips_redeemed", gone, player="P-1", colour="blue")
    spin(story)
    assert [finding.code for finding in found(story)] == ["foreign_chips", "colour_not_issued"]
    story.tell("table/RL02", "table.colour_chips_issued", gone, player="P-1", colour="blue", value_minor=100_000)
    assert [finding.code for finding in found(story)] == ["foreign_chips", "colour_not_issued"]


@pytest.mark.parametrize("value", [50_000, 100_000, 250_000])
def test_7_11_chips_are_worth_what_they_are_worth_where_they_were_issued(story: Story, value: int) -> None:
    """The tablet says 100,000: the record of the table that issued them decides, and what was paid by the word is a
    difference."""
    issue(story, value_minor=value)
    spin(story)
    [result] = judged(story).results
    assert (result.settlement.stake_minor, result.settlement.winnings_minor) == (value, value)
    assert result.difference_minor == 100_000 - value


def test_7_11_the_tablets_word_counts_where_that_table_says_nothing(story: Story) -> None:
    spin(story)
    [result] = judged(story).results
    assert result.settlement.stake_minor == 100_000


@pytest.mark.parametrize(
    ("said", "stake", "other"), [(50_000, 50_000, 100_000), (100_000, 100_000, 50_000), (70_000, 100_000, 50_000)]
)
def test_7_11_of_several_values_the_word_decides_and_both_are_shown(
    story: Story, said: int, stake: int, other: int
) -> None:
    """The player bought blue at 50,000 and again at 100,000: nobody recorded which of them lie here."""
    issue(story, value_minor=50_000)
    issue(story)
    spin(story, value_minor=said)
    judgement = judged(story)
    assert judgement.results[0].settlement.stake_minor == stake
    [finding] = [each for each in judgement.findings if each.code == "chip_value_uncertain"]
    assert finding.amount_minor == other - stake
    assert (finding.detail["net"], finding.detail["net_as_bought"]) == (stake, other)
    assert ("chip_value_mismatch" in {each.code for each in judgement.findings}) == (said == 70_000)


def test_7_11_another_currency_at_the_table_that_issued_them_is_found(db: None) -> None:
    """Their value there is no amount of this round: the word stands, and it is found which currency it is."""
    story = Story()
    story.table("RL01")
    story.table("RL02", currency="USD")
    issue(story, value_minor=500)
    spin(story)
    judgement = judged(story)
    assert judgement.results[0].settlement.stake_minor == 100_000
    [finding] = [each for each in judgement.findings if each.code == "chips_of_other_currency"]
    assert finding.detail == {"table": "RL02", "currency": "USD", "stakes_there": [500], "nets_there": [500]}

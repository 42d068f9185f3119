"""What the rows say of rounds, tables and findings, step by step."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from casino.ledger.models import Property
from games.engine.replay import gaming_day
from games.facts.findings import change
from games.rows.audit import audit_rounds
from games.rows.models import Finding, Projection, Round, Table
from games.rows.readmodel import catch_up, overtaken_of, rebuild
from tests.replay.story import CODE, STARTS, SUPERVISOR, Story
from tests.sealed import SEALED

pytestmark = pytest.mark.django_db


@pytest.fixture
def story() -> Story:
    told = Story()
    told.table(at=STARTS)
    return told


def row(code: str) -> Round:
    return Round.objects.get(property__code=CODE, table="RL01", code=code)


def test_a_round_in_figures(story: Story) -> None:
    story.spin("1", STARTS + timedelta(minutes=5), paid_minor=3_600_000)
    catch_up(CODE)
    spin = row("1")
    assert (spin.game, spin.outcome, spin.status, spin.document) == ("roulette", "17", "closed", "roulette.2020-06-13")
    assert (spin.bets_count, spin.staked_minor, spin.due_net_minor) == (1, 100_000, 3_500_000)
    assert (spin.recorded_net_minor, spin.difference_minor) == (3_600_000, 100_000)
    assert spin.players == ["P-1"]
    assert "p-1" in spin.search
    assert spin.gaming_day == date(2026, 6, 13)
    assert (spin.audit_due, spin.findings_open) == (True, 0)
    assert str(spin) == "RL01/1"


def test_money_moved_for_no_bet_is_in_the_difference(story: Story) -> None:
    stream = story.spin("1", STARTS, close=False)
    story.tell(stream, "roulette.payout_made", STARTS + timedelta(seconds=40), bet="ghost", amount_minor=70_000)
    story.tell(stream, "roulette.round_closed", STARTS + timedelta(seconds=45))
    catch_up(CODE)
    assert (row("1").difference_minor, row("1").recorded_net_minor) == (70_000, 3_570_000)


def test_a_table_as_it_stands_now(story: Story) -> None:
    story.tell("table/RL01", "table.opened", STARTS + timedelta(minutes=1))
    story.tell("table/RL01", "table.staff_assigned", STARTS, person={"post": "dealer", "staff": "S-101"})
    catch_up(CODE)
    table = Table.objects.get(property__code=CODE, code="RL01")
    assert (table.game, table.currency, table.is_open) == ("roulette", "VND", True)
    assert table.limits == {"*": [10_000, 50_000_000]}
    assert table.staff == {"dealer": "S-101"}


def test_a_later_round_ends_one_that_was_never_closed(story: Story) -> None:
    story.spin("1", STARTS, paid_minor=None, close=False)
    catch_up(CODE)
    assert (row("1").status, row("1").ended, row("1").audit_due) == ("open", False, False)
    story.spin("2", STARTS + timedelta(minutes=2))
    catch_up(CODE)
    assert (row("1").status, row("1").overtaken, row("1").audit_due) == ("closed", True, True)
    assert not row("2").overtaken


def test_an_earlier_round_that_arrives_late_overtakes_nothing(story: Story) -> None:
    story.spin("2", STARTS + timedelta(minutes=2), close=False)
    story.spin("1", STARTS, paid_minor=None, close=False)
    catch_up(CODE)
    assert (row("1").overtaken, row("2").overtaken) == (True, False)


def test_a_round_had_ended_at_a_position_by_the_moments_that_stood_there(story: Story) -> None:
    stream = story.spin("A", STARTS, paid_minor=None, close=False)
    alone = story.ledger.head()[0]
    story.tell("round/RL01/B", "roulette.bet_placed", STARTS, bet="b1", spot="red", stake_minor=100_000)
    without_opening = story.ledger.head()[0]
    catch_up(CODE)
    assert overtaken_of(CODE, stream, without_opening)  # B stands where it was recorded, behind A
    story.tell("round/RL01/B", "roulette.round_opened", STARTS - timedelta(minutes=10))
    for _turn in ("while the rows lag", "after they have come up"):
        seen = [
            overtaken_of(CODE, stream, position) is not None
            for position in (alone, without_opening, without_opening + 1)
        ]
        assert seen == [False, True, False]
        catch_up(CODE)
    assert not overtaken_of(CODE, stream)
    assert not overtaken_of(CODE, "round/RL01/nobody", without_opening)


def test_what_ended_a_round_at_a_position_holds_although_its_own_opening_came_later(story: Story) -> None:
    story.spin("B", STARTS, paid_minor=None, close=False)
    story.tell("round/RL01/A", "roulette.bet_placed", STARTS, bet="b1", spot="red", stake_minor=100_000)
    position = story.ledger.head()[0]
    story.tell("round/RL01/A", "roulette.round_opened", STARTS - timedelta(minutes=10))
    catch_up(CODE)
    assert not overtaken_of(CODE, "round/RL01/A", position)
    assert overtaken_of(CODE, "round/RL01/A")
    assert overtaken_of(CODE, "round/RL01/B", position)


def test_table_facts_that_took_effect_earlier_judge_rounds_again(story: Story) -> None:
    story.spin("1", STARTS + timedelta(minutes=5))
    story.spin("0", STARTS - timedelta(minutes=5))
    catch_up(CODE)
    assert not row("1").audit_due
    limits = [{"bet": "*", "minimum_minor": 500_000, "maximum_minor": 900_000}]
    story.tell("table/RL01", "table.limits_set", STARTS + timedelta(minutes=1), limits=limits)
    catch_up(CODE)
    assert row("1").audit_due
    assert not row("0").audit_due


def test_findings_show_on_their_round_until_somebody_acts(story: Story) -> None:
    story.spin("1", STARTS, paid_minor=3_600_000)
    audit_rounds(CODE)
    assert (row("1").findings_open, row("1").worst_open, row("1").audit_due) == (1, "money", False)
    finding = Finding.objects.get(property__code=CODE)
    assert (finding.code, finding.amount_minor, finding.status) == ("paid_too_much", 100_000, "open")
    assert finding.round == row("1")
    assert (finding.table, finding.game, finding.subject) == ("RL01", "roulette", "b1")
    change(CODE, finding.stream, lambda audit: audit.dismiss(finding.identity, by=SUPERVISOR, sealed=SEALED))
    catch_up(CODE)
    finding.refresh_from_db()
    assert (finding.status, finding.changed_by, finding.reason) == ("dismissed", "person:S-200", "")
    assert (row("1").findings_open, row("1").worst_open, row("1").audit_due) == (0, "", False)


def test_an_imported_round_of_unknown_time_has_no_gaming_day(story: Story) -> None:
    story.tell(
        "round/RL01/1", "roulette.round_opened", None, document="roulette.2020-06-13", source="imported", number=9
    )
    catch_up(CODE)
    assert (row("1").gaming_day, row("1").opened_at, row("1").source, row("1").number) == (None, None, "imported", 9)


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        (datetime(2026, 6, 13, 22, 59, 59, tzinfo=UTC), date(2026, 6, 13)),  # 05:59:59 at the table
        (datetime(2026, 6, 13, 23, 0, 0, tzinfo=UTC), date(2026, 6, 14)),  # 06:00:00
    ],
)
def test_the_gaming_day_starts_at_its_hour_in_the_propertys_zone(moment: datetime, day: date) -> None:
    house = Property(code="X1", time_zone="Asia/Ho_Chi_Minh", gaming_day_starts=6)
    assert gaming_day(moment, house) == day


def test_a_follower_that_cannot_go_on_stops_and_says_so(story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    story.spin("1", STARTS)
    catch_up(CODE)
    story.spin("2", STARTS + timedelta(minutes=3))

    def broken(*_: object, **__: object) -> object:
        raise KeyError("no such game")

    with monkeypatch.context() as patch:
        patch.setattr("games.catalogue.judge_all", broken)
        for _ in range(2):
            with pytest.raises(KeyError):
                catch_up(CODE)
    stopped = Projection.objects.get(property__code=CODE, name="games")
    assert stopped.stopped
    assert "no such game" in stopped.error
    assert not Round.objects.filter(code="2").exists()
    catch_up(CODE)
    stopped.refresh_from_db()
    assert (stopped.stopped, stopped.error, stopped.position) == (False, "", story.ledger.head()[0])
    assert row("2").closed


def test_the_applications_role_follows_audits_and_rebuilds(story: Story, app_role: str) -> None:
    story.spin("1", STARTS, paid_minor=None)
    assert audit_rounds(CODE).opened == 1
    rebuild(CODE)
    assert row("1").findings_open == 1

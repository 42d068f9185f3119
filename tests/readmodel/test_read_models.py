"""One command rebuilds the read models of all rooms; ``ledger_verify --read-models`` finds rows that were changed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from casino.ledger import follow
from casino.ledger.follow import Progress
from casino.ledger.models import Follower
from games.rows import all_readmodels, readmodel
from games.rows.all_readmodels import faults
from games.rows.audit import audit_rounds
from games.rows.models import Finding, Projection, Round, Table, TableSession
from games.rows.rebuilding import Overtaken
from tests.replay.story import CODE, Story

STARTS = datetime(2026, 6, 13, 13, tzinfo=UTC)
ROOMS = ["games", "waiting", "sums", "watch", "disputes", "library", "surveillance", "reports"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def story() -> Story:
    """Two rounds, one of which paid too much, with the finding about it."""
    told = Story()
    told.table(at=STARTS)
    told.spin("1", STARTS, paid_minor=3_500_001)
    told.spin("2", STARTS, paid_minor=3_500_000)
    readmodel.catch_up(CODE)
    audit_rounds(CODE)
    readmodel.catch_up(CODE)
    assert Finding.objects.count() >= 1
    return told


FORGERIES: dict[str, tuple[Callable[[], object], str]] = {
    "a figure": (lambda: Round.objects.filter(code="1").update(difference_minor=0), "games_round: round/RL01/1 is not"),
    "a finding gone": (lambda: Finding.objects.all()[0].delete(), "is missing"),
    "a finding dismissed": (lambda: Finding.objects.update(status="dismissed"), "is not what the record makes of it"),
    "a limit": (lambda: Table.objects.update(limits={"*": [1, 10**12]}), "games_table: RL01 is not"),
    "what a round leaves": (
        lambda: TableSession.objects.filter(stream="round/RL01/2").update(stream="round/RL01/3"),
        "games_tablesession: round/RL01/3 since",
    ),
    "a round made up": (lambda: _doubled(), "games_round: round/RL01/9 stands nowhere in the record"),
}


def _doubled() -> None:
    row = Round.objects.get(code="1")
    row.pk, row.stream, row.code = row.pk + 10**6, "round/RL01/9", "9"
    row.save(force_insert=True)


def test_rows_that_the_follower_wrote_agree_and_stay(story: Story) -> None:
    before = (list(Round.objects.order_by("id").values()), follow.position(readmodel.NAME, CODE))
    assert list(faults(CODE)) == []
    assert (list(Round.objects.order_by("id").values()), follow.position(readmodel.NAME, CODE)) == before
    story.spin("3", STARTS)
    assert list(faults(CODE)) == [], "a follower that has still to see something is behind, not wrong"


@pytest.mark.parametrize("name", ROOMS)
def test_a_follower_ahead_of_the_record_is_told_and_holds_nothing_up(story: Story, name: str) -> None:
    """One UPDATE made the comparison run for ever."""
    for model in all_readmodels.read_models():
        model.catch_up(CODE)
    head = story.ledger.head()[0]
    Follower.objects.filter(name=name).update(position=head + 1_000)
    assert f"{name}: its follower stands at {head + 1_000}, and the record ends at {head}" in list(faults(CODE))


def test_a_follower_that_comes_no_further_is_given_up(story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    for model in all_readmodels.read_models():
        model.catch_up(CODE)
    stuck = all_readmodels.MODELS["library"]._replace(catch_up=lambda code, *, limit=None: Progress(0, 2, False))
    monkeypatch.setitem(all_readmodels.MODELS._entries, "library", stuck)
    head = story.ledger.head()[0]
    assert f"library: its follower stands at {head}, and comes to 2 from the beginning" in list(faults(CODE))


@pytest.mark.parametrize("kind", FORGERIES)
def test_each_changed_row_is_found_and_left_as_it_is(story: Story, kind: str) -> None:
    forge, words = FORGERIES[kind]
    forge()
    found = list(faults(CODE))
    assert any(words in said for said in found), found
    assert list(faults(CODE)) == found


def test_the_command_offers_it(story: Story) -> None:
    out = StringIO()
    call_command("ledger_verify", "--read-models", property_code=CODE, stdout=out)
    Round.objects.filter(code="1").update(outcome="36")
    with pytest.raises(CommandError, match=CODE):
        call_command("ledger_verify", "--read-models", property_code=CODE, stdout=out)
    assert "read-models: games_round: round/RL01/1 is not what the record makes of it" in out.getvalue()


# --- Rebuilt ----------------------------------------------------------------------------------------------------------
def rebuilt(*args: str) -> str:
    out = StringIO()
    call_command("rebuild_readmodel", "--property", CODE, *args, stdout=out)
    return out.getvalue()


def test_one_command_rebuilds_the_read_models_of_all_rooms(story: Story) -> None:
    assert [model.name for model in all_readmodels.read_models()] == ROOMS
    head = story.ledger.head()[0]
    said = rebuilt().splitlines()
    assert [line.split(": ")[1] for line in said] == ["games, watch", *(each for each in ROOMS[1:] if each != "watch")]
    assert all(str(head) in line for line in said)
    assert [follow.lag(name, CODE) for name in ROOMS] == [0] * len(ROOMS)
    assert len(rebuilt("--only", "library").splitlines()) == 1


def test_a_copy_that_begins_before_the_checkpoint_is_held_is_overtaken(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else several processes would write beside the rows of the copy."""
    dropped: list[str] = []

    def drop(code: str) -> None:
        dropped.append(code)
        follow.rebuild(readmodel.NAME, code, lambda: readmodel.clear(code))
        if len(dropped) < 3:
            readmodel.catch_up(code, limit=2)

    monkeypatch.setattr(readmodel, "drop", drop)
    monkeypatch.setattr(readmodel, "spread", lambda code, **how: _held(code))
    readmodel.rebuild_spread(CODE, 2)
    assert len(dropped) == 3


def _held(code: str) -> Progress:
    if follow.position(readmodel.NAME, code):
        raise Overtaken(code)
    return Progress(0, 0, False)


@pytest.mark.parametrize(("program", "outdated"), [("", True), ("0" * 16, True)])
def test_rows_of_an_unknown_program_are_not_current(story: Story, program: str, outdated: bool) -> None:
    """Rows begun before it was kept which program wrote them; followers of other rooms keep none."""
    Projection.objects.filter(name="games").update(program=program)
    assert readmodel.outdated(CODE) is outdated
    assert not any(row.outdated for row in Projection.objects.exclude(name="games"))

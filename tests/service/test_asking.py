"""What one person asks for and another confirms: who may, once, of what was not overtaken, with both names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest
from django.conf import settings as conf

from casino.core.errors import Problem
from casino.core.posts import Post
from casino.ledger.rows import Appended
from casino.site import environment
from games.commands import approvals, resting
from games.engine.facts import FactCorrected, Person
from games.facts import approval_requests
from games.facts.approval_requests import Ask
from games.rows.audit import audit_rounds
from games.rows.following import follow_now
from games.rows.models import Finding, Round, Waiting
from tests import acts
from tests.replay.story import CODE, STARTS, Story

pytestmark = pytest.mark.django_db

SUPERVISOR = Person(post="pit_supervisor", staff="S01")
COLLEAGUE = Person(post="pit_supervisor", staff="S02")
MANAGER = Person(post="pit_manager", staff="M01")
OTHER_MANAGER = Person(post="pit_manager", staff="M02")
SHIFT = Person(post="shift_manager", staff="SM1")
DEALER = Person(post="dealer", staff="D01")
WATCH = Person(post="surveillance", staff="V01")
HEAD = Person(post="head_of_operations", staff="H01")
SENIOR = Person(post="senior_management", staff="G01")
STREAM = "round/RL01/1"


@pytest.fixture
def story() -> Story:
    """A straight up paid 100,000 too much, audited."""
    return a_story()


def a_story() -> Story:
    told = Story()
    told.table(at=STARTS)
    told.spin("1", STARTS, paid_minor=3_600_000)
    follow_now(CODE)
    audit_rounds(CODE)
    follow_now(CODE)
    return told


def drop_of(story: Story) -> UUID:
    return next(event.id for event in story.ledger.stream(STREAM) if event.type == "roulette.ball_dropped.v1")


def correct(story: Story, by: Person = SUPERVISOR, **changes: Any) -> Appended:
    """Ask that the ball lay in 18."""
    said: dict[str, Any] = {
        "property_code": CODE,
        "stream": STREAM,
        "target": drop_of(story),
        "after": {"pocket": 18},
        "by": by,
        "reason": "Read from the film.",
        "seen_version": len(story.ledger.stream(STREAM)),
        "command_id": uuid4(),
        "now": story.now,
    }
    return acts.ask_correction(**(said | changes))


def say(story: Story, what: str, ask: UUID, by: Person, command_id: UUID | None = None) -> Appended:
    """Confirm, refuse or withdraw."""
    command: Callable[..., Appended] = getattr(acts, what)
    return command(CODE, STREAM, ask, by=by, command_id=command_id or uuid4(), now=story.now)


def refused(code: str, command: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
    """Nothing is appended, and this is why."""
    story: Story = args[0]
    head = story.ledger.head()
    with pytest.raises(Problem) as problem:
        command(*args, **kwargs)
    assert problem.value.code == code
    assert story.ledger.head() == head


# --- Corrections


def test_what_is_asked_for_has_no_effect(story: Story) -> None:
    before = story.ledger.stream_rows(STREAM)
    correct(story)
    assert story.ledger.stream_rows(STREAM) == before
    assert Round.objects.get(code="1").outcome == "17"


@pytest.mark.parametrize("by", [MANAGER, SHIFT, SENIOR])
def test_confirmed_it_is_recorded_with_both_names_in_one_step(story: Story, by: Person) -> None:
    ask = correct(story)
    done = say(story, "confirm", ask.id, by)
    fact = story.ledger.stream(STREAM)[-1]
    assert isinstance(fact.data, FactCorrected)
    assert (fact.data.corrected_by, fact.data.authorised_by, fact.data.ask) == (SUPERVISOR, by, ask.id)
    assert fact.position == done.position + 1
    assert Round.objects.get(code="1").outcome == "18"


@pytest.mark.parametrize(
    ("by", "code"),
    [
        (SUPERVISOR, "ask_same_person"),
        (Person(post="shift_manager", staff="S01"), "ask_same_person"),
        (COLLEAGUE, "post_too_low"),
        (DEALER, "post_too_low"),
        (WATCH, "post_too_low"),
        (HEAD, "post_too_low"),
    ],
)
@pytest.mark.parametrize("what", ["confirm", "refuse"])
def test_nobody_else_confirms_or_refuses(story: Story, what: str, by: Person, code: str) -> None:
    ask = correct(story)
    refused(code, say, story, what, ask.id, by)


@pytest.mark.parametrize("by", [DEALER, Person(post="acting_pit_supervisor", staff="A01"), WATCH, HEAD])
def test_nobody_below_a_pit_supervisor_or_beside_the_ladder_asks(story: Story, by: Person) -> None:
    refused("post_too_low", correct, story, by)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"target": UUID(int=404)}, "fact_unknown"),
        ({"after": {"pocket": 37}}, "correction_does_not_fit"),
        ({"after": {"pocket": 17}}, "correction_changes_nothing"),
        ({"reason": "   "}, "reason_missing_text"),
        ({"reason": "Read clearly on the film." * 501}, "finding_reason_missing"),
        ({"seen_version": 3}, "round_changed"),
        ({"stream": "round/RL01/none"}, "round_unknown"),
    ],
)
def test_what_cannot_be_asked_for(story: Story, changes: dict[str, Any], code: str) -> None:
    refused(code, correct, story, **changes)


def test_one_request_about_a_fact_at_a_time(story: Story) -> None:
    first = correct(story)
    refused("ask_waits_already", correct, story, COLLEAGUE)
    bet = next(event.id for event in story.ledger.stream(STREAM) if event.type == "roulette.bet_placed.v1")
    correct(story, COLLEAGUE, target=bet, after=None)
    say(story, "refuse", first.id, MANAGER)
    correct(story, COLLEAGUE)


@pytest.mark.parametrize(
    ("what", "by", "state"), [("refuse", MANAGER, "refused"), ("withdraw", SUPERVISOR, "withdrawn")]
)
def test_refused_or_withdrawn_it_never_has_an_effect(story: Story, what: str, by: Person, state: str) -> None:
    before = story.ledger.stream_rows(STREAM)
    ask = correct(story)
    say(story, what, ask.id, by)
    assert approvals.find(CODE, STREAM, ask.id).state == state
    for then, who in (("confirm", MANAGER), ("refuse", MANAGER), ("withdraw", SUPERVISOR)):
        refused("ask_decided", say, story, then, ask.id, who)
    assert story.ledger.stream_rows(STREAM) == before
    assert approvals.waiting(CODE, STREAM) == []


@pytest.mark.parametrize("by", [COLLEAGUE, MANAGER, DEALER])
def test_only_who_asked_takes_it_back(story: Story, by: Person) -> None:
    ask = correct(story)
    refused("ask_not_yours", say, story, "withdraw", ask.id, by)


def test_an_unknown_request(story: Story) -> None:
    refused("ask_unknown", say, story, "confirm", uuid4(), MANAGER)


@pytest.mark.parametrize(("what", "by"), [("confirm", MANAGER), ("refuse", MANAGER), ("withdraw", SUPERVISOR)])
def test_the_same_answer_again_is_the_first(story: Story, what: str, by: Person) -> None:
    ask = correct(story)
    command = uuid4()
    first = say(story, what, ask.id, by, command)
    head = story.ledger.head()
    again = say(story, what, ask.id, by, command)
    assert (again.status, again.position) == ("duplicate", first.position)
    assert story.ledger.head() == head


def test_a_command_id_is_used_once(story: Story) -> None:
    command = uuid4()
    ask = correct(story, command_id=command)
    assert correct(story, command_id=command).status == "duplicate"
    refused("command_conflict", correct, story, command_id=command, reason="Another reason.")
    refused("command_conflict", say, story, "confirm", ask.id, MANAGER, command)


def test_what_was_corrected_meanwhile_is_not_confirmed(story: Story) -> None:
    ask = correct(story)
    by_file = FactCorrected(
        target=drop_of(story),
        before={"pocket": 17},
        after={"pocket": 20},
        corrected_by=COLLEAGUE,
        authorised_by=MANAGER,
        reason="From an older record.",
    )
    story.tell(STREAM, "roulette.fact_corrected", story.now, **msgspec.to_builtins(by_file))
    refused("ask_overtaken", say, story, "confirm", ask.id, MANAGER)
    say(story, "refuse", ask.id, MANAGER)


# --- Findings


def finding() -> Finding:
    return Finding.objects.get(code="paid_too_much")


def put_right(story: Story, by: Person = MANAGER, **changes: Any) -> Appended:
    said: dict[str, Any] = {
        "reason": "Taken back.",
        "clause": None,
        "seen_version": None,
        "command_id": uuid4(),
        "now": story.now,
    }
    return acts.ask_put_right(finding(), by=by, **(said | changes))


def dismiss(story: Story, by: Person = SUPERVISOR, **changes: Any) -> Appended:
    said: dict[str, Any] = {"reason": "Seen on the cameras.", "command_id": uuid4(), "now": story.now}
    return acts.ask_dismissal(finding(), by=by, **(said | changes))


@pytest.mark.parametrize("by", [DEALER, SUPERVISOR, WATCH, HEAD])
def test_put_right_is_asked_for_by_a_pit_manager_or_above(story: Story, by: Person) -> None:
    refused("finding_needs_second_person", put_right, story, by)


def test_put_right_is_confirmed_by_a_shift_manager_or_above(story: Story) -> None:
    ask = put_right(story)
    assert finding().status == "open"
    refused("post_too_low", say, story, "confirm", ask.id, OTHER_MANAGER)
    refused("ask_waits_already", dismiss, story)
    say(story, "confirm", ask.id, SHIFT)
    assert finding().status == "corrected"
    refused("finding_not_open", put_right, story)


@pytest.mark.parametrize(
    ("currency", "said", "needs"),
    [
        ("VND", "VND 99999", True),
        ("VND", "VND 100000", False),
        ("JPY", "VND 1000000000, JPY 99999", True),
        ("JPY", "JPY 100000, VND 1", False),
        ("KWD", "KWD 99.999", True),
        ("KWD", "KWD 100", False),
        ("KWD", "VND 1000000000", True),
        ("VND", "", True),
    ],
)
def test_the_amount_above_which_two_let_it_rest_is_of_its_currency(
    story: Story, monkeypatch: pytest.MonkeyPatch, currency: str, said: str, needs: bool
) -> None:
    """100,000 smallest units: dong, yen, or 100 dinar. A currency without an amount always takes two."""
    monkeypatch.setenv("DISMISSAL_ALONE", said)
    monkeypatch.setattr(conf, "FIRST_SETTINGS", {"dismissal_alone": environment.amounts("DISMISSAL_ALONE")})
    Round.objects.filter(stream=STREAM).update(currency=currency)
    row = finding()
    assert abs(row.amount_minor) == 100_000
    assert resting.needs_two(STARTS, SUPERVISOR, row) is needs
    row.amount_minor = 0
    assert not resting.needs_two(STARTS, SUPERVISOR, row), "nothing is moved"


@pytest.mark.parametrize("currency", ["KWD", ""])
def test_what_was_asked_for_goes_the_way_of_two_where_the_currency_is_not_named(story: Story, currency: str) -> None:
    """Of a device's finding, and of a round whose table names none, the property's currency is asked."""
    Round.objects.filter(stream=STREAM).update(currency=currency)
    assert resting.needs_two(STARTS, SUPERVISOR, finding()) is (currency == "KWD")


def test_let_rest_by_two(story: Story) -> None:
    refused("finding_post_not_allowed", lambda _: acts.dismiss(finding(), by=DEALER, reason="Seen on film."), story)
    ask = dismiss(story)
    assert finding().status == "open"
    refused("post_too_low", say, story, "confirm", ask.id, COLLEAGUE)
    say(story, "confirm", ask.id, MANAGER)
    assert finding().status == "dismissed"


def test_a_finding_that_another_settled_meanwhile(story: Story) -> None:
    """Found no more after a correction: what was asked about it cannot be confirmed, only refused."""
    ask = put_right(story)
    fact = next(event.id for event in story.ledger.stream(STREAM) if event.type == "roulette.payout_made.v1")
    paid = correct(story, target=fact, after={"bet": "b1", "amount_minor": 3_500_000})
    say(story, "confirm", paid.id, MANAGER)
    assert finding().status == "superseded"
    refused("finding_not_open", say, story, "confirm", ask.id, SHIFT)
    say(story, "refuse", ask.id, SHIFT)
    assert Waiting.objects.get(pk=ask.id).state == "refused"


# --- Remedies


def remedied(story: Story, made_by: Post, authorised_by: Post | None) -> UUID:
    """A remedy that these posts decided."""
    people: dict[str, Any] = {"made_by": {"post": made_by, "staff": "X01"}}
    if authorised_by is not None:
        people["authorised_by"] = {"post": authorised_by, "staff": "X02"}
    said: dict[str, Any] = {
        "bet": "b1",
        "to_player_minor": 5,
        "beyond_rules_minor": 0,
        "kind": "other",
        "case": "2026-0001",
    }
    return story.tell(STREAM, "roulette.remedy_made", story.now, **said, **people).id


@pytest.mark.parametrize(
    ("made_by", "authorised_by", "may"),
    [
        (Post.PIT_SUPERVISOR, None, {MANAGER, SHIFT, SENIOR}),
        (Post.PIT_MANAGER, Post.SHIFT_MANAGER, {SHIFT, SENIOR}),
        (Post.PIT_MANAGER, Post.SENIOR_MANAGEMENT, {SENIOR}),
        (Post.HEAD_OF_OPERATIONS, None, {HEAD}),
        (Post.SURVEILLANCE, None, {WATCH}),
        (Post.PIT_MANAGER, Post.HEAD_OF_OPERATIONS, {HEAD}),
        (Post.HEAD_OF_OPERATIONS, Post.SHIFT_MANAGER, {SENIOR}),
        (Post.SURVEILLANCE, Post.HEAD_OF_OPERATIONS, {SENIOR}),
    ],
)
def test_a_remedy_is_corrected_by_nobody_below_those_who_decided_it(
    story: Story, made_by: Post, authorised_by: Post | None, may: set[Person]
) -> None:
    """Beside the ladder nobody is above anybody: a pit manager does not undo what the head of operations decided."""
    remedy = remedied(story, made_by, authorised_by)
    ask = correct(story, target=remedy, after=None)
    for by in (COLLEAGUE, MANAGER, SHIFT, WATCH, HEAD, SENIOR):
        if by not in may:
            refused("post_too_low", say, story, "confirm", ask.id, by)
    assert {
        by for by in (MANAGER, SHIFT, WATCH, HEAD, SENIOR) if approval_requests.may_confirm(_find(ask.id), by)
    } == may
    say(story, "confirm", ask.id, min(may, key=lambda by: by.staff))
    assert approvals.find(CODE, STREAM, ask.id).state == "confirmed"


def _find(ask: UUID) -> Ask:
    return approvals.find(CODE, STREAM, ask)


# --- The shape alone


@pytest.mark.parametrize("stream", ["round/RL01/7", "audit/RL01/7", "ask/RL01/7"])
def test_the_requests_about_a_round_and_its_findings_are_one_stream(stream: str) -> None:
    assert approval_requests.stream_of(stream) == "ask/RL01/7"

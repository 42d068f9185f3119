"""Every golden round with one thing changed: what changes the meaning is noticed.

A mutation drops a fact, records it once more under an id of its own, exchanges it with the next one (place and time),
or puts another value into one field (other values of that field in the golden rounds of the game, and an invented one).
It *changes the meaning* if by the document another amount is owed, another finding is due, or another state is left to
the next round, than by the facts as written. It is *noticed* if the judgement says anything else (an amount, a clause,
a finding or its details, the round's result, what may still be decided) or the session after it differs; a value that
could not have been sent is refused at the door instead. (A fact sent twice under one id never reaches a judgement: the
ledger keeps it once, ``tests/ledger/test_idempotency.py``.)

What goes unnoticed must be meaningless, and ``meaningless.<game>.toml`` must say why, in the words of
``meaningless.toml``: always, or in the very rounds that are named there, as often as is said there. An entry that is
not true any more fails as well.
"""

from __future__ import annotations

import tomllib

import pytest

from tests.golden.meaningless import GAMES, entries, kept, reasons, run
from tests.golden.reader import HERE

pytestmark = pytest.mark.slow

LARGE = ("baccarat", "maubinh", "niuniu")
"""Games with most of all mutations: ``.ci/run`` tries theirs."""
TRIED = [pytest.param(game, marks=pytest.mark.slow) if game in LARGE else game for game in GAMES]


@pytest.mark.parametrize("game", TRIED)
def test_what_goes_unnoticed_is_known_to_be_meaningless(game: str) -> None:
    known = [{name: entry[name] for name in entry if name != "why"} for entry in kept(game)]
    assert entries(game) == known


@pytest.mark.parametrize("game", TRIED)
def test_every_kind_of_mutation_is_tried_and_most_are_noticed(game: str) -> None:
    outcome = run(game)
    assert set(outcome.done) == {"drop", "double", "swap", "alter"}
    tried = outcome.done.total() - outcome.refused.total()
    assert outcome.noticed.total() + sum(rounds.total() for rounds in outcome.unnoticed.values()) == tried
    altered = sum(times for (kind, *_), times in outcome.noticed.items() if kind == "alter")
    assert altered > tried / 10


@pytest.mark.parametrize("game", TRIED)
def test_money_is_never_dropped_doubled_or_altered_unnoticed(game: str) -> None:
    """Whatever a round is: chips paid, taken or handed back otherwise are noticed, and so are other remedies."""
    money = {"payout_made", "stake_collected", "stake_returned", "commission_collected"}
    remedy = {("remedy_made", field) for field in ("", "bet", "to_player_minor", "beyond_rules_minor")}
    unnoticed = {key for key in run(game).unnoticed if key[0] != "swap" and (key[1] in money or key[1:] in remedy)}
    assert unnoticed == set()


def test_every_reason_is_given_and_used() -> None:
    known = reasons()
    used = set()
    for game in GAMES:
        for entry in kept(game):
            assert entry["why"], f"{game}: {entry['do']} {entry['fact']} {entry['field']} has no reason"
            used.update(entry["why"])
    assert used == set(known)


def test_the_files_can_be_read_by_people() -> None:
    for game in GAMES:
        text = (HERE / f"meaningless.{game}.toml").read_text("utf-8")
        assert tomllib.loads(text)["meaningless"]
        assert text.startswith("#")

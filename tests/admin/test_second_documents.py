"""Rounds under a later document on their pages: its numbers, its own clauses, its sums; and what-if under the earlier.

The documents are invented in ``tests/<game>/test_second_document.py``, where the judgement by them is shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest

from games.engine.document import RuleBook
from games.rows.following import follow_now
from games.rows.models import Round
from games.rows.replay import Replayer
from games.rows.whatif import read_changes, what_if
from games.words.judged import as_json
from tests.admin.conftest import As
from tests.admin.house import House
from tests.engine.renumbered import Later, opened, shipped_too
from tests.golden.reader import HERE, read
from tests.maubinh import test_second_document as maubinh
from tests.niuniu import test_second_document as niuniu
from tests.replay.golden import recorded

ROUNDS: dict[str, Any] = {
    "niuniu/7.1.1-foreign-card": niuniu,
    "niuniu/7.3-voided-for-an-exposed-card": niuniu,
    "niuniu/5.3-commission-on-both-rounded-once": niuniu,
    "maubinh/C.4-home-run": maubinh,
    "maubinh/G.3-foul": maubinh,
}


@pytest.fixture(autouse=True)
def both(house: House) -> Iterator[None]:
    with shipped_too(niuniu.SECOND, maubinh.SECOND):
        yield


def in_the_ledger(name: str) -> tuple[str, RuleBook, Later]:
    game = ROUNDS[name]
    stream = recorded(opened(game.LATER.round_of(read(HERE / f"{name}.txt")), game.AFTER))
    follow_now("TST")
    return stream, game.SECOND, game.LATER


@pytest.mark.parametrize("name", sorted(ROUNDS))
@pytest.mark.parametrize("language", ["vi", "en"])
def test_the_page_cites_the_document_in_force(as_: As, name: str, language: str) -> None:
    stream, book, _later = in_the_ledger(name)
    replay = Replayer("TST").round(stream)
    assert replay.book is not None
    assert replay.book.id == book.id
    row = Round.objects.get(stream=stream)
    page = as_("pit_manager", language).get(f"/admin/games/round/{row.pk}/change/")
    assert page.status_code == 200
    shown = unescape(page.content.decode())
    named = {number for result in replay.judgement.results for number in result.settlement.clauses}
    named |= {number for finding in replay.judgement.findings for number in finding.clauses}
    assert named
    for number in named:
        assert getattr(book.clauses[number].text, language) in shown, number
    assert f"{book.effective_from:%d/%m/%Y}" in shown or str(book.effective_from) in shown or book.id in shown


@pytest.mark.parametrize("name", sorted(ROUNDS))
def test_data_for_machines_cite_the_document_in_force(name: str) -> None:
    stream, book, _later = in_the_ledger(name)
    told = as_json(Replayer("TST").round(stream))
    assert told["document"]["id"] == book.id
    assert set(told["clauses"]) <= book.clauses.keys()
    for number, text in told["clauses"].items():
        assert text == {"vi": book.clauses[number].text.vi, "en": book.clauses[number].text.en}


@pytest.mark.parametrize("name", sorted(ROUNDS))
def test_what_if_the_earlier_document_were_in_force(name: str) -> None:
    stream, book, _later = in_the_ledger(name)
    game = ROUNDS[name]
    supposed = what_if(Replayer("TST"), stream, read_changes({"document": game.FIRST.id}))
    assert supposed.before.book is not None
    assert supposed.after.book is not None
    assert (supposed.before.book.id, supposed.after.book.id) == (book.id, game.FIRST.id)
    for bet in supposed.bets:
        assert set(bet.clauses_gone) <= book.clauses.keys()
        assert set(bet.clauses_new) <= game.FIRST.clauses.keys()

"""A case about a round under a second document: what its forms offer, its commands take and its letters print.

The document is invented (``tests/roulette/test_second_document.py``): voisins are bet, straights pay 36, and clauses
stand under other numbers. A round of the first document stands in the same case, so that neither's numbers can serve
for the other's.
"""

from __future__ import annotations

import html
import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from casino.core.errors import Problem
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.papers import data as d
from disputes.papers.compose import compose
from disputes.papers.render import render
from disputes.rows.models import Case as CaseRow
from games.engine.document import RuleBook, parse_book
from games.engine.facts import Person
from games.rows.replay import Replayer
from tests.disputes.court import BOOK, SHORT, Court, house_property
from tests.disputes.papers.samples import read, squeezed
from tests.engine.second import FROM, ship
from tests.replay.story import CODE
from tests.roulette.test_second_document import second

AT = datetime.fromisoformat(f"{FROM}T12:00:00+07:00")
LATE = f.RoundRef(table="RL01", round="late", bets=("s1",))
VOISINS = f.RoundRef(table="RL01", round="late", bets=("v1",))
STRAIGHT = "6.1.2.1"
"""Where the second document has what is 6.1.1.1 in the first: a straight bet wins."""
BY = Person(post="pit_manager", staff="PM01")


@pytest.fixture
def later(court: Court, monkeypatch: pytest.MonkeyPatch) -> RuleBook:
    """The second document, and a spin under it: a straight paid 35 to 1 where 36 is due, and voisins, paid rightly."""
    book = parse_book(second())
    ship(monkeypatch, book)
    story, stream = court.house.story, "round/RL01/late"
    story.tell(stream, "roulette.round_opened", AT, number=90)
    for place, (bet, spot) in enumerate((("s1", "straight:2"), ("v1", "voisins")), start=1):
        placed: dict[str, Any] = {"bet": bet, "spot": spot, "stake_minor": 100_000, "player": "P-1"}
        story.tell(stream, "roulette.bet_placed", AT + timedelta(seconds=place), **placed)
    story.tell(stream, "roulette.betting_closed", AT + timedelta(seconds=9))
    story.tell(stream, "roulette.ball_dropped", AT + timedelta(seconds=20), pocket=2)
    for place, (bet, won_minor) in enumerate((("v1", 100_000), ("s1", 3_500_000)), start=30):
        story.tell(stream, "roulette.payout_made", AT + timedelta(seconds=place), bet=bet, amount_minor=won_minor)
    story.tell(stream, "roulette.round_closed", AT + timedelta(seconds=50))
    court.house.follow()
    return book


def owing(book: RuleBook) -> c.AskedRemedy:
    """What both rounds still owe, each by the clause of its own document."""
    return c.AskedRemedy(
        kind="pay_difference",
        citations=(
            f.Citation(document=BOOK, clause="6.1.1.1"),
            f.Citation(document=book.id, clause=STRAIGHT),
        ),
        lines=(
            c.Line(to_player_minor=500_000, table="RL01", round="short", bet="b1"),
            c.Line(to_player_minor=100_000, table="RL01", round="late", bet="s1"),
        ),
    )


def decided(court: Court, book: RuleBook) -> None:
    """Both rounds in one case, decided."""
    court.open(rounds=(SHORT, LATE), amount_minor=600_000)
    court.do("pit_supervisor", c.PassOn(why="cannot_be_resolved"))
    court.do("pit_manager", c.NotifySurveillance())
    court.do("surveillance", c.AcknowledgeNotice())
    court.do("pit_manager", c.PromiseTime(until=court.now + timedelta(hours=2), language="vi", manner="in_person"))
    court.looked_into("published", "procedures", "controls", "statements", "footage", "other", "law")
    court.do("pit_manager", c.Decide(remedy=owing(book), reasons="Trả thiếu ở cả hai ván."))


def test_the_second_document_prices_the_round(court: Court, later: RuleBook) -> None:
    replay = Replayer(CODE).round("round/RL01/late")
    assert replay.book is not None
    assert replay.book.id == later.id
    assert {result.bet: result.difference_minor for result in replay.judgement.results} == {"s1": -100_000, "v1": 0}


@pytest.mark.parametrize("language", ["vi", "en"])
def test_the_letter_prints_each_clause_in_the_numbers_of_its_own_document(
    court: Court, later: RuleBook, language: Any
) -> None:
    decided(court, later)
    made = compose(house_property(), court.case, "decision", language, None, now=court.now, by=BY)
    text = read(render(made))
    clause = later.clauses[STRAIGHT].text.in_language(language)
    assert squeezed(STRAIGHT + clause) in text
    assert squeezed(later.number) in text, "the second document is named"
    told = {(bet.round, bet.bet): " ".join(line.in_language(language) for line in bet.told) for bet in made.bets}
    assert "36" in told["late", "s1"]
    assert "36" not in told["short", "b1"]
    first_clause = next(each for each in made.clauses if each.number == "6.1.1.1")
    assert squeezed(f"6.1.1.1{first_clause.text.in_language(language)}") in text
    assert isinstance(made, d.PaperData)


def test_a_clause_that_only_the_other_document_has_is_refused(court: Court, later: RuleBook) -> None:
    court.open(rounds=(LATE,), amount_minor=100_000)
    line = c.Line(to_player_minor=100_000, table="RL01", round="late", bet="s1")
    for document, clause in ((BOOK, "6.1.14.1"), (later.id, "6.1.99")):
        wrong = c.AskedRemedy(
            kind="pay_difference", citations=(f.Citation(document=document, clause=clause),), lines=(line,)
        )
        with pytest.raises(Problem) as refused:
            court.do("pit_supervisor", c.ProposeRemedy(remedy=wrong))
        assert refused.value.code == "case_clause_unknown"


def test_the_forms_offer_the_clauses_and_names_of_the_rounds_own_document(court: Court, later: RuleBook) -> None:
    court.open(rounds=(VOISINS,), amount_minor=100_000)
    row = CaseRow.objects.get(number=court.number)
    client = Client()
    client.force_login(court.user("pit_supervisor"))
    client.cookies["django_language"] = "en"
    page = html.unescape(client.get(reverse("admin:disputes_case_change", args=[row.pk])).content.decode())
    assert "Voisins" in page
    form = client.get(reverse("admin:disputes_case_do", args=[row.pk, "propose_remedy"]))
    assert form.status_code == 200
    shown = html.unescape(form.content.decode())
    offered = re.findall(r'name="clauses" value="([^"]+)"( id="[^"]+" checked)?', shown)
    assert {value.partition("#")[0] for value, _ticked in offered} == {later.id}
    assert [value.partition("#")[2] for value, ticked in offered if ticked] == ["6.1.14.1", "5.1.e"]

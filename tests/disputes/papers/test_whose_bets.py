"""A paper knows the bets of its reader alone: of strangers at the table, of several players, of cases from before."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest

from disputes.case import commands as c
from disputes.case import facts as f
from disputes.papers import data as d
from disputes.papers.compose import Composer, compose
from disputes.papers.render import render
from games.engine.facts import Person
from tests.disputes.court import OWED, Court, citation, house_property
from tests.disputes.papers.samples import read, squeezed
from tests.disputes.papers.test_compose import collect, composed
from tests.replay.story import STARTS

BY = Person(post="pit_manager", staff="PM01")
CROWDED = f.RoundRef(table="RL01", round="crowded")
STRANGE = ("b2", "b3", "77,777", "66,666", "P-2")
"""What of other guests must stand in no letter: bets, stakes, a reference."""


@pytest.fixture
def crowded(court: Court) -> Court:
    """A round with three bets: b1 of P-1, paid 500,000 too little; b2 of P-2; b3 laid by a seat."""
    story, at = court.house.story, STARTS + timedelta(hours=2)
    stream = story.spin("crowded", at, paid_minor=3_000_000, close=False)
    strange = {"spot": "straight:17"}
    story.tell(
        stream, "roulette.bet_placed", at + timedelta(seconds=6), bet="b2", stake_minor=77_777, player="P-2", **strange
    )
    story.tell(
        stream, "roulette.bet_placed", at + timedelta(seconds=7), bet="b3", stake_minor=66_666, seat=5, **strange
    )
    story.tell(stream, "roulette.round_closed", at + timedelta(seconds=50))
    court.house.follow()
    return court


def whole(amount: int | None = OWED, bet: str = "b1", party: str | None = None) -> c.AskedRemedy:
    lines = (c.Line(to_player_minor=amount, table="RL01", round="crowded", bet=bet, party=party),) if amount else ()
    return c.AskedRemedy(kind="pay_difference" if amount else "none", citations=(citation(),), lines=lines)


def decided_on(court: Court, asked: c.AskedRemedy, *players: c.Outsider, ref: f.RoundRef = CROWDED) -> Court:
    court.open(players=players, rounds=(ref,))
    court.do("pit_supervisor", c.PassOn(why="cannot_be_resolved"))
    collect(court)
    court.do("pit_manager", c.Decide(remedy=asked, reasons="Trả đủ theo phim và sổ của bàn.", evidence=()))
    return court


AN = c.Outsider(name="Nguyễn Văn Ẩn", reference="P-1")
BINH = c.Outsider(name="Trần Thị Khác", reference="P-2")
CHI = c.Outsider(name="Lê Thị Chi")


@pytest.mark.parametrize("asked", [whole(), whole(None)], ids=["paid", "stands"])
def test_where_no_bet_is_ticked_a_letter_knows_only_the_bets_of_its_reader(
    crowded: Court, asked: c.AskedRemedy
) -> None:
    decided_on(crowded, asked, AN)
    for language in ("vi", "en"):
        made = composed(crowded, "decision", language)
        assert [bet.bet for bet in made.bets] == ["b1"]
        assert not made.no_bets
        text = read(render(made))
        for strange in STRANGE:
            assert squeezed(strange) not in text
            assert squeezed(strange.replace(",", ".")) not in text


def test_where_none_is_known_to_be_theirs_the_letter_says_so_and_lists_nothing(crowded: Court) -> None:
    decided_on(crowded, whole(None), CHI)
    made = composed(crowded, "decision")
    assert (made.bets, made.no_bets) == ((), True)
    assert squeezed("None of the bets examined here is known to be yours") in read(render(made))
    assert squeezed("không có cược nào được xác định là của Quý khách") in read(
        render(composed(crowded, "decision", "vi"))
    )


def test_a_bet_that_the_table_does_not_name_is_in_the_letter_of_whom_it_was_said_to_be(crowded: Court) -> None:
    decided_on(crowded, msgspec.structs.replace(whole(None), citations=(citation(),)), AN, CHI)
    assert composed(crowded, "decision", party="P2").bets == ()
    crowded.do("pit_manager", c.IssuePaper(kind="decision", language="vi", party="P1"))
    crowded.do("pit_manager", c.RecordAnswer(agreed=True))
    crowded.finished()
    crowded.do("senior_management", c.Reopen(reason="Phim khi ghi sổ."))
    said = c.BetOf(table="RL01", round="crowded", bet="b3", party="P2")
    crowded.do("pit_manager", c.AttributeBets(bets=(said,), reason="Phim khi ghi sổ."))
    assert [bet.bet for bet in composed(crowded, "decision", party="P2").bets] == ["b3"]
    assert [bet.bet for bet in composed(crowded, "decision", party="P1").bets] == ["b1"]


def test_of_two_players_each_is_told_what_is_done_about_their_own(crowded: Court) -> None:
    decided_on(crowded, whole(), AN, BINH)
    first, second = (composed(crowded, "decision", party=party) for party in ("P1", "P2"))
    assert [[bet.bet for bet in made.bets] for made in (first, second)] == [["b1"], ["b2"]]
    assert first.decision is not None
    assert second.decision is not None
    assert (first.decision.remedy.kind, first.decision.remedy.total_minor) == ("pay_difference", OWED)
    assert (second.decision.remedy.kind, second.decision.remedy.total_minor) == ("none", 0)
    assert (first.amount_minor, second.amount_minor) == (OWED, None), "the claim is the first player's"
    assert squeezed("500,000") not in read(render(second))


def test_why_an_amount_is_another_is_told_to_whom_it_is_about(crowded: Court) -> None:
    more = msgspec.structs.replace(whole(OWED + 1), deviation="Khách P-1 chờ lâu.")
    decided_on(crowded, more, AN, BINH)
    told = [composed(crowded, "decision", party=party).decision for party in ("P1", "P2")]
    assert [made.remedy.deviation for made in told if made is not None] == ["Khách P-1 chờ lâu.", ""]


def test_what_turns_out_to_be_a_strangers_is_printed_no_more(crowded: Court) -> None:
    """The record of the round is corrected after the decision: the bet was never this player's."""
    decided_on(crowded, whole(), AN)
    stream = "round/RL01/crowded"
    bet = next(event for event in crowded.house.story.ledger.stream(stream) if getattr(event.data, "bet", "") == "b1")
    before = msgspec.to_builtins(bet.data)
    person = {"post": "pit_manager", "staff": "S-300"}
    crowded.house.story.tell(
        stream,
        "roulette.fact_corrected",
        actor="person:S-300",
        target=str(bet.id),
        before=before,
        after={**before, "player": "P-9"},
        corrected_by=person,
        authorised_by=person,
        reason="Nhập nhầm chỗ.",
    )
    made = composed(crowded, "decision")
    assert (made.bets, made.no_bets) == ((), True)


def test_the_other_papers_name_no_bet_of_anybody(crowded: Court) -> None:
    decided_on(crowded, whole(None), AN, BINH)
    crowded.do("pit_manager", c.IssuePaper(kind="decision", language="vi"))
    crowded.do("pit_manager", c.RecordAnswer(agreed=False))
    for kind in ("acknowledgement", "right_to_complain", "complaint_form"):
        for party in ("P1", "P2"):
            text = read(render(composed(crowded, kind, party=party)))
            for strange in STRANGE[:4]:
                assert squeezed(strange) not in text


class Before:
    """A case as it was recorded before whose a bet is was asked: its events, without a word of it."""

    def __init__(self, court: Court, ref: f.RoundRef, bet: str | None, *players: c.Outsider) -> None:
        decided_on(court, whole(None), *players)
        self.case = court.case
        self.case.attributed.clear()
        self.case.rounds = (ref,)
        made = self.case.decisions[-1]
        line = f.RemedyLine(to_player_minor=7, beyond_rules_minor=7, table="RL01", round="crowded", bet=bet)
        if bet is not None:
            remedy = msgspec.structs.replace(made.fact.remedy, kind="other", lines=(line,))
            made.fact = msgspec.structs.replace(made.fact, remedy=remedy)

    def letter(self, party: str, monkeypatch: pytest.MonkeyPatch) -> d.PaperData:
        monkeypatch.setattr(Composer, "as_of", lambda composer, at: self.case)
        now = self.case.changed_at
        assert now is not None
        return compose(house_property(), self.case, "decision", "en", party, now=now, by=BY)


def ticked(*bets: str) -> f.RoundRef:
    return f.RoundRef(table="RL01", round="crowded", bets=bets)


def test_a_case_from_before_shows_its_only_player_what_was_ticked(
    crowded: Court, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = Before(crowded, ticked("b1", "b3"), None, CHI)
    assert [bet.bet for bet in before.letter("P1", monkeypatch).bets] == ["b1", "b3"]


def test_a_case_from_before_shows_what_was_ticked_of_nobody_whom_the_table_knows(
    crowded: Court, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = Before(crowded, ticked("b1", "b2", "b3"), "b2", AN)
    made = before.letter("P1", monkeypatch)
    assert [bet.bet for bet in made.bets] == ["b1", "b3"]
    assert made.decision is not None
    assert made.decision.remedy.total_minor == 0, "it was paid on a stranger's bet"


def test_a_case_from_before_that_ticked_nothing_shows_nothing_that_nobody_knows(
    crowded: Court, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Before(crowded, CROWDED, None, CHI).letter("P1", monkeypatch)
    assert (made.bets, made.no_bets) == ((), True)


def test_what_a_remedy_from_before_was_made_on_stands_in_the_letter_of_the_only_player(
    crowded: Court, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Before(crowded, CROWDED, "b3", CHI).letter("P1", monkeypatch)
    assert made.decision is not None
    assert ([bet.bet for bet in made.bets], made.decision.remedy.total_minor) == (["b3"], 7)


def test_of_several_players_from_before_nobody_is_shown_what_nobody_knows(
    crowded: Court, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = Before(crowded, ticked("b3"), "b3", AN, CHI)
    for party in ("P1", "P2"):
        made = before.letter(party, monkeypatch)
        assert made.decision is not None
        assert (made.bets, made.decision.remedy.total_minor) == ((), 0)

"""The round page of every game but roulette: its picture in both widths, every bet with its clauses, both languages."""

from __future__ import annotations

import re

import pytest

from games.rows.following import follow_now
from games.rows.models import Round
from games.rows.replay import Replayer
from tests.admin.conftest import As
from tests.replay.golden import in_ledger
from tests.words.arithmetic import amounts_summed, money

ROUNDS = {
    "sicbo/5.1-every-price": ("tp-die", "6.4.1"),
    "sicbo/7.8-void-on-another-ground": ("tp-die", "7.8"),
    "baccarat/5.1.2-commission-rounded-down-once": ("tp-card", "5.1.2"),
    "baccarat/6.4.3-two-insurances-share-the-main-bet": ("tp-card", "6.4.3"),
    "baccarat/7.13-order-open": ("tp-card", "7.13"),
    "maubinh/G.3-foul": ("tp-lane", "G.3"),
    "niuniu/5.1-every-row-of-the-table": ("tp-card", "5.1"),
    "niuniu/7.4.1-another-player-had-arranged": ("tp-card", "7.4.1"),
    "maubinh/C.4-home-run": ("tp-card", "C.4"),
}


@pytest.mark.parametrize("name", sorted(ROUNDS))
@pytest.mark.parametrize("language", ["vi", "en"])
def test_the_page_shows_picture_bets_and_clauses(as_: As, name: str, language: str) -> None:
    marked, clause = ROUNDS[name]
    stream = in_ledger(f"{name}.txt")
    follow_now("TST")
    row = Round.objects.get(stream=stream)
    page = as_("pit_manager", language).get(f"/admin/games/round/{row.pk}/change/")
    assert page.status_code == 200
    shown = page.content.decode()
    assert shown.count("<svg") >= 2
    assert marked in shown
    assert "tp-layout-lying" in shown
    assert "tp-layout-standing" in shown
    assert clause in shown
    for result in Replayer("TST").round(stream).judgement.results:
        assert f'id="bet-{result.bet}"' in shown
        assert f'href="#bet-{result.bet}"' in shown


@pytest.mark.parametrize("name", sorted(ROUNDS))
@pytest.mark.parametrize("language", ["vi", "en"])
def test_every_amount_that_is_due_stands_with_a_sum_that_is_true(as_: As, name: str, language: str) -> None:
    """Read off the page itself, of bets that are decided and of each way to decide the others."""
    stream = in_ledger(f"{name}.txt")
    follow_now("TST")
    row = Round.objects.get(stream=stream)
    shown = as_("pit_manager", language).get(f"/admin/games/round/{row.pk}/change/").content.decode()
    table = shown.partition('<table class="tp-table tp-cards tp-bets">')[2].partition("</tbody>")[0]
    shown_bets = dict(re.findall(r'<tr id="bet-([^"]+)"(.*?)(?=<tr id="bet-|\Z)', table, re.DOTALL))
    for result in Replayer("TST").round(stream).judgement.results:
        shown_bet = shown_bets[result.bet]
        stake = money(re.findall(r'<span class="tp-amount">([^<]*)</span>', shown_bet)[0], language)
        settled = [option.settlement for option in result.alternatives] or [result.settlement]
        due = [(s.winnings_minor, s.commission_minor, s.collected_minor, s.returned_minor) for s in settled]
        assert amounts_summed(shown_bet, language, stake) == sum(1 for each in due for amount in each if amount)

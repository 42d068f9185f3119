"""On the page of a ruling: other rounds of the table that wait for the same clause are ruled on with it."""

from __future__ import annotations

import html
import re

from games.engine.facts import RulingMade
from tests.admin.conftest import As
from tests.admin.house import House
from tests.admin.test_desk_forms import CONFIRM, hidden, ruling
from tests.service.test_rulings import unclear


def test_other_rounds_that_wait_for_the_clause_are_ruled_on_in_one_act(house: House, as_: As) -> None:
    unclear(house, "unclear2")
    client, address = as_("pit_manager", "en"), ruling(house)
    page = html.unescape(client.get(address).content.decode())
    [also] = re.findall(r'name="also" value="([^"]+)"', page)
    assert also.startswith("unclear2@")
    [clause] = re.findall(r'<option value="([^"]+)" selected', page.partition('name="clause"')[2].partition("</s")[0])
    said = {"clause": clause, "choice": "void", "bets": ["b1"], "reason": "Seen clearly on the film.", **hidden(page)}
    both = {**said, "also": [also]}
    shown = client.post(address, both).content.decode()
    assert "unclear2: b1" in shown.partition('id="consequence"')[2].partition("</section>")[0], "what it comes to"
    mark = CONFIRM.findall(shown)[0]
    assert client.post(address, {**said, "confirmed": mark}).status_code == 200, "not what was shown"
    assert client.post(address, {**both, "confirmed": mark}).status_code == 302
    for code in ("unclear", "unclear2"):
        fact = house.story.ledger.stream(f"round/RL01/{code}")[-1].data
        assert isinstance(fact, RulingMade)
        assert (fact.clause, fact.choice, fact.bets) == (clause, "void", ("b1",))


def test_where_nothing_else_waits_nothing_is_asked(house: House, as_: As) -> None:
    assert 'name="also"' not in as_("pit_manager", "en").get(ruling(house)).content.decode()

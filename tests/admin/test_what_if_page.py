"""What if, on its page: facts left out, changed and added; both settlements beside each other; nothing stored."""

from __future__ import annotations

import html
from typing import Any

import pytest
from django.urls import reverse

from tests.admin.conftest import As
from tests.admin.house import House
from tests.admin.test_desk_forms import version_of


def supposing(house: House, code: str = "right") -> str:
    return reverse("admin:games_round_what_if", args=[house.round(code).pk])


def compared(house: House, as_: As, said: dict[str, Any], code: str = "right", status: int = 200) -> str:
    head = house.story.ledger.head()
    answer = as_("auditor", "en").post(supposing(house, code), said)
    assert answer.status_code == status
    assert house.story.ledger.head() == head, "a what-if stored something"
    return html.unescape(answer.content.decode())


def test_every_fact_is_offered(house: House, as_: As) -> None:
    page = as_("dealer", "vi").get(supposing(house)).content.decode()
    for event in house.story.ledger.stream("round/RL01/right"):
        assert f'name="do-{event.version}"' in page
    assert 'id="consequence"' not in page


def test_a_fact_left_out(house: House, as_: As) -> None:
    shown = compared(house, as_, {f"do-{version_of(house, 'right', 'payout_made')}": "drop"})
    assert "no change" in shown, "what is due does not hang on what was paid"
    assert "Findings that would come" in shown
    assert "Not paid" in shown or "not paid" in shown


def test_a_fact_to_be_changed_opens_its_fields_and_then_counts(house: House, as_: As) -> None:
    version = version_of(house, "right", "ball_dropped")
    opened = compared(house, as_, {f"do-{version}": "change"})
    assert f'name="v{version}-pocket"' in opened
    assert "Nothing would change" in opened
    said = {f"do-{version}": "change", f"v{version}-here": "1", f"v{version}-pocket": "18"}
    shown = compared(house, as_, said)
    assert "−3,600,000" in shown
    assert 'id="compared-b1"' in shown
    assert "Result after" in shown


def test_a_corrected_fact_is_supposed_from_what_is_held(house: House, as_: As) -> None:
    version = version_of(house, "corrected", "bet_placed")
    opened = compared(house, as_, {f"do-{version}": "change"}, code="corrected")
    assert f'name="v{version}-stake_minor" value="50000"' in opened
    said = {
        f"do-{version}": "change",
        f"v{version}-here": "1",
        f"v{version}-bet": "b1",
        f"v{version}-spot": "straight:17",
        f"v{version}-stake_minor": "100000",
        f"v{version}-player": "P-1",
    }
    assert "+1,750,000" in compared(house, as_, said, code="corrected")


def test_a_fact_added_and_taken_out_again(house: House, as_: As) -> None:
    no_spin = "roulette.no_spin_called.v1"
    opened = compared(house, as_, {"more": no_spin})
    assert f'value="1:{no_spin}"' in opened
    assert 'name="a1-called_by-post"' in opened
    said = {
        "added": f"1:{no_spin}",
        "a1-here": "1",
        "a1-called_by-post": "dealer",
        "a1-called_by-staff": "S-101",
        "a1-ground": "7.1",
        "after-1": str(version_of(house, "right", "ball_dropped") - 1),
    }
    shown = compared(house, as_, said)
    assert "−3,500,000" in shown
    assert "7.1" in shown
    assert "Nothing would change" in compared(house, as_, {**said, "without-1": "1"})


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"spot": "straight 17"}, "This does not fit"),
        ({"stake_minor": "0"}, "greater than or equal to 1"),
        ({"chips": "{"}, "This is not JSON: line 1"),
        ({"chips": '{"colour": 3}'}, "This does not fit"),
    ],
)
def test_what_does_not_fit_is_said_at_its_field(typed: dict[str, str], sentence: str, house: House, as_: As) -> None:
    version = version_of(house, "right", "bet_placed")
    fields = {"bet": "b1", "spot": "straight:17", "stake_minor": "100000", "player": "P-1", **typed}
    said = {f"do-{version}": "change", f"v{version}-here": "1"}
    said |= {f"v{version}-{name}": value for name, value in fields.items()}
    shown = compared(house, as_, said, status=422)
    field = next(iter(typed))
    wrong = shown.split("tp-field-wrong", 1)[1]
    assert f'name="v{version}-{field}"' in wrong.split("</div>", 1)[0]
    assert sentence in wrong


def test_nothing_left_of_a_round_is_said_and_is_no_failure(house: House, as_: As) -> None:
    facts = house.story.ledger.stream("round/RL01/right")
    shown = compared(house, as_, {f"do-{event.version}": "drop" for event in facts}, status=422)
    assert "leaves out every fact of the round" in shown

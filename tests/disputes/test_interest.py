"""Whoever is in a matter does not handle it: the people of the trade's oldest fraud, played whole over API and pages.

A director who voids a paid round and lets the findings about it rest; a supervisor complained of who takes the case
over; the dealer of the round; and beside them the colleague who only was on duty, who hears the dispute first (8.1).
"""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from casino.access.roles import staff_code
from disputes.rows import stored
from disputes.rows.models import Case as CaseRow
from games.rows.models import Finding, FindingStatus, Waiting
from tests.admin.house import person
from tests.disputes.api.test_cases import OPENING, REMEDY, Caller
from tests.disputes.court import Court, colleague
from tests.replay.story import CODE

pytestmark = pytest.mark.django_db

STATEMENT = "Tôi không thiếu gì cả."


class Player(Caller):
    """Somebody at the API, by account."""

    def __init__(self, user: User) -> None:
        self.user = user
        self.client = Client(headers={"Accept-Language": "en"})
        self.client.force_login(user, backend="casino.backends.PostingBackend")
        self.client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"

    @property
    def staff(self) -> str:
        return staff_code(self.user)

    def at(self, path: str, **said: Any) -> Any:
        """A command on a round or a finding."""
        house = f"?property={CODE}" if path.startswith("rounds/") else ""
        body = {"command_id": str(uuid4()), "reason": "Đã xem lại toàn bộ ván này cùng khách.", **said}
        return self.client.post(f"/api/v1/{path}{house}", body, content_type="application/json")

    def rule(self, court: Court, round_: str) -> Any:
        seen = court.house.story.ledger.stream(f"round/RL01/{round_}")[-1].version
        return self.at(f"rounds/RL01/{round_}/rulings/", clause="7.12", choice="void", seen_version=seen)


@pytest.fixture
def director(court: Court) -> Player:
    return Player(colleague("D-1", "director_of_table_games"))


@pytest.fixture
def complained_of(court: Court) -> Player:
    return Player(colleague("S-named", "pit_supervisor"))


def of(round_: str) -> dict[str, Any]:
    return {**OPENING, "rounds": [{"table": "RL01", "round": round_, "bets": ["b1"]}]}


# --- The director ----------------------------------------------------------------------------------------------------


def test_7_12_a_director_voids_no_round_that_has_ended_and_of_which_nothing_waits(
    court: Court, director: Player
) -> None:
    before = len(court.house.story.ledger.stream("round/RL01/right"))
    refused = director.rule(court, "right")
    assert (refused.status_code, refused.json()["code"]) == (409, "ruling_no_matter")
    page = reverse("admin:games_round_rule", args=[court.house.round("right").pk])
    form = {
        "seen_version": before,
        "command_id": str(uuid4()),
        "clause": "7.12",
        "choice": "void",
        "reason": "Vô hiệu.",
    }
    first = director.client.post(page, form)
    answered = director.client.post(page, {**form, "confirmed": first.context["confirm"]})
    assert answered.status_code == 409
    assert "no matter of it waits or is open" in answered.content.decode()
    assert len(court.house.story.ledger.stream("round/RL01/right")) == before, "the page refuses as well"
    director.post("", {"command_id": str(uuid4()), **of("right")})
    assert director.rule(court, "right").json()["code"] == "ruling_no_matter", "nor is a case a matter of the round"


def test_the_director_who_ruled_lets_no_finding_of_the_round_rest_not_in_slices_and_not_by_a_page(
    court: Court, director: Player
) -> None:
    other = Player(colleague("D-2", "director_of_table_games"))
    other.open(**{key: value for key, value in of("right").items() if key != "claim"}, claim="Khách nói chưa được trả.")
    refused = director.rule(court, "right")
    assert (refused.status_code, refused.json()["code"]) == (409, "ruling_no_matter"), "its remedy puts a case right"
    court.house.story.matter("round/RL01/right", seen_by=None)
    refused = director.rule(court, "right")
    assert (refused.status_code, refused.json()["code"]) == (409, "ruling_no_matter"), "a tablet is nobody"
    court.house.story.matter("round/RL01/right")
    assert director.rule(court, "right").status_code == 200, "what somebody else recorded is a matter"
    court.house.follow()
    found = list(Finding.objects.filter(stream="audit/RL01/right", status=FindingStatus.OPEN))
    assert found, "what was paid is not what is due of a void round"
    for row in found:
        refused = director.at(f"findings/{row.pk}/dismissals/")
        assert (refused.status_code, refused.json()["code"]) == (403, "interest_barred")
        assert "you ruled at RL01/right" in refused.json()["message"]
        page = director.client.post(
            reverse("admin:games_finding_dismiss", args=[row.pk]),
            {"reason": "Đã xem lại toàn bộ ván này.", "command_id": str(uuid4())},
        )
        assert page.status_code == 422
        assert "you ruled at RL01/right" in page.content.decode()
        row.refresh_from_db()
        assert row.status == FindingStatus.OPEN


def test_nor_does_he_confirm_what_another_asks_or_take_the_case(court: Court, director: Player) -> None:
    other = Player(colleague("D-2", "director_of_table_games"))
    number = other.open(**{key: value for key, value in of("right").items() if key != "claim"})
    court.house.story.matter("round/RL01/right")
    assert director.rule(court, "right").status_code == 200
    court.house.follow()
    row = Finding.objects.filter(stream="audit/RL01/right", status=FindingStatus.OPEN, severity="money").first()
    assert row is not None
    assert abs(row.amount_minor) > 1_000_000
    assert other.at(f"findings/{row.pk}/dismissals/").status_code == 200, "asked for"
    [waits] = Waiting.objects.filter(kind="dismiss")
    body = {"command_id": str(uuid4()), "say": "confirm"}
    refused = director.client.post(f"/api/v1/waiting/{waits.pk}/answers/", body, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (403, "interest_barred")
    Player(person("pit_supervisor")).do(number, "pass-on", why="cannot_be_resolved")
    refused = director.do(number, "take-over")
    assert (refused.status_code, refused.json()["code"]) == (403, "interest_barred")


def test_findings_of_one_cause_count_together(court: Court) -> None:
    """Slices of one matter, each below what one person lets rest alone, are one matter."""
    manager = Player(person("pit_manager"))
    at = court.house.story.now
    for number in range(6):
        court.house.story.spin(f"slice{number}", at, paid_minor=3_200_000)
    court.house.follow()
    rows = list(Finding.objects.filter(stream__startswith="audit/RL01/slice", severity="money").order_by("pk"))
    assert {row.amount_minor for row in rows} == {-300_000}
    for row in rows:
        assert manager.at(f"findings/{row.pk}/dismissals/").status_code == 200
    states = [Finding.objects.get(pk=row.pk).status for row in rows]
    assert states == [FindingStatus.DISMISSED] * 3 + [FindingStatus.OPEN] * 3
    assert Waiting.objects.filter(kind="dismiss", state="waiting").count() == 3


# --- The supervisor complained of ------------------------------------------------------------------------------------


def test_a_supervisor_complained_of_handles_nothing_of_the_case(court: Court, complained_of: Player) -> None:
    other = Player(person("pit_supervisor"))
    number = other.open(amount_minor=4_000_000, staff=[complained_of.staff])
    case = stored.load(CODE, number)
    guest = next(party.party for party in case.parties.values() if party.kind == "player")
    tried: dict[str, dict[str, Any]] = {
        "take-over": {},
        "change-amount": {"amount_minor": 1},
        "change-rounds": {"rounds": [{"table": "RL01", "round": "right"}]},
        "take-statement": {"party": guest, "said": STATEMENT},
        "add-evidence": {"item": "other", "text": "Không có gì để nói thêm về việc này cả."},
        "propose-remedy": {"remedy": REMEDY},
        "withdraw": {},
    }
    for command, said in tried.items():
        refused = complained_of.do(number, command, **said)
        assert (refused.status_code, refused.json()["code"]) == (403, "case_party"), command
    offered = set(complained_of.case(number)["commands"])
    assert offered.isdisjoint(command.replace("-", "_") for command in tried if command != "take-statement")
    assert {"add_note", "pass_on", "assign"} <= offered
    after = stored.load(CODE, number)
    assert (after.amount_minor, after.rounds, after.statements) == (4_000_000, case.rounds, [])
    assert after.assigned_to == other.staff


def test_nor_over_the_pages(court: Court, complained_of: Player) -> None:
    number = Player(person("pit_supervisor")).open(amount_minor=4_000_000, staff=[complained_of.staff])
    row = CaseRow.objects.get(number=number)
    page = complained_of.client.get(reverse("admin:disputes_case_change", args=[row.pk])).content.decode()
    for command in ("change_amount", "take_over", "propose_remedy", "change_rounds"):
        address = reverse("admin:disputes_case_do", args=[row.pk, command])
        assert address not in page, "no button leads there"
        complained_of.client.post(address, {"amount_minor": "1", "command_id": str(uuid4()), "seen_version": 1})
    assert stored.load(CODE, number).amount_minor == 4_000_000
    assert reverse("admin:disputes_case_do", args=[row.pk, "pass_on"]) in page


def test_the_one_complained_of_says_their_own_words_notes_and_hands_over(court: Court, complained_of: Player) -> None:
    number = Player(person("pit_supervisor")).open(staff=[complained_of.staff])
    case = stored.load(CODE, number)
    own = next(party.party for party in case.parties.values() if party.staff == complained_of.staff)
    assert complained_of.do(number, "take-statement", party=own, said="Tôi đã trả đúng.").status_code == 200
    assert complained_of.do(number, "add-note", note="Khách đang chờ ở quầy.").status_code == 200
    assert complained_of.do(number, "pass-on", why="cannot_be_resolved").status_code == 200


def test_a_case_is_not_handed_to_whoever_is_in_it(court: Court, complained_of: Player) -> None:
    other = Player(person("pit_supervisor"))
    number = other.open(staff=[complained_of.staff])
    refused = other.do(number, "assign", staff=complained_of.staff)
    assert (refused.status_code, refused.json()["code"]) == (422, "case_staff_barred")


def test_whoever_allowed_or_ruled_is_a_party_from_the_opening_on(court: Court) -> None:
    ruler = Player(colleague("S-200", "pit_supervisor"))
    number = Player(person("pit_supervisor")).open(rounds=[{"table": "RL01", "round": "corrected", "bets": ["b1"]}])
    refused = ruler.do(number, "take-over")
    assert refused.status_code == 403
    assert "you made what is looked into" in refused.json()["message"], "S-200 corrected the bet in dispute"


# --- The dealer, and the colleague -----------------------------------------------------------------------------------


def dealt(court: Court, *, dealer: str, supervisor: str) -> None:
    """A round of which the table says who dealt it and who was on duty."""
    story = court.house.story
    stream, at = "round/RL01/named", story.now
    story.tell(stream, "roulette.round_opened", at, number=9, dealer=dealer, supervisor=supervisor)
    story.tell(stream, "roulette.bet_placed", at, bet="b1", spot="straight:17", stake_minor=100_000, player="P-1")
    story.tell(stream, "roulette.ball_spun", at)
    story.tell(stream, "roulette.betting_closed", at)
    story.tell(stream, "roulette.ball_dropped", at, pocket=17)
    story.tell(stream, "roulette.payout_made", at, bet="b1", amount_minor=3_000_000)
    story.tell(stream, "roulette.round_closed", at)
    court.house.follow()


def test_the_dealer_of_the_round_is_barred_in_whatever_post_and_the_supervisor_on_duty_is_not(court: Court) -> None:
    dealer = Player(colleague("S-dealt", "pit_supervisor"))
    on_duty = Player(colleague("S-duty", "pit_supervisor"))
    dealt(court, dealer=dealer.staff, supervisor=on_duty.staff)
    number = dealer.open(rounds=[{"table": "RL01", "round": "named", "bets": ["b1"]}])
    remedy = {**REMEDY, "lines": [{"to_player_minor": 500_000, "table": "RL01", "round": "named", "bet": "b1"}]}
    refused = dealer.do(number, "propose-remedy", remedy=remedy)
    assert (refused.status_code, refused.json()["code"]) == (403, "interest_barred")
    assert "you dealt round RL01/named" in refused.json()["message"]
    [row] = Finding.objects.filter(stream="audit/RL01/named", severity="money")
    assert dealer.at(f"findings/{row.pk}/dismissals/").json()["code"] == "interest_barred"
    assert on_duty.do(number, "take-over").status_code == 200
    assert on_duty.do(number, "propose-remedy", remedy=remedy).status_code == 200
    assert on_duty.do(number, "answer-at-table", agreed=True).status_code == 200, "8.1: the supervisor hears it first"


def test_a_person_of_the_house_who_bets_there_gains_by_it(court: Court) -> None:
    gaining = Player(colleague("P-1", "pit_supervisor"))
    number = Player(person("pit_supervisor")).open()
    refused = gaining.do(number, "propose-remedy", remedy=REMEDY)
    assert (refused.status_code, refused.json()["code"]) == (403, "interest_barred")
    assert "you gain by it" in refused.json()["message"]

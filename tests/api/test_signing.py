"""Commands of the API signed by passkey: the challenge is asked for, the answer sent, and what is recorded says so."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from casino.accounts import signatures
from casino.clock import now as clock
from casino.core.passkey import challenge_text
from casino.ledger.verify import verify
from games.engine.facts import RulingMade
from games.rows.origins import shares
from tests.api.test_commands import correction, ruling, story
from tests.factors.authenticator import ORIGIN, RP, Authenticator
from tests.replay.story import CODE, Story

__all__ = ["story"]
pytestmark = pytest.mark.django_db

RULINGS = f"/api/v1/rounds/RL01/1/rulings/?property={CODE}"
CORRECTIONS = f"/api/v1/rounds/RL01/1/corrections/?property={CODE}"


def ruled() -> dict[str, Any]:
    """A ruling on the round as it stands once somebody has opened a matter of it."""
    return ruling(seen_version=8)


def besides(story: Story) -> list[dict[str, Any]]:
    """Two further rounds of the table that wait, as a ruling names them."""
    streams = [story.spin(code, story.now) for code in ("2", "3")]
    seen = [story.matter(stream).version for stream in streams]
    return [{"round": code, "bets": ["b1"], "seen_version": version} for code, version in zip("23", seen, strict=True)]


class Signer:
    """A director with a passkey, and the program that they use."""

    def __init__(self, role: str = "director_of_table_games") -> None:
        self.device = Authenticator()
        self.browser: Any = Client(SERVER_NAME=RP)
        self.browser.force_login(User.objects.get(username=role), backend="casino.backends.PostingBackend")
        page = self.browser.get("/admin/account/passkey/", secure=True)
        made = self.device.make(page.context["options"])
        self.browser.post("/admin/account/passkey/", {"passkey": made}, secure=True)

    def post(self, path: str, body: Any, wish: str | None = None, expected: int = 200) -> Any:
        headers = {"Accept-Language": "en"} | ({"Tableproof-Sign": wish} if wish else {})
        raw = json.dumps(body, default=str)
        reply = self.browser.post(path, raw, content_type="application/json", secure=True, headers=headers)
        assert reply.status_code == expected, reply.content
        return reply.json()

    def sign(self, path: str, body: Any, *, expected: int = 200, **lies: Any) -> Any:
        asked = self.post(path, body, "challenge")
        answer = json.loads(self.device.sign(asked["passkey"], **lies))
        return self.post(path, {"token": asked["token"], "passkey": answer}, "signed", expected)


@pytest.fixture
def signer(story: Story, settings: Any) -> Signer:
    story.matter("round/RL01/1")  # an ended round is ruled on only where a matter of it waits
    settings.PASSKEY_DOMAIN, settings.PASSKEY_ORIGINS = RP, [ORIGIN]
    settings.ALLOWED_HOSTS = [RP, "testserver"]
    settings.PROOF_MINUTES = 10
    return Signer()


def demand(mode: str = "all", role: str = "director_of_table_games") -> None:
    signatures.demand(
        mode=mode,  # type: ignore[arg-type]
        role=role,
        by="person:P1",
        set_by="P1",
        command_id=uuid4(),
        now=clock(),
    )


def origin_at(position: int) -> bytes:
    with connection.cursor() as cursor:
        cursor.execute("SELECT origin FROM ledger_event WHERE position = %s AND actor LIKE 'person:%%'", [position])
        return bytes(cursor.fetchone()[0])


def test_a_challenge_is_the_hash_of_the_command_and_carries_nothing_out(story: Story, signer: Signer) -> None:
    before = story.ledger.head()
    asked = signer.post(RULINGS, ruled(), "challenge")
    assert story.ledger.head() == before
    said = json.loads(asked["command"])
    assert said["about"] == {"stream": "round/RL01/1", "command": "record_ruling", "seen_version": "8"}
    assert (said["property"], said["person"], said["act"]) == (CODE, "director_of_table_games", "api:rulings")
    assert said["said"]["clause"] == ruled()["clause"]
    assert said["said"]["reason"].startswith("sha256:")
    assert asked["passkey"]["challenge"] == challenge_text(asked["command"].encode())


def test_a_signed_ruling_says_whose_it_is_and_its_sealed_words_are_those_that_were_signed(
    story: Story, signer: Signer
) -> None:
    demand()
    position = signer.sign(RULINGS, ruled())["position"]
    assert len(origin_at(position)) == 32
    [event] = [e for e in story.ledger.stream("round/RL01/1") if e.position == position]
    assert isinstance(event.data, RulingMade)
    assert event.data.sealed_reason is not None
    with connection.cursor() as cursor:
        cursor.execute("SELECT command, digest FROM ledger_assertion")
        [(command, digest)] = cursor.fetchall()
    said = msgspec.json.decode(bytes(command))
    assert said["said"]["reason"] == f"sha256:{event.data.sealed_reason.digest}"
    assert bytes(digest) == origin_at(position)
    assert verify(CODE).fault is None
    assert shares(CODE, after=position - 1, upto=position).events.by_person == 1


def test_a_ruling_over_several_rounds_is_signed_with_all_of_them(story: Story, signer: Signer) -> None:
    demand()
    also = besides(story)
    asked = signer.post(RULINGS, {**ruled(), "also": also}, "challenge")
    rounds = [["round/RL01/1", []], *([f"round/RL01/{each['round']}", each["bets"]] for each in also)]
    assert json.loads(asked["command"])["said"]["rounds"] == rounds
    passkey = json.loads(signer.device.sign(asked["passkey"]))
    position = signer.post(RULINGS, {"token": asked["token"], "passkey": passkey}, "signed")["position"]
    events = [story.ledger.stream(f"round/RL01/{code}")[-1] for code in ("1", "2", "3")]
    assert [event.position for event in events] == [position, position + 1, position + 2]
    assert all(isinstance(event.data, RulingMade) for event in events)
    assert len({origin_at(event.position) for event in events}) == 1, "one assertion stands for all"
    assert len(origin_at(position)) == 32
    assert verify(CODE).fault is None


def test_a_ruling_over_other_rounds_than_were_signed_is_refused(story: Story, signer: Signer) -> None:
    demand()
    two, three = besides(story)
    signed = signer.post(RULINGS, {**ruled(), "also": [two]}, "challenge")
    passkey = json.loads(signer.device.sign(signed["passkey"]))
    before = story.ledger.head()
    for also in ([two, three], [three], [], [{**two, "bets": []}]):
        other = signer.post(RULINGS, {**ruled(), "also": also}, "challenge")
        assert other["passkey"]["challenge"] != signed["passkey"]["challenge"]
        refused = signer.post(RULINGS, {"token": other["token"], "passkey": passkey}, "signed", 422)
        assert refused["code"] == "passkey_refused"
        unsigned = {**ruled(), "also": also, "token": signed["token"], "passkey": passkey}
        assert signer.post(RULINGS, unsigned, expected=403)["code"] == "signature_needed"
    assert story.ledger.head() == before


def test_a_command_that_must_be_signed_is_refused_unsigned(story: Story, signer: Signer) -> None:
    demand()
    before = story.ledger.head()
    assert signer.post(RULINGS, ruled(), expected=403)["code"] == "signature_needed"
    assert story.ledger.head() == before


def test_where_nothing_is_demanded_it_counts_as_unsigned(signer: Signer) -> None:
    assert origin_at(signer.post(RULINGS, ruled())["position"]) == b""


def test_the_signature_is_the_proof_as_well(story: Story, signer: Signer) -> None:
    session = signer.browser.session
    session["factors.proof"] = {**session["factors.proof"], "at": session["factors.proof"]["at"] - 660}
    session.save()
    assert signer.post(RULINGS, ruled(), expected=403)["code"] == "proof_needed"
    assert len(origin_at(signer.sign(RULINGS, ruled())["position"])) == 32


def test_lies_and_replays_are_refused(story: Story, signer: Signer) -> None:
    before = story.ledger.head()
    for lies in ({"origin": "https://evil.example"}, {"rp": "evil.example"}, {"flags": 1}):
        assert signer.sign(RULINGS, ruled(), expected=422, **lies)["code"] == "passkey_refused"
    first = signer.post(RULINGS, ruled(), "challenge")
    second = signer.post(CORRECTIONS, correction(story, seen_version=8), "challenge")
    answer = json.loads(signer.device.sign(second["passkey"]))
    swapped = {"token": first["token"], "passkey": answer}
    assert signer.post(RULINGS, swapped, "signed", 422)["code"] == "passkey_refused"
    elsewhere = {"token": second["token"], "passkey": answer}
    assert signer.post(RULINGS, elsewhere, "signed", 409)["code"] == "factor_expired"
    assert signer.post(CORRECTIONS, elsewhere, "signed", 409)["code"] == "factor_expired", "a challenge counts once"
    assert signer.post(RULINGS, {"token": "junk", "passkey": {}}, "signed", 409)["code"] == "factor_expired"
    assert signer.post(RULINGS, ruled(), "signed", 400)["code"] == "bad_request"
    assert signer.post(RULINGS, [1], "challenge", 400)["code"] == "bad_request"
    assert signer.post(RULINGS, {"x": 1.5}, "challenge", 400)["code"] == "bad_request"
    assert story.ledger.head() == before


def test_what_a_second_person_confirms_is_signed_with_its_effect(story: Story, signer: Signer) -> None:
    signer.sign(CORRECTIONS, correction(story, seen_version=8))
    second = Signer("shift_manager")
    waiting = second.browser.get(f"/api/v1/waiting/?property={CODE}", secure=True).json()["waiting"]
    key = waiting[0]["id"]
    said = {"command_id": str(uuid4()), "say": "confirm"}
    second.sign(f"/api/v1/waiting/{key}/answers/", said)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT type, origin FROM ledger_event WHERE actor = 'person:shift_manager' AND stream LIKE ANY"
            " (ARRAY['ask/%', 'round/%']) ORDER BY position"
        )
        rows = cursor.fetchall()
    assert {name for name, _origin in rows} == {"ask.confirmed.v1", "roulette.fact_corrected.v1"}
    assert len({bytes(origin) for _name, origin in rows}) == 1
    assert all(len(bytes(origin)) == 32 for _name, origin in rows)
    assert verify(CODE).fault is None


def test_whoever_has_no_passkey_is_told(story: Story, signer: Signer) -> None:
    demand(role="pit_manager")
    browser = Client(SERVER_NAME=RP)
    browser.force_login(User.objects.get(username="pit_manager"), backend="casino.backends.PostingBackend")
    raw = json.dumps(ruling())
    reply = browser.post(
        RULINGS, raw, content_type="application/json", secure=True, headers={"Tableproof-Sign": "challenge"}
    )
    assert reply.json()["code"] == "signature_no_passkey"

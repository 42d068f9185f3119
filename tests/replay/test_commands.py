"""The commands replay, audit, project and rebuild_readmodel, as a person runs them."""

from __future__ import annotations

import io
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from games.rows.models import Finding, Round
from games.rows.readmodel import catch_up
from tests.replay.story import CODE, STARTS, Story

pytestmark = pytest.mark.django_db


@pytest.fixture
def story() -> Story:
    told = Story()
    told.table(at=STARTS)
    told.spin("1", STARTS + timedelta(minutes=1), paid_minor=3_600_000)
    return told


def run(*args: Any, **options: Any) -> str:
    out = io.StringIO()
    call_command(*args, stdout=out, **options)
    return out.getvalue()


def test_a_round_is_told_in_both_languages_with_its_clauses(story: Story) -> None:
    english = run("replay", "RL01/1", "--language", "en")
    assert "REPLAY" in english
    assert "100,000 × 35 = 3,500,000" in english
    assert "Paid too much b1, 100,000" in english
    assert "5.1" in english
    assert "How the house chose to read the document" in english
    assert 'rounding_direction = "down"' in english
    assert "10:01:25.000" in english  # the ball at rest, by the clock of the house
    vietnamese = run("replay", "round/RL01/1", "--language", "vi", "--property", CODE)
    assert "TÁI HIỆN" in vietnamese
    assert "100.000 × 35 = 3.500.000" in vietnamese
    assert "Trả thưởng thừa" in vietnamese


def remedied(story: Story, to_player_minor: int, beyond_rules_minor: int) -> None:
    story.tell(
        "round/RL01/1",
        "roulette.remedy_made",
        STARTS + timedelta(hours=1),
        bet="b1",
        to_player_minor=to_player_minor,
        beyond_rules_minor=beyond_rules_minor,
        kind="other",
        case="2026-0001",
        made_by={"post": "pit_manager", "staff": "S-300"},
    )


def test_a_remedy_is_told_apart_from_what_was_done_at_the_table(story: Story) -> None:
    remedied(story, -80_000, 20_000)
    english = run("replay", "RL01/1", "--language", "en").replace("\N{NO-BREAK SPACE}", " ")
    lines = [line.strip() for line in english.splitlines()]
    assert lines[lines.index("recorded: paid 3,600,000 VND") + 1] == "remedied by case 2026-0001: −80,000 VND"
    assert "beyond the rules: +20,000 VND" in lines
    assert "difference: right" in lines
    assert "hồ sơ 2026-0001 xử lý: −80.000" in run("replay", "RL01/1", "--language", "vi")
    said = json.loads(run("replay", "RL01/1", "--json"))
    judgement = said["judgement"]
    assert (judgement["remedied_minor"], judgement["beyond_rules_minor"]) == (-80_000, 20_000)
    assert judgement["difference_minor"] == 0
    [found] = judgement["findings"]
    assert (found["code"], found["amount_minor"]) == ("remedied_beyond_rules", 20_000)
    assert judgement["results"][0]["recorded"] == {
        "paid_minor": 3_600_000,
        "collected_minor": 0,
        "returned_minor": 0,
        "remedied_minor": -80_000,
        "beyond_rules_minor": 20_000,
        "remedies": [
            {
                "case": "2026-0001",
                "kind": "other",
                "to_player_minor": -80_000,
                "beyond_rules_minor": 20_000,
                "out_minor": 0,
            },
        ],
        "out_minor": 0,
    }
    assert said["state"]["remedies"][0]["fact"]["case"] == "2026-0001"


def test_a_supposed_remedy_is_told_with_its_sums(story: Story, tmp_path: Path) -> None:
    data = {"bet": "b1", "to_player_minor": -100_000, "beyond_rules_minor": 0, "kind": "take_back", "case": "X-1"}
    data["made_by"] = {"post": "pit_manager", "staff": "S-300"}
    file = tmp_path / "what-if.json"
    file.write_text(json.dumps({"add": [{"type": "roulette.remedy_made.v1", "data": data}]}))
    told = run("replay", "RL01/1", "--what-if", str(file), "--language", "en").replace("\N{NO-BREAK SPACE}", " ")
    lines = [" ".join(line.split()) for line in told.splitlines()]
    assert "Remedied by cases: 0 VND −100,000 VND" in lines
    assert "Recorded less due: +100,000 VND 0 VND" in lines
    assert any(line.startswith("Paid too much b1") for line in lines)
    machines = json.loads(run("replay", "RL01/1", "--what-if", str(file), "--json"))
    assert (machines["before"]["remedied_minor"], machines["after"]["remedied_minor"]) == (0, -100_000)


def test_as_it_stood_at_a_position(story: Story) -> None:
    opened = story.ledger.stream("round/RL01/1")[0].position
    then = run("replay", "RL01/1", "--at", str(opened + 1), "--language", "en")
    assert "the round has not ended" in then
    assert "Paid too much" not in then
    with pytest.raises(CommandError):
        run("replay", "RL01/1", "--at", str(opened - 1))


def test_json_is_whole_and_names_every_clause(story: Story) -> None:
    said = json.loads(run("replay", "RL01/1", "--json"))
    assert [fact["version"] for fact in said["facts"]] == list(range(1, 8))
    assert said["state"]["pocket"] == 17
    assert said["document"]["id"] == "roulette.2020-06-13"
    [result] = said["judgement"]["results"]
    assert (result["settlement"]["winnings_minor"], result["difference_minor"]) == (3_500_000, 100_000)
    [finding] = said["judgement"]["findings"]
    assert set(finding["clauses"]) <= set(said["clauses"])
    assert all(text["vi"] and text["en"] for text in said["clauses"].values())
    rounding = next(reading for reading in said["readings"] if reading["name"] == "rounding_unit_minor")
    assert (rounding["value"], bool(rounding["text"]["vi"]), bool(rounding["text"]["en"])) == (1, True, True)
    assert set(rounding["clauses"]) <= set(said["clauses"])


@pytest.mark.parametrize("which", ["one of each kind", pytest.param("all", marks=pytest.mark.slow)])
def test_every_kind_of_simulated_round_can_be_told(story: Story, which: str) -> None:
    story.day(31, 200, "RL05")
    streams = list(story.ledger.stream_ids("round/RL05/"))
    assert len(streams) >= 200
    if which != "all":  # a kind is what happened in a round, whatever its order and its numbers
        kinds = {frozenset(event.type for event in story.ledger.stream(stream)): stream for stream in streams}
        assert len(kinds) > 10
        streams = list(kinds.values())
    for stream in streams:
        for language in ("vi", "en"):
            assert stream.split("/")[2] in run("replay", stream, "--language", language)
        assert json.loads(run("replay", stream, "--json"))["stream"] == stream


def test_an_unknown_round_or_property_is_a_sentence(story: Story) -> None:
    for args in (["RL01/none"], ["RL01/1", "--property", "NONE"]):
        with pytest.raises(CommandError) as refused:
            run("replay", *args)
        assert str(refused.value).endswith(".")


def test_audit_prints_and_stores_and_again_adds_nothing(story: Story) -> None:
    first = run("audit", "--all")
    assert "RL01/1" in first
    assert Finding.objects.filter(property__code=CODE, status="open").count() == 1
    head = story.ledger.head()[0]
    again = run("audit", "RL01/1")
    assert "RL01/1" in again
    assert story.ledger.head()[0] == head


def test_audit_for_machines_and_without_recording(story: Story) -> None:
    lines = [json.loads(line) for line in run("audit", "--table", "RL01", "--json", "--dry-run").splitlines()]
    assert [line.get("code") for line in lines] == ["paid_too_much", None]
    assert lines[-1]["findings"] == {"paid_too_much": 1}
    assert (lines[-1]["rounds"], lines[-1]["appended"]) == (1, 0)
    assert not Finding.objects.exists()


def test_audit_by_gaming_day(story: Story) -> None:
    assert json.loads(run("audit", "--day", "2026-06-13", "--json", "--summary"))["rounds"] == 1
    assert json.loads(run("audit", "--day", "2026-06-14", "--json", "--summary"))["rounds"] == 0


@pytest.mark.parametrize("args", [[], ["--all", "--table", "RL01"], ["--all", "RL01/1"]])
def test_audit_wants_to_know_what(story: Story, args: list[str]) -> None:
    with pytest.raises(CommandError):
        run("audit", *args)


@pytest.mark.parametrize("args", [["--table", "RL99"], ["--game", "poker"], ["RL01/1", "RL01/none"]])
def test_audit_of_what_is_not_there_is_an_error_and_not_an_empty_report(story: Story, args: list[str]) -> None:
    with pytest.raises(CommandError, match=r"RL99|poker|RL01/none"):
        run("audit", *args)
    assert not Finding.objects.exists()


def test_project_and_rebuild(story: Story) -> None:
    run("project")
    assert Round.objects.get(code="1").closed
    Round.objects.update(outcome="36")
    run("rebuild_readmodel", "--property", CODE)
    assert Round.objects.get(code="1").outcome == "17"
    assert catch_up(CODE).handled == 0


@pytest.mark.parametrize(
    ("language", "sentence"), [("vi", "Sổ chỉ mới đến vị trí"), ("en", "The log ends at position")]
)
def test_replay_says_where_the_log_ends_in_the_language_asked(language: str, sentence: str, story: Story) -> None:
    with pytest.raises(CommandError, match=sentence):
        run("replay", "RL01/1", "--at", "99999999", "--language", language)


def test_replay_says_at_which_position_it_stands(story: Story) -> None:
    head = story.ledger.head()[0]
    assert f"As it stood at position: {head} (" in run("replay", "RL01/1", "--language", "en")
    assert "As it stood at position: 3 (" in run("replay", "RL01/1", "--at", "3", "--language", "en")

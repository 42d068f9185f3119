"""An evening at an invented game, in the copy of the house into which it was laid: from the table to the letter."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from msgspec import json as msgspec_json
from msgspec.structs import replace

import games
from casino.access.roles import ensure_roles
from casino.clock import now as clock
from casino.core.errors import Problem
from casino.ledger.application import get_ledger
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.procedure import clause_of
from disputes.case.state import Case
from disputes.execution import service
from disputes.execution.judging import judged
from disputes.library import service as library
from disputes.library.documents import NewVersion
from disputes.papers.compose import printed
from disputes.rows import stored
from disputes.rows.actor import actor_of
from disputes.rows.models import Case as CaseRow
from games import catalogue
from games.catalogue import newest_book
from games.engine.document import parse_book
from games.engine.facts import Person
from games.engine.judgement import AWAITING
from games.engine.replay import Replay
from games.engine.unfit import Unfit
from games.ingest.devices import add_device
from games.ingest.service import house_sender, take_in
from games.rows.following import follow_now
from games.rows.models import Finding, Round, Table
from games.rows.replay import Replayer
from games.rows.whatif import read_changes, what_if
from games.simulate import staff
from games.simulate.kinds import simulated
from games.simulate.tables import founding
from games.simulate.wire import Pen
from games.words.fields import field
from tests.admin.house import person
from tests.disputes import gate
from tests.posting import a_property, posting

ROOT = Path(games.__file__).parents[1]
HOUSE = "TST"
TABLE = "CT01"
BOOK = "coin.2020-01-01"
SEED = 20
ROUNDS = 60
Planted = list[list[str]]
POSTS = ("pit_supervisor", "pit_manager", "senior_management", "surveillance", "regulator")


def run(*words: str, **how: Any) -> str:
    """A command of the copy in a process of its own, as somebody types it; what it prints."""
    done = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=False, **how)
    assert done.returncode == 0, done.stderr
    return done.stdout


def called(*words: str) -> str:
    out = StringIO()
    call_command(*words, "--property", HOUSE, stdout=out, stderr=StringIO(), no_color=True)
    return out.getvalue()


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Planted]:
    """Rounds as ``manage.py simulate`` deals them, and what was planted: round, code, subject, amount."""
    folder = tmp_path_factory.mktemp("evening")
    lines, planted = folder / "coin.ndjson", folder / "planted.txt"
    wanted = ("--game", "coin", "--rounds", str(ROUNDS), "--seed", str(SEED), "--faults", "0.6")
    own = os.environ | {"TABLEPROOF_PROFILE": "demo"}
    run("manage.py", "simulate", *wanted, "--out", str(lines), "--planted", str(planted), env=own)
    return lines, [line.split("\t") for line in planted.read_text().splitlines()]


def founded() -> tuple[tuple[str, ...], list[str]]:
    """The devices of a table of the game, and what the house says of it before anything is dealt."""
    kind = simulated("coin")
    devices = kind.make(TABLE, random.Random(1)).devices
    sent = founding(
        Pen(random.Random(2)),
        table=TABLE,
        at=datetime(2026, 6, 13, 2, tzinfo=UTC),
        game="coin",
        document=kind.document,
        name="Sấp ngửa 1",
        limits=kind.limits,
        devices=devices,
        set_by=staff.person("pit_manager"),
    )
    return devices, [event.line() for event in sent]


@pytest.fixture
def house(db: None, evening: tuple[Path, Planted]) -> Planted:
    """A property with a table of the game, its devices, and the evening taken in and audited. What was planted."""
    ensure_roles()
    owner = a_property(HOUSE)
    devices, said = founded()
    for device in devices:
        add_device(property_code=HOUSE, code=device)
    sender = house_sender(HOUSE, "person:PM-401")
    results = take_in(sender, [line.encode() for line in said], received_at=clock())
    assert {each.status for each in results} == {"recorded"}
    called("ingest", str(evening[0]))
    called("audit", "--game", "coin")
    follow_now(HOUSE)
    for role in POSTS:
        user = person(role)
        if role.startswith("pit"):
            posting(user, role, tables=(TABLE,), owner=owner)
    return evening[1]


def round_with(code: str) -> Round:
    """A round with a finding of this code."""
    return Round.objects.filter(pk__in=Finding.objects.filter(code=code).values("round")).order_by("code")[0]


def replayed(row: Round) -> Replay:
    return Replayer(HOUSE).round(row.stream)


def browser(role: str, language: str) -> Client:
    client = Client()
    client.force_login(person(role), backend="casino.backends.PostingBackend")
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    return client


def test_the_audit_finds_what_was_planted_and_nothing_else(house: Planted) -> None:
    assert Round.objects.count() == ROUNDS
    found = sorted((row.round.code, row.code, row.amount_minor) for row in Finding.objects.all())
    assert found == sorted((each[0], each[1], int(each[3])) for each in house)
    assert {"coin_hardly_turned", "late_bet", "post_not_competent", "not_paid"} <= {row[1] for row in found}


def test_replay_says_it_in_words_and_as_data(house: Planted) -> None:
    row = round_with("coin_hardly_turned")
    name = f"{TABLE}/{row.code}"
    said = {language: called("replay", name, "--language", language) for language in ("vi", "en")}
    assert "Đồng xu xoay 1 vòng." in said["vi"]
    assert "The coin turned 1 times." in said["en"]
    assert "Coin hardly turned" in said["en"]
    data = json.loads(called("replay", name, "--json"))
    assert (data["game"], data["document"]["id"]) == ("coin", BOOK)
    assert data["judgement"]["summary"]["outcome"] in ("heads", "tails")
    assert {"6.1", "6.2"} & set(data["clauses"])


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("vi", ("Mặt ngửa", "Đồng xu xoay quá ít", "Tung đồng xu", "NGỬA")),
        ("en", ("Heads", "Coin hardly turned", "Coin toss", "HEADS")),
    ],
)
def test_pages_show_it_in_both_languages(house: Planted, language: str, words: tuple[str, ...]) -> None:
    client = browser("pit_manager", language)
    row = round_with("coin_hardly_turned")
    page = client.get(f"/admin/games/round/{row.pk}/change/")
    assert page.status_code == 200
    shown = page.content.decode()
    for word in (*words, "tp-coin", "tp-layout-lying", "tp-layout-standing"):
        assert word in shown, word
    for result in replayed(row).judgement.results:
        assert f'id="bet-{result.bet}"' in shown
    for address in ("round/", "table/", "finding/", "table/clauses/", "round/?game=coin"):
        assert client.get(f"/admin/games/{address}").status_code == 200, address
    listed = client.get("/admin/games/round/?game=coin").content.decode()
    assert words[0] in listed
    table = client.get(f"/admin/games/table/{Table.objects.get(code=TABLE).pk}/change/")
    assert table.status_code == 200
    assert table.context["statistics_link"].endswith("/statistics/all/"), "it has no figures of its own"
    for name in ("admin:games_statistics", "admin:index"):
        assert client.get(reverse(name), {"table": TABLE}).status_code == 200, name


def test_a_decision_is_offered_in_its_own_words_and_reserved_to_the_post(house: Planted) -> None:
    row = Round.objects.filter(status="awaiting").order_by("code")[0]
    for language, words in (("vi", "tính theo mặt đã ra"), ("en", "settle as tossed")):
        page = browser("pit_manager", language).get(f"/admin/games/round/{row.pk}/change/")
        assert words in page.content.decode().lower()
    matter = judged(Replayer(HOUSE), f.RoundRef(table=TABLE, round=row.code), currency="VND")
    assert matter is not None
    [reserved] = [each for each in matter.reserved if not each.only_if_cited]
    assert (reserved.clause, reserved.posts, reserved.ruled) == ("7.1", ("pit_supervisor",), False)
    assert field("coin_face").en == "face of the coin"


def test_what_if_the_other_face_had_come(house: Planted) -> None:
    row = round_with("coin_hardly_turned")
    before = replayed(row)
    [version] = [event.version for event in before.events() if event.type == "coin.coin_shown.v1"]
    other = {"heads": "tails", "tails": "heads"}[before.judgement.summary["outcome"]]
    changes = read_changes({"change": [{"version": version, "data": {"coin_face": other}}]})
    seen = what_if(Replayer(HOUSE), row.stream, changes)
    assert seen.after.judgement.summary["outcome"] == other
    assert all(bet.differs for bet in seen.bets)
    add = {"type": "coin.coin_dropped.v1", "data": {}}
    dropped = what_if(Replayer(HOUSE), row.stream, read_changes({"add": [add]}))
    assert {each.settlement.outcome for each in dropped.after.judgement.results} == {AWAITING}


class AtTheDesk:
    """One case about a bet that was not paid."""

    def __init__(self, row: Round) -> None:
        self.now = clock()
        finding = Finding.objects.get(round=row, code="not_paid")
        self.ref = f.RoundRef(table=TABLE, round=row.code, bets=(finding.subject,))
        replay = replayed(row)
        [result] = [each for each in replay.judgement.results if each.bet == finding.subject]
        self.owed = -(result.difference_minor or 0)
        self.player = replay.state.bets[finding.subject].fact.player  # type: ignore[attr-defined]
        self.number = ""

    @property
    def case(self) -> Case:
        return stored.load(HOUSE, self.number)

    def do(self, who: str, command: c.Command) -> None:
        self.now += timedelta(minutes=1)
        opening = isinstance(command, c.OpenCase)
        done = service.execute(
            HOUSE,
            None if opening else self.number,
            command,
            actor=actor_of(person(who), HOUSE, self.now),
            seen_version=0 if opening else self.case.version,
            command_id=uuid4(),
            now=self.now,
        )
        self.number = done.code

    def open(self) -> None:
        player = c.Outsider(name="Nguyễn Văn Ẩn", contact="0900 000 000", reference=self.player)
        said = "Khách nói cược thắng không được trả."
        self.do("pit_supervisor", c.OpenCase(claim=said, players=(player,), table=TABLE, rounds=(self.ref,)))

    def remedy(self) -> c.AskedRemedy:
        citation = f.Citation(document=BOOK, clause="5.1")
        line = c.Line(to_player_minor=self.owed, table=TABLE, round=self.ref.round, bet=self.ref.bets[0])
        return c.AskedRemedy(kind="pay_difference", citations=(citation,), lines=(line,))


def letter(case: Case, kind: str, language: str) -> bytes:
    by = Person(post="pit_manager", staff="PM-401")
    made = printed(a_property(HOUSE), case, kind, language, "P1", now=clock(), by=by)
    return made if isinstance(made, bytes) else made.data  # type: ignore[attr-defined]


def test_a_dispute_is_settled_at_the_table(house: Planted) -> None:
    row = round_with("not_paid")
    court = AtTheDesk(row)
    court.open()
    assert court.case.game == "coin"
    court.do("pit_supervisor", c.ProposeRemedy(remedy=court.remedy()))
    court.do("pit_supervisor", c.AnswerAtTable(agreed=True))
    [result] = [each for each in replayed(row).judgement.results if each.bet == court.ref.bets[0]]
    assert (result.difference_minor, result.recorded.remedied_minor) == (0, court.owed)
    assert court.case.ending == "settled_at_table"
    told = CaseRow.objects.get(number=court.number)
    for language, words in (("vi", ("Tung đồng xu", "Mặt ngửa")), ("en", ("Coin toss", "Heads"))):
        page = browser("pit_manager", language).get(f"/admin/disputes/case/{told.pk}/change/")
        assert page.status_code == 200
        shown = page.content.decode()
        for word in (court.number, *words):
            assert word in shown, word


def test_a_dispute_is_decided_by_the_pit_manager_and_told_by_letter(house: Planted) -> None:
    court = AtTheDesk(round_with("not_paid"))
    court.open()
    court.do("pit_supervisor", c.PassOn(why="cannot_be_resolved"))
    court.do("pit_manager", c.NotifySurveillance())
    court.do("surveillance", c.AcknowledgeNotice())
    court.do("pit_manager", c.PromiseTime(until=court.now + timedelta(hours=2), language="vi", manner="in_person"))
    court.do("pit_manager", c.AddEvidence(item="other", text=gate.REPLAY))
    for item in ("published", "procedures", "controls", "statements", "footage", "law"):
        for who, command in gate.looked_into(item, court.now, table=TABLE):  # type: ignore[arg-type]
            court.do(who, command)
    reasons = "Cược thắng mà chưa được trả, trái với 5.1."
    court.do("pit_manager", c.Decide(remedy=court.remedy(), reasons=reasons, evidence=("E1",)))
    for kind in ("acknowledgement", "decision"):
        for language in ("vi", "en"):
            assert letter(court.case, kind, language).startswith(b"%PDF")
    assert [clause_of(item, "coin") for item in ("statements", "footage", "other")] == ["8.4.5", "8.4.7", "8.4.6"]


def test_the_library_takes_a_document_of_a_game_that_is_played_and_of_no_other(house: Planted) -> None:
    first = NewVersion(version="1", valid_from=datetime(2026, 1, 1, tzinfo=UTC).date(), citation="Quyển A, trang 3.")
    said = library.AddDocument(
        kind="procedures",
        title_vi="Quy trình tung đồng xu",
        title_en="Procedure of the coin toss",
        game="coin",
        new=first,
    )
    given: dict[str, Any] = {"by": Person(post="pit_manager", staff="PM-401"), "now": clock()}
    library.execute(HOUSE, "SOP-COIN", said, command_id=uuid4(), **given)
    with pytest.raises(Problem, match="no game dice"):
        library.execute(HOUSE, "SOP-DICE", replace(said, game="dice"), command_id=uuid4(), **given)
    page = browser("pit_manager", "vi").get("/admin/disputes/libraryversion/")
    assert page.status_code == 200
    assert "Tung đồng xu" in page.content.decode()


def test_the_table_of_clauses_lists_it() -> None:
    book = newest_book("coin")
    assert book is not None
    [table] = json.loads(run("manage.py", "clauses", "--game", "coin", "--json"))
    statuses = {row["number"]: row["status"] for row in table["clauses"]}
    assert statuses.keys() == set(book.clauses)
    assert "missing" not in statuses.values()
    carried = {row["number"]: row["functions"] for row in table["clauses"]}
    assert "games.coin.judge.turned_enough" in carried["7.2"]
    assert carried["8.4"]


def test_the_offline_judge_says_of_its_record_what_the_server_says(house: Planted, tmp_path: Path) -> None:
    """Over the whole record of the house: devices, table, rounds and findings."""
    names = ("position", "stream", "version", "type", "occurred_at", "recorded_at", "actor", "body")
    rows = [dict(zip(names, row, strict=True)) for row in get_ledger(HOUSE).rows(limit=100_000)]
    assert {row["stream"].partition("/")[0] for row in rows} > {"device", "table", "round"}
    lines = [msgspec_json.encode(row | {"body": row["body"].decode()}) for row in rows]
    file = tmp_path / "record.ndjson"
    file.write_bytes(b"\n".join(lines) + b"\n")
    out = run("-m", "games.offline", str(file), "--zone", "Asia/Ho_Chi_Minh", "--gaming-day-starts", "6")
    judged_there = {said["round"]: said for said in map(json.loads, out.splitlines()) if "round" in said}
    assert len(judged_there) == ROUNDS
    for row in Round.objects.all():
        judgement = replayed(row).judgement
        said = judged_there[row.code]["judgement"]
        assert [each["bet"] for each in said["results"]] == [each.bet for each in judgement.results]
        assert sorted(each["code"] for each in said["findings"]) == sorted(each.code for each in judgement.findings)
        assert said["due_net_minor"] == judgement.due_net_minor


@pytest.mark.parametrize(
    ("right", "mistyped", "said"),
    [
        ('odds = "1:1"', 'odds = "10:1"', "bets[heads].odds: odds are written stake:profit"),
        ('face = "heads"', 'face = "head"', "bets[heads].face: `head` is none of the values"),
        ('face = "heads"', 'faces = "heads"', "bets[heads]: `faces` is no name that may stand here"),
        ('clause_odds = "5.1"', 'clause_odds = "5.9"', "bets[heads].clause_odds: the document has no clause 5.9"),
        ("least = 3", "least = 0", "tables.turns.least: the value is not one that may stand here"),
    ],
)
def test_a_mistyped_document_is_refused_with_its_place(right: str, mistyped: str, said: str) -> None:
    text = catalogue.texts()["coin.2020-01-01"]
    with pytest.raises(Unfit, match=re.escape(f"coin 00/INVENTED, {said}")):
        catalogue.read(parse_book(text.replace(right, mistyped, 1)))

"""A player is erased: the name is gone from every table, page, paper, answer and search, and every proof stands.

The player has a name that occurs nowhere else, and it was written everywhere a person can write it: identity, contact,
claim, statement, notes, reasons, link, file and file name, footage, and the papers made of them; and in the claim of
another case, from a finding, that was merged into this one. The transactions end, in a database of the test's own; a
copy of it is made before the erasure, and read afterwards with the keys that are left.
"""

from __future__ import annotations

import base64
import json
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.core.management import call_command
from django.db import connection, connections
from django.test import Client
from psycopg import sql

from casino.ledger import verify
from casino.ledger.application import get_ledger
from casino.vault import names
from casino.vault.keys import key_store
from casino.vault.sealing import open_many
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.procedure import ITEMS
from disputes.notices import follower
from disputes.rows import readmodel, stored
from disputes.rows.models import Case as CaseRow
from games.rows.models import Finding
from games.rows.replay import Replayer
from tests import conftest
from tests.admin.house import person
from tests.conftest import FreshDatabase
from tests.disputes import gate
from tests.disputes.court import Court, remedy
from tests.disputes.papers.samples import pages
from tests.replay.story import CODE

NAME = "Khuỷnh Quắc Bẵng"
CONTACT = "khuynh.quac@bang.example, 0987 123 654"
GROUND = "Bản án 12 buộc xóa hồ sơ khách."
SHORT = "round/RL01/short"
WORDS = ("Khuỷnh", "Quắc", "Bẵng")


def spellings() -> set[bytes]:
    """The name, its parts and the contact in every form in which a table or a page could hold them."""
    texts = {NAME, *WORDS, "0987 123 654", "quac@bang"}
    texts |= {unicodedata.normalize("NFD", text) for text in texts}
    texts |= {text.upper() for text in texts} | {text.lower() for text in texts}
    texts |= {" ".join(names.fold(NAME)), "khuynh", "Khuynh", "KHUYNH"}
    found = {text.encode() for text in texts}
    found |= {json.dumps(text)[1:-1].encode() for text in texts}
    found |= {base64.b64encode(text.encode()).rstrip(b"=")[:-1] for text in (NAME, CONTACT)}
    found |= {text.encode("utf-16-le") for text in (NAME, *WORDS)}
    found |= {each.hex().encode() for each in found if len(each) > 4}
    return found


SPELLINGS = spellings()


def naming(content: bytes) -> list[bytes]:
    """Which of the spellings stand in it."""
    return [each for each in SPELLINGS if each in content]


def dump() -> dict[str, bytes]:
    """Every row of every table of the database, bytes as hex."""
    found = {}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT n.nspname, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
            "WHERE c.relkind IN ('r', 'm') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')"
        )
        tables = cursor.fetchall()
        for schema, table in tables:
            cursor.execute(sql.SQL("SELECT t::text FROM {} t").format(sql.Identifier(schema, table)))
            found[table] = "\n".join(row for (row,) in cursor.fetchall()).encode()
    return found


def said(command: str, *arguments: str) -> str:
    out = StringIO()
    call_command(command, *arguments, stdout=out)
    return out.getvalue()


def reports(position: int) -> list[str]:
    """What people take out of the system about rounds, as they stood at a position of the log."""
    as_it_stood = ("replay", "RL01/short", "--at", str(position))
    return [
        said(*as_it_stood, "--language", "vi"),
        said(*as_it_stood, "--language", "en"),
        said(*as_it_stood, "--json"),
        said("audit", "--all", "--dry-run", "--json", "--property", CODE),
    ]


def proofs() -> list[tuple[Any, ...]]:
    """Every event as it is stored, with the leaf hash of its log entry."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT position, stream, version, type, occurred_at, recorded_at, actor, body, leaf_hash "
            "FROM ledger_event ORDER BY position"
        )
        return [tuple(map(bytes_of, row)) for row in cursor.fetchall()]


def bytes_of(value: object) -> object:
    return bytes(value) if isinstance(value, memoryview) else value


@dataclass
class Erased:
    """What was there before the erasure, and the case."""

    court: Court
    merged: str
    person: str
    row: int
    tokens: list[bytes]
    before: dict[str, Any] = field(default_factory=dict)
    copy: str = ""

    def client(self) -> Client:
        client = Client()
        client.force_login(person("senior_management"), backend="casino.backends.PostingBackend")
        return client


def tell_everything(court: Court) -> str:
    """Two cases with the name everywhere, the first merged into the second. The number of the first."""
    found = Finding.objects.get(round__code="short", severity="money")
    ref = f.FindingRef(stream=found.stream, identity=found.identity)
    court.open("surveillance", players=(), findings=(ref,), claim=f"{NAME} phản đối khi nhận tiền.")
    first = court.number
    court.open(
        claim=f"{NAME} nói còn thiếu năm trăm nghìn.",
        players=(c.Outsider(name=NAME, contact=CONTACT, reference="P-1"),),
        witnesses=(c.Outsider(name="Lê Thị Chứng"),),
    )
    second, court.number = court.number, first
    court.do("pit_manager", c.Merge(into=second, reason=f"Cùng việc của {NAME}."))
    court.number = second
    court.do("pit_supervisor", c.TakeStatement(party="P1", said=f"Tôi là {NAME}."))
    court.do("pit_supervisor", c.ProposeRemedy(remedy=remedy(1_000, "other", f"Theo ý {NAME}."), note=NAME))
    court.do("pit_supervisor", c.AnswerAtTable(agreed=False, said=f"{NAME}: không."))
    court.do("pit_manager", c.Assign(staff=court.user("shift_manager").username, note=f"Gọi {NAME}."))
    court.do("pit_manager", c.NotifySurveillance())
    court.do("pit_manager", c.SayNoTime(reason=f"{NAME} đã ra về nên chưa thể hẹn."))
    asked = c.AskFootage(
        table="RL01",
        round="short",
        begins_at=court.now - timedelta(hours=2),
        ends_at=court.now - timedelta(hours=1),
        note=f"Tìm {NAME}.",
    )
    court.do("pit_manager", asked)
    court.do("surveillance", c.AnswerFootage(request="F1", found=True, answer=f"{NAME} ở ghế 3."))
    court.do("pit_manager", c.AddEvidence(item="other", text=f"Thẻ thành viên của {NAME}.", note=NAME))
    court.do("pit_manager", c.AddEvidence(item="other", link="https://example.org/?q=Khuynh"))
    file = c.Upload(name=f"{NAME}.txt", data=f"Bản ký của {NAME}, {CONTACT}".encode())
    court.do("pit_manager", c.AddEvidence(item="other", file=file))
    court.do("pit_manager", c.WithdrawEvidence(evidence="E1", reason=f"Không phải thẻ của {NAME}."))
    for item in ITEMS:
        if item not in ("rules", "other", "statements", "footage"):
            none = gate.none(item, court.now)
            court.do("pit_manager", msgspec.structs.replace(none, reason=f"{none.reason} Hỏi {NAME}."))
    court.do("pit_manager", c.Decide(remedy=remedy(), reasons=f"Trả cho {NAME}.", evidence=("E3", "S1", "F1")))
    court.do("pit_manager", c.IssuePaper(kind="decision", language="vi"))
    court.do("pit_manager", c.IssuePaper(kind="acknowledgement", language="en"))
    court.do("pit_manager", c.RecordAnswer(agreed=True, said=f"{NAME} đồng ý."))
    court.finished()
    court.do("pit_manager", c.AddNote(note=f"Đã gọi cho {NAME}."))
    follower.catch_up(CODE, now=court.now)
    return first


@pytest.fixture
def erased(fresh_database: FreshDatabase, person_keys: Path) -> Iterator[Erased]:
    """The story, what it looked like, a copy of the database; then the erasure. One test goes through all of it: each
    of its steps is about the same erasure."""
    court = Court()
    merged = tell_everything(court)
    case = court.case
    player = case.parties["P1"].person
    assert player is not None
    tokens = [names._token(names._index_key(key_store(), CODE, player), word) for word in names.fold(NAME)]
    story = Erased(court, merged, player, CaseRow.objects.get(number=court.number).pk, tokens)
    story.before = {
        "proofs": proofs(),
        "reports": reports(len(proofs())),
        "dump": dump(),
        "rows": list(CaseRow.objects.values()),
    }
    story.before["judgement"] = Replayer(CODE).round(SHORT).judgement
    story.before["page"] = story.client().get(f"/admin/disputes/case/{story.row}/change/").content
    story.before["paper"] = story.client().get(f"/admin/disputes/case/{story.row}/paper/L1/").content
    story.before["api"] = story.client().get(f"/api/v1/cases/{court.number}/").content
    story.before["merged"] = [opened_of(stored.load(CODE, merged)), opened_of(case)]
    story.copy = f"copy_{uuid4().hex[:12]}"
    connections.close_all()
    conftest._clone(connection.settings_dict["NAME"], story.copy)
    court.do("senior_management", c.ErasePerson(person=player, law="court_order", legal_ground=GROUND))
    live = connection.settings_dict["NAME"]
    yield story
    connections.close_all()
    connection.settings_dict["NAME"] = live
    conftest.drop_database(story.copy)


def opened_of(case: Any) -> list[Any]:
    return list(open_many(CODE, case.texts).values())


def test_erased_and_every_proof_stands(erased: Erased, caplog: pytest.LogCaptureFixture) -> None:
    _it_was_there_before(erased)
    _it_is_in_no_table(erased)
    _nor_on_a_page_in_a_paper_or_over_the_api(erased)
    _nor_found_by_search(erased)
    _every_event_and_hash_is_as_it_was(erased)
    _what_was_owed_is_as_it_was(erased)
    _the_read_model_builds_the_same_rows(erased)
    assert not naming(caplog.text.encode()), "nor in a log"
    _a_copy_made_before_cannot_be_read(erased)


def _it_was_there_before(erased: Erased) -> None:
    """Else its absence would prove nothing: the test looks where the name was."""
    before = erased.before
    assert naming(before["page"])
    assert naming(before["api"])
    assert naming("".join(pages(before["paper"])).encode())
    assert all(token.hex().encode() in before["dump"]["disputes_name_index"] for token in erased.tokens)
    assert [naming(content) for content in before["dump"].values() if naming(content)] == [], "sealed from the first"
    for texts in before["merged"]:
        assert all(opened is not None for opened in texts)
        assert any(naming(opened.content) for opened in texts)
    body = bytes(erased.before["proofs"][0][7])
    assert any(body.hex().encode() in content for content in before["dump"].values()), "bytes are looked into"


def _it_is_in_no_table(erased: Erased) -> None:
    now = dump()
    assert set(now) == set(erased.before["dump"])
    for table, content in now.items():
        assert naming(content) == [], table
        for token in erased.tokens:
            assert token.hex().encode() not in content, table
    case, merged = erased.court.case, stored.load(CODE, erased.merged)
    everything = [*opened_of(case), *opened_of(merged)]
    left = [opened for opened in everything if opened is not None]
    assert [json.loads(opened.content)["name"] for opened in left] == ["Lê Thị Chứng"], "the witness was not erased"


def _nor_on_a_page_in_a_paper_or_over_the_api(erased: Erased) -> None:
    client = erased.client()
    number = erased.court.number
    for row in CaseRow.objects.all():
        answer = client.get(f"/admin/disputes/case/{row.pk}/change/")
        assert answer.status_code == 200
        assert naming(answer.content) == []
        assert GROUND.encode() in answer.content or row.number == erased.merged
    for code in ("L1", "L2"):
        answer = client.get(f"/admin/disputes/case/{erased.row}/paper/{code}/")
        assert (answer.status_code, naming(answer.content)) == (410, [])
    answer = client.get(f"/admin/disputes/case/{erased.row}/attachment/E3/")
    assert (answer.status_code, naming(answer.content)) == (410, [])
    for path in (
        "/api/v1/cases/",
        f"/api/v1/cases/{number}/",
        f"/api/v1/cases/{erased.merged}/",
        "/admin/disputes/case/?inbox=all",
    ):
        answer = client.get(path)
        assert (answer.status_code, naming(answer.content)) == (200, []), path
    for sealed in erased.court.case.texts:
        answer = client.get(f"/api/v1/cases/{number}/contents/{sealed.ref}/")
        assert (answer.status_code == 410) is (erased.person in sealed.persons)
        assert naming(answer.content) == []


def _nor_found_by_search(erased: Erased) -> None:
    client = erased.client()
    for asked in (NAME, "khuynh", *WORDS):
        assert names.persons_named(CODE, asked) == set()
        assert (
            client.post("/api/v1/cases/search/", {"named": asked}, content_type="application/json").json()["cases"]
            == []
        )
    assert len(names.persons_named(CODE, "chung")) == 1


def _every_event_and_hash_is_as_it_was(erased: Erased) -> None:
    assert verify.verify(CODE).fault is None
    before, now = erased.before["proofs"], proofs()
    assert now[: len(before)] == before
    added = [(row[1], row[3]) for row in now[len(before) :]]
    numbers = (erased.court.number, erased.merged)
    asked = (f"case/{erased.court.number}", "case.erasure_asked.v1")
    assert added == [asked, *((f"case/{number}", "case.person_erased.v1") for number in numbers)]


def _what_was_owed_is_as_it_was(erased: Erased) -> None:
    assert Replayer(CODE).round(SHORT).judgement == erased.before["judgement"]
    assert reports(len(erased.before["proofs"])) == erased.before["reports"]


def _the_read_model_builds_the_same_rows(erased: Erased) -> None:
    rows: list[Any] = list(CaseRow.objects.order_by("id").values())
    readmodel.rebuild(CODE, batch=3)
    assert list(CaseRow.objects.order_by("id").values()) == rows
    money = ("paid_minor", "amount_minor", "clauses", "decided_at", "ending", "rounds", "findings")
    was = {row["number"]: [row[name] for name in money] for row in erased.before["rows"]}
    assert {row["number"]: [row[name] for name in money] for row in rows} == was
    assert all(row["erased"] for row in rows)


def _a_copy_made_before_cannot_be_read(erased: Erased) -> None:
    """It knows nothing of the erasure; the keys do."""
    events = get_ledger(CODE).head()[0]
    connections.close_all()
    connection.settings_dict["NAME"] = erased.copy
    names._KEYS.clear()
    assert get_ledger(CODE).head()[0] < events
    assert not CaseRow.objects.get(number=erased.court.number).erased
    for number in (erased.court.number, erased.merged):
        case = stored.load(CODE, number)
        assert case.erased == set()
        left = [opened for opened in opened_of(case) if opened is not None]
        assert all(naming(opened.content) == [] for opened in left)
    assert names.persons_named(CODE, NAME) == set()
    assert naming(erased.client().get(f"/admin/disputes/case/{erased.row}/change/").content) == []
    assert [table for table, content in dump().items() if naming(content)] == []

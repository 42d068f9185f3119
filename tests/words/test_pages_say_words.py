"""Pages speak in words: whoever goes through all of them, in either language, meets no code of the program outside the
places where codes are meant.

The house is a small demonstration: every game with its faults, cases at each stage, cameras. The browser is a plain
client that follows links (``tests/words/crawl.py``).
"""

from __future__ import annotations

import re
from datetime import date
from typing import Final
from zoneinfo import ZoneInfo

import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client

from casino.access.roles import ROLES
from casino.clock import now as clock
from casino.core.text import Text
from games import words
from games.pages.timeline import SYSTEMS, actor_words
from games.rows.following import follow_now
from games.simulate import staff
from games.simulate.day import simulated_day
from surveillance.demonstration import cases
from surveillance.demonstration import footage as films
from surveillance.demonstration import house as day_of
from tests.admin.messages import ROOT
from tests.disputes.conftest import person_keys  # noqa: F401 - fixture
from tests.simulate.test_seed_demo import SEED
from tests.words.crawl import Page, Said, crawl
from tests.words.languages import in_another_language

ZONE = ZoneInfo("Asia/Ho_Chi_Minh")
CODES: Final = {
    "a name with underscores": re.compile(r"(?<![\w/@.])[A-Za-z][a-z]*(?:_[a-z0-9]+)+(?!\w)"),
    "an event type": re.compile(r"\b[a-z_]+\.[a-z_]+\.v\d+\b"),
    "a code with a colon": re.compile(r"(?<![\w/:.@])[a-z][a-z_]*:[a-z0-9_][\w.-]*"),
    "a game's code": re.compile(r"\b(?:niuniu|sicbo|maubinh)\b"),
    "one of many": re.compile(
        r"(?<![\d.,/:–-])1 (?:rounds|findings|cases|bets|tables|days|events|facts|cards|hours|minutes|clauses)\b"
    ),
}
NOT_SAID: Final = {
    "vi": {
        "a filter as Django puts it": re.compile(r"^Bởi "),
        "a word of programs": re.compile(r"(?<![\w./-])audit(?![\w./-])"),
        "that the guest owes": re.compile(r"[Qq]uý khách còn thiếu"),
        "numbers of versions": re.compile(r"phiên bản \d+ thay vì"),
    },
    "en": {
        "one of many clauses": re.compile(r"\b[Cc]lauses [A-Z]?\d[\w.]*$"),
        "numbers of versions": re.compile(r"version \d+, you saw"),
    },
}
"""What may not stand on a page of the language, though it is no code."""
DOCUMENT: Final = re.compile(r"^(?:roulette|sicbo|baccarat|niuniu|maubinh)\.\d{4}-\d\d-\d\d$")
"""The code of a rule document: stands beside its title where documents are kept, as a passport's number does."""
DRAWN: Final = "material-symbols"
"""A font whose ligatures are drawn as signs: nobody reads their names."""


@pytest.fixture
def whole_house(fresh_database: object, person_keys: object) -> None:  # noqa: F811
    """A small day of all games with faults, its accounts, disputes and cameras."""
    owner = day_of.make_property()
    day = simulated_day(SEED, date(2026, 6, 13), zone=ZONE, spins=40)
    day_of.load(owner, day, progress=lambda _count: None)
    now = clock()
    day_of.make_accounts(now)
    day_of.make_postings(owner, now)
    day_of.show(owner)
    cases.load(owner, now)
    films.load(owner, now)
    follow_now(owner.code)


def pages(role: str, language: str) -> list[Page]:
    """What somebody in this role comes to."""
    username = next(member.username for member in staff.ACCOUNTS if member.role == role)
    client = Client()
    client.force_login(User.objects.get(username=username), backend="casino.backends.PostingBackend")
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language

    def get(address: str) -> tuple[int, str, str]:
        answer = client.get(address)
        media = answer.headers.get("Content-Type", "")
        return answer.status_code, media, answer.content.decode() if media.startswith("text/html") else ""

    return list(crawl(get, "/admin/", each=1))


def codes(texts: list[Said]) -> list[str]:
    """What of the program's own is said, each once, with a page on which it stands."""
    found: dict[str, str] = {}
    for page, where, text, _lang in texts:
        if DRAWN in where or DOCUMENT.match(text):
            continue
        for kind, pattern in CODES.items():
            for match in pattern.finditer(text):
                found.setdefault(f"{kind}: {match.group()}", f"{page} ({where.split()[0]}): {text[:100]}")
    return [f"{what} – {where}" for what, where in sorted(found.items())]


def said_wrongly(texts: list[Said], language: str) -> list[str]:
    """What may not stand there in this language, each once."""
    found = {
        f"{kind}: {match.group()}": f"{page}: {text[:100]}"
        for page, where, text, _lang in texts
        if DRAWN not in where
        for kind, pattern in NOT_SAID[language].items()
        if (match := pattern.search(text))
    }
    return [f"{what} – {where}" for what, where in sorted(found.items())]


def left_in_english(texts: list[Said]) -> list[str]:
    """Texts of ours that a Vietnamese page says in English although they have their Vietnamese."""
    with (ROOT / "locale" / "vi" / "LC_MESSAGES" / "django.po").open("rb") as file:
        known = {m.id: m.string for m in read_po(file, locale="vi") if isinstance(m.id, str) and len(m.id.split()) > 1}
    found: dict[str, str] = {}
    for page, where, text, _lang in texts:
        if DRAWN not in where and known.get(text, text) != text:
            found.setdefault(text, page)
    return [f"{text} – {page}" for text, page in sorted(found.items())]


def wrong(role: str, language: str, least: int) -> list[str]:
    """Everything that a person in a role should not have to read."""
    visited = pages(role, language)
    assert len(visited) >= least, f"{role} came to {len(visited)} pages only"
    texts = [text for page in visited for text in page.texts]
    found = codes(texts) + said_wrongly(texts, language) + (left_in_english(texts) if language == "vi" else [])
    return [f"{role}, {language}: {each}" for each in found + other_languages(texts, language)]


def other_languages(texts: list[Said], language: str) -> list[str]:
    """What is in another language than its page and quotes nobody, each once."""
    found = {word: f"{said.page}: {said.text[:100]}" for said in texts for word in in_another_language(said, language)}
    return [f"another language: {word} – {where}" for word, where in sorted(found.items())]


WALKS: Final = (
    ("pit_manager", "vi", 90),
    ("surveillance", "en", 90),
    ("senior_management", "vi", 90),
    ("auditor", "en", 60),
    ("pit_supervisor", "en", 60),
    ("administrator", "vi", 20),
    ("dealer", "vi", 20),
    ("regulator", "vi", 80),
    ("shift_manager", "en", 80),
)
"""Who goes, in which language, and to how many pages at least."""


@pytest.mark.slow
@pytest.mark.usefixtures("whole_house")
def test_no_page_says_a_code_where_people_read() -> None:
    """One page of each kind for every sort of role, both languages."""
    assert {role for role, _language, _least in WALKS} <= set(ROLES)
    assert [each for role, language, least in WALKS for each in wrong(role, language, least)] == []


def test_what_the_crawl_would_find() -> None:
    """The patterns know the kinds of codes that once stood on pages, and leave words alone."""
    shown = (
        "street:0-1-2",
        "banker:first_deal",
        "niuniu 7.11",
        "device_clock_off",
        "Table_not_bound c84f",
        "roulette.bet_placed.v1",
        "1 rounds",
    )
    for text in shown:
        assert codes([Said("/", "p.", text)]), text
    for text in (
        "12:30",
        "1.250.000",
        "Điều 7.11: hết giờ",
        "RL01/20261120-0029",
        "v7",
        "21 rounds",
        "1 round",
        "a: b",
    ):
        assert codes([Said("/", "p.", text)]) == [], text
    assert codes([Said("/", "span.material-symbols-outlined", "dark_mode")]) == []


def test_what_may_not_stand_in_a_language_is_found() -> None:
    """What once stood there, and beside it what may."""
    for language, text in (
        ("vi", "Bởi bước"),
        ("vi", "lượt audit"),
        ("vi", "Như vậy quý khách còn thiếu 5.000 VND"),
        ("vi", "(phiên bản 8 thay vì 7)"),
        ("en", "under clauses 4.6"),
        ("en", "(version 8, you saw 7)"),
    ):
        assert said_wrongly([Said("/", "p.", text)], language), text
    for language, text in (
        ("vi", "Theo bước"),
        ("vi", "manage.py/audit"),
        ("en", "clauses 4.6, 5.1"),
        ("en", "clause 4.6"),
    ):
        assert not said_wrongly([Said("/", "p.", text)], language), text


def test_words_of_another_language_are_found_where_nothing_is_quoted() -> None:
    for language, text in (
        ("vi", "Status"),
        ("vi", "Chưa có findings nào"),
        ("vi", "Open the case"),
        ("en", "Bàn RL01"),
        ("en", "3 ván at this table"),
    ):
        assert in_another_language(Said("/", "p.", text), language), text
        other = "en" if language == "vi" else "vi"
        assert not in_another_language(Said("/", "p.", text, other), language), "the page says that it is the other one"
        assert not in_another_language(Said("/", "span.tp-said", text), language), "somebody said so"
    for language, text in (
        ("vi", "Camera ghi lại cả ba ván; xem tệp report.pdf ở RL01 (byte)."),
        ("vi", "Khách đặt 500.000 VND vào Số 6 May Mắn, nguyên nhân: nghiêng bàn quay"),
        ("en", "Lê Chi · PS-301"),
        ("en", "Roulette (Cò Quay)"),
    ):
        assert not in_another_language(Said("/", "p.", text), language), text
    read = [
        (said.text, said.lang) for said in Page("/", '<html lang="vi"><p>a<span lang="en">b<i>c</i></span>d</p>').texts
    ]
    assert read == [("a", ""), ("b", "en"), ("c", "en"), ("d", "")]


def test_each_part_of_the_system_that_records_is_said_in_words() -> None:
    rooms = (ROOT / room for room in ("casino", "games", "disputes", "surveillance"))
    named = {
        code
        for room in rooms
        for file in room.rglob("*.py")
        for code in re.findall(r"[\"']system:([a-z_-]+)[\"']", file.read_text("utf-8"))
    }
    assert "audit" in named
    assert named - set(SYSTEMS) == set()
    for code in named:
        said = actor_words(f"system:{code}")
        assert said.vi != said.en, code
        assert not said_wrongly([Said("/", "p.", said.vi)], "vi"), code


def test_what_a_finding_is_about_is_said_in_words() -> None:
    """Of every kind of subject that the golden rounds of all games raise."""
    subjects = set()
    for path in sorted((ROOT / "tests" / "golden").glob("findings.*.txt")):
        subjects |= set(re.findall(r"\bsubject=(\S+)", path.read_text("utf-8"))) - {"-"}
    assert len(subjects) > 50
    coded = {code for code in subjects if ":" in code or "_" in code}
    assert coded
    for code in coded:
        named: Text = words.subject(code)
        assert named.vi != named.en, code
        for text in (named.vi, named.en):
            assert code not in text
            assert not re.search(r"[a-z]_[a-z]|:[a-z]", text), text

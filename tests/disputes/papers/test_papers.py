"""The five papers, read back from their PDF in both languages: every amount, name, clause and moment stands there."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from casino.core.money import format_minor
from casino.core.text import Text
from disputes.case.facts import PaperKind
from disputes.papers import words
from disputes.papers.data import Addressee
from disputes.papers.letter import BODIES, MissingPart, letter
from disputes.papers.render import render
from tests.disputes.papers.samples import AT_THE_TABLE, BOOK, KINDS, LANGUAGES, PAPER, pages, paper, read, squeezed

SOP = "SOP-12"
WITH_DECISION = ("decision", "complaint_decision")


IN_WORDS = {
    "vi": "Bằng chữ: Ba triệu sáu trăm nghìn đồng Việt Nam.",
    "en": "In words: Three million six hundred thousand Vietnamese dong.",
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_what_stands_on_every_paper(kind: PaperKind, language: str) -> None:
    pdf = render(paper(kind, language))
    text = read(pdf)
    house = PAPER.house.name
    for needed in (
        words.TITLES[kind].in_language(language),
        house.vi,
        house.en,
        PAPER.house.address.in_language(language),
        PAPER.case,
        f"{PAPER.case}/{PAPER.paper}",
        PAPER.addressee.name,
        "+84 912 345 678",
        "K-1187",
        "Ngày 21/11/2026" if language == "vi" else "21 November 2026",
        words.IN_THE_RECORD.in_language(language),
        "UTC+7",
    ):
        assert squeezed(needed) in text, needed
    count = len(pages(pdf))
    for number, page in enumerate(pages(pdf), start=1):
        label = words.PAGE.in_language(language)
        assert squeezed(f"{label} {number} / {count}") in squeezed(page)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", WITH_DECISION)
def test_a_decision_shows_every_amount_clause_and_basis(kind: PaperKind, language: str) -> None:
    text = read(render(paper(kind, language)))

    def money(amount_minor: int) -> str:
        return format_minor(amount_minor, "VND", language).removesuffix("\N{NO-BREAK SPACE}VND")

    for bet in PAPER.bets:
        for amount in (bet.stake_minor, bet.due_minor, bet.recorded_minor, bet.difference_minor, bet.remedy_minor):
            assert money(amount or 0) in text
        for line in bet.told:
            assert squeezed(line.in_language(language)) in text
        assert squeezed(f"{bet.round} · {bet.place.in_language(language)}") in text
        assert f"·{bet.bet}" not in text, "codes of bets are the house's own"
    assert f"+{money(3_600_000)}" in text
    assert squeezed(IN_WORDS[language]) in text
    for clause in PAPER.clauses:
        assert squeezed(clause.number + clause.text.in_language(language)) in text
    assert squeezed("17 đen" if language == "vi" else "17 black") in text
    for row in PAPER.documents:
        assert squeezed(row.number) in text
    assert "13/06/2020" in text if language == "vi" else "13June2020" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_totals_are_the_sums_of_the_bets(language: str) -> None:
    [table] = [b for b in letter(paper("decision", language))["blocks"] if b["block"] == "bets"]
    dot = "." if language == "vi" else ","
    assert table["total"]["cells"] == [
        f"350{dot}000",
        f"+3{dot}250{dot}000",
        f"−350{dot}000",
        f"−3{dot}600{dot}000",
        f"+3{dot}600{dot}000",
    ]


def test_a_bet_that_waits_for_a_ruling_makes_no_total() -> None:
    waiting = msgspec.structs.replace(PAPER.bets[1], due_minor=None, difference_minor=None)
    [table] = [b for b in letter(paper("decision", bets=(PAPER.bets[0], waiting)))["blocks"] if b["block"] == "bets"]
    assert table["rows"][1]["cells"][1] == table["total"]["cells"][1] == "chưa xác định"
    assert table["total"]["cells"][4] == "+3.600.000"


def blocks(kind: PaperKind, name: str, language: str = "en", **changes: Any) -> list[dict[str, Any]]:
    return [b for b in letter(paper(kind, language, **changes))["blocks"] if b["block"] == name]


def test_the_acknowledgement_says_by_when_or_why_not() -> None:
    assert blocks("acknowledgement", "frame")[0]["title"] == "21 November 2026, 18:00"
    [frame] = blocks("acknowledgement", "frame", promised_until=None, no_time_reason="Chờ cảnh quay")
    assert frame["title"] == "We are not yet able to say when we will reply (8.3)"
    assert frame["text"] == "Chờ cảnh quay"
    [frame] = blocks("acknowledgement", "frame", promised_until=None)
    assert frame["title"] == "We will let you know when to expect our reply (8.3)"


@pytest.mark.parametrize(
    ("amount", "vi", "en"),
    [
        (
            3_600_000,
            f"Casino Vịnh Xanh trả Quý khách 3.600.000 VND. {IN_WORDS['vi']}",
            f"Blue Bay Casino pays you 3,600,000 VND. {IN_WORDS['en']}",
        ),
        (
            -50_000,
            "Quý khách hoàn lại cho Casino Vịnh Xanh 50.000 VND. Bằng chữ: Năm mươi nghìn đồng Việt Nam.",
            "You return 50,000 VND to Blue Bay Casino. In words: Fifty thousand Vietnamese dong.",
        ),
        (0, "Không bên nào phải trả thêm khoản nào.", "Neither side has any further payment to make."),
    ],
)
def test_who_pays_whom(amount: int, vi: str, en: str) -> None:
    assert PAPER.decision is not None
    remedy = msgspec.structs.replace(PAPER.decision.remedy, total_minor=amount, beyond_rules_minor=0)
    decision = msgspec.structs.replace(PAPER.decision, remedy=remedy)
    for language, said in (("vi", vi), ("en", en)):
        [frame] = blocks("decision", "frame", language, decision=decision)
        assert frame["text"].replace("\N{NO-BREAK SPACE}", " ") == said


def test_the_letter_says_what_the_player_may_keep() -> None:
    assert PAPER.decision is not None
    remedy = msgspec.structs.replace(
        PAPER.decision.remedy, kind="other", total_minor=0, beyond_rules_minor=0, kept_minor=200_000
    )
    [frame] = blocks("decision", "frame", decision=msgspec.structs.replace(PAPER.decision, remedy=remedy))
    assert frame["title"] == "You may keep what was paid too much"
    assert "You may keep 200,000\N{NO-BREAK SPACE}VND that was paid to you beyond the rules." in frame["text"]


def test_what_is_granted_apart_from_the_rules_is_said_with_its_reason() -> None:
    [frame] = blocks("decision", "frame")
    assert "100,000\N{NO-BREAK SPACE}VND is beyond what the rules provide" in frame["text"]
    assert "Bù thêm vì quý khách phải chờ lâu." in {b["text"] for b in blocks("decision", "paragraph")}


@pytest.mark.parametrize(
    ("result", "title"),
    [
        ("upheld", "Your complaint is upheld. Payment of the difference"),
        ("varied", "The earlier decision is varied. Payment of the difference"),
        ("rejected", "Your complaint is rejected"),
    ],
)
def test_how_a_complaint_ends(result: str, title: str) -> None:
    assert PAPER.decision is not None
    made = msgspec.structs.replace(PAPER.decision, result=result)
    frame = blocks("complaint_decision", "frame", complaint_decision=made)[0]
    assert frame["title"] == title
    assert (frame["text"] == "The earlier decision stands.") is (result == "rejected")
    assert ("in addition to what was done" in frame["text"]) is (result != "rejected")


def test_who_decided_and_who_confirmed_sign_with_post_and_staff_code() -> None:
    signed, player = blocks("decision", "signatures")
    assert [row["name"] for row in player["rows"]] == [PAPER.addressee.name]
    assert [(row["post"], row["name"]) for row in signed["rows"]] == [
        ("Pit manager", "Staff code PM02"),
        ("Shift manager", "Staff code SM01"),
    ]
    assert PAPER.decision is not None
    alone = msgspec.structs.replace(PAPER.decision, confirmed_by=None)
    signed, _player = blocks("decision", "signatures", decision=alone)
    assert [row["name"] for row in signed["rows"]] == ["Staff code PM02"]


def test_the_form_has_lines_to_write_on_and_places_to_sign() -> None:
    assert [b["count"] for b in blocks("complaint_form", "lines")] == [8, 5, 3, 1]
    [signed] = blocks("complaint_form", "signatures")
    assert [row["name"] for row in signed["rows"]] == [PAPER.addressee.name, ""]
    assert [b["count"] for b in blocks("complaint_form", "lines", complaint="Đã viết")] == [5, 3, 1]
    assert letter(paper("complaint_form", "vi"))["motto"] == list(words.MOTTO)
    assert letter(paper("complaint_form", "en"))["motto"] == []


def test_a_player_without_a_name_and_a_case_without_a_round() -> None:
    nobody = paper("decision", "en", addressee=Addressee(reference="seat 4"), rounds=(), bets=())
    text = read(render(nobody))
    assert squeezed("Guest (no name given)") in text
    assert squeezed("Dear guest,") in text
    assert squeezed(words.NO_ROUND.en) in text
    assert not [b for b in letter(nobody)["blocks"] if b["block"] == "bets"]


def test_a_paper_that_comes_too_early_is_refused() -> None:
    for kind in ("decision", "right_to_complain", "complaint_form"):
        with pytest.raises(MissingPart):
            letter(paper(kind, decision=None))
    with pytest.raises(MissingPart):
        letter(paper("complaint_decision", complaint_decision=None))
    with pytest.raises(MissingPart):
        letter(paper("complaint_decision", complaint_filed_at=None))


def test_moments_are_those_of_the_house() -> None:
    there = msgspec.structs.replace(PAPER.house, time_zone="America/St_Johns")
    made = letter(paper("decision", "en", house=there, issued_at=datetime(2026, 7, 1, 1, 0, tzinfo=UTC)))
    assert made["date"] == "30 June 2026"
    assert "UTC-2:30" in made["foot"][1]
    assert made["created"] == [2026, 6, 30, 22, 30, 0]


def test_there_is_a_body_and_a_title_for_every_kind() -> None:
    assert set(BODIES) == set(words.TITLES) == {*KINDS, *AT_THE_TABLE}


def test_every_sentence_is_in_both_languages_with_the_same_places() -> None:
    from string import Formatter

    def places(text: str) -> set[str]:
        return {name for _, name, _, _ in Formatter().parse(text) if name}

    def texts(value: Any) -> list[Text]:
        if isinstance(value, Text):
            return [value]
        if isinstance(value, dict):
            return [t for each in value.values() for t in texts(each)]
        return [t for each in value for t in texts(each)] if isinstance(value, tuple) else []

    found = [t for name, value in vars(words).items() if name.isupper() for t in texts(value)]
    assert len(found) > 80
    for text in found:
        assert text.vi
        assert text.en
        assert places(text.vi) == places(text.en), text
        assert text.vi != text.en or text.vi.isascii(), text


def test_clauses_of_a_book_are_told_by_the_book() -> None:
    made = letter(paper("right_to_complain", "en"))
    [entries] = [b for b in made["blocks"] if b["block"] == "entries"]
    assert entries["rows"][0]["text"] == BOOK.clauses["8.5"].text.en
    assert [row["note"] for row in entries["rows"]] == ["", "Roulette, No. 01/13.06.2020; in force from 13 June 2020"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_said_twice_and_nobody_is_spoken_of_instead_of_to(language: str) -> None:
    """One salutation, each basis and document once, the guest never in the third person, one form of dates."""
    other = {"vi": r"người chơi|khách hàng|tháng \d", "en": r"[Tt]he player|\d{2}/\d{2}/\d{4}(?!\d)"}[language]
    for kind in (*KINDS, *AT_THE_TABLE):
        made = letter(paper(kind, language))
        text = json.dumps(made, ensure_ascii=False)
        for clause in BOOK.clauses.values():  # the rules speak of every player
            text = text.replace(clause.text.in_language(language), "")
        assert text.count({"vi": "Kính gửi", "en": '"To"'}[language]) == 1, kind
        assert not re.search(other, text), (kind, re.search(other, text))
        for named in (SOP, "E1:"):
            assert text.count(named) <= 1, (kind, named)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_receipt_names_who_pays_and_who_receives(language: str) -> None:
    [agreed] = blocks("settlement", "frame", language)
    assert agreed["label"].startswith({"vi": "Thỏa thuận O1", "en": "Agreement O1"}[language])
    [frame] = blocks("receipt", "frame", language)
    house, guest = PAPER.house.name.in_language(language), PAPER.addressee.name
    assert frame["text"].endswith(
        {"vi": f"{house} trả, {guest} nhận.", "en": f"Paid by {house}, received by {guest}."}[language]
    )
    [signed] = blocks("receipt", "signatures", language)
    assert house in signed["rows"][1]["role"]


def test_what_decided_is_marked_among_the_bases() -> None:
    [bases] = [b for b in blocks("decision", "entries") if b["rows"][0]["label"] == "8.4.1"]
    assert [row["note"] for row in bases["rows"]] == [
        "E1: rules (the decision rests on it)",
        "None.",
        "E2: Procedure (SOP-12)",
    ]

"""The letter on the page on which it is decided or issued: shown, marked, as PDF, and nothing recorded by looking."""

from __future__ import annotations

import html
from typing import Any

from django.test import Client

from casino.ledger.application import get_ledger
from disputes.reads.models import PersonalRead
from tests.disputes.admin.doing.conftest import At
from tests.disputes.admin.doing.played import Hand, Played
from tests.disputes.papers.samples import read, squeezed
from tests.replay.story import CODE

REASONS = "Trả thiếu so với 5.1 theo phim và sổ của bàn."
ENGLISH = "Paid short of what 5.1 says."
DECIDED: dict[str, Any] = {"evidence": ["E1"], "reasons": REASONS}


def shown(hand: Hand) -> str:
    """The letter on the page, without the page around it."""
    page = html.unescape(hand.page)
    return page[page.index('class="tp-letter"') : page.index("tp-letter-signs")]


def link(hand: Hand, words: str) -> str:
    """Where the link beside the letter that says this leads."""
    page = html.unescape(hand.page)
    before, _found, _after = page[page.index('id="letter"') :].partition(f">{words}</a>")
    return before.rpartition('href="')[2].partition('"')[0].partition("#")[0]


def test_the_letter_is_shown_before_deciding_with_what_was_typed_and_ticked(played: Played, at: At) -> None:
    hand = at("ready", "decide", "pit_manager")
    before = get_ledger(CODE).head()
    assert hand.send(DECIDED).status_code == 200
    letter = shown(hand)
    assert get_ledger(CODE).head() == before
    assert "bản xem trước, chưa lập" in letter, "the player was told of the term in Vietnamese"
    assert REASONS in letter[letter.index("tp-letter-typed") :]
    assert "E1" in letter[letter.index("tp-letter-ticked") :]
    assert "Tôi đặt vào số 17." not in letter, "the words of a statement stay in the house"
    assert "Words of statements (1)" in html.unescape(hand.page)
    assert "stand in one language only" in hand.page
    assert PersonalRead.objects.filter(about=played.numbers["ready"]).exists()


def test_in_english_it_says_that_the_reasons_are_not(played: Played, at: At) -> None:
    hand = at("ready", "decide", "pit_manager")
    hand.send(DECIDED)
    english: Any = hand.client.get(link(hand, "English"))
    page = html.unescape(english.content.decode())
    assert "preview, not issued" in page
    assert "The reasons of this letter stand in another language (Vietnamese)" in page
    hand.send({"reasons_en": ENGLISH})
    assert "stand in one language only" not in hand.page
    page = html.unescape(hand.client.get(link(hand, "English")).content.decode())
    assert ENGLISH in page
    assert "stand in another language" not in page


def test_reasons_in_english_alone(played: Played, at: At) -> None:
    hand = at("ready", "decide", "pit_manager")
    hand.send({"evidence": ["E1"], "reasons_en": ENGLISH})
    page = html.unescape(hand.page)
    assert "The reasons of this letter stand in another language (English)" in page
    assert "Lý do dưới đây được viết bằng tiếng Anh" in page
    hand.send(confirmed=hand.buttons["confirmed"][0])
    made = played.case("ready").decision
    assert made is not None
    assert (made.fact.reasons_language, made.fact.reasons_en) == ("en", None)


def test_the_same_as_pdf(played: Played, at: At) -> None:
    hand = at("ready", "decide", "pit_manager")
    hand.send(DECIDED)
    answer = hand.client.get(link(hand, "PDF"))
    assert answer["Content-Type"] == "application/pdf"
    assert "no-store" in answer["Cache-Control"]
    text = read(answer.content)
    assert squeezed(REASONS) in text
    assert squeezed("chưa lập").lower() in text.lower()
    stranger = Client()
    assert stranger.get(link(hand, "PDF")).status_code == 302


def test_who_confirms_reads_it_first(played: Played, at: At) -> None:
    hand = at("confirming", "confirm", "shift_manager")
    assert "Bù thêm vì chờ lâu." in shown(hand)
    answer = hand.client.get(link(hand, "PDF"))
    assert answer["Content-Type"] == "application/pdf"


def test_a_paper_is_looked_at_before_it_is_issued(played: Played, at: At) -> None:
    hand = at("told", "issue_paper", "pit_manager")
    papers = len(played.case("told").papers)
    hand.send({"kind": "decision", "language": "vi"}, look="1")
    assert REASONS in shown(hand)
    assert len(played.case("told").papers) == papers


def test_reasons_in_the_other_language_are_issued_only_by_who_read_that(played: Played, at: At) -> None:
    hand = at("told", "issue_paper", "pit_manager")
    papers = len(played.case("told").papers)
    hand.send({"kind": "decision", "language": "en"}, look="1")
    assert "The reasons of this letter stand in another language (Vietnamese)" in html.unescape(hand.page)
    assert hand.send({"kind": "decision", "language": "en"}).status_code == 422
    assert "do not stand in the language of this paper" in hand.page
    assert len(played.case("told").papers) == papers
    assert hand.send({"as_written": "on"}).status_code == 302
    assert played.case("told").papers[-1].fact.language == "en"


def test_a_paper_without_reasons_asks_nothing(played: Played, at: At) -> None:
    hand = at("disagreed", "issue_paper", "pit_manager")
    assert hand.send({"kind": "complaint_form", "language": "en"}).status_code == 302


def test_a_receipt_is_offered_in_korean_and_a_letter_is_not(played: Played, at: At) -> None:
    hand = at("settled", "issue_paper", "pit_manager")
    assert "In Korean" in hand.page
    assert hand.send({"kind": "settlement", "language": "ko"}).status_code == 422
    assert "cannot be printed in that language" in hand.page
    assert hand.send({"kind": "receipt", "language": "ko"}, look="1").status_code == 200
    assert "영수증" in shown(hand)
    assert hand.send({"kind": "receipt", "language": "ko"}).status_code == 302
    assert played.case("settled").papers[-1].fact.language == "ko"
    assert "In Korean" not in at("told", "issue_paper", "pit_manager").page

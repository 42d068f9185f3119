"""Every fixed sentence of the papers, in Vietnamese and English, some in further languages. Pure data; ``letter`` puts
the case's values in.

Proved by ``tests/disputes/papers/test_papers.py``: each paper is read back in both languages; and by
``tests/languages/test_korean.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from casino.core.messages import Catalogue
from games.telling import bet

_WORDS: Final = Catalogue(__file__)

TITLES: Final = _WORDS.table("titles")


def languages(kind: str, games: Iterable[str]) -> tuple[str, ...]:
    """Those in which a paper of this kind can be printed about rounds of these games: with its title a language has all
    of its words, and guests are told of each of the games in it."""
    told = [bet.languages(game) for game in games]
    return tuple(each for each in _WORDS.languages(f"titles--{kind}") if all(each in known for known in told))


MOTTO: Final = tuple(_WORDS.text(f"motto--{line}").vi for line in (1, 2))
DATED: Final = _WORDS.text("dated")
"""The day that stands over a letter."""
"""What stands above a form that a person files, in Vietnamese only."""

NUMBER: Final = _WORDS.text("number")
CASE: Final = _WORDS.text("case")
PAPER: Final = _WORDS.text("paper")
PAGE: Final = _WORDS.text("page")
TO: Final = _WORDS.text("to")
TO_SENIOR: Final = _WORDS.text("to-senior")
DEAR: Final = _WORDS.text("dear")
DEAR_GUEST: Final = _WORDS.text("dear-guest")
GUEST: Final = _WORDS.text("guest")
REFERENCE: Final = _WORDS.text("reference")
LOCAL_TIME: Final = _WORDS.text("local-time")
IN_THE_RECORD: Final = _WORDS.text("in-the-record")

# --- Facts of the case -----------------------------------------------------------------------------------------------
RECEIVED: Final = _WORDS.text("received")
TABLE: Final = _WORDS.text("table")
HAPPENED: Final = _WORDS.text("happened")
AMOUNT: Final = _WORDS.text("amount")
NOT_STATED: Final = _WORDS.text("not-stated")
HANDLED_BY: Final = _WORDS.text("handled-by")
ROUND: Final = _WORDS.text("round")
ROUND_LINE: Final = _WORDS.text("round-line")
OPENED: Final = _WORDS.text("opened")
RESULT: Final = _WORDS.text("result")
NO_ROUND: Final = _WORDS.text("no-round")

# --- Headings --------------------------------------------------------------------------------------------------------
YOUR_WORDS: Final = _WORDS.text("your-words")
WHAT_NEXT: Final = _WORDS.text("what-next")
ROUNDS: Final = _WORDS.text("rounds")
LEFT_OPEN: Final = _WORDS.text("left-open")
LEFT_ROUND: Final = _WORDS.text("left-round")
RECALCULATED: Final = _WORDS.text("recalculated")
NO_BETS: Final = _WORDS.text("no-bets")
REASONS: Final = _WORDS.text("reasons")
CLAUSES: Final = _WORDS.text("clauses")
BASES: Final = _WORDS.text("bases")
IF_NOT: Final = _WORDS.text("if-not")
NOT_ACCEPTED: Final = _WORDS.text("not-accepted")
FIRST_DECISION: Final = _WORDS.text("first-decision")
YOUR_COMPLAINT: Final = _WORDS.text("your-complaint")
HOW: Final = _WORDS.text("how")
RECEIPT: Final = _WORDS.text("receipt")

# --- Acknowledgement (8.3) -------------------------------------------------------------------------------------------
TAKEN_UP: Final = _WORDS.text("taken-up")
THANKS: Final = _WORDS.text("thanks")
ANSWER_BY: Final = _WORDS.text("answer-by")
ANSWER_BY_NOTE: Final = _WORDS.text("answer-by-note")
NO_TIME: Final = _WORDS.text("no-time")
TIME_TO_COME: Final = _WORDS.text("time-to-come")
STEPS: Final = (
    _WORDS.text("steps--if-the-pit-supervisor-cannot"),
    _WORDS.text("steps--the-decision-is-based-on"),
    _WORDS.text("steps--if-you-do-not-accept"),
)

# --- Decision (8.4) --------------------------------------------------------------------------------------------------
DECIDED_INTRO: Final = _WORDS.text("decided-intro")
DECISION: Final = _WORDS.text("decision")
AGREEMENT: Final = _WORDS.text("agreement")
REMEDIES: Final = _WORDS.table("remedies")
PAYS: Final = _WORDS.text("pays")
TAKES: Final = _WORDS.text("takes")
IN_WORDS: Final = _WORDS.text("in-words")
NO_MONEY: Final = _WORDS.text("no-money")
BEYOND: Final = _WORDS.text("beyond")
KEPT: Final = _WORDS.text("kept")
KEEPS: Final = _WORDS.text("keeps")
WITHHELD: Final = _WORDS.text("withheld")
DEVIATION: Final = _WORDS.text("deviation")
AMOUNTS_NOTE: Final = _WORDS.text("amounts-note")
SO_FAR_NOTE: Final = _WORDS.text("so-far-note")
SO_FAR: Final = _WORDS.text("so-far")
COLUMNS: Final = (
    _WORDS.text("columns--round-bet"),
    _WORDS.text("columns--stake"),
    _WORDS.text("columns--under-the-rules"),
    _WORDS.text("columns--at-the-table"),
    _WORDS.text("columns--difference"),
    _WORDS.text("columns--remedy"),
)
UNDER: Final = _WORDS.text("under")
UNDER_ONE: Final = _WORDS.text("under-one")
AT_THE_TABLE: Final = 3
"""The column of what was recorded."""
DIFFERENCE: Final = 4
TOTAL: Final = _WORDS.text("total")
UNDECIDED: Final = _WORDS.text("undecided")
EVIDENCE: Final = _WORDS.text("evidence")
STATEMENTS: Final = _WORDS.table("statements")
FOOTAGE: Final = _WORDS.text("footage")
NO_FOOTAGE: Final = _WORDS.text("no-footage")
WHY_NO_FOOTAGE: Final = {
    None: _WORDS.text("no-cause-of-none"),
    **_WORDS.table("why_no_footage"),
}
"""By the cause that Surveillance chose, None where none was asked for."""
UNANSWERED: Final = _WORDS.text("unanswered")
STANDS_BY_ITSELF: Final = _WORDS.text("stands-by-itself")
CAUSES: Final = _WORDS.table("causes")
DECISIVE: Final = _WORDS.text("decisive")
NOTHING_ASKED: Final = _WORDS.text("nothing-asked")
MEASURES: Final = _WORDS.text("measures")
OUR_MEASURES: Final = _WORDS.table("our-measures")
"""What the house does besides money, said to the guest; another measure stands in the words of who decided it."""
MEASURE: Final = _WORDS.text("measure")
NOTHING_FOUND: Final = _WORDS.text("nothing-found")
DOCUMENT_LINE: Final = _WORDS.text("document-line")
VALID_FROM: Final = _WORDS.text("valid-from")
NEXT_STEP: Final = _WORDS.text("next-step")
REPLY_BY: Final = _WORDS.text("reply-by")

# --- Notice (8.5) and form (8.6) -------------------------------------------------------------------------------------
NOTICE_INTRO: Final = _WORDS.text("notice-intro")
CLAUSE_8_5: Final = _WORDS.text("clause-8-5")
RIGHT: Final = _WORDS.text("right")
RIGHT_NOTE: Final = _WORDS.text("right-note")
FILING: Final = (
    _WORDS.text("filing--the-complaint-is-to-be"),
    _WORDS.text("filing--we-will-guide-you-and"),
    _WORDS.text("filing--please-state-which-point-you"),
)
FILE_BY: Final = _WORDS.text("file-by")
FILE_WITHIN: Final = _WORDS.text("file-within")
RECEIPT_LINE: Final = _WORDS.text("receipt-line")
COMPLAINANT: Final = _WORDS.text("complainant")
NAME: Final = _WORDS.text("name")
CONTACT: Final = _WORDS.text("contact")
PLAYER_REFERENCE: Final = _WORDS.text("player-reference")
ABOUT: Final = _WORDS.text("about")
CONTESTED: Final = _WORDS.text("contested")
CONTESTED_LINE: Final = _WORDS.text("contested-line")
WHY_NOT: Final = _WORDS.text("why-not")
I_ASK: Final = _WORDS.text("i-ask")
ENCLOSED: Final = _WORDS.text("enclosed")
MY_WORDS: Final = _WORDS.text("my-words")
TRUE: Final = _WORDS.text("true")

# --- Decision on the complaint ---------------------------------------------------------------------------------------
RESULTS: Final = _WORDS.table("results")
STANDS: Final = _WORDS.text("stands")
BESIDES: Final = _WORDS.text("besides")
COMPLAINT_INTRO: Final = _WORDS.text("complaint-intro")
FINAL: Final = _WORDS.text("final")

# --- Settlement and receipt (8.1) ------------------------------------------------------------------------------------
SETTLED_INTRO: Final = _WORDS.text("settled-intro")
SETTLED_LINE: Final = _WORDS.text("settled-line")
OFFERED_BY: Final = _WORDS.text("offered-by")
RECEIPT_INTRO: Final = _WORDS.text("receipt-intro")
PLAYER_RECEIVES: Final = _WORDS.text("player-receives")
HOUSE_RECEIVES: Final = _WORDS.text("house-receives")
RECEIVES: Final = _WORDS.text("receives")
GIVES: Final = _WORDS.text("gives")
COUNTED: Final = _WORDS.text("counted")

# --- The player's side -----------------------------------------------------------------------------------------------
REASONS_LANGUAGE: Final = _WORDS.text("reasons-language")
YOUR_ANSWER: Final = _WORDS.text("your-answer")
ANSWERS: Final = (
    _WORDS.text("answers--i-agree-with-this-decision"),
    _WORDS.text("answers--i-do-not-agree-and"),
)
HANDED_LINE: Final = _WORDS.text("handed-line")
PREVIEW: Final = _WORDS.text("preview")
SIGNED: Final = _WORDS.text("signed")
NOT_SIGNED: Final = _WORDS.text("not-signed")
CHECK_HERE: Final = _WORDS.text("check-here")

# --- Signatures ------------------------------------------------------------------------------------------------------
STAFF: Final = _WORDS.text("staff")
ISSUED_BY: Final = _WORDS.text("issued-by")
DECIDED_BY: Final = _WORDS.text("decided-by")
CONFIRMED_BY: Final = _WORDS.text("confirmed-by")
TOLD_BY: Final = _WORDS.text("told-by")
HELPED_BY: Final = _WORDS.text("helped-by")
RECEIVED_BY: Final = _WORDS.text("received-by")
PLAYER: Final = _WORDS.text("player")
SIGN: Final = _WORDS.text("sign")
SIGN_DATE: Final = _WORDS.text("sign-date")

"""A later, invented document of baccarat, made of the first one by edits: its text and its book.

From 2027 on the areas of Lucky 6 are gone and there is one for a pair in either hand; Tie pays 1:9, Banker 25:24, and
insurance of a Banker four another price. Sections 4 to 7 stand in another order (4 is now 5, 5 is 6, 6 is 7, 7 is 4):
nearly every number of the first document is the number of another clause here.
"""

from __future__ import annotations

import re
from typing import Final

from games.catalogue import texts
from games.engine.document import Library, RuleBook, parse_book
from tests.baccarat.rounds import BOOK

FIRST: Final = texts()["baccarat.2024-10-01"]
SECTIONS: Final = {"4": "5", "5": "6", "6": "7", "7": "4"}
_CLAUSE: Final = re.compile(r'"([4-7])((?:\.\d{1,2})+)"')

LUCKY_6: Final = re.compile(r'\[\[bets\]\]\ncode = "lucky6".*?(?=\[\[bets\]\])', re.S)
EITHER_PAIR: Final = """[[bets]]
code = "either_pair"
vi = "Đôi Bất Kỳ"
en = "Either pair"
area = { vi = "ĐÔI BẤT KỲ", en = "EITHER PAIR" }
clause_lost = "6.2.1.2"
cases = [
  { player_pair = true, odds = "either_pair", clause = "6.2.1.1" },
  { banker_pair = true, odds = "either_pair", clause = "6.2.1.1" },
]

"""
NEW_CLAUSE: Final = """
[[clauses]]
number = "5.3"
kind = "rule"
vi = "Đôi Bất Kỳ trả 1:5."
en = "Either pair pays 1:5."
"""


def replaced(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, old
    return text.replace(old, new)


def renumbered(text: str) -> str:
    """The document with its sections 4 to 7 in another order, and the table that says so."""
    numbers = {match[0].strip('"') for match in _CLAUSE.finditer(text)}
    text = _CLAUSE.sub(lambda m: f'"{SECTIONS[m[1]]}{m[2]}"', text)
    old = sorted(number for number in numbers if number in BOOK.clauses)
    lines = [f'"{number}" = "{SECTIONS[number[0]]}{number[1:]}"' for number in old]
    return replaced(text, "\n[odds]\n", "\n[moved]\n" + "\n".join(lines) + "\n\n[odds]\n")


def later(text: str) -> str:
    text = replaced(text, 'number = "04/01.10.2024"', 'number = "05/01.01.2027"')
    return replaced(text, "effective_from = 2024-10-01", "effective_from = 2027-01-01")


def second_text() -> str:
    """The invented document, as it would be approved."""
    text = LUCKY_6.sub(EITHER_PAIR, FIRST)
    text = re.sub(r"^lucky6_.*\n", "", text, flags=re.M)
    text = replaced(text, 'tie = "1:8"', 'tie = "1:9"\neither_pair = "1:5"')
    text = replaced(text, 'tie = "5.1.5"', 'tie = "5.1.5"\neither_pair = "5.3"')
    text = replaced(text, 'banker = "20:19"', 'banker = "25:24"')
    four = "own_points = [4]\nother_points = [0, 1, 2, 3]\nodds = "
    text = replaced(text, f'{four}"1:1.5"', f'{four}"1:2"')
    return later(renumbered(text + NEW_CLAUSE))


RENUMBERED: Final[RuleBook] = parse_book(later(renumbered(FIRST)))
"""The first document, which nothing changed but where its clauses stand."""
SECOND: Final[RuleBook] = parse_book(second_text())
LIBRARY: Final = Library([BOOK, SECOND])

"""Which language a text of a page is in, where it is not the page's own: words that no Vietnamese could spell so, and
letters that only Vietnamese has. What people and devices of the demonstration typed is quoted as it was typed."""

from __future__ import annotations

import ast
import re
import unicodedata
from functools import cache
from typing import Final, get_args

from games.engine.device import DeviceKind
from games.simulate import staff
from tests.admin.messages import ROOT
from tests.words.crawl import Said

TYPED: Final = (
    "surveillance/demonstration/cases.py",
    "surveillance/demonstration/library.py",
    "surveillance/demonstration/footage.py",
    "surveillance/demonstration/house.py",
    *(str(path.relative_to(ROOT)) for path in (ROOT / "games" / "simulate").rglob("*.py")),
)
"""Where the demonstration's people and devices get their words from."""
QUOTING: Final = (
    "tp-said",
    "tp-quote",
    "tp-do-said",
    "rp-print",
    "field-first_name",
    "field-last_name",
    "material-symbols",
)
"""Classes of elements that hold what somebody said, a fingerprint, half of a name, or a sign."""
CODES: Final = {*(member.username for member in staff.ACCOUNTS), "simulation", "demonstration"}
"""What accounts and senders are called."""
LOANS: Final = frozenset(
    word
    for line in (
        "tableproof casino roulette baccarat ante camera logo pearson javascript excel english shift",
        "byte mili milimét ms ppm pdf png jpg webp gif mov txt docx xlsx",
    )
    for word in line.split()
)
"""Names, words that Vietnamese has taken over, units, and formats of files."""
BOTH: Final = "Ngôn ngữ / Language"
TERMS: Final = (
    BOTH,
    "All Big",
    "All Small",
    "Home Run",
    "(Drop Box)",
    "(Tip Box)",
    "Super Angel Eye",
    "(burn)",
    "(natural)",
    "(push)",
    "(Player)",
    "(Banker)",
    "(Pair)",
    "(Lucky 6)",
)
"""What the Vietnamese documents print in English."""
NAMES: Final = (
    BOTH,
    "Mậu Binh",
    "Mậu binh",
    "Ngầu Hầm",
    "Cò Quay",
    "Bài Cào",
    "Tài Xỉu",
    "Nhà cái",
    "Tiếng Việt",
    "tiếng Việt",
    "NĐ-CP",
)
"""Names of games, of the language and of laws, which English pages print in Vietnamese."""
SYLLABLE: Final = re.compile(
    r"(?:b|ch?|d|gh?|gi|h|kh?|l|m|ngh?|nh?|n|ph?|qu|r|s|th?|tr|v|x)?[aeiouy]{1,3}(?:ch?|m|ng?|nh|p|t)?"
)
WORD: Final = re.compile(r"(?<![\w@./:#&?=%+*-])[A-Za-zÀ-ỹ]{2,}(?![\w@/:=_*%+]|[.-]\w)")
LETTERS: Final = re.compile("[ăâđêôơưĂÂĐÊÔƠƯàáãèéìíòóõùúýĩũÀÁÃÈÉÌÍÒÓÕÙÚÝĨŨ\u1ea0-\u1ef9]")


@cache
def typed() -> tuple[str, ...]:
    """Everything of more than one word in the sources of the demonstration, the longest first; and people's names."""
    found = {f"{member.last_name} {member.first_name}" for member in staff.ACCOUNTS}
    for source in TYPED:
        for node in ast.walk(ast.parse((ROOT / source).read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value.strip(" ·–-:,"))
    return tuple(sorted((text for text in found if " " in text), key=len, reverse=True))


@cache
def _quoted() -> re.Pattern[str]:
    kinds = "|".join(kind.replace("_", " ") for kind in get_args(DeviceKind))
    return re.compile("|".join([*map(re.escape, typed()), rf"[A-Z]{{2}}\d\d (?:{kinds})"]))


def in_another_language(said: Said, language: str) -> list[str]:
    """What of a text is not in the language of its page, where nothing is quoted."""
    if said.lang not in ("", language) or any(each in said.where for each in QUOTING):
        return []
    if said.text.endswith("…") and any(each.startswith(said.text[:-1]) for each in typed()):
        return []
    left = " · ".join(part for part in _quoted().sub(" ", said.text).split(" · ") if part.strip() not in CODES)
    for term in TERMS if language == "vi" else NAMES:
        left = left.replace(term, " ")
    if language == "en":
        return [said.text] if LETTERS.search(left) else []
    words = [word for word in WORD.findall(re.sub(r"\{\w+\}", " ", left)) if not word.isupper()]
    return [word for word in words if word.lower() not in LOANS and not SYLLABLE.fullmatch(_plain(word.lower()))]


def _plain(word: str) -> str:
    letters = unicodedata.normalize("NFD", word.replace("đ", "d"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))

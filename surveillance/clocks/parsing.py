"""A date and time out of what was read from a picture: orders of the date, separators, and the letters that readers
take for digits. Pure text; ``tests/surveillance/clocks/test_parsing.py``.

Only a whole date and time counts. Hundredths are dropped: small ones are misread, and the frame in which the second
changes says more (:mod:`surveillance.clocks.ocr`).
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final, Literal, get_args

Order = Literal["YMD", "DMY", "MDY"]
ORDERS: Final[tuple[Order, ...]] = get_args(Order)
_ALIKE: Final = str.maketrans("OoQDIl|!ZzSsBbGqg", "00001111225588699")
_MONTHS: Final = {
    name: number
    for number, name in enumerate(
        ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), start=1
    )
}
_TIME: Final = re.compile(
    r"(?<![0-9])(?P<h>[0-9]{2})[:;.,·h' ]{1,2}(?P<m>[0-9]{2})[:;.,·m' ]{1,2}(?P<s>[0-9]{2})(?![0-9])"
    r"(?:[.,:][0-9]{1,3})?\s*(?P<half>[AP]\.?M\.?)?",
    re.IGNORECASE,
)
_TIME_CLOSE: Final = re.compile(_TIME.pattern.removeprefix("(?<![0-9])"), re.IGNORECASE)
_YEAR_FIRST: Final = re.compile(r"(?P<y>(?:19|20)[0-9]{2})[-/.,年 _]?(?P<a>[0-9]{1,2})[-/.,月 _]?(?P<b>[0-9]{1,2})日?")
_YEAR_LAST: Final = re.compile(
    r"(?<![0-9])(?P<a>[0-9]{1,2})[-/., _](?P<b>[0-9]{1,2})[-/., _](?P<y>(?:20)?[0-9]{2})(?![0-9])"
)
_YEAR_LAST_CLOSE: Final = re.compile(r"(?P<a>[0-9]{2})(?P<b>[0-9]{2})(?P<y>20[0-9]{2})")
_NAMED: Final = re.compile(
    r"(?P<d>[0-9]{1,2})[-/., ]*(?P<name>[A-Za-z]{3})[a-z]*[-/., ]*(?P<y>20[0-9]{2})", re.IGNORECASE
)
_NAMED_FIRST: Final = re.compile(
    r"(?P<name>[A-Za-z]{3})[a-z]*[-/., ]*(?P<d>[0-9]{1,2})[-/., ]+(?P<y>20[0-9]{2})", re.IGNORECASE
)
_WEEKDAY: Final = re.compile(r"\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\b|(?:星期|周)[一二三四五六日天]", re.IGNORECASE)


def moments(text: str) -> dict[Order, datetime]:
    """The moments (without a zone, whole seconds) that a text can mean, by the order of its date; empty where it is
    none. A year of four digits in front, or a named month, leaves one meaning, under the order that it is written
    in."""
    text = _WEEKDAY.sub(" ", text)
    for each in (text, _digits(text)):
        if found := _split(each):
            return found
    return {}


def _digits(text: str) -> str:
    """The text with letters that look like digits as digits, where digits stand beside them; AM and PM are kept."""
    tail = re.search(r"[AP]\.?M\.?\s*$", text, re.IGNORECASE)
    head, half = (text[: tail.start()], tail[0]) if tail else (text, "")
    return head.translate(_ALIKE) + half


def _split(text: str) -> dict[Order, datetime]:
    """The time is what is written most as one, with colons, and first (hundredths stand behind); the rest is the
    date."""
    found = [each for at in range(len(text)) if (each := _TIME.match(text, at) or _close(text, at)) is not None]
    if not found:
        return {}
    best = max(found, key=lambda each: (each[0].count(":", 0, each.end("s") - each.start()), *_place(text, each)))
    time = _time(best)
    if time is None:
        return {}
    for date in (text[: best.start()], text[best.end() :]):
        if dates := _dates(date):
            return {order: moment for order, (y, m, d) in dates.items() if (moment := _moment(y, m, d, *time))}
    return {}


def _place(text: str, found: re.Match[str]) -> tuple[bool, int]:
    """Better apart from other digits, better earlier."""
    return not text[: found.start()][-1:].isdecimal(), -found.start()


def _close(text: str, at: int) -> re.Match[str] | None:
    """A time directly behind the digits of a date (``2026-11-2021:14:12``): at least two of them belong to the date."""
    if at < 8 or not text[at - 1].isdecimal() or not text[at - 2].isdecimal():
        return None
    return _TIME_CLOSE.match(text, at)


def _time(found: re.Match[str]) -> tuple[int, int, int] | None:
    hour, minute, second = int(found["h"]), int(found["m"]), int(found["s"])
    if half := found["half"]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half[0] in "pP" else 0)
    return (hour, minute, second) if hour < 24 and minute < 60 and second < 60 else None


def _dates(text: str) -> dict[Order, tuple[int, int, int]]:
    if found := _YEAR_FIRST.search(text):
        return {"YMD": (int(found["y"]), int(found["a"]), int(found["b"]))}
    for pattern, order in ((_NAMED, "DMY"), (_NAMED_FIRST, "MDY")):
        if (found := pattern.search(text)) and (month := _MONTHS.get(found["name"].lower())):
            return {order: (int(found["y"]), month, int(found["d"]))}  # type: ignore[dict-item]
    found = _YEAR_LAST.search(text) or _YEAR_LAST_CLOSE.search(text)
    if found is None:
        return {}
    first, second, last = int(found["a"]), int(found["b"]), int(found["y"])
    year = last if last >= 100 else 2000 + last
    dates: dict[Order, tuple[int, int, int]] = {"DMY": (year, second, first), "MDY": (year, first, second)}
    if last < 100 and len(found["a"]) == 2:
        dates["YMD"] = (2000 + first, second, last)
    return dates


def _moment(year: int, month: int, day: int, hour: int, minute: int, second: int) -> datetime | None:
    try:
        return datetime(year, month, day, hour, minute, second)  # noqa: DTZ001  (a clock in a picture has no zone)
    except ValueError:
        return None

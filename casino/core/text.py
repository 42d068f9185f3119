"""Text in both languages of the house. Rules, findings and papers carry both; only the screen picks one."""

from __future__ import annotations

import unicodedata

import msgspec

_MARKS = str.maketrans(",.", ".,")


class Text(msgspec.Struct, frozen=True):
    """A statement in Vietnamese and in English, of equal standing."""

    vi: str
    en: str

    def in_language(self, code: str) -> str:
        """The text for a language code as Django gives it (``vi``, ``en``, ``en-gb``); Vietnamese unless English."""
        return self.en if code.startswith("en") else self.vi

    def format(self, /, **values: object) -> Text:
        """Both texts with the same values put in; a value that is a text goes into each in its own language."""
        vi = {name: value.vi if isinstance(value, Text) else value for name, value in values.items()}
        en = {name: value.en if isinstance(value, Text) else value for name, value in values.items()}
        return Text(self.vi.format(**vi), self.en.format(**en))


def plain(text: str) -> str:
    """The text as somebody types it who leaves Vietnamese marks and capitals out: "Trả thưởng" as "tra thuong"."""
    apart = unicodedata.normalize("NFD", text.casefold().replace("đ", "d"))
    return "".join(each for each in apart if not unicodedata.combining(each))


def figure(written: str) -> Text:
    """A number that was written as English writes it (``1,234.5``), and as Vietnamese does (``1.234,5``)."""
    return Text(written.translate(_MARKS), written)

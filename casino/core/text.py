"""Text in both languages of the house. Rules, findings and papers carry both; only the screen picks one."""

from __future__ import annotations

import msgspec


class Text(msgspec.Struct, frozen=True):
    """A statement in Vietnamese and in English, of equal standing."""

    vi: str
    en: str

    def in_language(self, code: str) -> str:
        """The text for a language code as Django gives it (``vi``, ``en``, ``en-gb``); Vietnamese unless English."""
        return self.en if code.startswith("en") else self.vi

    def format(self, /, **values: object) -> Text:
        """Both texts with the same values put in."""
        return Text(self.vi.format(**values), self.en.format(**values))

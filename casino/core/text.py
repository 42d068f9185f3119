"""Text in the languages of the house. Rules, findings and papers carry all; only the screen picks one."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable

import msgspec

_MARKS = str.maketrans(",.", ".,")


class Text(msgspec.Struct, frozen=True, dict=True):
    """A statement in Vietnamese and in English, of equal standing; from a catalogue (:meth:`of`), in further languages
    besides. What people wrote and what a document says has the two alone."""

    vi: str
    en: str

    @classmethod
    def of(cls, say: Callable[[str], str]) -> Text:
        """What ``say`` says for the code of a language; of further ones it is asked when somebody reads them."""
        text = cls(say("vi"), say("en"))
        text.__dict__["say"] = say  # beside the fields: what is equal, hashed and written down are the two
        return text

    def in_language(self, code: str) -> str:
        """The text for a language code as Django gives it (``vi``, ``en``, ``en-gb``); English where it has no such."""
        language = code.partition("-")[0]
        if language in ("vi", "en"):
            return self.vi if language == "vi" else self.en
        say = self.__dict__.get("say")
        return self.en if say is None else str(say(language))

    def format(self, /, **values: object) -> Text:
        """Every language with the same values put in; one that is a text goes into each in its own."""
        return Text.of(lambda code: self.in_language(code).format(**{n: put(v, code) for n, v in values.items()}))

    def turned(self, how: Callable[[str], str]) -> Text:
        """The text as ``how`` makes it, in each language."""
        return Text.of(lambda code: how(self.in_language(code)))

    def capital(self) -> Text:
        """With a capital at its beginning."""
        return self.turned(lambda said: said[:1].upper() + said[1:])


def put(value: object, code: str) -> object:
    return value.in_language(code) if isinstance(value, Text) else value


def joined(parts: Iterable[Text], between: str) -> Text:
    """Texts one after the other."""
    texts = tuple(parts)
    return Text.of(lambda code: between.join(each.in_language(code) for each in texts))


def shaped(shape: str, /, **values: object) -> Text:
    """Texts and values in places that every language has alike: punctuation and no word."""
    return Text.of(lambda code: shape.format(**{name: put(value, code) for name, value in values.items()}))


def plain(text: str) -> str:
    """The text as somebody types it who leaves Vietnamese marks and capitals out: "Trả thưởng" as "tra thuong"."""
    apart = unicodedata.normalize("NFD", text.casefold().replace("đ", "d"))
    return "".join(each for each in apart if not unicodedata.combining(each))


def figure(written: str) -> Text:
    """A number that was written as English writes it (``1,234.5``); Vietnamese has ``1.234,5``."""
    return Text.of(lambda code: written.translate(_MARKS) if code == "vi" else written)

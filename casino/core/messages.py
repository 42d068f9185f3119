"""Sentences as files: one a language, named by the code that says them (Project Fluent, https://projectfluent.org).

A message is an id and its arguments, and knows no language: a pure room puts it together, whoever shows it chooses the
language, and papers take all at once. A further language is a further file. Arguments that are texts, money or messages
themselves are put into words in the language that is asked for. Pure. Source: ADR 149. Proved by
``tests/core/test_messages.py``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from casino.core.languages import BOTH as BOTH
from casino.core.languages import in_order
from casino.core.text import Text, put

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle

ROOMS: Final = ("casino", "games", "disputes", "surveillance")
"""Where catalogues lie; one that is not there, as where the judge stands alone, has none."""


class Message(msgspec.Struct, frozen=True):
    """A sentence by its id in the files, with what is put into it by name."""

    id: str
    args: Mapping[str, Any] = {}


def message(id: str, /, **args: Any) -> Message:
    return Message(id, args)


class NotSaid(LookupError):
    """A language has no such message, or the message names an argument that was not given."""


class Catalogue:
    """The fixed words of a module, in ``wording/<module>`` beside it: one file a language, read when asked for."""

    def __init__(self, module_file: str) -> None:
        module = Path(module_file)
        self._folder = module.parent / "wording" / module.stem
        self._languages: dict[str, dict[str, str]] = {}
        self._whole: dict[str, Messages] = {}

    def text(self, id: str, /, **values: object) -> Text:
        """The words of this id, with the values in their places; one that is put in later (:meth:`Text.format`) has its
        place in braces."""
        return Text.of(lambda language: self._say(id, language, values))

    def table(self, name: str, codes: Callable[[str], Any] = str, *, dotted: bool = False) -> dict[Any, Text]:
        """What is called ``name--code`` in the files, by its code, in their order. ``codes``: the type of the codes;
        ``dotted``: they have dots (``device.clock_off``) where the ids have dashes."""
        begins = f"{name}--"
        said = {id.removeprefix(begins): self.text(id) for id in self._said(BOTH[0]) if id.startswith(begins)}
        return {codes(code.replace("-", ".") if dotted else code): text for code, text in said.items()}

    def pairs(self, name: str) -> dict[Any, tuple[Text, Text]]:
        """What is called ``name--code--1`` and ``name--code--2``, by its code: a name and what it means."""
        said = self.table(name)
        return {code[:-3]: (said[code], said[f"{code[:-3]}--2"]) for code in said if code.endswith("--1")}

    def languages(self, id: str) -> tuple[str, ...]:
        """Those that say this."""
        return in_order(file.stem for file in self._folder.glob("*.ftl") if id in self._said(file.stem))

    def __contains__(self, id: str) -> bool:
        return id in self._said(BOTH[0])

    def _say(self, id: str, language: str, values: Mapping[str, object]) -> str:
        said = self._said(language).get(id)
        if said is None:
            if language in BOTH:
                raise NotSaid(f"{id} of {self._folder} is not said in {language}")
            return f"{self._say(id, 'en', values)} [en]"
        if not values:
            return said
        if language in self._whole:
            return self._whole[language].say(Message(id, values), language)
        return said.format(**{name: put(value, language) for name, value in values.items()})

    def _said(self, language: str) -> dict[str, str]:
        if language not in self._languages:
            file = self._folder / f"{language}.ftl"
            said = templates(file) if file.exists() else {}
            if said is None:
                whole = self._whole[language] = Messages([self._folder])
                said = {id: whole.template_in(id, language) for id in whole.ids_in(language)}
            self._languages[language] = said
        return self._languages[language]


@cache
def beside(module: str) -> Catalogue:
    """The catalogue of a module by its name, for what is declared in it."""
    return Catalogue(str(sys.modules[module].__file__))


_MESSAGE: Final = re.compile(r"([A-Za-z][\w-]*) = (\S.*)")
_PLACE: Final = re.compile(r'\{ ?(?:\$([A-Za-z][\w-]*)|"([^"\\]*)") ?\}')


def templates(file: Path) -> dict[str, str] | None:
    """The messages of a file by their ids, with a place in braces (``{amount}``) for each argument; None where a file
    has choices.

    Nearly every file is lines without one; these are read here, in a tenth of the time that Fluent's own reader takes,
    to which the others are left. ``tests/core/test_messages.py`` holds the two against each other."""
    found = {}
    for line in file.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            message = _MESSAGE.fullmatch(line)
            if message is None or "{" in _PLACE.sub("", message[2]):
                return None
            found[message[1]] = _PLACE.sub(lambda put: put[2] if put[1] is None else f"{{{put[1]}}}", message[2])
    return found


@cache
def wording(topic: str) -> Messages:
    """The messages of one topic (``errors``) of every room: the folders ``wording/<topic>`` beside the code."""
    root = Path(__file__).parents[2]
    return Messages(sorted(each for room in ROOMS for each in (root / room).rglob(f"wording/{topic}")))


class Messages:
    """The messages in ``folders``, each of which holds one file a language (``vi.ftl``, ``en.ftl``)."""

    def __init__(self, folders: Iterable[Path]) -> None:
        self._folders = tuple(folders)

    @cached_property
    def _bundles(self) -> dict[str, FluentBundle]:
        from fluent.runtime import FluentBundle, FluentResource  # whoever only judges need not load it

        bundles: dict[str, FluentBundle] = {}
        for folder in self._folders:
            for file in sorted(folder.glob("*.ftl")):
                # Marks that keep directions apart would stand in the way of who searches a page or copies an amount.
                bundle = bundles.setdefault(file.stem, FluentBundle([file.stem], use_isolating=False))
                bundle.add_resource(FluentResource(file.read_text("utf-8")))
        return bundles

    @property
    def languages(self) -> tuple[str, ...]:
        return tuple(sorted(self._bundles))

    @property
    def ids(self) -> list[str]:
        """Every message that some language has, in the order of the files."""
        return list(dict.fromkeys(id for bundle in self._bundles.values() for id in bundle._messages))

    def ids_in(self, language: str) -> list[str]:
        return list(self._bundles[language]._messages)

    def arguments(self, id: str, language: str) -> frozenset[str]:
        """The names of what a message takes, as its file in this language has them."""
        return frozenset(_named(self._bundles[language].get_message(id).value))

    def say(self, told: Message, language: str) -> str:
        """The message in one language. Raises :class:`NotSaid`."""
        bundle = self._bundles.get(language)
        if bundle is None or not bundle.has_message(told.id):
            raise NotSaid(f"{told.id} is not said in {language}")
        value = bundle.get_message(told.id).value
        assert value is not None, f"{told.id} has attributes alone"
        args = {name: self._put(given, language) for name, given in told.args.items()}
        said, errors = bundle.format_pattern(value, args)
        if errors:
            raise NotSaid(f"{told.id} in {language}: {errors[0]}")
        return str(said)

    def join(self, told: Iterable[Message], language: str, between: str = " ") -> str:
        return between.join(self.say(each, language) for each in told)

    def text(self, told: Message) -> Text:
        return Text.of(lambda language: self.say(told, language))

    def template_in(self, id: str, language: str) -> str:
        """The message with a place in braces (``{amount}``) for each argument."""
        return self.say(Message(id, {name: f"{{{name}}}" for name in self.arguments(id, language)}), language)

    def text_of(self, told: Iterable[Message]) -> Text:
        """Messages one after the other."""
        said = tuple(told)
        return Text.of(lambda language: self.join(said, language))

    def _put(self, given: Any, language: str) -> Any:
        match given:
            case Message():
                return self.say(given, language)
            case list() | tuple():
                return "; ".join(self._put(each, language) for each in given)
        if hasattr(given, "in_language"):  # a text, an amount
            return given.in_language(language)
        return given if isinstance(given, str | int) else str(given)


def _named(part: Any) -> Iterator[str]:
    """The names of arguments in a sentence as the library has parsed it, in its choices too."""
    if type(part).__name__ == "VariableReference":
        yield part.id.name
    for each in part if isinstance(part, list) else getattr(part, "__dict__", {}).values():
        yield from _named(each)

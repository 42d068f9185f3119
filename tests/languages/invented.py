"""An invented language laid into a copy of the house, by files alone: English with every vowel accented.

What carries meaning for a program is left as it is: places of arguments, tags, codes of choices.
"""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from pathlib import Path
from typing import Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from fluent.syntax import FluentParser, FluentSerializer, ast
from fluent.syntax.visitor import Transformer

from games.catalogue import GAMES
from games.engine.document import texts_in
from games.engine.translated import digest_of, sentences

CODE: Final = "eo"
ACCENTED: Final = str.maketrans("aeouAEOU", "äëöüÄËÖÜ")
LEFT: Final = re.compile(r"%\(\w+\)[a-z]|%[a-z%]|<[^>]*>|&\w+;|\{[^}]*\}|https?://\S+")


def accented(text: str) -> str:
    """The text in the invented language."""
    found, last = [], 0
    for place in LEFT.finditer(text):
        found += [text[last : place.start()].translate(ACCENTED), place[0]]
        last = place.end()
    return "".join([*found, text[last:].translate(ACCENTED)])


class _Accents(Transformer):
    def visit_TextElement(self, node: ast.TextElement) -> ast.TextElement:  # noqa: N802 - the library's name
        node.value = node.value.translate(ACCENTED)
        return node


def invent(house: Path) -> None:
    """Lay the language into the copy of the house."""
    for file in house.rglob("en.ftl"):
        parsed = FluentParser().parse(file.read_text("utf-8"))
        file.with_name(f"{CODE}.ftl").write_text(FluentSerializer().serialize(_Accents().visit(parsed)), "utf-8")
    with (house / "locale/vi/LC_MESSAGES/django.po").open("rb") as known:
        catalog = read_po(known, locale=CODE, domain="django")
    for message in catalog:
        if message.id:
            ids = (message.id,) if isinstance(message.id, str) else message.id
            said = tuple(accented(each) for each in ids)
            message.string = said if message.pluralizable else said[0]
            message.flags.discard("fuzzy")
    target = house / "locale" / CODE / "LC_MESSAGES"
    target.mkdir(parents=True)
    with (target / "django.mo").open("wb") as written:
        write_mo(written, catalog)
    for file in (house / "casino/guides/text").glob("*.en.md"):
        shutil.copy2(file, file.with_name(file.name.replace(".en.", f".{CODE}.")))
    for game in GAMES.values():
        for text in texts_in(game.package).values():
            raw = tomllib.loads(text)
            folder = house / game.package.replace(".", "/") / "documents/further"
            folder.mkdir(exist_ok=True)
            told = [en for _place, _vi, en in sentences(raw)] + [each["en"] for each in raw["choices"].values()]
            rows = {en: accented(en) for en in told}
            (folder / f"{digest_of(raw)}.{CODE}.toml").write_text(
                "".join(f"{json.dumps(en)} = {json.dumps(words)}\n" for en, words in rows.items()), "utf-8"
            )

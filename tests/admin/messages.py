"""The project's messages as they stand in the code: every text that gettext is asked for, from Python and templates."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from babel.messages.extract import extract_from_file

ROOT: Final = Path(__file__).resolve().parents[2]
ROOMS: Final = ("casino", "games", "disputes", "surveillance")

_TRANSLATE = re.compile(r"""\{%\s*trans(?:late)?\s+("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')""")
_ARGUMENT = re.compile(r"""_\(("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\)""")
_BLOCK = re.compile(r"\{%\s*blocktrans(?:late)?\b([^%]*)%\}(.*?)\{%\s*endblocktrans(?:late)?\s*%\}", re.DOTALL)
_PLURAL = re.compile(r"\{%\s*plural\s*%\}")
_VARIABLE = re.compile(r"\{\{\s*([\w.]+)(?:\|[^}]*)?\s*\}\}")

Message = tuple[str, str | None]
"""(msgid, plural form or None)."""


_KEYWORDS: Final = {"_": None, "gettext": None, "gettext_lazy": None, "ngettext": (1, 2), "ngettext_lazy": (1, 2)}


def of_python(folder: Path) -> Iterator[Message]:
    """Texts of every Python file below a folder."""
    for path in sorted(folder.rglob("*.py")):
        yield from of_file(path)


def of_file(path: Path) -> Iterator[Message]:
    """Texts of one Python file."""
    for _line, found, _comments, _context in extract_from_file("python", str(path), keywords=_KEYWORDS):
        if isinstance(found, tuple):
            yield str(found[0]), str(found[1])
        elif found:
            yield found, None


def of_templates(folder: Path) -> Iterator[Message]:
    """Texts of every template below a folder."""
    for path in sorted(folder.rglob("*.html")):
        yield from of_template(path.read_text("utf-8"))


def of_template(source: str) -> Iterator[Message]:
    """Texts of one template, as Django asks gettext for them."""
    for match in (*_TRANSLATE.finditer(source), *_ARGUMENT.finditer(source)):
        yield match[1][1:-1].replace('\\"', '"').replace("\\'", "'"), None
    for match in _BLOCK.finditer(source):
        parts = [part.strip() if "trimmed" in match[1] else part for part in _PLURAL.split(match[2])]
        if "trimmed" in match[1]:
            parts = [" ".join(line.strip() for line in part.splitlines()) for part in parts]
        ids = [_VARIABLE.sub(r"%(\1)s", part.replace("%", "%%")) for part in parts]
        yield ids[0], ids[1] if len(ids) > 1 else None


def ours() -> dict[str, str | None]:
    """Every text of the project's own rooms, with its plural form."""
    found: dict[str, str | None] = {}
    for room in ROOMS:
        for message, plural in (*of_python(ROOT / room), *of_templates(ROOT / room)):
            found[message] = plural or found.get(message)
    return found


def of_theme() -> dict[str, str | None]:
    """Every text of the admin theme, which ships without Vietnamese."""
    import unfold

    folder = Path(unfold.__file__).parent
    found = dict((*of_templates(folder / "templates"), *of_templates(folder / "contrib/filters")))
    found |= dict(of_python(folder / "contrib/filters"))
    for path in sorted(folder.glob("*.py")):
        found |= dict(of_file(path))
    return found

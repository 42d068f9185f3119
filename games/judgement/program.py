"""Which program judges: a digest of what the code means by which rounds are folded, judged, carried on and summed up.

Read models keep what rounds came to, and what each left to the next, as the program judged them that wrote the rows. A
newer program may judge otherwise, so it has to be seen that the rows are not its own: ``manage.py rebuild_readmodel``
writes them anew. What a program means is its syntax tree without docstrings, so comments, docstrings and layout do not
count; of a document it is the data. Words and drawings of the games decide nothing and are left out. It takes a second
of a processor, so web servers and workers do it before they take anything (``casino.site.deployment.prepare``). Proved
by ``tests/readmodel/test_program.py``.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Final

from games.catalogue import GAMES
from games.engine.lending import composed

_ROOT: Final = Path(__file__).parents[2]
_SHARED: Final = (
    "casino/core/*.py",
    "games/engine/*.py",
    "games/catalogue.py",
    "games/rows/replay.py",
    "games/rows/sessions.py",
    "games/judgement/session_rows.py",
    "games/judgement/table_walk.py",
    "games/rows/readmodel.py",
    "games/rows/projector.py",
)
_PARSING: Final = Lock()
_DECIDES_NOTHING: Final = ("words.py", "readings.py", "drawing.py")


@cache
def this_program() -> str:
    """The digest of this program: 16 hexadecimal digits, worked out once: at the start, or when first asked for."""
    with _PARSING:  # CPython 3.11 fails where two threads parse source at once
        return digest_of(_ROOT, judging_files())


def judging_files() -> Iterator[Path]:
    """The sources and documents by which rounds are judged."""
    for part in _SHARED:
        yield from _ROOT.glob(part)
    for game in GAMES.values():
        folder = _ROOT.joinpath(*game.package.split("."))
        yield from (path for path in folder.glob("*.py") if path.name not in _DECIDES_NOTHING)
        yield from folder.glob("documents/*.toml")


def digest_of(root: Path, files: Iterable[Path]) -> str:
    """16 hexadecimal digits that change with any name or meaning of these files in a folder, not with their order."""
    digest = sha256()
    for path in sorted(files):
        meaning = meaning_of(path).encode()
        digest.update(f"{path.relative_to(root).as_posix()} {len(meaning)}\n".encode())
        digest.update(meaning)
    return digest.hexdigest()[:16]


def meaning_of(path: Path) -> str:
    """What a source or a document says, without comments, docstrings and layout."""
    text = path.read_text("utf-8")
    if path.suffix == ".toml":
        return repr(tomllib.loads(composed(text)))
    tree = ast.parse(text)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [line for line in body if not _is_string(line)]  # type: ignore[attr-defined]
    return ast.dump(tree)


def _is_string(line: ast.stmt) -> bool:
    """A docstring, or the string that explains an attribute below it."""
    return isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant) and isinstance(line.value.value, str)

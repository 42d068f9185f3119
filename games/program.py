"""Which program judges: a digest of the code and the rule books by which rounds are folded, judged and carried on.

Read models keep what rounds came to, and what each left to the next, as the program judged them that wrote the rows. A
newer program may judge otherwise, so it has to be seen that the rows are not its own: ``manage.py rebuild_readmodel``
writes them anew. Proved by ``tests/readmodel/test_program.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

_ROOM: Final = Path(__file__).parent
_PARTS: Final = (
    "rules/*.py",
    "rules/books/*.toml",
    "rounds/*.py",
    "replay.py",
    "sessions.py",
    "session_rows.py",
    "readmodel.py",
)


@cache
def this_program() -> str:
    """The digest of this program: 16 hexadecimal digits, read once, when first asked for."""
    return digest_of(_ROOM, (path for part in _PARTS for path in _ROOM.glob(part)))


def digest_of(room: Path, files: Iterable[Path]) -> str:
    """16 hexadecimal digits that change with any name or content of these files in a folder, not with their order."""
    digest = sha256()
    for path in sorted(files):
        digest.update(f"{path.relative_to(room).as_posix()} {path.stat().st_size}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]

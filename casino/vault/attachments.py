"""Which files are taken as evidence: few types, told by their content, with a name that says the same.

``admit`` checks and scans; ``check`` checks alone. Nothing is opened or changed. What a file holds beyond its structure
(a script in a PDF, a fault of a picture that harms an old reader) is for the scanner that the house gives in
ATTACHMENT_SCAN_COMMAND; without one every file says that it was not scanned.

Proved by ``tests/vault/test_attachments.py`` and ``test_scanning.py``.
"""

from __future__ import annotations

import hashlib
import logging
import subprocess
import unicodedata
from typing import Final

import msgspec
from django.conf import settings

from casino.core.errors import ERRORS, Problem
from casino.core.messages import Catalogue
from casino.core.sealed import Scan
from casino.core.text import Text
from casino.vault import filetypes

_WORDS: Final = Catalogue(__file__)

logger = logging.getLogger(__name__)

LONGEST_NAME: Final = 150
SCAN_PATIENCE_SECONDS: Final = 60
KINDS: Final[dict[str, tuple[str, ...]]] = {
    "application/pdf": ("pdf",),
    "image/png": ("png",),
    "image/jpeg": ("jpg", "jpeg"),
    "image/webp": ("webp",),
    "image/gif": ("gif",),
    "video/mp4": ("mp4", "m4v"),
    "video/quicktime": ("mov", "qt"),
    "text/plain": ("txt",),
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ("docx",),
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ("xlsx",),
}
"""Media type -> the extensions that agree with it."""

_FORBIDDEN: Final = frozenset('/\\<>:"|?*')
_PROGRAMS: Final = frozenset(
    (
        *("exe", "com", "scr", "bat", "cmd", "ps1", "vbs", "js", "jse", "wsf", "hta", "msi", "jar", "lnk", "sh", "py"),
        *("dll", "php", "asp", "aspx", "jsp", "html", "htm", "xhtml", "svg", "xml", "swf"),
    )
)
"""Extensions that have no place before the last one either."""

ERRORS.register_all(
    {
        "attachment_empty": 422,
        "attachment_too_large": 413,
        "attachment_name": 422,
        "attachment_type": 415,
        "attachment_extension": 422,
        "attachment_damaged": 422,
        "attachment_mixed": 422,
        "attachment_active": 415,
        "attachment_infected": 422,
        "attachment_scan_failed": 503,
    }
)


class Admitted(msgspec.Struct, frozen=True, kw_only=True):
    """A file that is taken: its name as it is kept, what it is, its size and hash, and whether it was scanned."""

    name: str
    media_type: str
    size_bytes: int
    sha256: str
    scan: Scan


def admit(name: str, data: bytes) -> Admitted:
    """Check and scan a file; this may take SCAN_PATIENCE_SECONDS, so never inside a transaction. Problem
    ``attachment_…`` with the field ``name`` or ``file``."""
    return msgspec.structs.replace(unscanned(name, data), scan=scan(data))


def unscanned(name: str, data: bytes) -> Admitted:
    """Check a file alone. Problems as of ``check``."""
    return Admitted(
        media_type=check(name, data),
        name=clean_name(name),
        size_bytes=len(data),
        sha256=hashlib.sha256(data).hexdigest(),
        scan="not_scanned",
    )


def check(name: str, data: bytes) -> str:
    """The media type of a file that is taken, by its content. Problem ``attachment_…``."""
    if not data:
        raise Problem("attachment_empty", "file")
    if len(data) > settings.ATTACHMENT_MAX_BYTES:
        raise Problem("attachment_too_large", "file", size=len(data), limit=settings.ATTACHMENT_MAX_BYTES)
    extension = clean_name(name).rpartition(".")[2].lower()
    taken = settings.ATTACHMENT_TYPES or list(KINDS)
    try:
        media_type = filetypes.media_type(data)
    except filetypes.Damaged as error:
        raise Problem("attachment_damaged", "file") from error
    except filetypes.Mixed as error:
        raise Problem("attachment_mixed", "file") from error
    except filetypes.Active as error:
        raise Problem("attachment_active", "file") from error
    if media_type is None or media_type not in taken:
        extensions = ", ".join(KINDS[each][0] for each in KINDS if each in taken)
        raise Problem("attachment_type", "file", extensions=extensions)
    if extension not in KINDS[media_type]:
        raise Problem("attachment_extension", "name", media_type=media_type)
    return media_type


def clean_name(name: str) -> str:
    """The name as it is kept (NFC, as most systems write it). Problem attachment_name."""
    name = unicodedata.normalize("NFC", name)
    stem, dot, extension = name.rpartition(".")
    if not dot or not stem.strip(". ") or not extension.strip():
        raise _unfit(_WORDS.text("name-or-extension-is-missing"))
    if len(name) > LONGEST_NAME:
        raise _unfit(_WORDS.text("longer-than-longest-name-characters", longest_name=LONGEST_NAME))
    if name != name.strip() or any(unicodedata.category(c)[0] == "C" or c in "\u2028\u2029" for c in name):
        raise _unfit(_WORDS.text("it-holds-hidden-characters"))
    if _FORBIDDEN & set(name) or name.startswith("."):
        raise _unfit(_WORDS.text("it-holds-a-path-or"))
    if _PROGRAMS.intersection(part.strip().lower() for part in stem.split(".")[1:]):
        raise _unfit(_WORDS.text("it-has-two-extensions"))
    return name


def scan(data: bytes) -> Scan:
    """Give the bytes to the scanner of the house on its standard input, so that they touch no disk. Exit code 0: clean,
    1: infected, anything else: could not be scanned. Problem attachment_infected or attachment_scan_failed."""
    command: list[str] = settings.ATTACHMENT_SCAN_COMMAND
    if not command:
        return "not_scanned"
    try:
        done = subprocess.run(
            command,
            input=data,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=SCAN_PATIENCE_SECONDS,
            env={},  # none of ours: it holds the keys of persons and of the database
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        logger.error("attachment_scan_failed: %s", error)
        raise Problem("attachment_scan_failed", "file") from error
    if done.returncode == 0:
        return "clean"
    if done.returncode == 1:
        logger.warning("attachment_infected sha256=%s", hashlib.sha256(data).hexdigest())
        raise Problem("attachment_infected", "file")
    logger.error("attachment_scan_failed: exit %d: %s", done.returncode, done.stderr[-500:].decode(errors="replace"))
    raise Problem("attachment_scan_failed", "file")


def _unfit(reason: Text) -> Problem:
    return Problem("attachment_name", "name", reason=reason)

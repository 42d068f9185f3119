"""What can name people, kept encrypted apart from the events, with a key for each person outside the database.

``sealing``      seal, open, erase
``keys``         the folder of persons' keys
``crypto``       the arithmetic
``names``        finding a person by name without a name in the database
``attachments``  which files are taken, judged by their content
``checks``       what is told at start when keys cannot be kept
"""

from __future__ import annotations

from casino.vault.names import index_name, persons_named
from casino.vault.sealing import (
    Erasure,
    Opened,
    erase_person,
    erased_among,
    finish_erasures,
    is_erased,
    new_person,
    open_bytes,
    open_content,
    open_many,
    open_text,
    readable,
    seal,
)

__all__ = [
    "Erasure",
    "Opened",
    "erase_person",
    "erased_among",
    "finish_erasures",
    "index_name",
    "is_erased",
    "new_person",
    "open_bytes",
    "open_content",
    "open_many",
    "open_text",
    "persons_named",
    "readable",
    "seal",
]

"""Finding a person by name or telephone number without either in the database: a blind index.

Each word of a name, without accents and case, and the last digits of each telephone number stand as HMAC-SHA256 under a
key derived from that person's own key. A common key for all would find faster, but with it anyone could go through a
dictionary in an old copy of the database, where the row of an erased person still stands; with the person's own key,
which was destroyed, nothing can be tried.
So a search goes through all the persons there are: some ten microseconds each, and about ten times that for the first
search of a process, which reads their keys.

Proved by ``tests/vault/test_names.py``.
"""

from __future__ import annotations

import hmac
import secrets
from typing import Final

from django.db import transaction

from casino.core.errors import Problem
from casino.core.naming import NUMBER, joined, telephone_ends, words
from casino.vault.crypto import derive
from casino.vault.keys import KeyStore, key_store
from casino.vault.models import NameIndex, Person

TOKEN_BYTES: Final = 16
TOKENS_STEP: Final = 8
"""Rows are filled with random tokens to a multiple of this: how many words a name has is not told."""

_KEYS: dict[tuple[str, str, str], bytes] = {}
"""Keys of the index by folder, property and person. Every search drops those of persons erased since the last."""


def fold(name: str) -> list[str]:
    """The different words of a name, sorted, without accents and case: ``Đặng Thị Ánh`` is anh, dang, thi."""
    return sorted(set(words(name)))


def _found_by(name: str) -> list[str]:
    """The words by which a name is found: also those that people type without what joins them."""
    return sorted({*words(name), *words(joined(name))})


def index_name(property_code: str, person: str, name: str, contact: str = "") -> None:
    """Make a person found by each word of ``name`` and by the telephone numbers of ``contact``, in the place of what
    they were found by before.

    Problem: person_unknown, person_erased, or what the folder of keys says.
    """
    with transaction.atomic():
        # The lock that erasing takes: no name is added behind its back.
        row = (
            Person.objects.select_for_update(no_key=True, of=("self",))
            .filter(ref=person, property__code=property_code)
            .first()
        )
        if row is None:
            raise Problem("person_unknown", person=person)
        if row.erased_at is not None:
            raise Problem("person_erased", person=person)
        key = _index_key(key_store(), property_code, person)
        tokens = [_token(key, word) for word in (*_found_by(name), *_telephones(contact))]
        tokens += [secrets.token_bytes(TOKEN_BYTES) for _ in range(-len(tokens) % TOKENS_STEP)]
        NameIndex.objects.update_or_create(person=row, defaults={"tokens": sorted(tokens)})


def persons_named(property_code: str, query: str) -> set[str]:
    """Everybody in whose name all words of the query stand, in any order, and who is reached by every telephone number
    in it, with the country's code or without; nobody for a query without a word.

    Problem: what the folder of keys says, and its alarms: a search that silently leaves somebody out is none.
    """
    numbers = _telephones(query)
    words = [*fold(NUMBER.sub(" ", query) if numbers else query), *numbers]
    if not words:
        return set()
    store = key_store()
    rows = NameIndex.objects.filter(person__property__code=property_code, person__erased_at__isnull=True)
    found, present = set(), set()
    for person, tokens in rows.values_list("person_id", "tokens").iterator():
        present.add(person)
        known = {bytes(token) for token in tokens}
        try:
            key = _index_key(store, property_code, person)
        except Problem as problem:
            if problem.code != "person_erased":  # only the tombstone knows it: the database was restored
                raise
            continue
        if all(_token(key, word) in known for word in words):
            found.add(person)
    for place in list(_KEYS):
        if place[1] == property_code and place[2] not in present:
            _KEYS.pop(place, None)
    return {person for person in found if store.tombstone(property_code, person) is None}


def forget(property_code: str, person: str) -> None:
    """Drop what this process keeps of an erased person; other processes do at their next search."""
    for place in list(_KEYS):
        if place[1:] == (property_code, person):
            _KEYS.pop(place, None)


def _index_key(store: KeyStore, property_code: str, person: str) -> bytes:
    place = (str(store.folder), property_code, person)
    key = _KEYS.get(place)
    if key is None:
        key = _KEYS[place] = derive(store.key(property_code, person), info=b"tableproof names")
    return key


def _telephones(text: str) -> list[str]:
    """Telephone numbers as they stand in the index: no word of a name begins so."""
    return sorted(f"tel:{end}" for end in telephone_ends(text))


def _token(key: bytes, word: str) -> bytes:
    return hmac.digest(key, word.encode(), "sha256")[:TOKEN_BYTES]

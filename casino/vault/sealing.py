"""Sealing what can name people, opening it again, and erasing a person so that it never opens again.

``seal`` writes a row in the caller's transaction, beside the events that hold its :class:`Sealed`. The key of the
content is made of the keys of all the persons it can name (``crypto.py``), which are not in the database (``keys.py``):
destroying one of them reaches every copy of the database there is.

Erasing is decided in the database and done when that is committed: the row of the person says so first, so that no
rollback can follow a destroyed key; from the commit on nothing opens, and the key is destroyed at once. Should the
machine stop in between, :func:`finish_erasures` does it.

Proved by ``tests/vault/test_sealing.py`` and ``test_erasure.py``.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final
from uuid import UUID, uuid4

import msgspec
from django.db import transaction

from casino.core.errors import Problem
from casino.core.sealed import Kind, Sealed
from casino.ledger import signing
from casino.ledger.models import Property, property_of
from casino.vault import crypto, names
from casino.vault.errors import ALTERED, KEY_DAMAGED, SEALED_MISSING, alarm
from casino.vault.keys import KeyStore, key_store
from casino.vault.models import NameIndex, Person, SealedContent

VERSION: Final = 1


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """What was sealed. ``media_type`` and ``name`` (of a file) are None for words. ``salt`` and content together have
    the digest that stands in the event: whoever is given both can check them."""

    content: bytes
    kind: str
    media_type: str | None
    name: str | None
    salt: bytes = b""

    @property
    def text(self) -> str:
        return self.content.decode()


class Erasure(msgspec.Struct, frozen=True, kw_only=True):
    """What erasing a person destroys: the key (by the SHA-256 of its wrapped file; None where none was left), with it
    the ``sealed`` contents, and the entry in the search by name. ``again`` where the person was erased before."""

    person: str
    erased_at: datetime
    key_sha256: str | None
    sealed: tuple[UUID, ...]
    was_indexed: bool
    again: bool


# --- Persons ---------------------------------------------------------------------------------------------------------


def new_person(property_code: str) -> str:
    """A reference for somebody, with a key of their own. The row is written in the caller's transaction; a key whose
    row was rolled back seals nothing and hurts nobody. Problem: what the folder of keys says."""
    owner = property_of(property_code)
    store = key_store()
    while True:
        ref = f"PS-{secrets.token_hex(6)}"
        first = not Person.objects.filter(property=owner).exists()
        if not Person.objects.filter(ref=ref).exists() and store.create(owner.code, ref, first=first):
            Person.objects.create(ref=ref, property=owner)
            return ref


def erased_among(property_code: str, persons: Iterable[str]) -> frozenset[str]:
    """Those of the persons who were erased, whether the database says so or (after an old copy was restored) only the
    tombstone of the key does."""
    asked = set(persons)
    rows = Person.objects.filter(ref__in=asked, property__code=property_code, erased_at__isnull=False)
    erased = set(rows.values_list("ref", flat=True))
    store = key_store()
    return frozenset(erased | {ref for ref in asked - erased if store.tombstone(property_code, ref) is not None})


def is_erased(property_code: str, person: str) -> bool:
    """Whether this person was erased."""
    return bool(erased_among(property_code, [person]))


# --- Sealing and opening ---------------------------------------------------------------------------------------------


def seal(
    property_code: str,
    content: str | bytes,
    persons: Sequence[str],
    *,
    kind: Kind,
    media_type: str | None = None,
    name: str | None = None,
) -> Sealed:
    """Encrypt under the keys of all ``persons`` (in any order, each counts once) and keep it; text as UTF-8.

    Problem: sealed_for_nobody, text_not_unicode, person_unknown, person_erased, or what the folder of keys says.
    """
    owner, store = property_of(property_code), key_store()
    named = tuple(sorted(set(persons)))
    if not named:
        raise Problem("sealed_for_nobody")
    _check_known(owner, named)
    ref, data, nonce = uuid4(), _as_bytes(content), secrets.token_bytes(crypto.NONCE_BYTES)
    # Words that somebody signed with their command are sealed under the salt that was signed: the digests agree.
    salt = signing.salt_of(data) or secrets.token_bytes(crypto.SALT_BYTES)
    envelope = crypto.Envelope(salt=salt, content=data, media_type=media_type, name=name)
    sealed = Sealed(ref=ref, digest=crypto.digest(salt, envelope.content), persons=named)
    purpose = _purpose(owner.code, sealed, kind, VERSION)
    key = crypto.content_key([store.key(owner.code, person) for person in named], purpose)
    SealedContent.objects.create(
        ref=ref,
        property=owner,
        kind=kind,
        persons=list(named),
        digest=sealed.digest,
        version=VERSION,
        nonce=nonce,
        ciphertext=crypto.encrypt(key, nonce, crypto.pack(envelope), purpose),
    )
    return sealed


def readable(property_code: str, sealed: Sealed) -> bool:
    """Whether nobody whose key is needed was erased."""
    return not erased_among(property_code, sealed.persons)


def open_many(property_code: str, sealed: Iterable[Sealed]) -> dict[UUID, Opened | Problem | None]:
    """Several at once, in two queries: for each reference what was sealed, None where somebody was erased, or the
    Problem with it (sealed_altered, sealed_missing, person_key_missing, person_key_damaged: alarms, already logged).
    Problems of the folder or the master key concern all of them and are raised."""
    asked = {each.ref: each for each in sealed}
    erased = erased_among(property_code, {person for each in asked.values() for person in each.persons})
    rows = SealedContent.objects.filter(ref__in=asked, property__code=property_code).in_bulk()
    store = key_store()
    found: dict[UUID, Opened | Problem | None] = {}
    for ref, each in asked.items():
        if erased.intersection(each.persons):
            found[ref] = None
            continue
        try:
            found[ref] = _open(store, property_code, each, rows.get(ref))
        except Problem as problem:
            if problem.status == 503:
                raise
            found[ref] = None if problem.code == "person_erased" else problem  # erased just now
    return found


def open_content(property_code: str, sealed: Sealed) -> Opened | None:
    """What was sealed, with its media type and name; None where somebody it names was erased. Problem as above."""
    found = open_many(property_code, [sealed])[sealed.ref]
    if isinstance(found, Problem):
        raise found
    return found


def open_bytes(property_code: str, sealed: Sealed) -> bytes | None:
    """The bytes alone."""
    found = open_content(property_code, sealed)
    return None if found is None else found.content


def open_text(property_code: str, sealed: Sealed) -> str | None:
    """The words alone."""
    found = open_content(property_code, sealed)
    return None if found is None else found.text


def _open(store: KeyStore, property_code: str, sealed: Sealed, row: SealedContent | None) -> Opened:
    if row is None:
        raise alarm(Problem(SEALED_MISSING, ref=sealed.ref))
    purpose = _purpose(property_code, sealed, row.kind, row.version)
    key = crypto.content_key([store.key(property_code, person) for person in sealed.persons], purpose)
    try:
        envelope = crypto.unpack(crypto.decrypt(key, bytes(row.nonce), bytes(row.ciphertext), purpose))
    except crypto.NotAuthentic as error:
        raise alarm(Problem(ALTERED, ref=sealed.ref)) from error
    if crypto.digest(envelope.salt, envelope.content) != sealed.digest or row.digest != sealed.digest:
        raise alarm(Problem(ALTERED, ref=sealed.ref))
    return Opened(
        content=envelope.content,
        kind=row.kind,
        media_type=envelope.media_type,
        name=envelope.name,
        salt=envelope.salt,
    )


def _purpose(property_code: str, sealed: Sealed, kind: str, version: int) -> bytes:
    """What a content's key and tag are bound to; each part of it altered makes the content unreadable."""
    return crypto.joined(("tableproof sealed", str(version), property_code, sealed.ref.bytes, kind, *sealed.persons))


def _check_known(owner: Property, persons: tuple[str, ...]) -> None:
    erased_at = dict(Person.objects.filter(ref__in=persons, property=owner).values_list("ref", "erased_at"))
    for person in persons:
        if person not in erased_at:
            raise Problem("person_unknown", person=person)
        if erased_at[person] is not None:
            raise Problem("person_erased", person=person)


def _as_bytes(content: str | bytes) -> bytes:
    try:
        return content.encode() if isinstance(content, str) else content
    except UnicodeEncodeError as error:
        raise Problem("text_not_unicode") from error


# --- Erasing ---------------------------------------------------------------------------------------------------------


def erase_person(property_code: str, person: str, *, now: datetime) -> Erasure:
    """Erase a person: every content sealed under their key, and their name in the search. When the transaction around
    it commits, the key is destroyed; nothing brings it back. Whether this is allowed is the caller's to decide.

    Problem: person_unknown, or what the folder of keys says (then nothing was erased).
    """
    store = key_store()
    store.check()
    with transaction.atomic():
        row = (
            Person.objects.select_for_update(no_key=True, of=("self",))
            .filter(ref=person, property__code=property_code)
            .first()
        )
        if row is None:
            raise Problem("person_unknown", person=person)
        sealed = SealedContent.objects.filter(property=row.property_id, persons__contains=[person])
        erasure = Erasure(
            person=person,
            erased_at=row.erased_at or now,
            key_sha256=store.fingerprint(property_code, person),
            sealed=tuple(sealed.order_by("ref").values_list("ref", flat=True)),
            was_indexed=NameIndex.objects.filter(person=row).delete()[0] > 0,
            again=row.erased_at is not None,
        )
        row.erased_at = erasure.erased_at
        row.save(update_fields=["erased_at"])

        def destroy() -> None:
            store.destroy(property_code, person, erasure.erased_at)
            names.forget(property_code, person)

        # Robust: what is committed stands. A folder that fails now is in the log, and finish_erasures comes back to it.
        transaction.on_commit(destroy, robust=True)
    return erasure


def finish_erasures() -> list[str]:
    """Destroy the keys of persons erased in the database that are still there: after a crash between commit and
    destruction, or when the folder was restored from a copy made before. The references of those it was done for. What
    hinders one of them holds up no other: the first such Problem is raised when all have been seen to."""
    store = key_store()
    finished = []
    hindered: Problem | None = None
    for person in Person.objects.filter(erased_at__isnull=False).select_related("property").order_by("ref"):
        assert person.erased_at is not None
        try:
            if not _is_destroyed(store, person):
                store.destroy(person.property.code, person.ref, person.erased_at)
                finished.append(person.ref)
        except Problem as problem:
            hindered = hindered or problem
    if hindered is not None:
        raise hindered
    return finished


def _is_destroyed(store: KeyStore, person: Person) -> bool:
    """A tombstone that cannot be read is written anew."""
    try:
        return store.is_destroyed(person.property.code, person.ref)
    except Problem as problem:
        if problem.code != KEY_DAMAGED:
            raise
        return False

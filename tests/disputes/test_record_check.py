"""``ledger_verify --vault``: what is sealed and what the events say of it are held against each other."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import pytest

from casino import vault
from casino.core.events import NewEvent
from casino.core.sealed import Sealed
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from casino.vault.models import SealedContent
from casino.vault.sealing import erase_person
from disputes.case import facts as f
from disputes.rows.record_check import faults
from games.engine.facts import Person

NOW = datetime(2026, 11, 20, 5, tzinfo=UTC)


def note(house: str, sealed: Sealed) -> None:
    """An event of a case that holds what was sealed."""
    fact = f.NoteAdded(note=sealed, added_by=Person(staff="PM-401", post="pit_manager"))
    get_ledger(house).append(
        [
            NewEvent(
                id=uuid4(),
                stream="case/2026-0001",
                type=f.NAMES[f.NoteAdded],
                data=fact,
                actor="person:PM-401",
                occurred_at=NOW,
            )
        ]
    )


@pytest.fixture
def house(db: None, person_keys: Path) -> str:
    """The code of a property with keys of its own."""
    Property.objects.create(code="HCM", name_vi="Thử khi ghi sổ.", name_en="Trial")
    return "HCM"


@pytest.fixture
def sealed(house: str) -> Sealed:
    """Words in an event, beside others that stay as they are."""
    person, other = vault.new_person(house), vault.new_person(house)
    note(house, vault.seal(house, "Bình đứng cạnh bàn.", [other], kind="text"))
    found = vault.seal(house, "An nói: tôi đặt 17.", [person, other], kind="text")
    note(house, found)
    return found


def row(sealed: Sealed) -> SealedContent:
    return SealedContent.objects.get(ref=sealed.ref)


def rewritten(sealed: Sealed, **values: object) -> object:
    return SealedContent.objects.filter(ref=sealed.ref).update(**values)


Forge = Callable[[str, Sealed], object]
FORGERIES: dict[str, tuple[Forge, str]] = {
    "gone": (lambda house, s: row(s).delete(), "named at position 2, and not there"),
    "digest": (lambda house, s: rewritten(s, digest="0" * 64), "not the digest or the persons that position 2 says"),
    "persons": (lambda house, s: rewritten(s, persons=[s.persons[0]]), "not the digest or the persons"),
    "content": (lambda house, s: rewritten(s, ciphertext=bytes(row(s).ciphertext)[:-1] + b"\0"), "position 2: "),
    "no event": (lambda house, s: vault.seal(house, "x", [s.persons[0]], kind="text"), "no event names it"),
}


def erased(house: str, person: str) -> None:
    """As a case does: the event and the row."""
    fact = f.PersonErased(person=person, ground="term_ended")
    said = NewEvent(
        id=uuid4(),
        stream="case/2026-00001",
        type="case.person_erased.v1",
        data=fact,
        actor="system:test",
        occurred_at=NOW,
    )
    get_ledger(house).append([said])
    erase_person(house, person, now=NOW)


def test_what_is_sealed_agrees_before_and_after_an_erasure(house: str, sealed: Sealed) -> None:
    assert list(faults(house)) == []
    erased(house, sealed.persons[0])
    assert list(faults(house)) == []


def test_who_is_called_erased_without_an_event_is_told(house: str, sealed: Sealed) -> None:
    """Else nothing that was sealed for them would be looked at any more."""
    erase_person(house, sealed.persons[0], now=NOW)
    found = list(faults(house))
    assert found
    assert all("erased, and no event tells of it" in said for said in found)


@pytest.mark.parametrize("kind", FORGERIES)
def test_each_forgery_is_found(house: str, sealed: Sealed, kind: str) -> None:
    forge, words = FORGERIES[kind]
    forge(house, sealed)
    (said,) = faults(house)
    assert words in said


def test_a_row_whose_digest_was_changed_is_found_after_an_erasure_too(house: str, sealed: Sealed) -> None:
    """Nothing opens any more; what the event says of it still stands beside the row."""
    erased(house, sealed.persons[0])
    rewritten(sealed, digest="0" * 64)
    assert len(list(faults(house))) == 1

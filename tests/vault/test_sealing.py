"""Sealing and opening: what comes back, and every way in which it must not."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID, uuid4

import msgspec
import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as trying
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries, Settings

from casino import vault
from casino.core.errors import Problem
from casino.core.sealed import Sealed
from casino.ledger.models import Property
from casino.vault import crypto
from casino.vault.keys import key_store
from casino.vault.models import Person, SealedContent
from tests.vault.conftest import OTHER_MASTER

WORDS = "Nguyễn Văn An nói: “tôi đặt 17 trước khi hết giờ”."


@dataclass(frozen=True)
class Kept:
    """Words sealed under two persons."""

    house: str
    one: str
    two: str
    sealed: Sealed

    @property
    def row(self) -> SealedContent:
        return SealedContent.objects.get(ref=self.sealed.ref)


@pytest.fixture
def kept(house: str) -> Kept:
    one, two = vault.new_person(house), vault.new_person(house)
    return Kept(house, one, two, vault.seal(house, WORDS, [two, one, two], kind="text"))


def code_of(house: str, sealed: Sealed) -> str:
    with pytest.raises(Problem) as caught:
        vault.open_text(house, sealed)
    return caught.value.code


def test_words_come_back(kept: Kept) -> None:
    assert vault.open_text(kept.house, kept.sealed) == WORDS
    assert vault.open_bytes(kept.house, kept.sealed) == WORDS.encode()
    assert vault.readable(kept.house, kept.sealed)
    assert kept.sealed.persons == tuple(sorted((kept.one, kept.two)))


def test_a_file_comes_back_with_name_and_type(house: str) -> None:
    person = vault.new_person(house)
    data = bytes(range(256)) * 100
    sealed = vault.seal(house, data, [person], kind="attachment", media_type="image/png", name="Nguyễn Văn An.png")
    found = vault.open_content(house, sealed)
    assert found is not None
    assert (found.content, found.kind) == (data, "attachment")
    assert (found.media_type, found.name) == ("image/png", "Nguyễn Văn An.png")
    assert hashlib.sha256(found.salt + data).hexdigest() == sealed.digest, (
        "whoever may open it can show that it is this"
    )


@pytest.mark.django_db
@trying(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=40)
@given(content=st.text(max_size=3000) | st.binary(max_size=3000), name=st.none() | st.text(max_size=60))
def test_whatever_is_sealed_comes_back(house: str, content: str | bytes, name: str | None) -> None:
    if isinstance(content, str) and any("\ud800" <= c <= "\udfff" for c in content):
        return
    person = vault.new_person(house)
    sealed = vault.seal(house, content, [person], kind="paper", name=name)
    found = vault.open_content(house, sealed)
    assert found is not None
    assert (found.text if isinstance(content, str) else found.content) == content
    assert found.name == name


def test_the_row_shows_nothing(kept: Kept) -> None:
    row = kept.row
    raw = bytes(row.nonce) + bytes(row.ciphertext)
    for word in ("Nguyễn", "17", "text/plain"):
        assert word.encode() not in raw
    assert (row.kind, row.persons, row.version) == ("text", list(kept.sealed.persons), 1)


def test_the_same_words_are_never_sealed_alike(house: str) -> None:
    person = vault.new_person(house)
    sealed = [vault.seal(house, WORDS, [person], kind="text") for _ in range(3)]
    rows = SealedContent.objects.all()
    assert len({each.digest for each in sealed}) == 3
    assert len({bytes(row.nonce) for row in rows}) == len({bytes(row.ciphertext) for row in rows}) == 3


def test_the_digest_is_of_salt_and_content(kept: Kept) -> None:
    """Who is given salt and content checks them against the event with no key and no program of ours."""
    row, store = kept.row, key_store()
    purpose = crypto.joined(
        ("tableproof sealed", "1", kept.house, kept.sealed.ref.bytes, "text", *sorted((kept.one, kept.two)))
    )
    keys = [store.key(kept.house, person) for person in sorted((kept.one, kept.two))]
    key = crypto.derive(b"".join(keys), info=purpose)
    envelope = crypto.unpack(crypto.decrypt(key, bytes(row.nonce), bytes(row.ciphertext), purpose))
    assert hashlib.sha256(envelope.salt + WORDS.encode()).hexdigest() == kept.sealed.digest == row.digest
    assert len(envelope.salt) == 32


# --- Altered ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("column", ["nonce", "ciphertext"])
def test_every_bit_of_nonce_and_ciphertext_counts(kept: Kept, column: str) -> None:
    original = bytes(getattr(kept.row, column))
    for bit in range(0, len(original) * 8, 1 if len(original) < 50 else 37):
        altered = bytearray(original)
        altered[bit // 8] ^= 1 << bit % 8
        SealedContent.objects.filter(ref=kept.sealed.ref).update(**{column: bytes(altered)})
        assert code_of(kept.house, kept.sealed) == "sealed_altered"
    SealedContent.objects.filter(ref=kept.sealed.ref).update(**{column: original})
    assert vault.open_text(kept.house, kept.sealed) == WORDS


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("kind", "identity"),
        ("version", 2),
        ("digest", "0" * 64),
        ("nonce", b""),
        ("ciphertext", b""),
        ("ciphertext", b"x" * 15),
    ],
)
def test_every_column_counts(kept: Kept, column: str, value: object) -> None:
    SealedContent.objects.filter(ref=kept.sealed.ref).update(**{column: value})
    assert code_of(kept.house, kept.sealed) == "sealed_altered"


def test_rows_cannot_change_places(kept: Kept) -> None:
    """Two contents of the same persons and kind: one row put in the place of the other."""
    other = vault.seal(kept.house, "khác", [kept.one, kept.two], kind="text")
    theirs = SealedContent.objects.get(ref=other.ref)
    SealedContent.objects.filter(ref=kept.sealed.ref).update(
        nonce=theirs.nonce, ciphertext=theirs.ciphertext, digest=theirs.digest
    )
    assert code_of(kept.house, kept.sealed) == "sealed_altered"
    assert code_of(kept.house, msgspec.structs.replace(kept.sealed, digest=other.digest)) == "sealed_altered"


def test_the_events_part_counts_too(kept: Kept) -> None:
    replace = msgspec.structs.replace
    assert code_of(kept.house, replace(kept.sealed, digest="0" * 64)) == "sealed_altered"
    assert code_of(kept.house, replace(kept.sealed, persons=(kept.one,))) == "sealed_altered"
    assert code_of(kept.house, replace(kept.sealed, persons=kept.sealed.persons[::-1])) == "sealed_altered"
    assert code_of(kept.house, replace(kept.sealed, ref=uuid4())) == "sealed_missing"
    SealedContent.objects.filter(ref=kept.sealed.ref).update(digest="0" * 64)
    assert code_of(kept.house, replace(kept.sealed, digest="0" * 64)) == "sealed_altered"  # both, but not the content


def test_a_row_of_another_property_is_not_found_here(kept: Kept) -> None:
    other = Property.objects.create(code="HN", name_vi="Khác", name_en="Other")
    assert code_of("HN", kept.sealed) == "sealed_missing"
    SealedContent.objects.filter(ref=kept.sealed.ref).update(property=other)
    for person in (kept.one, kept.two):  # even with the keys brought over by their bytes
        key_store().create("HN", person, first=True)
        (key_store().folder / "HN" / f"{person}.key").write_bytes(
            (key_store().folder / kept.house / f"{person}.key").read_bytes()
        )
    assert code_of("HN", kept.sealed) == "person_key_damaged"


def test_a_lost_row_is_an_alarm(kept: Kept, caplog: pytest.LogCaptureFixture) -> None:
    kept.row.delete()
    assert code_of(kept.house, kept.sealed) == "sealed_missing"
    assert [(record.levelname, record.message.split(":")[0]) for record in caplog.records] == [
        ("CRITICAL", "sealed_missing")
    ]


# --- Keys ------------------------------------------------------------------------------------------------------------


def test_a_lost_key_is_not_an_erasure(kept: Kept, keys: Path, caplog: pytest.LogCaptureFixture) -> None:
    (keys / kept.house / f"{kept.two}.key").unlink()
    assert code_of(kept.house, kept.sealed) == "person_key_missing"
    assert vault.readable(kept.house, kept.sealed)
    assert caplog.records[-1].levelname == "CRITICAL"


def test_another_key_opens_nothing(kept: Kept, keys: Path) -> None:
    (keys / kept.house / f"{kept.two}.key").unlink()
    assert key_store().create(kept.house, kept.two, first=False)
    assert code_of(kept.house, kept.sealed) == "sealed_altered"


def test_a_key_under_another_name_opens_nothing(kept: Kept, keys: Path) -> None:
    folder = keys / kept.house
    (folder / f"{kept.two}.key").write_bytes((folder / f"{kept.one}.key").read_bytes())
    assert code_of(kept.house, kept.sealed) == "person_key_damaged"


def test_another_master_key_is_named_as_such(kept: Kept, settings: Settings) -> None:
    settings.PERSON_MASTER_KEY = OTHER_MASTER
    assert code_of(kept.house, kept.sealed) == "person_keys_wrong_master"


def test_an_unmounted_folder_is_not_a_lost_key(kept: Kept, keys: Path) -> None:
    (keys / kept.house).rename(keys.parent / "elsewhere")
    assert code_of(kept.house, kept.sealed) == "person_keys_folder_missing"
    with pytest.raises(Problem) as caught:
        vault.new_person(kept.house)
    assert caught.value.code == "person_keys_folder_missing"
    assert list(keys.iterdir()) == []


# --- Refused ---------------------------------------------------------------------------------------------------------


def test_what_cannot_be_sealed(house: str) -> None:
    person = vault.new_person(house)
    for persons, content, expected in (
        ([], WORDS, "sealed_for_nobody"),
        (["PS-000000000000"], WORDS, "person_unknown"),
        ([person, "../../etc/passwd"], WORDS, "person_unknown"),
        ([person], "half \ud83d of a sign", "text_not_unicode"),
    ):
        with pytest.raises(Problem) as caught:
            vault.seal(house, content, persons, kind="text")
        assert caught.value.code == expected
    with pytest.raises(Problem) as caught:
        vault.seal("XX", WORDS, [person], kind="text")
    assert caught.value.code == "unknown_property"
    assert not SealedContent.objects.exists()


def test_a_person_belongs_to_one_property(house: str) -> None:
    Property.objects.create(code="HN", name_vi="Khác", name_en="Other")
    with pytest.raises(Problem) as caught:
        vault.seal("HN", WORDS, [vault.new_person(house)], kind="text")
    assert caught.value.code == "person_unknown"


# --- Many ------------------------------------------------------------------------------------------------------------


def test_many_are_opened_in_two_queries(house: str, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    people = [vault.new_person(house) for _ in range(4)]
    sealed = [vault.seal(house, f"câu {n}", people[n % 4 :], kind="text") for n in range(12)]
    with django_assert_num_queries(2):
        found = vault.open_many(house, sealed)
    assert [opened.text for opened in found.values() if isinstance(opened, vault.Opened)] == [
        f"câu {n}" for n in range(12)
    ]


def test_one_altered_row_does_not_hide_the_others(kept: Kept) -> None:
    good = vault.seal(kept.house, "còn nguyên", [kept.one], kind="text")
    SealedContent.objects.filter(ref=kept.sealed.ref).update(nonce=b"x" * 12)
    found: dict[UUID, object] = dict(vault.open_many(kept.house, [kept.sealed, good]))
    assert isinstance(found[kept.sealed.ref], Problem)
    assert isinstance(opened := found[good.ref], vault.Opened)
    assert opened.text == "còn nguyên"


def test_references_look_like_references(house: str) -> None:
    people = {vault.new_person(house) for _ in range(50)}
    assert len(people) == 50 == Person.objects.count()
    sealed = vault.seal(house, WORDS, sorted(people), kind="text")
    assert msgspec.json.decode(msgspec.json.encode(sealed), type=Sealed) == sealed
    assert vault.open_text(house, sealed) == WORDS

"""The arithmetic against published vectors, and its properties."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.vault import crypto

# RFC 5869, appendix A: hash SHA-256. (secret, salt, info, length, result)
RFC_5869 = (
    (
        "0b" * 22,
        "000102030405060708090a0b0c",
        "f0f1f2f3f4f5f6f7f8f9",
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
    ),
    (
        bytes(range(0x50)).hex(),
        bytes(range(0x60, 0xB0)).hex(),
        bytes(range(0xB0, 0x100)).hex(),
        "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09"
        "da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87",
    ),
    (
        "0b" * 22,
        "",
        "",
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
    ),
)

# The Galois/Counter Mode of Operation (McGrew, Viega), appendix B, AES-256: test cases 13, 14 and 16.
GCM_KEY = "feffe9928665731c6d6a8f9467308308" * 2
GCM_PLAIN = (
    "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657"
    "ba637b39"
)
GCM_CIPHER = (
    "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0a"
    "bcc9f662"
)
GCM = (
    ("00" * 32, "00" * 12, "", "", "", "530f8afbc74536b9a963b4f1c4cb738b"),
    ("00" * 32, "00" * 12, "00" * 16, "", "cea7403d4d606b6e074ec5d3baf39d18", "d0d1c8a799996bf0265b98b5d48ab919"),
    (
        GCM_KEY,
        "cafebabefacedbaddecaf888",
        GCM_PLAIN,
        "feedfacedeadbeeffeedfacedeadbeefabaddad2",
        GCM_CIPHER,
        "76fc6ece0f4e1768cddf8853bb2d551b",
    ),
)


@pytest.mark.parametrize(("secret", "salt", "info", "result"), RFC_5869)
def test_derive_gives_the_vectors_of_rfc_5869(secret: str, salt: str, info: str, result: str) -> None:
    expected = bytes.fromhex(result)
    made = crypto.derive(
        bytes.fromhex(secret), salt=bytes.fromhex(salt), info=bytes.fromhex(info), length=len(expected)
    )
    assert made == expected


@pytest.mark.parametrize(("key", "nonce", "plain", "bound_to", "cipher", "tag"), GCM)
def test_encrypt_gives_the_vectors_of_gcm(
    key: str, nonce: str, plain: str, bound_to: str, cipher: str, tag: str
) -> None:
    ours = [bytes.fromhex(part) for part in (key, nonce, plain, bound_to)]
    assert crypto.encrypt(*ours) == bytes.fromhex(cipher + tag)
    assert crypto.decrypt(ours[0], ours[1], bytes.fromhex(cipher + tag), ours[3]) == ours[2]


@pytest.mark.parametrize("length", [0, 11, 13])
def test_a_nonce_of_another_length_is_refused(length: int) -> None:
    """GCM takes them all; the rows hold 12 bytes, and a row that does not was altered."""
    with pytest.raises(crypto.NotAuthentic):
        crypto.decrypt(b"k" * 32, b"n" * length, b"c" * 40, b"")


def test_a_ciphertext_shorter_than_its_tag_is_refused() -> None:
    with pytest.raises(crypto.NotAuthentic):
        crypto.decrypt(b"k" * 32, b"n" * 12, b"c" * 15, b"")


@given(st.binary(max_size=2000), st.binary(max_size=40), st.data())
def test_one_bit_flipped_anywhere_is_noticed(plain: bytes, bound_to: bytes, data: st.DataObject) -> None:
    key, nonce = b"k" * 32, b"n" * 12
    cipher = crypto.encrypt(key, nonce, plain, bound_to)
    assert crypto.decrypt(key, nonce, cipher, bound_to) == plain
    parts = [key, nonce, cipher, bound_to]
    chosen = data.draw(st.sampled_from([index for index, part in enumerate(parts) if part]))
    bit = data.draw(st.integers(0, len(parts[chosen]) * 8 - 1))
    altered = bytearray(parts[chosen])
    altered[bit // 8] ^= 1 << bit % 8
    parts[chosen] = bytes(altered)
    with pytest.raises(crypto.NotAuthentic):
        crypto.decrypt(*parts)


@given(st.lists(st.binary(max_size=5), max_size=5), st.lists(st.binary(max_size=5), max_size=5))
def test_different_parts_never_join_to_the_same(one: list[bytes], other: list[bytes]) -> None:
    assert (crypto.joined(one) == crypto.joined(other)) == (one == other)


def test_a_content_needs_every_key_in_its_order() -> None:
    one, two = b"1" * 32, b"2" * 32
    keys = {crypto.content_key(each, b"x") for each in ([one, two], [two, one], [one], [two], [one, one])}
    keys |= {crypto.content_key([one, two], b"y")}
    assert len(keys) == 6


@given(st.binary(max_size=5000), st.none() | st.text(max_size=20), st.none() | st.text(max_size=20))
def test_an_envelope_comes_back_as_it_was(content: bytes, media_type: str | None, name: str | None) -> None:
    envelope = crypto.Envelope(salt=b"s" * 32, content=content, media_type=media_type, name=name)
    packed = crypto.pack(envelope)
    assert crypto.unpack(packed) == envelope
    assert len(packed) == crypto.padded_length(len(packed))


def test_what_pack_never_makes_is_refused() -> None:
    packed = crypto.pack(crypto.Envelope(salt=b"s" * 32, content=b"word", media_type=None, name=None))
    longer = packed + bytes(256)
    written_over = packed[:-1] + b"x"
    other_length = (3).to_bytes(8, "big") + packed[8:]
    for data in (b"", packed[:5], packed[:-1], longer, written_over, other_length, b"\xff" * 256):
        with pytest.raises(crypto.NotAuthentic):
            crypto.unpack(data)


@given(st.integers(0, 200_000_000))
def test_lengths_are_few_and_little_longer(length: int) -> None:
    padded = crypto.padded_length(length)
    assert padded >= max(length, crypto.SHORTEST)
    assert padded <= max(length * 1.12, crypto.SHORTEST)
    assert crypto.padded_length(padded) == padded


def test_short_contents_all_have_one_length() -> None:
    """Whether a player said yes or told half a page, and how long a name is, is not seen after an erasure."""
    lengths = {
        len(crypto.pack(crypto.Envelope(salt=b"s" * 32, content=b"x" * size, media_type=None, name=None)))
        for size in range(150)
    }
    assert lengths == {crypto.SHORTEST}
    assert len({crypto.padded_length(length) for length in range(257, 4097)}) < 80

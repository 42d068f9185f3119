"""Base64 and numbers have one writing each."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.transparency.wire import Malformed, decode_base64, decode_hash, decode_number, encode_base64


@given(st.binary(max_size=80))
def test_base64_gives_its_bytes_back(raw: bytes) -> None:
    assert decode_base64(encode_base64(raw)) == raw


@pytest.mark.parametrize("text", ["QQ", "QQ=", "QR==", "QQ==\n", " QQ==", "Q-==", "QQ==QQ==", "=", "QQ===", "é"])
def test_any_other_writing_is_refused(text: str) -> None:
    """``QR==`` has stray bits behind its one byte."""
    with pytest.raises(Malformed):
        decode_base64(text)


def test_a_hash_has_32_bytes() -> None:
    assert decode_hash(encode_base64(b"a" * 32)) == b"a" * 32
    with pytest.raises(Malformed):
        decode_hash(encode_base64(b"a" * 31))


@pytest.mark.parametrize("text", ["", "00", "01", "-1", "+1", "1 ", "1_0", "٣", "²", "9223372036854775808", "1" * 5000])
def test_a_number_is_decimal_without_leading_zeros_below_2_to_63(text: str) -> None:
    with pytest.raises(Malformed):
        decode_number(text)


def test_the_largest_number_and_zero_are_read() -> None:
    assert decode_number("9223372036854775807") == 2**63 - 1
    assert decode_number("0") == 0

"""DER, as far as a signature of CMS needs it (ITU-T X.690, section 10): every value with its exact bytes. Pure.

Strict: lengths in their shortest form, definite, within their parent; nothing behind the last value. Linear in the
bytes, whatever they are: no value is copied for its neighbours, and counts are bounded. Proved by
``tests/papers/test_checking.py`` and ``test_hostile.py``.
"""

from __future__ import annotations

from typing import Final, NamedTuple

SEQUENCE: Final = 0x30
SET: Final = 0x31
OCTETS: Final = 0x04
INTEGER: Final = 0x02
OID: Final = 0x06
GENERALIZED_TIME: Final = 0x18


MOST_VALUES: Final = 1_000
"""Beside one another: a signature has a handful."""
LONGEST_OID: Final = 64
"""Bytes: those that are in use have a dozen, and reading a number of n bytes takes n squared."""


class NotDer(ValueError):
    """These bytes are no DER, or not what stands in this place."""


class Value(NamedTuple):
    """A value: its tag (one byte), its content, and all its bytes."""

    tag: int
    content: bytes
    whole: bytes

    def children(self) -> list[Value]:
        """What a constructed value holds. Raises NotDer."""
        if not self.tag & 0x20:
            raise NotDer("a value without parts")
        return list(values(self.content))

    def expect(self, tag: int) -> Value:
        if self.tag != tag:
            raise NotDer(f"tag {self.tag:#04x} where {tag:#04x} stands")
        return self


def values(data: bytes) -> list[Value]:
    """The values that stand one after the other in these bytes. Raises NotDer."""
    found: list[Value] = []
    at = 0
    while at < len(data):
        if len(found) == MOST_VALUES:
            raise NotDer("too many values beside one another")
        found.append(first(data, at))
        at += len(found[-1].whole)
    return found


def only(data: bytes, tag: int) -> Value:
    """The one value that these bytes are. Raises NotDer."""
    value = first(data).expect(tag)
    if len(value.whole) != len(data):
        raise NotDer("bytes behind the value")
    return value


def first(data: bytes, at: int = 0) -> Value:
    """The value that begins at this place of the bytes. Only its own bytes are copied. Raises NotDer."""
    if len(data) - at < 2 or data[at] & 0x1F == 0x1F:
        raise NotDer("no tag of one byte and length")
    length, head = data[at + 1], at + 2
    if length >= 0x80:
        count = length & 0x7F
        raw = data[head : head + count]
        if not 1 <= count <= 4 or len(raw) != count or raw[0] == 0 or int.from_bytes(raw) < 0x80:
            raise NotDer("a length that is not in its shortest form")
        length, head = int.from_bytes(raw), head + count
    if head + length > len(data):
        raise NotDer("a value that ends outside of its parent")
    return Value(data[at], data[head : head + length], data[at : head + length])


def oid(value: Value) -> str:
    """The dotted form of an object identifier. Raises NotDer."""
    content = value.expect(OID).content
    if len(content) > LONGEST_OID:
        raise NotDer("an object identifier that is too long")
    if not content or content[-1] & 0x80:
        raise NotDer("an unfinished object identifier")
    if any(byte == 0x80 and (at == 0 or not content[at - 1] & 0x80) for at, byte in enumerate(content)):
        raise NotDer("an object identifier that is not in its shortest form")
    arcs, number = [], 0
    for byte in content:
        number = number << 7 | byte & 0x7F
        if not byte & 0x80:
            arcs.append(number)
            number = 0
    top = min(arcs[0] // 40, 2)
    return ".".join(str(arc) for arc in (top, arcs[0] - 40 * top, *arcs[1:]))

"""A named table of what may come over the wire, each with the one answer it gets. Never a 500, and never a lost
neighbour: in NDJSON every bad line travels between two good ones."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable

import pytest

from games.ingest.models import Quarantine
from games.rows import limits
from tests.api.conftest import Poster, codes, zipped
from tests.ingest.conftest import House

Change = Callable[[bytes], bytes]


def put(old: str, new: str) -> Change:
    """A good event with one thing put in the place of another."""

    def change(good: bytes) -> bytes:
        changed = good.replace(old.encode(), new.encode("utf-8", "surrogatepass"), 1)
        assert changed != good
        return changed

    return change


def field(name: str, value: object) -> Change:
    def change(good: bytes) -> bytes:
        event = json.loads(good)
        event[name] = value
        return json.dumps(event).encode()

    return change


def data(name: str, text: str) -> Change:
    """The data's field ``name`` with this JSON text for a value."""

    def change(good: bytes) -> bytes:
        event = json.loads(good)
        event["data"][name] = "@@"
        return json.dumps(event).replace('"@@"', text, 1).encode()

    return change


LINES: dict[str, tuple[Change, str, str | None]] = {
    "not JSON at all": (lambda good: b"hello", "not_json", None),
    "JSON cut off": (lambda good: good[:-5], "not_json", None),
    "something behind it": (lambda good: good + b"}", "not_json", None),
    "two events on a line": (lambda good: good + good, "not_json", None),
    "an array": (lambda good: b"[" + good + b"]", "wrong_type", None),
    "a number": (lambda good: b"42", "wrong_type", None),
    "null": (lambda good: b"null", "wrong_type", None),
    "byte order mark": (lambda good: b"\xef\xbb\xbf" + good, "byte_order_mark", None),
    "Latin-1": (lambda good: good.replace(b'"red"', b'"r\xe9d"'), "wrong_charset", None),
    "overlong UTF-8": (lambda good: good.replace(b'"red"', b'"\xc0\xaf"'), "wrong_charset", None),
    "a lone surrogate": (put('"red"', '"\\ud800"'), "not_json", None),
    "a raw control character": (put('"red"', '"r\x01d"'), "not_json", None),
    "a raw NUL": (put('"red"', '"r\x00d"'), "not_json", None),
    "U+0000 escaped": (put('"correlation": "c"', '"correlation": "\\u0000"'), "bad_character", "correlation"),
    "a thousand arrays": (put('"red"', "[" * 1_000 + "]" * 1_000), "too_deep", None),
    "thirty thousand arrays": (put('"red"', "[" * 30_000), "too_deep", None),
    "the same key twice": (put('"table": ', '"table": "RL01", "table": '), "duplicate_key", None),
    "the same key twice in data": (put('"spot": ', '"spot": "black", "spot": '), "duplicate_key", None),
    "the same key, escaped": (put('"spot": ', '"\\u0073pot": "black", "spot": '), "duplicate_key", None),
    "an unknown key": (field("colour", 1), "unknown_field", "colour"),
    "an unknown key in data": (data("colour", "1"), "unknown_field", "data.colour"),
    "NaN": (data("stake_minor", "NaN"), "not_json", None),
    "Infinity": (data("stake_minor", "Infinity"), "not_json", None),
    "a float for money": (data("stake_minor", "1.5"), "wrong_type", "data.stake_minor"),
    "a float that is whole": (data("stake_minor", "100.0"), "wrong_type", "data.stake_minor"),
    "an exponent": (data("stake_minor", "1e5"), "wrong_type", "data.stake_minor"),
    "a string for money": (data("stake_minor", '"100"'), "wrong_type", "data.stake_minor"),
    "true for money": (data("stake_minor", "true"), "wrong_type", "data.stake_minor"),
    "no money": (data("stake_minor", "0"), "number_out_of_range", "data.stake_minor"),
    "less than no money": (data("stake_minor", "-5"), "number_out_of_range", "data.stake_minor"),
    "ten trillion and one": (data("stake_minor", str(10**13 + 1)), "number_out_of_range", "data.stake_minor"),
    "2 to the 64": (data("stake_minor", str(2**64)), "number_out_of_range", "data.stake_minor"),
    "four thousand digits": (data("stake_minor", "9" * 4_000), "number_out_of_range", "data.stake_minor"),
    "ten thousand digits": (data("stake_minor", "9" * 10_000), "number_out_of_range", "data.stake_minor"),
    "a leading zero": (data("stake_minor", "0100"), "not_json", None),
    "a spot that is none": (data("spot", '"the red one"'), "bad_format", "data.spot"),
    "an unknown word": (data("placed_by", '"ghost"'), "not_allowed", "data.placed_by"),
    "data is null": (field("data", None), "wrong_type", "data"),
    "data is text": (field("data", "{}"), "wrong_type", "data"),
    "id is no UUID": (field("id", "0001"), "bad_uuid", "id"),
    "id is a number": (field("id", 1), "wrong_type", "id"),
    "type is empty": (field("type", ""), "unknown_type", "type"),
    "type is endless": (field("type", "a" * 500), "bad_length", "type"),
    "type with NUL": (field("type", "a\0b"), "unknown_type", "type"),
    "table with a slash": (field("table", "RL01/x"), "bad_format", "table"),
    "table with a line feed": (field("table", "RL01\n"), "bad_format", "table"),
    "round with dots and slashes": (field("round", "../../etc"), "bad_format", "round"),
    "round with NUL": (field("round", "a\0"), "bad_format", "round"),
    "time without offset": (field("occurred_at", "2026-06-13T20:15:00"), "time_without_offset", "occurred_at"),
    "time in words": (field("occurred_at", "now"), "bad_time", "occurred_at"),
    "the leap second": (field("occurred_at", "2016-12-31T23:59:60Z"), "leap_second", "occurred_at"),
    "the leap second with an offset": (
        field("occurred_at", "2017-01-01T06:59:60.5+07:00"),
        "leap_second",
        "occurred_at",
    ),
    "31 February": (field("occurred_at", "2026-02-31T00:00:00Z"), "bad_time", "occurred_at"),
    "seconds since 1970": (field("occurred_at", 1_780_000_000), "wrong_type", "occurred_at"),
    "1970": (field("occurred_at", "1970-01-01T00:00:13Z"), "time_out_of_range", "occurred_at"),
    "year 1 east of Greenwich": (field("occurred_at", "0001-01-01T00:00:00+14:00"), "time_out_of_range", "occurred_at"),
    "year 9999 west of it": (field("occurred_at", "9999-12-31T23:59:59-12:00"), "time_out_of_range", "occurred_at"),
    "number 0": (field("sequence", 0), "number_out_of_range", "sequence"),
    "number past 53 bits": (field("sequence", 2**53), "number_out_of_range", "sequence"),
    "number 1.0": (put('"sequence": ', '"sequence": 1.0, "x": '), "wrong_type", "sequence"),
    "empty correlation": (field("correlation", ""), "bad_length", "correlation"),
    "endless correlation": (field("correlation", "x" * 201), "bad_length", "correlation"),
    "marked as not entered later": (field("entered_later", False), "not_allowed", "entered_later"),
    "marked in words": (field("entered_later", "yes"), "wrong_type", "entered_later"),
    "too long": (lambda good: good[:-1] + b" " * limits.MAX_EVENT_BYTES + b"}", "event_too_large", None),
}


@pytest.mark.parametrize(("change", "code", "at"), LINES.values(), ids=LINES.keys())
def test_a_bad_line_gets_its_one_answer_and_harms_no_neighbour(
    post: Poster, house: House, change: Change, code: str, at: str | None
) -> None:
    bad = change(house.raw(correlation="c"))
    response = post.events(house.raw(), bad, house.raw())
    assert codes(response) == ["recorded", code, "recorded"]
    assert response.json()["results"][1].get("field") == at
    assert bytes(Quarantine.objects.get().body) == bad


def deflated_bomb() -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    zeros = b"0" * (1 << 20)
    return b"".join(packer.compress(zeros) for _n in range(256)) + packer.flush()


JSON = {"kind": "application/json"}
GZIP = {"Content-Encoding": "gzip"}
BODIES: dict[str, tuple[Change, dict[str, str], int, str]] = {
    "empty": (lambda good: b"", {}, 400, "empty_body"),
    "only blank lines": (lambda good: b"\n \r\n", {}, 400, "empty_body"),
    "an empty array": (lambda good: b"[]", JSON, 400, "empty_body"),
    "not JSON": (lambda good: b"hello", JSON, 400, "body_not_json"),
    "an array cut off": (lambda good: b"[" + good, JSON, 400, "body_not_json"),
    "an array of depth": (lambda good: b"[" * 100_000, JSON, 400, "body_too_deep"),
    "objects of depth": (lambda good: b'{"a":' * 100_000, JSON, 400, "body_too_deep"),
    "events is no array": (lambda good: b'{"events": 5}', JSON, 400, "not_events"),
    "events and more": (lambda good: b'{"events": [], "x": 1}', JSON, 400, "not_events"),
    "a string": (lambda good: b'"hello"', JSON, 400, "not_events"),
    "UTF-16": (lambda good: good.decode().encode("utf-16"), JSON, 400, "body_wrong_charset"),
    "UTF-16 without a mark": (lambda good: good.decode().encode("utf-16-le"), JSON, 400, "body_wrong_charset"),
    "UTF-16 in lines": (lambda good: good.decode().encode("utf-16"), {}, 400, "body_wrong_charset"),
    "UTF-32": (lambda good: good.decode().encode("utf-32-be"), JSON, 400, "body_wrong_charset"),
    "byte order mark": (lambda good: b"\xef\xbb\xbf" + good, JSON, 400, "body_wrong_charset"),
    "another charset said": (
        lambda good: good,
        {"kind": "application/json; charset=latin-1"},
        415,
        "unsupported_media_type",
    ),
    "a form": (lambda good: good, {"kind": "application/x-www-form-urlencoded"}, 415, "unsupported_media_type"),
    "a multipart form": (lambda good: good, {"kind": "multipart/form-data; boundary=x"}, 415, "unsupported_media_type"),
    "no type": (lambda good: good, {"kind": ""}, 415, "unsupported_media_type"),
    "a type with rubbish": (lambda good: good, {"kind": ";;;="}, 415, "unsupported_media_type"),
    "brotli": (lambda good: good, {"Content-Encoding": "br"}, 415, "unsupported_encoding"),
    "gzip twice": (lambda good: zipped(zipped(good)), {"Content-Encoding": "gzip, gzip"}, 415, "unsupported_encoding"),
    "not gzip": (lambda good: good, GZIP, 400, "gzip_damaged"),
    "gzip cut off": (lambda good: zipped(good)[:-9], GZIP, 400, "gzip_truncated"),
    "gzip with a wrong sum": (lambda good: zipped(good)[:-8] + b"\0" * 8, GZIP, 400, "gzip_damaged"),
    "rubbish behind gzip": (lambda good: zipped(good) + b"rubbish!", GZIP, 400, "gzip_damaged"),
    "a bomb": (lambda good: deflated_bomb(), GZIP, 413, "inflates_too_much"),
    "a bomb in many pieces": (lambda good: zipped(b"\n" * 10_000) * 4_000, GZIP, 413, "inflates_too_much"),
    "too many events": (lambda good: b"{}\n" * (limits.MAX_EVENTS + 1), {}, 413, "batch_too_large"),
}


@pytest.mark.parametrize(("make", "how", "status", "code"), BODIES.values(), ids=BODIES.keys())
def test_a_body_that_cannot_be_read_is_refused_whole_and_kept(
    post: Poster, house: House, make: Change, how: dict[str, str], status: int, code: str
) -> None:
    body = make(house.raw())
    response = post(body, **how)
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert not house.streams()
    if code != "empty_body":
        assert bytes(Quarantine.objects.get().body) == body


def test_a_body_over_the_limit_is_refused_unread(post: Poster, house: House) -> None:
    response = post(b"x" * (limits.MAX_BODY_BYTES + 1))
    assert (response.status_code, response.json()["code"]) == (413, "body_too_large")


@pytest.mark.parametrize("length", ["-1", "abc", "99999999999999999999"])
def test_a_length_that_is_none(post: Poster, house: House, length: str) -> None:
    response = post.client.post(
        "/api/v1/properties/TST/events/",
        data=house.raw(),
        content_type="application/json",
        headers={"Authorization": f"Bearer {house.token}"},
        CONTENT_LENGTH=length,
    )
    assert response.status_code in (400, 413)


def test_a_bad_element_of_an_array_harms_no_neighbour(post: Poster, house: House) -> None:
    latin = house.raw().replace(b'"red"', b'"\xe9"')
    body = b"[" + b",".join([house.raw(), latin, b"5", b'{"type": 1}', house.raw()]) + b"]"
    assert codes(post(body, "application/json")) == [
        "recorded",
        "wrong_charset",
        "wrong_type",
        "wrong_type",
        "recorded",
    ]


@pytest.mark.parametrize("path", ["/api/v1/properties/%00/events/", "/api/v1/properties/a%0Ab/events/"])
def test_rubbish_in_the_address(post: Poster, path: str) -> None:
    assert post(b"{}", path=path).status_code in (401, 404)

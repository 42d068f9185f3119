"""What is told of a table's equipment, of the server that records, and of who signs: names and sentences.

Proved by ``tests/words/test_words.py``.
"""

from __future__ import annotations

from typing import Any, Final

from casino.core.messages import Catalogue
from casino.core.text import Text, figure
from games.engine.sentences import Sentence, fields, say

_WORDS: Final = Catalogue(__file__)

EVENT_LABELS: Final = _WORDS.table("event-labels", dotted=True)


def _gap(vi: str, en: str) -> Sentence:
    def sentence(f: Any, currency: str) -> Text:
        return say(vi, en, device=f.device, first=f.first, last=f.last)

    return sentence


def _clock_off(f: Any, currency: str) -> Text:
    seconds = f"{f.skew_ms / 1000:+.1f}"
    return say(
        "Đồng hồ của {device} lệch {seconds} giây so với máy chủ.",
        "The clock of {device} is {seconds} s off the server's.",
        device=f.device,
        seconds=figure(seconds),
    )


def _number_reused(f: Any, currency: str) -> Text:
    first = Text("một tin đã ghi từ lâu", "one recorded long before") if f.first is None else str(f.first)
    return say(
        "Thiết bị {device} dùng số {number} hai lần: {first} và {second}.",
        "Device {device} used number {number} twice: {first} and {second}.",
        device=f.device,
        number=f.number,
        first=first,
        second=str(f.second),
    )


def _not_signed(f: Any, currency: str) -> Text:
    place = f.table if f.round is None else f"{f.table}/{f.round}"
    return say(
        "Từ vị trí {position}, dữ liệu mang tên thiết bị {device} cho {place} không có chữ ký của thiết bị.",
        "From position {position} on, what stands in the name of device {device} for {place} is not signed by it.",
        position=f.position,
        device=f.device,
        place=place,
    )


def _demand_set(f: Any, currency: str) -> Text:
    place = Text("mọi bàn", "all tables") if f.table is None else say("bàn {table}", "table {table}", table=f.table)
    if f.demanded:
        return say("Thiết bị của {place} phải ký.", "Devices of {place} must sign.", place=place)
    return say("Thiết bị của {place} không phải ký nữa.", "Devices of {place} need no longer sign.", place=place)


_MODES: Final = _WORDS.table("modes")


def _signature_demand_set(f: Any, currency: str) -> Text:
    role = Text("mọi vai trò", "all roles") if f.role is None else say("vai trò {role}", "role {role}", role=f.role)
    return say("Lệnh quan trọng, {role}: {mode}.", "Weighty commands, {role}: {mode}.", role=role, mode=_MODES[f.mode])


def clock_jump(step_ms: int, position: int) -> Text:
    """That the server's clock jumped, and how far."""
    seconds = f"{step_ms / 1000:+,.1f}"
    return say(
        "Đồng hồ máy chủ nhảy {seconds} giây ở vị trí {position} của nhật ký.",
        "The server's clock jumped by {seconds} s at position {position} of the log.",
        seconds=figure(seconds),
        position=position,
    )


SENTENCES: Final[dict[str, Sentence]] = {
    "device.clock_off": _clock_off,
    "server.clock_jumped": lambda f, c: clock_jump(f.step_ms, f.position),
    "device.gap_found": _gap(
        "Thiếu số {first} đến {last} của thiết bị {device}.",
        "Numbers {first} to {last} of device {device} are missing.",
    ),
    "device.gap_closed": _gap(
        "Số {first} đến {last} của thiết bị {device} đã đến.", "Numbers {first} to {last} of device {device} arrived."
    ),
    "device.number_reused": _number_reused,
    "device.number_out_of_reach": fields(
        "Thiết bị {device} gửi số {number} ngay sau số {highest}; số này không được tính.",
        "Device {device} sent number {number} right after {highest}; it is not counted.",
        "device",
        "number",
        "highest",
    ),
    "device.registered": fields("Đăng ký thiết bị {device}.", "Device {device} is registered.", "device"),
    "device.key_registered": fields(
        "Thiết bị {device} ký bằng khóa {public_key}.",
        "Device {device} signs with the key {public_key}.",
        "device",
        "public_key",
    ),
    "device.not_signed": _not_signed,
    "origin.demand_set": _demand_set,
    "origin.person_not_signed": fields(
        "Sự kiện {type} ở vị trí {position} mang tên {person} mà không có chữ ký.",
        "The event {type} at position {position} stands in the name of {person} without a signature.",
        "type",
        "position",
        "person",
    ),
    "origin.signature_demand_set": _signature_demand_set,
}

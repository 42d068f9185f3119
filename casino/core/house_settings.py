"""What a property sets for itself, declared once: names, words, units, types, defaults, and who may set each.

Pure data. The record says what is in force from when (``casino.house``); the environment gives first values only. A
reader names a setting by its code here. Proved by ``tests/house/test_declared.py``: each is documented and read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal
from zoneinfo import available_timezones

import msgspec

from casino.core.currencies import PLACES, check_currency
from casino.core.errors import ERRORS, Problem
from casino.core.posts import Post
from casino.core.text import Text

Value = dict[str, int] | int | str
Kind = Literal["amounts", "number", "text", "choice", "zone", "currency", "streams"]

ERRORS.register_all(
    {
        "setting_unknown": 404,
        "setting_value": 422,
    }
)

MINUTES: Final = Text("phút", "minutes")
HOURS: Final = Text("giờ", "hours")
DAYS: Final = Text("ngày", "days")
YEARS: Final = Text("năm", "years")
MONEY: Final = Text("số tiền theo loại tiền", "amounts by currency")
NONE: Final = Text("", "")


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """One thing a property sets. Amounts are by currency, in its smallest unit; a currency that is not named has the
    amount 0. ``lowest`` is the post that may set it, or any above; ``second``: another such person confirms.
    ``variable`` is the environment variable of its first value, empty for what the property's row begins with."""

    name: str
    title: Text
    about: Text
    kind: Kind
    default: Value
    unit: Text = NONE
    least: int = 0
    most: int = 0
    choices: tuple[str, ...] = ()
    lowest: Post = Post.DIRECTOR_OF_TABLE_GAMES
    second: bool = True
    variable: str = ""


def _amounts(name: str, title: Text, about: Text, vnd: int) -> Setting:
    return Setting(
        name=name, title=title, about=about, kind="amounts", default={"VND": vnd}, unit=MONEY, variable=name.upper()
    )


def _span(name: str, unit: Text, default: int, title: Text, about: Text, *, second: bool = True) -> Setting:
    return Setting(
        name=name,
        title=title,
        about=about,
        kind="number",
        default=default,
        unit=unit,
        least=1,
        most=100_000,
        second=second,
        variable=name.upper(),
    )


_MONEY: Final = (
    _amounts(
        "dispute_table_limit",
        Text("Mức giải quyết tại bàn", "Limit at the table"),
        Text(
            "Đề nghị trên mức này không được giải quyết tại bàn (8.1). Tính theo từng đề nghị: tiền luật chơi buộc trả "
            "không cộng dồn.",
            "An offer above this is not settled at the table (8.1). It is held against each offer: what the rules owe "
            "does not add up.",
        ),
        5_000_000,
    ),
    _amounts(
        "dispute_confirm_above",
        Text("Mức cần người thứ hai xác nhận", "Second person for decisions above"),
        Text(
            "Quyết định trên mức này cần người thứ hai xác nhận; tính theo từng quyết định.",
            "A decision above this is confirmed by a second person; it is held against each decision.",
        ),
        10_000_000,
    ),
    _amounts(
        "dismissal_alone",
        Text("Mức tự bỏ qua phát hiện", "Findings let rest alone up to"),
        Text(
            "Phát hiện có số tiền trên mức này do hai người bỏ qua; cộng dồn mọi việc một người tự làm.",
            "A finding with an amount above this is let rest by two persons; what a person does alone adds up.",
        ),
        1_000_000,
    ),
    _amounts(
        "beyond_alone",
        Text("Mức tự chi ngoài luật chơi", "Beyond the rules, alone up to"),
        Text(
            "Tiền ngoài số luật chơi buộc trả mà một người tự chi, cộng dồn; trên mức này cần người thứ hai.",
            "Money beyond what the rules owe that one person may give alone, added up; above it a second person is "
            "needed.",
        ),
        500_000,
    ),
    _amounts(
        "reason_sentence_above",
        Text("Mức cần nêu lý do thành câu", "Reason in a sentence above"),
        Text(
            "Đến mức này chọn một nguyên nhân là đủ; trên mức này phải viết một câu.",
            "Up to this a chosen cause suffices as reason; above it a sentence is needed.",
        ),
        500_000,
    ),
    _amounts(
        "handover_other_above",
        Text("Mức giao tiền do người khác ghi", "Hand-over recorded by another above"),
        Text(
            "Trên mức này, người ghi việc giao tiền phải khác người quyết định; các quyết định của một người cho cùng "
            "người chơi được cộng dồn.",
            "Above this another person than the decider records that money was handed over; what one person decides "
            "for one player adds up.",
        ),
        1_000_000,
    ),
    _amounts(
        "notify_sum_above",
        Text("Mức báo chức vụ kế trên", "Next post told of sums above"),
        Text(
            "Tổng tự chi tại một bàn, trong một ca hoặc một ngày trên mức này được báo cho chức vụ kế trên.",
            "Of sums paid alone at one table, in one shift or on one gaming day above this the next post is told.",
        ),
        20_000_000,
    ),
    Setting(
        name="acting_pays_alone",
        title=Text("Giám sát Pit Tạm thời tự chi", "What an acting post pays alone"),
        about=Text(
            "owed: chỉ số luật chơi buộc trả; limit: như Giám sát Pit; nothing: không chi gì một mình.",
            "owed: only what the rules owe; limit: as a pit supervisor; nothing: nothing alone.",
        ),
        kind="choice",
        default="owed",
        choices=("owed", "limit", "nothing"),
        variable="ACTING_PAYS_ALONE",
    ),
    _span(
        "alone_hours",
        HOURS,
        24,
        Text("Khoảng cộng dồn", "Span over which sums add up"),
        Text(
            "Việc một người tự làm, và tiền cho một người chơi, cộng dồn trong khoảng này; của một cược thì mãi mãi.",
            "What a person did alone, and what one player was given, adds up over this; of one bet for ever.",
        ),
    ),
)

_TERMS: Final = (
    _span(
        "dispute_at_table_minutes",
        MINUTES,
        30,
        Text("Thời gian xử lý tại bàn", "Time at the table"),
        Text("Khiếu nại được ở tại bàn bao lâu (8.1).", "How long a complaint may stand at the table (8.1)."),
    ),
    _span(
        "dispute_first_word_minutes",
        MINUTES,
        60,
        Text("Thời gian hẹn người chơi", "Time until the player is told"),
        Text("Quản lý Pit báo người chơi trong bao lâu (8.3).", "How long until the player is told by when (8.3)."),
    ),
    _span(
        "dispute_look_again_hours",
        HOURS,
        24,
        Text("Xem lại sau", "Look again after"),
        Text("Khi chưa hẹn được, xem lại vụ sau bao lâu.", "Where no time can be given, when the case is seen again."),
    ),
    _span(
        "dispute_acknowledge_minutes",
        MINUTES,
        30,
        Text("Bộ phận Giám sát xác nhận", "Acknowledgement by Surveillance"),
        Text("Xác nhận thông báo trong bao lâu (8.2).", "How long a notice may stay unacknowledged (8.2)."),
    ),
    _span(
        "dispute_footage_hours",
        HOURS,
        24,
        Text("Trả lời cảnh quay", "Answer about footage"),
        Text("Trả lời yêu cầu cảnh quay trong bao lâu.", "How long a request for footage may take."),
    ),
    _span(
        "dispute_confirmation_hours",
        HOURS,
        24,
        Text("Người thứ hai xác nhận", "Confirmation by a second person"),
        Text("Xác nhận quyết định trong bao lâu.", "How long the confirmation of a decision may take."),
    ),
    _span(
        "dispute_answer_days",
        DAYS,
        7,
        Text("Người chơi trả lời", "Answer of the player"),
        Text("Người chơi trả lời quyết định trong bao lâu.", "How long the player's answer may take."),
    ),
    _span(
        "dispute_inform_hours",
        HOURS,
        24,
        Text("Báo quyền khiếu nại", "Information of the right to complain"),
        Text("Báo quyền khiếu nại chính thức trong bao lâu (8.5).", "How long informing of the right may take (8.5)."),
    ),
    _span(
        "dispute_complaint_days",
        DAYS,
        30,
        Text("Thời hạn khiếu nại", "Term for a complaint"),
        Text("Nộp đơn trong bao lâu kể từ khi được báo quyền.", "The term for filing, from being told of the right."),
    ),
    _span(
        "dispute_senior_days",
        DAYS,
        10,
        Text("Quản lý cấp cao quyết định", "Decision of senior management"),
        Text("Quyết định đơn khiếu nại trong bao lâu.", "How long senior management may take."),
    ),
    _span(
        "dispute_closing_days",
        DAYS,
        3,
        Text("Báo kết quả khiếu nại", "Telling the result of a complaint"),
        Text("Quyết định đến người chơi trong bao lâu.", "How long the decision may take to reach the player."),
    ),
    _span(
        "dispute_remind_minutes",
        MINUTES,
        15,
        Text("Nhắc trước", "Reminder before"),
        Text("Nhắc trước khi hết hạn bao lâu.", "How long before a clock runs out people are reminded."),
        second=False,
    ),
    _span(
        "money_out_days",
        DAYS,
        7,
        Text("Tiền chưa giao nhận quá", "Money out longer than"),
        Text(
            "Tiền đã quyết định mà chưa giao hay nhận quá số ngày này thì báo cấp kế tiếp.",
            "Money decided and neither handed over nor received after so many days: the next post is told.",
        ),
        second=False,
    ),
    _span(
        "dispute_record_years",
        YEARS,
        5,
        Text("Lưu hồ sơ", "Records kept for"),
        Text("Hồ sơ được lưu bao lâu từ khi đóng vụ.", "How long records are kept, from the closing of the case."),
    ),
)

_HOUSE: Final = (
    Setting(
        name="name_vi",
        title=Text("Tên cơ sở (tiếng Việt)", "Name of the property (Vietnamese)"),
        about=Text("Tên trên trang và giấy tờ tiếng Việt.", "Its name on pages and papers in Vietnamese."),
        kind="text",
        default="",
        second=False,
    ),
    Setting(
        name="name_en",
        title=Text("Tên cơ sở (tiếng Anh)", "Name of the property (English)"),
        about=Text("Tên trên trang và giấy tờ tiếng Anh.", "Its name on pages and papers in English."),
        kind="text",
        default="",
        second=False,
    ),
    Setting(
        name="time_zone",
        title=Text("Múi giờ", "Time zone"),
        about=Text("Múi giờ tính ngày chơi.", "The zone in which gaming days are counted."),
        kind="zone",
        default="Asia/Ho_Chi_Minh",
    ),
    Setting(
        name="gaming_day_starts",
        title=Text("Giờ bắt đầu ngày chơi", "Gaming day starts at"),
        about=Text("Ngày chơi bắt đầu lúc mấy giờ.", "The hour at which a gaming day begins."),
        kind="number",
        default=6,
        unit=Text("giờ trong ngày", "hour of the day"),
        most=23,
    ),
    Setting(
        name="currency",
        title=Text("Loại tiền", "Currency"),
        about=Text(
            "Loại tiền của bàn không nêu loại tiền riêng; không đổi được khi đã có ván.",
            "The currency of tables that name none; fixed once a round is recorded.",
        ),
        kind="currency",
        default="VND",
    ),
    Setting(
        name="pass_over",
        title=Text("Sự kiện được bỏ qua khi đọc", "Events that may be passed over"),
        about=Text(
            "Trình theo dõi nào được bỏ qua sự kiện của dòng nào mà nó không đọc được, như games round/RL01/7; "
            "- là không. Sự kiện vẫn ở trong sổ và được nêu tên cho đến khi đọc được.",
            "Which follower may pass over the events of which stream that it fails at, as games round/RL01/7; - for "
            "none. They stay in the record, and are named until they are read.",
        ),
        kind="streams",
        default="",
        lowest=Post.SHIFT_MANAGER,
    ),
)

_LETTERS: Final = tuple(
    Setting(
        name=f"address_{language}",
        title=title,
        about=Text(
            "Địa chỉ và cách liên hệ, in dưới tên cơ sở trong thư gửi khách.",
            "Address and how to be reached, under the name of the property in letters to guests.",
        ),
        kind="text",
        default="",
        second=False,
        variable=f"ADDRESS_{language.upper()}",
    )
    for language, title in (
        ("vi", Text("Địa chỉ (tiếng Việt)", "Address (Vietnamese)")),
        ("en", Text("Địa chỉ (tiếng Anh)", "Address (English)")),
    )
)

SETTINGS: Final[Mapping[str, Setting]] = {each.name: each for each in (*_MONEY, *_TERMS, *_HOUSE, *_LETTERS)}
"""Every setting of a property by its name."""
OF_THE_ROW: Final = tuple(each.name for each in _HOUSE)
"""What the property's own row begins with and shows."""


def setting(name: str) -> Setting:
    """The setting of this name. Problem ``setting_unknown``."""
    found = SETTINGS.get(name)
    if found is None:
        raise Problem("setting_unknown", "setting", setting=name)
    return found


def default_number(name: str) -> int:
    """The default of a setting that is a number."""
    value = SETTINGS[name].default
    assert isinstance(value, int)
    return value


def default_amounts(name: str) -> dict[str, int]:
    """The default of a setting that is amounts by currency."""
    value = SETTINGS[name].default
    assert isinstance(value, dict)
    return dict(value)


def check(name: str, value: Value) -> Value:
    """The value as it may be recorded. Problems: setting_unknown, setting_value, unknown_currency."""
    said = setting(name)
    why = _FITS[said.kind](said, value)
    if why is not None:
        raise Problem("setting_value", "value", setting=name, why=why)
    return value


def _amounts_fit(_said: Setting, value: Value) -> Text | None:
    if isinstance(value, dict) and all(code in PLACES and type(n) is int and n >= 0 for code, n in value.items()):
        return None
    return Text("cần số tiền theo loại tiền, như VND 1000000", "amounts by currency are needed, as VND 1000000")


def _number_fits(said: Setting, value: Value) -> Text | None:
    if type(value) is int and said.least <= value <= said.most:
        return None
    span = f"{said.least} – {said.most}"
    return Text(f"cần số nguyên {span}", f"a whole number {span} is needed")


def _text_fits(_said: Setting, value: Value) -> Text | None:
    if isinstance(value, str) and value.strip() and len(value) <= 200 and value.isprintable():
        return None
    return Text("cần 1 đến 200 ký tự", "1 to 200 characters are needed")


def _choice_fits(said: Setting, value: Value) -> Text | None:
    if value in said.choices:
        return None
    listed = ", ".join(said.choices)
    return Text(f"cần một trong: {listed}", f"one of these is needed: {listed}")


def _zone_fits(_said: Setting, value: Value) -> Text | None:
    if value in available_timezones():
        return None
    return Text("không có múi giờ này", "there is no time zone of this name")


def may_pass_over(value: str) -> dict[str, tuple[str, ...]]:
    """The streams by the follower that may pass over events of theirs, as the setting ``pass_over`` lists them."""
    found: dict[str, tuple[str, ...]] = {}
    for each in value.split(", ") if value not in ("", "-") else ():
        follower, _, stream = each.partition(" ")
        found[follower] = (*found.get(follower, ()), stream)
    return found


_PASSED: Final = re.compile(r"-|[a-z_]{1,30} [^ ,]{1,120}/[^ ,]{1,120}(, [a-z_]{1,30} [^ ,]{1,120}/[^ ,]{1,120})*")


def _streams_fit(_said: Setting, value: Value) -> Text | None:
    if isinstance(value, str) and len(value) <= 200 and value.isprintable() and _PASSED.fullmatch(value):
        return None
    return Text(
        "cần trình theo dõi và dòng, như games round/RL01/7, hoặc -",
        "a follower and a stream are needed, as games round/RL01/7, or -",
    )


def _currency_fits(_said: Setting, value: Value) -> Text | None:
    check_currency(str(value), "value")
    return None


_FITS: Final = {
    "amounts": _amounts_fit,
    "number": _number_fits,
    "text": _text_fits,
    "choice": _choice_fits,
    "zone": _zone_fits,
    "currency": _currency_fits,
    "streams": _streams_fit,
}

"""What the events of accounts are called and say, in both languages. Proved by ``tests/words`` and
``tests/accounts/test_pages.py``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, Final

import msgspec

from casino.access.roles import ROLES
from casino.accounts import facts as f
from casino.accounts import rules
from casino.core.events import RecordedEvent
from casino.core.messages import Catalogue
from casino.core.text import Text

_WORDS: Final = Catalogue(__file__)

LABELS: Final = _WORDS.table("labels")
"""Name after ``account.`` -> what it is called."""

NAMES: Final = _WORDS.table("names")
FACTORS: Final = _WORDS.table("factors")
BY_TWO: Final = _WORDS.text("by-two")
ALONE: Final = Text("", "")


def role(code: str) -> Text:
    """A role by its code."""
    return ROLES.get(code) or Text(code, code)


def _listed(texts: Iterable[Text]) -> Text:
    found = list(texts)
    return Text(", ".join(text.vi for text in found), ", ".join(text.en for text in found))


def _sentence(*parts: Text) -> Text:
    return Text(" ".join(p.vi for p in parts if p.vi), " ".join(p.en for p in parts if p.en))


def _post(fact: Any) -> Text:
    name = role(fact.post)
    return _sentence(Text(f"{name.vi}.", f"{name.en}."), _agreed(fact))


def _taking(fact: Any) -> Text:
    name, then = role(fact.post), rules.LAST.get(fact.post, Text("", ""))
    return Text(f"{name.vi}. Khi đó {then.vi}.", f"{name.en}. Then {then.en}.") if then.en else _post(fact)


def _agreed(fact: Any) -> Text:
    return BY_TWO if getattr(fact, "ask", None) is not None else ALONE


def _found(fact: f.Found) -> Text:
    posts = _listed(role(code) for code in fact.posts) if fact.posts else Text("không có chức vụ", "no post")
    closed = Text("", "") if fact.active else Text(" Đang bị khóa.", " Closed.")
    every = Text("", "")
    if fact.superuser:
        every = Text(" Quyền tuyệt đối đã bị thu hồi.", " It had every right; that was taken away.")
    return Text(
        f"{fact.staff}: {posts.vi}. Được lập hoặc thay đổi ngoài sổ.{closed.vi}{every.vi}",
        f"{fact.staff}: {posts.en}. Made or changed past the record.{closed.en}{every.en}",
    )


def _when(at: datetime) -> str:
    return f"{at:%d/%m/%Y %H:%M}" + (" UTC" if at.utcoffset() is not None and not at.utcoffset() else "")


def _posting(fact: Any) -> Text:
    name, places = role(fact.post), ", ".join([*fact.tables, *fact.pits])
    begins = Text(f" từ {_when(fact.begins_at)}", f" from {_when(fact.begins_at)}") if fact.begins_at else Text("", "")
    ends = Text(f" đến {_when(fact.ends_at)}", f" until {_when(fact.ends_at)}") if fact.ends_at else Text("", "")
    said = Text(
        f"{name.vi} tại {fact.property}: {places}{begins.vi}{ends.vi}.",
        f"{name.en} at {fact.property}: {places}{begins.en}{ends.en}.",
    )
    return _sentence(said, _agreed(fact))


def _ended(fact: f.PostingEnded) -> Text:
    name = role(fact.post)
    return Text(f"{name.vi} tại {fact.property}.", f"{name.en} at {fact.property}.")


def _beside(fact: f.FirstAdministratorMade) -> Text:
    if not fact.beside:
        return Text("Bằng lệnh của máy chủ.", "By the server's command.")
    others = ", ".join(fact.beside)
    return Text(f"Bằng lệnh của máy chủ, bên cạnh {others}.", f"By the server's command, beside {others}.")


def _code(fact: Any) -> Text:
    return Text(f"{fact.staff}.", f"{fact.staff}.")


def _factor(fact: Any) -> Text:
    kind, key = FACTORS[fact.kind], getattr(fact, "key", None)
    where = Text(f" cho {key.rp_id}", f" for {key.rp_id}") if key is not None else ALONE
    return Text(f"{kind.vi} số {fact.device}{where.vi}.", f"{kind.en} number {fact.device}{where.en}.")


def _reset(fact: f.FactorsReset) -> Text:
    every = Text("Mọi thiết bị và mã khôi phục đã hết hiệu lực.", "Every device and every recovery code is out of use.")
    by_server = Text("Từ máy chủ.", "From the server.")
    return _sentence(every, BY_TWO if fact.ask is not None else by_server)


SENTENCES: Final[dict[str, Callable[[Any], Text]]] = {
    **dict.fromkeys(LABELS, _agreed),
    "opened": _code,
    "found": _found,
    "staff_code_set": _code,
    "names_changed": lambda fact: _sentence(_listed(NAMES[name] for name in fact.names)),
    "post_asked": _post,
    "post_given": _post,
    "post_taking_asked": _taking,
    "post_taken": _post,
    "posting_asked": _posting,
    "posting_given": _posting,
    "posting_ended": _ended,
    "factor_added": _factor,
    "factor_removed": _factor,
    "factors_reset": _reset,
    "change_refused": lambda fact: ALONE,
    "change_withdrawn": lambda fact: ALONE,
    "first_administrator_made": _beside,
}
"""Name after ``account.`` -> what happened, from the fact."""

_ACTORS: Final = {
    "system:accounts": Text("hệ thống", "the system"),
    "system:first_administrators": Text("lệnh của máy chủ", "the server's command"),
    "system:demonstration": Text("bản trình diễn", "the demonstration"),
}


class Line(msgspec.Struct, frozen=True):
    """One event of an account's history."""

    label: Text
    sentence: Text
    actor: Text
    recorded_at: datetime
    version: int


def history(events: Iterable[RecordedEvent], zone: Any) -> list[Line]:
    """An account's history, the newest first, with the moments inside the sentences by a property's clocks."""
    return [_line(event, zone) for event in events][::-1]


def _line(event: RecordedEvent, zone: Any) -> Line:
    name = event.type.partition(".")[2].rpartition(".v")[0]
    who = event.actor.partition(":")[2]
    fact = event.data
    moments = {n: getattr(fact, n) for n in fact.__struct_fields__ if isinstance(getattr(fact, n), datetime)}
    if moments:
        fact = msgspec.structs.replace(fact, **{n: at.astimezone(zone) for n, at in moments.items()})
    return Line(
        label=LABELS[name],
        sentence=SENTENCES[name](fact),
        actor=_ACTORS.get(event.actor, Text(who, who)),
        recorded_at=event.recorded_at,
        version=event.version,
    )

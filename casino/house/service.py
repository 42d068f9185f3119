"""Setting what a property sets: asked for by one person, confirmed by another where the setting wants it.

Each command appends to the property's one stream, or raises :class:`casino.core.errors.Problem` and records nothing.
Two at once: the second is told to look again. What the record does not know yet is what the environment and the
property's row say; with the first command those first values are recorded, and the environment is heard no more.
``by`` is a person in the post in which they act (:func:`decider`). Proved by ``tests/house/test_service.py``.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final
from uuid import UUID, uuid4, uuid5

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction

from casino import vault
from casino.access import postings
from casino.access.roles import staff_code
from casino.core import house_settings as declared
from casino.core import interest, reasons
from casino.core.errors import ERRORS, Problem
from casino.core.events import Fact, NewEvent, RecordedEvent
from casino.core.house_settings import Value
from casino.core.interest import Interest, Part, Tie, no_matter
from casino.core.messages import Catalogue
from casino.core.posts import POST_NAMES, Post, at_least
from casino.core.reasons import Rule
from casino.house import facts as f
from casino.house.state import HouseSettings, fold
from casino.ledger import errors as ledger_errors
from casino.ledger.application import get_ledger
from casino.ledger.everywhere import carry_on
from casino.ledger.models import Property, property_of

_WORDS: Final = Catalogue(__file__)

LONGEST: Final = 500
SYSTEM: Final = "system:settings"

ERRORS.register_all(
    {
        "setting_in_the_past": 422,
        "setting_unchanged": 409,
        "setting_post": 403,
        "setting_reason": 422,
        "setting_waits": 409,
        "setting_ask_unknown": 404,
        "setting_same_person": 403,
        "setting_not_yours": 403,
        "setting_currency_used": 409,
        "setting_currency_at_once": 422,
    }
)

_ROUNDS: Final = "round/"
_OF_DAYS: Final = ("time_zone", "gaming_day_starts")
_EVER: Final = datetime.min.replace(tzinfo=UTC)

reasons.register("casino.house", {"service.ask": Rule.SENTENCE})
SECOND: Final = Interest(bars=(Tie.MADE,))
interest.register(
    "casino.house",
    {
        "service.ask": no_matter(_WORDS.text("holds-from-then-on-for")),
        "service.confirm": SECOND,
        "service.refuse": SECOND,
        "service.withdraw": no_matter(_WORDS.text("ones-own-request-alone-is")),
    },
)


def settings_of(property_code: str) -> HouseSettings:
    """The settings of a property, for whoever reads them at some moment."""
    return _folded(property_of(property_code), _recorded(property_code))


def decider(user: User, property_code: str, now: datetime) -> f.Decider:
    """Who an account is, in the post in force. Problem ``forbidden`` for one without a post."""
    duty = postings.duty_of(user, now, property_code=property_code) if user.is_active else None
    if duty is None:
        raise Problem("forbidden")
    return f.Decider(staff=staff_code(user), post=duty.post)


def ask(
    property_code: str,
    name: str,
    value: Value,
    *,
    effective_from: datetime | None,
    reason: str,
    by: f.Decider,
    way: f.Way,
    command_id: UUID,
    now: datetime,
) -> bool:
    """Set it, or ask for it where a second person is needed: then the answer is False, and ``command_id`` names the
    request. Problems: setting_unknown, setting_value, setting_post, setting_reason, setting_in_the_past,
    setting_unchanged, setting_waits, setting_currency_used, setting_currency_at_once, try_again."""
    said = declared.setting(name)
    _require(by, said)
    declared.check(name, value)
    if not 10 <= len(reason.strip()) <= LONGEST:
        raise Problem("setting_reason", "reason")
    reasons.require("casino.house.service.ask", reason, "reason")
    if effective_from is not None and effective_from < now:
        raise Problem("setting_in_the_past", "effective_from")
    owner = property_of(property_code)
    _check_currency(owner, name, effective_from)
    recorded = _recorded(property_code)
    house = _folded(owner, recorded)
    if any(each.setting == name for each in house.waiting.values()):
        raise Problem("setting_waits", "setting")
    starts = effective_from or now
    if house.at(name, starts) == value and not house.coming(name, starts):
        raise Problem("setting_unchanged", "value")
    with transaction.atomic():
        sealed = vault.seal(property_code, reason.strip(), [vault.new_person(property_code)], kind="text")
        fact = f.Asked(
            setting=name, value=value, asked_by=by, way=way, effective_from=effective_from, sealed_reason=sealed
        )
        if said.second:
            _append(owner, house, [(command_id, fact)], by.staff, now)
            return False
        _carry_out(owner, house, fact, None, command_id, by, now)
    return True


def confirm(property_code: str, ask_id: UUID, *, by: f.Decider, command_id: UUID, now: datetime) -> None:
    """Carry out what another person asked for. Problems: setting_ask_unknown, setting_same_person, setting_post,
    setting_in_the_past, setting_currency_used, try_again."""
    owner, house, asked = _asked(property_code, ask_id)
    _check_second(asked, by)
    if asked.effective_from is not None and asked.effective_from < now:
        raise Problem("setting_in_the_past", "effective_from")
    _check_currency(owner, asked.setting, asked.effective_from)
    with transaction.atomic():
        _carry_out(owner, house, asked, ask_id, command_id, by, now)


def refuse(property_code: str, ask_id: UUID, *, by: f.Decider, command_id: UUID, now: datetime) -> None:
    """Do not confirm it. Problems as of confirming."""
    owner, house, asked = _asked(property_code, ask_id)
    _check_second(asked, by)
    _append(owner, house, [(command_id, f.Refused(ask=ask_id, refused_by=by))], by.staff, now)


def withdraw(property_code: str, ask_id: UUID, *, by: f.Decider, command_id: UUID, now: datetime) -> None:
    """Who asked takes it back. Problems: setting_ask_unknown, setting_not_yours, try_again."""
    owner, house, asked = _asked(property_code, ask_id)
    if by.staff != asked.asked_by.staff:
        raise Problem("setting_not_yours")
    _append(owner, house, [(command_id, f.Withdrawn(ask=ask_id, withdrawn_by=by))], by.staff, now)


def begin(property_code: str, *, command_id: UUID, now: datetime) -> bool:
    """Record the first values as they are now; False where that was done before. Problem try_again."""
    owner = property_of(property_code)
    house = _folded(owner, _recorded(property_code))
    if house.begun is not None:
        return False
    _append(owner, house, [], SYSTEM, now, begun_as=command_id)
    return True


def bring_rows_up(now: datetime) -> None:
    """Write what of the property's own settings has come into force by now into its row. Once a round is recorded the
    first values are, too: until then nothing was held against them."""

    def bring(owner: Property) -> None:
        house = _folded(owner, _recorded(owner.code))
        if house.begun is None and _has_rounds(owner):
            begin(owner.code, command_id=uuid4(), now=now)
        for name in declared.OF_THE_ROW:
            if any(each.setting == name for each in house.dated):
                _write_row(owner, name, house.at(name, now))
        _write_row(owner, "dated_hours", dated_hours(house))

    carry_on(bring, Property.objects.order_by("pk"))


# --- Parts -----------------------------------------------------------------------------------------------------------


def _recorded(property_code: str) -> list[RecordedEvent]:
    return get_ledger(property_code).stream(f.STREAM)


def _folded(owner: Property, recorded: list[RecordedEvent]) -> HouseSettings:
    row = {name: getattr(owner, name) for name in declared.OF_THE_ROW}
    return fold(recorded, {**settings.FIRST_SETTINGS, **row})


def _asked(property_code: str, ask_id: UUID) -> tuple[Property, HouseSettings, f.Asked]:
    owner = property_of(property_code)
    house = _folded(owner, _recorded(property_code))
    asked = house.waiting.get(ask_id)
    if asked is None:
        raise Problem("setting_ask_unknown", "ask")
    return owner, house, asked


def _require(by: f.Decider, said: declared.Setting) -> None:
    if not at_least(Post(by.post), said.lowest):
        raise Problem("setting_post", "by", post=POST_NAMES[said.lowest])


def _check_second(asked: f.Asked, by: f.Decider) -> None:
    if interest.ties(by.staff, [Part(asked.asked_by.staff, Tie.MADE)], SECOND):
        raise Problem("setting_same_person", "by")
    _require(by, declared.setting(asked.setting))


def _check_currency(owner: Property, name: str, effective_from: datetime | None) -> None:
    if name != "currency":
        return
    if effective_from is not None:
        raise Problem("setting_currency_at_once", "effective_from")
    if _has_rounds(owner):
        raise Problem("setting_currency_used", "setting")


def _has_rounds(owner: Property) -> bool:
    return next(get_ledger(owner.code).stream_ids(_ROUNDS), None) is not None


def _carry_out(
    owner: Property,
    house: HouseSettings,
    asked: f.Asked,
    ask_id: UUID | None,
    command_id: UUID,
    by: f.Decider,
    now: datetime,
) -> None:
    """Record that it is set, and write the property's row where it is in force at once."""
    starts = asked.effective_from or now
    fact = f.Set(
        setting=asked.setting,
        value=asked.value,
        before=house.at(asked.setting, starts),
        effective_from=starts,
        asked_by=asked.asked_by,
        way=asked.way,
        confirmed_by=None if ask_id is None else by,
        ask=ask_id,
        sealed_reason=asked.sealed_reason,
    )
    _append(owner, house, [(command_id, fact)], by.staff, now)
    if asked.setting in declared.OF_THE_ROW and starts <= now:
        _write_row(owner, asked.setting, asked.value)
    _write_row(owner, "dated_hours", dated_hours(_folded(owner, _recorded(owner.code))))


def dated_hours(house: HouseSettings) -> list[list[Value | None]]:
    """For the property's row: from when on its days start at which hour in which zone, ever and to come; empty where
    that never changes, as the row then says it."""
    moments = sorted({each.effective_from for each in house.dated if each.setting in _OF_DAYS})
    if not moments:
        return []
    return [
        [None if at is None else at.isoformat(), *(house.at(name, at or _EVER) for name in _OF_DAYS)]
        for at in (None, *moments)
    ]


def _write_row(owner: Property, name: str, value: object) -> None:
    if getattr(owner, name) != value:
        setattr(owner, name, value)
        owner.save(update_fields=[name])


def _append(
    owner: Property,
    house: HouseSettings,
    facts: list[tuple[UUID, Fact]],
    by: str,
    now: datetime,
    *,
    begun_as: UUID | None = None,
) -> None:
    """Record facts; before the first of all, what is in force until then. Problem try_again where somebody was
    quicker, or the same command came before."""
    events = []
    if house.begun is None:
        first = {name: house.at(name, now) for name in declared.SETTINGS}
        first_id = begun_as or uuid5(facts[0][0], "first values")
        events.append(_event(first_id, f.Begun(values=first), SYSTEM, now, house.version + 1))
    for event_id, fact in facts:
        events.append(_event(event_id, fact, f"person:{by}", now, house.version + len(events) + 1))
    try:
        get_ledger(owner.code).append(events)
    except (ledger_errors.ConcurrencyConflict, ledger_errors.IdConflict) as error:
        raise Problem("try_again") from error


def _event(event_id: UUID, fact: Fact, actor: str, now: datetime, version: int) -> NewEvent:
    return NewEvent(
        id=event_id,
        stream=f.STREAM,
        type=f.NAMES[type(fact)],
        data=fact,
        actor=actor,
        occurred_at=now,
        expected_version=version,
    )

"""What people do to a property's settings: asked for by one person, confirmed by another where the setting wants it.
Pure: what is in force and what waits comes in, the one fact that follows goes out.

A post below the setting's may neither ask nor confirm. Proved by ``tests/house/test_service.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Final
from uuid import UUID

import msgspec

from casino.core import house_settings as declared
from casino.core import interest, reasons
from casino.core.commands import Command, Commands, Step, following, rules_of
from casino.core.errors import ERRORS, Problem
from casino.core.interest import Interest, Part, Tie, no_matter
from casino.core.messages import Catalogue
from casino.core.posts import POST_NAMES, Post, at_least
from casino.core.reasons import Rule
from casino.core.sealed import Sealed
from casino.core.signed_form import OPEN
from casino.house import facts as f
from casino.house.state import HouseSettings

_WORDS: Final = Catalogue(__file__)

LONGEST: Final = 500

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

SECOND: Final = Interest(bars=(Tie.MADE,))
SETTINGS: Final = Commands(Step)


class Context(msgspec.Struct, frozen=True):
    """What a decision is given besides: who acts, when, how words are sealed, and whether rounds are recorded."""

    by: f.Decider
    now: datetime
    seal: Callable[[str], Sealed]
    has_rounds: Callable[[], bool]


@SETTINGS.step(interest=no_matter(_WORDS.text("holds-from-then-on-for")))
class AskSetting(Command, frozen=True):
    """Set it, or ask for it where a second person is needed. ``effective_from`` None: at once."""

    setting: Annotated[str, OPEN]
    value: f.Recorded
    way: f.Way
    reason: Annotated[str, msgspec.Meta(max_length=LONGEST), following(Rule.SENTENCE)]
    effective_from: datetime | None = None


@SETTINGS.step(interest=SECOND)
class ConfirmSetting(Command, frozen=True):
    """Carry out what another person asked for."""

    ask: UUID


@SETTINGS.step(interest=SECOND)
class RefuseSetting(Command, frozen=True):
    """Do not confirm it."""

    ask: UUID


@SETTINGS.step(interest=no_matter(_WORDS.text("ones-own-request-alone-is")))
class WithdrawSetting(Command, frozen=True):
    """Who asked takes it back."""

    ask: UUID


@SETTINGS.decides(AskSetting)
def _asked(house: HouseSettings, said: AskSetting, context: Context) -> list[f.Asked | f.Set]:
    setting, starts = declared.setting(said.setting), said.effective_from or context.now
    _check_post(context.by, setting)
    declared.check(said.setting, said.value)
    reason = said.reason.strip()
    if not 10 <= len(reason) <= LONGEST:
        raise Problem("setting_reason", "reason")
    reasons.hold(rules_of(AskSetting)["reason"], reason, "reason")
    _check_moment(said.effective_from, context)
    _check_currency(said.setting, said.effective_from, context)
    if any(each.setting == said.setting for each in house.waiting.values()):
        raise Problem("setting_waits", "setting")
    if house.at(said.setting, starts) == said.value and not house.coming(said.setting, starts):
        raise Problem("setting_unchanged", "value")
    asked = f.Asked(
        setting=said.setting,
        value=said.value,
        asked_by=context.by,
        way=said.way,
        effective_from=said.effective_from,
        sealed_reason=context.seal(reason),
    )
    return [asked if setting.second else _set(house, asked, context)]


@SETTINGS.decides(ConfirmSetting)
def _confirmed(house: HouseSettings, said: ConfirmSetting, context: Context) -> list[f.Set]:
    asked = _waiting(house, said.ask)
    _check_second(asked, context.by)
    _check_moment(asked.effective_from, context)
    _check_currency(asked.setting, asked.effective_from, context)
    set_ = _set(house, asked, context)
    return [msgspec.structs.replace(set_, confirmed_by=context.by, ask=said.ask)]


@SETTINGS.decides(RefuseSetting)
def _refused(house: HouseSettings, said: RefuseSetting, context: Context) -> list[f.Refused]:
    _check_second(_waiting(house, said.ask), context.by)
    return [f.Refused(ask=said.ask, refused_by=context.by)]


@SETTINGS.decides(WithdrawSetting)
def _withdrawn(house: HouseSettings, said: WithdrawSetting, context: Context) -> list[f.Withdrawn]:
    if context.by.staff != _waiting(house, said.ask).asked_by.staff:
        raise Problem("setting_not_yours")
    return [f.Withdrawn(ask=said.ask, withdrawn_by=context.by)]


# --- Parts -----------------------------------------------------------------------------------------------------------


def _waiting(house: HouseSettings, ask: UUID) -> f.Asked:
    if ask not in house.waiting:
        raise Problem("setting_ask_unknown", "ask")
    return house.waiting[ask]


def _check_second(asked: f.Asked, by: f.Decider) -> None:
    if interest.ties(by.staff, [Part(asked.asked_by.staff, Tie.MADE)], SECOND):
        raise Problem("setting_same_person", "by")
    _check_post(by, declared.setting(asked.setting))


def _check_post(by: f.Decider, setting: declared.Setting) -> None:
    if not at_least(Post(by.post), setting.lowest):
        raise Problem("setting_post", "by", post=POST_NAMES[setting.lowest])


def _check_moment(effective_from: datetime | None, context: Context) -> None:
    if effective_from is not None and effective_from < context.now:
        raise Problem("setting_in_the_past", "effective_from")


def _check_currency(name: str, effective_from: datetime | None, context: Context) -> None:
    if name != "currency":
        return
    if effective_from is not None:
        raise Problem("setting_currency_at_once", "effective_from")
    if context.has_rounds():
        raise Problem("setting_currency_used", "setting")


def _set(house: HouseSettings, asked: f.Asked, context: Context) -> f.Set:
    starts = asked.effective_from or context.now
    return f.Set(
        setting=asked.setting,
        value=asked.value,
        before=house.at(asked.setting, starts),
        effective_from=starts,
        asked_by=asked.asked_by,
        way=asked.way,
        sealed_reason=asked.sealed_reason,
    )

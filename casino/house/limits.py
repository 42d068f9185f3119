"""The limits of a property on what one person does alone, as in force at a moment. Amounts are by currency, in its
smallest unit; in a currency that is not named nothing is done alone. Proved by ``tests/house/test_declared.py``."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import cast

import msgspec

from casino.core.house_settings import ActingPays
from casino.house.state import HouseSettings


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What each means is declared in ``casino.core.house_settings``."""

    dismissal: Mapping[str, int]
    beyond: Mapping[str, int]
    reason_sentence: Mapping[str, int]
    handover_other: Mapping[str, int]
    notify_sum: Mapping[str, int]
    acting_pays: ActingPays
    span: timedelta
    """Over which what a person did, and what a player was given, adds up."""


def limits_at(house: HouseSettings, at: datetime) -> Limits:
    """The limits in force at a moment."""
    return Limits(
        dismissal=house.amounts("dismissal_alone", at),
        beyond=house.amounts("beyond_alone", at),
        reason_sentence=house.amounts("reason_sentence_above", at),
        handover_other=house.amounts("handover_other_above", at),
        notify_sum=house.amounts("notify_sum_above", at),
        acting_pays=cast(ActingPays, house.text("acting_pays_alone", at)),
        span=timedelta(hours=house.number("alone_hours", at)),
    )

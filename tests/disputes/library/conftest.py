"""A house with an empty library, and people who keep it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any
from uuid import uuid4

import pytest

from casino.commands.execution import Done
from casino.ledger.models import Property
from disputes.library import service
from disputes.library.documents import NewVersion
from games.engine.facts import Person

HOUSE = "HCM"
NOW = datetime(2026, 11, 21, 3, 0, tzinfo=UTC)
MANAGER = Person(post="pit_manager", staff="PM01")
DIRECTOR = Person(post="director_of_table_games", staff="GD01")
PDF = b"%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\ntrailer\n<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n"

OF_DOCUMENT = {"kind", "title_vi", "title_en", "game", "file"}

Enter = Callable[..., Done]


@pytest.fixture
def house(db: None) -> str:
    """The code of a property; everything is rolled back."""
    Property.objects.create(code=HOUSE, name_vi="Thử", name_en="Trial")
    return HOUSE


def version(label: str = "1", begins: date = date(2026, 1, 1), **besides: Any) -> NewVersion:
    return NewVersion(**{"version": label, "valid_from": begins, "citation": "Tủ số 3, bìa xanh", **besides})


@pytest.fixture
def enter(house: str) -> Enter:
    """Enter a document with a first version."""

    def done(code: str = "SOP-ROU", first: NewVersion | None = None, **besides: Any) -> Done:
        said: dict[str, Any] = {
            "kind": "procedures",
            "title_vi": "Quy trình bàn Cò Quay",
            "title_en": "Procedure at roulette",
        }
        said |= {"new": first or version()} | {name: besides.pop(name) for name in OF_DOCUMENT & besides.keys()}
        given: dict[str, Any] = {"by": MANAGER, "seen_version": None, "command_id": uuid4(), "now": NOW}
        return service.execute(house, code, service.AddDocument(**said), **(given | besides))

    return done


@pytest.fixture
def further(house: str) -> Enter:
    """Enter a further version, having seen the document as it stands."""

    def done(new: NewVersion, code: str = "SOP-ROU", **besides: Any) -> Done:
        seen = service.load(house, code).version
        given: dict[str, Any] = {"by": MANAGER, "seen_version": seen, "command_id": uuid4(), "now": NOW}
        command = service.AddVersion(new=new, file=besides.pop("file", None))
        return service.execute(house, code, command, **(given | besides))

    return done


@pytest.fixture
def take_out(house: str) -> Enter:
    """Withdraw a version."""

    def done(label: str, code: str = "SOP-ROU", **besides: Any) -> Done:
        seen = service.load(house, code).version
        said = {"reason": "Nhập nhầm"} | {
            name: besides.pop(name) for name in ("reason", "in_force_to") if name in besides
        }
        given: dict[str, Any] = {"by": DIRECTOR, "seen_version": seen, "command_id": uuid4(), "now": NOW}
        return service.execute(house, code, service.WithdrawVersion(version=label, **said), **(given | besides))

    return done

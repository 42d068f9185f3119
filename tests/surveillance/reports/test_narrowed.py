"""An account that the house narrowed to one game, at every address: nothing of the other games comes back.

The addresses are all that the resolver knows, filled in with what the other games have, and all that people of the
house come to. A new one is asked by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any, Final
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import NoReverseMatch, get_resolver, reverse

from casino.access.roles import staff_code
from casino.clock import now as clock
from casino.ledger.models import Property
from disputes.rows.actor import actor_of
from disputes.rows.models import Case
from games.rows.models import Finding, Round, Table
from surveillance.reports import inspectors
from surveillance.rows.models import Recording
from tests.disputes.conftest import person_keys  # noqa: F401 - fixture
from tests.disputes.court import colleague
from tests.surveillance.reports import acts
from tests.surveillance.reports.conftest import Asking
from tests.surveillance.reports.test_lookers import As
from tests.test_reach import client_of, got
from tests.web.test_addresses import patterns
from tests.words.crawl import crawl
from tests.words.test_pages_say_words import whole_house  # noqa: F401 - fixture

OPENED: Final = "baccarat"
NO_ROWS: Final = ("/admin/logout", "/admin/guide/", "/static/", "/admin/surveillance/report/ask/")
"""Pages whose examples name a table of their own."""
KEYS: Final = "/reports?/keys/$"
"""The sheet of keys names every table whose devices sign: whoever checks a bundle holds it against this."""
WHATEVER: Final = {"UUIDConverter": UUID(int=7), "IntConverter": 7}


def every_address(said: dict[str, list[Any]]) -> Iterator[str]:
    """Each address with each thing that its parts may name."""
    for name, pattern in patterns(get_resolver().url_patterns):
        kinds = pattern.pattern.converters
        tried = [said.get(part) or [WHATEVER.get(type(kind).__name__, "zz-7")] for part, kind in kinds.items()]
        for values in product(*tried):
            try:
                yield reverse(name, kwargs=dict(zip(kinds, values, strict=True)))
            except NoReverseMatch:
                continue


def body_of(answer: Any) -> str:
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return str(content.decode("utf-8", "replace"))


@pytest.mark.slow
@pytest.mark.usefixtures("whole_house")
def test_nothing_of_the_other_games_comes_back_from_any_address() -> None:
    owner = Property.objects.get()
    management = User.objects.filter(groups__name="senior_management").first()
    regulator = User.objects.filter(groups__name="regulator").first()
    assert management is not None
    assert regulator is not None
    near = client_of(User.objects.filter(groups__name="surveillance")[0])
    whole = client_of(management)
    addresses = {page.address for client in (near, whole) for page in crawl(got(client), "/admin/", each=1)}
    assert len(addresses) >= 120
    acts.open_to(
        owner,
        actor_of(management, owner.code, clock()),
        staff_code(regulator),
        command_id=UUID(int=1),
        now=clock(),
        games=(OPENED,),
    )
    others = Round.objects.exclude(game=OPENED)
    round_, finding = others.order_by("-findings_open")[0], Finding.objects.exclude(game=OPENED)[0]
    case = Case.objects.exclude(game=OPENED)[0]
    tables = set(Table.objects.exclude(game=OPENED).values_list("code", flat=True))
    said: dict[str, list[Any]] = {
        "property_code": [owner.code], "number": [case.number], "case": [case.number],
        "table": [round_.table], "round": [round_.code], "version": [1], "stream": [round_.stream],
        "key": [round_.pk, finding.pk], "pk": [round_.pk, finding.pk],
        "object_id": [round_.pk, finding.pk, case.pk],
        "round_key": [round_.pk], "finding": [finding.pk], "kind": ["csv"],
    }  # fmt: skip
    addresses |= set(every_address(said))
    assert len(addresses) >= 300
    client = client_of(regulator)
    found, opened = [], set()
    theirs = re.compile("|".join(rf"\b{re.escape(table)}\b" for table in sorted(tables)))
    for address in sorted(addresses):
        if address.startswith(NO_ROWS) or re.search(KEYS, address):
            continue
        answer: Any = client.get(address)
        assert answer.status_code in (*range(500), 503), address
        if answer.status_code == 200:
            opened.add(answer.resolver_match.view_name)
            named = {table for table in theirs.findall(body_of(answer)) if table not in address}
            found += [(address, table) for table in named]
    assert found == [], found
    assert {name for name in opened if name.startswith(("footage", "files:"))} <= inspectors.OPEN_TO_READ
    assert {"admin:games_round_changelist", "admin:games_finding_changelist"} <= opened


def test_no_film_of_others_and_no_round_is_read_by_its_number(asks: Asking, as_: As) -> None:
    """Numbers of rows count upwards: whoever tries them learns nothing that no list shows them."""
    asks.watch.set_up()
    film, row = Recording.objects.get(code="REC-1"), Round.objects.get(stream="round/RL01/short")
    regulator = colleague("regulator", "regulator")
    manager = asks.actor("senior_management")
    pages = [reverse("footage_recording", args=[film.pk]), reverse("footage_round", args=[row.pk])]
    pages += [reverse("footage_small", args=[row.pk]), reverse("footage_picture", args=[row.pk, 1])]
    pages += [f"/api/v1/footage/recordings/REC-1/{each}" for each in ("", "custody/", "film/", "frames/")]
    acts.open_to(asks.owner, manager, "regulator", command_id=UUID(int=3), now=asks.court.now, games=("baccarat",))
    assert {as_(regulator).get(page).status_code for page in pages} == {404}
    acts.open_to(asks.owner, manager, "regulator", command_id=UUID(int=4), now=asks.court.now, games=("roulette",))
    opened = {page for page in pages if as_(regulator).get(page).status_code == 200}
    assert opened == set(pages[1:4]), "rounds of the game, and no film that no report of theirs names"
    supervisor = colleague("elsewhere", "pit_supervisor", tables=("RL09",))
    assert as_(supervisor).get(pages[0]).status_code == 404
    assert as_(asks.user("surveillance")).get(pages[0]).status_code == 200


@pytest.mark.slow
def test_an_account_that_looks_on_reads_every_open_address_of_the_api(asks: Asking) -> None:
    """Also those for which nobody need be signed in."""
    colleague("regulator", "regulator")
    manager = asks.actor("senior_management")
    client = Client()
    client.force_login(User.objects.get(username="regulator"), backend="casino.backends.PostingBackend")
    addresses = set(every_address({}))
    for games in ((), (OPENED,)):
        if games:
            acts.open_to(asks.owner, manager, "regulator", command_id=UUID(int=2), now=asks.court.now, games=games)
        for address in addresses:
            if "logout" not in address:
                assert client.get(address).status_code in (*range(500), 503), address

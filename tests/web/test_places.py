"""No property, and no kind of request, holds all threads."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest
from django.conf import settings

from casino.web.limits import Limits
from casino.web.places import Budget, Places, Shares, most
from casino.web.refusals import Refused

POSTS = "/api/v1/properties/{}/events/"


def shares() -> Shares:
    return Shares(
        settings.ADDRESS_OF_DEVICES,
        tuple(settings.OPEN_ADDRESSES),
        settings.ADDRESS_OF_SIGN_IN,
        settings.OPEN_BODY_MAX_BYTES,
    )


async def taken(places: Places, stack: AsyncExitStack, method: str, path: str) -> bool:
    """Whether a thread is had within a moment; it is kept."""
    try:
        async with asyncio.timeout(0.05):
            await stack.enter_async_context(places.one(method, path))
    except TimeoutError:
        return False
    return True


async def fill(places: Places, stack: AsyncExitStack, method: str, path: str) -> int:
    number = 0
    while await taken(places, stack, method, path):
        number += 1
    return number


@pytest.mark.parametrize("threads", [3, 4, 6, 8])
def test_a_property_that_stands_still_with_all_its_people_leaves_a_thread(threads: int) -> None:
    async def run() -> None:
        places = Places(Limits(threads=threads), shares())
        async with AsyncExitStack() as stack:
            held = await fill(places, stack, "POST", POSTS.format("ONE"))
            held += await fill(places, stack, "POST", "/admin/games/finding/7/dismiss/")
            assert held < threads
            assert await taken(places, stack, "POST", POSTS.format("TWO"))

    asyncio.run(run())


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("POST", POSTS.format("ONE"), ("devices", "ONE")),
        ("POST", "/papers/", ("open", "")),
        ("GET", "/api/v1/schema/", ("open", "")),
        ("POST", "/admin/login/", ("sign_in", "")),
        ("GET", "/admin/", ("reads", "")),
        ("HEAD", "/admin/", ("reads", "")),
        ("POST", "/admin/", ("commands", "")),
    ],
)
def test_requests_are_told_apart_by_their_address(method: str, path: str, kind: tuple[str, str]) -> None:
    assert shares().of(method, path) == kind


@pytest.mark.parametrize("threads", range(1, 9))
@pytest.mark.parametrize("kind", ["devices", "open", "reads", "commands", "sign_in"])
def test_every_kind_has_a_place_and_none_has_all(kind: str, threads: int) -> None:
    assert 1 <= most(kind, threads) <= max(1, threads - 1)


def test_who_waits_too_long_is_told_and_leaves_nothing_behind() -> None:
    async def run() -> Places:
        places = Places(Limits(threads=6, queue_seconds=1), shares())
        async with AsyncExitStack() as stack:
            assert await fill(places, stack, "POST", POSTS.format("ONE")) == 3
            with pytest.raises(Refused) as refused:
                async with places.one("POST", POSTS.format("ONE")):
                    pass
            assert refused.value.code == "too_busy"
        assert await fill(places, stack, "POST", POSTS.format("ONE")) == 3
        await stack.aclose()
        return places

    assert asyncio.run(run())._kinds == {}


def test_what_needs_no_account_has_a_budget_for_everybody_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casino.web.places.OPEN_SECONDS", 0.2)

    async def run() -> None:
        places = Places(Limits(), shares())
        async with places.one("POST", "/papers/"):
            await asyncio.sleep(0.4)
        with pytest.raises(Refused) as refused:
            async with places.one("GET", "/log/TST/checkpoint"):
                pass
        assert refused.value.code == "too_busy"
        for method, path in (("POST", "/admin/login/"), ("GET", "/admin/"), ("POST", POSTS.format("ONE"))):
            async with places.one(method, path):
                pass
        await asyncio.sleep(0.6)
        async with places.one("POST", "/papers/"):
            pass

    asyncio.run(run())


def test_a_budget_comes_again_and_never_above_what_it_was() -> None:
    budget = Budget(10.0, 0.5)
    assert budget.left(100.0) == 10.0
    budget.spend(14.0, 100.0)
    assert budget.left(104.0) == -2.0
    assert budget.left(106.0) == -1.0
    assert budget.left(1000.0) == 10.0


def test_bodies_without_an_account_are_small() -> None:
    places = Places(Limits(), shares())
    assert places.body_bytes("/papers/") == settings.OPEN_BODY_MAX_BYTES < Limits().body_max_bytes
    assert places.body_bytes("/admin/") == Limits().body_max_bytes

"""Who goes when there are too many clients, or when they make the server hold too much."""

from __future__ import annotations

import asyncio

from casino.web.crowd import Crowd
from casino.web.limits import Limits


class Someone:
    def __init__(self, *, waits: bool = True) -> None:
        self.held = 0
        self.waits = waits
        self.told: list[str] = []

    def give_up(self, code: str) -> None:
        self.told.append(code)

    def check(self, now: float) -> None: ...


def crowd(**limits: int) -> Crowd:
    return Crowd(Limits(**({"body_max_bytes": 1} | limits)), "vi")


def in_a_loop(crowd: Crowd, members: list[Someone]) -> None:
    async def join() -> None:
        for member in members:
            crowd.join(member)

    asyncio.run(join())


def told(members: list[Someone]) -> list[list[str]]:
    return [member.told for member in members]


def test_the_longest_waiting_goes_when_there_is_no_place() -> None:
    ours, members = crowd(connections=3), [Someone() for _ in range(5)]
    in_a_loop(ours, members)
    assert told(members) == [["too_busy"], ["too_busy"], [], [], []]
    assert len(ours) == 3


def test_who_begins_anew_waits_from_then_on() -> None:
    ours, members = crowd(connections=2), [Someone() for _ in range(2)]
    in_a_loop(ours, members)
    ours.turn(members[0])
    in_a_loop(ours, [Someone()])
    assert told(members) == [[], ["too_busy"]]


def test_nobody_is_thrown_out_whom_we_keep_waiting() -> None:
    ours, members = crowd(connections=2), [Someone(waits=False) for _ in range(2)]
    newcomer = Someone(waits=False)
    in_a_loop(ours, [*members, newcomer])
    assert told([*members, newcomer]) == [[], [], ["too_busy"]]


def test_memory_is_taken_from_the_longest_waiting_who_holds_some() -> None:
    ours, members = crowd(memory_bytes=100), [Someone() for _ in range(4)]
    in_a_loop(ours, members)
    assert ours.take(members[1], 60)
    assert ours.take(members[2], 40)
    assert ours.take(members[3], 30)
    assert told(members) == [[], ["too_busy"], [], []]
    assert ours.held == 70


def test_no_room_is_said_where_nobody_else_can_go() -> None:
    ours, (working, sending) = crowd(memory_bytes=100), (Someone(waits=False), Someone())
    in_a_loop(ours, [working, sending])
    assert ours.take(working, 90)
    assert not ours.take(sending, 20)
    assert told([working, sending]) == [[], []]


def test_who_has_gone_holds_nothing() -> None:
    ours, member = crowd(memory_bytes=100), Someone()
    in_a_loop(ours, [member])
    ours.take(member, 50)
    ours.leave(member)
    ours.leave(member)
    assert (ours.held, len(ours)) == (0, 0)
    ours.release(member, 10)
    assert ours.held == 0

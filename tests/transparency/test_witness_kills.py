"""Killed at any moment, a witness never cosigns two stories.

Two logs with one key, one honest and one that forks from it, ask the real command at once, while it is killed with
SIGKILL again and again and started anew. Whatever it has said in all that time is then held together: at no size two
roots, sizes that only grew with time, and a state that opens and stands where its last word was.
"""

from __future__ import annotations

import http.client
import random
import threading
import time
from hashlib import sha256
from pathlib import Path

from casino.transparency import checkpoints, merkle
from casino.transparency.building import TreeBuilder
from casino.transparency.checkpoints import SignedCheckpoint
from casino.transparency.cosigning import verify_note
from casino.transparency.notes import Note
from casino.transparency.proving import TileReader
from casino.transparency.store import MemoryStore
from casino.transparency.wire import Malformed
from casino.transparency.witness.state import LogState
from casino.transparency.witness_client import Answer, cosignatures
from casino.transparency.witnessing import AddCheckpoint, parse_size
from tests.transparency.making import ORIGIN, entry, signed
from tests.transparency.witnesses import House, Running

KILLS = 12
FORKS_AT = 3
STEPS = 4_000


class Story:
    """A log with a checkpoint after each entry."""

    def __init__(self, name: str) -> None:
        self.store = MemoryStore()
        builder = TreeBuilder(self.store)
        self.leaves = [merkle.leaf_hash(entry(number, name if number >= FORKS_AT else "")) for number in range(STEPS)]
        for leaf in self.leaves:
            builder.add_leaf(leaf)
        builder.publish()

    def at(self, size: int) -> SignedCheckpoint:
        from casino.transparency.building import Head

        root = TileReader(self.store, size).root()
        return signed(Head(size, root))


class Asker(threading.Thread):
    """Asks for one story, from wherever the witness says that it stands, until it is stopped."""

    def __init__(self, story: Story, house: House, seed: int) -> None:
        super().__init__()
        self.story, self.house = story, house
        self.random = random.Random(seed)
        self.port = 0
        self.done = threading.Event()
        self.said: list[tuple[int, bytes, int]] = []
        """(size, root, time) of everything that was cosigned."""

    def run(self) -> None:
        old = 0
        while not self.done.is_set():
            size = min(STEPS, old + self.random.randint(0, 3)) or 1
            made = self.story.at(size)
            proof = TileReader(self.story.store, size).consistency_proof(old) if 0 < old < size else []
            try:
                answer = self._post(AddCheckpoint(old, tuple(proof), made).encode())
            except (OSError, http.client.HTTPException):
                time.sleep(0.01)  # it is dead just now
                continue
            if answer.status == 200:
                lines = cosignatures(answer.body, made.note, self.house.witness_keys)
                verified = verify_note(Note(made.note.text, lines), self.house.witness_keys)
                self.said += [(size, made.checkpoint.root, each.time_s or 0) for each in verified]
                old = size
            elif answer.status == 409:
                try:
                    old = parse_size(answer.body)
                except Malformed:
                    old = 0
            else:
                assert answer.status == 422, answer
                time.sleep(0.005)

    def _post(self, body: bytes) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request("POST", "/add-checkpoint", body)
            found = connection.getresponse()
            return Answer(found.status, found.getheader("content-type", ""), found.read())
        finally:
            connection.close()


def test_killed_at_any_moment_it_never_cosigns_two_stories(tmp_path: Path) -> None:
    house = House(tmp_path)
    stories = [Story("honest"), Story("forked")]
    askers = [Asker(stories[number % 2], house, number) for number in range(4)]
    moments = random.Random(7)
    state = tmp_path / "state"
    for number in range(KILLS):
        running = Running(house)
        before = sum(len(each.said) for each in askers)
        for asker in askers:
            asker.port = running.port
            if number == 0:
                asker.start()
        # A kill only counts once something was cosigned since the start; then it comes at any moment.
        end = time.monotonic() + 60
        while sum(len(each.said) for each in askers) == before and time.monotonic() < end:
            time.sleep(0.002)
        time.sleep(moments.random() * 0.05)
        running.kill()
    for asker in askers:
        asker.done.set()
    for asker in askers:
        asker.join(60)
        assert not asker.is_alive()
    said = [each for asker in askers for each in asker.said]
    assert len(said) >= 2 * KILLS
    roots: dict[int, set[bytes]] = {}
    for size, root, _time in said:
        roots.setdefault(size, set()).add(root)
    assert max(roots) > FORKS_AT
    assert all(len(found) == 1 for found in roots.values())
    _one_story(roots, stories)
    for (size, _root, at), (later_size, _other, later) in zip(
        sorted(said, key=_by_time), sorted(said, key=_by_time)[1:], strict=False
    ):
        assert at < later or size <= later_size
    opened = LogState(state, ORIGIN)
    assert opened.latest is not None
    assert opened.latest.checkpoint.size >= max(roots)
    for size, [root] in roots.items():
        assert opened.root_at(size) == root
    found = checkpoints.parse((state / "logs" / sha256(ORIGIN.encode()).hexdigest() / "checkpoint").read_bytes())
    assert len(verify_note(found.note, house.witness_keys)) == 2


def _by_time(said: tuple[int, bytes, int]) -> tuple[int, int]:
    return said[2], said[0]


def _one_story(roots: dict[int, set[bytes]], stories: list[Story]) -> None:
    """Everything beyond the fork is of the same one of the two."""
    beyond = {size: root for size, [root] in roots.items() if size > FORKS_AT}
    told = [all(TileReader(story.store, size).root() == root for size, root in beyond.items()) for story in stories]
    assert sorted(told) == [False, True]

"""Kombu's Redis transport, for what it has no option for. Kombu 5.7; look again whether it is needed with each upgrade.

A worker that loses its Redis while it holds a task closes the channel, wants to give the task back, and asks
the connection it has just given up for its address: an ``AttributeError``, which nobody takes for a lost
connection, so that the worker ends itself and stays hanging. Here it is what it is, a lost connection, and the
worker connects anew. Proved by ``tests/production/test_brokers.py``.

A teller tries nothing again: the client library's own repetitions, with growing pauses, would keep its thread for many
times its time-out. Proved by ``tests/test_worker_messages.py``.
"""

from __future__ import annotations

from typing import Any

from kombu.transport import redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisGone
from redis.retry import Retry


class Channel(redis.Channel):
    """A channel whose connection is lost says so."""

    def _connparams(self, asynchronous: bool = False) -> Any:
        if self.connection is None or self.connection.client is None:
            raise RedisGone("the channel's connection is gone")
        return super()._connparams(asynchronous)  # type: ignore[no-untyped-call]


class OnceChannel(Channel):
    """A channel whose connections fail at the first failure."""

    def _connparams(self, asynchronous: bool = False) -> Any:
        return super()._connparams(asynchronous) | {"retry": Retry(NoBackoff(), 0)}


class Transport(redis.Transport):
    """For workers and beat."""

    Channel = Channel


class OnceTransport(Transport):
    """For a teller."""

    Channel = OnceChannel

"""``python -m casino.web``: the web server, the same in the demonstration and in production."""

from __future__ import annotations

import argparse
import os
from typing import Final

import uvicorn

from casino.web.connections import Client
from casino.web.limits import HEAD_MAX_BYTES
from casino.web.starting import look_before

STATEMENT_SECONDS: Final = 30
"""No page and no request of a device may hold the database, or wait for it, for longer. Commands and the worker, which
has limits of its own for a task, have none unless the environment says so."""

LOCK_SECONDS: Final = 5
"""And for a row that somebody else holds: recording waits for whoever records at the same property, which takes
milliseconds. A session that keeps such a row takes that property's posts only, and each for so long."""

FAR_SECONDS: Final = 3600
"""uvicorn's own clock for idle connections: ours (WEB_IDLE_SECONDS) ends them long before."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="casino.web", description="The web server of Tableproof.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--workers", type=int, default=1, help="processes; each takes WEB_THREADS requests at once")
    given = parser.parse_args()
    os.environ.setdefault("DATABASE_STATEMENT_SECONDS", str(STATEMENT_SECONDS))
    os.environ.setdefault("DATABASE_LOCK_SECONDS", str(LOCK_SECONDS))
    look_before(given.workers)
    uvicorn.run(
        "casino.web.server:build",
        factory=True,
        host=given.host,
        port=given.port,
        workers=given.workers,
        interface="asgi3",
        lifespan="off",
        loop="asyncio",
        http=Client,
        ws="none",
        h11_max_incomplete_event_size=HEAD_MAX_BYTES,
        timeout_keep_alive=FAR_SECONDS,
        timeout_graceful_shutdown=5,
        backlog=2048,
        proxy_headers=False,  # Django decides whom to believe (BEHIND_PROXY)
        server_header=False,
        access_log=False,
        log_config=None,  # Django's
    )


if __name__ == "__main__":
    main()

"""``tableproof-witness``: watch a log for those who trust nobody, the house least of all.

    tableproof-witness keygen --keys FOLDER --name NAME     new keys of both kinds; the ones before become former keys
    tableproof-witness vkeys  --keys FOLDER --name NAME     the verifier keys, to be given to the log and to verifiers
    tableproof-witness serve  --config FILE [--listen HOST:PORT] [--state FOLDER]

Exit code 0; 2 where the configuration, the keys or the state cannot be used, with one sentence. ``SIGTERM`` and
``SIGINT`` stop it; so may ``SIGKILL`` at any moment. Proved by ``tests/transparency/test_witness_command.py``.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from casino.transparency.keyfiles import KeyFolder, UnusableKey
from casino.transparency.wire import Malformed
from casino.transparency.witness import config
from casino.transparency.witness.config import Unusable
from casino.transparency.witness.server import Server
from casino.transparency.witness.service import Witness
from casino.transparency.witness.signing import ROLES


def main(arguments: Sequence[str] | None = None) -> int:
    given = _parser().parse_args(arguments)
    try:
        if given.command == "serve":
            return _serve(given)
        keys = KeyFolder(given.keys, given.name)
        if given.command == "keygen":
            for role in ROLES:
                keys.create(role)
        for role in ROLES:
            for vkey in keys.vkeys(role):
                sys.stdout.write(f"{vkey}\n")
    except (Unusable, UnusableKey, Malformed, OSError) as error:
        sys.stderr.write(f"tableproof-witness: {error}\n")
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tableproof-witness", description="A witness and mirror of logs.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, told in (("keygen", "make new keys of both kinds"), ("vkeys", "print the verifier keys")):
        each = commands.add_parser(name, help=told)
        each.add_argument("--keys", type=Path, required=True, help="the folder of the keys")
        each.add_argument("--name", required=True, help="the cosigner's name, as witness.example/w1")
    serve = commands.add_parser("serve", help="cosign, and mirror where the configuration says so")
    serve.add_argument("--config", type=Path, required=True, help="TOML; docs/transparency.md describes it")
    serve.add_argument("--listen", help="HOST:PORT in the place of the configuration's")
    serve.add_argument("--state", type=Path, help="a folder in the place of the configuration's")
    return parser


def _serve(given: argparse.Namespace) -> int:
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    wanted = config.load(given.config, listen=given.listen, state=given.state)
    witness = Witness(wanted)
    try:
        asyncio.run(_run(Server(witness, wanted.limits), wanted.host, wanted.port))
    finally:
        witness.close()
    return 0


async def _run(server: Server, host: str, port: int) -> None:
    listening = await server.start(host, port)
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    where = listening.sockets[0].getsockname()
    sys.stdout.write(f"listening at {where[0]}:{where[1]}\n")
    sys.stdout.flush()
    await stop.wait()
    listening.close()


if __name__ == "__main__":
    sys.exit(main())

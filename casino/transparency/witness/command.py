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
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from casino.transparency import checkpoints, policy
from casino.transparency.keyfiles import KeyFolder, UnusableKey
from casino.transparency.wire import Malformed
from casino.transparency.witness import config, following
from casino.transparency.witness.config import Unusable
from casino.transparency.witness.following import Unanswered
from casino.transparency.witness.protocol import Witness
from casino.transparency.witness.server import Server
from casino.transparency.witness.signing import ROLES


def main(arguments: Sequence[str] | None = None) -> int:
    given = _parser().parse_args(arguments)
    try:
        if given.command == "serve":
            return _serve(given)
        if given.command in ("check", "monitor"):
            return _follow(given)
        keys = KeyFolder(given.keys, given.name)
        if given.command == "keygen":
            for role in ROLES:
                keys.create(role)
        for role in ROLES:
            for vkey in keys.vkeys(role):
                sys.stdout.write(f"{vkey}\n")
    except (Unusable, UnusableKey, Malformed, Unanswered, OSError) as error:
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
    check = commands.add_parser("check", help="ask a log whether it goes on from checkpoints that you kept")
    monitor = commands.add_parser("monitor", help="ask it again and again, and keep its checkpoints")
    for each in (check, monitor):
        each.add_argument("--log", required=True, metavar="URL", help="the log's address, as https://…/log/CODE")
        each.add_argument("--policy", type=Path, required=each is monitor, help="whom you trust (tlog-policy)")
        each.add_argument(
            "--token-file", type=Path, metavar="FILE", help="a token that opens the entries: they are checked as well"
        )
    check.add_argument("--since", type=Path, action="append", default=[], metavar="CHECKPOINT")
    monitor.add_argument("--keep", type=Path, required=True, metavar="FOLDER", help="where its checkpoints are kept")
    monitor.add_argument("--every", type=float, default=3600, metavar="SECONDS", help="default: %(default)s")
    return parser


def _follow(given: argparse.Namespace) -> int:
    """``check``, and ``monitor``, which ends only where the log is refused."""
    trusted = None if given.policy is None else policy.parse(given.policy.read_bytes())
    token = "" if given.token_file is None else given.token_file.read_text("utf-8").strip()
    log = following.OverHttp(given.log, token)
    if given.command == "check":
        kept = [checkpoints.parse(each.read_bytes()) for each in given.since]
        return _say(following.check(log, trusted, kept, datetime.now(UTC), entries=bool(token)))
    while True:
        kept = following.kept_in(given.keep)[-1:]
        try:
            checked = following.check(log, trusted, kept, datetime.now(UTC), entries=bool(token))
        except (Unanswered, Malformed) as error:
            _line(f"not answered: {error}")
        else:
            code = _say(checked)
            name = following.keep(given.keep, checked.signed, refused=bool(checked.faults))
            if code == 1:
                _line(f"kept as {given.keep / name}")
                return code
        time.sleep(given.every)


def _say(checked: following.Checked) -> int:
    for text in checked.told:
        _line(text)
    for text in checked.remarks:
        _line(f"remark: {text}")
    for text in checked.faults:
        _line(f"REFUSED: {text}")
    return 1 if checked.faults else 0 if checked.proved else 3


def _line(text: str) -> None:
    sys.stdout.write("".join(each if each.isprintable() else "?" for each in text) + "\n")
    sys.stdout.flush()


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

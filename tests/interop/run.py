"""``python -m tests.interop.run FOLDER``: make a log, and have it read by programs of others. See README.md here."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from casino.transparency.building import TreeBuilder
from casino.transparency.proving import TileReader
from casino.transparency.store import FileStore
from casino.transparency.wire import encode_base64
from tests.transparency.making import LOG, LOG_PQ, WITNESS, WITNESS_PQ, entry, signed

HERE: Final = Path(__file__).parent
SIZE: Final = 70_123
GO_PATH: Final = "/usr/share/gocode"
"""Where Debian puts the sources of Go libraries."""


def make(folder: Path, size: int = SIZE) -> None:
    """A log in files, with a checkpoint of four lines, some entries, and proofs of ours."""
    store = FileStore(folder, durable=False)
    builder = TreeBuilder(store, entries=True)
    for number in range(size):
        builder.add_entry(entry(number))
    store.replace("checkpoint", signed(builder.publish(), LOG, LOG_PQ, WITNESS, WITNESS_PQ).note.encode())
    reader = TileReader(store, size)
    picked = sorted({0, 255, 256, 65_535, 65_536, size - 1, *random.Random(1).sample(range(size), 200)})
    leaves = "".join(f"{index} {encode_base64(entry(index))}\n" for index in picked)
    proofs = "".join(
        f"{index} {' '.join(encode_base64(each) for each in reader.inclusion_proof(index))}\n" for index in picked
    )
    (folder / "leaves").write_text(leaves)
    (folder / "proofs").write_text(proofs)


def has_go() -> bool:
    return shutil.which("go") is not None and Path(GO_PATH, "src/golang.org/x/mod/sumdb/tlog").is_dir()


def build_go(folder: Path, *sources: Path) -> Path:
    """The foreign client, or another program, from Debian's sources and nothing fetched."""
    options = {"GO111MODULE": "off", "GOPATH": GO_PATH, "GOFLAGS": "", "GOPROXY": "off", "GOTOOLCHAIN": "local"}
    environment = os.environ | options | {"GOCACHE": str(folder / "cache"), "CGO_ENABLED": "0"}
    command = ["go", "build", "-o", str(folder / "check"), *map(str, sources or [HERE / "check.go"])]
    subprocess.run(command, check=True, env=environment)
    return folder / "check"


def with_go(check: Path, log: Path, *vkeys: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(check), str(log), *(vkeys or [str(LOG.vkey)])], capture_output=True, text=True, check=False
    )


def with_openssl(
    checkpoint: Path, log: str = str(LOG.vkey), cosigner: str = str(WITNESS.vkey)
) -> subprocess.CompletedProcess[str]:
    command = ["sh", str(HERE / "openssl.sh"), str(checkpoint), log, cosigner]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def main() -> int:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    make(folder / "log")
    say = sys.stdout.write
    for program in (["openssl", "version"], ["go", "version"] if has_go() else ["echo", "no Go here: left out"]):
        say(subprocess.run(program, capture_output=True, text=True, check=True).stdout)
    done = [with_openssl(folder / "log" / "checkpoint")]
    done += [with_go(build_go(folder), folder / "log")] if has_go() else []
    for each in done:
        say(f"$ {' '.join(each.args)[:200]}\n{each.stdout}{each.stderr}exit {each.returncode}\n")
    return max(each.returncode for each in done)


if __name__ == "__main__":
    sys.exit(main())

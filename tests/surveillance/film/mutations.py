"""Hostile films by the thousand: mutations of real ones, each looked at in a forked process with the child's limits.

Run as a program (``python -m tests.surveillance.film.mutations FOLDER FIRST COUNT FILM…``), it prints one JSON object:
what came of them, the longest time, the largest memory, and every fault with its number, so that it can be made again.
The decoding library is loaded once; each film is opened in a process of its own.
"""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import sys
import time
from collections import Counter
from pathlib import Path

from surveillance.film import export_file, seals
from surveillance.film.containers import REWRITTEN, film_file
from surveillance.film.copies import CutRequest
from surveillance.film.errors import FilmError
from surveillance.film.frames import StillRequest, StripRequest
from surveillance.film.inside import cutting, probing, rewriting, seeking
from surveillance.film.inside.__main__ import _limit, refusal_of
from surveillance.film.limited import Limits
from surveillance.film.probing import ProbeRequest
from surveillance.film.remuxing import RemuxRequest

LIMITS = Limits(memory_mb=1500, cpu_s=10, wall_s=20, output_mb=20)
SIZES = (0, 1, 7, 8, 2**31, 2**32 - 1)


def mutated(data: bytes, seed: int) -> bytes:
    """One of the ways in which a film may be damaged or made to mislead."""
    chance, changed = random.Random(seed), bytearray(data)
    way = seed % 8
    head = min(len(changed), 4096)
    if way == 0:
        return bytes(changed[: chance.randrange(len(changed))])
    if way == 1:
        for _ in range(chance.randint(1, 40)):
            changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    elif way == 2:
        for _ in range(chance.randint(1, 8)):
            changed[chance.randrange(head)] = chance.choice((0, 1, 0x7F, 0x80, 0xFF))
    elif way == 3:
        kinds = (
            b"moov",
            b"trak",
            b"mdat",
            b"stsz",
            b"stco",
            b"stts",
            b"ctts",
            b"moof",
            b"meta",
            b"avcC",
            b"sinf",
            b"cert",
        )
        places = [place for kind in kinds if (place := changed.find(kind)) >= 4] or [4]
        place = chance.choice(places) - 4
        changed[place : place + 4] = chance.choice(SIZES).to_bytes(4, "big")
    elif way == 4:
        place = chance.randrange(len(changed))
        del changed[place : place + chance.randrange(1, 5000)]
    elif way == 5:
        place, length = chance.randrange(len(changed)), chance.randrange(1, 5000)
        changed[place:place] = changed[place : place + length]
    elif way == 6:
        changed[chance.randrange(head) :][:64] = chance.randbytes(64)
        place = chance.randrange(len(changed))
        changed[place : place + 200] = chance.randbytes(200)
    else:
        place = chance.randrange(head)
        changed[place : place + 4] = b"\xff" * 4
        changed += chance.choice((b"\0\0\0\1free" + b"\xff" * 8, b"\0\0\0\0meta", b"\0\0\0\x0cmetasinf"))
    return bytes(changed)


def look(path: Path) -> str:
    """Everything that is done with an upload: told by content, probed, a still, previews, a cut, boxes and seals."""
    said = []
    for work in (_probe_and_stills, _seals):
        try:
            said.append(work(path))
        except BaseException as error:  # noqa: BLE001 - sorted here as the child sorts it
            refusal = refusal_of(error)
            said.append(f"FAULT {type(error).__name__}: {error}" if refusal is None else refusal.code)
    return " ".join(said)


def _probe_and_stills(path: Path) -> str:
    film = film_file(path)

    def nobody(part: float) -> None:
        pass

    out = path.with_suffix(".cut")
    told = probing.probe(ProbeRequest(film), nobody)
    if film.container in REWRITTEN or told.stretches:
        try:
            rewriting.remux(RemuxRequest(film, str(out)), nobody)
            probing.probe(ProbeRequest(film_file(out)), nobody)
        finally:
            out.unlink(missing_ok=True)
        return "written anew"
    middle = (told.frames.start_ms + told.frames.end_ms) // 2
    seeking.still(StillRequest(film, middle), nobody)
    seeking.strip(StripRequest(film, 2, 64), nobody)
    try:
        cutting.cut(CutRequest(film, str(out), middle, middle + 200), nobody)
    finally:
        out.unlink(missing_ok=True)
    return "read"


def _seals(path: Path) -> str:
    try:
        export_file.read(path)
        return seals.check(path).state
    except FilmError as error:
        return error.code


def main() -> None:
    folder, first, count = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    films = [Path(name).read_bytes() for name in sys.argv[4:]]
    outcomes: Counter[str] = Counter()
    slowest, largest, faults = 0.0, 0, []
    for seed in range(first, first + count):
        path = folder / "hostile.mp4"
        path.write_bytes(mutated(films[seed // 8 % len(films)], seed))
        came, status, usage, passed = _forked(path)
        slowest, largest = max(slowest, passed), max(largest, usage.ru_maxrss // 1000)
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) not in (signal.SIGXCPU,):
            faults.append(f"{seed}: signal {os.WTERMSIG(status)}")
        if "FAULT" in came:
            faults.append(f"{seed}: {came}")
        outcomes[came.split(" ")[0]] += 1
    path.unlink()
    left = [each.name for each in folder.iterdir()]
    said = {"outcomes": outcomes, "slowest_s": slowest, "largest_mb": largest, "faults": faults, "left": left}
    sys.stdout.write(json.dumps(said) + "\n")


def _forked(path: Path) -> tuple[str, int, resource.struct_rusage, float]:
    began = time.monotonic()
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(reading)
        _limit(LIMITS)
        signal.alarm(LIMITS.wall_s)
        os.write(writing, look(path).encode()[:4000])
        os._exit(0)
    os.close(writing)
    with open(reading, "rb") as pipe:
        came = pipe.read().decode()
    _process, status, usage = os.wait4(process, 0)
    return came, status, usage, time.monotonic() - began


if __name__ == "__main__":
    main()

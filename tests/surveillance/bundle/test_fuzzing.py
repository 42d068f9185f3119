"""``tableproof-verify`` over broken members and notes, as its user runs it: words and one of its exit codes, never a
traceback, in bounded time and memory. ``make fuzz`` tries more of them."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from surveillance.bundle import layout
from surveillance.bundle.command import main
from tests.fuzzing import mutated, seeds
from tests.surveillance.bundle import tampering
from tests.surveillance.bundle.house import POLICY, REPORT
from tests.surveillance.bundle.test_claims import Ledger
from tests.surveillance.bundle.test_former import honest, made
from tests.surveillance.bundle.test_hostile import command
from tests.surveillance.bundle.test_tampering import made as made_rich

SECONDS: Final = 20
"""Of processor time, which a small broken file may take at most."""
Members = dict[str, bytes]


@pytest.fixture(scope="module")
def bundles(tmp_path_factory: pytest.TempPathFactory) -> tuple[Members, Members]:
    """One with every part but earlier heads, and one with those; an annex in both."""
    folder = tmp_path_factory.mktemp("fuzzing")
    (folder / "former").mkdir()
    ledger = Ledger()
    both = made_rich(folder), made(ledger, folder / "former", honest(ledger.house))
    rich, former = (
        tampering.read(each) | {"annex.json": b'{"days":[{"day":"2026-06-13","share":"0.0270"}]}'} for each in both
    )
    return rich, former


@pytest.fixture(scope="module")
def trust(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("trust")
    (folder / "policy").write_bytes(POLICY)
    return ["--policy", str(folder / "policy"), "--report-key", str(REPORT.vkey)]


CORPUS: Final[dict[str, tuple[str, Callable[[bytes], bytes]]]] = {
    "keys without their last line feed": (layout.KEYS, lambda raw: raw[:-1]),
    "keys that are no text": (layout.KEYS, lambda raw: b"\xff\0" * 50 + b"\n"),
    "keys by the ten thousand": (layout.KEYS, lambda raw: raw * 20_000),
    "keys that differ by the thousand": (
        layout.KEYS,
        lambda raw: b"".join(raw.splitlines(keepends=True)[0].replace(b"log.", b"log%d." % n) for n in range(50_000)),
    ),
    "a very long key": (layout.KEYS, lambda raw: b"A" * 5_000_000 + b"\n"),
    "a very long checkpoint": (layout.CHECKPOINT, lambda raw: raw + raw.partition(b"\n\n")[2] * 20_000),
    "a checkpoint with a long line": (layout.CHECKPOINT, lambda raw: raw + "— x ".encode() + b"A" * 4_000_000 + b"\n"),
    "a checkpoint of many digits": (layout.CHECKPOINT, lambda raw: raw.replace(b"\n", b"\n" + b"9" * 5_000, 1)),
    "a checkpoint without its last line feed": (layout.CHECKPOINT, lambda raw: raw[:-1]),
    "a checkpoint that is no text": (layout.CHECKPOINT, lambda raw: b"\xff" + raw),
    "no checkpoint": (layout.CHECKPOINT, lambda raw: b""),
    "a note that is none": (layout.SIGNATURE, lambda raw: b"\n\n"),
    "a very long note": (layout.SIGNATURE, lambda raw: raw + raw.partition(b"\n\n")[2] * 20_000),
    "an earlier head that is none": (layout.FORMER, lambda raw: b"true\n"),
    "an earlier head so deep": (layout.FORMER, lambda raw: b"[" * 5_000 + b"\n"),
    "an earlier head of all positions": (
        layout.FORMER,
        lambda raw: raw.replace(b'"size":40,', b"").replace(b"}\n", b',"size":9007199254740991}\n', 1),
    ),
    "an earlier head with an empty note": (
        layout.FORMER,
        lambda raw: b'{"note":"\\n\\n","proof":[],"root":"","size":1}\n',
    ),
    "a range of all positions": (layout.RANGES, lambda raw: b"[1,9007199254740991]\n"),
    "ranges of ranges": (layout.RANGES, lambda raw: b"[[1],2]\n"),
    "events that are lists": ("events/device/000001.ndjson", lambda raw: b"[]\n[]\n"),
    "entries that are empty": ("log/entries/000001.ndjson", lambda raw: b"{}\n"),
    "an origin of nothing": ("origins/000001.ndjson", lambda raw: b"0" * 64 + b' {"batch":{}}\n'),
    "an origin of texts": (
        "origins/000001.ndjson",
        lambda raw: b"0" * 64 + b' {"batch":{"device":"x","events":["z"],"key":"","property":"","signature":""}}\n',
    ),
    "a film outside": (
        layout.CLIPS,
        lambda raw: b'{"file":"../../etc/passwd","fingerprint":null,"seals":0,"sha256":""}\n',
    ),
    "a film of numbers": (layout.CLIPS, lambda raw: b'{"file":5,"fingerprint":5,"seals":"x","sha256":[]}\n'),
    "an annex that is no text": ("annex.json", lambda raw: b"\xff"),
    "an annex so deep": ("annex.json", lambda raw: b'{"a":' * 70 + b"1" + b"}" * 70),
    "a stamp that is none": ("log/stamps/000001.tsr", lambda raw: b"\x30\x80\0\0"),
}


def packed(bundle: Members, name: str, content: bytes, target: Path) -> Path:
    """Covered up, but where the manifest or its note are changed themselves."""
    return tampering.write(bundle | {name: content}, target, cover=name not in (layout.MANIFEST, layout.SIGNATURE))


@pytest.mark.parametrize("case", CORPUS)
def test_what_once_broke_the_verifier_or_took_long_ends_in_words(
    case: str, bundles: tuple[Members, Members], trust: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name, change = CORPUS[case]
    for bundle in (each for each in bundles if name in each or name.startswith("log/stamps")):
        target = packed(bundle, name, change(bundle.get(name, b"")), tmp_path / "b.zip")
        started = time.process_time()
        code = main([str(target), *trust, "--language", "vi", "--jobs", "1"])
        assert time.process_time() - started < SECONDS
        assert code in (1, 4), capsys.readouterr().out
        assert capsys.readouterr().out.startswith(("BỊ BÁC", "KHÔNG ĐỌC ĐƯỢC"))


@pytest.mark.slow
@pytest.mark.parametrize("case", CORPUS)
def test_it_needs_little_memory_for_any_of_them(case: str, bundles: tuple[Members, Members], tmp_path: Path) -> None:
    """In a process of its own that may have a gibibyte and a minute."""
    name, change = CORPUS[case]
    bundle = next(each for each in bundles if name in each or name.startswith("log/stamps"))
    done = command(packed(bundle, name, change(bundle.get(name, b"")), tmp_path / "b.zip"))
    assert done.returncode in (1, 3, 4), done.stderr
    assert "Traceback" not in done.stderr


def broken_members_end_in_words(
    bundles: tuple[Members, Members], trust: list[str], target: Path, capsys: pytest.CaptureFixture[str], tried: range
) -> None:
    """A kind of member as often as any other, so that notes and keys come up as often as events."""
    for seed in tried:
        rng = random.Random(f"members {seed}")
        bundle = bundles[seed % 2]
        kinds = sorted(
            {name.split("/")[0] if name.startswith(("events/", "clips/", "judged/")) else name for name in bundle}
        )
        kind = rng.choice(kinds)
        name = rng.choice([each for each in bundle if each == kind or each.startswith(f"{kind}/")])
        changed = mutated(rng, bundle[name])
        report = rng.choice((["--language", "vi"], ["--language", "en"], ["--json"]))
        started = time.process_time()
        code = main([str(packed(bundle, name, changed, target)), *trust, "--jobs", "1", *report])
        said = capsys.readouterr().out
        assert time.process_time() - started < SECONDS, (seed, name)
        assert code in (1, 4) or changed == bundle[name] or name == layout.SIGNATURE, (seed, name, said)
        if report == ["--json"]:
            assert json.loads(said)["exit_code"] == code


def test_sixty_broken_members_end_in_words(
    bundles: tuple[Members, Members], trust: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken_members_end_in_words(bundles, trust, tmp_path / "b.zip", capsys, range(60))


@pytest.mark.slow
def test_many_broken_members_end_in_words(
    bundles: tuple[Members, Members], trust: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken_members_end_in_words(bundles, trust, tmp_path / "b.zip", capsys, seeds(500))

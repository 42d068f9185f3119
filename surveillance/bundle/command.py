"""``tableproof-verify``: check a bundle, a paper or a package of film that somebody gave you, offline.

    tableproof-verify BUNDLE [--policy FILE] [--report-key KEY …] [--device-keys FILE …] [--stamp-root PEM …]
                      [--json] [--language vi|en] [--parquet FOLDER]

Exit codes: 0 proved, 1 refused, 2 the command cannot be carried out, 3 consistent in itself and keys unproved (no
policy was given), 4 unreadable, 7 proved in part (not everything that was asked for is shown). ``docs/verifying.md``
is the auditor's tutorial. What kind of file it is, its first bytes say: :data:`KINDS`. Proved by
``tests/surveillance/bundle/test_command.py``.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NoReturn

import msgspec
from cryptography import x509

from casino.core.text import Text
from casino.transparency import checkpoints, notes, policy
from casino.transparency.checkpoints import SignedCheckpoint
from casino.transparency.notes import Vkey
from casino.transparency.wire import Malformed, NotProved
from surveillance.bundle import claims, package, paper_check, tables, words
from surveillance.bundle.found import Found, Reason
from surveillance.bundle.verifying import CONSISTENT, IN_PART, PROVED, REFUSED, Report, Trust, verify

BAR: Final = 40


def main(arguments: list[str] | None = None) -> int:
    """The exit code; see the module."""
    asked = _parser().parse_args(arguments)
    language = asked.language or ("vi" if os.environ.get("LANG", "").startswith("vi") else "en")
    trust = _trust(asked)
    try:
        with asked.file.open("rb") as file:
            begins = file.read(8)
        for magic, check in KINDS:
            if begins.startswith(magic):
                return check(asked, trust, language)
        return _bundle(asked, trust, language)
    except OSError as error:
        _refuse(f"{asked.file}: {error.strerror}")


def _bundle(asked: argparse.Namespace, trust: Trust, language: str) -> int:
    shown = _Progress() if sys.stderr.isatty() else None
    report = verify(asked.file, trust, jobs=asked.jobs, progress=shown)
    if shown is not None:
        shown.clear()
    if asked.json:
        sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(as_data(report)), indent=1) + b"\n")
    else:
        sys.stdout.write("\n".join(as_text(report, asked.file, language, trust)) + "\n")
    if asked.parquet is not None:
        _tables(asked, report)
    return report.exit_code


def _tables(asked: argparse.Namespace, report: Report) -> None:
    """Of what holds, the tables for working on; of anything else nothing."""
    if report.verdict not in (PROVED, IN_PART, CONSISTENT):
        sys.stderr.write("tableproof-verify: no Parquet is written of a bundle that does not hold.\n")
        return
    try:
        tables.write(asked.file, asked.parquet)
    except tables.NoParquet as error:
        _refuse(str(error))
    except OSError as error:
        _refuse(f"{asked.parquet}: {error.strerror or error}")


def _package(asked: argparse.Namespace, trust: Trust, language: str) -> int:
    """Film that left the house."""
    checked = package.verify(asked.file, trust.report_keys)
    if asked.json:
        said = {
            "verdict": checked.verdict,
            "exit_code": checked.exit_code,
            "reasons": [_reason(each) for each in checked.found.reasons],
            "remarks": [_reason(each) for each in checked.found.remarks],
            "package": None if checked.told is None else msgspec.to_builtins(checked.told),
        }
        sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(said), indent=1) + b"\n")
    else:
        sys.stdout.write("\n".join(package_as_text(checked, asked.file, language)) + "\n")
    return checked.exit_code


def _zip(asked: argparse.Namespace, trust: Trust, language: str) -> int:
    with asked.file.open("rb") as file:
        check = _package if package.is_one(file) else _bundle
    return check(asked, trust, language)


def _paper(asked: argparse.Namespace, trust: Trust, language: str) -> int:
    """A letter or report."""
    try:
        verdict = paper_check.check_file(asked.file, paper_check.fingerprints(asked.paper_key))
    except ValueError as error:
        _refuse(str(error))
    if asked.json:
        sys.stdout.buffer.write(
            msgspec.json.format(msgspec.json.encode(paper_check.as_data(verdict)), indent=1) + b"\n"
        )
    else:
        sys.stdout.write("\n".join(paper_check.as_text(verdict, language)) + "\n")
    return verdict.exit_code


KINDS: Final[list[tuple[bytes, Callable[[argparse.Namespace, Trust, str], int]]]] = [
    (package.MAGIC, _zip),
    (paper_check.MAGIC, _paper),
]
"""What checks a file that begins with these bytes."""


def as_data(report: Report) -> dict[str, Any]:
    """The report for machines."""
    told, hidden = report.told, report.found.figures["interval_hashes"]
    return {
        "verdict": report.verdict,
        "exit_code": report.exit_code,
        "manifest_sha256": report.sha256,
        "reasons": [_reason(each) for each in report.found.reasons],
        "remarks": [_reason(each) for each in report.found.remarks],
        "not_told": report.found.more(),
        "may_go_on": [each._asdict() for each in report.open_ended],
        "figures": dict(sorted(report.found.figures.items())),
        "signed": [each._asdict() for each in report.signed],
        "bundle": None
        if told is None
        else {
            name: msgspec.to_builtins(getattr(told, name))
            for name in ("operator", "property", "origin", "size", "root", "as_of", "made", "request", "asked", "notes")
        },
        "holds_whole": None
        if told is None or report.verdict == REFUSED
        else msgspec.to_builtins(claims.in_words(told, hidden)[1]),
    }


def _reason(reason: Reason) -> dict[str, Any]:
    said = words.sentence(reason.code, reason.values)
    return {"code": reason.code, "where": reason.where, "values": reason.values, "vi": said.vi, "en": said.en}


def as_text(report: Report, file: Path, language: str, trust: Trust) -> list[str]:
    """The report for people, line by line."""

    def head(name: str, **values: object) -> str:
        return words.HEADS[name].format(**values).in_language(language)

    lines = [words.VERDICTS[report.verdict].in_language(language), ""]
    lines.append(f"{head('file')}: {file.name}" + (f", manifest.json {report.sha256}" if report.sha256 else ""))
    told = report.told
    if told is not None:
        name = Text(told.property.name_vi, told.property.name_en).in_language(language)
        lines.append(f"{head('house')}: {_shown(told.operator)} — {_shown(name)} ({_shown(told.property.code)})")
        lines.append(f"{head('log')}: {head('log_is', origin=_shown(told.origin), size=told.size, as_of=told.as_of)}")
        asked_for, whole = claims.in_words(told, report.found.figures["interval_hashes"])
        lines.append(
            f"{head('request_signed' if trust.report_keys else 'request')}: {_shown(asked_for.in_language(language))}"
        )
        holds = "whole_claimed" if report.verdict in (REFUSED, IN_PART) else "whole"
        lines.append(f"{head(holds)}: {_shown(whole.in_language(language))}")
        for each in report.signed:
            at = "" if not each.time_s else f", {datetime.fromtimestamp(each.time_s, UTC):%Y-%m-%d %H:%M:%S} UTC"
            kind = {0x01: "Ed25519", 0x04: "Ed25519", 0x06: "ML-DSA-44"}[each.kind]
            lines.append(f"{head('signed')}: {_shown(each.name)}+{each.key_id} ({kind}{at})")
        counted = [
            f"{report.found.figures[name]} {text.in_language(language)}"
            for name, text in words.FIGURES.items()
            if report.found.figures[name]
        ]
        lines.append(f"{head('counted')}: {'; '.join(counted)}")
    return lines + _found(report.found, language)


def package_as_text(checked: package.Checked, file: Path, language: str) -> list[str]:
    """The report on a package for people, line by line."""

    def head(name: str, **values: object) -> str:
        return words.HEADS[name].format(**values).in_language(language)

    lines = [words.PACKAGE_VERDICTS[checked.verdict].in_language(language), "", f"{head('file')}: {file.name}"]
    told = checked.told
    if told is not None:
        name = Text(told.property.name_vi, told.property.name_en).in_language(language)
        lines.append(f"{head('house')}: {_shown(name)} ({_shown(told.property.code)})")
        said = {part: _shown(getattr(told, part)) for part in ("export", "recording", "made_at")}
        lines.append(f"{head('package')}: {head('package_is', **said)}")
        lines.append(f"{head('package_signed')}: {_shown(told.key)}")
    return lines + _found(checked.found, language)


def _found(found: Found, language: str) -> list[str]:
    """Reasons and remarks, and how many of each are not told."""
    lines: list[str] = []
    for title, reasons in (("reasons", found.reasons), ("remarks", found.remarks)):
        if reasons:
            lines += ["", f"{words.HEADS[title].in_language(language)}:"]
            lines += [line for each in reasons for line in _told(each, language)]
    for code, count in found.more().items():
        lines.append(f"{code}: {words.HEADS['more'].format(count=count).in_language(language)}")
    return lines


def _told(reason: Reason, language: str) -> list[str]:
    said = words.sentence(reason.code, reason.values).in_language(language)
    where = f"{words.place(reason.where).in_language(language)}: " if reason.where else ""
    detail = words.detail(reason.values)
    beside = [] if detail is None else [f"  {words.HEADS['detail'].in_language(language)}: {detail}"]
    return [f"- {where}{said}", *beside]


def _shown(text: str) -> str:
    from surveillance.bundle.found import printable

    return printable(text)


class _Progress:
    """A bar on standard error."""

    def __init__(self) -> None:
        self._last = -1

    def __call__(self, done: int, of: int) -> None:
        share = min(1000, done * 1000 // max(of, 1))
        if share != self._last:
            self._last = share
            bar = "#" * (share * BAR // 1000)
            sys.stderr.write(f"\r[{bar:<{BAR}}] {share / 10:5.1f} %")
            sys.stderr.flush()

    def clear(self) -> None:
        sys.stderr.write("\r" + " " * (BAR + 12) + "\r")


def _trust(asked: argparse.Namespace) -> Trust:
    """What the reader brings. Ends the program where it cannot be read."""
    file: Path | None = asked.policy
    try:
        own = None if file is None else policy.parse(file.read_bytes())
        keys = tuple(each for text in asked.report_key for each in _keys(text))
        roots: list[x509.Certificate] = []
        for file in asked.stamp_root:
            roots += x509.load_pem_x509_certificates(file.read_bytes())
        kept = tuple(_kept(each, own) for each in asked.checkpoint)
        devices = paper_check.fingerprints(asked.device_keys) if asked.device_keys else None
    except OSError as error:
        _refuse(f"{error.filename}: {error.strerror}")
    except ValueError as error:  # Malformed is one
        _refuse(str(error))
    return Trust(
        policy=own,
        report_keys=keys,
        stamp_roots=tuple(roots),
        kept=kept,
        not_before=_moment(asked.not_before),
        device_keys=devices,
    )


def _kept(file: Path, own: policy.Policy | None) -> SignedCheckpoint:
    """A checkpoint that the reader has kept; with a policy only one that it accepts. Raises Malformed, OSError."""
    signed = checkpoints.parse(file.read_bytes())
    if own is not None:
        try:
            own.require(signed.note)
        except NotProved as error:
            raise Malformed(f"{file}: {error}") from error
    return signed


def _moment(text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        _refuse(f"not a moment with its offset, as 2026-06-14T06:00:00+07:00: {text}")
    if moment.tzinfo is None:
        _refuse(f"a moment needs its offset, as 2026-06-14T06:00:00+07:00: {text}")
    return moment


def _keys(text: str) -> list[Vkey]:
    """A verifier key, or a file with one on each line. Raises Malformed, OSError."""
    lines = [text] if "+" in text else Path(text).read_text("utf-8").split("\n")
    found = [notes.parse_vkey(line.strip()) for line in lines if line.strip() and not line.startswith("#")]
    if any(key.kind != notes.ED25519 for key in found) or not found:
        raise Malformed("a report key is an Ed25519 key of type 0x01")
    return found


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("tableproof-verify", description="Check a bundle offline: docs/verifying.md.")
    parser.add_argument("file", metavar="BUNDLE", type=Path, help="the file that you were given")
    parser.add_argument("--policy", type=Path, metavar="FILE", help="whom you trust (tlog-policy), from the key sheet")
    parser.add_argument(
        "--report-key",
        action="append",
        default=[],
        metavar="KEY",
        help="the house's report key from the key sheet, or a file of them; may be said several times",
    )
    parser.add_argument(
        "--paper-key",
        action="append",
        default=[],
        metavar="SHA256",
        help="of a PDF: the fingerprint of the house's paper key or of its authority, from the key sheet, or a file of "
        "them; may be said several times",
    )
    parser.add_argument(
        "--device-keys",
        action="append",
        default=[],
        metavar="SHA256",
        help="the fingerprint of a device's key from the key sheet, or a file of them: the bundle's devices have no "
        "others; may be said several times",
    )
    parser.add_argument(
        "--checkpoint",
        action="append",
        type=Path,
        default=[],
        metavar="FILE",
        help="a checkpoint of this log that you have kept: the bundle has to continue it; may be said several times",
    )
    parser.add_argument(
        "--not-before", metavar="MOMENT", help="refuse a bundle whose checkpoint was last cosigned before it"
    )
    parser.add_argument(
        "--stamp-root",
        action="append",
        type=Path,
        default=[],
        metavar="PEM",
        help="an authority of time stamps that you trust; needs the extra `stamps`",
    )
    parser.add_argument(
        "--parquet",
        type=Path,
        metavar="FOLDER",
        help="of a bundle that holds, write its settlements, findings and events there as Parquet; needs the extra "
        "`parquet`",
    )
    parser.add_argument("--json", action="store_true", help="the report for machines")
    parser.add_argument("--language", choices=("vi", "en"), help="default: Vietnamese where LANG says so, else English")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (default: %(default)s)"
    )
    return parser


def _refuse(sentence: str) -> NoReturn:
    sys.stderr.write(f"tableproof-verify: {sentence}.\n")
    raise SystemExit(2)


if __name__ == "__main__":
    sys.exit(main())

"""The library of the demonstration property: what is invented says so; two laws of Vietnam are real.

Entered through the service by the head of operations; each step has an id of its own, so that loading again adds
nothing. Proved by ``tests/disputes/library/test_demonstration.py``.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Final
from uuid import UUID, uuid5

import msgspec

from disputes.library import service
from disputes.library.documents import NewVersion
from disputes.library.facts import Kind
from games.engine.facts import Person
from games.simulate import staff

IDS: Final = UUID("0d6f5c1e-2b7a-4a53-8f0e-9a41c7d2e613")
KEEPER: Final = Person(post="head_of_operations", staff=staff.CODES["head_of_operations"])
SHELF: Final = "Phòng Điều hành, tủ hồ sơ số {n} (mô phỏng) / Operations, cabinet {n} (simulated)"


class Sample(msgspec.Struct, frozen=True, kw_only=True):
    """A document with its versions, oldest first."""

    code: str
    kind: Kind
    vi: str
    en: str
    versions: tuple[NewVersion, ...]
    game: str | None = None


def _kept(label: str, begins: date, number: str, cabinet: int) -> NewVersion:
    return NewVersion(version=label, valid_from=begins, number=number, citation=SHELF.format(n=cabinet))


SAMPLES: Final = (
    Sample(
        code="TB-MUC-CUOC",
        kind="published",
        vi="Bảng công bố trò chơi và mức cược (mô phỏng)",
        en="Notice of games and limits (simulated)",
        versions=(_kept("2026-01", date(2026, 1, 1), "TB-01/2026", 1),),
    ),
    Sample(
        code="SOP-COQUAY",
        kind="procedures",
        game="roulette",
        vi="Quy trình vận hành bàn Cò Quay (mô phỏng)",
        en="Operating procedure for roulette (simulated)",
        versions=(
            _kept("2024", date(2024, 1, 1), "SOP-12/2024", 2),
            _kept("2026", date(2026, 3, 1), "SOP-12/2026", 2),
        ),
    ),
    Sample(
        code="SOP-BAI",
        kind="procedures",
        vi="Quy trình chia bài, xào bài và trả thưởng (mô phỏng)",
        en="Procedure for dealing, shuffling and paying out (simulated)",
        versions=(_kept("2025", date(2025, 7, 1), "SOP-20/2025", 2),),
    ),
    Sample(
        code="SOP-TRANHCHAP",
        kind="procedures",
        vi="Quy trình tiếp nhận và giải quyết tranh chấp (mô phỏng)",
        en="Procedure for taking in and resolving disputes (simulated)",
        versions=(_kept("2026", date(2026, 1, 1), "SOP-31/2026", 2),),
    ),
    Sample(
        code="KSNB-TIEN",
        kind="controls",
        vi="Tiêu chuẩn kiểm soát nội bộ: chip, trả thưởng và sửa sai (mô phỏng)",
        en="Internal control standard: chips, payouts and corrections (simulated)",
        versions=(_kept("3.1", date(2025, 1, 1), "KSNB-03", 3),),
    ),
    Sample(
        code="ND-03-2017",
        kind="law",
        vi="Nghị định của Chính phủ về kinh doanh casino",
        en="Government decree on casino business",
        versions=(
            NewVersion(
                version="2017",
                valid_from=date(2017, 3, 15),
                number="03/2017/NĐ-CP",
                citation="Nghị định số 03/2017/NĐ-CP ngày 16/01/2017 của Chính phủ về kinh doanh casino.",
            ),
        ),
    ),
    Sample(
        code="LUAT-91-2025",
        kind="law",
        vi="Luật Bảo vệ dữ liệu cá nhân",
        en="Law on the protection of personal data",
        versions=(
            NewVersion(
                version="2025",
                valid_from=date(2026, 1, 1),
                number="91/2025/QH15",
                citation="Luật số 91/2025/QH15 ngày 26/06/2025 của Quốc hội.",
            ),
        ),
    ),
)
"""The number and dates of the two laws are theirs; whether they were amended since is for the house's counsel."""


def load(property_code: str, now: datetime) -> int:
    """Enter what is not there yet; how many documents there are."""
    for sample in SAMPLES:
        first, *further = sample.versions
        entered = service.AddDocument(
            kind=sample.kind, title_vi=sample.vi, title_en=sample.en, game=sample.game, new=first
        )
        commands = [(entered, first), *((service.AddVersion(new=each), each) for each in further)]
        for command, version in commands:
            service.execute(
                property_code,
                sample.code,
                command,
                by=KEEPER,
                seen_version=None,
                command_id=_id(property_code, sample, version),
                now=now,
            )
    return len(SAMPLES)


def newest(document: str) -> str:
    """The label of the latest version of a sample."""
    return next(sample.versions[-1].version for sample in SAMPLES if sample.code == document)


def _id(property_code: str, sample: Sample, version: NewVersion) -> UUID:
    return uuid5(IDS, f"{property_code}/{sample.code}/{version.version}")

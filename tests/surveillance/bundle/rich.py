"""A bundle that has every part there is: two tables of five, with everything that goes along."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import UUID

from casino.accounts import facts as accounts
from casino.core import passkey
from casino.core.evidence import along
from casino.core.passkey import SignedCommand
from casino.core.sealed import Sealed
from casino.transparency import proofs
from casino.transparency.checkpoints import parse
from games.engine import rules
from games.engine.device import GapFound
from games.engine.facts import Person
from games.facts.finding_facts import FindingDismissed
from surveillance.bundle.layout import Asked, Note
from surveillance.bundle.writing import Given, Writer
from surveillance.film import seals
from tests.core.test_passkey import PAGE, RP, Device
from tests.engine.second import first
from tests.surveillance.bundle.house import (
    DAY,
    HOUSE,
    LOG,
    MADE,
    OPERATOR,
    WITNESS,
    House,
    a_house,
    request,
    sign_report,
)
from tests.surveillance.film.conftest import START, sealer
from tests.surveillance.film.test_export_file import film
from tests.surveillance.film.test_seals import SOURCES

TABLES = ("BA01", "RL01")
FINDING = "audit/RL01/finding"
WORDS = "Đã xem lại phim: đúng."
FILE = b"%PDF a letter"
SALT = sha256(b"salt").digest()


def sealed(number: int, content: bytes = b"") -> Sealed:
    return Sealed(ref=UUID(int=number), digest=sha256(SALT + content).hexdigest(), persons=("PS-000000000001",))


def told(rounds: int = 12) -> House:
    """Rounds of five games behind a rule document, an account with a passkey, findings that a person let rest."""
    house = a_house(0)
    text = first("roulette")
    book = rules.read(text)
    house.record(
        "rules/roulette",
        rules.TYPE,
        rules.RulesPutInForce(
            document=book.id,
            text=text,
            sha256=rules.digest_of(text),
            effective_from=book.effective_at,
            asked_by=Person(staff="D-1", post="director_of_table_games"),
            confirmed_by=Person(staff="H-1", post="senior_management"),
        ),
    )
    device = Device("EdDSA")
    key = accounts.PasskeyKey(
        credential_id=b64encode(device.credential).decode(),
        public_key=b64encode(device.cose).decode(),
        algorithm=passkey.EDDSA,
        rp_id=RP,
        origins=(PAGE,),
    )
    house.record("account/7", accounts.NAMES[accounts.Opened], accounts.Opened(staff="P-104"))
    added = accounts.FactorAdded(kind="passkey", device=1, key=key)
    house.record("account/7", accounts.NAMES[accounts.FactorAdded], added)
    house.deal(rounds)
    house.record("device/K9", "device.gap_found.v1", GapFound(device="K9", first=4, last=6))

    def signed(event_id: UUID) -> SignedCommand:
        command = passkey.command(
            property_code=HOUSE.code,
            person="P-104",
            act="admin:finding_dismiss",
            command_id=event_id,
            nonce="00" * 16,
            about={"stream": FINDING},
            said={},
        )
        return device.sign(command)

    for number, content in enumerate((WORDS.encode(), FILE, b"", b""), 1):
        house.record(
            FINDING,
            "audit.finding_dismissed.v1",
            FindingDismissed(
                identity=f"{number:032x}",
                dismissed_by=Person(staff="P-104", post="pit_manager"),
                sealed_reason=sealed(number, content),
            ),
            actor="person:P-104",
            sign=signed,
        )
    return house


def write(house: House, folder: Path, target: Path, **changed: Any) -> Path:
    """Both tables whole, of the others entries; everything that may go along."""
    writer = Writer(folder, house=HOUSE, as_of=house.size)
    for kind in house.kinds():
        writer.streams(kind, house.kind(kind))
    for table in TABLES:
        unit = writer.rounds(table, (Given(house.stream(name)) for name in house.rounds(table)))
        writer.origins(unit.number, house.origins_of(house.rounds(table)))
    others = [name for name in house.streams if not name.startswith("round/")]
    writer.origins(0, house.origins_of(others))
    writer.disclosures(_disclosures())
    writer.file(sealed(2, FILE).digest, FILE)
    line = {"stream": FINDING, "version": 1, "says": {"identity": f"{1:032x}", "ref": str(UUID(int=1))}}
    writer.index("evidence", [line])
    writer.clips(_clips(folder))
    note = changed.pop("note", None) or house.note()
    for position in house.streams[house.rounds("RL01")[0]]:
        writer.proof(position, proof_of(house, position, note))
    writer.log(
        note,
        house.tree(),
        keys=[str(each.vkey) for each in (LOG, OPERATOR, WITNESS)],
        intervals=changed.pop("intervals", [(1, house.size)]),
        entries=changed.pop("entries", house.entries),
    )
    asked = Asked(first=1, last=house.size, tables=TABLES)
    said: dict[str, Any] = {
        "operator": "Hội An Resort",
        "made": MADE,
        "request": request(house, from_day=DAY, to_day=DAY, tables=TABLES),
        "asked": asked,
        "notes": [Note(streams="rules/roulette", why="rules")],
        "sign": sign_report,
    }
    writer.finish(target, **(said | changed))
    return target


def proof_of(house: House, position: int, note: bytes) -> bytes:
    origin = house.rows[position - 1][0].origin
    extra = along(house.signed[origin]) if isinstance(origin, str) else None
    hashes = tuple(house.tree().inclusion_proof(position - 1))
    return proofs.Proof(position - 1, hashes, parse(note).note, extra).encode()


def _disclosures() -> list[dict[str, Any]]:
    salt = b64encode(SALT).decode()
    lines: list[dict[str, Any]] = [
        {"state": "open", "salt": salt, "text": WORDS},
        {"state": "open", "salt": salt, "file": f"files/{sealed(2, FILE).digest}.bin"},
        {"state": "sealed"},
        {"state": "erased"},
    ]
    contents = (WORDS.encode(), FILE, b"", b"")
    for number, (line, content) in enumerate(zip(lines, contents, strict=True), 1):
        line |= {"stream": FINDING, "version": number}
        line |= {"ref": str(UUID(int=number)), "digest": sealed(number, content).digest}
    return lines


def _clips(folder: Path) -> list[tuple[Path, dict[str, Any]]]:
    owner = sealer("house")
    bare, done = folder / "bare.mp4", folder / "sealed.mp4"
    bare.write_bytes(film(1))
    done.unlink(missing_ok=True)
    seals.seal(bare, key=owner.key, certificate=owner.certificate, start=START, sources=SOURCES, out=done)
    return [(bare, {"seals": 0, "fingerprint": None}), (done, {"seals": 1, "fingerprint": owner.fingerprint})]

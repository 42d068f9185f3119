"""Small clips, made once, and keys that seal them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import av
import msgspec
import pytest
from av.bitstream import BitStreamFilterContext
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID

from surveillance.film import simulated
from surveillance.film.simulated import Clip

START = datetime(2026, 11, 20, 21, 14, 3, tzinfo=UTC)
SMALL = Clip(frames=100, start=START, width=320, height=180)

CLIPS: dict[str, Clip] = {
    "plain.mp4": SMALL,
    "reordered.mp4": msgspec.structs.replace(SMALL, b_frames=True),
    "varying.mp4": msgspec.structs.replace(SMALL, varying=True, b_frames=True),
    "ntsc.mkv": msgspec.structs.replace(SMALL, rate=(30000, 1001), b_frames=True),
    "one_key.mkv": msgspec.structs.replace(SMALL, key_every=0, b_frames=True),
    "open_gop.mp4": msgspec.structs.replace(SMALL, codec="hevc", b_frames=True, key_every=20),
    "sound.mp4": msgspec.structs.replace(SMALL, sound=True, b_frames=True),
    "fragments.mp4": msgspec.structs.replace(SMALL, fragmented=True),
    "nine.webm": msgspec.structs.replace(SMALL, codec="vp9", frames=50),
    "apple.mov": msgspec.structs.replace(SMALL, frames=30),
}


REWRITTEN_CLIPS: dict[str, str] = {"plain.avi": "plain.mp4", "sound.ts": "sound.mp4"}
"""Clips as other containers hold them: packets of the clip named."""


def rewritten(source: Path, path: Path) -> None:
    form = {"avi": "avi", "ts": "mpegts"}[path.suffix[1:]]
    with av.open(str(source)) as film, av.open(str(path), "w", form) as out:
        streams = {each: out.add_stream_from_template(each) for each in (*film.streams.video, *film.streams.audio)}
        picture = film.streams.video[0]
        bare = BitStreamFilterContext("h264_mp4toannexb", picture, streams[picture])
        for packet in film.demux(*streams):
            for each in (
                bare.filter(packet) if packet.stream is picture and packet.size else [packet] if packet.size else []
            ):
                each.stream = streams[packet.stream]
                out.mux(each)


@pytest.fixture(scope="session")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The path of a clip of the table above, made when it is first asked for."""
    folder = tmp_path_factory.mktemp("clips")

    def made(name: str) -> Path:
        path = folder / name
        if name in REWRITTEN_CLIPS and not path.exists():
            rewritten(made(REWRITTEN_CLIPS[name]), path)
        elif not path.exists():
            simulated.make(path, CLIPS[name])
        return path

    return made


class Sealer(msgspec.Struct, frozen=True):
    """A key with its certificate."""

    key: rsa.RSAPrivateKey
    certificate: x509.Certificate

    @property
    def fingerprint(self) -> str:
        return self.certificate.fingerprint(hashes.SHA256()).hex()


def sealer(name: str, bits: int = 2048) -> Sealer:
    key = rsa.generate_private_key(65537, bits)
    holder = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    made = (
        x509.CertificateBuilder()
        .subject_name(holder)
        .issuer_name(holder)
        .public_key(key.public_key())
        .serial_number(4711)
        .not_valid_before(START - timedelta(days=30))
        .not_valid_after(START + timedelta(days=365))
        .sign(key, hashes.SHA256())
    )
    return Sealer(key, made)


@pytest.fixture(scope="session")
def house() -> Sealer:
    return sealer("Ho Tram surveillance")


@pytest.fixture(scope="session")
def stranger() -> Sealer:
    return sealer("Somebody else")

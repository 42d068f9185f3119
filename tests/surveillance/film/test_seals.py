"""Seals: set, checked, broken in every region, cut away, added to; and checked by OpenSSL's own program."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa

from surveillance.film import seals
from surveillance.film.boxes import Boxes, boxed, full
from surveillance.film.copies import cut
from surveillance.film.errors import FilmError
from surveillance.film.export_file import HANDLER, ExportFile, ExportUnit, Source, export_box, read, starts_box
from surveillance.film.probing import probe
from surveillance.film.simulated import moments, true_moment
from tests.surveillance.film.conftest import CLIPS, START, Sealer, sealer
from tests.surveillance.film.reading import codes_of
from tests.surveillance.film.test_export_file import film

SOURCES = [Source(1, "Bàn 4", "rtsp://10.0.0.9/1")]
UNIT = ExportUnit("Tableproof", operator="Giám sát 2", at=START)


@pytest.fixture(scope="session")
def sealed(clip: Callable[[str], Path], house: Sealer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("sealed") / "once.mp4"
    seals.seal(
        clip("reordered.mp4"),
        key=house.key,
        certificate=house.certificate,
        start=START,
        sources=SOURCES,
        out=out,
        unit=UNIT,
    )
    return out


@pytest.fixture(scope="session")
def sealed_twice(sealed: Path, stranger: Sealer) -> Path:
    out = sealed.with_name("twice.mp4")
    seals.seal_again(
        sealed,
        key=stranger.key,
        certificate=stranger.certificate,
        out=out,
        words="đã nhận",
        corrected_start=START + timedelta(milliseconds=250),
    )
    return out


@pytest.fixture
def small(tmp_path: Path, house: Sealer) -> Path:
    """A sealed file of little more than its boxes, quick to check hundreds of times."""
    path, out = tmp_path / "film.mp4", tmp_path / "small.mp4"
    path.write_bytes(film(1))
    seals.seal(path, key=house.key, certificate=house.certificate, start=START, sources=SOURCES, out=out)
    return out


def zeroed(export: ExportFile, data: bytes, number: int) -> bytes:
    """What seal ``number`` signed, by the standard's annex A, done by hand."""
    sibo = export.seals[number - 1].sibo
    assert sibo is not None
    data = data[: sibo.body] + bytes(sibo.end - sibo.body) + data[sibo.end :]
    for later in reversed(export.seals[number:]):
        data = data[: later.sinf.start] + data[later.sinf.end :]
    gone = sum(each.sinf.size for each in export.seals[number:])
    for box in (export.meta, export.ipro):
        assert box is not None
        data = data[: box.start] + (box.size - gone).to_bytes(4, "big") + data[box.start + 4 :]
    return data


def test_a_sealed_film_is_intact_and_says_by_whom(sealed: Path, house: Sealer) -> None:
    report = seals.check(sealed)
    assert (report.state, report.count, report.remarks) == ("intact", 1, ())
    seal = report.seals[0]
    assert seal.signer is not None
    assert seal.signer.subject == "CN=Ho Tram surveillance"
    assert (seal.signer.fingerprint, seal.signer.serial, seal.signer.key) == (house.fingerprint, "1267", "RSA 2048")
    assert seal.signer.valid_at(START)
    assert not seal.signer.valid_at(START + timedelta(days=366))
    assert seal.algorithm == "RSASSA-PSS, SHA-256"
    assert report.intact_by(house.fingerprint)
    export = read(sealed)
    assert export.start is not None
    assert (export.start.at, export.unit, export.sources) == (START, UNIT, tuple(SOURCES))


def test_a_sealed_film_plays_as_before(sealed: Path, clip: Callable[[str], Path]) -> None:
    before, after = probe(clip("reordered.mp4")), probe(sealed)
    assert before == after
    assert sealed.read_bytes().startswith(clip("reordered.mp4").read_bytes())


def test_a_film_without_a_seal_says_so(clip: Callable[[str], Path]) -> None:
    report = seals.check(clip("plain.mp4"))
    assert (report.state, report.count) == ("not_sealed", 0)
    assert set(report.remarks) == {"no_suep", "no_start"}
    report = seals.check(clip("one_key.mkv"))
    assert (report.state, report.remarks) == ("not_sealed", ("matroska",))


def test_a_cut_that_is_sealed_says_the_true_moment_of_every_frame(
    clip: Callable[[str], Path], house: Sealer, tmp_path: Path
) -> None:
    """Start of the export plus the moment in the cut is when the frame was taken, by the number in its pixels."""
    made = CLIPS["varying.mp4"]
    done = cut(clip("varying.mp4"), 3000, 6000, tmp_path / "cut.mp4")
    assert done.before_ms > 0
    start = made.start + timedelta(seconds=float(done.origin_s))
    out = tmp_path / "sealed.mp4"
    film_ = tmp_path / "cut.mp4"
    seals.seal(film_, key=house.key, certificate=house.certificate, start=start, sources=SOURCES, out=out)
    export = read(out)
    assert export.start is not None
    tick, ticks = probe(out).frames.tick, moments(made)
    frames = codes_of(out)
    assert len(frames) == done.frames
    for pts, code in frames:
        assert code is not None
        off = export.start.at + timedelta(seconds=float(pts * tick)) - true_moment(made, ticks[code])
        assert abs(off) < timedelta(microseconds=50), code


@pytest.mark.parametrize("number", [1, 2])
def test_openssl_says_the_same(
    sealed_twice: Path, house: Sealer, stranger: Sealer, tmp_path: Path, number: int
) -> None:
    program = shutil.which("openssl")
    if program is None:
        pytest.skip("no openssl")
    export, data = read(sealed_twice), sealed_twice.read_bytes()
    sibo = export.seals[number - 1].sibo
    assert sibo is not None
    names = [tmp_path / name for name in ("signature", "key.pem", "bytes")]
    names[0].write_bytes(data[sibo.body : sibo.end])
    public = (house, stranger)[number - 1].key.public_key()
    form = serialization.PublicFormat.SubjectPublicKeyInfo
    names[1].write_bytes(public.public_bytes(serialization.Encoding.PEM, form))
    names[2].write_bytes(zeroed(export, data, number))
    options = ["-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:20"]
    command = [
        program,
        "dgst",
        "-sha256",
        *options,
        "-verify",
        str(names[1]),
        "-signature",
        str(names[0]),
        str(names[2]),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "Verified OK"
    *most, last = names[2].read_bytes()
    names[2].write_bytes(bytes((*most, last ^ 1)))
    assert subprocess.run(command, capture_output=True, check=False).returncode != 0


def test_each_region_flipped_is_found(small: Path) -> None:
    """Every byte of the heads and fields of boxes, each fifth of signature and certificate, one bit each: no changed
    file is intact. What turns a box into another one takes the seal away; that is seen by the count alone."""
    data = small.read_bytes()
    long = range(data.rindex(b"sibo") + 4, len(data) - 8)
    states: dict[str, int] = {}
    for place in range(len(data)):
        if place in long and place % 5 and b"cert" not in data[place - 8 : place + 8]:
            continue
        changed = small.with_name("changed.mp4")
        changed.write_bytes(data[:place] + bytes([data[place] ^ 1 << place % 8]) + data[place + 1 :])
        try:
            report = seals.check(changed)
        except FilmError:
            states["refused"] = states.get("refused", 0) + 1
            continue
        assert (report.state, report.count) != ("intact", 1), place
        states[report.state] = states.get(report.state, 0) + 1
    assert set(states) == {"refused", "broken", "unreadable", "not_sealed"}
    assert states["not_sealed"] < 20


@pytest.mark.parametrize("kind", [b"meta", b"ipro", b"sinf", b"schi", b"moov", b"trak"])
def test_garbage_within_a_box_is_refused_or_not_intact(small: Path, kind: bytes) -> None:
    data = small.read_bytes()
    place = data.index(kind) + 4
    length = int.from_bytes(data[place - 8 : place - 4], "big") - 8
    for seed in range(40):
        noise = bytearray(random.Random(seed).randbytes(length))
        # Half of it looks like boxes within boxes, to the last byte.
        for at in range(0, length - 8 if seed % 2 else 0, 8):
            noise[at : at + 8] = (length - at).to_bytes(4, "big") + kind
        changed = small.with_name("changed.mp4")
        changed.write_bytes(data[:place] + noise + data[place + length :])
        # Any other exception fails the test.
        with suppress(FilmError):
            assert seals.check(changed).state != "intact"


REGIONS = ("ftyp", "moov", "mdat", "hdlr", "suep", "cstb", "ipro", "schm", "sibo", "cert", "auib")


@pytest.mark.parametrize("region", REGIONS)
def test_each_box_of_a_real_film_is_covered_by_the_last_seal(sealed_twice: Path, region: str, tmp_path: Path) -> None:
    data = bytearray(sealed_twice.read_bytes())
    place = data.rindex(region.encode()) + 8 if region != "mdat" else data.index(b"mdat") + 5000
    data[place] ^= 4
    changed = tmp_path / "changed.mp4"
    changed.write_bytes(data)
    try:
        report = seals.check(changed)
    except FilmError:
        return
    assert report.count == 2
    assert report.seals[1].state != "intact"
    # What was added with the second seal is no matter of the first.
    assert (report.seals[0].state == "intact") is (region in ("schm", "sibo", "cert", "auib", "cstb"))


def test_repeated_sealing_keeps_the_first(sealed_twice: Path, house: Sealer, stranger: Sealer) -> None:
    report = seals.check(sealed_twice)
    assert (report.state, report.count) == ("intact", 2)
    assert report.intact_by(house.fingerprint)
    assert report.intact_by(stranger.fingerprint)
    assert report.seals[1].words == "đã nhận"
    export = read(sealed_twice)
    assert export.start is not None
    assert (export.start.at, export.start.seal) == (START + timedelta(milliseconds=250), 2)
    assert report.seals[1].corrected_start == export.start.at


def test_a_third_and_a_fourth_seal(sealed_twice: Path, house: Sealer, tmp_path: Path) -> None:
    path = sealed_twice
    for number in (3, 4):
        out = tmp_path / f"{number}.mp4"
        seals.seal_again(path, key=house.key, certificate=house.certificate, out=out)
        path = out
    report = seals.check(path)
    assert [seal.state for seal in report.seals] == ["intact"] * 4


def test_a_foreign_certificate_is_intact_but_not_by_the_house(
    clip: Callable[[str], Path], house: Sealer, stranger: Sealer, tmp_path: Path
) -> None:
    """Who re-makes the film and seals it anew has an intact seal: by whom is the question."""
    out = tmp_path / "forged.mp4"
    film_ = clip("plain.mp4")
    seals.seal(film_, key=stranger.key, certificate=stranger.certificate, start=START, sources=SOURCES, out=out)
    report = seals.check(out)
    assert report.state == "intact"
    assert not report.intact_by(house.fingerprint)


def test_another_certificate_put_in_breaks_the_seal(sealed: Path, tmp_path: Path) -> None:
    other = sealer("Ho Tram surveillance")
    data, certificate = sealed.read_bytes(), other.certificate.public_bytes(serialization.Encoding.DER)
    place = data.rindex(b"cert") + 4
    if len(certificate) != len(data) - place:
        certificate = certificate[: len(data) - place].ljust(len(data) - place, b"\0")
    out = tmp_path / "swapped.mp4"
    out.write_bytes(data[:place] + certificate)
    assert seals.check(out).seals[0].state in ("broken", "unreadable")


def test_a_seal_cut_away_is_seen_by_the_count(sealed_twice: Path, tmp_path: Path) -> None:
    """Not tampering to the seal: so the count on arrival is kept with the record."""
    export, data = read(sealed_twice), sealed_twice.read_bytes()
    one, none = tmp_path / "one.mp4", tmp_path / "none.mp4"
    second = export.seals[1].sinf
    assert export.meta is not None
    smaller = bytearray(data[: second.start])
    for box in (export.meta, export.ipro):
        assert box is not None
        smaller[box.start : box.start + 4] = (box.size - second.size).to_bytes(4, "big")
    one.write_bytes(smaller)
    none.write_bytes(data[: export.meta.start])
    assert (seals.check(one).state, seals.check(one).count) == ("intact", 1)
    assert (seals.check(none).state, seals.check(none).count) == ("not_sealed", 0)


def test_something_put_behind_is_found(sealed: Path, tmp_path: Path) -> None:
    out = tmp_path / "longer.mp4"
    out.write_bytes(sealed.read_bytes() + boxed(b"free", b"more"))
    report = seals.check(out)
    assert (report.state, report.seals[0].reason) == ("broken", "appended")
    assert "meta_not_last" in report.remarks


def test_the_index_of_fragments_may_stand_behind(sealed: Path, tmp_path: Path) -> None:
    """The standard: ``mfra`` is last in the file and needs no seal."""
    out = tmp_path / "index.mp4"
    out.write_bytes(sealed.read_bytes() + boxed(b"mfra", b"index"))
    report = seals.check(out)
    assert (report.state, report.seals[0].reason) == ("intact", "index_outside")


def test_a_fragmented_film_is_sealed_with_its_index(clip: Callable[[str], Path], house: Sealer, tmp_path: Path) -> None:
    out = tmp_path / "sealed.mp4"
    film_ = clip("fragments.mp4")
    seals.seal(film_, key=house.key, certificate=house.certificate, start=START, sources=SOURCES, out=out)
    with out.open("rb") as file:
        assert [box.kind for box in Boxes(file).top()][-2:] == [b"mfra", b"meta"]
    assert seals.check(out).state == "intact"
    assert probe(out).frames.count == 100


# --- Files as other programs write them ------------------------------------------------------------------------------


def by_hand(
    path: Path,
    key: rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey,
    certificate: bytes,
    *,
    scheme: bytes = b"oeff",
    version: bytes = b"\0\1\0\0",
    configuration: bytes | None = None,
    salt: int = 20,
    hdlr: bool = True,
    meta_by_64_bits: bool = False,
    pkcs1: bool = False,
) -> None:
    """A sealed file put together without the code under test."""
    length = 256 if isinstance(key, rsa.RSAPrivateKey) else 71
    extra = boxed(b"sigC", configuration) if configuration is not None else b""
    front = b"\x5a" * length
    schi = boxed(b"schi", boxed(b"sibo", front), boxed(b"cert", certificate), extra)
    sinf = boxed(b"sinf", full(b"schm", 0, scheme, version), schi)
    head = (HANDLER if hdlr else b"") + export_box(UNIT, SOURCES) + starts_box([1], START)
    meta = full(b"meta", 0, head, full(b"ipro", 0, b"\0\1", sinf))
    if meta_by_64_bits:
        meta = b"\0\0\0\1meta" + (len(meta) + 8).to_bytes(8, "big") + meta[8:]
    data = film(1) + meta
    at = data.index(front)
    for _ in range(200):
        zero = data[:at] + bytes(length) + data[at + length :]
        if isinstance(key, ec.EllipticCurvePrivateKey):
            signature = key.sign(zero, ec.ECDSA(hashes.SHA256()))
        elif pkcs1:
            signature = key.sign(zero, padding.PKCS1v15(), hashes.SHA256())
        else:
            signature = key.sign(zero, padding.PSS(padding.MGF1(hashes.SHA256()), salt), hashes.SHA256())
        if len(signature) == length:
            break
    path.write_bytes(data[:at] + signature + data[at + length :])


def der(sealer_: Sealer) -> bytes:
    return sealer_.certificate.public_bytes(serialization.Encoding.DER)


def test_capitals_a_strange_version_and_no_hdlr_are_read_and_said(house: Sealer, tmp_path: Path) -> None:
    """As ONVIF's own signing program writes them."""
    out = tmp_path / "capitals.mp4"
    by_hand(out, house.key, der(house), scheme=b"OEFF", version=b"\0\0\x78\x30", hdlr=False)
    report = seals.check(out)
    assert report.state == "intact"
    assert set(report.remarks) == {"scheme_in_capitals", "scheme_version", "no_hdlr"}


def test_sizes_of_64_bits(house: Sealer, stranger: Sealer, tmp_path: Path) -> None:
    out = tmp_path / "long.mp4"
    by_hand(out, house.key, der(house), meta_by_64_bits=True)
    assert seals.check(out).state == "intact"
    with pytest.raises(FilmError) as caught:
        seals.seal_again(out, key=stranger.key, certificate=stranger.certificate, out=tmp_path / "x.mp4")
    assert caught.value.code == "film_seal_place"


def test_another_salt_is_read_and_said(house: Sealer, tmp_path: Path) -> None:
    out = tmp_path / "salt.mp4"
    by_hand(out, house.key, der(house), salt=32)
    report = seals.check(out)
    assert (report.state, report.seals[0].reason) == ("intact", "salt")


def test_the_algorithm_of_sigc_is_followed(house: Sealer, tmp_path: Path) -> None:
    out = tmp_path / "sigc.mp4"
    by_hand(out, house.key, der(house), configuration=bytes.fromhex("300d06092a864886f70d01010b0500"), pkcs1=True)
    report = seals.check(out)
    assert (report.state, report.seals[0].algorithm) == ("intact", "RSA PKCS #1 v1.5, SHA-256")
    digest = "300d06096086480165030402010500"
    pss = f"304106092a864886f70d01010a3034a00f{digest}a11c301a06092a864886f70d010108{digest}"
    by_hand(out, house.key, der(house), configuration=bytes.fromhex(pss + "a203020120"), salt=32)
    assert (seals.check(out).state, seals.check(out).seals[0].reason) == ("intact", "")
    by_hand(out, house.key, der(house), configuration=bytes.fromhex(pss + "a203020114"), salt=32)
    assert seals.check(out).state == "broken"


def test_a_curve_key_with_its_algorithm(tmp_path: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Camera")])
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = (
        builder.serial_number(1)
        .not_valid_before(START)
        .not_valid_after(START + timedelta(days=9))
        .sign(key, hashes.SHA256())
    )
    certificate = made.public_bytes(serialization.Encoding.DER)
    out = tmp_path / "curve.mp4"
    by_hand(out, key, certificate, configuration=bytes.fromhex("300a06082a8648ce3d040302"))
    report = seals.check(out)
    assert (report.state, report.seals[0].algorithm) == ("intact", "ECDSA, SHA-256")
    by_hand(out, key, certificate)
    assert (seals.check(out).state, seals.check(out).seals[0].reason) == ("unreadable", "algorithm")


@pytest.mark.parametrize(
    "configuration", ["", "30", "0500", "300506032b6570", "3084ffffffff", "300b06092a864886f70d01010a"]
)
def test_an_algorithm_that_is_not_known_is_unreadable(house: Sealer, tmp_path: Path, configuration: str) -> None:
    out = tmp_path / "strange.mp4"
    by_hand(out, house.key, der(house), configuration=bytes.fromhex(configuration))
    assert seals.check(out).state == "unreadable"


def test_a_certificate_that_cannot_be_read(house: Sealer, tmp_path: Path) -> None:
    out = tmp_path / "junk.mp4"
    by_hand(out, house.key, b"no certificate")
    assert (seals.check(out).state, seals.check(out).seals[0].reason) == ("unreadable", "certificate")


# --- What cannot be sealed -------------------------------------------------------------------------------------------


def refused(path: Path, house: Sealer, **changed: object) -> str:
    arguments = {"key": house.key, "certificate": house.certificate, "start": START, "sources": SOURCES} | changed
    out = path.with_name("out.mp4")
    with pytest.raises(FilmError) as caught:
        seals.seal(path, out=out, **arguments)  # type: ignore[arg-type]
    assert not out.exists()
    return caught.value.code


def test_what_other_programs_could_not_read_is_refused(house: Sealer, stranger: Sealer, small: Path) -> None:
    path = small.with_name("given.mp4")
    meta = full(b"meta", 0, HANDLER)
    for data in (
        film(1) + meta,
        boxed(b"ftyp", b"isom") + meta + film(1),
        film(1) + b"\0\0\0\0mdat" + b"to the end",
        boxed(b"ftyp", b"isom") + boxed(b"mdat", b"no moov"),
    ):
        path.write_bytes(data)
        assert refused(path, house) == "film_seal_place"
    path.write_bytes(film(1))
    assert refused(path, house, key=stranger.key) == "film_seal_key"
    assert refused(path, house, sources=[]) == "film_seal_said"
    assert refused(path, house, sources=[Source(9, "no such track")]) == "film_seal_said"
    assert refused(path, house, sources=[*SOURCES, *SOURCES]) == "film_seal_said"
    assert refused(path, house, start=START.replace(tzinfo=None)) == "film_seal_said"
    assert refused(path, house, words="a\0b") == "film_seal_said"
    weak = sealer("weak", bits=1024)
    assert refused(path, house, key=weak.key, certificate=weak.certificate) == "film_seal_key"
    assert refused(small, house) == "film_seal_sealed"
    assert refused(path.with_name("away.mp4"), house) == "film_missing"


def test_another_seal_needs_one_and_nothing_is_written_over(house: Sealer, small: Path) -> None:
    path, out = small.with_name("given.mp4"), small.with_name("out.mp4")
    path.write_bytes(film(1))
    with pytest.raises(FilmError) as caught:
        seals.seal_again(path, key=house.key, certificate=house.certificate, out=out)
    assert caught.value.code == "film_seal_unsealed"
    out.write_bytes(b"here already")
    with pytest.raises(FilmError) as caught:
        seals.seal_again(small, key=house.key, certificate=house.certificate, out=out)
    assert caught.value.code == "film_output"
    assert out.read_bytes() == b"here already"


def test_states_and_reasons_speak_both_languages() -> None:
    for texts in (seals.STATES, seals.REASONS):
        for key, text in texts.items():
            assert not key or text.vi != text.en

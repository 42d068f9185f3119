"""Setting a seal: the first, which says source and start, and further ones behind it.

A copy is written, never the film itself changed; it is streamed and hashed in one pass, and removed again if anything
fails. The first seal goes behind everything (a fragmented film's index ``mfra`` too, so that the seal covers it); what
other programs could not read afterwards is refused: a box that reaches to the end of the file, a ``meta`` that is not
last. Tests: ``tests/surveillance/film/test_seals.py``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, Final

from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa, utils

from casino.core.messages import Catalogue
from casino.core.text import Text
from surveillance.film import algorithms
from surveillance.film.boxes import Boxes, boxed, full, hash_range, tracks
from surveillance.film.errors import FilmError
from surveillance.film.export_file import (
    HANDLER,
    SCHEME,
    SCHEME_VERSION,
    ExportFile,
    ExportUnit,
    Source,
    export_box,
    opened,
    read_open,
    starts_box,
    string,
)

_WORDS: Final = Catalogue(__file__)

FEWEST_BITS = 2048
NOBODY = ExportUnit("")


def seal(
    path: Path,
    *,
    key: rsa.RSAPrivateKey,
    certificate: x509.Certificate,
    start: datetime,
    sources: Sequence[Source],
    out: Path,
    unit: ExportUnit = NOBODY,
    words: str = "",
) -> None:
    """Write ``path`` with its first seal to ``out``. ``start`` is the moment of the origin of the film's timeline, with
    its zone; ``sources`` name tracks of the film, each once. Errors: ``film_seal_*``, ``film_boxes``, ``film_output``.
    """
    fit_to_seal(key, certificate)
    with opened(path) as file:
        export = read_open(file)
        if export.seals:
            raise FilmError("film_seal_sealed")
        _room_for_first(file, export)
        numbers = [track.number for track in tracks(Boxes(file))]
        told = _told(numbers, start, sources, unit)
        sinf, place = _sinf(key, certificate, words, None, numbers)
        meta = full(b"meta", 0, HANDLER, *told, full(b"ipro", 0, b"\0\1", sinf))
        _write(file, out, key, export.size, meta, len(meta) - len(sinf) + place)


def seal_again(
    path: Path,
    *,
    key: rsa.RSAPrivateKey,
    certificate: x509.Certificate,
    out: Path,
    words: str = "",
    corrected_start: datetime | None = None,
) -> None:
    """Write ``path``, which is sealed, with one more seal to ``out``: a receipt, or a corrected start. Nothing of the
    file is touched but the sizes of the two boxes that grow. Errors as of :func:`seal`."""
    fit_to_seal(key, certificate)
    with opened(path) as file:
        export = read_open(file)
        meta, ipro = export.meta, export.ipro
        if not export.seals or meta is None or ipro is None:
            raise FilmError("film_seal_unsealed")
        if meta.end != export.size or ipro.end != meta.end:
            raise _unfit(_WORDS.text("something-stands-behind-its-seals"))
        if meta.size_field < 2 or ipro.size_field < 2:
            raise _unfit(_WORDS.text("its-box-meta-has-no"))
        numbers = [track.number for track in tracks(Boxes(file))]
        sinf, place = _sinf(key, certificate, words, corrected_start, numbers)
        file.seek(meta.start)
        tail = bytearray(file.read(meta.size))
        for box in (meta, ipro):
            at = box.start - meta.start
            tail[at : at + 4] = (box.size + len(sinf)).to_bytes(4, "big")
        _write(file, out, key, meta.start, bytes(tail) + sinf, len(tail) + place)


def fit_to_seal(key: rsa.RSAPrivateKey, certificate: x509.Certificate) -> None:
    """``film_seal_key`` unless the key is RSA, long enough, and the certificate's."""
    public = certificate.public_key()
    if (
        not isinstance(key, rsa.RSAPrivateKey)
        or not isinstance(public, rsa.RSAPublicKey)
        or key.key_size < FEWEST_BITS
        or key.public_key().public_numbers() != public.public_numbers()
    ):
        raise FilmError("film_seal_key")


def _unfit(what: Text) -> FilmError:
    return FilmError("film_seal_place", None, what=what)


def _room_for_first(file: BinaryIO, export: ExportFile) -> None:
    top = Boxes(file).top()
    if any(box.kind == b"meta" for box in top):
        raise _unfit(_WORDS.text("it-has-a-box-meta"))
    if top[-1].size_field == 0:
        raise _unfit(_WORDS.text("its-last-box-reaches-to"))
    if not any(box.kind == b"moov" for box in top):
        raise _unfit(_WORDS.text("it-has-no-box-moov"))


def _told(numbers: list[int], start: datetime, sources: Sequence[Source], unit: ExportUnit) -> tuple[bytes, bytes]:
    """``suep`` and ``cstb``."""
    named = [source.track for source in sources]
    if not named or len(set(named)) != len(named) or not set(named) <= set(numbers):
        what = _WORDS.text("the-sources-are-not-those")
        raise FilmError("film_seal_said", "sources", what=what)
    try:
        return export_box(unit, sources), starts_box(named, start)
    except ValueError:
        raise _unsayable() from None


def _unsayable() -> FilmError:
    what = _WORDS.text("a-moment-without-its-time")
    return FilmError("film_seal_said", None, what=what)


def _sinf(
    key: rsa.RSAPrivateKey, certificate: x509.Certificate, words: str, start: datetime | None, numbers: list[int]
) -> tuple[bytes, int]:
    """A ``sinf`` with zeros for the signature, and where in it those begin."""
    length = (key.key_size + 7) // 8
    try:
        extras = [starts_box(numbers[:1], start)] if start is not None else []
        extras += [boxed(b"auib", string(words))] if words else []
    except ValueError:
        raise _unsayable() from None
    scheme = full(b"schm", 0, SCHEME, SCHEME_VERSION.to_bytes(4, "big"))
    information = boxed(
        b"schi",
        boxed(b"sibo", bytes(length)),
        boxed(b"cert", certificate.public_bytes(serialization.Encoding.DER)),
        *extras,
    )
    # Headers of sinf, schi and sibo, and the whole schm, stand in front of the signature.
    return boxed(b"sinf", scheme, information), 8 + len(scheme) + 8 + 8


def _write(file: BinaryIO, out: Path, key: rsa.RSAPrivateKey, keep: int, tail: bytes, place: int) -> None:
    """The first ``keep`` bytes of ``file``, then ``tail`` with the signature at ``place`` of it."""
    try:
        target = out.open("xb")
    except FileExistsError:
        raise FilmError("film_output") from None
    try:
        with target:
            running = hashlib.sha256()
            hash_range(file, 0, keep, _both(running.update, target.write))
            running.update(tail)
            padding = algorithms.pss(algorithms.DEFAULT)
            signature = key.sign(running.digest(), padding, utils.Prehashed(algorithms.DEFAULT.digest))
            target.write(tail[:place] + signature + tail[place + len(signature) :])
    except OSError:
        out.unlink(missing_ok=True)
        raise FilmError("film_no_space") from None
    except BaseException:
        out.unlink(missing_ok=True)
        raise


def _both(first: Callable[[bytes], object], second: Callable[[bytes], object]) -> Callable[[bytes], None]:
    def take(piece: bytes) -> None:
        first(piece)
        second(piece)

    return take

"""Footage in an object storage, on a server of the S3 protocol from a package (moto)."""

from __future__ import annotations

import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

boto3 = pytest.importorskip("boto3")
pytest.importorskip("moto.server")

from django.test import Client  # noqa: E402

from casino.core.errors import Problem  # noqa: E402
from casino.embedded import processes  # noqa: E402
from surveillance.files import showing, storage  # noqa: E402
from tests.embedded.conftest import PATIENCE_SECONDS, free_port  # noqa: E402
from tests.surveillance.files.conftest import House, sha256  # noqa: E402


@pytest.fixture(scope="module")
def s3(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with two buckets."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    log = (tmp_path_factory.mktemp("s3") / "log").open("wb")
    server = subprocess.Popen(command, stdout=log, stderr=log)

    def answers() -> bool:
        try:
            return bool(urllib.request.urlopen(f"{address}/moto-api/", timeout=2).status == 200)  # noqa: S310
        except OSError:
            return False

    try:
        assert processes.wait_for(answers, PATIENCE_SECONDS, 0.1)
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("AWS_ACCESS_KEY_ID", "test")
            patch.setenv("AWS_SECRET_ACCESS_KEY", "test")
            client = boto3.client("s3", endpoint_url=address, region_name="us-east-1")
            for bucket in ("originals-bucket", "copies-bucket"):
                client.create_bucket(Bucket=bucket)
            yield address
    finally:
        server.kill()
        server.wait()


@pytest.fixture
def kept_there(s3: str, settings: Any) -> str:
    options = {
        "endpoint_url": s3,
        "region_name": "us-east-1",
        "addressing_style": "path",
        "signature_version": "s3v4",
        "querystring_expire": 60,
        "file_overwrite": False,
        "default_acl": None,
    }
    backend = "surveillance.files.bucket.FootageBucket"
    settings.STORAGES = settings.STORAGES | {
        "footage": {"BACKEND": backend, "OPTIONS": options | {"bucket_name": "originals-bucket"}},
        "footage_copies": {"BACKEND": backend, "OPTIONS": options | {"bucket_name": "copies-bucket"}},
    }
    return s3


def test_films_are_kept_copied_and_handed_out(
    kept_there: str, house: House, film: Path, officer: Client, settings: Any
) -> None:
    row = house.recording(film)
    assert house.kept() == []
    assert house.left_behind() == []
    with storage.as_file(storage.originals(), storage.original_name(house.owner.code, row.sha256)) as there:
        assert sha256(there.read_bytes()) == row.sha256
    copy = showing.copy_of(row, "web")
    address = showing.addresses(row)["web"] or ""
    settings.FOOTAGE_SERVE = "direct"
    part: Any = officer.get(address, headers={"range": "bytes=10-99"})
    assert (part.status_code, part["Content-Range"]) == (206, f"bytes 10-99/{copy.size_bytes}")
    assert len(b"".join(part.streaming_content)) == 90
    settings.FOOTAGE_SERVE = "storage"
    sent_on = officer.get(address)
    assert sent_on.status_code == 302
    assert sent_on["Location"].startswith(kept_there)
    asked = urllib.request.Request(sent_on["Location"], headers={"Range": "bytes=0-9"})  # noqa: S310
    with urllib.request.urlopen(asked, timeout=PATIENCE_SECONDS) as found:  # noqa: S310
        assert (found.status, len(found.read())) == (206, 10)


def test_a_storage_that_is_away_is_said(
    kept_there: str, house: House, film: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from botocore.exceptions import EndpointConnectionError

    def away(*_args: Any, **_more: Any) -> None:
        raise EndpointConnectionError(endpoint_url="x")

    monkeypatch.setattr(type(storage.originals()), "exists", away)
    with pytest.raises(Problem) as caught:
        storage.size_of(storage.originals(), "x")
    assert caught.value.code == "footage_storage_away"
    row = house.upload(film.read_bytes())
    assert row.state == "checking", "it is tried again"

"""Film as it is served in production: the application checks who asks and sends no byte, a real nginx sends the file.

With the locations of ``deploy/nginx.conf`` to the letter, but for the folder that each house fills in. Skipped, with a
word, where no nginx is installed.
"""

from __future__ import annotations

import http.client
import os
import re
import shutil
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from django.conf import settings as project
from django.core.wsgi import get_wsgi_application
from django.test import Client

from casino.embedded import processes
from surveillance.files import showing, storage
from surveillance.files.models import FootageHandOut
from tests.conftest import FreshDatabase
from tests.embedded.conftest import free_port
from tests.journeys.conftest import _Quiet, _Server
from tests.surveillance.files.conftest import House

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
DEPLOYED = Path(__file__).parents[3] / "deploy" / "nginx.conf"
pytestmark = [
    pytest.mark.skipif(NGINX is None, reason="no nginx is installed (.ci/run installs nginx-light)"),
    pytest.mark.slow,
]
As = Callable[..., Client]

MAIN = """
{user}
daemon off;
pid {folder}/pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/f;
    uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    upstream tableproof {{ server 127.0.0.1:{app}; }}
    server {{
        listen 127.0.0.1:{port};
        {deployed}
        location / {{ proxy_pass http://tableproof; proxy_set_header Host $host; }}
    }}
}}
"""


class Front(NamedTuple):
    """An nginx before the application. ``sent`` are the bytes of bodies that the application handed to it."""

    address: str
    sent: list[int]


@pytest.fixture
def front(fresh_database: FreshDatabase, footage: Path, tmp_path: Path, settings: Any) -> Iterator[Front]:
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = False
    settings.FOOTAGE_SERVE = "accel"
    application, sent = get_wsgi_application(), []

    def counted(environ: Any, start_response: Any) -> Iterator[bytes]:
        for piece in application(environ, start_response):
            sent.append(len(piece))
            yield piece

    server = _Server(("127.0.0.1", 0), _Quiet)
    server.set_app(counted)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    folder, port = tmp_path / "nginx", free_port()
    folder.mkdir()
    deployed = DEPLOYED.read_text().replace("/srv/tableproof/footage/", f"{footage}/")
    assert f"{footage}/" in deployed
    user = "user root;" if os.geteuid() == 0 else ""
    said = MAIN.format(user=user, folder=folder, app=server.server_port, port=port, deployed=deployed)
    (folder / "nginx.conf").write_text(said)
    assert NGINX is not None
    nginx = subprocess.Popen(
        [NGINX, "-e", str(folder / "error.log"), "-p", str(folder), "-c", str(folder / "nginx.conf")]
    )
    try:
        assert processes.wait_for(lambda: listens(port) or nginx.poll() is not None, 120, 0.05)
        assert nginx.poll() is None, (folder / "error.log").read_text()
        yield Front(f"http://127.0.0.1:{port}", sent)
    finally:
        nginx.terminate()
        nginx.wait()
        server.shutdown()
        thread.join()
        server.server_close()


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def asked(address: str, session: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body, as a client outside gets them."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.netloc, timeout=30)
    cookie = f"{project.SESSION_COOKIE_NAME}={session}"
    connection.request("GET", f"{parts.path}?{parts.query}", headers={"Cookie": cookie, **headers})
    reply = connection.getresponse()
    body = reply.read()
    connection.close()
    return reply.status, {name.lower(): value for name, value in reply.getheaders()}, body


def session(as_: As, who: str) -> str:
    return as_(who).cookies[project.SESSION_COOKIE_NAME].value


def test_nginx_sends_film_and_its_parts(front: Front, film: Path, footage: Path, as_: As) -> None:
    house = House(footage).camera()
    row = house.recording(film)
    copy = showing.copy_of(row, "web")
    with storage.as_file(storage.copies(), copy.path) as path:
        content = path.read_bytes()
    officer = session(as_, "surveillance")
    address = front.address + (showing.addresses(row)["web"] or "")
    front.sent.clear()
    status, headers, body = asked(address, officer)
    assert (status, headers["content-type"], body == content) == (200, "video/mp4", True)
    assert headers["accept-ranges"] == "bytes"
    assert "private" in headers["cache-control"]
    assert "sandbox" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert "x-accel-redirect" not in headers
    status, headers, body = asked(address, officer, Range="bytes=100-299")
    assert (status, body == content[100:300]) == (206, True)
    assert headers["content-range"] == f"bytes 100-299/{len(content)}"
    assert asked(address, officer, Range=f"bytes={len(content)}-")[0] == 416
    status, headers, body = asked(address, officer, Range="bytes=0-9,20-29")
    assert (status, headers["content-type"].partition(";")[0]) == (206, "multipart/byteranges")
    assert sum(front.sent) == 0, "no worker carried a byte of film"


def test_who_may_not_watch_gets_the_applications_word_and_files_have_no_address(
    front: Front, film: Path, footage: Path, as_: As
) -> None:
    house = House(footage).camera()
    row = house.recording(film)
    copy = showing.copy_of(row, "web")
    officer, auditor = session(as_, "surveillance"), session(as_, "auditor")
    address = front.address + (showing.addresses(row)["web"] or "")
    status, _headers, body = asked(address, auditor)
    assert (status, b'"code"' in body) == (403, True)
    for path in (f"/kept-footage/copies/{copy.path}", "/kept-footage/", f"/kept-footage/../footage/copies/{copy.path}"):
        assert asked(f"{front.address}{path}", officer)[0] == 404
    status, headers, _body = asked(f"{front.address}/api/v1/footage/uploads/", officer)
    assert status == 200
    assert re.search(r"json", headers["content-type"])


def test_what_nginx_sent_is_on_record_to_the_byte(front: Front, film: Path, footage: Path, as_: As) -> None:
    """Also where a browser asks only if the file is still the one that nginx named by its own tag."""
    house = House(footage).camera()
    row = house.recording(film)
    size, officer = showing.copy_of(row, "web").size_bytes, session(as_, "surveillance")
    address = front.address + (showing.addresses(row)["web"] or "")
    tag = asked(address, officer, Range="bytes=0-0")[1]["etag"]
    for condition, sent in ((tag, [[0, 0], [100, 299]]), ('"another"', [[0, size - 1]])):
        _status, headers, body = asked(address, officer, **{"Range": "bytes=100-299", "If-Range": condition})
        assert len(body) == (200 if "content-range" in headers else size)
        assert FootageHandOut.objects.get().ranges == sent

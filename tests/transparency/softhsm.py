"""A PKCS#11 token in software, SoftHSM, with the key ``log``. Its library reads its configuration once in a process: so
there is one for all tests."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from casino.transparency import tokens

MODULES: Final = [Path(folder, "softhsm/libsofthsm2.so") for folder in ("/usr/lib", "/usr/lib/x86_64-linux-gnu")]
MODULE: Final = next((path for path in MODULES if path.exists()), None)
SOFTHSM: Final = [
    pytest.mark.token,
    pytest.mark.skipif(not (MODULE and shutil.which("softhsm2-util")), reason="SoftHSM is not installed"),
]
"""Marks of a test that needs it."""


class Token(NamedTuple):
    module: Path
    token: str
    pin_file: Path


@cache
def made() -> Token:
    """The token of this process, gone with it."""
    assert MODULE is not None
    folder = Path(tempfile.mkdtemp(prefix="token"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    (folder / "tokens").mkdir()
    (folder / "softhsm2.conf").write_text(f"directories.tokendir = {folder / 'tokens'}\nobjectstore.backend = file\n")
    (folder / "pin").write_text("1234567\n")
    (folder / "pin").chmod(0o600)
    os.environ["SOFTHSM2_CONF"] = str(folder / "softhsm2.conf")
    command = ["softhsm2-util", "--init-token", "--free", "--label", "tableproof"]
    subprocess.run([*command, "--pin", "1234567", "--so-pin", "7654321"], check=True, capture_output=True)
    found = Token(MODULE, "tableproof", folder / "pin")
    tokens.create(found.module, found.token, "log", found.pin_file)
    return found

"""Resolve ``*.in`` to lock files with hashes that name no package host: ``make locks``.

Resolving asks the machine's package index, as pip is configured; what is written does not depend on it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from install import pip_configuration, run, uv_variables

HERE = Path(__file__).resolve().parent


def main() -> int:
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    listing = subprocess.run([*pip, "config", "list"], capture_output=True, text=True, check=False).stdout
    fixed = {"UV_PYTHON_DOWNLOADS": "never", "UV_INDEX_STRATEGY": "unsafe-best-match", "UV_NO_CONFIG": "1"}
    # One complete index only: a partial one beside it would leave the hashes of other systems' wheels out.
    options = {
        name: value
        for name, value in pip_configuration(listing).items()
        if name not in ("extra-index-url", "find-links")
    }
    environment = uv_variables(options) | fixed | dict(os.environ)
    if not run([*pip, "install", "--quiet", "-r", str(HERE / "uv.in")], dict(os.environ)):
        return 1
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11"]
    command += ["--generate-hashes", "--no-emit-index-url", "--no-emit-find-links", "--no-header"]
    os.chdir(HERE)
    locks = ("uv", "run", "dev", "ocr")
    return 0 if all(run([*command, f"{name}.in", "-o", f"{name}.txt"], environment) for name in locks) else 1


if __name__ == "__main__":
    sys.exit(main())

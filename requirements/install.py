"""Install the locked dependencies into the virtual environment that runs this file.

    .venv/bin/python requirements/install.py run.txt
    .venv/bin/python requirements/install.py ocr.txt --beside     # an extra: nothing that is there is taken away

Only the standard library is used. Packages come from wherever the machine's pip takes them: pip's own configuration
(files and variables) is translated for uv, which installs many times faster. Where uv cannot be had or fails, pip does
the same work. Either way every file must match a hash of the lock file, so the source does not matter.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent

# pip's option -> (uv's variable, separator of several values)
OPTIONS = {
    "index-url": ("UV_DEFAULT_INDEX", " "),
    "extra-index-url": ("UV_EXTRA_INDEX_URL", " "),
    "find-links": ("UV_FIND_LINKS", ","),
    "no-index": ("UV_NO_INDEX", " "),
    "trusted-host": ("UV_INSECURE_HOST", " "),
    "cert": ("SSL_CERT_FILE", " "),
    "proxy": ("ALL_PROXY", " "),
    "timeout": ("UV_HTTP_TIMEOUT", " "),
    "default-timeout": ("UV_HTTP_TIMEOUT", " "),
}


def pip_configuration(listing: str) -> dict[str, str]:
    """Options from the output of ``pip config list``. Variables win over the install section, that over the global."""
    found: dict[str, tuple[int, str]] = {}
    for line in listing.splitlines():
        key, equals, quoted = line.partition("=")
        section, _, option = key.rpartition(".")
        rank = {"global": 0, "install": 1, ":env:": 2}.get(section)
        if not equals or rank is None:
            continue
        if option not in found or found[option][0] <= rank:
            found[option] = (rank, str(ast.literal_eval(quoted)))
    return {option: value for option, (_, value) in found.items()}


def uv_variables(options: dict[str, str]) -> dict[str, str]:
    """The same choices in uv's variables."""
    variables = {}
    for option, value in options.items():
        name, separator = OPTIONS.get(option, ("", ""))
        if name and value.split():
            variables[name] = separator.join(value.split())
    return variables


def run(command: list[str], environment: dict[str, str]) -> bool:
    return subprocess.run(command, env=environment, check=False).returncode == 0


def main() -> int:
    if not (3, 11) <= sys.version_info[:2] < (3, 15):
        sys.exit(f"CPython 3.11 to 3.14 is needed, this is {sys.version.split()[0]}: say `make PYTHON=python3.11`.")
    lock = HERE / sys.argv[1]
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    environment = dict(os.environ)
    listing = subprocess.run([*pip, "config", "list"], capture_output=True, text=True, check=False).stdout
    translated = uv_variables(pip_configuration(listing))
    fixed = {"UV_PYTHON_DOWNLOADS": "never", "UV_INDEX_STRATEGY": "unsafe-best-match", "UV_NO_CONFIG": "1"}
    uv_environment = translated | fixed | environment
    uv = [sys.executable, "-m", "uv"]
    quiet = [] if environment.get("VERBOSE") else ["--quiet"]
    if "--beside" in sys.argv[2:]:
        wanted = ["install", *quiet, "--python", sys.executable, "--require-hashes", "-r", str(lock)]
    else:
        wanted = ["sync", *quiet, "--python", sys.executable, "--require-hashes", str(lock), str(HERE / "uv.txt")]
    if run([*pip, "install", *quiet, "--require-hashes", "-r", str(HERE / "uv.txt")], environment) and run(
        [*uv, "pip", *wanted], uv_environment
    ):
        return 0
    print("uv could not install the dependencies; pip tries.", file=sys.stderr)
    return 0 if run([*pip, "install", *quiet, "--require-hashes", "-r", str(lock)], environment) else 1


if __name__ == "__main__":
    sys.exit(main())

"""pip's configuration, translated for uv."""

from __future__ import annotations

import importlib.util
from pathlib import Path

SPEC = importlib.util.spec_from_file_location(
    "install", Path(__file__).resolve().parents[2] / "requirements" / "install.py"
)
assert SPEC is not None
assert SPEC.loader is not None
install = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(install)

LISTING = r"""
:env:.find-links='/wheels /more'
global.find-links='/never'
global.index-url='https://packages.example/simple'
global.extra-index-url='\nfile:///a/simple\nfile:///b/simple'
install.trusted-host='packages.example'
freeze.timeout='10'
:env:.disable-pip-version-check='1'
nonsense
"""


def test_variables_win_over_files_and_other_commands_are_skipped() -> None:
    found = install.pip_configuration(LISTING)
    assert found["find-links"] == "/wheels /more"
    assert found["trusted-host"] == "packages.example"
    assert "timeout" not in found


def test_uv_is_told_the_same() -> None:
    assert install.uv_variables(install.pip_configuration(LISTING)) == {
        "UV_FIND_LINKS": "/wheels,/more",
        "UV_DEFAULT_INDEX": "https://packages.example/simple",
        "UV_EXTRA_INDEX_URL": "file:///a/simple file:///b/simple",
        "UV_INSECURE_HOST": "packages.example",
    }

"""What the files of ``deploy`` give to whom."""

from __future__ import annotations

import re
from pathlib import Path

DEPLOY = Path(__file__).resolve().parents[1] / "deploy"


def service(name: str) -> str:
    """The lines of a service in the compose file."""
    text = (DEPLOY / "compose.yml").read_text()
    found = re.search(rf"(?m)^  {name}:\n((?:    .*\n|\n)+)", text)
    assert found, name
    return found[1]


def secrets_of(file: str) -> list[str]:
    text = (DEPLOY / "secrets.env.example").read_text()
    part = re.search(rf"(?ms)^# --- {re.escape(file)}.*?\n(.*?)(?=^# ---|\Z)", text)
    assert part, file
    return re.findall(r"(?m)^([A-Z_]+)=", part[1])


def test_the_container_that_migrates_gets_nothing_that_names_a_person() -> None:
    prepare = service("prepare")
    assert "env_file: [secrets.env, owner.env]" in prepare
    assert "volumes: []" in prepare
    assert "environment: {}" in prepare
    given = secrets_of("secrets.env") + secrets_of("owner.env")
    assert not [name for name in given if name.startswith("PERSON_")]
    assert secrets_of("persons.env") == ["PERSON_MASTER_KEY"]


def test_nobody_but_the_container_that_migrates_gets_the_owner() -> None:
    assert "DATABASE_OWNER_URL" in secrets_of("owner.env")
    for name in ("web", "worker", "beat"):
        assert "owner.env" not in service(name)


def test_no_half_merged_text_is_left_anywhere() -> None:
    here = DEPLOY.parent
    folders = ("deploy", "docs", "casino", "games", "disputes", "tests", "locale")
    files = [here / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "Makefile")]
    files += [file for folder in folders for kind in ("md", "py", "po", "yml", "html", "toml") for file in
              (here / folder).rglob(f"*.{kind}")]  # fmt: skip
    marks = re.compile(r"(?m)^(<{7} |>{7} )")
    assert [str(file) for file in files if marks.search(file.read_text(encoding="utf-8"))] == []

"""Rows that another program wrote are known as such until they are written anew."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from celery.signals import worker_init

from casino.ledger.models import Property
from casino.site import deployment
from casino.site.health import follower_title
from casino.web import server
from games.admin.health import FollowerState, states
from games.judgement.program import digest_of, this_program
from games.rows.models import Projection, Round
from games.rows.readmodel import NAME, catch_up, outdated, rebuild
from surveillance.demonstration import house as demonstration
from tests.replay.story import CODE, STARTS, Story


def change_name(room: Path) -> None:
    (room / "a.py").rename(room / "c.py")


def change_content(room: Path) -> None:
    (room / "a.py").write_text("3")


def move_content(room: Path) -> None:
    (room / "a.py").write_text("1b.py 1\n2")
    (room / "b.py").unlink()


@pytest.mark.parametrize("change", [change_name, change_content, move_content])
def test_the_digest_changes_with_every_name_and_content(
    tmp_path: Path, change: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.judgement.program.meaning_of", Path.read_text)
    (tmp_path / "a.py").write_text("1")
    (tmp_path / "b.py").write_text("2")
    before = digest_of(tmp_path, tmp_path.glob("*.py"))
    assert digest_of(tmp_path, sorted(tmp_path.glob("*.py"), reverse=True)) == before
    assert callable(change)
    change(tmp_path)
    assert digest_of(tmp_path, tmp_path.glob("*.py")) != before


def test_the_digest_covers_judgement_documents_and_sessions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.judgement.program.digest_of", lambda room, files: " ".join(path.name for path in files))
    read = this_program.__wrapped__().split()
    assert {"money.py", "judge.py", "2020-06-13.toml", "fold.py", "settling.py", "sessions.py"} <= {*read}
    assert "drawing.py" not in read


@pytest.mark.filterwarnings("ignore:DjangoFixup")
@pytest.mark.parametrize("begin", [server.build, lambda: worker_init.send(sender=None)], ids=["web", "worker"])
def test_no_request_and_no_task_waits_for_it(begin: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deployment, "look", lambda process: None)
    this_program.cache_clear()
    begin()
    assert this_program.cache_info().currsize == 1


def test_a_command_that_needs_it_not_does_not_work_it_out() -> None:
    said = "from django.core.management import call_command as c; from games.judgement.program import this_program as p"
    said = f"import django; django.setup(); {said}; c('errors'); print(p.cache_info().currsize)"
    done = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "0"


@pytest.mark.parametrize(
    ("name", "said", "same"),
    [
        ("a.py", 'def f(x):\n    """Another docstring."""\n    return x  # why\n', True),
        ("a.py", "def f(x):\n    return (x)\n", True),
        ("a.py", "def f(x):\n    return x + 1\n", False),
        ("a.py", 'def f(x):\n    return "x"\n', False),
        ("b.toml", "# a comment\nodds = '1:35'\n", True),
        ("b.toml", "odds = '1:36'\n", False),
    ],
)
def test_comments_docstrings_and_layout_do_not_count(tmp_path: Path, name: str, said: str, same: bool) -> None:
    (tmp_path / "a.py").write_text('def f(x):\n    """What it does."""\n    return x\n')
    (tmp_path / "b.toml").write_text("odds = '1:35'\n")
    before = digest_of(tmp_path, tmp_path.iterdir())
    (tmp_path / name).write_text(said)
    assert (digest_of(tmp_path, tmp_path.iterdir()) == before) is same


@pytest.fixture
def story() -> Story:
    told = Story()
    told.table(at=STARTS)
    told.spin("1", STARTS, paid_minor=3_500_000)
    catch_up(CODE)
    return told


def state() -> FollowerState:
    return next(follower for follower in states()[0].followers if follower.title == follower_title(NAME))


@pytest.mark.django_db
def test_rows_of_another_program_are_known_until_they_are_written_anew(story: Story) -> None:
    assert not outdated(CODE)
    assert not state().alarm
    Projection.objects.filter(name=NAME).update(program="0" * 16)
    story.spin("2", STARTS)
    catch_up(CODE)
    assert outdated(CODE)  # further rows do not make the former ones new
    assert (state().outdated, state().late, state().alarm) == (True, False, True)
    rebuild(CODE)
    assert not outdated(CODE)
    assert Projection.objects.get(name=NAME).program == this_program()


@pytest.mark.django_db
def test_a_follower_that_fails_at_once_names_its_program_too(story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> None:
        raise RuntimeError("cannot be projected")

    with monkeypatch.context() as patch:
        patch.setattr("games.rows.readmodel.Projector.handle", fail)
        with pytest.raises(RuntimeError):
            rebuild(CODE)
    assert (Projection.objects.get(name=NAME).program, outdated(CODE)) == (this_program(), False)


@pytest.mark.django_db
@pytest.mark.parametrize(("program", "outcome"), [("0" * 16, "17"), (this_program(), "36")])
def test_the_demonstration_writes_its_rows_anew_after_a_change_of_program(
    story: Story, program: str, outcome: str
) -> None:
    Round.objects.update(outcome="36")
    Projection.objects.filter(name=NAME).update(program=program)
    demonstration.show(Property.objects.get(code=CODE))
    assert Round.objects.get(code="1").outcome == outcome

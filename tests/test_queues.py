"""What people wait for never stands behind the tables: a queue of its own, and a worker that takes nothing else."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from celery import Celery, signals
from celery.contrib.testing.worker import start_worker

from casino.celery import app
from casino.embedded.run import PATIENT, Runner
from casino.ledger import follow
from casino.ledger.models import Property
from casino.operations import watching, worker_messages
from casino.site.queues import COPIES, EXPORTS, FOOTAGE, PROMPT, REPORTS
from disputes import tasks as disputes_tasks
from disputes.rows import readmodel
from games import tasks as games_tasks
from surveillance.files import jobs
from surveillance.files.models import FootageJob, JobKind
from tests.replay.story import CODE, STARTS, Story

REPOSITORY = Path(__file__).parents[1]
CLOGGED = 40
"""More tasks of the tables than a worker takes at once."""


def queue_of(task: str) -> str:
    """Where a message for this task goes."""
    queue: str = app.amqp.router.route({}, task)["queue"].name
    return queue


def queues_of(command: str) -> set[str]:
    """The queues that a worker's command line names."""
    words = command.replace("=", " ").replace('"', "").split()
    return set(words[words.index("--queues") + 1].split(","))


def deployed() -> list[set[str]]:
    lines = (REPOSITORY / "deploy" / "compose.yml").read_text().splitlines()
    commands = [line.replace(", ", " ").strip(" ]") for line in lines if "celery" in line and "worker" in line]
    return [queues_of(command.replace("fast reports", "fast,reports")) for command in commands]


def embedded(home: Path) -> list[set[str]]:
    runner = Runner(home, 1)
    commands = (runner._worker_command(), runner._prompt_command(), *map(runner._patient_command, PATIENT))
    return [queues_of(" ".join(command)) for command in commands]


def test_every_task_of_cases_and_notices_is_in_the_queue_of_what_people_wait_for() -> None:
    of_disputes = {name for name in app.tasks if name.startswith(("disputes.", "casino.vault."))}
    assert len(of_disputes) >= 4
    assert {queue_of(name) for name in of_disputes} == {PROMPT}
    others = {name for name in app.tasks if name.startswith("games.")}
    assert PROMPT not in {queue_of(name) for name in others}


@pytest.mark.parametrize("where", ["deployed", "embedded"])
def test_each_queue_has_a_worker_and_the_prompt_one_takes_nothing_else(where: str, tmp_path: Path) -> None:
    workers = deployed() if where == "deployed" else embedded(tmp_path)
    named = {queue_of(name) for name in app.tasks if not name.startswith("celery.")}
    assert named <= set().union(*workers)
    assert [queues for queues in workers if PROMPT in queues] == [{PROMPT}]
    for queue in (FOOTAGE, EXPORTS, COPIES):
        assert [queues for queues in workers if queue in queues] == [{queue}], "the three never wait for each other"


def test_every_kind_of_work_on_films_goes_where_it_waits_for_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Any] = []
    monkeypatch.setattr(worker_messages, "tell", lambda task, _pk: told.append(queue_of(task.name)))
    for kind in JobKind.values:
        jobs.tell(kind, 1, after_commit=False)
    assert dict(zip(JobKind.values, told, strict=True)) == {
        **dict.fromkeys(("arrive", "fetch"), FOOTAGE),
        **dict.fromkeys(("export", "give", "part"), EXPORTS),
        **dict.fromkeys(("process", "check", "clock"), COPIES),
        **dict.fromkeys(("report", "report_papers"), REPORTS),
    }


@pytest.mark.django_db
def test_without_a_broker_an_export_is_found_beside_the_copies_of_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever looks for exports works on no copy, and the other way round."""
    Story()
    owner = Property.objects.get(code=CODE)
    for number, kind in enumerate((JobKind.PROCESS, JobKind.EXPORT, JobKind.ARRIVE, JobKind.CHECK)):
        FootageJob.objects.create(property=owner, kind=kind, about="F1", key=str(number), asked_at=STARTS)
    worked: list[str] = []
    monkeypatch.setattr(jobs, "run", lambda pk: worked.append(FootageJob.objects.get(pk=pk).kind))
    for queue, kinds in ((EXPORTS, ["export"]), (COPIES, ["process", "check"]), (FOOTAGE, ["arrive"])):
        worked.clear()
        watching.WATCHES[f"{queue}.work"].act()
        assert worked == kinds


@pytest.fixture
def _nothing_stays_of_a_worker() -> Iterator[None]:
    """A worker within this process takes the place of the house's application, and sets logging up for all that
    follows, unless somebody else does."""

    def set_up_already(**_: object) -> None:
        """Nothing is left to do."""

    signals.setup_logging.connect(set_up_already)
    yield
    signals.setup_logging.disconnect(set_up_already)
    app.set_current()
    app.set_default()


@pytest.mark.usefixtures("_nothing_stays_of_a_worker")
def test_with_every_worker_of_the_tables_full_a_sweep_begins_at_once() -> None:
    """The bound: a sweep waits for no task of the tables, however many are waiting. They go on only when it is done."""
    broker = Celery("queues", broker="memory://", backend="cache+memory://")
    broker.conf.update(task_default_queue=app.conf.task_default_queue, task_routes=app.conf.task_routes)
    broker.conf.worker_redirect_stdouts = False
    swept, begun = threading.Event(), threading.Event()
    waited: list[bool] = []

    @broker.task(name="games.full")
    def full() -> None:
        begun.set()
        waited.append(swept.wait(60))

    @broker.task(name="disputes.swept")
    def sweep() -> None:
        swept.set()

    def worker(queue: str) -> Any:
        return start_worker(broker, pool="solo", queues=[queue], perform_ping_check=False, shutdown_timeout=120)

    with worker(queue_of(games_tasks.follow.name)), worker(queue_of(disputes_tasks.sweep.name)):
        for _ in range(CLOGGED):
            full.delay()
        assert begun.wait(60)
        sweep.delay()
        assert swept.wait(60)
    assert waited
    assert all(waited)


@pytest.mark.django_db
def test_a_follower_that_stopped_or_is_far_behind_keeps_no_other_from_its_share(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    story = Story()
    story.spin("1", STARTS)
    Property.objects.create(code="AAA", name_vi="Thử", name_en="Test")
    shares: list[int | None] = []

    def stopped(*_: object, **given: Any) -> None:
        shares.append(given["limit"])
        raise RuntimeError("stopped")

    monkeypatch.setattr(readmodel, "catch_up", stopped)
    with pytest.raises(ExceptionGroup, match="carried on"):
        disputes_tasks.sweep()
    assert shares == [disputes_tasks.SHARE]
    names = list(disputes_tasks.FOLLOWING)
    head = story.ledger.head()[0]
    assert [follow.position(name, CODE) for name in names] == [0, head, head]

"""One way to judge: a property's rows give the same rounds from a file as from the server's ledger and read models."""

from __future__ import annotations

import pytest

from casino.ledger import reading
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from games.judgement.judging import Record
from games.rows import readmodel
from games.rows.models import Round
from games.rows.readmodel import overtaken_of
from games.rows.replay import Replayer
from games.words.judged import as_json
from tests.benchmarks.bulk import typical_mix


@pytest.mark.usefixtures("fresh_database")
def test_a_file_of_the_record_is_judged_as_the_server_judges_it() -> None:
    house = Property.objects.create(code="TST", name_vi="Thử", name_en="Test")
    ledger = get_ledger("TST")
    for events in typical_mix(60, 7):
        ledger.append(events)
    readmodel.catch_up("TST")
    position = ledger.head()[0]
    record = Record(house)
    record.take(ledger.rows(after=0, stop=position, limit=position))
    offline = {replay.stream: as_json(replay) for replay in record.replays()}
    streams = list(Round.objects.filter(property=house).values_list("stream", flat=True))
    assert set(offline) == set(streams)
    assert len(offline) >= 55
    replayer = Replayer("TST")
    for stream in streams:
        served = as_json(replayer.round(stream, position, overtaken_of("TST", stream, position)))
        assert offline[stream] == served, stream
    assert reading.head("default", "TST")[0] == position


@pytest.mark.usefixtures("fresh_database")
def test_as_the_record_stood_at_any_position() -> None:
    house = Property.objects.create(code="TST", name_vi="Thử", name_en="Test")
    ledger = get_ledger("TST")
    for events in typical_mix(10, 3):
        ledger.append(events)
    readmodel.catch_up("TST")
    head = ledger.head()[0]
    for position in range(head // 4, head, head // 4):
        record = Record(house)
        record.take(ledger.rows(after=0, stop=head, limit=head), at=position)
        replayer = Replayer("TST")
        for replay in record.replays():
            served = replayer.round(replay.stream, position, overtaken_of("TST", replay.stream, position))
            assert as_json(replay) == as_json(served), (replay.stream, position)

"""The witness's memory: what half a write leaves behind is no story."""

from __future__ import annotations

from pathlib import Path

import pytest

from casino.transparency.witness.config import Unusable
from casino.transparency.witness.state import RECORD_BYTES, LogState
from tests.transparency.making import ORIGIN, grow, signed


def kept(folder: Path, *sizes: int) -> LogState:
    state = LogState(folder, ORIGIN)
    for size in sizes:
        state.keep(signed(grow(size)[1]).note)
    return state


def test_every_root_that_was_kept_is_known_and_no_other(tmp_path: Path) -> None:
    kept(tmp_path, 1, 5, 5, 9, 40)
    again = LogState(tmp_path, ORIGIN)
    for size in (1, 5, 9, 40):
        assert again.root_at(size) == grow(size)[1].root
    for size in (0, 2, 6, 39, 41, 10**9):
        assert again.root_at(size) is None


@pytest.mark.parametrize("cut", [0, 1, 8, 39])
def test_half_a_record_is_written_over(tmp_path: Path, cut: int) -> None:
    state = kept(tmp_path, 1, 5)
    history = state.folder / "history"
    with history.open("ab") as file:
        file.write(bytes(range(cut)))
    again = LogState(tmp_path, ORIGIN)
    again.keep(signed(grow(9)[1]).note)
    assert history.stat().st_size == 3 * RECORD_BYTES
    assert again.root_at(5) == grow(5)[1].root
    assert again.root_at(9) == grow(9)[1].root


def test_a_record_of_a_checkpoint_that_was_never_kept_is_no_word(tmp_path: Path) -> None:
    """Stopped between the two writes: the record is there, the checkpoint is not, and nothing was said."""
    state = kept(tmp_path, 1, 5)
    forked = grow(9, story="forked", forks_at=5)[1]
    with (state.folder / "history").open("ab") as file:
        file.write(forked.size.to_bytes(8, "big") + forked.root)
    again = LogState(tmp_path, ORIGIN)
    assert again.head == grow(5)[1]
    assert again.root_at(9) is None
    again.keep(signed(grow(9)[1]).note)
    assert again.root_at(9) == grow(9)[1].root


def test_a_state_of_another_log_is_not_taken(tmp_path: Path) -> None:
    state = LogState(tmp_path, ORIGIN)
    state.folder.joinpath("checkpoint").write_bytes(signed(grow(3)[1], origin="other.example").note.encode())
    with pytest.raises(Unusable, match="another log"):
        LogState(tmp_path, ORIGIN)


def test_evidence_is_bounded_by_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casino.transparency.witness.state.MAX_EVIDENCE", 2)
    state = LogState(tmp_path, ORIGIN)
    assert [state.keep_evidence("unproved", str(number), b"x") for number in range(4)] == [True, True, False, False]
    assert state.keep_evidence("fork", "1", b"x")  # noise does not crowd out what counts
    assert not state.keep_evidence("fork", "1", b"y")

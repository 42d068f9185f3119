"""``tableproof-verify`` as an auditor runs it: verdict, reasons and exit code, for people and for machines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from surveillance.bundle import layout
from surveillance.bundle.command import main
from tests.surveillance.bundle import rich, tampering
from tests.surveillance.bundle.house import POLICY, REPORT, STRANGER


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("command")
    (folder / "policy").write_bytes(POLICY)
    (folder / "report-keys").write_text(f"# from the key sheet\n{REPORT.vkey}\n")
    return rich.write(rich.told(5), folder / "w", folder / "report.zip")


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str]:
    code = main([str(each) for each in arguments])
    return code, capsys.readouterr().out


def test_with_the_key_sheet_it_is_proved(bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trust = ("--policy", bundle.parent / "policy", "--report-key", bundle.parent / "report-keys")
    code, said = run(capsys, bundle, *trust, "--language", "en")
    assert code == 0
    assert said.startswith("PROVED")
    assert "Asked for (signed)" in said
    assert "witness.example/w1" in said
    code, said = run(capsys, bundle, *trust, "--language", "vi")
    assert code == 0
    assert said.startswith("ĐÃ CHỨNG MINH")
    assert "Hội An" in said


def test_without_it_consistent_at_most(bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = run(capsys, bundle, "--language", "en")
    assert code == 3
    assert said.startswith("CONSISTENT")


def test_devices_have_the_keys_of_the_key_sheet_and_no_others(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = run(capsys, bundle, "--json")
    printed = {
        each["where"]: each["values"]["fingerprint"]
        for each in json.loads(said)["remarks"]
        if each["code"] == "device_key"
    }
    assert len(printed) > 1
    sheet = tmp_path / "sheet.txt"
    sheet.write_text("".join(f"{device} Ed25519 {digits}\n" for device, digits in printed.items()))
    code, said = run(capsys, bundle, "--device-keys", sheet, "--language", "en")
    assert (code, "signs with a key" in said, "--device-keys" in said) == (3, False, False)
    stranger, *_rest = printed
    sheet.write_text("".join(f"{digits}\n" for device, digits in printed.items() if device != stranger))
    code, said = run(capsys, bundle, "--device-keys", sheet, "--language", "en")
    assert code == 1
    assert f"{stranger}: The device signs with a key that you did not give: {printed[stranger]}." in said
    with pytest.raises(SystemExit, match="2"):
        main([str(bundle), "--device-keys", str(tmp_path / "none.txt")])


def test_what_does_not_hold_is_named_for_people_and_machines(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    members = tampering.read(bundle)
    [name] = [each for each in members if each == "judged/000002/settlements.csv"]
    target = tampering.write({**members, name: members[name].replace(b"0", b"1", 1)}, tmp_path / "b.zip")
    code, said = run(capsys, target, "--language", "en")
    assert code == 1
    assert f"{name}: round/RL01/" in said
    assert "Claims to hold whole: " in said
    assert "Holds whole" not in said
    code, said = run(capsys, target, "--json")
    report = json.loads(said)
    assert (code, report["exit_code"], report["verdict"]) == (1, 1, "refused")
    [reason] = report["reasons"]
    assert (reason["code"], reason["where"]) == ("differs", name)
    assert report["holds_whole"] is None
    assert reason["vi"] != reason["en"]
    assert report["bundle"]["request"] == json.loads(members[layout.MANIFEST])["request"]


def test_each_stream_that_may_go_on_is_named_for_machines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = rich.write(rich.told(5), tmp_path / "w", tmp_path / "b.zip", entries=None)
    _code, said = run(capsys, target, "--json")
    report = json.loads(said)
    [remark] = [each for each in report["remarks"] if each["code"] == "heads"]
    named = [each["stream"] for each in report["may_go_on"]]
    assert len(named) == len(set(named)) == int(remark["values"]["count"])
    assert all(set(each) == {"stream", "position", "version"} for each in report["may_go_on"])
    _code, said = run(capsys, target, "--language", "en")
    assert f"{len(named)} streams may have further events before this position" in said
    assert named[0] in said


def test_what_is_no_bundle_and_what_is_no_file(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "x"
    other.write_bytes(b"PK\3\4 hello")
    assert run(capsys, other, "--language", "en")[0] == 4
    other.write_bytes(b"hello")
    assert run(capsys, other)[0] == 4
    for arguments in (
        [tmp_path / "none"],
        [bundle, "--policy", tmp_path / "none"],
        [bundle, "--policy", other],
        [bundle, "--report-key", "nothing"],
        [bundle, "--report-key", f"{STRANGER.vkey}x"],
    ):
        with pytest.raises(SystemExit) as raised:
            main([str(each) for each in arguments])
        assert raised.value.code == 2
        assert capsys.readouterr().err.startswith("tableproof-verify: ")

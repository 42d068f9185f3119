"""One JSON object a line, whatever is logged."""

from __future__ import annotations

import json
import logging
import sys

from casino.site.logs import JsonFormatter


def record(message: str, *arguments: object, **extra: object) -> logging.LogRecord:
    return logging.getLogger("t").makeRecord("t", logging.WARNING, "f", 1, message, arguments, None, extra=extra)


def test_a_line_holds_message_level_and_extra() -> None:
    line = JsonFormatter().format(record("Bàn %s\nmới", "RL01", table="RL01", count=2))
    assert "\n" not in line
    found = json.loads(line)
    assert found["message"] == "Bàn RL01\nmới"
    assert (found["level"], found["logger"], found["table"], found["count"]) == ("warning", "t", "RL01", 2)
    assert found["time"].endswith("+00:00")


def test_an_exception_stands_in_the_same_line() -> None:
    made = record("failed", odd=object())
    try:
        raise ValueError("because")
    except ValueError:
        made.exc_info = sys.exc_info()
    line = JsonFormatter().format(made)
    assert "\n" not in line
    assert "ValueError: because" in json.loads(line)["exception"]

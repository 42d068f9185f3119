"""What ISO 4217 lists, from the maintenance agency's own file (SIX, list one) as the package ``iso4217`` carries it.

``python -m tests.core.listed`` prints the codes by places, to be put into ``casino/core/currencies.py``. Codes that
have left the list since go to ``WITHDRAWN`` there, by hand.
"""

from __future__ import annotations

import sys
from importlib.resources import files
from xml.etree import ElementTree

UNITS_OF_ACCOUNT = {"UYW", "XAD"}
"""Listed with places and without the mark of a fund; no territory's money all the same."""


def listed() -> tuple[str, dict[str, int]]:
    """(date of publication, decimal places by currency), without what is no money to play with."""
    root = ElementTree.fromstring(files("iso4217").joinpath("table.xml").read_bytes())  # noqa: S314 - a pinned package
    places: dict[str, int] = {}
    for entry in root.iter("CcyNtry"):
        code, name, digits = entry.findtext("Ccy"), entry.find("CcyNm"), entry.findtext("CcyMnrUnts", "")
        if code is None or name is None or name.get("IsFund") or code in UNITS_OF_ACCOUNT or not digits.isdecimal():
            continue
        places[code] = int(digits)
    return root.attrib["Pblshd"], places


def main() -> int:
    published, places = listed()
    sys.stdout.write(f"{published}\n")
    for digits in sorted(set(places.values())):
        sys.stdout.write(f"{digits}: {' '.join(sorted(code for code in places if places[code] == digits))}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Clocks: what a recorder's or a device's clock says against the server's, then and now, and how surely."""

from typing import Literal

How = Literal["compared", "marked", "read"]
"""``compared``: a person read the shown clock beside the server's; ``marked``: "this frame is that event"; ``read``:
from the clock burnt into the picture."""

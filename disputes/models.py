"""Where Django looks for the tables of the room: each folder keeps its own, and imports them from there."""

from __future__ import annotations

from disputes.library.models import LibraryFile as LibraryFile
from disputes.library.models import LibraryVersion as LibraryVersion
from disputes.notices.models import Notice as Notice
from disputes.reads.models import PersonalRead as PersonalRead
from disputes.rows.models import Case as Case

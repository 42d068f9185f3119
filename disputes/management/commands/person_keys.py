"""``manage.py person_keys``: look at the keys of persons, finish erasures, wrap the keys with a new master key, enter
all persons into the search by name and telephone number again.

Without an option it compares the folder with the database and ends with 1 where a key is missing or damaged. Proved by
``tests/vault/test_person_keys.py``.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from casino.core.errors import Problem
from casino.vault import finish_erasures
from casino.vault.keys import KeyStore, key_store
from casino.vault.models import Person
from casino.vault.reindexing import identities, reindex
from games.management.common import progress_bar


class Command(BaseCommand):
    help = "Look at the keys of persons; finish erasures; wrap the keys with a new master key; index the names again."
    requires_system_checks: list[str] = []  # it says itself what is wrong with the folder

    def add_arguments(self, parser: CommandParser) -> None:
        action = parser.add_mutually_exclusive_group()
        action.add_argument(
            "--rewrap",
            action="store_true",
            help="Wrap every key with PERSON_MASTER_KEY that is still wrapped with PERSON_MASTER_KEY_FORMER.",
        )
        action.add_argument(
            "--finish", action="store_true", help="Destroy keys of erased persons that a crash or a restore left."
        )
        action.add_argument(
            "--reindex",
            action="store_true",
            help="Enter everybody into the search by name and telephone number again, from what is sealed of them.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            store = key_store()
            if options["rewrap"]:
                self._rewrap(store)
            elif options["finish"]:
                finished = finish_erasures()
                self.stdout.write(_("Destroyed now: %(count)d.") % {"count": len(finished)})
            elif options["reindex"]:
                self._reindex(store)
            else:
                self._look(store)
        except Problem as problem:
            raise CommandError(problem.in_language(get_language() or "vi")) from problem

    def _rewrap(self, store: KeyStore) -> None:
        store.check()
        places = sorted(store.persons())
        with progress_bar(len(places), unit="key") as bar:
            changed = 0
            for place in places:
                changed += store.rewrap(*place)
                bar.update()
        self.stdout.write(_("Wrapped anew: %(changed)d of %(count)d.") % {"changed": changed, "count": len(places)})

    def _reindex(self, store: KeyStore) -> None:
        store.check()
        language = get_language() or "vi"
        with progress_bar(identities().order_by().values("persons").distinct().count(), unit="person") as bar:
            found = reindex(bar.update)
        for person, problem in found.unread:
            self.stderr.write(f"{person}: {problem.in_language(language)}")
        self.stdout.write(_("Found by name and telephone number now: %(count)d.") % {"count": found.persons})
        if found.unread:
            raise CommandError(_("Names that did not open: %(count)d.") % {"count": len(found.unread)})

    def _look(self, store: KeyStore) -> None:
        store.check()
        there = set(store.persons())
        known = {(person.property.code, person.ref): person for person in Person.objects.select_related("property")}
        bad = 0
        for place, person in sorted(known.items()):
            if person.erased_at is not None or store.tombstone(*place) is not None:
                continue
            try:
                store.key(*place)
            except Problem as problem:
                if problem.status == 503:
                    raise
                bad += 1
                self.stderr.write(problem.in_language(get_language() or "vi"))
        erased = {place for place, person in known.items() if person.erased_at is not None}
        left = sum(not store.is_destroyed(*place) for place in erased)
        self.stdout.write(
            _("Persons: %(persons)d, erased: %(erased)d (keys left: %(left)d), keys of nobody known: %(strange)d.")
            % {"persons": len(known), "erased": len(erased), "left": left, "strange": len(there - set(known))}
        )
        if bad:
            raise CommandError(_("Keys missing or damaged: %(count)d.") % {"count": bad})

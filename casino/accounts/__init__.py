"""Accounts by events: who got an account, a post, a posting, a new password, an address; who asked and who confirmed.

``facts``       the events of an account, and their registration
``state``       the fold: what the record says of an account
``rules``       which changes need a second person, and who that may be; pure
``passwords``   one-time passwords, in one part or in two
``service``     the commands: decide, record, and write the rows in one transaction
``changes``     asking, and what a confirmation sets off
``factor_events``  what happens to devices of the second factor, as events
``found``       accounts that were there before the record, or were changed past it
``sessions``    ending somebody's sessions
``event_words``  what the events are called and say, in both languages
``forms``, ``pages``, ``admin``  the screens

See docs/adr/0056-accounts-by-events.md. No personal name and no address stands in an event: they lie in the rows.
"""

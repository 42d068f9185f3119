"""Replay reports for a regulator: asked for, made in the background, handed out, each step an event.

Specified for users in ``docs/reports.md``.

``facts``      what the record says of a report, of a recurring one, and of whom the house lets look on
``choosing``   which rounds a selection (``surveillance.bundle.selection``) is at a position of the log
``service``    the one way in: who may ask for what, one report for equal requests
``making``     the work: parts first, one file at the end
``readmodel``  the rows, rebuilt from the record
"""

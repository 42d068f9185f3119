"""Notices: who is told that a case waits for them, or that a clock runs out, in the admin and by e-mail.

``models``      a notice to one person
``follower``    the follower of the log that makes them, exactly once
``reminders``   the ones that a clock makes
``mail``        the ones that go out by e-mail
No name and no text of a case stands in a notice: number, step, clause and a link. They are rows and no events: reading
one would change the case for everybody. No command sends a mail: it could not be rolled back.
"""

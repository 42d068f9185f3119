"""The library of documents on which decisions rest (8.4.1 to 8.4.4, 8.4.8), each in versions with days of validity.

``facts``      what happens to a document, as events of ``library/<code>``
``documents``  a document as its events tell it, and the commands on it (pure)
``service``    carrying a command out
``models``     its tables: files, and the read model of versions
``readmodel``  the follower that writes the rows
``reading``    what was in force when; with the rule books of the program, which need no event
``admin``      its pages, with ``forms``
``event_words``  its events as timelines tell them

Proved by ``tests/disputes/library``.
"""

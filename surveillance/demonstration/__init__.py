"""The demonstration property, an app of its own that is installed in the demonstration profile alone (``make run``).

It stands above all rooms and none of them imports it: what it brings goes in as everything does, through the ingest
and the services; ``seams`` has what goes on by itself.

``house``    the property, its accounts, devices, simulated day (``games.simulate``) and recorded wheel
``library``  its documents; ``cases``: its disputes
``footage``  its cameras, and films that are made in the background

Proved by ``tests/simulate/test_seed_demo.py``, ``tests/disputes/test_demonstration.py`` and
``tests/surveillance/test_demonstration.py``.
"""

"""Who read personal data, what, when and from where: kept beside the record, never in it.

``log``     note a read
``models``  its row: added, never changed or removed (``disputes/grants.py``)
``admin``   searched by those who answer for personal data
"""

"""What a property has set for itself, as dated events of its stream ``settings/house``.

``facts`` are the events, ``state`` says what is in force when (both pure), ``service`` records and reads. Declared in
``casino/core/house_settings.py``.
"""

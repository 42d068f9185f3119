"""What the pages of the second factor need beside ``tableproof``."""

from __future__ import annotations

import json
from typing import Any

from django import template

register = template.Library()


@register.filter
def as_json(value: Any) -> str:
    """A value for a ``data-`` attribute, which the template escapes as any other text."""
    return json.dumps(value)

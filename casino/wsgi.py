"""The web application, as any WSGI server loads it."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

from casino.embedded.processes import die_with_runner

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
die_with_runner()
application = get_wsgi_application()

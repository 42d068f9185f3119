"""Settings of the project, from the environment alone. Every variable is described in ``deploy/README.md``.

Two profiles: ``TABLEPROOF_PROFILE=demo`` is set by the runner of ``make run`` only; anything else is production, where
SECRET_KEY, ALLOWED_HOSTS and DATABASE_URL must be given. Proved by ``tests/test_settings.py``.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from django.conf.locale import LANG_INFO
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from casino.core import languages
from casino.site import environment
from casino.site.appearance import LOOKS

BASE_DIR = Path(__file__).resolve().parent.parent

# --- Profile -----------------------------------------------------------------------------------------------------
PROFILE = environment.text("TABLEPROOF_PROFILE", "production")
if PROFILE not in ("production", "demo"):
    raise ImproperlyConfigured("TABLEPROOF_PROFILE must be production or demo.")
DEMONSTRATION = PROFILE == "demo"

DEBUG = environment.flag("DEBUG", default=False)
SECRET_KEY = environment.secret("SECRET_KEY", guarded=not DEMONSTRATION)
ALLOWED_HOSTS = environment.hosts(
    "ALLOWED_HOSTS", "127.0.0.1,localhost" if DEMONSTRATION else "", guarded=not DEMONSTRATION
)
CSRF_TRUSTED_ORIGINS = environment.words("CSRF_TRUSTED_ORIGINS")

# --- Rooms -------------------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    # The admin theme must stand before the admin; leaving it is these lines and casino/console/theme.py.
    "unfold",
    "unfold.contrib.filters",
    # Before Django's accounts, two of whose commands it shuts.
    "casino.accounts",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "axes",
    "csp",
    "casino",
    "casino.ledger",
    "casino.commands",
    "casino.checkpoints",
    "casino.factors",
    "casino.papers",
    "games",
    "disputes",
    "surveillance",
    *(["surveillance.demonstration"] if DEMONSTRATION else []),
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "casino.site.csp.PolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "casino.site.language.ChosenLanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "casino.site.requests.AddressMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "casino.accounts.refusals.RefusalMiddleware",
    "casino.accounts.sign_in.KnownBrowserMiddleware",
    "casino.accounts.first_password.FirstPasswordMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "casino.accounts.life.SessionLifeMiddleware",
    "casino.access.reach.ReachMiddleware",
    "casino.factors.middleware.SecondFactorMiddleware",
    "surveillance.reports.inspectors.LookingMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "casino.urls"
WSGI_APPLICATION = "casino.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "casino" / "templates"],  # before the theme's own
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
            ],
        },
    },
]

# --- Database ----------------------------------------------------------------------------------------------------
# Everything runs as the application's role, which has no DDL. manage.py asks for the owner for the commands that
# change the schema.
if os.environ.get("TABLEPROOF_DATABASE_ROLE") == "owner" and os.environ.get("DATABASE_OWNER_URL"):
    DATABASES = {"default": environment.database("DATABASE_OWNER_URL")}
else:
    DATABASES = {"default": environment.database("DATABASE_URL")}
APPLICATION_ROLE = environment.text("DATABASE_APPLICATION_ROLE", "tableproof_app")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Background work ---------------------------------------------------------------------------------------------
globals().update(environment.broker(environment.text("CELERY_BROKER_URL")))
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_TIME_LIMIT = 60
CELERY_DB_REUSE_MAX = 1_000_000  # how long a connection lasts, the database's own settings say (casino.celery)
CELERY_TASK_SOFT_TIME_LIMIT = 45
CELERY_TASK_DEFAULT_QUEUE = "fast"
CELERY_WORKER_PREFETCH_MULTIPLIER = 8
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# A worker outlives its broker: it asks for it again for as long as it takes, and then takes as many tasks as before.
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_CHANNEL_ERROR_RETRY = True
CELERY_WORKER_ENABLE_PREFETCH_COUNT_REDUCTION = False
CELERY_TIMEZONE = "UTC"

# --- Language and time -------------------------------------------------------------------------------------------
LANGUAGE_CODE = environment.text("TABLEPROOF_LANGUAGE", "vi")
LANGUAGES = [("vi", _("Vietnamese")), ("en", _("English"))]
LANGUAGES += [(code, LANG_INFO[code]["name_local"]) for code in languages.LANGUAGES[len(LANGUAGES) :]]
if LANGUAGE_CODE not in dict(LANGUAGES):
    raise ImproperlyConfigured("TABLEPROOF_LANGUAGE must be vi or en.")
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- Looks -------------------------------------------------------------------------------------------------------
UNFOLD = LOOKS  # the theme looks for it under this name

# --- Static files ------------------------------------------------------------------------------------------------
STATIC_URL = "static/"
STATIC_ROOT = Path(environment.text("STATIC_ROOT", str(BASE_DIR / "staticfiles")))
_manifest = (STATIC_ROOT / "staticfiles.json").is_file() or os.environ.get("TABLEPROOF_COLLECTSTATIC") == "1"
STORAGES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        # Names with a hash of the content, once collected; before that (tests, development) the plain ones.
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if _manifest
        else "django.contrib.staticfiles.storage.StaticFilesStorage",
    },
}
WHITENOISE_USE_FINDERS = not _manifest

# --- People ------------------------------------------------------------------------------------------------------
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "casino.backends.PostingBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
AXES_VERBOSE = False
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = 0.25  # hours
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # else whoever goes on guessing holds a colleague up for good
AXES_LOCKOUT_PARAMETERS = "casino.accounts.sign_in.parameters"
AXES_HANDLER = "casino.accounts.sign_in.Handler"
AXES_CLIENT_IP_CALLABLE = "casino.accounts.addresses.client_address"
AXES_LOCKOUT_CALLABLE = "casino.accounts.sign_in.held"
LOGIN_URL = "admin:login"

# --- Second factor -----------------------------------------------------------------------------------------------
SECOND_FACTOR = environment.text("SECOND_FACTOR", "off" if DEMONSTRATION else "required")
if SECOND_FACTOR not in ("required", "off"):
    raise ImproperlyConfigured("SECOND_FACTOR must be required or off.")
PROOF_MINUTES = environment.number("PROOF_MINUTES", 0 if DEMONSTRATION else 10)
if PROOF_MINUTES == 0 and SECOND_FACTOR == "required":
    raise ImproperlyConfigured("PROOF_MINUTES may be 0 only where SECOND_FACTOR is off.")
# Secrets of authenticator apps lie sealed with it: looked at by a check at every start (casino/factors/checks.py).
FACTOR_KEY = environment.text("FACTOR_KEY", "")
FACTOR_KEY_FORMER = environment.text("FACTOR_KEY_FORMER", "")
# A passkey belongs to a domain for good. Empty: none here. Browsers take http only on localhost, and never an address.
PASSKEY_DOMAIN = environment.text("PASSKEY_DOMAIN", "localhost" if DEMONSTRATION else "")
PASSKEY_ORIGINS = environment.words("PASSKEY_ORIGINS") or [
    f"http://localhost:{environment.number('PORT', 8000)}" if DEMONSTRATION else f"https://{PASSKEY_DOMAIN}"
]

# --- Security ----------------------------------------------------------------------------------------------------
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = not DEMONSTRATION  # the demonstration is plain HTTP on 127.0.0.1
SESSION_COOKIE_HTTPONLY = True
# Tablets are shared: a session ends so long after its last use, and so long after its beginning whatever happens.
SESSION_IDLE_MINUTES = environment.number("SESSION_IDLE_MINUTES", 12 * 60 if DEMONSTRATION else 30)
SESSION_HOURS = environment.number("SESSION_HOURS", 12)
if SESSION_IDLE_MINUTES == 0 or SESSION_HOURS == 0:
    raise ImproperlyConfigured("SESSION_IDLE_MINUTES and SESSION_HOURS must be 1 or more.")
SESSION_COOKIE_AGE = SESSION_HOURS * 3600
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = environment.flag("SSL_REDIRECT", default=not DEMONSTRATION)
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz)$"]
SECURE_HSTS_SECONDS = 0 if DEMONSTRATION else environment.number("HSTS_SECONDS", 31_536_000)
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_SECONDS > 0
BEHIND_PROXY = environment.flag("BEHIND_PROXY", default=False)
if BEHIND_PROXY:
    # Only where a proxy of ours always sets or removes this header: else a client could claim to speak HTTPS.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "media-src": ["'self'"],
        "connect-src": ["'self'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
        "base-uri": ["'none'"],
    }
}

# --- API ---------------------------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Tableproof",
    "DESCRIPTION": "Taking in the events of table games.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": [
        "games.api.openapi.add_event_types",
        "games.api.command_views.add_commands",
        "disputes.api.openapi.add_commands",
        "surveillance.api.openapi.add_commands",
    ],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 8 * 2**20  # but for files of cases, whose bodies the API reads itself

# --- What can name people ----------------------------------------------------------------------------------------
# Looked at by a check at every start (casino/vault/checks.py), not here: commands of the owner need none of it.
PERSON_KEYS_DIR = environment.text("PERSON_KEYS_DIR", "")
PERSON_MASTER_KEY = environment.text("PERSON_MASTER_KEY", "")
PERSON_MASTER_KEY_FORMER = environment.text("PERSON_MASTER_KEY_FORMER", "")
PAPER_FONTS_DIR = environment.text("PAPER_FONTS_DIR", "")
ATTACHMENT_MAX_BYTES = environment.number("ATTACHMENT_MAX_BYTES", 20 * 2**20)
ATTACHMENT_TYPES = environment.words("ATTACHMENT_TYPES")
ATTACHMENT_SCAN_COMMAND = environment.command("ATTACHMENT_SCAN_COMMAND")
FILE_UPLOAD_MAX_MEMORY_SIZE = ATTACHMENT_MAX_BYTES + 2**20  # what may be kept is never written to disk unencrypted
# A file over the API stands in JSON as base64, four bytes for three, with a few words beside it.
BODY_MAX_BYTES = 4 * -(-ATTACHMENT_MAX_BYTES // 3) + 2**20

# --- Transparency log ----------------------------------------------------------------------------------------------
# Empty: none is kept, which a check says at every start. Keys lie apart from what is served.
TRANSPARENCY_DIR = environment.text("TRANSPARENCY_DIR", "")
TRANSPARENCY_KEYS_DIR = environment.text("TRANSPARENCY_KEYS_DIR", "")
TRANSPARENCY_HOST = environment.text("TRANSPARENCY_HOST", "")
TRANSPARENCY_WITNESSES = environment.text("TRANSPARENCY_WITNESSES", "")
TRANSPARENCY_STAMPS = environment.text("TRANSPARENCY_STAMPS", "")
TRANSPARENCY_TOKEN_MODULE = environment.text("TRANSPARENCY_TOKEN_MODULE", "")
TRANSPARENCY_TOKEN = environment.text("TRANSPARENCY_TOKEN", "tableproof")
TRANSPARENCY_TOKEN_KEY = environment.text("TRANSPARENCY_TOKEN_KEY", "log")
TRANSPARENCY_TOKEN_PIN_FILE = environment.text("TRANSPARENCY_TOKEN_PIN_FILE", "")

# --- Signatures on papers ------------------------------------------------------------------------------------------
# Nothing given: papers are not signed, which a check says. A folder: keys are made there with the first paper.
PAPER_KEYS_DIR = environment.text("PAPER_KEYS_DIR", "")
PAPER_KEY = environment.text("PAPER_KEY", "")
PAPER_CERTIFICATE = environment.text("PAPER_CERTIFICATE", "")
PAPER_TOKEN_MODULE = environment.text("PAPER_TOKEN_MODULE", "")
PAPER_TOKEN = environment.text("PAPER_TOKEN", "tableproof")
PAPER_TOKEN_KEY = environment.text("PAPER_TOKEN_KEY", "papers")
PAPER_TOKEN_PIN_FILE = environment.text("PAPER_TOKEN_PIN_FILE", "")

# --- Footage -------------------------------------------------------------------------------------------------------
# Empty: no footage is taken in, which a check says. Originals and what is made of them lie in storages of their own.
FOOTAGE_DIR = environment.text("FOOTAGE_DIR", "")
FOOTAGE_INCOMING_DIR = environment.text("FOOTAGE_INCOMING_DIR", f"{FOOTAGE_DIR}/incoming" if FOOTAGE_DIR else "")
FOOTAGE_KEYS_DIR = environment.text("FOOTAGE_KEYS_DIR", f"{FOOTAGE_DIR}-keys" if FOOTAGE_DIR else "")
FOOTAGE_WATCHED_DIR = environment.text("FOOTAGE_WATCHED_DIR", "")
FOOTAGE_MAX_BYTES = environment.number("FOOTAGE_MAX_BYTES", 64 * 2**30)
FOOTAGE_CHUNK_BYTES = environment.number("FOOTAGE_CHUNK_BYTES", 8 * 2**20)
FOOTAGE_UPLOAD_HOURS = environment.number("FOOTAGE_UPLOAD_HOURS", 48)
FOOTAGE_UPLOADS_EACH = environment.number("FOOTAGE_UPLOADS_EACH", 20)
FOOTAGE_LEAST_FREE_BYTES = environment.number("FOOTAGE_LEAST_FREE_BYTES", 256 * 2**20)
FOOTAGE_LINK_MINUTES = environment.number("FOOTAGE_LINK_MINUTES", 15)
FOOTAGE_CHECK_DAYS = environment.number("FOOTAGE_CHECK_DAYS", 30)
FOOTAGE_WEB_COPY = environment.text("FOOTAGE_WEB_COPY", "h264")
if FOOTAGE_WEB_COPY not in ("h264", "vp9"):
    raise ImproperlyConfigured("FOOTAGE_WEB_COPY must be h264 or vp9.")
FOOTAGE_SERVE = environment.text("FOOTAGE_SERVE", "direct")
if FOOTAGE_SERVE not in ("direct", "accel", "storage"):
    raise ImproperlyConfigured("FOOTAGE_SERVE must be direct, accel or storage.")
FOOTAGE_ACCEL_PREFIX = environment.text("FOOTAGE_ACCEL_PREFIX", "/kept-footage/")
STORAGES |= environment.footage_storages(link_seconds=60 * FOOTAGE_LINK_MINUTES)
if FOOTAGE_SERVE == "storage":
    # Players are sent on to the storage's own signed links.
    CONTENT_SECURITY_POLICY["DIRECTIVES"]["media-src"] = ["'self'", *environment.footage_origins()]
    CONTENT_SECURITY_POLICY["DIRECTIVES"]["img-src"] += environment.footage_origins()
else:
    CONTENT_SECURITY_POLICY["DIRECTIVES"]["media-src"] = ["'self'"]
# The web server asks the room about these before it reads their bodies: who sends, and whether it may go on there.
ASKED_BEFORE_BODY = {"/api/v1/footage/uploads/": FOOTAGE_CHUNK_BYTES}
# And it gives no property, and no kind of request, all its threads (casino/web/places.py): posts of devices by the
# property's code in their address, and what is worked on for people without an account.
ADDRESS_OF_DEVICES = "/api/v1/properties/"
OPEN_ADDRESSES = ["/papers/", "/log/", "/api/v1/schema/", "/api/v1/docs/"]
ADDRESS_OF_SIGN_IN = "/admin/login/"
OPEN_BODY_MAX_BYTES = 4 * 2**20  # of what is sent without an account

# --- What a property sets ------------------------------------------------------------------------------------------
# First values only (casino/core/house_settings.py): once the record of a property has its own, these are not heard.
FIRST_SETTINGS = environment.first_settings()

# --- E-mail --------------------------------------------------------------------------------------------------------
# Notices only. Without a server they are printed; the demonstration writes them to files beside its data.
EMAIL_HOST = environment.text("EMAIL_HOST", "")
EMAIL_PORT = environment.number("EMAIL_PORT", 25)
EMAIL_HOST_USER = environment.text("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = environment.text("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = environment.flag("EMAIL_USE_TLS", default=False)
EMAIL_TIMEOUT = 10
EMAIL_FILE_PATH = environment.text("EMAIL_FILE_PATH", "") or None
EMAIL_BACKEND = "django.core.mail.backends.{}.EmailBackend".format(
    "smtp" if EMAIL_HOST else "filebased" if EMAIL_FILE_PATH else "console"
)
DEFAULT_FROM_EMAIL = environment.text("EMAIL_FROM", "tableproof@localhost")
PUBLIC_URL = environment.text("PUBLIC_URL", "")  # the address people open, for links in letters

# --- Logs --------------------------------------------------------------------------------------------------------
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "casino.site.logs.JsonFormatter"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["stderr"], "level": environment.text("LOG_LEVEL", "INFO").upper()},
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        "django.server": {"handlers": [], "propagate": True},
    },
}

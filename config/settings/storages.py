"""File storage: a folder by default, S3 if a bucket is configured; static files."""

from pathlib import Path
from wsgiref.headers import Headers

from config.env import BASE_DIR, env
from config.settings.security import CSP_STATIC

DATA_DIR = Path(env("DATA_DIR"))
MEDIA_ROOT = DATA_DIR / "blobs"
MODELS_DIR = Path(env("MODELS_DIR") or DATA_DIR / "models")  # built from installed packages; may be deleted at any time

STORAGES = {
    "default": {
        "BACKEND": "documents.storage.folder_store.FolderStore",
        "OPTIONS": {
            "location": str(MEDIA_ROOT),
            "allow_overwrite": True,
            "file_permissions_mode": 0o600,
            "directory_permissions_mode": 0o700,
        },
    },
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}

if env("S3_BUCKET"):
    STORAGES["default"] = {
        "BACKEND": "documents.storage.object_store.ObjectStore",
        "OPTIONS": {
            "bucket_name": env("S3_BUCKET"),
            "endpoint_url": env("S3_ENDPOINT_URL") or None,
            "public_endpoint_url": env("S3_PUBLIC_ENDPOINT_URL"),
            "region_name": env("S3_REGION"),
            "access_key": env("S3_ACCESS_KEY") or None,
            "secret_key": env("S3_SECRET_KEY") or None,
            "addressing_style": "path" if env("S3_ENDPOINT_URL") else "auto",
            "signature_version": "s3v4",
            "default_acl": None,
            "file_overwrite": True,  # names are hashes of the content
            "timeout": env("S3_TIMEOUT_SECONDS"),
            "max_memory_size": 5_242_880,  # larger reads use a temporary file
        },
    }

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
# Names with a hash of the content, of Vite and of `collectstatic`; nginx has the same expression. The build of Vite
# also writes the .br and .gz files that WhiteNoise sends.
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/(app/assets/|.+\.[0-9a-f]{12}\.[^./]+$)"
WHITENOISE_ALLOW_ALL_ORIGINS = False


def _add_static_headers(headers: Headers, _path: str, _url: str) -> None:
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Content-Security-Policy"] = CSP_STATIC


WHITENOISE_ADD_HEADERS_FUNCTION = _add_static_headers
_ui = BASE_DIR / "frontend" / "dist"
STATICFILES_DIRS = [("app", str(_ui))] if _ui.is_dir() else []

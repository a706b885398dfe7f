"""Tests: the embedded engines of `config.stack.testing`, a fast password hasher, nothing replaced."""

from config.env import env, is_set
from config.settings.base import *

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
MAIL_IN_BACKGROUND = False
REGISTRATION = "open"
WORKER_METRICS_PORT = env("WORKER_METRICS_PORT") if is_set("WORKER_METRICS_PORT") else 0  # many workers, one host

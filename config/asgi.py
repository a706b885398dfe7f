"""The ASGI application that uvicorn serves."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")

django_application = get_asgi_application()

from core.api.body_limit import limit_bodies  # noqa: E402  needs the apps, which the line above has loaded

application = limit_bodies(django_application)

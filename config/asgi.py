"""The ASGI application that uvicorn serves."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")

django_application = get_asgi_application()

# These need the apps, which the line above has loaded.
from core.api.body_limit import limit_bodies  # noqa: E402
from tasks.api.streams.serving import carry_streams  # noqa: E402

application = limit_bodies(carry_streams(django_application))

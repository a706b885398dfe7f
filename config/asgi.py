"""The ASGI application that uvicorn serves."""

import os

from django.core.asgi import get_asgi_application

from core.api.body_limit import limit_bodies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")

application = limit_bodies(get_asgi_application())

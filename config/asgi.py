"""The ASGI application that uvicorn serves."""

import os

from django.core.asgi import get_asgi_application

from config.observation import share_counts_of_web, trace

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")

# Metrics are made when the apps are loaded, and where they count has to be known then.
share_counts_of_web()
django_application = get_asgi_application()
trace("web")

# These need the apps, which the line above has loaded.
from core.api.body_limit import limit_bodies  # noqa: E402  # after Django is set up
from corpuses.api.slicing import slice_uploads  # noqa: E402  # after Django is set up
from tasks.api.streams.serving import carry_streams  # noqa: E402  # after Django is set up

application = limit_bodies(slice_uploads(carry_streams(django_application)))

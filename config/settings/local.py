"""One machine, started by `make run`: the same code and engines as production, plain HTTP on loopback."""

from config.settings.base import *

DEBUG = False
# Static files are served from where they were built, so that nothing has to be collected. They are read at the start.
WHITENOISE_USE_FINDERS = True

"""One machine, started by `make run`: the same code and engines as production, plain HTTP on loopback."""

from config.settings.base import *

DEBUG = False
# Static files are found where they lie, so that nothing has to be collected.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True

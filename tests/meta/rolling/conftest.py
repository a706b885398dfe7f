from tests.jobs.conftest import user
from tests.meta.rolling.release import release

__all__ = ["release", "user"]

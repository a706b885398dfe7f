from tests.jobs.conftest import user

__all__ = ["user"]

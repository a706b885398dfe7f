from tests.jobs.conftest import person

__all__ = ["person"]

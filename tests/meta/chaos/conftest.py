"""Run the chaos tests last: they load the machine, and failures of other tests are easier to understand."""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: "chaos" in item.keywords)

"""Chaos comes last: it wants the machine for itself, and whatever is red before it is the better news."""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: "chaos" in item.keywords)

"""A corpus with objects of every kind."""

import pytest

from tests.api.populated import populate


@pytest.fixture
def corpus(user):
    (corpus,) = populate(user)
    return corpus

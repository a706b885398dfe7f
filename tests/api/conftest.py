"""A corpus in which there is something of everything."""

import pytest

from tests.api.populated import populate


@pytest.fixture
def corpus(user):
    (corpus,) = populate(user)
    return corpus

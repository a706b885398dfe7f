"""Models are loaded once, and unloaded when they are not used."""

import gc
import os
import weakref

import pytest

from corpuses.llm.loaded_models import LoadedModels
from tests.timeouts import until


class Model:
    """A model."""


@pytest.fixture
def loads() -> list[Model]:
    return []


def test_a_model_is_loaded_once(loads):
    models = LoadedModels(keep_seconds=60)

    def load():
        loads.append(Model())
        return loads[-1]

    assert models.get("a", load) is models.get("a", load)
    assert len(loads) == 1
    assert models.get("b", load) is not models.get("a", load)
    assert len(loads) == 2


def test_a_model_that_is_not_used_is_unloaded():
    models = LoadedModels(keep_seconds=0.05)
    model = weakref.ref(models.get("a", Model))
    until(lambda: gc.collect() is not None and model() is None)
    assert isinstance(models.get("a", Model), Model)


def test_a_model_in_use_stays():
    models = LoadedModels(keep_seconds=2)
    used = models.get("a", Model)
    other = weakref.ref(models.get("b", Model))
    until(lambda: models.get("a", Model) is used and other() is None)


def test_a_model_is_loaded_again_in_a_forked_child():
    models = LoadedModels(keep_seconds=60)
    model = models.get("a", Model)
    child = os.fork()
    if child == 0:
        models.begin_anew()
        os._exit(0 if models.get("a", Model) is not model else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert models.get("a", Model) is model

"""What `make test` leaves out, and what a change reaches."""

import sys

import pytest

from corpuses.annotations.api.rest import labels as views
from corpuses.annotations.labels import services as labels
from tests import sample
from users.models import User


class Item:
    """A test of this file, with the marker of its level."""

    module = sys.modules[__name__]
    path = __file__

    def __init__(self, level):
        self.markers = {level}

    def add_marker(self, name):
        self.markers.add(name)

    def get_closest_marker(self, name):
        return name in self.markers


def marked(*, changed=(), level="unit", count=2 * sample.STEP + 1):
    items = [Item(level) for _ in range(count)]
    sample.mark(items, changed)
    return items


def test_every_twentieth_test_of_a_file_is_in_the_sample():
    items = [*marked(), *marked(count=1)]
    assert [number for number, item in enumerate(items) if "full" not in item.markers] == [0, 20, 40, 41]


def test_tests_in_a_browser_are_chosen_by_hand():
    assert not any("full" in item.markers for item in marked(level="browser"))


def test_a_test_that_is_marked_by_hand_is_not_counted():
    items = [Item("full"), *(Item("process") for _ in range(sample.STEP + 1))]
    sample.mark(items, ())
    assert [number for number, item in enumerate(items) if "full" not in item.markers] == [1, sample.STEP + 1]


@pytest.mark.parametrize(
    ("changed", "is_reached"),
    [
        ("users/models.py", True),  # a class of it is used
        ("corpuses/annotations/labels/services.py", True),  # the module is
        ("core/api/rest/views.py", True),  # a module that is used uses it
        ("tests/meta/test_sample.py", True),
        ("tests/meta/conftest.py", True),
        ("tests/meta/seeds/one.patch", False),
        ("corpuses/similarity/services.py", False),
        ("README.md", False),
        ("frontend/src/app/router.tsx", False),
    ],
)
def test_a_change_reaches_what_uses_it(changed, is_reached):
    assert {User, labels, views}
    assert {"reached" in item.markers for item in marked(changed=[changed])} == {is_reached}


def test_changed_files_are_named_from_the_root(monkeypatch):
    answers = {"merge-base": [], "diff": ["core/errors.py"], "ls-files": ["core/new.py"]}
    asked = []
    monkeypatch.setattr(sample, "_git", lambda *arguments: asked.append(arguments) or answers[arguments[0]])
    assert sample.changed_files() == ["core/errors.py", "core/new.py"]
    assert asked[1] == ("diff", "--name-only", "HEAD")

"""Names of what is taken from the bin."""

import pytest

from core.deletion import free_name


@pytest.mark.parametrize(
    ("name", "taken", "free"),
    [
        ("Rent", [], "Rent"),
        ("Rent", ["Rent", "Rent (2)"], "Rent (3)"),
        ("n" * 100, [], "n" * 100),
        ("n" * 100, ["n" * 100], f"{'n' * 96} (2)"),
        (f"{'n' * 95} {'m' * 4}", [f"{'n' * 95} {'m' * 4}"], f"{'n' * 95} (2)"),
        ("n" * 98, ["n" * 98, *(f"{'n' * 96} ({number})" for number in range(2, 10))], f"{'n' * 95} (10)"),
    ],
)
def test_a_free_name_fits_into_the_column(name, taken, free):
    assert free_name(name, taken.__contains__) == free

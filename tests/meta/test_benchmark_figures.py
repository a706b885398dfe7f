"""The page of the benchmarks."""

from benchmarks.report import undescribed


def test_every_figure_has_a_description():
    assert undescribed() == []

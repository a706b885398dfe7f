"""Depths of the numberings of headings."""

import pytest

from documents.pipeline.pdf.layout.number_levels import depths_of


@pytest.mark.parametrize(
    ("texts", "depths"),
    [
        (["1. Hire", "1.1 Boats", "1.1.1 Oars", "1.2 Sails", "2. Price"], [0, 1, 2, 1, 0]),
        (["1.HIRE", "2.PRICE"], [0, 0]),  # without a space
        (["ARTICLE I HIRE", "1.1 Boats", "ARTICLE II PRICE", "2.1 Rent"], [0, 1, 0, 1]),
        (["I. Hire", "1.01 Boats", "II. Price"], [0, 1, 0]),
        (["I. Hire", "A. Boats", "1. Oars", "2. Sails", "B. Moorings", "II. Price"], [0, 1, 2, 2, 1, 0]),
        (
            ["A. Hire", "1. Boats", "(a) Oars", "(i) Blades", "(ii) Looms", "(b) Sails", "B. Price"],
            [0, 1, 2, 3, 3, 2, 0],
        ),
        ([*(f"{each}. Boat" for each in "ABCDEFGHIJ")], [0] * 10),  # I follows H
        (["I. One", "II. Two", "III. Three", "IV. Four", "V. Five"], [0] * 5),  # V is a Roman number after IV
        (["1. Hire", "Annex A", "1. Boats", "1.1 Oars", "Annex B", "1. Moorings"], [0, 0, 1, 2, 0, 1]),
        (["Part 1 Boats", "Chapter 1 Oars", "Chapter 2 Sails", "Part 2 Moorings", "Chapter 3 Piers"], [0, 1, 1, 0, 1]),
        (["5.1.3 Oars", "5.2 Sails", "5.2.1 Jibs", "6. Piers"], [2, 1, 2, 0]),  # from the middle of a document
        (["Recitals", "1. Hire"], [None, 0]),
        (["2019 in figures", "A boat"], [None, None]),
    ],
)
def test_numberings_are_nested_in_the_order_in_which_they_begin(texts, depths):
    assert [found[0] if found else None for found in depths_of(texts)] == depths

"""Depths of the numberings of headings."""

import pytest

from documents.pipeline.pdf.layout.numbered_headings import depths_of


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
        (["50 CFR", "1. Hire", "2. Price"], [0, 0, 0]),
        (["50 CFR", "I. Hire", "II. Price"], [None, 0, 0]),  # the only one of its numbering
        (["I. Hire", "II. Price", "PART 17 BOATS", "§ 17.1 Oars", "§ 17.2 Sails"], [0, 0, 0, 1, 1]),
        (["Rule 1. Boats", "Rule 2. Oars", "Form 1. Hire", "Form 2. Price"], [0, 0, 1, 1]),
        (["SECTION ONE: HIRE", "SECTION TWO: PRICE"], [0, 0]),
        (["가. 목적", "나. 기간"], [0, 0]),
        (["2019 in figures", "A boat"], [None, None]),
    ],
)
def test_numberings_are_nested_in_the_order_in_which_they_begin(texts, depths):
    assert [found[0] if found else None for found in depths_of(texts)] == depths


def test_a_numbering_is_not_nested_in_one_in_smaller_type():
    texts = ["1. Preface", "2. Thanks", "Chapter 1 Boats", "1.1 Oars", "Chapter 2 Sails"]
    assert [found and found[0] for found in depths_of(texts, [10, 10, 20, 14, 20])] == [0, 0, 0, 1, 0]


def test_a_list_in_smaller_type_is_below_its_section():
    texts = ["2.1 Boats", "1. Oars", "2. Sails", "2.2 Piers"]
    depths = [found and found[0] for found in depths_of(texts, [14, 10, 10, 14])]
    assert depths[1] == depths[2] == depths[0] + 1
    assert depths[3] == depths[0]

"""The ground truth of printed documents, and its comparison (`make bench-formats ONLY=printed`)."""

from benchmarks.formats.printed.truth import without_unprinted_headings
from benchmarks.formats.scoring.pipe_tables import with_compact_tables


def test_white_space_between_the_tags_of_tables_does_not_count():
    spaced = "Prices\n\n<table>\n <tr>\n  <td>\n   Rope\n  </td>\n  <td>\n   4 m\n  </td>\n </tr>\n</table>\n\n# Tools"
    compact = "Prices\n\n<table><tr><td>Rope</td><td>4 m</td></tr></table>\n\n# Tools"
    assert with_compact_tables(spaced) == with_compact_tables(compact) == compact


def test_names_of_sheets_that_are_not_printed_are_no_headings():
    markdown = "## Stock\n\n| a |\n\n## Costs of 2021\n\n| b |"
    assert (
        without_unprinted_headings(markdown, "Costs of  2021\nb\nThe stock") == "\n\n| a |\n\n## Costs of 2021\n\n| b |"
    )

"""Values of fields: normalised by the type of their field. Without the database."""

import pytest

from corpuses.fields.values import InvalidFieldValue, normalise

pytestmark = pytest.mark.unit


class TestValues:
    @pytest.mark.parametrize(
        ("type_", "text", "values", "shown"),
        [
            ("string", "  Ada \n Lovelace ", ["Ada \n Lovelace"], "Ada \n Lovelace"),
            ("number", "1,250.50", ["1250.50"], "1250.50"),
            ("number", "\u2212 12", ["-12"], "-12"),
            ("number", "-0", ["0"], "0"),
            ("date", "2026-01-31", ["2026-01-31"], "2026-01-31"),
            ("date", "31 January 2026", ["2026-01-31"], "2026-01-31"),
            ("boolean", "Yes", ["true"], "Yes"),
            ("boolean", "false", ["false"], "No"),
            ("enum", "Signed", ["Signed"], "Signed"),
            ("url", "https://example.org/a?b=c", ["https://example.org/a?b=c"], "https://example.org/a?b=c"),
        ],
    )
    def test_a_text_that_is_a_value_is_normalised(self, type_, text, values, shown):
        value = normalise(type_, ["Draft", "Signed"], [text])
        assert (value.values, value.text) == (values, shown)

    @pytest.mark.parametrize(
        ("type_", "texts"),
        [
            ("string", ["one", "two"]),
            ("string", ["x" * 2_001]),
            ("number", ["about 12"]),
            ("number", ["1.2.3"]),
            ("number", ["1234567890123456"]),
            ("date", ["from 2026-01-31"]),
            ("date", ["2026-02-30"]),
            ("date", ["May 2026"]),
            ("boolean", ["perhaps"]),
            ("enum", ["signed"]),
            ("list", ["Signed", "Other"]),
            ("url", ["javascript:alert(1)"]),
            ("url", ["example.org"]),
        ],
    )
    def test_other_texts_are_refused(self, type_, texts):
        with pytest.raises(InvalidFieldValue) as refused:
            normalise(type_, ["Draft", "Signed"], texts)
        assert (refused.value.code, refused.value.field) == ("invalid_field_value", "values")

    def test_the_choices_of_a_list_are_in_their_order_and_once(self):
        value = normalise("list", ["Draft", "Signed", "Filed"], ["Filed", "Draft", "Filed"])
        assert (value.values, value.text) == (["Draft", "Filed"], "Draft; Filed")

    def test_no_text_is_no_value(self):
        assert normalise("number", [], []) is None
        assert normalise("string", [], ["  "]) is None

    def test_keys_sort_as_the_values_do(self):
        numbers = ["-100", "-1.5", "0", "0.5", "9", "10", "1000000"]
        assert numbers == sorted(numbers, key=lambda text: normalise("number", [], [text]).sort_key)
        choices = ["Draft", "Agreed", "Signed"]
        assert choices == sorted(choices, key=lambda text: normalise("enum", choices, [text]).sort_key)

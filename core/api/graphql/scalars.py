"""Scalar types of the schema that graphene lacks."""

import json
from typing import Any

import graphene
from graphql import StringValueNode, Undefined, ValueNode
from graphql.pyutils import UndefinedType

from core.api.rest.parsers import MOST_VALUES, require_storable
from core.json_values import has_more_values


class JSONObject(graphene.JSONString):
    """A JSON object, as a string."""

    @staticmethod
    def parse_literal(node: ValueNode, _variables: object = None) -> dict[str, Any] | UndefinedType:
        """Return the object; a `ValueError` says to the client why there is none."""
        return JSONObject.parse_value(node.value) if isinstance(node, StringValueNode) else Undefined

    @staticmethod
    def parse_value(value: str) -> dict[str, Any]:
        """Return the object; a `ValueError` says to the client why there is none."""
        if has_more_values(value.encode("utf-8", "replace"), MOST_VALUES):
            raise ValueError(f"A JSON object may have {MOST_VALUES:,} values.")
        try:
            parsed = json.loads(value)
        except RecursionError:
            raise ValueError("The JSON is nested too deeply.") from None
        if not isinstance(parsed, dict):
            raise ValueError("Send a JSON object.")  # noqa: TRY004  # graphql-core reports a `TypeError` just so
        require_storable(parsed)
        return parsed

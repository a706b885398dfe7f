"""Fields that only read a value from their row, executed without what other fields need.

graphql-core looks up the definition of each field of each row, and prepares its arguments, its path and information
about the operation: more work than to read the value. Without it, a list of 1,000 annotations takes two thirds of the
processor time.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from graphql import ExecutionContext, FieldNode, GraphQLObjectType, Undefined, is_leaf_type, is_non_null_type
from graphql.pyutils import Path

Read = Callable[[Any], Any]

_NOT_READ: Final = object()


class RowResolver:
    """The resolver of a field that has no arguments, and whose value depends on the row only."""

    __slots__ = ("read",)

    def __init__(self, read: Read) -> None:
        self.read = read

    def __call__(self, row: Any, _: Any) -> Any:
        """Return the value of the field, as any resolver."""
        return self.read(row)


class RowFieldsContext(ExecutionContext):
    """Executes operations; nothing in them is awaited."""

    def execute_fields(
        self, parent_type: GraphQLObjectType, source_value: Any, path: Path | None, fields: dict[str, list[FieldNode]]
    ) -> dict[str, Any]:
        """Return the values of the fields by their names in the response."""
        results = {}
        for name, nodes in fields.items():
            value = _read(_reader(parent_type, nodes[0].name.value), source_value)
            if value is _NOT_READ:
                value = self.execute_field(parent_type, source_value, nodes, Path(path, name, parent_type.name))
            if value is not Undefined:
                results[name] = value
        return results


def _read(read: Read | None, row: Any) -> Any:
    """Return the value, or that it has to be executed as any other field, which locates the error if there is one."""
    if read is None:
        return _NOT_READ
    try:
        return read(row)
    except Exception:  # noqa: BLE001  # as above
        return _NOT_READ


@cache
def _reader(parent_type: GraphQLObjectType, name: str) -> Read | None:
    """Return the function that reads and serializes a field, if it only reads from the row."""
    field = parent_type.fields.get(name)
    if field is None or field.args or not isinstance(field.resolve, RowResolver):
        return None
    is_required = is_non_null_type(field.type)
    leaf = field.type.of_type if is_required else field.type
    if not is_leaf_type(leaf):
        return None
    get, serialize = field.resolve.read, leaf.serialize

    def read(row: Any) -> Any:
        value = get(row)
        if value is None and not is_required:
            return None
        serialized = serialize(value)
        return _NOT_READ if serialized is None or serialized is Undefined else serialized

    return read

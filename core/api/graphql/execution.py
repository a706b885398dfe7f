"""Executes one GraphQL request: parse, check limits, validate, execute."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.conf import settings
from graphql import (
    DocumentNode,
    ExecutionResult,
    GraphQLError,
    GraphQLSchema,
    NoSchemaIntrospectionCustomRule,
    OperationDefinitionNode,
    OperationType,
    execute_sync,
    parse,
    specified_rules,
    validate,
)

from core.access import TokenScope, require_scope
from core.api.graphql.context import Context
from core.api.graphql.errors import limit_error
from core.api.graphql.limits import limit_errors
from core.api.graphql.row_fields import RowFieldsContext

# Parsing and validating take longer than executing; clients send the same few operations again and again.
_CACHED_OPERATIONS = 256


def run(
    schema: GraphQLSchema,
    query: str,
    *,
    variables: Mapping[str, Any],
    operation_name: str | None,
    context: Context,
) -> ExecutionResult:
    """Return data and errors; `data` is `None` if nothing was executed."""
    try:
        document = _parse(query)
        # Limits come first: some validation rules are slow for the very queries that exceed them.
        errors = list(limit_errors(schema, document, variables)) or _validate(
            schema, query, settings.GRAPHQL_INTROSPECTION
        )
    except GraphQLError as error:
        return ExecutionResult(None, [error])
    except RecursionError:
        return ExecutionResult(None, [limit_error("query_too_deep", "The query is nested too deeply.")])
    if errors:
        return ExecutionResult(None, list(errors))
    require_scope(context.actor, (_scope_for(document),))
    return execute_sync(
        schema,
        document,
        context_value=context,
        variable_values=dict(variables),
        operation_name=operation_name,
        execution_context_class=RowFieldsContext,
    )


def _scope_for(document: DocumentNode) -> TokenScope:
    """Return the scope that a token needs for this document, whichever of its operations is requested."""
    operations = (node for node in document.definitions if isinstance(node, OperationDefinitionNode))
    is_mutation = any(each.operation is OperationType.MUTATION for each in operations)
    return TokenScope.WRITE if is_mutation else TokenScope.READ


@lru_cache(maxsize=_CACHED_OPERATIONS)
def _parse(query: str) -> DocumentNode:
    return parse(query, max_lexical_tokens=settings.GRAPHQL_MAX_TOKENS, max_source_length=settings.GRAPHQL_MAX_LENGTH)


@lru_cache(maxsize=_CACHED_OPERATIONS)
def _validate(schema: GraphQLSchema, query: str, allows_introspection: bool) -> tuple[GraphQLError, ...]:  # noqa: FBT001  # lru_cache
    rules = list(specified_rules)
    if not allows_introspection:
        rules.append(NoSchemaIntrospectionCustomRule)
    return tuple(validate(schema, _parse(query), rules, max_errors=10))

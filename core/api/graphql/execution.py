"""Runs one GraphQL request: parse, refuse what is too large, validate, execute."""

from collections.abc import Mapping
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

from core.api.graphql.context import Context
from core.api.graphql.errors import limit_error
from core.api.graphql.limits import refusals
from core.scopes import Scope, require_scope


def run(
    schema: GraphQLSchema,
    query: str,
    *,
    variables: Mapping[str, Any],
    operation_name: str | None,
    context: Context,
) -> ExecutionResult:
    """Give data and errors; `data` is `None` where nothing was executed."""
    try:
        document = _parse(query)
        errors = _errors(schema, document, variables)
    except GraphQLError as error:
        return ExecutionResult(None, [error])
    except RecursionError:
        return ExecutionResult(None, [limit_error("query_too_deep", "The query is nested too deeply.")])
    if errors:
        return ExecutionResult(None, errors)
    require_scope(context.user, _scopes_for(document))
    return execute_sync(
        schema,
        document,
        context_value=context,
        variable_values=dict(variables),
        operation_name=operation_name,
    )


def _scopes_for(document: DocumentNode) -> list[Scope]:
    """What a token must be allowed to run this document, whichever of its operations is asked for."""
    operations = (node for node in document.definitions if isinstance(node, OperationDefinitionNode))
    changes = any(each.operation is OperationType.MUTATION for each in operations)
    return [Scope.WRITE if changes else Scope.READ]


def _parse(query: str) -> DocumentNode:
    return parse(query, max_lexical_tokens=settings.GRAPHQL_MAX_TOKENS, max_source_length=settings.GRAPHQL_MAX_LENGTH)


def _errors(schema: GraphQLSchema, document: DocumentNode, variables: Mapping[str, Any]) -> list[GraphQLError]:
    # The limits come first: some rules of validation take long on the very queries that the limits refuse.
    refused = list(refusals(schema, document, variables))
    if refused:
        return refused
    rules = list(specified_rules)
    if not settings.GRAPHQL_INTROSPECTION:
        rules.append(NoSchemaIntrospectionCustomRule)
    return validate(schema, document, rules, max_errors=10)

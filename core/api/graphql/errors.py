"""How GraphQL says what went wrong: `extensions.code` and `request_id` on errors, typed `errors` in payloads."""

import logging
from typing import Any

import graphene
from django.db import OperationalError
from graphql import GraphQLError

from core import request_id
from core.api.envelope import BUSY, INTERNAL
from core.errors import DependencyFault, DomainError

logger = logging.getLogger(__name__)

INVALID_QUERY = "invalid_query"


class Error(graphene.ObjectType):
    """Why a mutation did nothing."""

    code = graphene.String(required=True, description="stable, for programs")
    message = graphene.String(required=True, description="a sentence for people")
    field = graphene.String(description="the input field that is meant")
    version = graphene.String(description="the present version, where somebody else has changed the thing")

    @staticmethod
    def of(error: DomainError) -> "Error":
        """Describe an error of the domain."""
        version = error.data.get("version")
        return Error(code=error.code, message=error.message, field=error.field, version=version)


def limit_error(code: str, message: str, **data: object) -> GraphQLError:
    """Refuse a query before it runs."""
    return GraphQLError(message, extensions={"code": code, **data})


def format_error(error: GraphQLError) -> dict[str, Any]:
    """Give an error as it is sent. Whatever was not meant for clients is logged and shown without detail."""
    original = error.original_error
    shown: dict[str, Any] = dict(error.formatted)
    if isinstance(original, DomainError):
        extensions = {**original.data, "code": original.code}
        if original.field is not None:
            extensions["field"] = original.field
        if isinstance(original, DependencyFault):
            logger.warning("dependency.unavailable", extra={"code": original.code, "reason": original.message})
    elif original is None or isinstance(original, GraphQLError):
        extensions = {"code": INVALID_QUERY, **(error.extensions or {})}
    elif isinstance(original, OperationalError):
        logger.error("database.unavailable", exc_info=original)
        shown["message"] = BUSY.message
        extensions = {"code": BUSY.code}
    else:
        logger.error("graphql.error", exc_info=original, extra={"graphql_path": error.path})
        shown["message"] = INTERNAL.message
        extensions = {"code": INTERNAL.code}
    return {**shown, "extensions": {**extensions, "request_id": request_id.current()}}

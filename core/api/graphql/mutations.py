"""The base of mutations: signed in, all or nothing, and errors of the domain as data."""

from typing import Any, ClassVar

import graphene
from django.db import IntegrityError

from core.api.graphql.context import Info
from core.api.graphql.errors import Error
from core.errors import DomainError, NotAuthenticated
from core.transactions import persistent
from core.vanishing import gone_meanwhile


class Mutation(graphene.Mutation):
    """Subclasses name an `input_type` and implement `perform`, which gives the fields of the payload."""

    class Meta:
        abstract = True

    errors = graphene.List(graphene.NonNull(Error), required=True, description="empty when all went well")

    # The fields of the payload where nothing was done; needed for those that are never null.
    refused: ClassVar[dict[str, object]] = {}

    @classmethod
    def __init_subclass_with_meta__(cls, input_type: Any = None, **options: Any) -> None:
        arguments = {"input": graphene.Argument(input_type, required=True)}
        super().__init_subclass_with_meta__(name=f"{cls.__name__}Payload", arguments=arguments, **options)

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        """Do the work; what is absent from the input, or null in it, is absent from `values`."""
        raise NotImplementedError

    @classmethod
    def mutate(cls, _root: object, info: Info, input: dict[str, Any]) -> "Mutation":  # noqa: A002  # GraphQL's word
        _ = info.context.person
        values = {name: value for name, value in input.items() if value is not None}
        try:
            return cls(errors=[], **persistent(cls.perform)(info, **values))
        except NotAuthenticated:
            raise
        except DomainError as error:
            return cls(errors=[Error.of(error)], **cls.refused)
        except IntegrityError as error:
            if (gone := gone_meanwhile(error)) is None:
                raise
            return cls(errors=[Error.of(gone)], **cls.refused)

    @classmethod
    def field(cls) -> graphene.Field:
        """Mount the mutation."""
        return cls.Field(required=True)

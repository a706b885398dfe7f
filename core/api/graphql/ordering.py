"""`orderBy` arguments: the orders of a list, the default first."""

from typing import Any

import graphene

from core.api.graphql.keyset import Order


class Ordering:
    """The orders of one list by their GraphQL names."""

    def __init__(self, name: str, **orders: Order) -> None:
        self._orders = {key.upper(): order for key, order in orders.items()}
        pairs = [(key, key) for key in self._orders]
        self._first = pairs[0][0]
        self.enum = graphene.Enum(name, pairs, description="The order of the list.")

    def argument(self) -> graphene.Argument:
        """Return the argument of a connection."""
        return graphene.Argument(self.enum, default_value=self._first)

    def resolve(self, value: Any) -> Order:
        """Return the requested order; the default for null."""
        return self._orders[getattr(value, "value", value) or self._first]

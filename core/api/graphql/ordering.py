"""`orderBy`: the orders that a list can be asked for in; the first one is what it has anyway."""

from typing import Any

import graphene

from core.api.graphql.keyset import Order


class Ordering:
    """The orders of one list, by the name that clients use."""

    def __init__(self, name: str, **orders: Order) -> None:
        self._orders = {key.upper(): order for key, order in orders.items()}
        pairs = [(key, key) for key in self._orders]
        self._first = pairs[0][0]
        self.enum = graphene.Enum(name, pairs, description="What comes first.")

    def argument(self) -> graphene.Argument:
        """Give the argument of a connection."""
        return graphene.Argument(self.enum, default_value=self._first)

    def chosen(self, given: Any) -> Order:
        """Give the order that was asked for; the usual one for null."""
        return self._orders[getattr(given, "value", given) or self._first]

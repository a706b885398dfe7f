"""Typed values: normalise the words of an answer by the type of its column. Pure."""

from corpuses.extracts.values.base import (
    DoesNotFit,
    NoAmount,
    NoBoolean,
    NoChoice,
    NoCurrency,
    NoDate,
    NoDuration,
    NoJson,
    NoNumber,
    NotWhole,
    NoValue,
    Options,
    SchemaMismatch,
    UnknownType,
    Value,
)
from corpuses.extracts.values.normalisation import TYPES, normalise

__all__ = [
    "TYPES",
    "DoesNotFit",
    "NoAmount",
    "NoBoolean",
    "NoChoice",
    "NoCurrency",
    "NoDate",
    "NoDuration",
    "NoJson",
    "NoNumber",
    "NoValue",
    "NotWhole",
    "Options",
    "SchemaMismatch",
    "UnknownType",
    "Value",
    "normalise",
]

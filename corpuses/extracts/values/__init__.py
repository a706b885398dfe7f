"""Typed values: normalise the words of an answer by the type of its column. Pure."""

from corpuses.extracts.values.base import (
    DoesNotFit,
    Endless,
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
    RelativeDate,
    SchemaMismatch,
    UnknownType,
    Value,
)
from corpuses.extracts.values.normalisation import TYPES, normalise

__all__ = [
    "TYPES",
    "DoesNotFit",
    "Endless",
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
    "RelativeDate",
    "SchemaMismatch",
    "UnknownType",
    "Value",
    "normalise",
]

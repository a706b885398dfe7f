"""Mutants of a Python module: other comparisons, numbers, signs, branches; an argument, decorator or statement less.

Texts, annotations and imports stay as they are: what a program says is no decision.
"""

import ast
from collections.abc import Callable, Iterator
from itertools import takewhile
from typing import Any

from tests.meta.mutants.mutant import Mutant

_COMPARED = {
    ast.Lt: [ast.LtE, ast.GtE],
    ast.LtE: [ast.Lt, ast.Gt],
    ast.Gt: [ast.GtE, ast.LtE],
    ast.GtE: [ast.Gt, ast.Lt],
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.Is: [ast.IsNot],
    ast.IsNot: [ast.Is],
    ast.In: [ast.NotIn],
    ast.NotIn: [ast.In],
}
_CALCULATED = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.Pow: ast.Mult,
    ast.Mod: ast.Div,
}
_JOINED = {ast.And: ast.Or, ast.Or: ast.And}
_RIVALS = {"min": "max", "max": "min", "any": "all", "all": "any"}
_HARMLESS_DECORATORS = {"property", "classmethod", "staticmethod", "contextmanager", "cache", "dataclass"}
_NO_DECISION = {"annotation", "returns", "bases", "decorator_list", "ctx"}

_AROUND = 40

# Puts another value where a node stands in the tree.
Put = Callable[[Any], None]


def mutants_of(path: str, source: str) -> Iterator[Mutant]:
    """Give every mutant of a module."""
    tree = ast.parse(source)
    for node, put, statement in list(_places(tree, None)):
        before, line = _told(statement), node.lineno
        for other in _others(node):
            put(other)
            after = _told(other if statement is node else statement)
            yield _mutant(path, line, before, after, tree)
            put(node)
        for _ in _smaller(node):
            yield _mutant(path, line, before, _told(statement), tree)


def _mutant(path: str, line: int, before: str, after: str, tree: ast.AST) -> Mutant:
    return Mutant(path=path, line=line, source=ast.unparse(tree), **_window(before, after))


def _told(statement: ast.stmt) -> str:
    """A statement without those that it holds."""
    lines = ast.unparse(statement).splitlines()
    return " ".join(lines[: 1 + sum(line.startswith("@") for line in lines)])


def _window(before: str, after: str) -> dict[str, str]:
    """The part that differs, with as much around it as makes it known."""
    start = _shared(before, after)
    rest = _shared(before[start:][::-1], after[start:][::-1])
    first = max(0, start - _AROUND)
    return {
        "before": before[first : len(before) - max(0, rest - _AROUND)],
        "after": after[first : len(after) - max(0, rest - _AROUND)],
    }


def _shared(one: str, other: str) -> int:
    """Count the characters with which both begin."""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return sum(1 for _ in same)


def _places(tree: Any, statement: ast.stmt | None) -> Iterator[tuple[Any, Put, ast.stmt]]:
    """What may be changed, how, and the statement in which it stands."""
    if isinstance(tree, ast.Import | ast.ImportFrom | ast.JoinedStr):
        return
    for field, value in ast.iter_fields(tree):
        if field in _NO_DECISION:
            continue
        places = enumerate(value) if isinstance(value, list) else [(field, value)]
        for place, child in places:
            if isinstance(child, ast.AST):
                inner = child if isinstance(child, ast.stmt) else statement
                if hasattr(child, "lineno") and inner is not None:
                    yield child, _putter(value if isinstance(value, list) else tree, place), inner
                yield from _places(child, inner)


def _putter(holder: Any, place: str | int) -> Put:
    def put(value: Any) -> None:
        if isinstance(place, str):
            setattr(holder, place, value)
        else:
            holder[place] = value

    return put


def _others(node: Any) -> Iterator[Any]:
    match node:
        case ast.Compare(left=left, ops=[op], comparators=right):
            yield from (ast.Compare(left, [other()], right) for other in _COMPARED.get(type(op), []))
        case ast.Compare(left=left, ops=ops, comparators=right):
            yield from _chained(left, ops, right)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _CALCULATED:
            yield ast.BinOp(left, _CALCULATED[type(op)](), right)
        case ast.BoolOp(op=op, values=values):
            yield ast.BoolOp(_JOINED[type(op)](), values)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value) | float(value)):
            yield from (ast.Constant(value + 1), ast.Constant(value - 1))
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield ast.IfExp(test, orelse, body)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords) if name in _RIVALS:
            yield ast.Call(ast.Name(_RIVALS[name], ast.Load()), args, keywords)
        case ast.stmt():
            yield from _other_statements(node)


def _other_statements(node: ast.stmt) -> Iterator[ast.stmt]:
    match node:
        case ast.If(test=ast.Compare(ops=[_]) | ast.UnaryOp(op=ast.Not())):
            return  # turned already, by way of the comparison
        case ast.If(test=test, body=body, orelse=orelse):
            yield ast.If(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.While(test=ast.Compare(ops=[_]) | ast.UnaryOp(op=ast.Not())):
            return
        case ast.While(test=test, body=body, orelse=orelse):
            yield ast.While(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.Return(value=ast.expr() as value) if not (isinstance(value, ast.Constant) and value.value is None):
            yield ast.Return(ast.Constant(None))
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Raise():
            yield ast.Pass()


def _chained(left: ast.expr, ops: list[ast.cmpop], right: list[ast.expr]) -> Iterator[ast.Compare]:
    for at, op in enumerate(ops):
        for other in _COMPARED.get(type(op), []):
            yield ast.Compare(left, [*ops[:at], other(), *ops[at + 1 :]], right)


def _smaller(node: Any) -> Iterator[None]:
    """Leave out a named argument, or a decorator, until the next is asked for."""
    items = getattr(node, "keywords" if isinstance(node, ast.Call) else "decorator_list", [])
    for at, item in enumerate(list(items)):
        if getattr(getattr(item, "func", item), "id", "") in _HARMLESS_DECORATORS:
            continue
        del items[at]
        yield
        items.insert(at, item)

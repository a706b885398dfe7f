"""Mutants of a Python module: other comparisons, numbers, signs, branches; an argument, decorator or statement less.

Texts, annotations and imports are not changed, because they decide nothing.
"""

import ast
from collections.abc import Callable, Iterator
from itertools import takewhile
from typing import Any

from tests.meta.mutants.mutant import Mutant

_COMPARISONS = {
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
_ARITHMETIC = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.Pow: ast.Mult,
    ast.Mod: ast.Div,
}
_BOOLEAN = {ast.And: ast.Or, ast.Or: ast.And}
_OPPOSITES = {"min": "max", "max": "min", "any": "all", "all": "any"}
_HARMLESS_DECORATORS = {"property", "classmethod", "staticmethod", "contextmanager", "cache", "dataclass"}
_SKIPPED_FIELDS = {"annotation", "returns", "bases", "decorator_list", "ctx"}

_CONTEXT = 40

# Replaces a node of the tree.
Replace = Callable[[Any], None]


def mutants_of(path: str, source: str) -> Iterator[Mutant]:
    """Yield every mutant of a module."""
    tree = ast.parse(source)
    for node, replace, statement in list(_nodes(tree, None)):
        before, line = _summary(statement), node.lineno
        for other in _alternatives(node):
            replace(other)
            after = _summary(other if statement is node else statement)
            yield _mutant(path, line, before, after, tree)
            replace(node)
        for _ in _removals(node):
            yield _mutant(path, line, before, _summary(statement), tree)


def _mutant(path: str, line: int, before: str, after: str, tree: ast.AST) -> Mutant:
    return Mutant(path=path, line=line, source=ast.unparse(tree), **_window(before, after))


def _summary(statement: ast.stmt) -> str:
    """Return the text of a statement without its body."""
    lines = ast.unparse(statement).splitlines()
    return " ".join(lines[: 1 + sum(line.startswith("@") for line in lines)])


def _window(before: str, after: str) -> dict[str, str]:
    """Return the differing part with some context."""
    start = _common_prefix(before, after)
    rest = _common_prefix(before[start:][::-1], after[start:][::-1])
    first = max(0, start - _CONTEXT)
    return {
        "before": before[first : len(before) - max(0, rest - _CONTEXT)],
        "after": after[first : len(after) - max(0, rest - _CONTEXT)],
    }


def _common_prefix(one: str, other: str) -> int:
    """Return the length of the common prefix."""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return sum(1 for _ in same)


def _nodes(tree: Any, statement: ast.stmt | None) -> Iterator[tuple[Any, Replace, ast.stmt]]:
    """Yield each node that may be changed, the function that replaces it, and its statement."""
    if isinstance(tree, ast.Import | ast.ImportFrom | ast.JoinedStr):
        return
    for field, value in ast.iter_fields(tree):
        if field in _SKIPPED_FIELDS:
            continue
        children = enumerate(value) if isinstance(value, list) else [(field, value)]
        for key, child in children:
            if isinstance(child, ast.AST):
                inner = child if isinstance(child, ast.stmt) else statement
                if hasattr(child, "lineno") and inner is not None:
                    yield child, _replacer(value if isinstance(value, list) else tree, key), inner
                yield from _nodes(child, inner)


def _replacer(parent: Any, key: str | int) -> Replace:
    def replace(value: Any) -> None:
        if isinstance(key, str):
            setattr(parent, key, value)
        else:
            parent[key] = value

    return replace


def _alternatives(node: Any) -> Iterator[Any]:
    match node:
        case ast.Compare(left=left, ops=[op], comparators=right):
            yield from (ast.Compare(left, [other()], right) for other in _COMPARISONS.get(type(op), []))
        case ast.Compare(left=left, ops=ops, comparators=right):
            yield from _chained(left, ops, right)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _ARITHMETIC:
            yield ast.BinOp(left, _ARITHMETIC[type(op)](), right)
        case ast.BoolOp(op=op, values=values):
            yield ast.BoolOp(_BOOLEAN[type(op)](), values)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value) | float(value)):
            yield from (ast.Constant(value + 1), ast.Constant(value - 1))
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield ast.IfExp(test, orelse, body)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords) if name in _OPPOSITES:
            yield ast.Call(ast.Name(_OPPOSITES[name], ast.Load()), args, keywords)
        case ast.stmt():
            yield from _alternative_statements(node)


def _alternative_statements(node: ast.stmt) -> Iterator[ast.stmt]:
    match node:
        case ast.If(test=ast.Compare(ops=[_]) | ast.UnaryOp(op=ast.Not())):
            return  # negated already, through the comparison
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
    for index, op in enumerate(ops):
        for other in _COMPARISONS.get(type(op), []):
            yield ast.Compare(left, [*ops[:index], other(), *ops[index + 1 :]], right)


def _removals(node: Any) -> Iterator[None]:
    """Remove each named argument or decorator in turn, until the generator continues."""
    items = getattr(node, "keywords" if isinstance(node, ast.Call) else "decorator_list", [])
    for index, item in enumerate(list(items)):
        if getattr(getattr(item, "func", item), "id", "") in _HARMLESS_DECORATORS:
            continue
        del items[index]
        yield
        items.insert(index, item)

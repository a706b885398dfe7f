"""A mutant: one small change of a source file."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """`source` is the changed file; `before` and `after` identify the change without its line, which may move."""

    path: str
    line: int
    before: str
    after: str
    source: str

    @property
    def name(self) -> str:
        return f"{self.path}: {self.before}  =>  {self.after}"

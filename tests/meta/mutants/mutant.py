"""One small wrong change of one source file. Makes nothing and runs nothing."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """`source` is the whole file with the change; `before` and `after` name it, without a line, so that it lasts."""

    path: str
    line: int
    before: str
    after: str
    source: str

    @property
    def name(self) -> str:
        return f"{self.path}: {self.before}  =>  {self.after}"

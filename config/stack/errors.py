"""What the stack tells a person: one sentence that says what is wrong, one that says what to do."""


class StackError(Exception):
    """Something outside our code stops the stack; `hint` says what to do about it."""

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.args[0]}\n  {self.hint}" if self.hint else str(self.args[0])

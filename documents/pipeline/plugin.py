"""What the built-in plug-ins have in common: they read the types of a list, each as well as any other."""

from collections.abc import Sequence

USUAL_SCORE = 50


class OfTypes:
    """Answers for `types`; those of `second_choice` are better read by somebody else."""

    types: Sequence[str] = ()
    second_choice: Sequence[str] = ()

    def accepted_types(self) -> tuple[str, ...]:
        return (*self.types, *self.second_choice)

    def score(self, mime_type: str) -> int:
        if mime_type in self.types:
            return USUAL_SCORE
        return USUAL_SCORE // 2 if mime_type in self.second_choice else 0

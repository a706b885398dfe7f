"""Everything that can be wrong with a plug-in."""

NOT_CALLABLE = "model.onnx"


class NoParser:
    """Has a name and nothing else."""

    name = "no-parser"


class Raises:
    """Cannot be made."""

    def __init__(self) -> None:
        raise OSError("there is no model")


class Taken:
    """Is called as one that is there."""

    name = "pdfium"
    version = "1"

    def accepted_types(self):
        return ("application/pdf",)

    def score(self, mime_type):
        return 1_000

    def parse(self, path, options):
        yield from ()


class NoTypes(Taken):
    """Accepts something that is no tuple of types."""

    name = "no-types"

    def accepted_types(self):
        return [None]

"""Plug-ins with all kinds of faults."""

NOT_CALLABLE = "model.onnx"


class NoParser:
    """Has only a name."""

    name = "no-parser"


class Raises:
    """Cannot be instantiated."""

    def __init__(self) -> None:
        raise OSError("the model is missing")


class Taken:
    """Uses the name of a built-in parser."""

    name = "pdfium"
    version = "1"

    def accepted_types(self):
        return ("application/pdf",)

    def score(self, mime_type):
        return 1_000

    def parse(self, path, options):
        yield from ()


class NoTypes(Taken):
    """Returns accepted types of the wrong type."""

    name = "no-types"

    def accepted_types(self):
        return [None]

"""Text that PostgreSQL can store. Pure."""


def storable(text: str) -> str:
    """Return `text` without characters that PostgreSQL cannot store: NUL and unpaired surrogates."""
    return text.encode("utf-8", "replace").decode().replace("\x00", "")

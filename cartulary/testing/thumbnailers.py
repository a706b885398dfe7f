"""The contract of thumbnailers: a small webp picture, or an error in words."""

from collections.abc import Iterator, Sequence

from cartulary.testing.broken import complaints_about_bad_files, require_none
from cartulary.testing.parsers import Sample
from core.plugins import BadPlugin
from documents.pipeline.protocols import Thumbnailer
from documents.pipeline.registry import Registry

_WIDTH = 300
_LARGEST = 4 * 1024 * 1024
_WEBP_MARK = slice(8, 12)


def check_thumbnailer(thumbnailer: Thumbnailer, samples: Sequence[Sample]) -> None:
    """Draw every sample, and spoiled copies of it."""
    require_none([*_of_itself(thumbnailer), *(each for sample in samples for each in _of_sample(thumbnailer, sample))])


def _of_itself(thumbnailer: Thumbnailer) -> Iterator[str]:
    registry: Registry[Thumbnailer] = Registry(Thumbnailer)  # type: ignore[type-abstract]  # as for parsers
    try:
        registry.register(thumbnailer)
    except BadPlugin as error:
        yield str(error)


def _of_sample(thumbnailer: Thumbnailer, sample: Sample) -> Iterator[str]:
    image = thumbnailer.thumbnail(sample.path, sample.mime_type, width=_WIDTH)
    if image[_WEBP_MARK] != b"WEBP":
        yield f"{sample.path.name}: the picture is no webp"
    if len(image) > _LARGEST:
        yield f"{sample.path.name}: the picture is larger than 4 MB"
    yield from complaints_about_bad_files(
        sample.path, lambda path: thumbnailer.thumbnail(path, sample.mime_type, width=_WIDTH)
    )

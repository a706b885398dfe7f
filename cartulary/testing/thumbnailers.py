"""Contract test for thumbnailers: a small webp image, and typed errors for damaged files."""

from collections.abc import Iterator, Sequence

from cartulary.testing.bad_files import check_bad_files, raise_violations
from cartulary.testing.parsers import Sample
from core.plugins import BadPlugin
from documents.pipeline.protocols import Thumbnailer
from documents.pipeline.registry import Registry

_WIDTH = 300
_MAX_BYTES = 4 * 1024 * 1024
_WEBP_SIGNATURE = slice(8, 12)


def check_thumbnailer(thumbnailer: Thumbnailer, samples: Sequence[Sample]) -> None:
    """Render every sample, and damaged copies of it."""
    raise_violations(
        [*_registration(thumbnailer), *(each for sample in samples for each in _sample(thumbnailer, sample))]
    )


def _registration(thumbnailer: Thumbnailer) -> Iterator[str]:
    registry: Registry[Thumbnailer] = Registry(Thumbnailer)  # type: ignore[type-abstract]  # as for parsers
    try:
        registry.register(thumbnailer)
    except BadPlugin as error:
        yield str(error)


def _sample(thumbnailer: Thumbnailer, sample: Sample) -> Iterator[str]:
    image = thumbnailer.thumbnail(sample.path, sample.mime_type, width=_WIDTH)
    if image[_WEBP_SIGNATURE] != b"WEBP":
        yield f"{sample.path.name}: the image is not webp"
    if len(image) > _MAX_BYTES:
        yield f"{sample.path.name}: the image is larger than 4 MB"
    yield from check_bad_files(sample.path, lambda path: thumbnailer.thumbnail(path, sample.mime_type, width=_WIDTH))

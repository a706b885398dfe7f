"""Frames on the pipes of the sandbox."""

from documents.pipeline.sandbox.wire import pack, unpack


def test_single_surrogates_are_replaced_without_changing_offsets():
    assert unpack(pack({"text": "a\ud800b"})[4:]) == {"text": "a?b"}

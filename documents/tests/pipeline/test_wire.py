"""What goes over the pipes of the sandbox."""

from documents.pipeline.sandbox.wire import pack, unpack


def test_halves_of_characters_become_marks_and_places_in_the_text_stay():
    assert unpack(pack({"text": "a\ud800b"})[4:]) == {"text": "a?b"}

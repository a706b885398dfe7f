"""The items of a file: found one by one, with bounded memory for every file."""

import json
import tracemalloc

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from core.errors import UserFault
from corpuses.annotations.models import Annotation, Relation
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.imports import items as reading
from corpuses.imports import services as imports
from corpuses.imports import starting
from corpuses.imports.items import MAX_BYTES, MAX_VALUES, TooManyRows, Turn, open_items
from corpuses.imports.rows import RowUnreadable
from corpuses.imports.starting import IMPORT
from documents.tests.factories import parsed_document
from tasks.models import Job
from tasks.testing import run_jobs

MEGABYTE = 1_000_000
RELATION = {"source annotation id": "", "target annotation id": ""}
ELSEWHERE = {"motivation": "linking", "target": "https://example.org/"}


@pytest.fixture
def read(tmp_path):
    """Read a file; return its items, with the code in place of an error."""

    def read(content):
        path = tmp_path / "file"
        path.write_bytes(content)
        with open_items(path) as items:
            return [
                (number, item.code if isinstance(item, UserFault) else item)
                for number, item in (items[position] for position in range(len(items)))
            ]

    return read


DOCUMENTS = [
    (b"[]", []),
    (b'\xef\xbb\xbf [ 1 , "]" , {"a": [{}]}, null ]\r\n ', [1, "]", {"a": [{}]}, None]),
    (b'[{"a": "\\"}]"}, "\\\\"]', [{"a": '"}]'}, "\\"]),
    (b'{"items": []}', []),
    (b'{"items": {}}', [{"items": {}}]),
    (b'{\n"b": 1,\n"items": [{"a": 1},\n 2], "c": {"items": [3]}}', [{"a": 1}, 2]),
    (b'{"items": [1], "first": {"items": [2]}}', [2]),
    (b'{"first": {"items": [2]}, "items": [1]}', [2]),
    (b'{"first": {"a": 2}, "items": [1]}', [{"first": {"a": 2}, "items": [1]}]),
    (b'{"first": "https://example.org/", "items": [1]}', [1]),
    (b'{"items": [1], "items": [2, 3]}', [2, 3]),
    (b'{"first": {"first": {"items": [1]}, "items": [2]}}', [2]),
    (json.dumps({"items": [ELSEWHERE, 1]}).encode(), [1]),
    (json.dumps([ELSEWHERE, 1]).encode(), [ELSEWHERE, 1]),
    (b'{"a": "[{", "b": {}}', [{"a": "[{", "b": {}}]),
    (b'["caf\xc3\xa9", "\xff"]', ["caf\u00e9", "\ufffd"]),
]


@pytest.mark.parametrize(("content", "expected"), DOCUMENTS)
def test_a_document_is_read_item_by_item(read, content, expected):
    assert read(content) == list(enumerate(expected, 1))


BAD = "annotation_unreadable"
LINES = [
    (b'{"a": 1}\n\n \n{"b": 2}', [(1, {"a": 1}), (4, {"b": 2})]),
    (b"\xef\xbb\xbf\n[1]\r\n[2]\r\n", [(2, [1]), (3, [2])]),
    (b'{"items": [1]}\n{}', [(1, {"items": [1]}), (2, {})]),
    (b"{broken\n{}", [(1, BAD), (2, {})]),
    (b'{"a": "\n{}', [(1, BAD), (2, {})]),
    (b"[1, 2,]", [(1, BAD)]),
    (b"[1 2]", [(1, BAD)]),
    (b"[1\n", [(1, BAD)]),
    (b"[tru]", [(1, BAD)]),
    (b'{"a" 1}', [(1, BAD)]),
    (b"{1: 2}", [(1, BAD)]),
    (b'{"a": [1}]', [(1, BAD)]),
    (b'{"a": 1', [(1, BAD)]),
]


@pytest.mark.parametrize(("content", "expected"), LINES)
def test_what_is_no_document_is_read_by_lines(read, content, expected):
    assert read(content) == expected


def test_items_come_in_turns_and_in_batches_of_one_turn(tmp_path):
    path = tmp_path / "file"
    rows = [{"comment id": ""}, RELATION, {"label": "A"}, {"label": "B"}, RELATION]
    path.write_text("\n".join(map(json.dumps, rows)))
    with open_items(path) as items:
        assert [items[position][0] for position in range(5)] == [3, 4, 2, 5, 1]
        batches = [
            (turn, [number for number, _ in batch]) for turn, batch in (items.batch(at, 3) for at in (0, 1, 2, 4))
        ]
        assert [number for _, (number, _) in items.of_turn(Turn.RELATIONS)] == [2, 5]
    assert batches == [
        (Turn.ANNOTATIONS, [3, 4]),
        (Turn.ANNOTATIONS, [4]),
        (Turn.RELATIONS, [2, 5]),
        (Turn.COMMENTS, [1]),
    ]


def test_large_items_are_in_small_batches(tmp_path):
    path = tmp_path / "file"
    large = json.dumps({"note": "n" * (MAX_BYTES // 2 - 100)})
    path.write_text("\n".join([large] * 3))
    with open_items(path) as items:
        assert [len(items.batch(position, 500)[1]) for position in (0, 1, 2)] == [2, 2, 1]


def test_an_item_is_limited_in_size_values_and_depth(read):
    most = json.dumps({"a": ["["] * (MAX_VALUES - 3)})
    more = json.dumps({"a": ["["] * (MAX_VALUES - 2)})
    long = json.dumps({"a": "x" * MAX_BYTES})
    deep = "[" * 5_000 + "]" * 5_000
    lines = read("\n".join([most, more, long, deep, "{}"]).encode())
    assert lines == [(1, json.loads(most)), (2, BAD), (3, BAD), (4, BAD), (5, {})]
    assert read(f"[{most},{more},{deep},{{}}]".encode()) == [(1, json.loads(most)), (2, BAD), (3, BAD), (4, {})]
    for document in (f"[1, {long}]", f'{{"items": [1, {long}]}}'):
        with pytest.raises(RowUnreadable, match="Annotation 2 has more than 4,000,000 bytes"):
            read(document.encode())


HOSTILE = {
    "a list of lists": b"[" + b"[]," * (MEGABYTE // 3) + b"[]]",
    "a page of lists": b'{"items": [' + b"[]," * (MEGABYTE // 3) + b"[]]}",
    "a list in a list": b"[[" + b"[]," * (4 * MEGABYTE) + b"[]]]",
    "a list in an object": b'{"a": [' + b"[]," * (4 * MEGABYTE) + b"[]]}",
    "numbers": b"[" + b"1," * MEGABYTE + b"1]",
    "lines": b"1\n" * MEGABYTE,
    "blank lines": b"{}" + b"\n" * (4 * MEGABYTE),
    "nested": b'{"a":' * MEGABYTE,
    "quotes": b'["' + b'\\"' * (2 * MEGABYTE) + b"\\",
    "quotes in a line": b"{}\n" + b'"\\"' + b'\\"' * MEGABYTE,
    "keys": b"{" + b'"a":1,' * (MEGABYTE // 2) + b'"a":1}',
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_memory_is_bounded_for_any_file(read, content, settings):
    settings.MAX_IMPORTED_ANNOTATIONS = 10_000
    # Parsed as a whole, the first of them takes 60 bytes for each of its bytes.
    tracemalloc.start()
    try:
        try:
            found = len(read(content))
        except (TooManyRows, RowUnreadable):
            found = 0
        assert tracemalloc.get_traced_memory()[1] < 16 * MEGABYTE
    finally:
        tracemalloc.stop()
    assert found <= 2


@pytest.fixture
def corpus(user):
    return create_corpus(owner=user, title="Leases")


def start(api, corpus, content):
    url = f"/api/v1/corpuses/{corpus.pk}/annotation-imports"
    response = api.post(url, {"file": SimpleUploadedFile("annotations.json", content)})
    assert response.status_code == 202, response.json()
    Job.objects.exclude(kind=IMPORT).delete()
    return response["Location"]


@pytest.mark.django_db
def test_a_file_of_millions_of_values_does_not_fill_the_memory_of_the_worker(api, corpus):
    report = start(api, corpus, b"[" + b"[]," * MEGABYTE + b"[]]")
    tracemalloc.start()
    try:
        run_jobs()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert api.send("GET", report).json()["error"]["code"] == "too_many_imported_annotations"
    assert peak < 16 * MEGABYTE


@pytest.mark.django_db
def test_few_imports_of_a_user_wait_or_run(api, corpus, monkeypatch):
    monkeypatch.setattr(starting, "MAX_WAITING", 2)
    for _ in range(2):
        start(api, corpus, b'{"quote": "rent", "label": "Rent"}')
    url = f"/api/v1/corpuses/{corpus.pk}/annotation-imports"
    response = api.post(url, {"file": SimpleUploadedFile("annotations.jsonl", b'{"quote": "rent"}')})
    assert (response.status_code, response.json()["error"]["code"]) == (429, "too_many_imports")
    assert response["Retry-After"] == "10"
    run_jobs()
    start(api, corpus, b'{"quote": "rent", "label": "Rent"}')


@pytest.mark.django_db(transaction=True)
def test_an_import_goes_on_after_the_batch_that_was_stored_last(api, user, corpus, monkeypatch):
    document = parsed_document(user, "The tenant pays the rent.", title="Lease")
    add_documents(corpus, [document], actor=user)
    rows = [{"document id": str(document.pk), "quote": "rent", "label": f"L{number}"} for number in range(5)]
    ids = [f"01990c6e-5d2a-7b3c-8f4e-00000000000{number}" for number in range(5)]
    rows = [row | {"annotation id": key} for row, key in zip(rows, ids, strict=True)]
    related = {"label": "pays", "source annotation id": ids[0], "target annotation id": ids[4]}
    report = start(api, corpus, "\n".join(map(json.dumps, [related, *rows])).encode())
    monkeypatch.setattr(imports, "_BATCH", 2)
    read = []
    batch = reading.Items.batch

    def failing(items, position, most):
        read.append(position)
        if len(read) == 2:
            raise ConnectionError
        return batch(items, position, most)

    monkeypatch.setattr(reading.Items, "batch", failing)
    run_jobs(skip_waits=True)
    assert read[:4] == [0, 2, 2, 4]
    assert (Annotation.objects.count(), Relation.objects.count()) == (5, 1)
    done = api.send("GET", report).json()
    assert (done["state"], done["added"], done["existing"], done["relations"]) == ("done", 5, 0, 1)

"""The figures of the code base, counted in small trees of files."""

import runpy
import subprocess
import sys
import threading
from pathlib import PurePosixPath
from textwrap import dedent

import pytest

from benchmarks.codebase import entered, features, functions, modules, operations, sources

TSCONFIG = '{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}'


@pytest.fixture
def checkout(tmp_path):
    """Write files, by their paths, and return their folder and what is read from it."""

    def write(files):
        for path, text in {"frontend/tsconfig.json": TSCONFIG, **files}.items():
            file = tmp_path / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(dedent(text))
        subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
        subprocess.run(["git", "add", "."], cwd=tmp_path, check=True)
        return tmp_path, sources.read(tmp_path)

    return write


@pytest.fixture
def read(checkout):
    """Write files and return what is read."""
    return lambda files: checkout(files)[1]


def at_start(product):
    return modules.python_imports(product.trees, is_at_start=True)


def test_only_committed_files_of_the_product_are_counted(checkout):
    folder, _ = checkout(
        {
            "manage.py": "1\n",
            "shop/models.py": "1\n2\n3\n",
            "shop/conftest.py": "1\n",
            "shop/tests/test_models.py": "1\n",
            "shop/migrations/0001_initial.py": "1\n",
            "benchmarks/shop.py": "1\n",
            "clients/python/shop.py": "1\n",
            "frontend/src/shop.tsx": "1\n2\n",
            "frontend/src/shop.test.tsx": "1\n",
            "frontend/src/testing/shop.ts": "1\n",
            "frontend/vite.config.ts": "1\n",
        }
    )
    (folder / "shop" / "draft.py").write_text("1\n")
    assert sources.size(sources.read(folder)) == {"source_files": 2, "python_lines": 3, "typescript_lines": 2}


def test_all_lines_of_an_import_count_those_inside_functions_too(read):
    product = read(
        {
            "shop/a.py": """\
                import os, re; import sys
                from shop.b import (
                    first,
                    second,
                )


                def read():
                    import json
                    return "import json"
                """
        }
    )
    assert functions.import_lines(product) == 6
    assert functions.figures(product)["import_share"] == 60.0


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ('"""Only said."""', 0),
        ('"""Said\n\n    in three lines."""\n    return 1', 1),
        ("return 1", 1),
        ("a = 1\n\n    # why\n    b = 2\n    return a", 5),
        ("return [\n        1,\n        2,\n        3,\n        4,\n    ]", 6),
    ],
)
def test_a_body_is_measured_without_its_docstring(read, body, lines):
    product = read({"shop/a.py": f"@property\ndef name(\n    one,\n    two,\n):\n    {body}\n"})
    (function,) = next(iter(product.trees.values())).body
    assert functions.body_lines(function) == lines
    assert functions.figures(product)["tiny_functions_share"] == (100.0 if lines <= 5 else 0.0)


def test_methods_and_inner_functions_are_functions(read):
    statements = "\n".join(f"        value = {number}" for number in range(5))
    product = read(
        {
            "shop/a.py": f"class A:\n    def long(self):\n{statements}\n        return value\n\n"
            "    async def short(self):\n        def inner():\n            return 1\n        return lambda: inner\n"
        }
    )
    assert functions.figures(product)["tiny_functions_share"] == 66.7


def test_private_functions_are_counted_where_they_are_named(read):
    product = read(
        {
            "shop/a.py": """\
                from functools import partial

                def _never(): ...
                def _called(): ...
                def _passed_on(): ...
                def _twice(): ...
                def _elsewhere(): ...
                def _recursive(): return _recursive
                def public(): return _called(), partial(_passed_on), _twice(), _twice(), "_never", _recursive()
                class A:
                    def _method(self): return self._method()
                """,
            "shop/b.py": """\
                from shop.a import _elsewhere as other

                def _called(): return other()
                """,
        }
    )
    counts = functions.private_references(product.trees)
    assert {f"{module}.{name}": count for (module, name), count in counts.items()} == {
        "shop.a._never": 0,
        "shop.a._called": 1,
        "shop.a._passed_on": 1,
        "shop.a._twice": 2,
        "shop.a._elsewhere": 1,
        "shop.a._recursive": 2,
        "shop.b._called": 0,
    }
    assert functions.figures(product)["private_called_once"] == 3


def test_python_imports_are_of_modules_and_at_start_only_what_is_loaded(read):
    product = read(
        {
            "shop/__init__.py": "name = 1\n",
            "shop/a.py": """\
                import os
                from typing import TYPE_CHECKING

                import shop.e
                from shop import b, name

                if TYPE_CHECKING:
                    from shop import c
                else:
                    from shop.f import x

                class A:
                    from shop.g import y
                    def read(self):
                        from shop import d
                """,
            "shop/i.py": "from shop import b\n",
            **{f"shop/{name}.py": "" for name in "bcdefg"},
        }
    )
    loaded = {"shop", "shop.b", "shop.e", "shop.f", "shop.g"}
    assert at_start(product)["shop.a"] == loaded
    assert at_start(product)["shop.i"] == {"shop.b"}
    assert modules.python_imports(product.trees, is_at_start=False)["shop.a"] == loaded | {"shop.c", "shop.d"}


def test_typescript_imports_are_resolved(read):
    product = read(
        {
            "frontend/src/app/main.tsx": """\
                import { useState } from 'react';
                import {
                  one,
                } from '@/lib/one';
                import type { Two } from "../lib/two";
                import '../lib/effect.ts';
                import styles from './main.module.css';
                export * from './parts';
                const page = lazy(() => import('@/pages/page'));
                """,
            "frontend/src/app/parts/index.ts": "",
            "frontend/src/lib/one.ts": "",
            "frontend/src/lib/two.ts": "",
            "frontend/src/lib/effect.ts": "",
            "frontend/src/pages/page.tsx": "",
            "frontend/src/app/react.ts": "",
        }
    )
    imported = modules.typescript_imports(product.typescript, {"@/*": ["./src/*"]})["frontend/src/app/main.tsx"]
    found = ("app/parts/index.ts", "lib/one.ts", "lib/two.ts", "lib/effect.ts", "pages/page.tsx")
    assert imported == {f"frontend/src/{path}" for path in found}


def test_files_with_one_importer_are_counted_in_both_languages(checkout):
    folder, product = checkout(
        {
            "shop/__init__.py": "",
            "shop/apps.py": "",
            "shop/management/commands/sell.py": "",
            "shop/once.py": "",
            "shop/once_inside.py": "",
            "shop/twice.py": "",
            "shop/never.py": "",
            "shop/a.py": "import shop\nfrom shop import apps, once, twice\nfrom shop.management.commands import sell\n",
            "shop/b.py": "from shop import twice\ndef read():\n    from shop import once_inside\n",
            "shop/tests/test_never.py": "from shop import never\n",
            "frontend/src/main.tsx": "import './once';\nimport './twice';\n",
            "frontend/src/once.ts": "import './twice';\nimport './twice';\n",
            "frontend/src/twice.ts": "",
            "frontend/src/never.ts": "",
            "frontend/src/never.test.ts": "import './never';\n",
        }
    )
    assert modules.figures(product, folder)["one_importer_files"] == 3  # once, once_inside, once.ts


def test_a_circle_is_found_and_counts_as_one_in_a_chain(read):
    product = read(
        {
            "shop/top.py": "import shop.a\nimport shop.lowest",
            "shop/a.py": "import shop.b",
            "shop/b.py": "import shop.c",
            "shop/c.py": "import shop.a\nimport shop.low",
            "shop/low.py": "import shop.lowest\ndef read():\n    import shop.top",
            "shop/lowest.py": "",
            "shop/aside.py": "import shop.lowest",
        }
    )
    assert modules.circles(at_start(product)) == [{"shop.a", "shop.b", "shop.c"}]
    assert modules.longest_chain(at_start(product)) == 4  # top, the circle, low, lowest
    assert modules.longest_chain({}) == 0


@pytest.mark.parametrize(
    ("feature", "path", "is_counted"),
    [
        ("saved_views", "corpuses/saved_views/models.py", True),
        ("saved_views", "corpuses/views/services.py", True),
        ("saved_views", "frontend/src/app/routes/saved-views.tsx", True),
        ("saved_views", "frontend/src/features/views/menu.tsx", True),
        ("saved_views", "core/api/rest/views.py", False),
        ("labels", "corpuses/labels/services.py", True),
        ("labels", "corpuses/undo_label_deletions.py", True),
        ("labels", "frontend/src/features/corpora/deleteLabel.tsx", True),
        ("labels", "frontend/src/features/corpora/label-list.module.css", True),
        ("labels", "frontend/src/features/corpora/label-list.test.tsx", False),
        ("labels", "frontend/src/features/annotations/relabel.ts", False),
        ("labels", "documents/pipeline/pdf/tables/labels.py", False),
        ("labels", "frontend/src/features/viewer/model/page-labels.ts", False),
        ("comments", "clients/python/cartulary_client/resources/comments.py", True),
        ("comments", "frontend/src/features/comments/model/mention.ts", True),
        ("comments", "corpuses/commentary.py", False),
    ],
)
def test_the_files_of_a_feature_are_chosen_by_their_paths(feature, path, is_counted):
    assert features.is_of(feature, PurePosixPath(path)) == is_counted


def test_a_feature_has_its_files_and_its_classes_elsewhere(read):
    product = read(
        {
            "corpuses/labels/models.py": "class Label:\n    name: str\n",
            "corpuses/labels/tests/test_models.py": "1\n",
            "frontend/src/features/labels/list.tsx": "1\n2\n3\n",
            "frontend/src/features/labels/list.module.css": "1\n",
            "clients/python/shop/labels.py": "1\n",
            "clients/python/shop/records.py": "class Corpus: ...\n\n@final\nclass Label:\n    name: str\n",
            "corpuses/models.py": "class DocumentLabel:\n    name: str\n\n\nclass Relabelled: ...\n",
            "documents/figures.py": "class LabelledLabel: ...\n",
        }
    )
    assert features.figures(product) == {"saved_views_lines": 0, "labels_lines": 12, "comments_lines": 0}


def test_an_operation_is_declared_twice_if_a_mutation_is_written_for_it(read):
    product = read(
        {
            "shop/graphql.py": """\
                @mutation(label=Label)
                def create_label(info): ...

                @mutation()
                def leave(info): ...

                @atomic(durable=True)
                def delete_label(info): ...

                def mutation(): ...
                """
        }
    )
    rest = frozenset({"createLabel", "deleteLabel", "listLabels"})
    assert operations.declared_twice(product.trees, rest) == ["createLabel"]


@pytest.fixture
def recorder(tmp_path):
    """Return a recorder of the files below `tmp_path/shop`, which stops with the test."""
    yield entered.Recorder([tmp_path / "shop" / f"{name}.py" for name in ("a", "b", "c")])
    threading.setprofile(None)


@pytest.fixture
def call(checkout, recorder, monkeypatch):
    """Write modules, call `a.run` and return the names of the modules that are entered, in order."""

    def run(files):
        folder, _ = checkout(files)
        monkeypatch.syspath_prepend(folder)
        function = runpy.run_path(str(folder / "shop" / "a.py"))["run"]
        with recorder.this_thread():
            function()
        for name in [name for name in sys.modules if name.partition(".")[0] == "shop"]:
            del sys.modules[name]
        return "".join(entry.rsplit("/", 1)[1][0] for entry in recorder.entries)

    return run


B = "def two(): return 2\ndef back(function): return function()\n"


@pytest.mark.parametrize(
    ("body", "entries"),
    [
        ("return inner()", "a"),
        ("return b.two() + b.two()", "abb"),
        ("return b.back(inner)", "aba"),
        ("return sorted([1, 2], key=b.key)", "abb"),
        ("return sorted([1, 2], key=lambda _: inner())", "a"),
        ("return list(b.three())", "ab"),
        ("return lib.call(inner)", "a"),
        ("return lib.call(b.two)", "ab"),
        ("thread = Thread(target=b.two); thread.start(); thread.join()", "ab"),
    ],
)
def test_an_entry_is_a_call_from_another_module_of_the_product(call, body, entries):
    files = {
        "shop/__init__.py": "",
        "shop/lib.py": "def call(function): return function()\n",  # no file of the recorder
        "shop/b.py": f"{B}def key(x): return x\ndef three():\n    yield 1\n    yield 2\n    yield 3\n",
        "shop/a.py": "from threading import Thread\nfrom shop import b, lib\n"
        f"def inner(): return 1\ndef run():\n    {body}\n",
    }
    assert call(files) == entries


def test_the_figures_of_entries_are_the_least_of_several_runs():
    found = entered.figures("ask", [["a", "b", "a", "b", "c"], ["a", "b", "a", "a"]])
    assert found == {"modules_entered_ask": 2, "modules_entered_ask_again": 2}

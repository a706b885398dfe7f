"""The version of the product, and the licences of its libraries and models."""

import re
import tomllib

import pytest

from config.env import BASE_DIR

pytestmark = pytest.mark.django_db


def test_libraries_have_a_version_a_licence_and_an_address(api):
    answer = api.get("/api/v1/software").json()
    project = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"]
    assert answer["version"] == project["version"]
    found = {each["name"].lower(): each for each in answer["libraries"]}
    django = found["django"]
    assert (django["license"], django["url"]) == ("BSD-3-Clause", "https://www.djangoproject.com/")
    assert f"django=={django['version']}" in (BASE_DIR / "requirements" / "base.txt").read_text()
    assert len(found) > 100
    assert {name for name, each in found.items() if not (each["version"] and each["license"])} == set()
    assert all(re.match("https?://", each["url"]) for each in found.values())


def test_tools_of_development_are_not_listed(api):
    names = {each["name"].lower() for each in api.get("/api/v1/software").json()["libraries"]}
    assert not names & {"pytest", "ruff", "mypy", "playwright", "schemathesis"}


def test_models_have_the_version_of_their_package(api):
    query = "{ software { version models { name version license url } } }"
    software = api.execute(query)["software"]
    assert software["models"] == api.get("/api/v1/software").json()["models"]
    models = {each["name"]: each for each in software["models"]}
    assert models["all-MiniLM-L6-v2"]["license"] == "Apache-2.0"
    assert models["Reader of Cartulary"]["version"] == software["version"]
    assert len(models) == 6
    assert all(each["license"] and each["version"] for each in models.values())

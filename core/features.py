"""The features of an app: its folders. Each is found by what it has, so that a new one edits no list."""

from importlib import import_module
from pathlib import Path
from types import ModuleType


def import_from_features(app: str, name: str) -> list[ModuleType]:
    """Import the module `name` (`models`, `api.urls`) of an app and of each of its folders that have it, by name.

    Of a package, its modules are returned. The names are taken: a module `jobs` of a folder declares job kinds, and all
    processes import it.
    """
    root = Path(import_module(app).__path__[0])
    relative = Path(*name.split("."))
    modules: list[ModuleType] = []
    for folder in (root, *sorted(each for each in root.iterdir() if each.is_dir())):
        module = ".".join([app, *folder.relative_to(root).parts, name])
        if (folder / relative).with_suffix(".py").is_file():
            modules.append(import_module(module))
        elif (folder / relative / "__init__.py").is_file():
            files = sorted(each.stem for each in (folder / relative).glob("*.py") if each.stem != "__init__")
            modules += [import_module(f"{module}.{each}") for each in files]
    return modules

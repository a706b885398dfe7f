"""The OpenAPI document is good enough for a generated TypeScript client: it compiles, and talks to a real server."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from config.stack.paths import scripts
from users.models import User

FRONTEND = Path(__file__).parents[2] / "frontend"
PROGRAM = Path(__file__).with_name("typescript_client.ts")
PASSWORD = "correct horse"
OPTIONS = {
    "compilerOptions": {
        "strict": True,
        "noUncheckedIndexedAccess": True,
        "exactOptionalPropertyTypes": True,
        "noUnusedLocals": True,
        "target": "ES2023",
        "module": "NodeNext",
        "lib": ["ES2023", "DOM", "DOM.Iterable"],
        "types": ["node"],
    },
    "include": ["*.ts"],
}


@pytest.fixture
def folder():
    """Create a folder below `node_modules`, where Node finds the packages and git finds nothing."""
    path = FRONTEND / "node_modules" / f".typescript-client-{os.getpid()}"
    path.mkdir()
    yield path
    shutil.rmtree(path)


def node(*arguments):
    completed = subprocess.run(
        [scripts() / "node", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
        cwd=FRONTEND,
    )
    assert completed.returncode == 0, completed.stdout + completed.stderr
    return completed.stdout


@pytest.mark.full
def test_a_generated_client_compiles_and_works(live_web, transactional_db, folder):
    # proves: S3-60
    User.objects.create_user("ada", "ada@example.org", PASSWORD)
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "tsconfig.json").write_text(json.dumps(OPTIONS))
    shutil.copy(PROGRAM, folder)
    node("openapi-types.ts", f"{live_web.url}/api/schema", folder / "cartulary.d.ts")
    node("node_modules/typescript/bin/tsc", "-p", folder)
    config = {"server": live_web.url, "username": "ada", "password": PASSWORD}
    result = json.loads(node(folder / f"{PROGRAM.stem}.js", json.dumps(config)))
    assert result == {
        "titles": ["Apple", "Banana", "Cherry"],
        "total": 3,
        "state": "processing",
        "revision": None,
        "missing": [404, "not_found"],
        "wrong": [400, "invalid", "order_by", result["wrong"][3]],
        "size": len("About Banana."),
    }
    assert result["wrong"][3]["order_by"].startswith("Unknown value `titel`. Did you mean `title`?")

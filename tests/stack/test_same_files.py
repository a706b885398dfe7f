"""Several hosts need a bucket: a web server or a worker with other files than the first one does not start."""

import json

import pytest

from config.stack.paths import StackError

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.full]


@pytest.mark.parametrize("kind", ["worker", "web"])
def test_a_process_with_a_folder_of_its_own_ends(processes, tmp_path, kind):
    first = processes.worker(processes=1)
    start = getattr(processes, kind)
    with pytest.raises(StackError) as refusal:
        start(env={"DATA_DIR": str(tmp_path / "another-host")})
    lines = [json.loads(line) for line in str(refusal.value).splitlines() if line.startswith("{")]
    (refused,) = [line for line in lines if line["event"] == "files.elsewhere"]
    assert "S3_BUCKET" in refused["error"]
    assert first.popen.poll() is None
    start()  # on the first host, another one starts

"""Logs of web servers and workers, as Docker keeps them."""


# proves: S3-52
def test_all_lines_are_json(site):
    outputs = [container.process.output() for container in (*site.webs, *site.workers)]
    assert [line for output in outputs for line in output.splitlines() if not line.startswith("{")] == []
    assert all(outputs)

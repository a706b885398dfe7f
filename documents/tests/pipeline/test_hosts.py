"""Documents are read and drawn the same on every host: whatever its fonts, language, time zone, processors and user."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from documents.pipeline.fonts import CHINESE_AND_JAPANESE
from documents.tests.pipeline.conftest import DATA
from documents.tests.pipeline.pdf.make_pdf import show, write_content_pdf

ROOT = Path(__file__).parents[3]
NOBODY = 65534
FONTS_OF_PDFIUM = ("/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/X11/fonts/TTF")  # that it reads by itself
SMALL = ("vertical.pdf", "chinese.pdf", "acroform.pdf")
LARGER = ("contract.pdf", "arabic.pdf", "scan.pdf", "page.png", "word_sample.docx", "mail/eml_with_attachment.eml")
DRAW = """
import hashlib, pypdfium2, sys
print(hashlib.sha256(pypdfium2.PdfDocument(sys.argv[1])[0].render().to_pil().tobytes()).hexdigest())
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """Make a folder that every user can read."""
    folder = tmp_path_factory.mktemp("host")
    for each in (folder, *folder.parents[:2]):
        each.chmod(0o755)
    return folder


@pytest.fixture(scope="module")
def foreign_fonts(folder) -> Path:
    """Make a folder as the host may have it."""
    fonts = folder / "fonts"
    fonts.mkdir()
    for font in CHINESE_AND_JAPANESE.parents[1].glob("*/*.?tf"):
        shutil.copyfile(font, fonts / font.name)
    return fonts


@pytest.fixture(scope="module")
def samples(folder) -> list[Path]:
    """Return files that look like the fonts of the host if a library searches for them."""
    named = write_content_pdf(folder / "named.pdf", (b"0 0 300 200", show(50, 100, "Lease", font="T")))
    named.write_bytes(named.read_bytes().replace(b"/Tall", b"/NotoSansHebrew"))
    text = folder / "symbols.txt"
    text.write_text("Lease of ㈱ Acme ① Ⅷ ㎏\n", encoding="utf-8")
    return [*(DATA / name for name in SMALL), named, text]


@pytest.fixture(scope="module")
def here(samples) -> dict[str, dict[str, str]]:
    return read(samples)


@pytest.fixture(scope="module")
def larger_here() -> dict[str, dict[str, str]]:
    return read([DATA / name for name in LARGER])


def with_settings(_fonts: Path) -> dict:
    """Turkish has a dotted capital I, and Nepal a zone of 5:45 hours."""
    return {"env": {"LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Kathmandu", "OMP_NUM_THREADS": "4", "PYTHONHASHSEED": "1"}}


def with_plain_settings(_fonts: Path) -> dict:
    return {"env": {"LC_ALL": "C", "TZ": "UTC0", "OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "2"}}


def with_fonts_of_user(fonts: Path) -> dict:
    """Show the fonts in the folders that fontconfig reads, and in its configuration."""
    home = fonts.with_name("home")
    for name in (".fonts", ".local/share/fonts", "data/fonts"):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).unlink(missing_ok=True)
        (home / name).symlink_to(fonts)
    configuration = home / "fonts.conf"
    configuration.write_text(f"<fontconfig><dir>{fonts}</dir></fontconfig>", encoding="utf-8")
    env = {"HOME": home, "XDG_DATA_HOME": home / "data", "FONTCONFIG_PATH": home, "FONTCONFIG_FILE": configuration}
    return {"env": {name: str(path) for name, path in env.items()}}


def with_fonts_of_system(fonts: Path) -> dict:
    folder = next((name for name in FONTS_OF_PDFIUM if Path(name).is_dir()), "")
    prefix = ("unshare", "--map-root-user", "--mount", "sh", "-c", 'mount --bind "$0" "$1" && shift && exec "$@"')
    prefix = (*prefix, str(fonts), folder)
    if (
        not folder
        or not shutil.which(prefix[0])
        or subprocess.run([*prefix, "true"], capture_output=True, check=False).returncode
    ):
        pytest.skip("the fonts of the system cannot be replaced: no such folder, or no namespaces of mounts")
    return {"prefix": prefix}


def with_other_user(_fonts: Path) -> dict:
    """Become another user, who can read all files, because the program may be where only root can."""
    become = ("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups")
    prefix = (*become, "--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search")
    if os.geteuid() or not shutil.which(prefix[0]) or subprocess.run([*prefix, "true"], check=False).returncode:
        pytest.skip("only root can become another user")
    return {"prefix": prefix}


HOSTS = [with_settings, with_plain_settings, with_fonts_of_user, with_fonts_of_system, with_other_user]


@pytest.mark.parametrize("host", HOSTS)
def test_files_are_read_and_drawn_the_same_on_every_host(host, samples, here, foreign_fonts):
    assert read(samples, **host(foreign_fonts)) == here


@pytest.mark.full
@pytest.mark.parametrize("host", HOSTS)
def test_larger_files_are_read_and_drawn_the_same_on_every_host(host, larger_here, foreign_fonts):
    assert read([DATA / name for name in LARGER], **host(foreign_fonts)) == larger_here


def test_pdfium_alone_uses_the_fonts_of_the_system(samples, foreign_fonts):
    """Otherwise the other tests would show nothing."""
    prefix = with_fonts_of_system(foreign_fonts)["prefix"]
    for path in (samples[0], samples[-2]):
        draw = [sys.executable, "-c", DRAW, str(path)]
        assert _output(draw) != _output([*prefix, *draw])


def read(paths: Sequence[Path], *, prefix: Sequence[str] = (), env: dict[str, str] | None = None) -> dict:
    """Return what a process reads in these files."""
    program = [*prefix, sys.executable, "-m", "documents.tests.pipeline.fingerprint", *map(str, paths)]
    return json.loads(_output(program, env=env))


def _output(program: Sequence[str], *, env: dict[str, str] | None = None) -> str:
    environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", **(env or {})}
    done = subprocess.run(program, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout

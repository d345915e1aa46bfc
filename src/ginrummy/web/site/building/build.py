"""`ginrummy site`: build the game as static files for any web host."""

from __future__ import annotations

import hashlib
import io
import json
import lzma
import re
import shutil
import tempfile
import zipfile
from importlib.metadata import distribution
from pathlib import Path
from typing import Final

from markupsafe import Markup

from ginrummy import __version__
from ginrummy.locale import LANGUAGES, _, using_language
from ginrummy.locale.errors import GinRummyError
from ginrummy.locale.numbers import number_text
from ginrummy.text.atomic_files import write_atomically
from ginrummy.web import pad
from ginrummy.web.design.app_icon import icon_png, icon_svg, web_manifest
from ginrummy.web.site.building import prebuilt_files, pyodide
from ginrummy.web.site.building.packs import Pack, pack_archive, write_pack
from ginrummy.web.site.building.python_tree import DISTRIBUTIONS, browser_version, is_needed, package_sources

_BROWSER: Final = Path(__file__).parents[1] / "browser"
_OWN: Final = "ginrummy/web/site"
_PAGE: Final = ("shell.css", "shell.js", "python_worker.js", "coach_worker.js", "interpreter.js",
                "archive.js", "kept_files.js", "kept_start.js", "law_bridge.js", "law_helper.js",
                "law_helpers.js")  # fmt: skip
_LAW_MEMORY: Final = Path(pad.__file__).parent / "static" / "pad" / "law_memory.js"
"""A script that the score pad uses too."""
_ICONS: Final = (192, 512)
_MANIFEST: Final = web_manifest(
    home="./", drawing="icon.svg", icons={size: f"icon-{size}.png" for size in _ICONS}
)
_SERVICE_WORKER: Final = "service_worker.js"
_NAMING_PACKS: Final = ("index.html", _SERVICE_WORKER)
_PACKS: Final = "*.pack"
NAMES: Final = (*_PAGE, _LAW_MEMORY.name, *_NAMING_PACKS, _PACKS, "icon.svg",
                *(f"icon-{size}.png" for size in _ICONS), "licences.txt", "manifest.webmanifest")  # fmt: skip
"""Names of the site's files."""
_BEGINNING: Final = "const BUILD = "
"""Start of its service worker."""
ROOM: Final = 90_000_000
"""Bytes of storage on the device, most of them for the saved start (`browser/kept_start.js`)."""
POLICY: Final = "; ".join((
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-src 'self'",
    "base-uri 'self'",
    "form-action 'none'",
))  # fmt: skip
TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}


def build_site(out: Path) -> int:
    """Write the site into the folder `out`, replacing an earlier one, and return its size in bytes.

    Raise `GinRummyError` where another file would be overwritten.
    """
    check_output_folder(out)
    with tempfile.TemporaryDirectory(prefix="ginrummy-site-") as name:
        work = Path(name)
        made = work / "out"
        made.mkdir()
        prebuilt_files.configure_django(work)
        packages = pyodide.fetch_packages(work)
        home = (packages / "pyodide").resolve()
        library, ours = pyodide.compile_files(home, _library(home), _sources(work), work)
        packs = [_runtime(home, made, library), _table(work, made, ours, packages / "lean-qr" / "nano.mjs")]
        _page(made, packs, packages / "lean-qr" / "LICENSE")
        replace_site(out, made)
        return sum(path.stat().st_size for path in made.iterdir())


def check_output_folder(out: Path) -> None:
    """Raise `GinRummyError` where `out` has a file with one of the site's names, but is no earlier site."""
    worker = out / _SERVICE_WORKER
    if worker.is_file() and worker.read_bytes().startswith(_BEGINNING.encode()):
        return
    for name in NAMES:
        for path in out.glob(name):
            raise GinRummyError(_("there is another file of that name already"), where=str(path))


def _library(home: Path) -> dict[str, bytes]:
    """Return the needed modules of the standard library."""
    with zipfile.ZipFile(home / "python_stdlib.zip") as library:
        return {name: library.read(name) for name in library.namelist() if is_needed(name)}


def _sources(work: Path) -> dict[str, bytes]:
    """Return our code and its dependencies, with the compiled templates."""
    tree = {place: browser_version(place, path) for place, path in package_sources()}
    return tree | {
        f"{_OWN}/compiled_templates/{name}": text
        for name, text in prebuilt_files.compile_templates(work).items()
    }


def _runtime(home: Path, out: Path, library: dict[str, bytes]) -> Pack:
    """Write the pack of the interpreter, which changes only with the version of Pyodide."""
    files = {
        name: (home / name).read_bytes() for name in ("pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide.mjs")
    }
    lock = json.loads((home / "pyodide-lock.json").read_bytes()) | {"packages": {}}
    files["pyodide-lock.json"] = json.dumps(lock).encode()
    files["python_stdlib.zip"] = _zip(library)
    return write_pack(out, "runtime", {f"runtime/{name}": content for name, content in files.items()})


def _table(work: Path, out: Path, ours: dict[str, bytes], qr_encoder: Path) -> Pack:
    """Write the pack of the application: our code and its dependencies, static files, an empty database."""
    static, manifest = prebuilt_files.collect_static_files(work)
    tree = ours | {
        f"{_OWN}/files/{prebuilt_files.MANIFEST}": manifest,
        prebuilt_files.DATABASE: prebuilt_files.build_empty_database(work),
    }
    packed = lzma.compress(pack_archive(tree), preset=9 | lzma.PRESET_EXTREME)
    files = {"table/table.tar.xz": packed, "table/lean-qr.mjs": qr_encoder.read_bytes()}
    return write_pack(out, "table", static | files)


def _page(out: Path, packs: list[Pack], qr_licence: Path) -> None:
    """Write the outer page, and the service worker with the list of packs."""
    for source in (*(_BROWSER / name for name in _PAGE), _LAW_MEMORY):
        shutil.copyfile(source, out / source.name)
    (out / "icon.svg").write_text(icon_svg())
    for size in _ICONS:
        (out / f"icon-{size}.png").write_bytes(icon_png(size))
    (out / "manifest.webmanifest").write_text(json.dumps(_MANIFEST, ensure_ascii=False))
    (out / "licences.txt").write_text(_licences(qr_licence), encoding="utf-8")
    (out / "index.html").write_text(
        _shell(sum(path.stat().st_size for path in out.iterdir())), encoding="utf-8"
    )
    (out / _SERVICE_WORKER).write_text(_service_worker(out, packs), encoding="utf-8")


def _shell(size: int) -> str:
    texts = []
    for language in LANGUAGES:
        with using_language(language):
            told = {"size": number_text(size / 1e6, 1), "room": ROOM // 1_000_000}
            texts.append(Markup(prebuilt_files.render_site_page("site/texts.html", **told)))
    return prebuilt_files.render_site_page("site/shell.html", texts=texts, policy=POLICY)


def _service_worker(out: Path, packs: list[Pack]) -> str:
    """Return the service worker as one script: its cache list, the reader of archives, its handlers."""
    names = sorted(path.name for path in out.iterdir() if path.suffix != ".pack")
    content = hashlib.sha256(b"".join((out / name).read_bytes() for name in names))
    content.update(repr(packs).encode())
    told = {
        "BUILD": f"{__version__}-{content.hexdigest()[:12]}",
        "PACKS": [pack._asdict() for pack in packs],
        "SHELL": names,
        "TYPES": TYPES,
        "POLICY": {"content-security-policy": POLICY},
    }
    head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in told.items())
    return head + _as_script("archive.js") + _as_script("service_worker.js")


def _as_script(name: str) -> str:
    """Return a module as part of a script: not all browsers support module service workers."""
    text = (_BROWSER / name).read_text(encoding="utf-8")
    return re.sub(r"^export |^import .*\n", "", text, flags=re.MULTILINE)


def _licences(qr_licence: Path) -> str:
    """Return the authors and licences of all parts of the site."""
    parts = [path.read_text(encoding="utf-8") for path in (_BROWSER / "licences.txt", qr_licence)]
    for name in DISTRIBUTIONS:
        found = distribution(name)
        texts = [
            path for path in found.files or () if re.search(r"licen[cs]e|copying", path.name, re.IGNORECASE)
        ]
        for path in texts:
            parts.append(f"{found.metadata['Name']} {found.version}\n\n{path.read_text(encoding='utf-8')}")
    return ("\n\n" + 80 * "=" + "\n\n").join(parts)


def _zip(files: dict[str, bytes]) -> bytes:
    """Return a zip archive for the interpreter. It is not compressed, because the pack around it is."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_STORED) as library:
        for name in sorted(files):
            library.writestr(zipfile.ZipInfo(name), files[name])
    return written.getvalue()


def replace_site(out: Path, made: Path) -> None:
    """Move the files of `made` into `out`, those naming packs last. Of old files delete only the packs."""
    out.mkdir(parents=True, exist_ok=True)
    new = {path.name: path for path in made.iterdir()}
    for name in sorted(new, key=lambda name: (name in _NAMING_PACKS, name)):
        write_atomically(out / name, new[name].read_bytes())
    for old in out.glob(_PACKS):
        if old.name not in new:
            old.unlink()

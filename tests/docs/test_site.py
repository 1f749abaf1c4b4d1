"""The documentation's site holds every page and loads nothing from another host."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ELSEWHERE = r"(?:https?:)?//[^\s\"'()>]+"
LOADED = [
    re.compile(rf"<(?:script|img|iframe|source|video|audio|embed|image|use)\b[^>]*?\s(?:src|href)=[\"']?({ELSEWHERE})"),
    re.compile(rf"<link\b(?![^>]*\brel=[\"']?canonical)[^>]*?\shref=[\"']?({ELSEWHERE})"),
    re.compile(rf"(?:url\(\s*|@import\s+)[\"']?({ELSEWHERE})"),
]


def loaded_from_elsewhere(text: str) -> list[str]:
    """The addresses at other hosts that a browser fetches by itself when it shows a page or applies a style."""
    return [address for pattern in LOADED for address in pattern.findall(text)]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.site
def test_every_page_is_built_and_in_the_navigation(site: Path) -> None:
    """From the first page one gets to each file of ``docs/``."""
    first = (site / "index.html").read_text(encoding="utf-8")
    navigation = re.findall(r'href="([^"#]*)" class="md-nav__link', first)
    for page in (ROOT / "docs").glob("**/*.md"):
        address = page.relative_to(ROOT / "docs").with_suffix("").as_posix()
        assert address == "index" or f"{address}/" in navigation
        assert (site / ("index.html" if address == "index" else f"{address}/index.html")).is_file()


@pytest.mark.site
def test_nothing_is_loaded_from_another_host(site: Path) -> None:
    """No page and no style of the site names a script, style, font or picture of another host."""
    read = [path for path in site.glob("**/*") if path.suffix in (".html", ".css", ".svg")]
    assert len(read) > 20
    found = {path.relative_to(site).as_posix(): loaded_from_elsewhere(path.read_text("utf-8")) for path in read}
    assert {path: addresses for path, addresses in found.items() if addresses} == {}


@pytest.mark.site
def test_the_reference_names_what_is_public(site: Path) -> None:
    """Every name in ``__all__`` of both packages has an entry, and no private name has one."""
    import crescent
    import crescent_gym

    pages = "".join(path.read_text("utf-8") for path in (site / "reference").glob("**/*.html"))
    entries = set(re.findall(r'id="(crescent[\w.]*)"', pages))
    public = {f"{package.__name__}.{name}" for package in (crescent, crescent_gym) for name in package.__all__}
    # A registry that is called like its module has its entry under the module.
    assert not {name for name in public - entries if f"{name}.{name.rpartition('.')[2]}" not in entries}
    assert not {entry for entry in entries if re.search(r"\._[^_]", entry)}


@pytest.mark.parametrize(
    "text",
    [
        '<script src="https://unpkg.com/x.js"></script>',
        "<link rel=stylesheet href=//fonts.example/css>",
        '<img alt="" src="http://a.example/x.png">',
        "@font-face { src: url(https://a.example/x.woff2) }",
        '@import "https://a.example/x.css";',
    ],
)
def test_what_is_loaded_from_elsewhere_would_be_seen(text: str) -> None:
    """The check above can fail: it knows scripts, styles, pictures and fonts; links to follow are no matter."""
    assert loaded_from_elsewhere(text)
    assert not loaded_from_elsewhere('<a href="https://example.org/">there</a> <script src="../assets/x.js"></script>')

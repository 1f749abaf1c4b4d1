"""A hook of MkDocs: what the pages link to outside of ``docs/`` becomes part of the site.

On the web forge a page's ``../results/solver_truth.json`` leads to the file beside ``docs/``. A site has nothing
beside itself, so the file is copied into it, under ``files/``, and the link is turned there: the same line of Markdown
works in both places. Of a folder the files are copied, with a page that lists them, as the forge does. What is not
there stays a link that ``mkdocs build --strict`` refuses.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
INDEX = "index.md"
LINK = re.compile(r"(?<=\]\()((?:\.\./)+[^)#\s]+)(?=[)#])")


def outside(page: str, link: str) -> str | None:
    """The path from the root of what a page of ``docs/`` links to, or ``None`` where it is inside or absent."""
    path = posixpath.normpath(posixpath.join("docs", posixpath.dirname(page), link))
    within = not path.startswith(("../", "docs/"))
    return path if within and (ROOT / path).exists() else None


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what any page links to outside."""
    pages = list(files.documentation_pages())
    linked = {outside(page.src_uri, link) for page in pages for link in LINK.findall(page.content_string)}
    for path in sorted(filter(None, linked)):
        for file in copies(path, config):
            if file.src_uri not in files.src_uris:
                files.append(file)
    return files


def copies(path: str, config: MkDocsConfig) -> list[File]:
    """The files that stand for ``path`` in the site."""
    place = ROOT / path
    if place.is_file():
        return [_copy(place, config)]
    within = sorted(file for file in place.iterdir() if file.is_file())
    listed = "".join(f"- [{file.name}]({file.name})\n" for file in within)
    index = File.generated(
        config, f"files/{path}/{INDEX}", content=f"# {path}\n\n{listed}", inclusion=InclusionLevel.NOT_IN_NAV
    )
    return [index, *(_copy(file, config) for file in within)]


def _copy(place: Path, config: MkDocsConfig) -> File:
    uri = f"files/{place.relative_to(ROOT).as_posix()}"
    return File.generated(config, uri, abs_src_path=str(place), inclusion=InclusionLevel.NOT_IN_NAV)


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001  MkDocs names its arguments
    """Turn links that lead outside to the copies within the site."""

    def turned(match: re.Match[str]) -> str:
        path = outside(page.file.src_uri, match[1])
        if path is None:
            return match[1]
        target = f"files/{path}/{INDEX}" if (ROOT / path).is_dir() else f"files/{path}"
        return posixpath.relpath(target, posixpath.dirname(page.file.src_uri) or ".")

    return LINK.sub(turned, markdown)

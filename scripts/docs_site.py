"""A hook of MkDocs: what the pages link to outside of ``docs/`` becomes part of the site.

On the web forge a page's ``../results/solver_truth.json`` leads to the file beside ``docs/``. A site has nothing
beside itself, so the file is copied into it, under ``files/``, and the link is turned there: the same line of Markdown
works in both places. A file that is not there stays a link that ``mkdocs build --strict`` refuses.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"(?<=\]\()((?:\.\./)+[^)#\s]+)(?=[)#])")


def outside(page: str, link: str) -> str | None:
    """The path from the root of a file that a page of ``docs/`` links to, or ``None`` where it is inside or absent."""
    path = posixpath.normpath(posixpath.join("docs", posixpath.dirname(page), link))
    within = not path.startswith(("../", "docs/"))
    return path if within and (ROOT / path).is_file() else None


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the files outside that any page links to."""
    for page in list(files.documentation_pages()):
        for link in LINK.findall(page.content_string):
            path = outside(page.src_uri, link)
            if path is not None and f"files/{path}" not in files.src_uris:
                files.append(File.generated(config, f"files/{path}", abs_src_path=str(ROOT / path)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001  MkDocs names its arguments
    """Turn links that lead outside to the copies within the site."""

    def turned(match: re.Match[str]) -> str:
        path = outside(page.file.src_uri, match[1])
        if path is None:
            return match[1]
        return posixpath.relpath(f"files/{path}", posixpath.dirname(page.file.src_uri) or ".")

    return LINK.sub(turned, markdown)

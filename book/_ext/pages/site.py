"""Write the files that web hosts and search engines expect: 404.html and sitemap.xml."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from posixpath import join
from typing import Any
from urllib.parse import urlsplit

from sphinx.application import Sphinx

NOT_FOUND_BODY = """<h1>No page has this address</h1>
<p>It may be misspelt, or the page may have moved. Search for it or choose a page below.</p>
<form class="bd-search mb-4" action="search.html"><input class="form-control" type="search" name="q"
 aria-label="Search" placeholder="Search" /></form>
"""
LOCAL_LINK = re.compile(
    r'(?<=")(?:\./)?(?=(?:_static/|[\w-]+\.html)[^"\s]*")|(?<=data-content_root=")\./'
)


def add_404_page(_app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    yield "404", {"title": "No page has this address", "body": NOT_FOUND_BODY}, "page.html"


def add_contents(_app: Sphinx, page: str, _template: str, context: Any, _tree: Any) -> None:
    if page == "404":
        context["body"] += context["toctree"](maxdepth=1, includehidden=True)


def write_site_files(app: Sphinx, problem: Exception | None) -> None:
    """Make local links in 404.html relative to the root of the site, and write the sitemap.

    A web host shows 404.html at any address. The sitemap needs the address of the site. A failed
    build or a build without 404.html writes nothing.
    """
    site, page = app.config.html_baseurl, Path(app.outdir) / "404.html"
    if problem or not page.is_file():
        return
    root = urlsplit(site).path.rstrip("/") + "/"
    page.write_text(LOCAL_LINK.sub(root, page.read_text(encoding="utf-8")), encoding="utf-8")
    if site:
        pages = [join(site, app.builder.get_target_uri(name)) for name in sorted(app.env.all_docs)]
        lines = "\n".join(f"<url><loc>{page}</loc></url>" for page in pages)
        text = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{lines}\n</urlset>\n'
        (Path(app.outdir) / "sitemap.xml").write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> None:
    app.setup_extension("sphinx.ext.githubpages")  # writes .nojekyll, and CNAME for a custom domain
    app.connect("html-collect-pages", add_404_page)
    app.connect("html-page-context", add_contents)
    app.connect("build-finished", write_site_files)

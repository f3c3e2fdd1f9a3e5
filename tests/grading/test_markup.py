"""Markdown of students on pages: formatting is kept, and scripts do not run."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup
from classroom import SECOND, Class, formgrader, hand_in, notebook_bytes
from nbconvert.exporters import HTMLExporter
from playwright.sync_api import Browser
from traitlets.config import Config

from autograder.nbgrader import FeedbackExporter
from autograder.nbgrader.config import configure
from autograder.nbgrader.feedback_page import highlight_python
from autograder.nbgrader.markup import page_html

PIXEL = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGA"
    "WjR9awAAAABJRU5ErkJggg=="
)
HOSTILE = [
    "<script>document.title = 'taken'</script>",
    "<img src=x onerror=\"document.title='taken'\">",
    "<svg onload=\"document.title='taken'\"><a xlink:href='javascript:alert(1)'>x</a></svg>",
    "<details open ontoggle=\"document.title='taken'\">x</details>",
    "<iframe src='https://leak.test/frame'></iframe><object data='https://leak.test/o'></object>",
    "<form action='https://leak.test/form'><input class='score' id='01_ridge' value='9'></form>",
    "<style>body { background: url(https://leak.test/style) }</style>",
    "<link rel=stylesheet href='https://leak.test/l.css'><base href='https://leak.test/'>",
    "<meta http-equiv=refresh content='0;url=https://leak.test/meta'>",
    "<div style='position:fixed;top:0;background:url(//leak.test)' class='alert'>2 of 2</div>",
    "<table background='https://leak.test/t'><tr><td style='text-align:url(//leak.test)'>1</table>",
    "<img src='https://leak.test/pixel.png'>",
    "<img srcset='https://leak.test/set.png 1x' src='//leak.test/pixel3.png'>",
    "<video poster='https://leak.test/p' src='https://leak.test/v'></video>",
    "<math><mtext><table><mglyph><style><!--</style><img src=x onerror=alert(1)>--></style>",
    "[x](javascript:alert(1)) [x](java&#115;cript:alert(1)) [x](javascript\\:alert(1))",
    "[x](files/javascript:alert(1)) <a href='files/javascript:alert(1)'>x</a>",
    "[x]: javascript:alert(1)\n\n[x]",
    "[x](data:text/html,<script>alert(1)</script>) [x](vbscript:x) [x](//leak.test/relative)",
    "[mine](mine.html) [mine](http:mine.html) [mine](https:/mine.html) <a href='\\mine.html'>x</a>",
    "```mermaid\ngraph TD; A-->B\n```",
    "![pasted](attachment:gone.png)",
    "a" + "<b>" * 30_000,
    "$\\href{javascript:alert(1)}{x}$ &#36;&#92;href{javascript:alert(1)}{x}&#36;",
    "$\\def\\le{\\ge} \\gdef\\x{} \\let\\a\\b \\global\\let\\a\\b$ $\\DeclareMathOperator{\\m}{}$",
    "$\\newcommand\\a{b} \\renewcommand{\\times}{+} \\providecommand\\a{} \\newenvironment{a}{}{}$",
    "$\\smash{\\raise 40em{\\llap{\\text{Score: 2.0 / 2.0}}}} \\kern-40em \\rule{99em}{99em}$",
    "$\\style{position:fixed}{x} \\hr<!-- -->ef{javascript:alert(1)}{x} \\unicode_x \\require1$",
]
HONEST = f"""\
# What I found

See [the paper](https://example.org/a?b=1&c=2) and <https://example.com>, ![plot](https://x.test/p.png).

1. *one*
2. `two` and List<int>

| n | time |
|--:|------|
| 1 | $a < b$ |

```python
x = 1
```

![dot]({PIXEL})
"""
LINKS = ["https://example.org/a?b=1&c=2", "https://example.com", "https://x.test/p.png"]


def test_formatting_is_kept() -> None:
    page = BeautifulSoup(page_html(HONEST), "html.parser")
    assert page.h1.text == "What I found"
    assert [link["href"] for link in page.select("a")] == LINKS
    assert {link["rel"][0] for link in page.select("a")} == {"noopener"}
    assert [item.text for item in page.select("ol li")] == ["one", "two and List<int>"]
    assert page.em.text == "one"
    assert page.code.text == "two"
    assert page.th["style"] == "text-align:right;"
    assert [cell.text for cell in page.select("td")] == ["1", "$a < b$"]
    assert page.select_one(".highlight pre").text == "x = 1\n"
    assert page.img["src"] == PIXEL


def test_bidirectional_characters_in_code_are_escaped() -> None:
    page = BeautifulSoup(highlight_python("return x  # \u202e0 nruter\u202c"), "html.parser")
    assert page.pre.text == "return x  # \\u202e0 nruter\\u202c\n"


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:30])
def test_active_content_is_removed_or_shown_as_text(text: str) -> None:
    page = BeautifulSoup(page_html(text), "html.parser")
    names = {name for tag in page.find_all() for name in tag.attrs}
    assert names <= {"rel", "alt"}, "no URL, handler, class or style"
    for macro in ("href", "style", "unicode", "require", "def", "gdef", "let", "newcommand"):
        assert not re.search(rf"\\{macro}\b", page.text)
    for macro in ("renewcommand", "providecommand", "newenvironment", "Declare"):
        assert f"\\{macro}" not in page.text


def test_pages_run_and_load_no_student_content(klass: Class, browser: Browser) -> None:
    """Check the feedback page and formgrader."""
    book = json.loads(notebook_bytes(klass.course, SECOND, {"04_explain": HONEST}))
    for at, text in enumerate(HOSTILE):
        book["cells"].insert(2, {"cell_type": "markdown", "source": text, "metadata": {"at": at}})
    hand_in(klass.folder, "eve", json.dumps(book).encode())
    (klass.folder / "submitted/eve" / SECOND / "mine.html").write_text("<script>alert(1)</script>")
    assert klass.command("grade", SECOND) == 0
    seen = {
        who: _inspect_page(browser, klass.made("feedback", who).as_uri()) for who in ("ada", "eve")
    }
    _check_that_pages_are_alike(seen["ada"], seen["eve"])
    with formgrader(klass.folder) as address:
        pages = {who: f"{address}/submissions/{_submission(klass, who)}/" for who in seen}
        seen = {who: _inspect_page(browser, page, str(klass.folder)) for who, page in pages.items()}
    _check_that_pages_are_alike(seen["ada"], seen["eve"])


def _submission(klass: Class, student: str) -> str:
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{klass.folder}/gradebook.db") as book:
        (notebook,) = book.find_submission(SECOND, student).notebooks
        return str(notebook.id)


def _inspect_page(browser: Browser, address: str, folder: str = "") -> dict[str, Any]:
    """Return the requests, messages and links of a page in a browser without network access."""
    requests: set[str] = set()
    dialogs: list[str] = []
    with browser.new_page() as page:

        def on_request(route: Any) -> None:
            own = route.request.url.startswith(address.split("/formgrader")[0])
            requests.add(route.request.url if not own else "its own")
            route.continue_() if own else route.abort()

        page.route("**/*", on_request)
        page.on("dialog", lambda dialog: dialogs.append(dialog.message) or dialog.dismiss())
        page.goto(address, timeout=120_000, wait_until="load")
        page.wait_for_selector("text=What I found" if "eve" in address else "body")
        links = page.eval_on_selector_all("a[href]", "all => all.map(a => a.getAttribute('href'))")
        fixed = page.eval_on_selector_all(
            "#notebook *", "all => all.filter(e => getComputedStyle(e).position == 'fixed').length"
        )
        loose = page.eval_on_selector_all(
            ".rendered_html > *",
            "all => all.filter(e => getComputedStyle(e).contain != 'paint').length",
        )
        return {"requests": requests, "dialogs": dialogs, "title": page.title(), "fixed": fixed} | {
            "loose": loose,
            "links": [link for link in links if ":" in link],
            "pictures": page.eval_on_selector_all("#notebook img", "all => all.map(i => i.src)"),
            "text": page.inner_text("#notebook"),
        }


def _check_that_pages_are_alike(plain: dict[str, Any], hostile: dict[str, Any]) -> None:
    assert hostile["requests"] == plain["requests"]
    assert hostile["dialogs"] == []
    assert hostile["title"] == plain["title"]
    assert hostile["fixed"] == 0
    assert hostile["loose"] == 0, "moved content stays inside its cell"
    assert sorted(set(hostile["links"]) - set(plain["links"])) == sorted(LINKS)
    assert [picture for picture in hostile["pictures"] if picture] == [PIXEL]
    assert "document.title = 'taken'" in hostile["text"], "it is shown as text"


OPEN = ["\\\\[", "\\\\(", "\\\\[\\\\(", "\\begin{a}", "\\begin{a}\\begin{b*}", "\\begin{a}\\end{b}"]


@pytest.mark.parametrize("opened", [*OPEN, "\\\\[ " + "\\\\\\]" * 2])
def test_unclosed_formulas_are_shown_as_text(opened: str) -> None:
    """For each unclosed formula, nbconvert searches the rest of the cell, which takes minutes."""
    assert page_html(opened * 100).startswith("<pre>")


def test_text_with_too_many_tags_is_shown_as_text() -> None:
    """The time to sanitize a page grows with its number of tags."""
    prose, maze = "*a* " * 900, "*a* " * 1100
    assert page_html(prose).count("<em>") == 900
    assert page_html(maze) == f"<pre>{maze}</pre>"


@pytest.mark.parametrize("language", ["autohotkey", "html"])
def test_code_in_other_languages_is_not_highlighted(language: str) -> None:
    """Whitespace in AutoHotkey code would take Pygments hours."""
    page = BeautifulSoup(page_html(f"```{language}\nif a < b\n```"), "html.parser")
    assert page.code.text == "if a < b\n"
    assert not page.select("span")


@pytest.mark.parametrize(
    "code", ["x = 1\n" + "\n " * 50, "match" + " " * 100 + "x", "%%perl\n" + "a." * 20_000]
)
def test_code_that_is_slow_to_highlight_is_plain(code: str) -> None:
    assert not BeautifulSoup(highlight_python(code), "html.parser").find_all("span", string=True)


def test_templates_do_not_process_the_text_again(tmp_path: Path) -> None:
    """A filter of nbgrader took a quarter of an hour for a page of brackets."""
    config = Config()
    configure(config, tmp_path)
    for exporter in (HTMLExporter(config=config), FeedbackExporter(config=config)):
        strip = exporter.environment.filters["strip_files_prefix"]
        assert strip("[a](files/b)") == "[a](files/b)"

"""Metadata of a page for search engines and link previews."""

from books import Mini, MiniBook


def read_meta(book: MiniBook, name: str) -> str:
    meta = book.soup().select_one(f"meta[name='{name}'], meta[property='{name}']")
    return str(meta["content"]) if meta else ""


def test_page_has_a_title_a_description_and_an_address(mini: Mini) -> None:
    book = mini('A "chain" of *two* products {cite:p}`signs`, done. More follows.')
    assert read_meta(book, "og:title") == "Title"
    assert read_meta(book, "description") == "A “chain” of two products, done. More follows."
    assert read_meta(book, "og:description") == read_meta(book, "description")
    assert read_meta(book, "og:url") == "https://a.github.io/b/index.html"
    assert read_meta(book, "og:image") == "https://a.github.io/b/_static/page.jpg"
    assert read_meta(book, "twitter:card") == "summary_large_image"
    assert len(book.soup().find_all("meta", attrs={"name": "viewport"})) == 1
    assert book.soup().find("link", rel="canonical")["href"] == "https://a.github.io/b/index.html"

// What a search puts first and what it shows: Sphinx sets it behind its own searchtools.js.
// From file:// a browser may not read the pages a search found; it shows their titles only.
if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;

{
  // Among equals a definition comes first, then chapters in their order, then pages that list.
  Scorer.score = ([page, , anchor, , score]) =>
    score + (page === "glossary" && anchor ? 2 : 1 - parseInt(page) / 100 || 0);

  // An entry of the index is found by whoever types "memory bound", "quantization", "amdahl's",
  // "tensor cores" or "speedup".
  const typed = entry =>
    entry.replaceAll("-", " ").replaceAll("\u2019", "'").replace(/is(?=ation|e\b)/g, "iz");
  const setIndex = Search.setIndex;
  let entries = [];
  Search.setIndex = index => {
    entries = Object.keys(index.indexentries);
    for (const entry of entries)
      for (const word of [typed(entry), `${typed(entry)}s`, entry.replaceAll("-", "")])
        index.indexentries[word] ??= index.indexentries[entry];
    setIndex(index);
  };

  // Where nothing is found: those of the words that are, and what of the index is spelt alike.
  const pairs = word => [...word].slice(1).map((letter, at) => word[at] + letter);
  const alike = (one, other) => 2 * pairs(one).filter(pair => other.includes(pair)).length
    / (one.length + other.length - 2);
  const query = Search.query;
  Search.query = asked => {
    query(asked);
    if (Search.output.firstChild) return;
    const words = splitQuery(asked.toLowerCase());
    const likeness = entry => alike(asked.toLowerCase(), entry);
    const near = entries.filter(entry => likeness(entry) > 0.5)
      .sort((a, b) => likeness(b) - likeness(a)).slice(0, 3);
    const found = words.filter(word => Search._performSearch(...Search._parseQuery(word)).length);
    const link = (words, address) =>
      Object.assign(document.createElement("a"), { textContent: words, href: address });
    const tries = [...new Set([...near, ...found])]
      .flatMap(word => [" \u00b7 ", link(word, `?q=${encodeURIComponent(word)}`)]).slice(1);
    Search.status.replaceChildren(`Nothing was found for \u201c${asked}\u201d. `,
      ...(tries.length ? ["Try ", ...tries, ". "] : []),
      "The terms of this book stand in the ", link("index", "genindex.html"),
      ", what they mean in the ", link("glossary", "glossary.html"), ".");
  };

  // Sphinx cuts letters out of all of the page, its buttons and its contents with it. Here they
  // begin with a sentence that has the words, and the link leads to the section where it stands.
  const ASIDE =
    ".headerlink, .origin-card, .minutes-left, .chapter-number, .predict, script, style";
  const LETTERS = 240;
  Search.makeSearchSummary = (html, stems, anchor) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    for (const part of page.querySelectorAll(ASIDE)) part.remove();
    let place = page.getElementById(anchor.slice(1)) ?? page.querySelector("article");
    while (place.matches("dt")) place = place.nextElementSibling;
    let words = [...stems].map(stem => new RegExp("\\b" + stem.replace(/i$/, ""), "i")); // memori
    if (!place.textContent) { // an entry of the index: a place between two words
      place.textContent = "\u2063";
      words = [/\u2063/];
      place = place.closest("p, dd, li, td") ?? place.parentElement;
    }
    const hits = text => words.filter(word => word.test(text)).length;
    const best = (all, worth) => all.reduce((a, b) => (worth(b) > worth(a) ? b : a));
    const section = block => block.closest("section section");
    const title = block => section(block)?.querySelector("h2, h3").textContent ?? "";
    const blocks = ["p, dd, li, figcaption", "td, pre"]
      .flatMap(kind => [...place.querySelectorAll(kind)]);
    const block = best(blocks.length ? blocks : [place],
      each => hits(each.textContent) + hits(title(each)));

    const text = block.textContent.trim().replace(/\s+/g, " ");
    const sentences = text.split(/(?<=[.?!]) /);
    const first = text.length > LETTERS ? sentences.indexOf(best(sentences, hits)) : 0;
    const said = sentences.slice(first).join(" ").replace("\u2063", "");
    const shown = Object.assign(document.createElement("p"), { className: "context" });
    shown.textContent = said.length <= LETTERS ? said
      : said.slice(0, said.lastIndexOf(" ", LETTERS)) + " …";

    // Sphinx sets it beside the link, which says "page > section" where Sphinx knew one.
    queueMicrotask(() => {
      const link = shown.parentElement.querySelector("a");
      if (title(block) && !link.textContent.includes(" > ")) link.append(` > ${title(block)}`);
      if (title(block) && !anchor) link.hash = section(block).id;
    });
    return shown;
  };
}

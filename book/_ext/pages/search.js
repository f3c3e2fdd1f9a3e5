// The scorer and the summaries of the search. Sphinx appends this file to language_data.js, which pages load after searchtools.js.
// From file://, a browser may not read the pages that were found, so the search shows only their titles.
if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;

{
  // Add up to two points, so that among equal scores definitions rank first, then chapters in their order, then all other pages.
  Scorer.score = ([page, , anchor, , score]) =>
    score + (page === "glossary" && anchor ? 2 : 1 - parseInt(page) / 100 || 0);

  // Also find index entries under other spellings: without hyphens ("memory bound", "speedup"), with z
  // ("quantization"), with a straight apostrophe ("amdahl's"), and in the plural ("tensor cores").
  const respell = entry =>
    entry.replaceAll("-", " ").replaceAll("\u2019", "'").replace(/is(?=ation|e\b)/g, "iz");
  const setIndex = Search.setIndex;
  let entries = [];
  Search.setIndex = index => {
    entries = Object.keys(index.indexentries);
    for (const entry of entries)
      for (const word of [respell(entry), `${respell(entry)}s`, entry.replaceAll("-", "")])
        index.indexentries[word] ??= index.indexentries[entry];
    setIndex(index);
  };

  // If a search has no result, suggest similar index entries, and those of its words that have results.
  const pairs = word => [...word].slice(1).map((letter, at) => word[at] + letter);
  const similarity = (one, other) => 2 * pairs(one).filter(pair => other.includes(pair)).length
    / (one.length + other.length - 2);
  const query = Search.query;
  Search.query = input => {
    query(input);
    if (Search.output.firstChild) return;
    const words = splitQuery(input.toLowerCase());
    const likeness = entry => similarity(input.toLowerCase(), entry);
    const similar = entries.filter(entry => likeness(entry) > 0.5)
      .sort((a, b) => likeness(b) - likeness(a)).slice(0, 3);
    const found = words.filter(word => Search._performSearch(...Search._parseQuery(word)).length);
    const link = (words, address) =>
      Object.assign(document.createElement("a"), { textContent: words, href: address });
    const suggestions = [...new Set([...similar, ...found])]
      .flatMap(word => [" \u00b7 ", link(word, `?q=${encodeURIComponent(word)}`)]).slice(1);
    Search.status.replaceChildren(`Nothing was found for \u201c${input}\u201d. `,
      ...(suggestions.length ? ["Try ", ...suggestions, ". "] : []),
      "The terms of this book are listed in the ", link("index", "genindex.html"),
      " and explained in the ", link("glossary", "glossary.html"), ".");
  };

  // Sphinx takes its summary from the text of the whole page, including buttons and menus. This one
  // begins with a sentence that contains the words, and the link leads to the section of that sentence.
  const ASIDE =
    ".headerlink, .origin-card, .minutes-left, .chapter-number, .predict, script, style";
  const LETTERS = 240;
  Search.makeSearchSummary = (html, stems, anchor) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    for (const part of page.querySelectorAll(ASIDE)) part.remove();
    let place = page.getElementById(anchor.slice(1)) ?? page.querySelector("article");
    while (place.matches("dt")) place = place.nextElementSibling;
    let words = [...stems].map(stem => new RegExp("\\b" + stem.replace(/i$/, ""), "i")); // Sphinx stems "memory" to "memori"
    if (!place.textContent) { // an index entry, which is an empty element between two words
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
    const summary = sentences.slice(first).join(" ").replace("\u2063", "");
    const paragraph = Object.assign(document.createElement("p"), { className: "context" });
    paragraph.textContent = summary.length <= LETTERS ? summary
      : summary.slice(0, summary.lastIndexOf(" ", LETTERS)) + " …";

    // Sphinx inserts the summary after the link. The text of a link to a section is "page > section".
    queueMicrotask(() => {
      const link = paragraph.parentElement.querySelector("a");
      if (title(block) && !link.textContent.includes(" > ")) link.append(` > ${title(block)}`);
      if (title(block) && !anchor) link.hash = section(block).id;
    });
    return paragraph;
  };
}

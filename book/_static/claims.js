// Filter the table of claims by article, ruling, deciding source and chapter.
(() => {
  "use strict";
  const CHOICES = [["article", "Article"], ["ruling", "Ruling"], ["by", "Decided by"], ["chapter", "Chapter"]];

  for (const box of document.querySelectorAll(".claims-all")) {
    const rows = [...box.querySelectorAll("tbody tr")];
    const form = Object.assign(document.createElement("form"), { className: "claims-choice" });
    const status = Object.assign(document.createElement("p"), { className: "claims-count" });
    status.setAttribute("role", "status");
    const lists = CHOICES.map(([name, words]) => {
      const list = Object.assign(document.createElement("select"), { name });
      const label = document.createElement("label");
      label.append(words, list);
      list.append(new Option("all", ""), ...[...new Set(rows.map((row) => row.dataset[name]))].sort().map((value) => new Option(value)));
      form.append(label);
      return list;
    });
    const show = () => {
      for (const row of rows) row.hidden = lists.some((list) => list.value && row.dataset[list.name] !== list.value);
      const shown = rows.filter((row) => !row.hidden).length;
      status.textContent = shown === rows.length ? `All ${shown} claims.` : `${shown} of ${rows.length} claims.`;
    };
    form.addEventListener("change", show);
    form.addEventListener("submit", (event) => event.preventDefault());
    box.prepend(form, status);
    show();
  }
})();

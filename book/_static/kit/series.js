// Numbers of a GPU in tables and bars get the reader's own beside them, where this browser has measured the same case.
(() => {
  "use strict";
  const { digits, metric, own, written } = lanes;
  const TERM = /([*/])?\s*(\w+)(?:\[([^\]]*)\])?\.(time|step|rate|bandwidth)\b/g;

  const fits = (row, name, params) => row.case === name && params.every(([key, value]) => String(row.params[key]) === value);

  // `gemm[n=2048].rate / roof[kind=compute].rate`: a number and its words, or nothing where a term was not measured.
  function answered(asked, rows) {
    let [value, words] = [1, null];
    let rest = asked;
    for (const [term, sign, name, inside = "", kind] of asked.matchAll(TERM)) {
      const row = rows.find((one) => fits(one, name, inside.split(",").filter(Boolean).map((pair) => pair.split("="))));
      if (!row) return null;
      value *= metric(row, kind) ** (sign === "/" ? -1 : 1);
      words = words === null ? written(value, kind) : digits(value);
      rest = rest.replace(term, "");
    }
    return words === null || rest.trim() ? null : { value, words };
  }

  const made = (tag, name, words) => Object.assign(document.createElement(tag), { className: name, textContent: words });

  // Beside the book's bar one of the reader's own; where that is the longest of all, the others become shorter.
  function barred(figure, owns) {
    const rows = figure.querySelector("[data-longest]");
    const book = Number(rows.dataset.longest);
    const longest = Math.max(book, ...owns.map(({ value }) => value));
    for (const fill of rows.querySelectorAll(".bar-fill")) fill.style.inlineSize = `${(parseFloat(fill.style.inlineSize) * book) / longest}%`;
    for (const { place, value } of owns) {
      const fill = made("span", "bar-fill bar-own", "");
      fill.style.inlineSize = `${(100 * value) / longest}%`;
      place.closest(".bar").querySelector(".bar-track").append(fill);
    }
  }

  const shown = new Map(); // of each table and each figure, what was found
  const rows = own.rows();
  for (const place of document.querySelectorAll("td [data-own], .bar-value [data-own]")) {
    const answer = rows.length && answered(place.dataset.own, rows);
    if (!answer) continue;
    place.append(made("span", "own-number", `◆\u202f${answer.words}`));
    const whole = place.closest("table, figure");
    shown.set(whole, [...(shown.get(whole) ?? []), { place, ...answer }]);
  }
  for (const [whole, owns] of shown) {
    if (whole.matches("figure")) barred(whole, owns);
    (whole.closest(".table-scroll") ?? whole).after(made("p", "own-note", `◆ Yours, through your browser: ${own.sheets().webgpu.device.name}.`));
  }
})();

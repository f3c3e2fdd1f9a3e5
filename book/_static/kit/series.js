// Add the reader's own value to a GPU number in a table or a bar if this browser has measured the same case.
(() => {
  "use strict";
  const { digits, metric, own, formatMetric } = lanes;
  const TERM = /([*/])?\s*(\w+)(?:\[([^\]]*)\])?\.(time|step|rate|bandwidth)\b/g;

  const matches = (row, name, params) => row.case === name && params.every(([key, value]) => String(row.params[key]) === value);

  // Evaluate `gemm[n=2048].rate / roof[kind=compute].rate` and format it; return null if a term was not measured.
  function evaluate(query, rows) {
    let [value, words] = [1, null];
    let rest = query;
    for (const [term, sign, name, inside = "", kind] of query.matchAll(TERM)) {
      const row = rows.find((one) => matches(one, name, inside.split(",").filter(Boolean).map((pair) => pair.split("="))));
      if (!row) return null;
      value *= metric(row, kind) ** (sign === "/" ? -1 : 1);
      words = words === null ? formatMetric(value, kind) : digits(value);
      rest = rest.replace(term, "");
    }
    return words === null || rest.trim() ? null : { value, words };
  }

  const create = (tag, name, words) => Object.assign(document.createElement(tag), { className: name, textContent: words });

  // Add the reader's bars to a figure, and rescale all bars if one of them is the longest.
  function addBars(figure, owns) {
    const rows = figure.querySelector("[data-longest]");
    const book = Number(rows.dataset.longest);
    const longest = Math.max(book, ...owns.map(({ value }) => value));
    for (const fill of rows.querySelectorAll(".bar-fill")) fill.style.inlineSize = `${(parseFloat(fill.style.inlineSize) * book) / longest}%`;
    for (const { place, value } of owns) {
      const fill = create("span", "bar-fill bar-own", "");
      fill.style.inlineSize = `${(100 * value) / longest}%`;
      place.closest(".bar").querySelector(".bar-track").append(fill);
    }
  }

  const answers = new Map(); // the answers, by table or figure
  const rows = own.rows();
  for (const place of document.querySelectorAll("td [data-own], .bar-value [data-own]")) {
    const answer = rows.length && evaluate(place.dataset.own, rows);
    if (!answer) continue;
    place.append(create("span", "own-number", `◆\u202f${answer.words}`));
    const whole = place.closest("table, figure");
    answers.set(whole, [...(answers.get(whole) ?? []), { place, ...answer }]);
  }
  for (const [whole, owns] of answers) {
    if (whole.matches("figure")) addBars(whole, owns);
    (whole.closest(".table-scroll") ?? whole).after(create("p", "own-note", `◆ Yours, through your browser: ${own.sheets().webgpu.device.name}.`));
  }
})();

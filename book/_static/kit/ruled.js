// Claims that this browser's measurement of a GPU can decide: the rules of the book, the reader's numbers.
(() => {
  "use strict";
  const { digits, doubts, median, metric, own } = lanes;
  const UNDECIDED = "undecided"; // as in book/_ext/verdict.py
  const COMPARE = { "<": (a, b) => a < b, "<=": (a, b) => a <= b, ">": (a, b) => a > b, ">=": (a, b) => a >= b };

  // `1.9 < value < 8.5`: comparisons, no code. As book/_ext/condition.py.
  function holds(condition, known) {
    const words = condition.split(" ");
    const number = (at) => known[words[at]] ?? Number(words[at]);
    return words.every((sign, at) => at % 2 === 0 || COMPARE[sign](number(at - 1), number(at + 1)));
  }

  // The first rule that holds, for the median and for both ends. As book/_ext/verdict.py.
  function ruled(rules, { value, low, high }) {
    const [first, ...ends] = [value, low, high].map((value) => rules.find((rule) => !("if" in rule) || holds(rule.if, { value, low, high })).ruling);
    return ends.every((end) => end === first) ? first : UNDECIDED;
  }

  // By order statistics, at 95 %; fewer than six values have none. As manylanes/_record/quantity.py.
  function interval(values) {
    const [all, count] = [[...values].sort((a, b) => a - b), values.length];
    let [k, missed, ways] = [0, 0, 1];
    for (; k < Math.floor(count / 2); k += 1) {
      missed += (2 * ways) / 2 ** count;
      if (missed > 0.05) break;
      ways *= (count - k) / (k + 1);
    }
    return k ? [all[k - 1], all[count - k]] : null;
  }

  const spread = (value, rounds, ends) => {
    const [low, high] = interval(rounds) ?? ends;
    return { value, low, high, rounds };
  };

  function quantity(row, name) {
    const said = (s) => metric(row, name, s);
    const samples = row.rounds_s.flat().map(said);
    return spread(metric(row, name), row.rounds_s.map((round) => said(median(round))), [Math.min(...samples), Math.max(...samples)]);
  }

  // Of one run: round by round, as Quantity joins them.
  function product(one, other) {
    const [low, high] = [one.low * other.low, one.high * other.high];
    if (one.rounds.length !== other.rounds.length) return { value: one.value * other.value, low, high, rounds: [] };
    const rounds = one.rounds.map((value, at) => value * other.rounds[at]);
    return spread(median(rounds), rounds, [low, high]);
  }

  // What was measured in place of what is stated, times `rest`, all that the metric holds besides; null where a case is missing.
  function answered({ measured, rest }, rows) {
    const found = measured.map(([name, params]) => rows.find((row) => row.case === name && Object.entries(params).every(([key, value]) => row.params[key] === value)));
    if (!found.every(Boolean)) return null;
    const { value, low, high } = measured.map(([, , name], at) => quantity(found[at], name)).reduce(product);
    return { value: value * rest.value, low: low * rest.low, high: high * rest.high, doubted: found.some((row) => doubts(row).length) };
  }

  const made = (tag, className, ...children) => {
    const element = Object.assign(document.createElement(tag), { className });
    element.append(...children);
    return element;
  };
  const stamp = (ruling) => made("strong", `stamp stamp-${ruling.replaceAll(" ", "-")}`, ruling);

  function column(table, sheet) {
    const rows = sheet.device.software ? [] : own.rows();
    table.tHead.rows[0].append(Object.assign(made("th", "", "Your GPU"), { scope: "col" }));
    for (const row of table.tBodies[0].rows) {
      const asked = JSON.parse(row.dataset.ruled);
      const answer = answered(asked, rows);
      row.append(answer ? made("td", "", stamp(ruled(asked.rules, answer)), ` ${digits(answer.value)}${answer.doubted ? ", in doubt" : ""}`) : made("td", "", "not measured"));
    }
    const said = sheet.device.software ? `No GPU of yours: ${sheet.device.name} is a program on the processor that plays one.` : `Your GPU, through your browser: ${sheet.device.name}.`;
    table.parentElement.after(made("p", "own-note", said));
  }

  lanes.rulings = { answered, ruled };
  const sheet = own.sheets().webgpu;
  for (const table of document.querySelectorAll("table.own-rulings")) if (sheet) column(table, sheet);
})();

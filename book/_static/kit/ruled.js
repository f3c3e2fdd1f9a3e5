// Apply the book's rules for claims about GPUs to the reader's own measurements.
(() => {
  "use strict";
  const { digits, doubts, median, metric, own } = lanes;
  const UNDECIDED = "undecided"; // as in book/_ext/claims/verdict.py
  const COMPARE = { "<": (a, b) => a < b, "<=": (a, b) => a <= b, ">": (a, b) => a > b, ">=": (a, b) => a >= b };

  // Evaluate a chain of comparisons such as `1.9 < value < 8.5` without executing code, as book/_ext/numbers/condition.py
  // does. The operators `and`, `or` and `not` of that module are not supported.
  function holds(condition, known) {
    const words = condition.split(" ");
    const number = (at) => known[words[at]] ?? Number(words[at]);
    return words.every((sign, at) => at % 2 === 0 || COMPARE[sign](number(at - 1), number(at + 1)));
  }

  // Return the ruling of the first rule that holds, or UNDECIDED if the median and the ends of the interval lead to
  // different rulings, as book/_ext/claims/verdict.py does.
  function applyRules(rules, { value, low, high }) {
    const [first, ...ends] = [value, low, high].map((value) => rules.find((rule) => !("if" in rule) || holds(rule.if, { value, low, high })).ruling);
    return ends.every((end) => end === first) ? first : UNDECIDED;
  }

  // Return the confidence interval (at least 95 %) of the median by order statistics, or null for fewer than six values, as
  // manylanes/_record/quantity.py does.
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
    const convert = (s) => metric(row, name, s);
    const samples = row.rounds_s.flat().map(convert);
    return spread(metric(row, name), row.rounds_s.map((round) => convert(median(round))), [Math.min(...samples), Math.max(...samples)]);
  }

  // Multiply two quantities of one run round by round, as Quantity does; without equal numbers of rounds, multiply the ends.
  function product(one, other) {
    const [low, high] = [one.low * other.low, one.high * other.high];
    if (one.rounds.length !== other.rounds.length) return { value: one.value * other.value, low, high, rounds: [] };
    const rounds = one.rounds.map((value, at) => value * other.rounds[at]);
    return spread(median(rounds), rounds, [low, high]);
  }

  // Return the metric with the reader's measurements instead of stated values; `rest` is the product of its other terms.
  // Return null if a case is missing.
  function evaluateMetric({ measured, rest }, rows) {
    const found = measured.map(([name, params]) => rows.find((row) => row.case === name && Object.entries(params).every(([key, value]) => row.params[key] === value)));
    if (!found.every(Boolean)) return null;
    const { value, low, high } = measured.map(([, , name], at) => quantity(found[at], name)).reduce(product);
    return { value: value * rest.value, low: low * rest.low, high: high * rest.high, doubted: found.some((row) => doubts(row).length) };
  }

  const create = (tag, className, ...children) => {
    const element = Object.assign(document.createElement(tag), { className });
    element.append(...children);
    return element;
  };
  const stamp = (ruling) => create("strong", `stamp stamp-${ruling.replaceAll(" ", "-")}`, ruling);

  function column(table, sheet) {
    const rows = sheet.device.software ? [] : own.rows();
    table.tHead.rows[0].append(Object.assign(create("th", "", "Your GPU"), { scope: "col" }));
    for (const row of table.tBodies[0].rows) {
      const facts = JSON.parse(row.dataset.ruled);
      const answer = evaluateMetric(facts, rows);
      row.append(answer ? create("td", "", stamp(applyRules(facts.rules, answer)), ` ${digits(answer.value)}${answer.doubted ? ", in doubt" : ""}`) : create("td", "", "not measured"));
    }
    const note = sheet.device.software ? `Not your GPU: ${sheet.device.name} is software that emulates one.` : `Your GPU, through your browser: ${sheet.device.name}.`;
    table.parentElement.after(create("p", "own-note", note));
  }

  lanes.rulings = { evaluateMetric, applyRules };
  const sheet = own.sheets().webgpu;
  for (const table of document.querySelectorAll("table.own-rulings")) if (sheet) column(table, sheet);
})();

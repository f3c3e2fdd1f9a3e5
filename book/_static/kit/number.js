// Format numbers for pages, and parse numbers that a reader types. All scripts of the kit add their exports to `lanes`.
(() => {
  "use strict";
  const NARROW = "\u202f"; // between a number and its unit

  // ---- writing ----------------------------------------------------------------------------------
  // Group the digits of the whole part in threes.
  function groupDigits(value, mark) {
    const [, whole, rest] = /^(-?\d+)(.*)$/.exec(String(value));
    return whole.replace(/\B(?=(\d{3})+$)/g, mark) + rest;
  }
  const exact = (value) => groupDigits(value, NARROW); // for input fields: parses back to the same number, since a comma could be a decimal separator
  const plain = (value) => groupDigits(value, ","); // the format of the pages
  const digits = (value, count = 3) => plain(Number(value.toPrecision(count)));
  const wholeNumber = (value) => plain(Math.round(value));
  const percent = (share, count = 3) => `${digits(share * 100, count)}${NARROW}%`;
  const plural = (count, noun) => `${plain(count)} ${noun}${count === 1 ? "" : "s"}`;

  // Use the largest unit that the rounded value reaches: 999.96 ms is written as 1 s.
  function formatWithUnit(value, steps, gap) {
    const [size, unit] = steps.find(([least]) => value >= least * 0.9995) ?? steps.at(-1);
    return `${digits(value / size)}${unit && gap}${unit}`;
  }
  const THOUSANDS = ["E", "P", "T", "G", "M", "k", ""].map((prefix, index) => [1000 ** (6 - index), prefix]);
  const WORDS = [[1e12, "trillion"], [1e9, "billion"], [1e6, "million"], [1e3, "thousand"], [1, ""]];
  const TIMES = [[1, "s"], [1e-3, "ms"], [1e-6, "µs"], [1e-9, "ns"]];
  const BINARY = [[2 ** 30, "GiB"], [2 ** 20, "MiB"], [2 ** 10, "KiB"], [1, "B"]];

  // 5.2 GFLOP/s with a unit, and 5.2G without one, for ticks.
  const siNumber = (value, unit = "") => formatWithUnit(value, THOUSANDS.map(([size, prefix]) => [size, prefix + unit]), unit && NARROW);
  const inWords = (value) => formatWithUnit(value, WORDS, NARROW);
  const seconds = (value) => formatWithUnit(value, TIMES, NARROW);
  const binary = (bytes) => formatWithUnit(bytes, BINARY, NARROW);

  const indices = (count) => Array.from({ length: count }, (_, index) => index);

  // ---- reading ----------------------------------------------------------------------------------
  // Number formats that people use: [separator of groups, decimal separator].
  const WAYS = [[",", "\\."], ["\\.", ","], ["[\\s_'’]", "\\."], ["[\\s_'’]", ","]];
  // Groups have three digits, or two before the last group, as in 12,34,567. A number that begins with 0 has no groups.
  const PARTS = WAYS.map(([group, point]) =>
    [new RegExp(`^(\\d+|[1-9]\\d{0,2}(?:${group}\\d{2,3})*${group}\\d{3})?(?:${point}(\\d*))?$`), new RegExp(group, "g")]);
  const halfWidth = (text) => text.replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)).replace(/[−–]/g, "-");

  // Return the numbers that a text can mean: none, one, or two. A comma or a point before three digits is ambiguous.
  // Two cases count as clear: 1,000 is a thousand, since nobody writes three zero decimals, and 1.234 is a decimal number.
  function readings(typed, unit = "") {
    const text = halfWidth(typed.trim());
    const bare = unit && text.endsWith(unit) ? text.slice(0, -unit.length).trim() : text;
    const [, sign, body, power] = /^([+-]?)\s*([\d\s_'’.,]*\d[.,]?)(?:e([+-]?\d+))?$/i.exec(bare) ?? [];
    if (body === undefined) return [];
    const found = PARTS.flatMap(([form, groups]) => {
      const [whole, decimals] = form.exec(body)?.slice(1) ?? [];
      const value = Number(`${sign}${(whole ?? "").replace(groups, "") || 0}.${decimals || 0}e${power ?? 0}`);
      return (whole || decimals) && Number.isFinite(value) ? [value] : [];
    });
    const [first, second] = new Set(found);
    if (second === undefined) return found.slice(0, 1);
    const empty = body.endsWith("000");
    return empty === body.includes(",") ? [first] : [first, second];
  }

  globalThis.lanes = { NARROW, exact, plain, digits, wholeNumber, percent, plural, siNumber, inWords, seconds, binary, indices, readings };
})();

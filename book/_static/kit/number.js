// How the pages write a number, and how they read one that a person typed. Everything of the kit hangs on `lanes`.
(() => {
  "use strict";
  const NARROW = "\u202f"; // stands before a unit

  // ---- writing ----------------------------------------------------------------------------------
  // All digits, with a point and groups of three.
  function parted(value, mark) {
    const [, whole, rest] = /^(-?\d+)(.*)$/.exec(String(value));
    return whole.replace(/\B(?=(\d{3})+$)/g, mark) + rest;
  }
  const exact = (value) => parted(value, NARROW); // at a field, where a comma may be a point: it is read back as the same number
  const plain = (value) => parted(value, ","); // as the pages write it
  const digits = (value, count = 3) => plain(Number(value.toPrecision(count)));
  const grouped = (value) => plain(Math.round(value));
  const percent = (share, count = 3) => `${digits(share * 100, count)}${NARROW}%`;
  const counted = (count, noun) => `${plain(count)} ${noun}${count === 1 ? "" : "s"}`;

  // The largest step that the value reaches once it is rounded: 999.96 ms is 1 s.
  function stepped(value, steps, gap) {
    const [size, unit] = steps.find(([least]) => value >= least * 0.9995) ?? steps.at(-1);
    return `${digits(value / size)}${unit && gap}${unit}`;
  }
  const THOUSANDS = ["E", "P", "T", "G", "M", "k", ""].map((prefix, index) => [1000 ** (6 - index), prefix]);
  const WORDS = [[1e12, "trillion"], [1e9, "billion"], [1e6, "million"], [1e3, "thousand"], [1, ""]];
  const TIMES = [[1, "s"], [1e-3, "ms"], [1e-6, "µs"], [1e-9, "ns"]];
  const BINARY = [[2 ** 30, "GiB"], [2 ** 20, "MiB"], [2 ** 10, "KiB"], [1, "B"]];

  // 5.2 GFLOP/s with a unit; 5.2G without one, as ticks want it.
  const scaled = (value, unit = "") => stepped(value, THOUSANDS.map(([size, prefix]) => [size, prefix + unit]), unit && NARROW);
  const inWords = (value) => stepped(value, WORDS, NARROW);
  const seconds = (value) => stepped(value, TIMES, NARROW);
  const binary = (bytes) => stepped(bytes, BINARY, NARROW);

  const indices = (count) => Array.from({ length: count }, (_, index) => index);

  // ---- reading ----------------------------------------------------------------------------------
  // Every way in which people write whole parts and decimals: [mark between groups, mark before decimals].
  const WAYS = [[",", "\\."], ["\\.", ","], ["[\\s_'’]", "\\."], ["[\\s_'’]", ","]];
  // Groups of three, or of two before the last, as in 12,34,567. A number that begins with 0 has none.
  const PARTS = WAYS.map(([group, point]) =>
    [new RegExp(`^(\\d+|[1-9]\\d{0,2}(?:${group}\\d{2,3})*${group}\\d{3})?(?:${point}(\\d*))?$`), new RegExp(group, "g")]);
  const halfWidth = (text) => text.replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)).replace(/[−–]/g, "-");

  // The numbers that a text can mean: none, one, or two. A comma or a point before three digits can be of either kind.
  // Taken as said: 1,000 is a thousand, since nobody writes three empty decimals; 1.234 has decimals, as all numbers here.
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

  globalThis.lanes = { NARROW, exact, plain, digits, grouped, percent, counted, scaled, inWords, seconds, binary, indices, readings };
})();

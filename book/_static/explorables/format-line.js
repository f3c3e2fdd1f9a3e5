// <format-line>: the values of a format, between two powers of two and over its whole range.
(() => {
  "use strict";
  const { controls, digits, figures, line, machines, measuredList, picture, pictures, presets, seconds, slider, svg, text } = lanes;

  // `top` is the largest finite value; the values of a format without an exponent are 1 apart.
  const FORMATS = [
    { name: "int8", exponent: 0, fraction: 7, top: 127 },
    { name: "e5m2", exponent: 5, fraction: 2, top: 57344 },
    { name: "e4m3", exponent: 4, fraction: 3, top: 448 },
    { name: "float16", exponent: 5, fraction: 10, top: 65504, key: "f16" },
    { name: "bfloat16", exponent: 8, fraction: 7, top: 2 ** 127 * (2 - 2 ** -7), key: "bf16" },
    { name: "TF32", exponent: 8, fraction: 10, top: 2 ** 127 * (2 - 2 ** -10) },
    { name: "float32", exponent: 8, fraction: 23, top: 2 ** 127 * (2 - 2 ** -23), key: "f32" },
  ];
  const POWERS = Array.from({ length: 81 }, (_, i) => i - 40);
  const MOST = 64; // more ticks than this in a row are drawn as a band
  const PRESETS = [
    ["from 1 to 2", { format: 4, power: 0 }],
    ["where bfloat16 stops counting", { format: 4, power: 8 }],
    ["the end of float16", { format: 3, power: 16 }],
    ["a small gradient", { format: 3, power: -24 }],
  ];

  const lowest = ({ exponent }) => (exponent ? 2 - 2 ** (exponent - 1) : 0); // power of the smallest normal value
  const step = (format, power) => (format.exponent ? 2 ** (Math.max(power, lowest(format)) - format.fraction) : 1);
  const short = (value) => digits(value, Number.isInteger(value) && value < 2 ** 20 ? 7 : 3).replace("e+", "e");

  // The values of a format from 2^power up to the next power, which is excluded.
  function within(format, power) {
    const apart = step(format, power);
    const first = Math.ceil(2 ** power / apart);
    const last = Math.min(Math.ceil(2 ** (power + 1) / apart) - 1, Math.floor(format.top / apart));
    return { apart, first, count: Math.max(0, last - first + 1) };
  }

  function countText(format, power) {
    const { count } = within(format, power);
    if (count) return `${digits(count, 8)}`;
    return 2 ** power > format.top ? "too large" : "too small";
  }

  // ---- the number line: a row for each format ---------------------------------------------------
  function rows(state, width) {
    const [left, right, high] = [88, width - 96, 30];
    const place = (x) => left + ((x - 2 ** state.power) / 2 ** state.power) * (right - left);
    const parts = FORMATS.map((format, index) => {
      const y = 20 + index * high;
      const { apart, first, count } = within(format, state.power);
      const chosen = index === state.format ? " chosen" : "";
      const drawn = count > MOST
        ? svg("rect", { class: `band${chosen}`, x: left, y: y - 9, width: Math.max(2, Math.min(right, place((first + count) * apart)) - left), height: 18 })
        : Array.from({ length: count }, (_, i) => line(`number${chosen}`, [place((first + i) * apart), y - 9], [place((first + i) * apart), y + 9])).join("");
      return line("rule", [left, y], [right, y]) + drawn + text(0, y + 5, format.name, { class: `name${chosen}` }) + text(width, y + 5, countText(format, state.power), { class: "tick", "text-anchor": "end" });
    });
    const foot = 20 + FORMATS.length * high;
    const ends = text(left, foot + 6, short(2 ** state.power), { class: "tick", "text-anchor": "middle" }) + text(right, foot + 6, short(2 ** (state.power + 1)), { class: "tick", "text-anchor": "middle" });
    return [foot + 14, parts.join("") + ends];
  }

  // ---- the bits of the chosen format ------------------------------------------------------------
  function bits({ exponent, fraction }, width) {
    const kinds = ["sign", ...Array(exponent).fill("exponent"), ...Array(fraction).fill("fraction")];
    const each = Math.min(22, width / 32);
    const boxes = kinds.map((kind, i) => svg("rect", { class: `bit ${kind}`, x: i * each, y: 6, width: each - 1, height: 24 }));
    const words = `1 sign${exponent ? `, ${exponent} exponent` : ""}, ${fraction} ${exponent ? "fraction" : "for the value"}`;
    return [56, boxes.join("") + text(0, 50, words)];
  }

  // ---- the largest relative rounding error, over the whole range ---------------------------------
  function chart(state, width) {
    const drawn = lanes.chart(width, { height: 260, x: { span: [POWERS[0], POWERS.at(-1)], log: 0, ticks: [-40, -20, 0, 20, 40], title: "power of two" },
      y: { span: [2 ** -25, 1], log: 2, ticks: [2 ** -24, 2 ** -18, 2 ** -12, 2 ** -6, 1], write: (share) => (share === 1 ? "1" : `2^${Math.log2(share)}`), title: "largest relative error" } });
    const curves = FORMATS.map((format, index) => {
      const points = POWERS.filter((power) => within(format, power).count).map((power) => [power, Math.min(1, step(format, power) / 2 / 2 ** power)]);
      return drawn.curve(`share${index === state.format ? " chosen" : ""}`, points);
    });
    return [drawn.height, drawn.axes + drawn.upright(state.power) + curves.join("")];
  }

  const findMeasurement = (points, format) => points.find((p) => p.case === "typed_gemm" && p.n === 1024 && p.dtype === (format.key ?? format.name) && p.out_dtype.endsWith("32"));

  lanes.explorable("format-line", {
    presets: PRESETS,
    sliders: {
      format: { values: () => FORMATS.map((_, i) => i), say: (index) => FORMATS[index].name },
      power: { values: () => POWERS, say: (power) => short(2 ** power) },
    },
    start: () => ({ format: 4, power: 0 }),
    read: (records) => records,
    frame: () => presets("Examples", PRESETS) + controls(slider("format", "format"), slider("power", "values from")) +
      picture("rows") + figures([["step", "distance to the next value"], ["most", "largest"], ["least", "smallest normal"], ["bits-in-all", "bits"]]) +
      pictures(picture("bits"), picture("share")) + measuredList("machines", "1,024 by 1,024 matrix product in this format"),
    show({ format: index, power }, records) {
      const format = FORMATS[index];
      const { apart, count } = within(format, power);
      const range = `from ${short(2 ** power)} to ${short(2 ** (power + 1))}`;
      const has = count ? `${format.name} has ${digits(count, 8)} value${count === 1 ? "" : "s"} ${range}, ${short(apart)} apart` : `${format.name} has no value ${range}`;
      return {
        pictures: { rows: (width) => rows({ format: index, power }, width), bits: (width) => bits(format, width), share: (width) => chart({ format: index, power }, width) },
        texts: {
          step: count ? short(apart) : "none", most: short(format.top), least: short(2 ** lowest(format)), "bits-in-all": 1 + format.exponent + format.fraction,
          "rows-words": `${has}. Each tick is a value. A band stands for more values than can be drawn. Their count is at the right.`,
          "bits-words": `${format.name}: a sign, ${format.exponent ? "the exponent and the fraction" : "and an integer"}.`,
          "share-words": "Where a curve is flat, the format has its full precision. It rises at the left for subnormal values. It ends where the format ends.",
        },
        html: { machines: machines(records, ({ points }) => {
          const found = findMeasurement(points, format);
          return found ? seconds(found.time) : "not measured in this format";
        }) },
        live: `${has}.`,
      };
    },
    style: `
      .number { stroke: var(--lanes-ink); stroke-width: 1.3; } .number.chosen { stroke: var(--lanes-link); stroke-width: 2.6; }
      .band { fill: var(--lanes-line-strong); } .band.chosen { fill: var(--lanes-link); } .name.chosen { font-weight: 700; }
      .bit { stroke: var(--lanes-ink); stroke-width: .8; } .sign { fill: var(--lanes-c-deep); } .exponent { fill: var(--lanes-b-deep); } .fraction { fill: var(--lanes-a-deep); }
      .share { fill: none; stroke: var(--lanes-line-strong); stroke-width: 1.6; } .share.chosen { stroke: var(--lanes-link); stroke-width: 3; }`,
  });
})();

// <unfolded-picture>: im2col. A kernel moves over a small image; the values it covers at each position become a row of a matrix.
(() => {
  "use strict";
  const { controls, plural, decades, digits, figures, machines, measuredList, picture, presets, seconds, slider, svg, text } = lanes;

  const SIDE = 4;
  const SIZES = [1, 3, 5]; // odd, so that the kernel has a middle; as measured
  const [LAYER, OUT] = [4 * 28 * 28 * 256, 256]; // values in the images of the measured layer, and its kernels
  const PRESETS = [
    ["a corner", { k: 3, place: 1 }],
    ["an inner position", { k: 3, place: 6 }],
    ["all positions", { k: 3, place: SIDE * SIDE }],
    ["1 by 1 kernel", { k: 1, place: 6 }],
    ["5 by 5 kernel", { k: 5, place: 6 }],
  ];

  // The values 1 to 16, so that a reader can recognise each of them; 0 outside the image.
  const at = (row, column) => (row >= 0 && column >= 0 && row < SIDE && column < SIDE ? row * SIDE + column + 1 : 0);
  const corner = (place, k) => [Math.floor((place - 1) / SIDE) - (k >> 1), ((place - 1) % SIDE) - (k >> 1)];
  function row(place, k) {
    const [top, left] = corner(place, k);
    return Array.from({ length: k * k }, (_, tap) => at(top + Math.floor(tap / k), left + (tap % k)));
  }

  // ---- the drawing: the image with its border of zeros, and the matrix ---------------------------
  function cells(numbers, columns, [left, top], size, kind) {
    return numbers.map((number, index) => {
      const [x, y] = [left + (index % columns) * size, top + Math.floor(index / columns) * size];
      return svg("rect", { class: `cell ${kind(index, number)}`, x, y, width: size - 1.5, height: size - 1.5 }) +
        (size < 19 || number === null ? "" : text(x + size / 2 - 0.7, y + size / 2 + 4, number, { "text-anchor": "middle", "data-number": number }));
    }).join("");
  }

  function drawing({ k, place }, width) {
    const edge = k >> 1;
    const wide = SIDE + 2 * edge;
    const own = Math.min(30, width / wide);
    const [top, left] = corner(place, k);
    const framed = Array.from({ length: wide * wide }, (_, index) => at(Math.floor(index / wide) - edge, (index % wide) - edge));
    const inside = (index) => {
      const [down, across] = [Math.floor(index / wide) - edge - top, (index % wide) - edge - left];
      return down >= 0 && across >= 0 && down < k && across < k;
    };
    const parts = [text(0, 16, `image, ${SIDE} by ${SIDE}`, { class: "name" }),
      cells(framed, wide, [0, 26], own, (index, number) => `${inside(index) ? "seen" : "plain"} ${number ? "" : "outside"}`)];
    const beside = wide * own + 34 + k * k * 19 <= width;
    const [x, y] = beside ? [wide * own + 34, 26] : [0, 26 + wide * own + 34];
    const each = Math.min(24, (width - x) / (k * k));
    const matrix = Array.from({ length: SIDE * SIDE }, (_, index) => (index < place ? row(index + 1, k) : Array(k * k).fill(null))).flat();
    const now = (index) => Math.floor(index / (k * k)) + 1;
    parts.push(text(x, y - 10, `matrix, ${SIDE * SIDE} by ${k * k}`, { class: "name" }),
      cells(matrix, k * k, [x, y], each, (index, number) => `${number === null ? "empty" : now(index) === place ? "seen" : "there"} ${number === 0 ? "outside" : ""}`));
    return [Math.max(26 + wide * own, y + SIDE * SIDE * each) + 6, parts.join("")];
  }

  // ---- the chart: a measured layer, by the library and by im2col, above the lower bound of its time ----
  const rateOf = (points) => {
    const roof = points.find((p) => p.case === "roof" && p.kind === "compute");
    return roof && roof.work / roof.time;
  };

  function chart(records, k, width) {
    const laws = records.map(({ rate }) => (rate ? SIZES.map((size) => [size, (2 * LAYER * OUT * size * size) / rate]) : []));
    const times = [...records.flatMap(({ points }) => points.map((p) => p.time)), ...laws.flat().map(([, time]) => time)];
    const drawn = lanes.chart(width, { x: { span: [0.6, 5.4], log: 0, ticks: SIZES, title: "kernel size" }, y: { span: decades(times), write: seconds, title: "time of the layer" } });
    return [drawn.height, drawn.axes + drawn.upright(k) + records.map(({ id, points }, index) => drawn.curve(`law ${id}`, laws[index]) +
      points.map((p) => drawn.dot(id, p.k, p.time, p.method === "im2col" ? { more: { class: "hollow" } } : {}) + (p.k === k ? drawn.ring(p.k, p.time) : "")).join("")).join("")];
  }

  const megabytes = (elements) => `${digits((4 * elements) / 1e6)}\u00a0MB`;

  lanes.explorable("unfolded-picture", {
    presets: PRESETS,
    sliders: {
      k: { values: () => SIZES, say: (k) => `${k} by ${k}` },
      place: { values: () => Array.from({ length: SIDE * SIDE }, (_, i) => i + 1), say: (place, all) => `${place} of ${all.length}` },
    },
    start: () => ({ k: 3, place: 6 }),
    read: (records) => records.map((record) => ({ ...record, rate: rateOf(record.points),
      points: record.points.filter((p) => p.case === "conv" && ["library", "im2col"].includes(p.method)) })),
    frame: (records) => `${presets("Examples", PRESETS)}
      ${controls(slider("k", "kernel"), slider("place", "position"))}
      ${picture("unfolding")}
      ${figures([["taps", "values per row"], ["copies", "size of the matrix"], ["layer", "4 images of 28 by 28, 256 channels"]])}
      ${measuredList("machines", "Measured: this layer, by the library and by im2col")}
      ${records.some(({ points }) => points.length) ? picture("chart") : ""}`,
    show({ k, place }, records) {
      const covered = row(place, k);
      const zeros = covered.filter((number) => !number).length;
      const description = `At position ${place}, the kernel covers ${plural(k * k, "value")}${zeros ? `, ${zeros} of them zeros outside the image` : ""}. ${k > 1 ? "They become" : "It becomes"} row ${place}.`;
      const available = records.filter(({ points }) => points.length);
      const measurements = (points) => ["library", "im2col"].map((method) => [method, points.find((p) => p.k === k && p.method === method)]).filter(([, point]) => point);
      return {
        pictures: { unfolding: (width) => drawing({ k, place }, width), ...(available.length && { chart: (width) => chart(available, k, width) }) },
        texts: { taps: k * k, copies: k > 1 ? `${k * k} times the image` : "that of the image", layer: `${megabytes(LAYER)}, as a matrix ${megabytes(LAYER * k * k)}`,
          "unfolding-words": `${description} ${place} of ${SIDE * SIDE} rows of the matrix ${place > 1 ? "are" : "is"} filled.`,
          ...(available.length && { "chart-words": "Filled marks: the library's convolution. Hollow marks: im2col and one product. Line: the time of the layer's operations at the machine's roof." }) },
        html: { machines: machines(records, ({ points }) => measurements(points).map(([method, { time }]) => `${method} ${seconds(time)}`).join(", ")) },
        live: `Kernel ${k} by ${k}. ${description} Row ${place}: ${covered.join(", ")}.`,
      };
    },
    style: `
      .cell { stroke: var(--lanes-ink); stroke-width: .8; fill: none; } .empty { stroke: var(--lanes-line-strong); stroke-dasharray: 3 3; }
      .outside { stroke: var(--lanes-line-strong); stroke-dasharray: 2 2; } .seen { fill: var(--lanes-a-deep); } .seen.outside { fill: var(--lanes-a); }
      .name { font-weight: 600; } #unfolding text { font-size: 13.5px; } #chart { max-inline-size: 30rem; }
      .hollow { fill: var(--lanes-paper); stroke: var(--hue); stroke-width: 1.8; }
      @media print { .cell { print-color-adjust: exact; } }`,
  });
})();

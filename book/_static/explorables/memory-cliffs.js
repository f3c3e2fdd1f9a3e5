// <memory-cliffs>: pointer chasing and streaming through working sets that outgrow one cache after another.
(() => {
  "use strict";
  const { NARROW, binary, controls, decades, digits, figures, line, machines, measuredList, picture, pictures, slider, text } = lanes;
  const size = (kib) => binary(kib * 1024);
  const nanoseconds = (seconds) => `${digits(seconds * 1e9)}${NARROW}ns`;
  const gigabytes = (perSecond) => `${digits(perSecond / 1e9)}${NARROW}GB/s`;
  const at = (points, kib) => points.find((p) => p.kib === kib);

  // ---- data from the records ------------------------------------------------------------------
  function memoryOf(record) {
    const { id, caches, points } = record;
    // On a GPU, each step of the loop contains part of a kernel launch and does not measure memory.
    const chases = id === "gpu" ? [] : points.filter((p) => p.case === "pointer_chasing").sort((a, b) => a.kib - b.kib);
    const steps = (order) => chases.filter((p) => p.order === order).map((p) => ({ kib: p.kib, step: p.time / p.steps }));
    const [shuffled, sorted] = [steps("shuffled"), steps("sorted")];
    const sizes = [["L1", "L1d"], ["L2", "L2"], ["L3", "L3"]].flatMap(([name, key]) => (caches?.[key] ? [{ name, kib: caches[key] / 1024 }] : []));
    const rates = points.filter((p) => p.case === "stream").sort((a, b) => a.kib - b.kib).map((p) => ({ kib: p.kib, rate: p.bytes / p.time }));
    const roof = Math.max(0, ...points.filter((p) => p.case === "roof").map((p) => p.bytes / p.time));
    return { ...record, shuffled, sorted, rates, roof, levels: levelsOf(sizes, shuffled) };
  }

  // One measured size represents each memory: it fits well, and it is too large for the previous memory.
  function levelsOf(caches, steps) {
    if (!steps.length) return [];
    const levels = caches.map(({ name, kib }, index) => {
      const before = index ? caches[index - 1].kib : 0;
      const inside = before ? before ** (2 / 3) * kib ** (1 / 3) : steps[0].kib;
      const far = (p) => Math.abs(Math.log(p.kib / inside));
      const known = steps.filter((p) => p.kib > before && p.kib <= kib).sort((a, b) => far(a) - far(b))[0];
      return { name, kib, step: known?.step };
    });
    return [...levels.filter(({ step }) => step), { name: "memory", kib: Infinity, step: steps.at(-1).step }];
  }

  // ---- the charts -------------------------------------------------------------------------------
  function chart(width, { sizes, levels }, values, title) {
    const drawn = lanes.chart(width, { height: 300, x: { span: [sizes[0], sizes.at(-1)], log: 2, ticks: sizes, write: size, title: "working set" }, y: { span: decades(values), title } });
    const edges = levels.filter(({ kib }) => kib > sizes[0] && kib < sizes.at(-1)).map(({ name, kib }) =>
      line("edge", [drawn.x(kib), drawn.frame.top - 8], [drawn.x(kib), drawn.frame.bottom]) + text(drawn.x(kib) - 4, drawn.frame.top - 3, name, { class: "tick", "text-anchor": "end" }));
    const inside = (points) => points.filter(({ kib }) => kib >= sizes[0] && kib <= sizes.at(-1));
    return { ...drawn, inside, axes: drawn.axes + edges.join("") };
  }

  // The formula: a step takes as long as a load from the closest memory that holds the whole list.
  function stairs(levels, sizes) {
    let from = sizes[0];
    return levels.flatMap(({ kib, step }) => {
      const [start, end] = [from, Math.min(kib, sizes.at(-1))];
      if (end <= start) return [];
      from = end;
      return [[start, step * 1e9], [end, step * 1e9]];
    });
  }

  function list(data, kib, width) {
    const all = data.memories.flatMap(({ shuffled, sorted }) => [...shuffled, ...sorted]);
    const drawn = chart(width, data, all.map((p) => p.step * 1e9), "time per step, ns");
    const series = data.memories.map(({ id, shuffled, sorted, levels }) => (levels.length > 1 ? drawn.curve(`law ${id}`, stairs(levels, data.sizes)) : "") +
      drawn.inside(sorted).map((p) => drawn.dot(id, p.kib, p.step * 1e9, { more: { class: "hollow" } })).join("") +
      drawn.inside(shuffled).map((p) => drawn.dot(id, p.kib, p.step * 1e9)).join(""));
    const rings = all.filter((p) => p.kib === kib).map((p) => drawn.ring(kib, p.step * 1e9));
    return [drawn.height, drawn.axes + drawn.upright(kib) + series.join("") + rings.join("")];
  }

  function pass(data, kib, width) {
    const drawn = chart(width, data, data.memories.flatMap(({ rates, roof }) => [...rates.map((p) => p.rate / 1e9), roof / 1e9].filter(Boolean)), "bandwidth, GB/s");
    const series = data.memories.map(({ id, rates, roof }) =>
      (roof ? drawn.curve(`law ${id}`, [data.sizes[0], data.sizes.at(-1)].map((end) => [end, roof / 1e9])) : "") +
      drawn.inside(rates).map((p) => drawn.dot(id, p.kib, p.rate / 1e9) + (p.kib === kib ? drawn.ring(kib, p.rate / 1e9) : "")).join(""));
    return [drawn.height, drawn.axes + drawn.upright(kib) + series.join("")];
  }

  const half = (title, name) => `<section aria-labelledby="${name}-title"><p class="heading" id="${name}-title">${title}</p>${picture(name)}</section>`;

  lanes.explorable("memory-cliffs", {
    sliders: { kib: { values: ({ sizes }) => sizes, say: size } },
    start: ({ sizes }) => ({ kib: sizes.includes(512) ? 512 : sizes[0] }),
    read(records) {
      const memories = records.map(memoryOf);
      const first = memories.find(({ shuffled, rates }) => shuffled.length > 1 && rates.length);
      return first && { memories, first, sizes: first.shuffled.map((p) => p.kib), levels: first.levels };
    },
    frame: () => controls(slider("kib", "working set: the data that the program reuses")) +
      figures([["fits", "the working set fits"], ["formula", "step, by the formula"], ["shuffled", "step, shuffled list"], ["sorted", "step, list in order"], ["stream", "bandwidth of a stream"]]) +
      pictures(half("Pointer chasing", "list"), half("Streaming through two arrays", "pass")) + measuredList("machines", "Measured at this size"),
    show({ kib }, data) {
      const { first, levels } = data;
      const level = levels.find((memory) => kib <= memory.kib);
      const place = level.name === "memory" ? "only in memory" : `in ${level.name}`;
      const [shuffled, sorted] = ["shuffled", "sorted"].map((order) => at(first[order], kib)?.step);
      const stream = at(first.rates, kib)?.rate;
      const known = (value, write) => (value ? write(value) : "not measured");
      const texts = { fits: place, formula: nanoseconds(level.step), shuffled: known(shuffled, nanoseconds), sorted: known(sorted, nanoseconds), stream: known(stream, gigabytes) };
      const words = (memory) => [[at(memory.shuffled, kib), ({ step }) => `step ${nanoseconds(step)} shuffled`], [at(memory.sorted, kib), ({ step }) => `${nanoseconds(step)} in order`],
        [at(memory.rates, kib), ({ rate }) => `stream ${gigabytes(rate)}`]].flatMap(([found, write]) => (found ? [write(found)] : [])).join(", ");
      return {
        pictures: { list: (width) => list(data, kib, width), pass: (width) => pass(data, kib, width) },
        texts: {
          ...texts,
          "list-words": `A list of ${size(kib)} fits ${place}. Filled marks: shuffled, ${texts.shuffled}. Hollow marks: in order, ${texts.sorted}. Line: the formula, by which a step takes as long as a load from the closest memory that holds the whole list.`,
          "pass-words": `Marks: all cores read arrays of this size repeatedly, ${texts.stream}. Line: the measured bandwidth of memory, with arrays of a gigabyte.`,
        },
        html: { machines: machines(data.memories, (memory) => words(memory) || (memory.id === "others" ? "not measured at this size" : "")) },
        live: `${size(kib)}, fits ${place}: a step takes ${texts.shuffled} shuffled, ${texts.sorted} in order; a stream reaches ${texts.stream}.`,
      };
    },
    style: `
      .edge { stroke: var(--lanes-line-strong); stroke-width: 1.2; stroke-dasharray: 2 3; }
      .hollow { fill: var(--lanes-paper); stroke: var(--hue); stroke-width: 1.8; }
      output { font-size: 1.22rem; }`,
  });
})();

// <prefill-decode>: prefill of a sequence and decode of a token, on the roofs of measured machines.
(() => {
  "use strict";
  const { NARROW, controls, decades, digits, figures, wholeNumber, machines, mark, measuredList, percent, picture, presets, siNumber, slider, svg, text } = lanes;

  // Weights of the layers, and of the table that scores the next token; elements that a token adds to the cache; operations
  // per pair of tokens; bytes per element.
  const MODELS = [
    { name: "small, measured here", layers: 6 * 12 * 512 ** 2, table: 4096 * 512, kept: 2 * 6 * 512, pair: 4 * 6 * 512, size: 4 },
    { name: "8 billion, 16 bits", layers: 32 * (2 * 4096 ** 2 + 2 * 4096 * 1024 + 3 * 4096 * 14336), table: 128256 * 4096, kept: 2 * 32 * 1024, pair: 4 * 32 * 4096, size: 2 },
  ];
  const PRESETS = [
    ["one request", { model: 0, batch: 1, length: 512 }],
    ["32 requests", { model: 0, batch: 32, length: 512 }],
    ["8 billion, one request", { model: 1, batch: 1, length: 8192 }],
    ["8 billion, 64 requests", { model: 1, batch: 64, length: 8192 }],
  ];
  const POWERS = (from, to) => Array.from({ length: to - from + 1 }, (_, index) => 2 ** (from + index));
  const MEASURED = { decode: "decode", prefill: "prefill" };

  // ---- the counts -------------------------------------------------------------------------------
  // Masked scores are computed too. In prefill, only the next token is scored. Each weight and each row of the cache moves
  // once.
  function counts({ model, batch, length }) {
    const { layers, table, kept, pair, size } = MODELS[model];
    const weights = layers + table;
    const of = (words, work, numbers) => ({ words, work, bytes: size * numbers, intensity: work / (size * numbers) });
    return {
      prefill: of(length, length * (2 * layers + pair * length) + 2 * table, weights + kept * length),
      decode: of(batch, batch * (2 * weights + pair * length), weights + batch * kept * length),
      cache: size * batch * kept * length, weights: size * weights,
    };
  }

  function run({ peak, bandwidth }, { words, work, bytes }) {
    const [arithmetic, memory] = [work / peak, bytes / bandwidth];
    return { speed: words / Math.max(arithmetic, memory), wall: arithmetic > memory ? "compute-bound" : "memory-bound" };
  }

  function machineOf(record) {
    const roofs = record.points.filter((p) => p.case === "roof");
    const most = (what) => Math.max(0, ...roofs.map((p) => p[what] / p.time));
    const points = record.points.filter((p) => p.case in MEASURED);
    return { ...record, peak: most("work"), bandwidth: most("bytes"), points };
  }
  const rateAt = ({ peak, bandwidth }, intensity) => Math.min(peak, bandwidth * intensity);

  // ---- the chart --------------------------------------------------------------------------------
  const SPAN = [0.1, 1e5];
  const STEPS = Array.from({ length: 121 }, (_, index) => SPAN[0] * (SPAN[1] / SPAN[0]) ** (index / 120));

  function chart(there, state, width) {
    const found = counts(state);
    const span = decades(there.flatMap((m) => [rateAt(m, SPAN[0]), 1.5 * m.peak, ...m.points.map((p) => p.work / p.time)]));
    const drawn = lanes.chart(width, { height: 340, x: { span: SPAN, write: (value) => siNumber(value), title: "intensity, FLOP per byte" }, y: { span, write: (value) => siNumber(value), title: "rate, FLOP/s" } });
    const named = ["decode", "prefill"].map((what, row) => {
      const x = drawn.x(found[what].intensity);
      const left = x > width / 2;
      return drawn.upright(found[what].intensity) + text(x + (left ? -6 : 6), drawn.frame.bottom - 8 - 20 * row, what, { "text-anchor": left ? "end" : "start" });
    });
    const roofs = there.map((m) => drawn.curve(`law ${m.id}`, STEPS.map((at) => [at, rateAt(m, at)])));
    const dots = there.flatMap((m) => m.points.map((p) => drawn.dot(m.id, p.work / p.bytes, p.work / p.time, { inside: svg("title", {}, `${m.name}: ${MEASURED[p.case]}, ${p.tokens ?? p.batch} tokens${p.layout ? `, ${p.layout === "heads" ? "head" : "token"}-major cache` : ""}`) })));
    const here = there.flatMap((m) => [found.decode, found.prefill].map(({ intensity }) => mark(m.id, drawn.x(intensity), drawn.y(rateAt(m, intensity)), { size: 6.5, more: { class: "at" } })));
    return [drawn.height, drawn.axes + named.join("") + roofs.join("") + dots.join("") + here.join("")];
  }

  // The measured rate for this choice, relative to its upper bound.
  function describeMeasured(machine, state, ceiling) {
    const point = state.model === 0 && state.length === 512 && machine.points.find((p) => p.case === "decode" && p.layout === "heads" && p.batch === state.batch);
    return point ? ` Measured: ${digits(point.batch / point.time)}, ${percent(point.batch / point.time / ceiling, 2)} of it.` : "";
  }

  lanes.explorable("prefill-decode", {
    presets: PRESETS,
    sliders: {
      model: { values: () => MODELS.map((_, index) => index), say: (index) => MODELS[index].name },
      batch: { values: () => POWERS(0, 9) },
      length: { values: () => POWERS(5, 14), say: (length) => wholeNumber(length) },
    },
    start: () => PRESETS[0][1],
    read: (records) => {
      const all = records.map(machineOf).filter(({ peak, bandwidth }) => peak && bandwidth);
      return all.length ? all : null;
    },
    frame: () => presets("Known cases", PRESETS) + controls(slider("model", "model"), slider("batch", "batch size"), slider("length", "tokens per sequence")) +
      picture("chart") + figures([["weights", "weights"], ["cache", "KV caches of all requests"], ["prefill", "intensity of prefill"], ["decode", "intensity of decode"]]) + measuredList("machines", "Upper bound, tokens per second"),
    show(state, there) {
      const found = counts(state);
      const intensity = (what) => `${digits(found[what].intensity)}${NARROW}FLOP/B`;
      const describe = (m) => {
        const [prefill, decode] = [run(m, found.prefill), run(m, found.decode)];
        return `prefill ${digits(prefill.speed)} (${prefill.wall}), decode ${digits(decode.speed)} (${decode.wall}).${describeMeasured(m, state, decode.speed)}`;
      };
      return {
        pictures: { chart: (width) => chart(there, state, width) },
        texts: {
          weights: siNumber(found.weights, "B"), cache: siNumber(found.cache, "B"), prefill: intensity("prefill"), decode: intensity("decode"),
          "chart-words": `Lines: the roofline of each machine. Large marks: prefill of one sequence of ${wholeNumber(state.length)} tokens, and decode of one token for ${state.batch > 1 ? `each of ${state.batch} requests` : "one request"}. Small marks: measured programs of the small model.`,
        },
        html: { machines: machines(there, describe) },
        live: `Upper bound, tokens per second: ${there.map((m) => `${m.name} ${describe(m)}`).join(" ")}`,
      };
    },
    style: `.at { fill: var(--lanes-paper); stroke: var(--hue); stroke-width: 3; pointer-events: none; }`,
  });
})();

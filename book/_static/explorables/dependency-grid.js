// <dependency-grid>: a grid of layers and time steps. A cell needs the cell below it and the cell to its left.
(() => {
  "use strict";
  const { controls, plural, decades, figures, indices, machines, measuredList, percent, picture, presets, seconds, slider, svg, text } = lanes;

  const WORDS = [1, 2, 3, 4, 6, 8, 12, 16];
  const LANES = [1, 2, 3, 4, 6, 8, 16, 32]; // cells that can run at once
  const GATES = ["state and token", "token only"];
  const LONGEST = 16384; // time steps of the measured recurrences
  const PRESETS = [
    ["one layer", { layers: 1, words: 8, lanes: 8, gates: 0 }],
    ["one cell at a time", { layers: 4, words: 8, lanes: 1, gates: 0 }],
    ["wavefront", { layers: 4, words: 8, lanes: 4, gates: 0 }],
    ["more lanes than ready cells", { layers: 4, words: 8, lanes: 16, gates: 0 }],
    ["gates without state", { layers: 4, words: 8, lanes: 16, gates: 1 }],
  ];
  const pieces = (cells, size) => indices(Math.ceil(cells.length / size)).map((index) => cells.slice(index * size, (index + 1) * size));

  // ---- what runs in each step: lists of [layer, word] -------------------------------------------
  // The lowest layers of the ready cells run first. A layer never has two ready cells.
  function wave({ layers, words, lanes: most }) {
    const next = indices(layers).map(() => 0);
    const found = [];
    while (next[layers - 1] < words) {
      const ready = indices(layers).filter((layer) => next[layer] < (layer ? Math.min(words, next[layer - 1]) : words));
      found.push(ready.slice(0, most).map((layer) => [layer, next[layer]]));
      for (const [layer] of found.at(-1)) next[layer] += 1;
    }
    return found;
  }

  // Compute the gates of all time steps, then combine each with the result 1, 2, 4, … steps before it; then the next layer.
  function tree({ layers, words, lanes: most }) {
    const rounds = [0, ...indices(Math.ceil(Math.log2(words))).map((round) => 2 ** round)];
    return indices(layers).flatMap((layer) => rounds.flatMap((reach) => pieces(indices(words).filter((word) => word >= reach).map((word) => [layer, word]), most)));
  }
  const schedule = (state) => (state.gates ? tree : wave)(state);
  const work = (moments) => moments.flat().length;

  // ---- the drawings -------------------------------------------------------------------------------
  function grid(state, width) {
    const { layers, words, moment } = state;
    const last = new Map(schedule(state).flatMap((cells, index) => cells.map((cell) => [String(cell), index + 1])));
    const now = new Set(schedule(state)[moment - 1].map(String));
    const [top, size] = [24, Math.min(36, width / words)];
    const squares = indices(layers).flatMap((layer) => indices(words).map((word) => {
      const [x, y, at] = [word * size, top + (layers - 1 - layer) * size, String([layer, word])];
      const is = now.has(at) ? "now" : last.get(at) < moment ? "done" : "waits";
      return svg("rect", { class: `cell ${is}`, x: x + 1.5, y: y + 1.5, width: size - 3, height: size - 3 }) +
        (size < 24 ? "" : text(x + size / 2, y + size / 2 + 5, last.get(at), { "text-anchor": "middle" }));
    }));
    const under = top + layers * size + 18;
    return [under + 6, text(0, 14, "↑ layers", { class: "tick" }) + squares.join("") + text(0, under, "time steps →", { class: "tick" })];
  }

  function chart(state, width) {
    const curves = [0, 1].map((gates) => LANES.map((most) => [most, schedule({ ...state, lanes: most, gates }).length]));
    const drawn = lanes.chart(width, { height: 240, x: { span: [1, 32], log: 2, ticks: LANES, title: "cells at once" },
      y: { span: decades([1, ...curves.flat().map(([, count]) => count)]), title: "steps in total" } });
    return [drawn.height, drawn.axes + drawn.upright(state.lanes) + curves.map((points, gates) => drawn.curve(`law ${gates ? "tree" : "chain"}`, points)).join("") +
      drawn.ring(state.lanes, schedule(state).length)];
  }

  const description = (points, caseName, wanted) => wanted.map(([name, matches]) => [name, points.find((p) => p.case === caseName && matches(p))]).filter(([, p]) => p).map(([name, p]) => `${name} ${seconds(p.time)}`).join(", ");
  const layersTook = (points) => description(points, "layers", [["layer by layer", (p) => p.order === "layer by layer" && p.batch === 1], ["as a wavefront", (p) => p.order === "wavefront" && p.batch === 1]]);
  const linearTook = (points) => description(points, "linear", [["sequentially", (p) => p.method === "scan" && p.steps === LONGEST], ["as a tree", (p) => p.method === "tree" && p.steps === LONGEST]]);

  lanes.explorable("dependency-grid", {
    presets: PRESETS,
    sliders: {
      layers: { values: () => indices(6).map((index) => index + 1) },
      words: { values: () => WORDS },
      lanes: { values: () => LANES, say: (most) => plural(most, "cell") },
      gates: { values: () => [0, 1], say: (gates) => GATES[gates] },
      moment: { values: (data, state) => indices(schedule(state).length).map((index) => index + 1), say: (moment, all) => `${moment} of ${all.length}` },
    },
    start: () => ({ layers: 4, words: 8, lanes: 4, gates: 0, moment: 4 }),
    settle: (state) => ({ ...state, moment: Math.min(state.moment, schedule(state).length) }),
    read: (records) => records,
    frame: () => presets("Known cases", PRESETS) + controls(slider("layers", "layers"), slider("words", "time steps"), slider("lanes", "cells at once"), slider("gates", "gates depend on"), slider("moment", "step shown")) +
      figures([["moments", "steps in total"], ["work", "cell updates"], ["busy", "lanes busy"]]) + picture("grid") + picture("chart") + measuredList("machines", "Measured"),
    show(state, data) {
      const all = schedule(state);
      const [length, done, now] = [all.length, work(all), all[state.moment - 1].length];
      const busy = percent(done / (length * state.lanes), 2);
      return {
        pictures: { grid: (width) => grid(state, width), chart: (width) => chart(state, width) },
        texts: {
          moments: length, work: done, busy,
          "grid-words": `Each square is a cell, and its number is the step in which it finishes. Thick edge: running in step ${state.moment} (${plural(now, "cell")}). Filled: finished. Dashed: waiting. ${
            state.gates ? "The gates need no state. Each layer computes them for all time steps at once and then combines pairs in a tree." : "A cell needs the cell below it and the cell to its left."}`,
          "chart-words": "Solid: gates that depend on the state. Dashed: gates that depend on the token only. Where a line is flat, running more cells at once changes nothing.",
        },
        html: { machines: machines(data, ({ points }) => (state.gates ? linearTook : layersTook)(points)) },
        live: `${plural(state.layers, "layer")}, ${plural(state.words, "time step")}, ${plural(state.lanes, "cell")} at once: ${plural(length, "step")} in total, lanes busy ${busy}. Step ${state.moment}: ${plural(now, "cell")}.`,
      };
    },
    style: `
      .cell { stroke: var(--lanes-ink); stroke-width: .8; fill: none; } .waits { stroke: var(--lanes-line-strong); stroke-dasharray: 3 3; }
      .done { fill: var(--lanes-a-deep); } .now { fill: var(--lanes-b-deep); stroke-width: 2.4; }
      #chart { max-inline-size: 32rem; } .law.chain { stroke: var(--lanes-ink); stroke-width: 2.4; opacity: 1; }
      .law.tree { stroke: var(--lanes-soft); stroke-width: 2; stroke-dasharray: 5 4; opacity: 1; }`,
  });
})();

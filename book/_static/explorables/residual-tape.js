// <residual-tape>: forward and backward pass of sixteen layers, and what is stored in between.
(() => {
  "use strict";
  const { controls, plural, digits, figures, indices, line, machines, measuredList, picture, presets, seconds, slider, svg, text } = lanes;

  const LAYERS = 16;
  const ARRAY = 4 * 1024 * 512; // bytes of the input of a layer: 1,024 examples of 512 values
  const GROUPS = [1, 2, 4, 8, 16];
  const PRESETS = [
    ["store everything", { group: 1, moment: LAYERS }],
    ["groups of four", { group: 4, moment: LAYERS + 4 }],
    ["a single group", { group: 16, moment: 2 * LAYERS }],
  ];

  // ---- the tape: which layer runs at each step, and what is stored after it ------------------------
  // A layer stores two arrays: its input, and its product before the maximum.
  function moments(group) {
    const found = [{ words: "Before the first layer", at: null, way: "", kept: [], starts: [] }];
    const then = (way, words, at, change) => {
      const { kept, starts } = found.at(-1);
      found.push({ way, words: `${words} layer ${at + 1}`, at, ...{ kept, starts, ...change({ kept, starts }) } });
    };
    for (const at of indices(LAYERS)) {
      then("forward", "Forward through", at, ({ kept, starts }) => (group === 1 ? { kept: [...kept, at] } : at % group ? {} : { starts: [...starts, at] }));
    }
    for (const first of indices(LAYERS / group).map((index) => index * group).reverse()) {
      const layers = indices(group).map((index) => first + index);
      if (group > 1) for (const at of layers) then("again", "Recomputing", at, ({ kept }) => ({ kept: [...kept, at] }));
      for (const at of [...layers].reverse()) {
        then("back", "Backward through", at, ({ kept, starts }) => ({ kept: kept.filter((one) => one !== at), starts: starts.filter((one) => one !== at) }));
      }
    }
    return found;
  }
  const arrays = ({ kept, starts }) => 2 * kept.length + starts.length;
  const most = (group) => Math.max(...moments(group).map(arrays));
  const megabytes = (count) => `${digits((count * ARRAY) / 1e6)}\u00a0MB`;

  // ---- the drawings --------------------------------------------------------------------------------
  function tape({ group, moment }, width) {
    const now = moments(group)[moment];
    const [top, high, gap] = [40, 26, 3];
    const each = (width - gap * (LAYERS - 1)) / LAYERS;
    const parts = indices(LAYERS).flatMap((at) => {
      const [x, here] = [at * (each + gap), at === now.at];
      const cell = (row, name, is) => svg("rect", { class: `slot ${name} ${is ? "full" : ""}`, x, y: top + row * (high + gap), width: each, height: high });
      const arrow = here && text(x + each / 2, top - 10, now.way === "back" ? "←" : "→", { "text-anchor": "middle" });
      return [arrow || "", cell(0, "start", now.starts.includes(at)), cell(1, "into", now.kept.includes(at)), cell(2, "product", now.kept.includes(at)),
        here ? svg("rect", { class: "working", x: x - 1, y: top - 2, width: each + 2, height: 3 * (high + gap) + 1 }) : ""];
    });
    const edges = indices(LAYERS / group + 1).slice(1, -1).map((index) => {
      const x = index * group * (each + gap) - gap / 2;
      return group > 1 ? line("edge", [x, top - 4], [x, top + 3 * (high + gap)]) : "";
    });
    const under = top + 3 * (high + gap) + 20;
    return [under + 8, text(0, 14, now.words) + parts.join("") + edges.join("") + text(0, under, "layer 1", { class: "tick" }) + text(width, under, `layer ${LAYERS}`, { class: "tick", "text-anchor": "end" })];
  }

  function chart({ group, moment }, width) {
    const [all, mine] = [moments(1).map(arrays), moments(group).map(arrays)];
    const drawn = lanes.chart(width, { height: 230, x: { span: [0, 3 * LAYERS], log: 0, title: "step" }, y: { span: [0, 40], log: 0, title: "arrays stored" } });
    return [drawn.height, drawn.axes + drawn.upright(moment) + drawn.curve("law everything", all.map((count, at) => [at, count])) +
      drawn.curve("law mine", mine.map((count, at) => [at, count])) + drawn.ring(moment, mine[moment])];
  }

  lanes.explorable("residual-tape", {
    presets: PRESETS,
    sliders: {
      group: { values: () => GROUPS, say: (group) => (group === 1 ? "store all" : `${group} layers`) },
      moment: { values: (data, { group }) => indices(moments(group).length) },
    },
    start: () => ({ group: 1, moment: LAYERS }),
    settle: (state) => ({ ...state, moment: Math.min(state.moment, moments(state.group).length - 1) }),
    read: (records) => records.map((record) => ({ ...record, points: record.points.filter((p) => p.case === "stack") })),
    frame: () => presets("Examples", PRESETS) + controls(slider("group", "layers recomputed together"), slider("moment", "step")) +
      figures([["kept", "stored now"], ["most", "peak"], ["products", "products in total"]]) + picture("tape") + picture("chart") + measuredList("machines", "Measured: gradients of sixteen layers"),
    show(state, data) {
      const now = moments(state.group)[state.moment];
      const [kept, peak, products] = [arrays(now), most(state.group), (state.group === 1 ? 3 : 4) * LAYERS];
      return {
        pictures: { tape: (width) => tape(state, width), chart: (width) => chart(state, width) },
        texts: {
          kept: plural(kept, "array"), most: `${plural(peak, "array")}, ${megabytes(peak)}`, products,
          "tape-words": `Each column is a layer: the input of its group, the input of the layer, and its product. ${now.words}: ${plural(kept, "array")} stored (filled).`,
          "chart-words": `Arrays stored at each step ${state.group === 1 ? "if everything is stored" : `with groups of ${state.group} (dashed: if everything is stored)`}. The peak is ${plural(peak, "array")}.`,
        },
        html: { machines: machines(data, ({ points }) => points.filter((p) => p.group === state.group).map((p) => seconds(p.time))[0]) },
        live: `${now.words}: ${plural(kept, "array")} stored; peak ${peak}.`,
      };
    },
    style: `
      .slot { fill: none; stroke: var(--lanes-line-strong); } .slot.start.full { fill: var(--lanes-c-deep); } .slot.into.full { fill: var(--lanes-a-deep); }
      .slot.product.full { fill: var(--lanes-a-deep); fill-opacity: .7; } .working { fill: none; stroke: var(--lanes-ink); stroke-width: 2.2; }
      .edge { stroke: var(--lanes-ink); stroke-width: 1.4; } .law.mine { stroke: var(--lanes-ink); stroke-width: 2.4; opacity: 1; }
      .law.everything { stroke: var(--lanes-soft); stroke-dasharray: 5 4; }`,
  });
})();

// <time-line>: what the host dispatches, what the device executes, and what a clock measures.
(() => {
  "use strict";
  const { controls, plural, decades, digits, figures, line, machines, measuredList, percent, picture, pictures, presets, seconds, slider, svg, text } = lanes;

  const CALLS = [1, 2, 3, 4, 6, 8, 12];
  const TIMES = [1, 2, 3, 4, 6, 8, 12, 16]; // microseconds
  const WAYS = ["wait at the end", "wait after each kernel", "command graph"];
  const GAP = 0.5; // microseconds after each kernel of a graph
  const PRESETS = [
    ["launches hidden", { calls: 6, hand: 2, run: 8, way: 0 }],
    ["launch-bound", { calls: 6, hand: 8, run: 2, way: 0 }],
    ["launch-bound, as a command graph", { calls: 6, hand: 8, run: 2, way: 2 }],
    ["loss printed at each step", { calls: 6, hand: 4, run: 4, way: 1 }],
  ];
  const us = (value) => seconds(value * 1e-6);

  // Blocks [begin, end] of both rows; `back` is the time at which the last call returns to Python.
  function run({ calls, hand, run: takes, way }) {
    const host = [], device = [];
    let [now, free] = [0, 0];
    if (way === 2) host.push([0, (now = 2 * hand)]);
    for (let call = 0; call < calls; call += 1) {
      if (way !== 2) host.push([now, (now += hand)]);
      const begin = Math.max(now, free);
      device.push([begin, begin + takes]);
      free = begin + takes + (way === 2 ? GAP : 0);
      if (way === 1) now = free;
    }
    const back = host.at(-1)[1];
    return { host, device, back, done: free, busy: (calls * takes) / free };
  }

  // ---- the timeline: a row for the host, a row for the device ------------------------------------
  function rows(state, width) {
    const { host, device, back, done } = run(state);
    const { x, frame, axes, height } = lanes.chart(width, { x: { span: [0, done], log: 0, title: "microseconds" },
      y: { span: [0, 2], log: 0, ticks: [], title: "host above, device below" }, height: 232 });
    const [above, below] = [frame.top + 12, frame.top + 78];
    const block = (kind, top) => ([begin, end], index) => {
      const wide = x(end) - x(begin);
      return svg("rect", { class: `block ${kind} shade${index % 2}`, x: x(begin), y: top, width: Math.max(wide - 1, 0.5), height: 40 }) +
        (wide > 22 ? text(x(begin) + wide / 2, top + 25, index + 1, { class: "number", "text-anchor": "middle" }) : "");
    };
    const upright = (name, at) => line(`mark ${name}`, [x(at), frame.top], [x(at), frame.top + 130]);
    return [height, axes + host.map(block("host", above)).join("") + device.map(block("device", below)).join("") + upright("back", back) + upright("done", done)];
  }

  // ---- the chart: one product, with and without waiting -----------------------------------------------------
  function chart(data, width) {
    const all = data.flatMap(({ points }) => points);
    const drawn = lanes.chart(width, { height: 300, x: { span: [256, 2048], log: 2, ticks: [256, 512, 1024, 2048], title: "n (matrices of n by n)" },
      y: { span: decades([1e-5, 1e-1, ...all.map((p) => p.time)]), write: seconds, title: "time of a call" } });
    const dots = data.flatMap(({ id, points }) => points.map((p) => drawn.dot(id, p.n, p.time, p.case === "not_awaited" ? { more: { class: "hollow" } } : {})));
    return [drawn.height, drawn.axes + dots.join("")];
  }

  const largest = (points, name) => points.find((p) => p.case === name && p.n === 2048);

  lanes.explorable("time-line", {
    presets: PRESETS,
    sliders: { calls: { values: () => CALLS }, hand: { values: () => TIMES, say: us }, run: { values: () => TIMES, say: us },
      way: { values: () => [0, 1, 2], say: (way) => WAYS[way] } },
    start: () => ({ calls: 6, hand: 2, run: 8, way: 0 }),
    read: (records) => records.map((record) => ({ ...record,
      points: record.points.filter((p) => ["not_awaited", "gemm"].includes(p.case) && p.n >= 256 && p.n <= 2048 && (p.m ?? p.n) === p.n && (p.k ?? p.n) === p.n) })),
    frame: () => presets("Known cases", PRESETS) + controls(slider("calls", "kernels"), slider("hand", "time to launch a kernel"), slider("run", "time to run a kernel"), slider("way", "mode of the host")) +
      figures([["back", "measured without waiting"], ["done", "measured with waiting"], ["busy", "device busy"]]) +
      pictures(picture("rows"), picture("chart")) + measuredList("machines", "Measured: a product of two 2048 by 2048 matrices"),
    show(state, data) {
      const { back, done, busy } = run(state);
      const way = WAYS[state.way];
      return {
        pictures: { rows: (width) => rows(state, width), chart: (width) => chart(data, width) },
        texts: {
          back: us(back), done: us(done), busy: percent(busy, 2),
          "rows-words": `${plural(state.calls, "kernel")}, ${way}. Dashed line: the last call returns. Solid line: all kernels are done.${state.way === 2 ? ` The graph takes one launch, twice as long as the launch of a kernel, and a gap of ${digits(GAP)} µs after each kernel.` : ""}`,
          "chart-words": "Filled marks: measured with waiting. Hollow marks: measured without waiting. The work grows with n; the time measured without waiting grows far less.",
        },
        html: { machines: machines(data, ({ points }) => {
          const [awaited, unawaited] = [largest(points, "gemm"), largest(points, "not_awaited")];
          return [awaited && `with waiting ${seconds(awaited.time)}`, unawaited && `without waiting ${seconds(unawaited.time)}`].filter(Boolean).join("; ");
        }) },
        live: `${plural(state.calls, "kernel")}, ${way}: last call returns after ${us(back)}, all kernels done after ${us(done)}, device busy ${percent(busy, 2)}.`,
      };
    },
    style: `
      .block { stroke: var(--lanes-ink); stroke-width: .8; }
      .host.shade0, .host.shade1 { fill: var(--lanes-b-deep); } .device.shade0 { fill: var(--lanes-a-deep); } .device.shade1 { fill: var(--lanes-c-deep); }
      .mark { stroke: var(--lanes-ink); stroke-width: 1.8; } .mark.back { stroke-dasharray: 3 4; }
      .hollow { fill: var(--lanes-paper); stroke: var(--hue); stroke-width: 1.8; }`,
  });
})();

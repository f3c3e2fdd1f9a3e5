// <fusion-switch>: several operations on every element of an array, each in its own kernel or all fused into one.
(() => {
  "use strict";
  const { controls, plural, decades, digits, figures, wholeNumber, line, machines, measuredList, picture, pictures, presets, seconds, slider, svg, text } = lanes;

  const COUNTS = [1, 2, 4, 8, 16, 32];
  const NUMBERS = 2 ** 22;
  const PASS = 8 * NUMBERS; // bytes of one read and one write
  const PRESETS = [
    ["sixteen kernels", { count: 16, fused: 0 }],
    ["the same, fused", { count: 16, fused: 1 }],
    ["nothing to fuse", { count: 1, fused: 1 }],
  ];

  const kernels = ({ count, fused }) => (fused ? 1 : count);
  const bytesMoved = (state) => PASS * kernels(state);

  // ---- the drawing: memory above, kernels below, an arrow for each array that crosses ------------
  function flow(state, width) {
    const { count, fused } = state;
    const [memory, top, high, gap] = [64, 132, 40, count > 16 ? 3 : 8];
    const each = (width - gap * (count - 1)) / count;
    const boxes = Array.from({ length: count }, (_, index) => svg("rect", { class: `operation shade${index % 2}`, x: index * (each + (fused ? 0 : gap)) + (fused ? (gap * (count - 1)) / 2 : 0), y: top, width: each, height: high }));
    const whole = [(gap * (count - 1)) / 2, each * count];
    const spots = fused ? [whole] : Array.from({ length: count }, (_, index) => [index * (each + gap), each]);
    const arrows = spots.flatMap(([left, wide]) => {
      const [down, up] = [left + wide * 0.3, left + wide * 0.7];
      const head = Math.min(5, wide * 0.16);
      const tip = (x, y, way) => svg("polygon", { class: way > 0 ? "tip read" : "tip write", points: `${x - head},${y} ${x + head},${y} ${x},${y + way * head * 1.7}` });
      return [line("crossing read", [down, memory], [down, top - 10]), tip(down, top - 12, 1), line("crossing write", [up, top - 2], [up, memory + 10]), tip(up, memory + 12, -1)];
    });
    const frame = fused ? svg("rect", { class: "kernel", x: whole[0] - 3, y: top - 3, width: whole[1] + 6, height: high + 6 }) : spots.map(([left, wide]) => svg("rect", { class: "kernel", x: left, y: top, width: wide, height: high })).join("");
    return [top + high + 34, svg("rect", { class: "memory", x: 0, y: 28, width, height: memory - 28 }) + text(width / 2, 52, "memory", { "text-anchor": "middle" }) + text(0, 16, `${plural(2 * kernels(state), "array")} read or written`) +
      boxes.join("") + frame + arrows.join("") + text(0, top + high + 26, `${plural(count, "operation")} in ${plural(kernels(state), "kernel")}`)];
  }

  // ---- the chart: measured times, and the time predicted from the machine's limits ----------------------
  function wallsOf(points) {
    const roof = points.find((p) => p.case === "roof" && p.kind === "memory");
    const call = points.find((p) => p.case === "overhead");
    return roof && call && { bandwidth: roof.bytes / roof.time, call: call.time };
  }
  const predictedTime = (walls, state) => kernels(state) * (walls.call + PASS / walls.bandwidth);

  function chart(data, state, width) {
    const times = data.flatMap(({ points, walls }) => [...points.map((p) => p.time), ...(walls ? [predictedTime(walls, { count: 1 }), predictedTime(walls, { count: 32 })] : [])]);
    const drawn = lanes.chart(width, { height: 300, x: { span: [1, 32], log: 2, ticks: COUNTS, title: "operations" },
      y: { span: decades(times.length ? times : [1e-3, 1]), write: seconds, title: `time for ${wholeNumber(NUMBERS)} elements` } });
    const series = data.map(({ id, points, walls }) =>
      (walls ? [0, 1].map((fused) => drawn.curve(`law ${id}`, COUNTS.map((count) => [count, predictedTime(walls, { count, fused })]))).join("") : "") +
      points.map((p) => drawn.dot(id, p.count, p.time, p.method === "eager" ? { more: { class: "hollow" } } : {}) + (p.count === state.count && (p.method === "jit") === Boolean(state.fused) ? drawn.ring(p.count, p.time) : "")).join(""));
    return [drawn.height, drawn.axes + drawn.upright(state.count) + series.join("")];
  }

  const findMeasurement = (points, { count, fused }) => points.find((p) => p.count === count && p.method === (fused ? "jit" : "eager"));

  lanes.explorable("fusion-switch", {
    presets: PRESETS,
    sliders: { count: { values: () => COUNTS }, fused: { values: () => [0, 1], say: (on) => (on ? "on" : "off") } },
    start: () => ({ count: 16, fused: 0 }),
    read: (records) => records.map((record) => ({ ...record, walls: wallsOf(record.points),
      points: record.points.filter((p) => p.case === "elementwise" && p.n === NUMBERS && ["jit", "eager"].includes(p.method)) })),
    frame: () => presets("Known cases", PRESETS) + controls(slider("count", "operations"), slider("fused", "fusion")) +
      figures([["kernels", "kernels"], ["bytes", "bytes moved"], ["saved", "intermediate arrays avoided"]]) + pictures(picture("flow"), picture("chart")) + measuredList("machines", "Measured and predicted"),
    show(state, data) {
      const saved = state.fused ? state.count - 1 : 0;
      const bytes = `${digits(bytesMoved(state) / 1e6)} MB`;
      const mode = state.fused ? "fused" : "one kernel per operation";
      return {
        pictures: { flow: (width) => flow(state, width), chart: (width) => chart(data, state, width) },
        texts: {
          kernels: kernels(state), bytes, saved,
          "flow-words": `${plural(state.count, "operation")}, ${mode}: ${plural(kernels(state), "kernel")} ${kernels(state) > 1 ? "read and write" : "reads and writes"} the whole array, ${bytes} in all.`,
          "chart-words": "Hollow marks: without jit, one kernel per operation. Filled marks: with jit, one kernel. Lines: the prediction, the bytes divided by the bandwidth plus the dispatch overhead of each kernel.",
        },
        html: { machines: machines(data, ({ points, walls }) => {
          const found = findMeasurement(points, state);
          return [found && `${seconds(found.time)}`, walls && `predicted ${seconds(predictedTime(walls, state))}`].filter(Boolean).join("; ");
        }) },
        live: `${plural(state.count, "operation")}, ${mode}: ${plural(kernels(state), "kernel")}, ${bytes} moved.`,
      };
    },
    style: `
      .memory { fill: none; stroke: var(--lanes-line-strong); } .kernel { fill: none; stroke: var(--lanes-ink); stroke-width: 1.6; }
      .operation.shade0 { fill: var(--lanes-a-deep); } .operation.shade1 { fill: var(--lanes-c-deep); }
      .crossing { stroke: var(--lanes-ink); stroke-width: 1.4; } .tip { fill: var(--lanes-ink); } .crossing.write { stroke-dasharray: 4 3; }
      .hollow { fill: var(--lanes-paper); stroke: var(--hue); stroke-width: 1.8; }`,
  });
})();

// <axis-tracer>: which slice each lane receives and where its output is stored, for nested vmap.
(() => {
  "use strict";
  const { controls, plural, decades, figures, machines, measuredList, picture, presets, seconds, slider, svg, text } = lanes;

  // ---- functions for one lane: arrays in, list of outputs out -----------------------------------
  const dot = { words: "dot(x, y)", out: [], of: ([x, y]) => [x.reduce((sum, value, i) => sum + value * y[i], 0)] };
  const diff = { words: "diff(x)", out: [-1], of: ([x]) => x.slice(1).map((value, i) => value - x[i]) };

  // Levels are listed from the outermost vmap inwards; `in` has one entry for each argument, null is None.
  const one = (into, out = 0) => [{ in: into, out }];
  const PROGRAMS = [
    ["rows", diff, [[4, 3]], one([0])],
    ["columns", diff, [[4, 3]], one([1], 1)],
    ["columns, stacked as rows", diff, [[4, 3]], one([1])],
    ["matching rows", dot, [[4, 3], [4, 3]], one([0, 0])],
    ["one vector for all rows", dot, [[4, 3], [3]], one([0, null])],
    ["all pairs", dot, [[4, 3], [2, 3]], [{ in: [0, null], out: 0 }, { in: [null, 0], out: 0 }]],
    ["all pairs, nested in reverse", dot, [[4, 3], [2, 3]], [{ in: [null, 0], out: 0 }, { in: [0, null], out: 0 }]],
    ["rows with columns", dot, [[4, 3], [3, 2]], [{ in: [0, null], out: 0 }, { in: [null, 1], out: 0 }]],
  ];
  const NAMES = ["A", "B"];
  const TOGETHER = [1, 64]; // lanes that share the weights of a layer
  const PRESETS = PROGRAMS.map(([name], program) => [name, { program }]);
  const say = (axis) => (axis === null ? "None" : axis);

  function code([, inside, shapes, levels]) {
    const wrapped = levels.toReversed().reduce((f, { in: into, out }) => {
      const axes = into.length > 1 ? `(${into.map(say).join(", ")})` : say(into[0]);
      return `vmap(${f}, in_axes=${axes}${out ? `, out_axes=${out}` : ""})`;
    }, inside.words.split("(")[0]);
    return `${wrapped}(${shapes.map((_, i) => NAMES[i]).join(", ")})`;
  }

  // Each level removes one of the remaining axes of an argument; the length of that axis is its number of lanes.
  function trace([, inside, shapes, levels]) {
    const left = shapes.map((shape) => shape.map((_, axis) => axis));
    const taken = levels.map(({ in: into }) => into.map((axis, arg) => (axis === null ? null : left[arg].splice(axis, 1)[0])));
    const sizes = taken.map((axes) => shapes[axes.findIndex((axis) => axis !== null)][axes.find((axis) => axis !== null)]);
    const core = inside.out.map((more) => shapes[0][left[0][0]] + more);
    const order = core.map(() => "core");
    for (let level = levels.length - 1; level >= 0; level -= 1) order.splice(levels[level].out, 0, level);
    const shape = order.map((from) => (from === "core" ? core[0] : sizes[from]));
    return { taken, sizes, core, order, shape, count: sizes.reduce((a, b) => a * b, 1) };
  }

  // Small integers, so that a reader can check the results.
  const values = (shape, arg) => Array.from({ length: shape[0] }, (_, i) => (shape.length > 1
    ? Array.from({ length: shape[1] }, (_, j) => ((i * (arg ? 2 : 3) + j * (arg ? 1 : 2) + arg) % 5)) : (2 * i + 1) % 4));

  function lane(program, traced, number) {
    const [, inside, shapes, levels] = program;
    const at = [];
    for (let level = levels.length - 1, rest = number; level >= 0; level -= 1) {
      at[level] = rest % traced.sizes[level];
      rest = Math.floor(rest / traced.sizes[level]);
    }
    const fixed = shapes.map((shape, arg) => shape.map((_, axis) => traced.taken.reduce((found, axes, level) => (axes[arg] === axis ? at[level] : found), null)));
    const slices = shapes.map((shape, arg) => {
      const all = values(shape, arg);
      if (shape.length === 1) return fixed[arg][0] === null ? all : all[fixed[arg][0]];
      const [i, j] = fixed[arg];
      if (i !== null) return j === null ? all[i] : all[i][j];
      return j === null ? all : all.map((row) => row[j]);
    });
    const answers = inside.of(slices);
    const places = answers.map((_, core) => traced.order.map((from) => (from === "core" ? core : at[from])));
    return { at, fixed, answers, places };
  }

  // ---- the picture ------------------------------------------------------------------------------
  const CELL = 34;
  const grid = ([rows, columns]) => [rows, columns ?? 1];

  function matrix(name, shape, [left, top], cell) {
    const [rows, columns] = grid(shape);
    const parts = [text(left, top - 10, `${name} (${shape.join(", ")}${shape.length > 1 ? "" : ","})`, { class: "name" })];
    for (let i = 0; i < rows; i += 1) for (let j = 0; j < columns; j += 1) {
      const { kind, words } = cell(i, j);
      parts.push(svg("rect", { class: `cell ${kind}`, x: left + j * CELL, y: top + i * CELL, width: CELL - 3, height: CELL - 3 }));
      parts.push(text(left + (j + 0.5) * CELL - 1.5, top + (i + 0.5) * CELL + 4, words, { "data-of": name, "text-anchor": "middle" }));
    }
    return parts.join("");
  }

  function drawing(program, traced, now, width) {
    const [, , shapes] = program;
    const done = Array.from({ length: now }, (_, number) => lane(program, traced, number));
    const last = done.at(-1);
    const found = new Map(done.flatMap(({ places, answers }) => places.map((place, i) => [place.join(), answers[i]])));
    const wide = (shape) => Math.max(grid(shape)[1] * CELL, 66);
    const inputs = shapes.map((shape, arg) => [NAMES[arg], shape, (i, j) => {
      const selected = last && last.fixed[arg].every((at, axis) => at === null || at === [i, j][axis]);
      const words = shape.length > 1 ? values(shape, arg)[i][j] : values(shape, arg)[i];
      return { kind: selected ? (arg ? "b" : "a") : "plain", words };
    }]);
    const output = ["result", traced.shape, (i, j) => {
      const place = traced.shape.length > 1 ? `${i},${j}` : `${i}`;
      const fresh = last?.places.some((at) => at.join() === place);
      return { kind: fresh ? "c" : found.has(place) ? "there" : "empty", words: found.get(place) ?? "" };
    }];
    let [x, top, low] = [0, 26, 0];
    const parts = [];
    for (const [name, shape, cell] of [...inputs, output]) {
      if (x && x + wide(shape) > width) [x, top, low] = [0, low + 40, 0];
      parts.push(matrix(name, shape, [x, top], cell));
      low = Math.max(low, top + grid(shape)[0] * CELL);
      x += wide(shape) + 30;
    }
    return [low + 6, parts.join("")];
  }

  // ---- the chart: one layer for more and more lanes, and one lane's time multiplied by their number ----
  function chart(records, width) {
    const most = Math.max(...records.flatMap(({ points }) => points.map((p) => p.batch)));
    const alone = (points) => points.find((p) => p.batch === 1)?.time; // published measurements lack a batch of one
    const drawn = lanes.chart(width, { x: { span: [0.8, most * 1.25], log: 2, ticks: [1, 4, 16, 64, 256, 1024], title: "lanes" },
      y: { span: decades(records.flatMap(({ points }) => [...points.map((p) => p.time), ...(alone(points) ? [most * alone(points)] : [])])), write: seconds, title: "time" } });
    return [drawn.height, drawn.axes + records.map(({ id, points }) =>
      (alone(points) ? drawn.curve(`law ${id}`, [1, most].map((count) => [count, count * alone(points)])) : "") + points.map((p) => drawn.dot(id, p.batch, p.time)).join("")).join("")];
  }

  const formatShape = (shape) => `(${shape.join(", ")}${shape.length > 1 ? "" : ","})`;
  const selected = ({ program }) => [PROGRAMS[program], trace(PROGRAMS[program])];

  lanes.explorable("axis-tracer", {
    presets: PRESETS,
    sliders: { now: { values: (_, state) => Array.from({ length: selected(state)[1].count + 1 }, (_, i) => i), say: (now, all) => (now ? `${now} of ${all.length - 1}` : "none yet") } },
    start: () => ({ program: 5, now: 3 }),
    settle: (state, change) => ({ ...state, now: Math.min("now" in change || !("program" in change) ? state.now : 1, selected(state)[1].count) }),
    read: (records) => records.map((record) => ({ ...record, points: record.points.filter((p) => p.case === "layer").sort((a, b) => a.batch - b.batch) })),
    frame: (records) => `${presets("Programs", PRESETS)}
      <p class="code"><code id="code"></code></p>
      ${controls(slider("now", "lane"))}
      ${picture("arrays")}
      ${figures([["lanes", "lanes"], ["into", "inputs of a lane"], ["out", "shape of the result"]])}
      ${measuredList("machines", "Measured: one layer whose weights are shared by all lanes")}
      ${records.some(({ points }) => points.length) ? picture("chart") : ""}`,
    show(state, records) {
      const [program, traced] = selected(state);
      const [name, inside, shapes] = program;
      const { now } = state;
      const last = now ? lane(program, traced, now - 1) : null;
      const into = shapes.map((shape, arg) => {
        const left = shape.filter((_, axis) => !traced.taken.some((axes) => axes[arg] === axis));
        return `${"xy"[arg]} ${left.length ? formatShape(left) : "scalar"}`;
      }).join(", ");
      const places = last?.places.map((place) => `[${place.join(", ")}]`) ?? [];
      const description = last ? `Lane ${now} computes ${inside.words} = ${last.answers.join(", ")} and stores it in result${places.length > 1 ? ` ${places[0]} to ${places.at(-1)}` : places[0]}.` : "No lane has been shown yet.";
      const available = records.filter(({ points }) => points.length);
      const layer = (points) => TOGETHER.map((count) => points.find((p) => p.batch === count)).filter(Boolean);
      return {
        pictures: { arrays: (width) => drawing(program, traced, now, width), ...(available.length && { chart: (width) => chart(available, width) }) },
        texts: { code: code(program), lanes: traced.sizes.join(" × "), into, out: formatShape(traced.shape),
          "arrays-words": `${description} The slider steps through the lanes one at a time; vmap runs them all at once.`,
          ...(available.length && { "chart-words": "Marks: measured. Line: the time of one lane multiplied by the number of lanes." }) },
        html: { machines: machines(records, ({ points }) => layer(points).map((p) => `${plural(p.batch, "lane")} ${seconds(p.time)}`).join(", ")) },
        live: `${name}: ${code(program)}. ${plural(traced.count, "lane")}. ${description}`,
      };
    },
    style: `
      .code { margin: .7rem 0; overflow-wrap: anywhere; } .code code { font: 500 .95rem/1.5 var(--lanes-mono, monospace); color: var(--lanes-ink); }
      .cell { stroke: var(--lanes-ink); stroke-width: .8; } .plain, .there { fill: none; } .empty { fill: none; stroke: var(--lanes-line-strong); stroke-dasharray: 3 3; }
      .a { fill: var(--lanes-a-deep); } .b { fill: var(--lanes-b-deep); } .c { fill: var(--lanes-c-deep); }
      .name { font-weight: 600; } #chart { max-inline-size: 30rem; }
      @media print { .cell { print-color-adjust: exact; } }`,
  });
})();

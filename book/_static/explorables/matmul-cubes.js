// <matmul-cubes>: the product of an m x k and a k x n matrix as a box of multiply-adds.
(() => {
  "use strict";
  const { NARROW, fieldWithSlider, controls, decades, digits, figures, wholeNumber, inWords, machines, measuredList, path, picture, pictures, polyline, presets, siNumber, svg, text } = lanes;

  // Powers of two, and 1.5 times each.
  const SIZES = [1, 2, ...Array.from({ length: 38 }, (_, index) => (index % 2 ? 1 : 0.75) * 2 ** (2 + Math.floor(index / 2)))];
  const LARGEST = SIZES.at(-1);
  const shapePreset = (m, k, n) => ({ m, k, n });
  const PRESETS = [
    ["vector · vector", shapePreset(1, 2048, 1)],
    ["matrix · vector", shapePreset(2048, 2048, 1)],
    ["matrix · matrix", shapePreset(2048, 2048, 2048)],
    ["1,048,576 points by 4 × 4", shapePreset(4, 4, LARGEST)],
    ["attention scores", shapePreset(2048, 64, 2048)],
  ];
  const AXES = { m: "rows of A and C", k: "columns of A, rows of B", n: "columns of B and C" };
  // Cases that are matrix products, and the m, k, n of each.
  const SHAPE_OF = {
    shapes: ({ m, k, n }) => ({ m, k, n }),
    gemm: ({ m, k, n }) => ({ m, k, n }),
    matvec: ({ n }) => ({ m: n, k: n, n: 1 }),
    points: ({ n }) => ({ m: 4, k: 4, n }),
  };
  // Direction of each axis in the drawing.
  const DIRECTIONS = { m: [0, 1], k: [-0.84, -0.44], n: [0.84, -0.44] };
  const span = (size) => Math.log2(1 + size);

  function costs({ m, k, n }) {
    const [flops, bytes] = [2 * m * k * n, 4 * (m * k + k * n + m * n)];
    return { flops, bytes, intensity: flops / bytes };
  }

  // ---- what the records hold ------------------------------------------------------------------
  function machineOf(record) {
    const points = record.points.filter((p) => p.case in SHAPE_OF).map((p) => {
      const shape = SHAPE_OF[p.case](p);
      return { shape, rate: p.work / p.time, intensity: costs(shape).intensity };
    });
    const roofs = record.points.filter((p) => p.case === "roof");
    const [peak, bandwidth] = [Math.max(...roofs.map((p) => p.work / p.time), 0), Math.max(...roofs.map((p) => p.bytes / p.time), 0)];
    return { ...record, points, peak, bandwidth: peak && bandwidth };
  }

  function nearest(points, shape) {
    const far = (point) => Object.keys(AXES).reduce((sum, axis) => sum + Math.log2(point.shape[axis] / shape[axis]) ** 2, 0);
    return points.reduce((best, point) => (best && far(best) <= far(point) ? best : point), null);
  }

  // ---- the box ----------------------------------------------------------------------------
  // The length of an edge is log2(1 + size), so that sizes from four to a million fit.
  function box(shape, width) {
    const edge = { m: span(shape.m), k: span(shape.k), n: span(shape.n) };
    const wide = (edge.k + edge.n) * 0.84;
    const high = edge.m + (edge.k + edge.n) * 0.44;
    const scale = Math.min((width - 110) / wide, 268 / high, 26);
    const left = width / 2 - (wide * scale) / 2 + edge.k * 0.84 * scale;
    const top = 166 - (high * scale) / 2 + (edge.k + edge.n) * 0.44 * scale;
    const at = (m, k, n) => [0, 1].map((i) => [left, top][i] + scale * (m * DIRECTIONS.m[i] + k * DIRECTIONS.k[i] + n * DIRECTIONS.n[i]));
    const face = (name, ...corners) => svg("polygon", { class: name, points: path(corners.map((corner) => at(...corner))) });
    const { m, k, n } = edge;
    const faces = face("face a", [0, 0, 0], [m, 0, 0], [m, k, 0], [0, k, 0]) + face("face b", [0, 0, 0], [0, k, 0], [0, k, n], [0, 0, n]) + face("face c", [0, 0, 0], [m, 0, 0], [m, 0, n], [0, 0, n]);
    const names = letter("A", at(m * 0.24, k * 0.76, 0)) + letter("B", at(0, k * 0.76, n * 0.76)) + letter("C", at(m * 0.24, 0, n * 0.76));
    return { scale, height: 350, drawing: faces + oneDot(shape, face) + grids(shape, edge, at) + names + knobs(shape, edge, at, width) };
  }

  const letter = (name, [x, y]) => text(x, y + 8, name, { class: "name" });

  // Draw lines at 1, 2, 3 … for small sizes and at powers of two for large ones.
  function ticks(size) {
    const marks = [];
    for (let i = 1; i < size; i = size <= 8 ? i + 1 : i * 2) marks.push(span(i));
    return marks;
  }

  function grids(shape, { m, k, n }, at) {
    const grid = (from, to) => polyline("grid", [at(...from), at(...to)]);
    return [
      ...ticks(shape.m).flatMap((t) => [grid([t, 0, 0], [t, k, 0]), grid([t, 0, 0], [t, 0, n])]),
      ...ticks(shape.k).flatMap((t) => [grid([0, t, 0], [m, t, 0]), grid([0, t, 0], [0, t, n])]),
      ...ticks(shape.n).flatMap((t) => [grid([0, 0, t], [0, k, t]), grid([0, 0, t], [m, 0, t])]),
    ].join("");
  }

  // One element of C, with the row of A and the column of B from which it is computed.
  function oneDot(shape, face) {
    const cell = (size) => {
      const marks = [0, ...ticks(size), span(size)];
      const middle = Math.floor((marks.length - 1) / 2);
      return [marks[middle], marks[middle + 1]];
    };
    const [[up, down], [near, far], k] = [cell(shape.m), cell(shape.n), span(shape.k)];
    return face("pick a", [up, 0, 0], [down, 0, 0], [down, k, 0], [up, k, 0]) + face("pick b", [0, 0, near], [0, k, near], [0, k, far], [0, 0, far]) +
      face("pick c", [up, 0, near], [down, 0, near], [down, 0, far], [up, 0, far]);
  }

  function knobs(shape, { m, k, n }, at, width) {
    const knob = (axis, [x, y], to) => svg("g", { class: "knob", "data-axis": axis },
      svg("circle", { class: "reach", cx: x, cy: y, r: 22 }) + svg("circle", { class: "dot", cx: x, cy: y, r: 7.5 }) +
      text(...to, `<tspan class="axis">${axis}</tspan> ${wholeNumber(shape[axis])}`, { "text-anchor": "middle" }));
    const [low, left, right] = [at(m, 0, 0), at(m, k, 0), at(m, 0, n)];
    // Place a label below its handle, or beside it if the label of m is there, and always within the drawing.
    const beside = ([x, y], axis, side) => {
      const half = 5 * (wholeNumber(shape[axis]).length + 2);
      const near = Math.abs(x - low[0]) < 84;
      return [Math.min(width - half, Math.max(half, x + side * (near ? 14 + half : 4))), y + (near ? -2 : 28)];
    };
    return knob("m", low, [low[0], low[1] + 29]) + knob("k", left, beside(left, "k", -1)) + knob("n", right, beside(right, "n", 1));
  }

  // ---- the chart --------------------------------------------------------------------------
  function chart(machinesThere, shape, width) {
    const { intensity } = costs(shape);
    const all = machinesThere.flatMap(({ points }) => points);
    const roofed = machinesThere.filter(({ bandwidth }) => bandwidth);
    const x = { span: decades([0.1, 1000, intensity, ...all.map((p) => p.intensity)]), write: (value) => digits(value), title: "intensity, FLOP per byte" };
    const y = { span: decades([1e8, 1e11, ...all.map((p) => p.rate), ...roofed.map(({ peak }) => 1.1 * peak)]), write: (value) => siNumber(value), title: "rate, FLOP/s" };
    const drawn = lanes.chart(width, { height: 350, x, y });
    const roofs = roofed.map(({ id, peak, bandwidth }) => {
      const first = Math.max(x.span[0], y.span[0] / bandwidth);
      return drawn.curve(`law ${id}`, [[first, bandwidth * first], [peak / bandwidth, peak], [x.span[1], peak]]);
    });
    const dots = machinesThere.flatMap(({ id, points }, machine) => points.map((p, index) => drawn.dot(id, p.intensity, p.rate, { more: { "data-point": `${machine} ${index}` } })));
    const rings = machinesThere.map(({ points }) => nearest(points, shape)).filter(Boolean).map((p) => drawn.ring(p.intensity, p.rate));
    return [drawn.height, drawn.axes + drawn.upright(intensity) + roofs.join("") + dots.join("") + rings.join("")];
  }

  // ---- dragging an edge -------------------------------------------------------------------
  function grab(host, event) {
    const axis = event.target.closest("[data-axis]")?.dataset.axis;
    if (!axis) return;
    event.preventDefault();
    host.part("box").setPointerCapture(event.pointerId);
    host.held = { axis, x: event.clientX, y: event.clientY, from: span(host.state[axis]), unit: host.scale };
  }

  function drag(host, event) {
    if (!host.held) return;
    const { axis, x, y, from, unit } = host.held;
    const [dx, dy] = DIRECTIONS[axis];
    const moved = ((event.clientX - x) * dx + (event.clientY - y) * dy) / (dx * dx + dy * dy) / unit;
    const wanted = Math.max(0, from + moved);
    const far = (size) => Math.abs(span(size) - wanted);
    const size = SIZES.reduce((best, one) => (far(one) < far(best) ? one : best));
    if (size !== host.state[axis]) host.set({ [axis]: size });
  }

  const whole = (axis) => (value) => (Number.isInteger(value) && value >= 1 && value <= LARGEST ? "" : `${axis} is a whole number from 1 to ${wholeNumber(LARGEST)}.`);
  const perAxis = (make) => Object.fromEntries(Object.keys(AXES).map((axis) => [axis, make(axis)]));

  lanes.explorable("matmul-cubes", {
    presets: PRESETS,
    sliders: perAxis(() => ({ values: () => SIZES, say: wholeNumber })),
    fields: perAxis((axis) => ({ fault: whole(axis) })),
    start: () => shapePreset(512, 512, 512),
    read: (records) => records.map(machineOf),
    frame: () => presets("Known shapes", PRESETS) + pictures(picture("box"), picture("chart")) +
      controls(...Object.entries(AXES).map(([axis, words]) => fieldWithSlider(axis, `<b>${axis}</b> ${words}`, `${axis}, ${words}`))) +
      figures([["flops", "work <i>2mnk</i>"], ["bytes", "bytes <i>4(mk + kn + mn)</i>"], ["intensity", "intensity"]]) + measuredList("machines", "Nearest measured"),
    listen(host) {
      const drawing = host.part("box");
      // `touch-action` has no effect on parts of an SVG; without this, dragging would scroll the page.
      drawing.addEventListener("touchstart", (event) => event.target.closest("[data-axis]") && event.preventDefault(), { passive: false });
      drawing.addEventListener("pointerdown", (event) => grab(host, event));
      drawing.addEventListener("pointermove", (event) => drag(host, event));
      for (const end of ["pointerup", "pointercancel"]) drawing.addEventListener(end, () => { host.held = null; });
      host.part("chart").addEventListener("click", (event) => {
        const [machine, index] = event.target.dataset.point?.split(" ") ?? [];
        if (index) host.set(host.data[machine].points[index].shape);
      });
    },
    show(shape, found, host) {
      const { flops, bytes, intensity } = costs(shape);
      const [m, k, n] = [shape.m, shape.k, shape.n].map(wholeNumber);
      const near = ({ points }) => {
        const { rate, shape: at } = nearest(points, shape) ?? {};
        return rate && `${siNumber(rate, "FLOP/s")} at ${wholeNumber(at.m)} × ${wholeNumber(at.k)} × ${wholeNumber(at.n)}`;
      };
      return {
        pictures: {
          box: (width) => { const { scale, height, drawing } = box(shape, width); host.scale = scale; return [height, drawing]; },
          chart: (width) => chart(found, shape, width),
        },
        texts: {
          intensity: `${digits(intensity)}${NARROW}FLOP/B`,
          "box-words": `${m} × ${k} × ${n}: ${inWords(flops / 2)} multiply-adds. The edges are drawn on a logarithmic scale. The darker faces mark one element of C, and the row of A and the column of B that produce it.`,
          "chart-words": `Marks: measured shapes.${found.some(({ bandwidth }) => bandwidth) ? " Line: the smaller of bandwidth × intensity and the best rate, both measured." : ""} The vertical line marks your shape.`,
        },
        html: {
          flops: `${siNumber(flops, "FLOP")} <small>${wholeNumber(flops)}</small>`, bytes: `${siNumber(bytes, "B")} <small>${wholeNumber(bytes)}</small>`,
          machines: machines(found, near),
        },
        live: `${siNumber(flops, "FLOP")}, ${siNumber(bytes, "B")}, ${digits(intensity)} FLOP per byte. Nearest measured: ${found.filter(near).map((machine) => `${machine.name} ${near(machine)}`).join("; ") || "not measured yet"}.`,
      };
    },
    style: `
      .face { stroke: var(--lanes-ink); stroke-width: 1.1; stroke-linejoin: round; }
      .face.a { fill: var(--lanes-a); } .face.b { fill: var(--lanes-b); } .face.c { fill: var(--lanes-c); }
      .pick.a { fill: var(--lanes-a-deep); } .pick.b { fill: var(--lanes-b-deep); } .pick.c { fill: var(--lanes-c-deep); }
      .grid { fill: none; stroke: var(--lanes-ink); stroke-width: .5; opacity: .38; }
      .name { font: 600 24px/1 var(--lanes-serif, serif); text-anchor: middle; paint-order: stroke; stroke: var(--lanes-paper); stroke-width: 3.5px; stroke-linejoin: round; }
      .knob { cursor: grab; } .knob:active { cursor: grabbing; } .reach { fill: transparent; }
      .dot { fill: var(--lanes-paper); stroke: var(--lanes-ink); stroke-width: 2.2; } .knob:hover .dot { fill: var(--lanes-focus); }
      .axis, label b { font: italic 600 1.1rem/1 var(--lanes-serif, serif); } .point { cursor: pointer; }
      .control :is(label, input) { grid-column: 1 / -1; } .control input[type="text"] { inline-size: 100%; } /* three in a row leave no room beside */
      @media print { .knob circle { display: none; } }`,
  });
})();

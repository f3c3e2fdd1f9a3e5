// <matmul-cubes>: the product of an m x k and a k x n matrix as a box of multiply-adds.
// Reads the measurements from the JSON script inside it; asks nothing of the network.
(() => {
  "use strict";

  const SIZES = [1];
  for (let two = 2; two <= 1 << 20; two *= 2) SIZES.push(two, ...(two < 1 << 20 && two > 1 ? [two * 1.5] : []));
  const LARGEST = SIZES[SIZES.length - 1];
  const PRESETS = [
    ["vector · vector", 1, 2048, 1],
    ["matrix · vector", 2048, 2048, 1],
    ["matrix · matrix", 2048, 2048, 2048],
    ["a million points by 4 × 4", 4, 4, 1 << 20],
    ["attention scores", 2048, 64, 2048],
  ];
  const AXES = { m: "rows of A and C", k: "columns of A, rows of B", n: "columns of B and C" };
  // Cases of a record that are products, and the m, k, n that each stands for.
  const SHAPE_OF = {
    shapes: ({ m, k, n }) => ({ m, k, n }),
    gemm: ({ m, k, n }) => ({ m, k, n }),
    matvec: ({ n }) => ({ m: n, k: n, n: 1 }),
    points: ({ n }) => ({ m: 4, k: 4, n }),
  };
  // Where a step along each axis goes on paper.
  const TOWARDS = { m: [0, 1], k: [-0.84, -0.44], n: [0.84, -0.44] };

  const span = (size) => Math.log2(1 + size);
  const grouped = (value) => Math.round(value).toLocaleString("en").replaceAll(",", "\u202f");
  function short(value, unit) {
    const prefixes = ["", "k", "M", "G", "T", "P", "E"];
    const step = Math.max(0, Math.min(6, Math.floor(Math.log10(value) / 3)));
    const digits = Number((value / 1000 ** step).toPrecision(3));
    return `${digits}\u202f${prefixes[step]}${unit}`;
  }

  function costs({ m, k, n }) {
    const flops = 2 * m * k * n;
    const bytes = 4 * (m * k + k * n + m * n);
    return { flops, bytes, intensity: flops / bytes };
  }

  function nearest(points, shape) {
    let best = null;
    let least = Infinity;
    for (const point of points) {
      const far = ["m", "k", "n"].reduce((sum, axis) => sum + Math.log2(point[axis] / shape[axis]) ** 2, 0);
      if (far < least) [best, least] = [point, far];
    }
    return best;
  }

  const svg = (tag, attributes, inside = "") =>
    `<${tag} ${Object.entries(attributes).map(([name, value]) => `${name}="${value}"`).join(" ")}>${inside}</${tag}>`;

  // ---- the box ----------------------------------------------------------------------------
  // Edges grow with log2(1 + size): a million fits beside four.
  function boxDrawing(shape) {
    const edge = { m: span(shape.m), k: span(shape.k), n: span(shape.n) };
    const wide = (edge.k + edge.n) * 0.84;
    const high = edge.m + (edge.k + edge.n) * 0.44;
    const scale = Math.min(330 / wide, 268 / high, 26);
    const left = 220 - (wide * scale) / 2 + edge.k * 0.84 * scale;
    const top = 176 - (high * scale) / 2 + (edge.k + edge.n) * 0.44 * scale;
    const at = (m, k, n) => [
      left + scale * (m * TOWARDS.m[0] + k * TOWARDS.k[0] + n * TOWARDS.n[0]),
      top + scale * (m * TOWARDS.m[1] + k * TOWARDS.k[1] + n * TOWARDS.n[1]),
    ];
    const path = (...corners) => corners.map((corner) => at(...corner).map((x) => x.toFixed(1)).join(",")).join(" ");
    const { m, k, n } = edge;
    const faces =
      svg("polygon", { class: "face a", points: path([0, 0, 0], [m, 0, 0], [m, k, 0], [0, k, 0]) }) +
      svg("polygon", { class: "face b", points: path([0, 0, 0], [0, k, 0], [0, k, n], [0, 0, n]) }) +
      svg("polygon", { class: "face c", points: path([0, 0, 0], [m, 0, 0], [m, 0, n], [0, 0, n]) });
    return { scale, drawing: faces + oneDot(shape, path) + grids(shape, edge, path) + labels(edge, at) + handles(shape, edge, at) };
  }

  // Lines stand at 1, 2, 3 … for small sizes and at powers of two for large ones.
  function ticks(size) {
    const marks = [];
    if (size <= 8) for (let i = 1; i < size; i += 1) marks.push(span(i));
    else for (let i = 1; i < size; i *= 2) marks.push(span(i));
    return marks;
  }

  function grids(shape, { m, k, n }, path) {
    const line = (from, to) => svg("polyline", { class: "grid", points: path(from, to) });
    return [
      ...ticks(shape.m).flatMap((t) => [line([t, 0, 0], [t, k, 0]), line([t, 0, 0], [t, 0, n])]),
      ...ticks(shape.k).flatMap((t) => [line([0, t, 0], [m, t, 0]), line([0, t, 0], [0, t, n])]),
      ...ticks(shape.n).flatMap((t) => [line([0, 0, t], [0, k, t]), line([0, 0, t], [m, 0, t])]),
    ].join("");
  }

  // One entry of C, the row of A and the column of B that meet in it.
  function oneDot(shape, path) {
    const cell = (size) => {
      const marks = [0, ...ticks(size), span(size)];
      const middle = Math.floor((marks.length - 1) / 2);
      return [marks[middle], marks[middle + 1]];
    };
    const [up, down] = cell(shape.m);
    const [near, far] = cell(shape.n);
    const k = span(shape.k);
    return (
      svg("polygon", { class: "pick a", points: path([up, 0, 0], [down, 0, 0], [down, k, 0], [up, k, 0]) }) +
      svg("polygon", { class: "pick b", points: path([0, 0, near], [0, k, near], [0, k, far], [0, 0, far]) }) +
      svg("polygon", { class: "pick c", points: path([up, 0, near], [down, 0, near], [down, 0, far], [up, 0, far]) })
    );
  }

  function labels({ m, k, n }, at) {
    const text = (name, [x, y]) => svg("text", { class: `name ${name.toLowerCase()}`, x: x.toFixed(1), y: (y + 8).toFixed(1) }, name);
    return text("A", at(m * 0.24, k * 0.76, 0)) + text("B", at(0, k * 0.76, n * 0.76)) + text("C", at(m * 0.24, 0, n * 0.76));
  }

  function handles(shape, { m, k, n }, at) {
    const knob = (axis, [x, y], [dx, dy], anchor) =>
      svg("g", { class: "knob", "data-axis": axis },
        svg("circle", { class: "reach", cx: x, cy: y, r: 22 }) + svg("circle", { class: "dot", cx: x, cy: y, r: 7.5 }) +
        svg("text", { x: x + dx, y: y + dy, "text-anchor": anchor }, `<tspan class="axis">${axis}</tspan> ${grouped(shape[axis])}`));
    const [low, left, right] = [at(m, 0, 0), at(m, k, 0), at(m, 0, n)];
    // Words stand under their knob, or beside it where those of m are in the way.
    const under = (knobAt) => (Math.abs(knobAt[0] - low[0]) < 70 ? -2 : 28);
    return (
      knob("m", low, [0, 29], "middle") +
      knob("k", left, [under(left) < 0 ? -14 : -4, under(left)], "end") +
      knob("n", right, [under(right) < 0 ? 14 : 4, under(right)], "start")
    );
  }

  // ---- the chart --------------------------------------------------------------------------
  const FRAME = { left: 52, right: 428, top: 34, bottom: 288 };
  const log = Math.log10;

  function chartScales(points, intensity, roofs) {
    const rates = [...points.map((p) => p.rate), ...roofs.map((r) => r.peak)];
    const reach = [...points.map((p) => p.intensity), intensity];
    const x0 = Math.floor(log(Math.min(0.1, ...reach)));
    const x1 = Math.ceil(log(Math.max(1000, ...reach)));
    const y0 = Math.floor(log(Math.min(1e8, ...rates)));
    const y1 = Math.ceil(log(Math.max(1e11, ...rates)) + 0.05);
    return {
      x0, x1, y0, y1,
      x: (v) => FRAME.left + ((log(v) - x0) / (x1 - x0)) * (FRAME.right - FRAME.left),
      y: (v) => FRAME.bottom - ((log(v) - y0) / (y1 - y0)) * (FRAME.bottom - FRAME.top),
    };
  }

  function chartAxes({ x0, x1, y0, y1, x, y }) {
    const parts = [];
    for (let e = x0; e <= x1; e += 1) {
      const at = x(10 ** e);
      parts.push(svg("line", { class: "rule", x1: at, x2: at, y1: FRAME.top, y2: FRAME.bottom }));
      parts.push(svg("text", { class: "tick", x: at, y: FRAME.bottom + 20, "text-anchor": "middle" }, Number((10 ** e).toPrecision(1))));
    }
    for (let e = y0; e <= y1; e += 1) {
      const at = y(10 ** e);
      parts.push(svg("line", { class: "rule", x1: FRAME.left, x2: FRAME.right, y1: at, y2: at }));
      parts.push(svg("text", { class: "tick", x: FRAME.left - 7, y: at + 5, "text-anchor": "end" }, short(10 ** e, "").replace("\u202f", "")));
    }
    parts.push(svg("text", { class: "title", x: FRAME.right, y: FRAME.bottom + 44, "text-anchor": "end" }, "intensity, FLOP per byte →"));
    parts.push(svg("text", { class: "title", x: 8, y: 16 }, "↑ rate, FLOP/s"));
    return parts.join("");
  }

  function chartDrawing(points, roofs, shape, closest) {
    const { intensity } = costs(shape);
    const scales = chartScales(points, intensity, roofs);
    const { x, y, x0, x1, y0 } = scales;
    const lines = roofs.map(({ id, peak, bandwidth }) => {
      const ridge = peak / bandwidth;
      const from = Math.max(10 ** x0, 10 ** y0 / bandwidth);
      const corners = [[from, bandwidth * from], [ridge, peak], [10 ** x1, peak]].map(([a, b]) => [x(a), y(b)]);
      return svg("polyline", { class: `roof ${id}`, points: corners.join(" ") }) + (id === "cpu" ? roofWords(corners) : "");
    });
    const dots = points.map((p, index) => {
      const at = { cx: x(p.intensity).toFixed(1), cy: y(p.rate).toFixed(1) };
      const mark = p.device === "gpu"
        ? svg("rect", { class: "point gpu", "data-point": index, x: at.cx - 3.4, y: at.cy - 3.4, width: 6.8, height: 6.8 })
        : svg("circle", { class: "point cpu", "data-point": index, ...at, r: 3.4 });
      return mark;
    });
    const here = svg("line", { class: "here", x1: x(intensity), x2: x(intensity), y1: FRAME.top, y2: FRAME.bottom });
    const rings = closest.map((p) => svg("circle", { class: `ring ${p.device}`, cx: x(p.intensity), cy: y(p.rate), r: 8 }));
    return chartAxes(scales) + here + lines.join("") + dots.join("") + rings.join("");
  }

  function roofWords([[x0, y0], [x1, y1], [x2, y2]]) {
    const tilt = (Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI;
    return (
      svg("text", { class: "roof-words", transform: `translate(${(x0 + x1) / 2} ${(y0 + y1) / 2 - 8}) rotate(${tilt})`, "text-anchor": "middle" }, "bandwidth × intensity") +
      svg("text", { class: "roof-words", x: x2 - 4, y: y2 - 8, "text-anchor": "end" }, "best rate")
    );
  }

  // ---- the component ----------------------------------------------------------------------
  class MatmulCubes extends HTMLElement {
    connectedCallback() {
      if (this.shadowRoot) return;
      const source = this.querySelector('script[type="application/json"]');
      this.records = source ? JSON.parse(source.textContent) : [];
      this.points = this.records.flatMap(({ id, device, points }) =>
        points.filter((p) => p.case in SHAPE_OF).map((p) => {
          const shape = SHAPE_OF[p.case](p);
          return { ...shape, device: id, name: device, rate: p.work / p.time, intensity: costs(shape).intensity };
        }));
      this.roofs = this.records.flatMap((record) => roofOf(record));
      this.shape = { m: 512, k: 512, n: 512 };
      this.attachShadow({ mode: "open" }).innerHTML = `<style>${STYLE}</style>${this.frame()}`;
      this.listen();
      this.draw();
    }

    part(name) {
      return this.shadowRoot.getElementById(name);
    }

    frame() {
      const controls = Object.entries(AXES).map(([axis, words]) => `
        <div class="control"><label for="${axis}"><b>${axis}</b> ${words}</label>
        <input id="${axis}" type="text" inputmode="numeric" autocomplete="off" aria-describedby="wrong">
        <input id="${axis}-slide" type="range" min="0" max="${SIZES.length - 1}" step="1" aria-label="${axis}, ${words}"></div>`).join("");
      const presets = PRESETS.map(([name], index) => `<button type="button" data-preset="${index}" aria-pressed="false">${name}</button>`).join("");
      return `
        <div class="presets" role="group" aria-label="Known shapes">${presets}</div>
        <div class="pictures">
          <div class="picture"><svg id="box" viewBox="0 0 440 350" role="img" aria-labelledby="box-words"></svg>
            <p class="words" id="box-words"></p></div>
          <div class="picture"><svg id="chart" viewBox="0 0 440 345" role="img" aria-labelledby="chart-words"></svg>
            <p class="words" id="chart-words"></p></div>
        </div>
        <div class="controls">${controls}</div><p id="wrong" class="wrong" aria-live="assertive"></p>
        <dl class="figures"><div><dt>work <i>2mkn</i></dt><dd id="flops"></dd></div>
          <div><dt>traffic <i>4(mk + kn + mn)</i></dt><dd id="bytes"></dd></div>
          <div><dt>intensity</dt><dd id="intensity"></dd></div><div class="wide"><dt>nearest measured</dt><dd id="nearest"></dd></div></dl>
        <p id="live" class="hidden" aria-live="polite"></p>`;
    }

    listen() {
      for (const axis of Object.keys(AXES)) {
        this.part(axis).addEventListener("input", (event) => this.typed(axis, event.target));
        this.part(axis).addEventListener("change", () => this.draw());
        this.part(`${axis}-slide`).addEventListener("input", (event) => this.set({ [axis]: SIZES[event.target.value] }));
      }
      this.shadowRoot.querySelector(".presets").addEventListener("click", (event) => {
        const preset = PRESETS[event.target.closest("button")?.dataset.preset];
        if (preset) this.set({ m: preset[1], k: preset[2], n: preset[3] });
      });
      this.part("chart").addEventListener("click", (event) => {
        const point = this.points[event.target.dataset.point];
        if (point) this.set({ m: point.m, k: point.k, n: point.n });
      });
      const box = this.part("box");
      // `touch-action` does not reach parts of an SVG: without this the page scrolls under the finger.
      box.addEventListener("touchstart", (event) => event.target.closest("[data-axis]") && event.preventDefault(), { passive: false });
      box.addEventListener("pointerdown", (event) => this.grab(event));
      box.addEventListener("pointermove", (event) => this.drag(event));
      for (const end of ["pointerup", "pointercancel"]) box.addEventListener(end, () => { this.held = null; });
    }

    typed(axis, input) {
      const value = Number(input.value.replaceAll(/[\s,_]/g, ""));
      const right = Number.isInteger(value) && value >= 1 && value <= LARGEST;
      input.setAttribute("aria-invalid", String(!right));
      this.part("wrong").textContent = right ? "" : `${axis} is a whole number from 1 to ${grouped(LARGEST)}.`;
      if (right) this.set({ [axis]: value }, axis);
    }

    grab(event) {
      const axis = event.target.closest("[data-axis]")?.dataset.axis;
      if (!axis) return;
      event.preventDefault();
      this.part("box").setPointerCapture(event.pointerId);
      const paper = 440 / this.part("box").getBoundingClientRect().width;
      this.held = { axis, x: event.clientX, y: event.clientY, from: span(this.shape[axis]), unit: this.scale / paper };
    }

    drag(event) {
      if (!this.held) return;
      const { axis, x, y, from, unit } = this.held;
      const [dx, dy] = TOWARDS[axis];
      const moved = ((event.clientX - x) * dx + (event.clientY - y) * dy) / (dx * dx + dy * dy) / unit;
      const wanted = 2 ** (from + moved) - 1;
      const size = SIZES.reduce((best, s) => (Math.abs(span(s) - span(Math.max(wanted, 0))) < Math.abs(span(best) - span(Math.max(wanted, 0))) ? s : best));
      if (size !== this.shape[axis]) this.set({ [axis]: size });
    }

    set(change, typing = null) {
      this.shape = { ...this.shape, ...change };
      this.draw(typing);
    }

    draw(typing = null) {
      const { shape } = this;
      const cost = costs(shape);
      const closest = this.records.map(({ id }) => nearest(this.points.filter((p) => p.device === id), shape)).filter(Boolean);
      const box = boxDrawing(shape);
      this.scale = box.scale;
      this.part("box").innerHTML = box.drawing;
      this.part("chart").innerHTML = chartDrawing(this.points, this.roofs, shape, closest);
      this.fill(typing, cost, closest);
      for (const [index, button] of [...this.shadowRoot.querySelectorAll("[data-preset]")].entries()) {
        const [, m, k, n] = PRESETS[index];
        button.setAttribute("aria-pressed", String(m === shape.m && k === shape.k && n === shape.n));
      }
    }

    fill(typing, cost, closest) {
      const { m, k, n } = this.shape;
      for (const axis of Object.keys(AXES)) {
        const value = this.shape[axis];
        if (axis !== typing) { this.part(axis).value = grouped(value); this.part(axis).removeAttribute("aria-invalid"); }
        const slide = this.part(`${axis}-slide`);
        slide.value = SIZES.findLastIndex((size) => size <= value);
        slide.setAttribute("aria-valuetext", grouped(value));
      }
      if (!typing) this.part("wrong").textContent = "";
      const intensity = Number(cost.intensity.toPrecision(3));
      this.part("flops").innerHTML = `${short(cost.flops, "FLOP")} <small>${grouped(cost.flops)}</small>`;
      this.part("bytes").innerHTML = `${short(cost.bytes, "B")} <small>${grouped(cost.bytes)}</small>`;
      this.part("intensity").textContent = `${intensity}\u202fFLOP/B`;
      const found = closest.map((p) => `${p.device.toUpperCase()} (${p.name}) ${short(p.rate, "FLOP/s")} at ${grouped(p.m)} × ${grouped(p.k)} × ${grouped(p.n)}`);
      const missing = closest.some((p) => p.device === "gpu") ? [] : ["GPU not measured yet"];
      const near = (closest.length ? [...found, ...missing] : ["not measured yet"]).join("; ");
      this.part("nearest").textContent = near;
      this.part("box-words").textContent = `${grouped(m)} × ${grouped(k)} × ${grouped(n)}: ${short(cost.flops / 2, "")} multiply-adds, one for each small cube. Edges grow with the logarithm of the size. Shaded darker: one entry of C, and the row of A and column of B that meet in it.`;
      this.part("chart-words").textContent = this.roofs.length
        ? "Dots: measured shapes. Line: the smaller of bandwidth × intensity and the best rate, both measured. The upright marks your shape."
        : "Dots: measured shapes. The upright marks your shape.";
      clearTimeout(this.telling);
      this.telling = setTimeout(() => {
        this.part("live").textContent = `${short(cost.flops, "FLOP")}, ${short(cost.bytes, "B")}, ${intensity} FLOP per byte. Nearest measured: ${near}.`;
      }, 400);
    }
  }

  // The two walls, where the record measured them.
  function roofOf({ id, points }) {
    const roofs = points.filter((p) => p.case === "roof");
    const peak = Math.max(...roofs.map((p) => p.work / p.time), 0);
    const bandwidth = Math.max(...roofs.map((p) => p.bytes / p.time), 0);
    return peak > 0 && bandwidth > 0 ? [{ id, peak, bandwidth }] : [];
  }

  const STYLE = `
    :host { display: block; container-type: inline-size; font: 400 .94rem/1.4 var(--lanes-sans, sans-serif); color: var(--lanes-ink); }
    svg { display: block; inline-size: 100%; block-size: auto; overflow: visible; touch-action: pan-y; }
    text { font: 500 16px/1 var(--lanes-sans, sans-serif); fill: var(--lanes-ink); font-variant-numeric: tabular-nums; }
    .presets { display: flex; flex-wrap: wrap; gap: .4rem; margin-block-end: .6rem; }
    button { font: inherit; font-size: .86rem; padding: .28rem .75rem; min-block-size: 2rem; border-radius: 2rem; cursor: pointer;
      border: 1px solid var(--lanes-line-strong); background: var(--lanes-paper); color: var(--lanes-ink); }
    button:hover { border-color: var(--lanes-link); }
    button[aria-pressed="true"] { background: var(--lanes-ink); border-color: var(--lanes-ink); color: var(--lanes-paper); }
    :is(button, input):focus-visible { outline: 3px solid var(--lanes-focus); outline-offset: 2px; }
    .pictures { display: grid; gap: 1rem 1.6rem; grid-template-columns: minmax(0, 1fr); }
    .face { stroke: var(--lanes-ink); stroke-width: 1.1; stroke-linejoin: round; }
    .face.a { fill: var(--lanes-a); } .face.b { fill: var(--lanes-b); } .face.c { fill: var(--lanes-c); }
    .pick.a { fill: var(--lanes-a-deep); } .pick.b { fill: var(--lanes-b-deep); } .pick.c { fill: var(--lanes-c-deep); }
    .grid { fill: none; stroke: var(--lanes-ink); stroke-width: .5; opacity: .38; }
    .name { font: 600 25px/1 var(--lanes-serif, serif); text-anchor: middle; paint-order: stroke; stroke: var(--lanes-paper);
      stroke-width: 3.5px; stroke-linejoin: round; }
    .knob { cursor: grab; }
    .knob:active { cursor: grabbing; }
    .reach { fill: transparent; }
    .dot { fill: var(--lanes-paper); stroke: var(--lanes-ink); stroke-width: 2.2; }
    .knob:hover .dot { fill: var(--lanes-focus); }
    .axis { font-style: italic; font-family: var(--lanes-serif, serif); font-size: 19px; }
    .words { margin: .35rem 0 0; font-size: .84rem; color: var(--lanes-soft); }
    .rule { stroke: var(--lanes-line); stroke-width: 1; }
    .tick, .title { font-size: 15px; font-weight: 400; fill: var(--lanes-soft); }
    .roof-words { font-size: 15px; font-weight: 400; font-style: italic; font-family: var(--lanes-serif, serif); paint-order: stroke; stroke: var(--lanes-paper); stroke-width: 4px; pointer-events: none; }
    .point { cursor: pointer; stroke: var(--lanes-paper); stroke-width: .7; }
    .point.cpu { fill: var(--lanes-cpu); } .point.gpu { fill: var(--lanes-gpu); }
    .ring { fill: none; stroke-width: 2.4; stroke: var(--lanes-ink); pointer-events: none; }
    .here { stroke: var(--lanes-ink); stroke-width: 1.2; stroke-dasharray: 3 4; }
    .roof { fill: none; stroke-width: 2; stroke: var(--lanes-cpu); opacity: .75; pointer-events: none; }
    .roof.gpu { stroke: var(--lanes-gpu); }
    .controls { display: grid; gap: .5rem 1.4rem; margin-block-start: .9rem; grid-template-columns: minmax(0, 1fr); }
    .control { display: grid; grid-template-columns: 1fr 6.6rem; align-items: center; gap: 0 .6rem; }
    .control b { font: italic 600 1.1rem/1 var(--lanes-serif, serif); margin-inline-end: .2rem; }
    label { font-size: .86rem; color: var(--lanes-soft); } label b { color: var(--lanes-ink); }
    input[type="text"] { font: 500 .95rem/1.3 var(--lanes-sans, sans-serif); font-variant-numeric: tabular-nums; text-align: end; padding: .25rem .5rem;
      inline-size: 100%; box-sizing: border-box; border: 1px solid var(--lanes-line-strong); border-radius: 6px; background: var(--lanes-paper); color: inherit; }
    input[aria-invalid="true"] { border-color: var(--lanes-bad); border-width: 2px; }
    input[type="range"] { grid-column: 1 / -1; inline-size: 100%; margin: .2rem 0 0; block-size: 1.6rem; accent-color: var(--lanes-link); }
    .wrong { min-block-size: 1.3em; margin: .3rem 0 0; font-size: .86rem; color: var(--lanes-bad); }
    .figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .7rem 1.4rem; margin: .4rem 0 0;
      padding-block-start: .8rem; border-block-start: 1px solid var(--lanes-line); }
    .figures > div { min-inline-size: 0; } .figures .wide { grid-column: 1 / -1; }
    dt { font-size: .8rem; color: var(--lanes-soft); } dt i { font-family: var(--lanes-serif, serif); margin-inline-start: .3em; }
    dd { margin: 0; font-size: 1.22rem; font-weight: 600; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
    dd small { display: block; font-size: .78rem; font-weight: 400; color: var(--lanes-soft); } .wide dd { font-size: 1rem; }
    .hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); margin: 0; }
    @container (min-width: 40rem) { .pictures { grid-template-columns: 1fr 1fr; } .controls { grid-template-columns: repeat(3, minmax(0, 1fr)); }
      .control { grid-template-columns: 1fr 6.2rem; align-items: end; } .figures { grid-template-columns: 1.3fr 1.2fr 1fr; } }
    @media print { .presets, .controls, .wrong, .knob circle { display: none; } .pictures { grid-template-columns: 1fr 1fr; } }`;

  customElements.define("matmul-cubes", MatmulCubes);
})();

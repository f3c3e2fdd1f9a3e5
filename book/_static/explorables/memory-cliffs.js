// <memory-cliffs>: a list that grows out of one cache after the other, and a stream that does the same.
// Reads the measurements from the JSON script inside it; asks nothing of the network.
(() => {
  "use strict";

  const THIN = "\u202f";
  const digits = (value) => Number(value.toPrecision(3));
  const size = (kib) => (kib < 1024 ? `${digits(kib)}${THIN}KiB` : `${digits(kib / 1024)}${THIN}MiB`);
  const nanoseconds = (seconds) => `${digits(seconds * 1e9)}${THIN}ns`;
  const gigabytes = (perSecond) => `${digits(perSecond / 1e9)}${THIN}GB/s`;

  const svg = (tag, attributes, inside = "") =>
    `<${tag} ${Object.entries(attributes).map(([name, value]) => `${name}="${value}"`).join(" ")}>${inside}</${tag}>`;
  const words = (x, y, text, more = {}) => svg("text", { x, y, ...more }, text);

  // ---- what the records hold ------------------------------------------------------------------
  // A step of a GPU's loop holds a share of a launch: the list is the CPU's, the stream is everybody's.
  function machineOf(records) {
    const cpu = records.find(({ id }) => id === "cpu");
    const chases = (cpu?.points ?? []).filter((p) => p.case === "chase").sort((a, b) => a.kib - b.kib);
    const steps = (order) => chases.filter((p) => p.order === order).map((p) => ({ kib: p.kib, step: p.time / p.steps }));
    const [shuffled, sorted] = [steps("shuffled"), steps("sorted")];
    const caches = [["L1", "L1d"], ["L2", "L2"], ["L3", "L3"]]
      .flatMap(([name, key]) => (cpu?.caches?.[key] ? [{ name, kib: cpu.caches[key] / 1024 }] : []));
    return { shuffled, sorted, levels: levelsOf(caches, shuffled) };
  }

  // Each memory is known by one measured size: well inside it, and too large for the one before.
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
  const holds = (levels, kib) => levels.find((level) => kib <= level.kib);

  function streamsOf(records) {
    return records.flatMap(({ id, points }) => {
      const rates = points.filter((p) => p.case === "stream").sort((a, b) => a.kib - b.kib).map((p) => ({ kib: p.kib, rate: p.bytes / p.time }));
      const roof = Math.max(0, ...points.filter((p) => p.case === "roof").map((p) => p.bytes / p.time));
      return rates.length ? [{ id, rates, roof }] : [];
    });
  }

  // ---- charts: logarithmic both ways ------------------------------------------------------------
  const FRAME = { left: 66, right: 428, top: 40, bottom: 250 };

  function scales(sizes, values) {
    const [x0, x1] = [Math.log2(Math.min(...sizes)), Math.log2(Math.max(...sizes))];
    const [y0, y1] = [Math.floor(Math.log10(Math.min(...values)) + 1e-9), Math.ceil(Math.log10(Math.max(...values)) - 1e-9)];
    return {
      sizes, y0, y1,
      x: (kib) => FRAME.left + ((Math.log2(kib) - x0) / (x1 - x0)) * (FRAME.right - FRAME.left),
      y: (value) => FRAME.bottom - ((Math.log10(value) - y0) / Math.max(y1 - y0, 1)) * (FRAME.bottom - FRAME.top),
    };
  }

  function axes({ sizes, y0, y1, x, y }, title, written) {
    const parts = [words(4, 14, `↑ ${title}`, { class: "title" })];
    for (const [index, kib] of sizes.entries()) {
      if (index % 4) continue;
      parts.push(svg("line", { class: "rule", x1: x(kib), x2: x(kib), y1: FRAME.top, y2: FRAME.bottom }));
      parts.push(words(x(kib), FRAME.bottom + 20, size(kib), { class: "tick", "text-anchor": "middle" }));
    }
    for (let e = y0; e <= y1; e += 1) {
      parts.push(svg("line", { class: "rule", x1: FRAME.left, x2: FRAME.right, y1: y(10 ** e), y2: y(10 ** e) }));
      parts.push(words(FRAME.left - 7, y(10 ** e) + 5, written(10 ** e), { class: "tick", "text-anchor": "end" }));
    }
    parts.push(words(FRAME.right, FRAME.bottom + 44, "working set →", { class: "title", "text-anchor": "end" }));
    return parts.join("");
  }

  function edges({ sizes, x }, levels) {
    return levels.filter(({ kib }) => kib > sizes[0] && kib < sizes.at(-1)).map(({ name, kib }) =>
      svg("line", { class: "edge", x1: x(kib), x2: x(kib), y1: FRAME.top - 8, y2: FRAME.bottom }) +
      words(x(kib) - 4, FRAME.top - 2, name, { class: "tick", "text-anchor": "end" })).join("");
  }

  const upright = (at) => svg("line", { class: "here", x1: at, x2: at, y1: FRAME.top, y2: FRAME.bottom });
  const ring = (cx, cy) => svg("circle", { class: "ring", cx, cy, r: 8 });

  function mark(kind, x, y) {
    if (kind === "gpu") return svg("rect", { class: "point gpu", x: x - 3.8, y: y - 3.8, width: 7.6, height: 7.6 });
    return svg("circle", { class: `point ${kind}`, cx: x, cy: y, r: 4 });
  }

  // The formula: a step takes what the nearest memory takes that holds the whole list.
  function stairs({ sizes, x, y }, levels) {
    const points = [];
    let from = sizes[0];
    for (const { kib, step } of levels) {
      const to = Math.min(kib, sizes.at(-1));
      if (to <= from && points.length) continue;
      points.push([x(from), y(step * 1e9)], [x(to), y(step * 1e9)]);
      from = to;
    }
    return svg("polyline", { class: "bound", points: points.map((p) => p.join(",")).join(" ") });
  }

  function listDrawing({ shuffled, sorted, levels }, kib) {
    const sizes = shuffled.map((p) => p.kib);
    const chart = scales(sizes, [...shuffled, ...sorted].map((p) => p.step * 1e9));
    const dots = (kind, points) => points.map((p) => mark(kind, chart.x(p.kib), chart.y(p.step * 1e9))).join("");
    const here = [shuffled, sorted].flatMap((points) => points.filter((p) => p.kib === kib));
    return axes(chart, "time of a step, ns", digits) + edges(chart, levels) + upright(chart.x(kib)) + stairs(chart, levels) +
      dots("sorted", sorted) + dots("cpu", shuffled) + here.map((p) => ring(chart.x(p.kib), chart.y(p.step * 1e9))).join("");
  }

  function streamDrawing(streams, levels, sizes, kib) {
    const chart = scales(sizes, streams.flatMap(({ rates, roof }) => [...rates.map((p) => p.rate / 1e9), roof / 1e9].filter(Boolean)));
    const inside = ({ rates }) => rates.filter((p) => p.kib <= sizes.at(-1));
    const roofs = streams.filter(({ roof }) => roof).map(({ id, roof }) =>
      svg("line", { class: `bound ${id}`, x1: FRAME.left, x2: FRAME.right, y1: chart.y(roof / 1e9), y2: chart.y(roof / 1e9) }));
    const dots = streams.flatMap((s) => inside(s).map((p) =>
      mark(s.id, chart.x(p.kib), chart.y(p.rate / 1e9)) + (p.kib === kib ? ring(chart.x(p.kib), chart.y(p.rate / 1e9)) : "")));
    return axes(chart, "moved, GB/s", digits) + edges(chart, levels) + upright(chart.x(kib)) + roofs.join("") + dots.join("");
  }

  // ---- the component ----------------------------------------------------------------------------
  class MemoryCliffs extends HTMLElement {
    connectedCallback() {
      if (this.shadowRoot) return;
      const source = this.querySelector('script[type="application/json"]');
      const records = source ? JSON.parse(source.textContent) : [];
      this.machine = machineOf(records);
      this.streams = streamsOf(records);
      this.sizes = this.machine.shuffled.map((p) => p.kib);
      const ready = this.sizes.length > 1 && this.streams.length;
      this.attachShadow({ mode: "open" }).innerHTML = `<style>${STYLE}</style>${ready ? this.frame() : "<p>Not measured yet.</p>"}`;
      if (!ready) return;
      this.at = Math.max(0, this.sizes.indexOf(512));
      this.part("set").value = this.at;
      this.part("set").addEventListener("input", (event) => { this.at = Number(event.target.value); this.draw(); });
      this.draw();
    }

    part(name) {
      return this.shadowRoot.getElementById(name);
    }

    frame() {
      const half = (title, name) => `
        <section aria-labelledby="${name}-title"><p class="heading" id="${name}-title">${title}</p>
          <svg id="${name}-picture" viewBox="0 0 440 300" role="img" aria-labelledby="${name}-words"></svg>
          <p class="words" id="${name}-words"></p></section>`;
      const figures = [["fits", "all of it fits"], ["formula", "a step, by the formula"], ["shuffled", "a step, shuffled"],
        ["sorted", "a step, in order"], ["stream", "a stream moves"], ["others", "on the GPU"]];
      return `
        <div class="control"><label for="set">working set: what the program comes back to</label><output for="set" id="set-value"></output>
          <input id="set" type="range" min="0" max="${this.sizes.length - 1}" step="1"></div>
        <dl>${figures.map(([id, term]) => `<div><dt>${term}</dt><dd id="${id}"></dd></div>`).join("")}</dl>
        <div class="halves">${half("Follow a list", "list")}${half("Pass over two arrays", "stream-half")}</div>
        <p id="live" class="hidden" aria-live="polite"></p>`;
    }

    draw() {
      const kib = this.sizes[this.at];
      const { machine, streams } = this;
      const level = holds(machine.levels, kib);
      const place = level.name === "memory" ? "only in memory" : `in ${level.name}`;
      const step = (order) => machine[order].find((p) => p.kib === kib)?.step;
      const rate = (id) => streams.find((s) => s.id === id)?.rates.find((p) => p.kib === kib)?.rate;
      const told = (value, write) => (value ? write(value) : "not measured");
      this.part("list-picture").innerHTML = listDrawing(machine, kib);
      this.part("stream-half-picture").innerHTML = streamDrawing(streams, machine.levels, this.sizes, kib);
      const figures = {
        "set-value": size(kib), fits: place, formula: nanoseconds(level.step),
        shuffled: told(step("shuffled"), nanoseconds), sorted: told(step("sorted"), nanoseconds),
        stream: told(rate("cpu"), gigabytes), others: rate("gpu") ? gigabytes(rate("gpu")) : "not measured yet",
      };
      for (const [id, text] of Object.entries(figures)) this.part(id).textContent = text;
      this.part("set").setAttribute("aria-valuetext", `${size(kib)}, fits ${place}`);
      this.part("list-words").textContent =
        `${size(kib)} fits ${place}. Filled dots: shuffled, ${figures.shuffled}. Hollow dots: in order, ${figures.sorted}. Line: the formula, a step costs what the nearest memory costs that holds the whole list.`;
      this.part("stream-half-words").textContent =
        `Dots: both cores pass over arrays of this size again and again, ${figures.stream}. Line: the roof of the memory, over a gigabyte.`;
      clearTimeout(this.telling);
      this.telling = setTimeout(() => {
        this.part("live").textContent = `${size(kib)}, fits ${place}: a step takes ${figures.shuffled} shuffled, ${figures.sorted} in order; a stream moves ${figures.stream}.`;
      }, 400);
    }
  }

  const STYLE = `
    :host { display: block; container-type: inline-size; font: 400 .94rem/1.4 var(--lanes-sans, sans-serif); color: var(--lanes-ink); }
    svg { display: block; inline-size: 100%; block-size: auto; overflow: visible; }
    text { font: 500 16px/1 var(--lanes-sans, sans-serif); fill: var(--lanes-ink); font-variant-numeric: tabular-nums; }
    .halves { display: grid; gap: 1.6rem 2rem; grid-template-columns: minmax(0, 1fr); margin-block-start: 1.2rem; }
    .heading { margin: 0 0 .4rem; font: 600 1.12rem/1.25 var(--lanes-serif, serif); }
    .rule { stroke: var(--lanes-line); stroke-width: 1; }
    .edge { stroke: var(--lanes-line-strong); stroke-width: 1.2; stroke-dasharray: 2 3; }
    .tick, .title { font-size: 15px; font-weight: 400; fill: var(--lanes-soft); }
    .bound { fill: none; stroke: var(--lanes-cpu); stroke-width: 2; opacity: .75; }
    .bound.gpu { stroke: var(--lanes-gpu); }
    .point { stroke: var(--lanes-paper); stroke-width: .7; }
    .point.cpu { fill: var(--lanes-cpu); } .point.gpu { fill: var(--lanes-gpu); }
    .point.sorted { fill: var(--lanes-paper); stroke: var(--lanes-cpu); stroke-width: 1.8; }
    .ring { fill: none; stroke: var(--lanes-ink); stroke-width: 2.4; }
    .here { stroke: var(--lanes-ink); stroke-width: 1.2; stroke-dasharray: 3 4; }
    .words { margin: .35rem 0 0; font-size: .84rem; color: var(--lanes-soft); }
    .control { display: grid; grid-template-columns: 1fr auto; align-items: baseline; gap: 0 .6rem; }
    label { font-size: .9rem; } output { font-weight: 600; font-size: 1.22rem; font-variant-numeric: tabular-nums; }
    input { grid-column: 1 / -1; inline-size: 100%; margin: .2rem 0 0; block-size: 1.8rem; accent-color: var(--lanes-link); }
    input:focus-visible { outline: 3px solid var(--lanes-focus); outline-offset: 2px; }
    dl { display: grid; grid-template-columns: 1fr 1fr; gap: .6rem 1.2rem; margin: .6rem 0 0; padding-block-start: .7rem; border-block-start: 1px solid var(--lanes-line); }
    dl > div { min-inline-size: 0; } dt { font-size: .8rem; color: var(--lanes-soft); }
    dd { margin: 0; font-size: 1rem; font-weight: 600; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
    .hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); margin: 0; }
    @container (min-width: 34rem) { .halves { grid-template-columns: 1fr 1fr; } dl { grid-template-columns: 1fr 1fr 1fr; } }
    @media print { .halves { grid-template-columns: 1fr 1fr; } input { display: none; } .point { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }`;

  customElements.define("memory-cliffs", MemoryCliffs);
})();

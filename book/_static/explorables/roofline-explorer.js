// <roofline-explorer>: what three walls let a program reach, on measured machines and on the reader's own.
// Reads the measurements from the JSON script inside it; asks nothing of the network.
(() => {
  "use strict";

  const KEPT = "many-lanes.machine";
  // Steps of the sliders: intensity in half powers of two, work in half powers of ten.
  const INTENSITY = { from: -8, to: 22, of: (step) => 2 ** (step / 2) };
  const WORK = { from: 0, to: 26, of: (step) => 10 ** (step / 2) };
  const PRESETS = [
    ["adding 1000 numbers", 1 / 12, 1e3],
    ["matrix · vector, 8192", 0.5, 2 * 8192 ** 2],
    ["product of 16 × 16", 2 * 16 / 12, 2 * 16 ** 3],
    ["product of 2048 × 2048", 2 * 2048 / 12, 2 * 2048 ** 3],
  ];
  const WALLS = {
    peak: { words: "peak, GFLOP/s", unit: 1e9, better: "ten times the peak" },
    bandwidth: { words: "bandwidth, GB/s", unit: 1e9, better: "ten times the bandwidth" },
    overhead: { words: "a call, µs", unit: 1e-6, better: "a tenth of the call" },
  };
  const CASES = { intensity: "stream", gemm: "product of matrices", matvec: "matrix · vector", points: "points" };
  const LOOK = { cpu: "CPU", gpu: "GPU", you: "Yours" };

  const digits = (value, count = 3) => String(Number(value.toPrecision(count)));
  function short(value, unit) {
    const prefixes = ["", "k", "M", "G", "T", "P", "E"];
    const step = Math.max(0, Math.min(6, Math.floor(Math.log10(value) / 3 + 1e-9)));
    return `${digits(value / 1000 ** step)}\u202f${prefixes[step]}${unit}`;
  }
  function lasting(seconds) {
    const [size, unit] = [[1, "s"], [1e-3, "ms"], [1e-6, "µs"], [1e-9, "ns"]].find(([s]) => seconds >= s) ?? [1e-9, "ns"];
    return `${digits(seconds / size)}\u202f${unit}`;
  }
  const svg = (tag, attributes, inside = "") =>
    `<${tag} ${Object.entries(attributes).map(([name, value]) => `${name}="${value}"`).join(" ")}>${inside}</${tag}>`;

  // ---- the model --------------------------------------------------------------------------
  const roofAt = ({ peak, bandwidth }, intensity) => Math.min(peak, bandwidth * intensity);
  function run(machine, { intensity, work }) {
    const times = { arithmetic: work / machine.peak, memory: work / intensity / machine.bandwidth, "the call": machine.overhead };
    const time = times["the call"] + Math.max(times.arithmetic, times.memory);
    const wall = Object.keys(times).reduce((a, b) => (times[b] > times[a] ? b : a));
    return { time, wall, rate: work / time };
  }

  // The three walls of a record, and the bandwidths of its caches.
  function machineOf({ id, device, points }) {
    const best = (name, rate) => Math.max(0, ...points.filter((p) => p.case === name).map(rate));
    const peak = best("roof", (p) => p.work / p.time);
    const bandwidth = best("roof", (p) => p.bytes / p.time);
    const overhead = points.find((p) => p.case === "overhead")?.time;
    if (!(peak && bandwidth && overhead)) return [];
    const near = points.filter((p) => p.case === "near").map((p) => ({ kib: p.kib, bandwidth: p.bytes / p.time }));
    return [{ id, name: device, peak, bandwidth, overhead, near }];
  }

  // ---- the chart --------------------------------------------------------------------------
  const FRAME = { left: 66, right: 628, top: 30, bottom: 330 };
  const SPAN = { x0: -1.3, x1: 3.4 };
  const log = Math.log10;

  function scalesFor(machines, points) {
    const rates = [...machines.map((m) => m.peak), ...points.map((p) => p.rate)];
    const y1 = Math.ceil(log(Math.max(1e11, ...rates)) + 0.1);
    const y0 = y1 - 6;
    const clip = (v) => Math.max(y0, Math.min(y1, v));
    return {
      y0, y1,
      x: (v) => FRAME.left + ((log(v) - SPAN.x0) / (SPAN.x1 - SPAN.x0)) * (FRAME.right - FRAME.left),
      y: (v) => FRAME.bottom - ((clip(log(v)) - y0) / (y1 - y0)) * (FRAME.bottom - FRAME.top),
    };
  }

  function axes({ x, y, y0, y1 }) {
    const parts = [];
    for (let e = Math.ceil(SPAN.x0); e <= SPAN.x1; e += 1) {
      const at = x(10 ** e);
      parts.push(svg("line", { class: "rule", x1: at, x2: at, y1: FRAME.top, y2: FRAME.bottom }));
      parts.push(svg("text", { class: "tick", x: at, y: FRAME.bottom + 20, "text-anchor": "middle" }, digits(10 ** e, 1)));
    }
    for (let e = y0; e <= y1; e += 1) {
      const at = y(10 ** e);
      parts.push(svg("line", { class: "rule", x1: FRAME.left, x2: FRAME.right, y1: at, y2: at }));
      parts.push(svg("text", { class: "tick", x: FRAME.left - 7, y: at + 5, "text-anchor": "end" }, short(10 ** e, "").replace("\u202f", "")));
    }
    parts.push(svg("text", { class: "title", x: FRAME.right, y: FRAME.bottom + 46, "text-anchor": "end" }, "intensity, FLOP per byte →"));
    parts.push(svg("text", { class: "title", x: 4, y: 11 }, "↑ rate, FLOP/s"));
    return parts.join("");
  }

  const STEPS = Array.from({ length: 121 }, (_, i) => 10 ** (SPAN.x0 + ((SPAN.x1 - SPAN.x0) * i) / 120));
  const curve = (name, { x, y }, rate) =>
    svg("polyline", { class: name, points: STEPS.map((i) => `${x(i).toFixed(1)},${y(rate(i)).toFixed(1)}`).join(" ") });

  function mark(id, cx, cy) {
    const name = `at ${id}`;
    if (id === "gpu") return svg("rect", { class: name, x: cx - 6, y: cy - 6, width: 12, height: 12 });
    if (id === "you") return svg("polygon", { class: name, points: `${cx},${cy - 8} ${cx + 8},${cy} ${cx},${cy + 8} ${cx - 8},${cy}` });
    return svg("circle", { class: name, cx, cy, r: 6.5 });
  }

  function drawing(machines, points, program) {
    const scales = scalesFor(machines, points);
    const { x, y } = scales;
    const roofs = machines.map((m) => {
      const caches = (m.near ?? []).filter((c) => c.bandwidth > 1.1 * m.bandwidth);
      return caches.map((c) => curve(`cache ${m.id}`, scales, (i) => roofAt({ ...m, bandwidth: c.bandwidth }, i))).join("")
        + curve(`roof ${m.id}`, scales, (i) => roofAt(m, i))
        + curve(`reach ${m.id}`, scales, (i) => run(m, { ...program, intensity: i }).rate);
    });
    const dots = points.map((p, index) => {
      const [cx, cy] = [x(p.intensity).toFixed(1), y(p.rate).toFixed(1)];
      const words = svg("title", {}, `${LOOK[p.device]}: ${CASES[p.case]}, ${short(p.work, "FLOP")}`);
      return p.device === "gpu"
        ? svg("rect", { class: "point gpu", "data-point": index, x: cx - 3.2, y: cy - 3.2, width: 6.4, height: 6.4 }, words)
        : svg("circle", { class: "point cpu", "data-point": index, cx, cy, r: 3.4 }, words);
    });
    const here = svg("line", { class: "here", x1: x(program.intensity), x2: x(program.intensity), y1: FRAME.top, y2: FRAME.bottom });
    const marks = machines.map((m) => mark(m.id, x(program.intensity), y(run(m, program).rate)));
    return axes(scales) + here + roofs.join("") + dots.join("") + marks.join("");
  }

  // ---- the component ----------------------------------------------------------------------
  class RooflineExplorer extends HTMLElement {
    connectedCallback() {
      if (this.shadowRoot) return;
      const source = this.querySelector('script[type="application/json"]');
      const records = source ? JSON.parse(source.textContent) : [];
      this.measured = records.flatMap(machineOf);
      this.points = records.flatMap(({ id, points }) => points.filter((p) => p.case in CASES).map((p) => (
        { device: id, case: p.case, work: p.work, intensity: p.work / p.bytes, rate: p.work / p.time })));
      this.program = { intensity: 0.5, work: 2 * 8192 ** 2 };
      this.typed = remembered();
      this.attachShadow({ mode: "open" }).innerHTML = `<style>${STYLE}</style>${this.frame()}`;
      for (const wall of Object.keys(WALLS)) this.part(wall).value = this.typed[wall] ?? "";
      this.listen();
      this.draw();
    }

    part(name) {
      return this.shadowRoot.getElementById(name);
    }

    frame() {
      const presets = PRESETS.map(([name], i) => `<button type="button" data-preset="${i}" aria-pressed="false">${name}</button>`).join("");
      const slider = (id, words, { from, to }) => `<div class="control"><label for="${id}">${words}</label><output id="${id}-words" for="${id}"></output>
        <input id="${id}" type="range" min="${from}" max="${to}" step="1"></div>`;
      const walls = Object.entries(WALLS).map(([id, { words }]) => `<div class="wall"><label for="${id}">${words}</label>
        <input id="${id}" type="text" inputmode="decimal" autocomplete="off" aria-describedby="wrong"></div>`).join("");
      const better = Object.entries(WALLS).map(([id, { better }]) => `<button type="button" data-better="${id}">${better}</button>`).join("");
      return `
        <div class="presets" role="group" aria-label="Known programs">${presets}</div>
        <svg id="chart" viewBox="0 0 640 378" role="img" aria-labelledby="chart-words"></svg>
        <p class="words" id="chart-words"></p>
        <div class="controls">${slider("intensity", "intensity", INTENSITY)}${slider("work", "size of the program", WORK)}</div>
        <fieldset class="yours"><legend>Your machine</legend><div class="walls">${walls}</div>
          <p id="wrong" class="wrong" aria-live="assertive"></p>
          <div class="presets" role="group" aria-label="The reference with one wall moved"><span>or the CPU with</span>${better}
            <button type="button" id="forget">no third machine</button></div></fieldset>
        <div class="scroll" role="region" aria-label="Machines compared" tabindex="0"><table><thead><tr><th scope="col">machine</th><th scope="col">waits for</th><th scope="col">least time</th>
          <th scope="col">rate</th><th scope="col">against the CPU</th></tr></thead><tbody id="rows"></tbody></table></div>
        <p id="live" class="hidden" aria-live="polite"></p>`;
    }

    listen() {
      for (const [id, scale] of [["intensity", INTENSITY], ["work", WORK]]) {
        this.part(id).addEventListener("input", (event) => this.set({ [id]: scale.of(Number(event.target.value)) }));
      }
      for (const wall of Object.keys(WALLS)) this.part(wall).addEventListener("input", () => this.type());
      this.shadowRoot.addEventListener("click", (event) => {
        const { preset, better, point } = event.target.dataset;
        if (preset) this.set({ intensity: PRESETS[preset][1], work: PRESETS[preset][2] });
        if (point) this.set({ intensity: this.points[point].intensity, work: this.points[point].work });
        if (better) this.fill(better);
        if (event.target.id === "forget") this.fill(null);
      });
    }

    // The reader's fields: the reference with one wall moved by ten, or nothing.
    fill(better) {
      const reference = this.measured[0];
      for (const [wall, { unit }] of Object.entries(WALLS)) {
        const moved = wall === better ? (wall === "overhead" ? 0.1 : 10) : 1;
        this.part(wall).value = better && reference ? digits((reference[wall] * moved) / unit) : "";
      }
      this.type();
    }

    type() {
      const read = Object.keys(WALLS).map((wall) => [wall, this.part(wall).value.replaceAll(/[\s,_]/g, "")]);
      const bad = read.filter(([, text]) => text !== "" && !(Number(text) > 0 && Number(text) < 1e12));
      for (const [wall] of read) this.part(wall).setAttribute("aria-invalid", String(bad.some(([name]) => name === wall)));
      this.part("wrong").textContent = bad.length ? `${WALLS[bad[0][0]].words}: write a number above zero.` : "";
      if (bad.length) return;
      this.typed = Object.fromEntries(read);
      try { localStorage.setItem(KEPT, JSON.stringify(this.typed)); } catch { /* kept nowhere: it still works */ }
      this.draw();
    }

    get yours() {
      const walls = Object.entries(WALLS).map(([wall, { unit }]) => [wall, Number(this.typed[wall]) * unit]);
      return walls.every(([, value]) => value > 0) ? [{ id: "you", name: "typed in", ...Object.fromEntries(walls) }] : [];
    }

    set(change) {
      this.program = { ...this.program, ...change };
      this.draw();
    }

    draw() {
      const { program, points } = this;
      const machines = [...this.measured, ...this.yours];
      const runs = machines.map((m) => ({ m, ...run(m, program) }));
      this.part("chart").innerHTML = drawing(machines, points, program);
      const base = runs.find(({ m }) => m.id === "cpu")?.time;
      const rows = runs.map(({ m, wall, time, rate }) => `<tr><th scope="row"><i class="key ${m.id}"></i>${LOOK[m.id] ?? m.id} <small>${m.name}</small></th>
        <td>${wall}</td><td>${lasting(time)}</td><td>${short(rate, "FLOP/s")}</td><td>${m.id === "cpu" ? "" : base ? `${digits(base / time)} times as fast` : ""}</td></tr>`);
      if (!runs.some(({ m }) => m.id === "gpu")) rows.splice(this.measured.length, 0, '<tr><th scope="row"><i class="key gpu"></i>GPU</th><td colspan="4">not measured yet</td></tr>');
      this.part("rows").innerHTML = rows.join("");
      this.say(runs);
    }

    say(runs) {
      const { intensity, work } = this.program;
      for (const [id, value, words] of [["intensity", 2 * Math.log2(intensity), `${digits(intensity)}\u202fFLOP/B`], ["work", 2 * log(work), short(work, "FLOP")]]) {
        this.part(id).value = Math.round(value);
        this.part(id).setAttribute("aria-valuetext", words);
        this.part(`${id}-words`).textContent = words;
      }
      for (const [index, button] of [...this.shadowRoot.querySelectorAll("[data-preset]")].entries()) {
        button.setAttribute("aria-pressed", String(PRESETS[index][1] === intensity && PRESETS[index][2] === work));
      }
      this.part("chart-words").textContent = `Thin lines: the roofs, without the price of a call; thinner and dotted: those of caches. Thick lines: what a program of ${short(work, "FLOP")} can reach with it. Small dots: measured programs of all sizes; choose one. The upright marks ${digits(intensity)}\u202fFLOP per byte.`;
      clearTimeout(this.telling);
      this.telling = setTimeout(() => {
        this.part("live").textContent = runs.map(({ m, wall, time }) => `${LOOK[m.id] ?? m.id} waits for ${wall}: ${lasting(time)}.`).join(" ");
      }, 400);
    }
  }

  function remembered() {
    try { return JSON.parse(localStorage.getItem(KEPT)) ?? {}; } catch { return {}; }
  }

  const STYLE = `
    :host { display: block; container-type: inline-size; font: 400 .94rem/1.4 var(--lanes-sans, sans-serif); color: var(--lanes-ink); }
    svg { display: block; inline-size: 100%; block-size: auto; overflow: visible; touch-action: pan-y; }
    text { font: 400 15px/1 var(--lanes-sans, sans-serif); fill: var(--lanes-soft); font-variant-numeric: tabular-nums; }
    .presets { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem; margin-block-end: .6rem; }
    .presets span { font-size: .86rem; color: var(--lanes-soft); }
    button { font: inherit; font-size: .86rem; padding: .28rem .75rem; min-block-size: 2rem; border-radius: 2rem; cursor: pointer;
      border: 1px solid var(--lanes-line-strong); background: var(--lanes-paper); color: var(--lanes-ink); }
    button:hover { border-color: var(--lanes-link); }
    button[aria-pressed="true"] { background: var(--lanes-ink); border-color: var(--lanes-ink); color: var(--lanes-paper); }
    :is(button, input, .scroll):focus-visible { outline: 3px solid var(--lanes-focus); outline-offset: 2px; }
    .words { margin: .35rem 0 0; font-size: .84rem; color: var(--lanes-soft); }
    .rule { stroke: var(--lanes-line); stroke-width: 1; }
    .here { stroke: var(--lanes-ink); stroke-width: 1.2; stroke-dasharray: 3 4; }
    polyline { fill: none; pointer-events: none; }
    .cpu { --hue: var(--lanes-cpu); } .gpu { --hue: var(--lanes-gpu); } .you { --hue: var(--lanes-ink); }
    .roof { stroke: var(--hue); stroke-width: 1.4; } .cache { stroke: var(--hue); stroke-width: 1.1; stroke-dasharray: 1 4; }
    .reach { stroke: var(--hue); stroke-width: 3.4; stroke-linejoin: round; } .reach.you { stroke-dasharray: 9 5; }
    .point { fill: var(--hue); stroke: var(--lanes-paper); stroke-width: .7; cursor: pointer; opacity: .8; }
    .at { fill: var(--lanes-paper); stroke: var(--hue); stroke-width: 3; pointer-events: none; }
    .controls, .walls { display: grid; gap: .5rem 1.4rem; margin-block-start: .9rem; grid-template-columns: minmax(0, 1fr); }
    .control { display: grid; grid-template-columns: 1fr auto; align-items: baseline; gap: 0 .6rem; }
    label { font-size: .86rem; color: var(--lanes-soft); }
    output { font-weight: 600; font-variant-numeric: tabular-nums; }
    input[type="range"] { grid-column: 1 / -1; inline-size: 100%; margin: .2rem 0 0; block-size: 1.6rem; accent-color: var(--lanes-link); }
    .yours { margin: .9rem 0 0; padding: .3rem .9rem .2rem; border: 1px solid var(--lanes-line); border-radius: 8px; min-inline-size: 0; }
    legend { font-weight: 600; padding-inline: .3rem; }
    .walls { margin-block-start: .2rem; } .wall { display: grid; gap: .15rem; }
    input[type="text"] { font: 500 .95rem/1.3 var(--lanes-sans, sans-serif); font-variant-numeric: tabular-nums; padding: .25rem .5rem;
      inline-size: 100%; box-sizing: border-box; border: 1px solid var(--lanes-line-strong); border-radius: 6px; background: var(--lanes-paper); color: inherit; }
    input[aria-invalid="true"] { border-color: var(--lanes-bad); border-width: 2px; }
    .wrong { min-block-size: 1.3em; margin: .3rem 0 0; font-size: .86rem; color: var(--lanes-bad); }
    .scroll { overflow-x: auto; margin-block-start: .8rem; }
    table { border-collapse: collapse; inline-size: 100%; font-variant-numeric: tabular-nums; }
    th, td { text-align: start; padding: .35rem .8rem .35rem 0; border-block-end: 1px solid var(--lanes-line); vertical-align: baseline; }
    thead th { font-size: .8rem; font-weight: 400; color: var(--lanes-soft); } td { white-space: nowrap; }
    tbody th { font-weight: 600; } small { font-weight: 400; color: var(--lanes-soft); }
    .key { display: inline-block; inline-size: .7em; block-size: .7em; margin-inline-end: .45em; border: 3px solid var(--hue); box-sizing: border-box; }
    .key.cpu { border-radius: 50%; } .key.you { transform: rotate(45deg); }
    .hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); margin: 0; }
    @container (min-width: 34rem) { .controls { grid-template-columns: 1fr 1fr; } .walls { grid-template-columns: repeat(3, minmax(0, 1fr)); } }
    @container (max-width: 30rem) { text { font-size: 23px; } .here { stroke-width: 2; } }
    @media print { .presets, .controls, .yours { display: none; } }`;

  customElements.define("roofline-explorer", RooflineExplorer);
})();

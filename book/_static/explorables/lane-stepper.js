// <lane-stepper>: a row of lanes under one control unit, step by step, and what paths cost a machine.
// Reads the measurements from the JSON script inside it; asks nothing of the network.
(() => {
  "use strict";

  const NARROW = "\u202f";
  const digits = (value) => String(Number(value.toPrecision(3)));
  function seconds(value) {
    const units = [[1, "s"], [1e-3, "ms"], [1e-6, "µs"], [1e-9, "ns"]];
    const [size, unit] = units.find(([least]) => value >= least) ?? units[units.length - 1];
    return `${digits(value / size)}${NARROW}${unit}`;
  }
  const share = (value) => `${Math.round(value * 100)}${NARROW}%`;
  const svg = (tag, attributes, inside = "") =>
    `<${tag} ${Object.entries(attributes).map(([name, value]) => `${name}="${value}"`).join(" ")}>${inside}</${tag}>`;

  // ---- the machine: one instruction a step, for the lanes that stand at the smallest place ------
  // Both sides of an `if` lie before the place where they meet, so that the lanes come together there.
  const next = (x, place) => [x, place + 1];
  const IF = [
    ["is x odd? then to 4", (x, p) => (x % 2 ? [x, 4] : next(x, p))],
    ["x = x / 2", (x, p) => next(x / 2, p)],
    ["x = x + 1", (x, p) => next(x + 1, p)],
    ["to 6", (x) => [x, 6]],
    ["x = 3 x", (x, p) => next(3 * x, p)],
    ["x = x + 1", (x, p) => next(x + 1, p)],
    ["x = 10 x", (x, p) => next(10 * x, p)],
  ];
  const COLLATZ = [
    ["is x 1? then done", (x, p) => (x === 1 ? [x, 6] : next(x, p))],
    ["is x odd? then to 4", (x, p) => (x % 2 ? [x, 4] : next(x, p))],
    ["x = x / 2", (x, p) => next(x / 2, p)],
    ["to 5", (x) => [x, 5]],
    ["x = 3 x + 1", (x, p) => next(3 * x + 1, p)],
    ["to 0", (x) => [x, 0]],
  ];

  function turns(n) {
    let count = 0;
    for (; n !== 1; n = n % 2 ? 3 * n + 1 : n / 2) count += 1;
    return count;
  }

  const upTo = (n) => Array.from({ length: n }, (_, i) => i + 1);
  // Numbers that take equally long: a slice from the middle of 1 to 256, sorted by their turns.
  const alike = (n) => upTo(256).sort((a, b) => turns(a) - turns(b) || a - b).slice(100, 100 + n);
  const PRESETS = [
    ["an if, all agree", IF, (n) => upTo(n).map((i) => 2 * i)],
    ["an if, they differ", IF, upTo],
    ["Collatz, 1, 2, 3, …", COLLATZ, upTo],
    ["Collatz, like with like", COLLATZ, alike],
  ];
  const LANES = [1, 2, 4, 8, 16, 32];

  function run(program, values) {
    let lanes = values.map((x) => ({ x, place: 0 }));
    const steps = [];
    const waiting = () => lanes.filter(({ place }) => place < program.length).map(({ place }) => place);
    for (let there = waiting(); there.length; there = waiting()) {
      const here = Math.min(...there);
      const mask = lanes.map(({ place }) => place === here);
      steps.push({ here, mask, done: lanes.map(({ place }) => place >= program.length), before: lanes.map(({ x }) => x) });
      lanes = lanes.map((lane, i) => {
        if (!mask[i]) return lane;
        const [x, place] = program[here][1](lane.x, here);
        return { x, place };
      });
    }
    return { steps, after: lanes.map(({ x }) => x) };
  }

  // ---- the picture: a row for each lane, time to the right --------------------------------------
  const BOX = { left: 62, top: 12, right: 432, bottom: 300 };

  function rows({ steps, after }, now) {
    const lanes = after.length;
    const high = Math.min((BOX.bottom - BOX.top) / lanes, 34);
    const wide = (BOX.right - BOX.left) / steps.length;
    const parts = [];
    for (let lane = 0; lane < lanes; lane += 1) {
      const y = BOX.top + lane * high;
      for (let from = 0; from < now;) {
        const kind = (step) => (step.mask[lane] ? "busy" : step.done[lane] ? "done" : "masked");
        let to = from + 1;
        // Equal neighbours are one piece where they would be too thin to tell apart.
        while (to < now && kind(steps[to]) === kind(steps[from]) && (wide < 4 || kind(steps[from]) !== "busy")) to += 1;
        const width = Math.max((to - from) * wide - (wide < 4 ? 0 : 1), 0.5);
        parts.push(svg("rect", { class: `cell ${kind(steps[from])}`, "data-steps": to - from, x: (BOX.left + from * wide).toFixed(2), y: y.toFixed(2), width: width.toFixed(2), height: Math.max(high - 1.5, 1).toFixed(2) }));
        from = to;
      }
      if (high > 12) {
        const value = now < steps.length ? steps[now].before[lane] : after[lane];
        parts.push(svg("text", { class: "value", x: BOX.left - 8, y: (y + high / 2 + 5).toFixed(2), "text-anchor": "end" }, value));
      }
    }
    const foot = BOX.top + lanes * high;
    const x = (BOX.left + now * wide).toFixed(2);
    parts.push(svg("line", { class: "now", x1: x, x2: x, y1: BOX.top - 6, y2: foot + 6 }));
    parts.push(svg("text", { class: "axis", x: BOX.left, y: foot + 26 }, `${steps.length} steps →`));
    if (high <= 12) parts.push(svg("text", { class: "axis", x: BOX.left - 8, y: BOX.top + 13, "text-anchor": "end" }, `${lanes}`));
    return { drawn: parts.join(""), height: foot + 36 };
  }

  // ---- the chart: measured times over the number of paths ---------------------------------------
  const FRAME = { left: 62, right: 424, top: 40, bottom: 250 };

  function chart(records) {
    const all = records.flatMap(({ points }) => points);
    const least = Math.floor(Math.log10(Math.min(...all.map((p) => p.time))));
    const most = Math.ceil(Math.log10(Math.max(...all.map((p) => p.time), ...records.map(({ points }) => 8 * points[0].time))));
    const x = (count) => FRAME.left + 14 + (Math.log2(count) / 3) * (FRAME.right - FRAME.left - 28);
    const y = (time) => FRAME.bottom - ((Math.log10(time) - least) / (most - least)) * (FRAME.bottom - FRAME.top);
    const parts = [svg("text", { class: "tick title", x: 8, y: 16 }, "↑ time")];
    for (let e = least; e <= most; e += 1) {
      parts.push(svg("line", { class: "rule", x1: FRAME.left, x2: FRAME.right, y1: y(10 ** e), y2: y(10 ** e) }));
      parts.push(svg("text", { class: "tick", x: FRAME.left - 7, y: y(10 ** e) + 5, "text-anchor": "end" }, seconds(10 ** e)));
    }
    for (const count of [1, 2, 4, 8]) parts.push(svg("text", { class: "tick", x: x(count), y: FRAME.bottom + 22, "text-anchor": "middle" }, count));
    parts.push(svg("text", { class: "tick title", x: FRAME.right, y: FRAME.bottom + 46, "text-anchor": "end" }, "paths →"));
    for (const { id, points } of records) {
      const one = points[0].time;
      parts.push(svg("line", { class: `law ${id}`, x1: x(1), y1: y(one), x2: x(8), y2: y(8 * one) }));
      for (const { count, time } of points) {
        const [cx, cy] = [x(count).toFixed(1), y(time).toFixed(1)];
        parts.push(id === "gpu" ? svg("rect", { class: "point gpu", x: cx - 4, y: cy - 4, width: 8, height: 8 }) : svg("circle", { class: "point cpu", cx, cy, r: 4.6 }));
      }
    }
    return parts.join("");
  }

  // ---- the component --------------------------------------------------------------------------
  class LaneStepper extends HTMLElement {
    connectedCallback() {
      if (this.shadowRoot) return;
      const source = this.querySelector('script[type="application/json"]');
      this.records = (source ? JSON.parse(source.textContent) : [])
        .map(({ id, device, points }) => ({ id, device, points: points.filter((p) => p.case === "paths").sort((a, b) => a.count - b.count) }))
        .filter(({ points }) => points.length);
      this.state = { preset: 2, lanes: 8, now: 0 };
      this.attachShadow({ mode: "open" }).innerHTML = `<style>${STYLE}</style>${this.frame()}`;
      this.listen();
      this.set({ now: 24 });
    }

    part(name) {
      return this.shadowRoot.getElementById(name);
    }

    frame() {
      const presets = PRESETS.map(([name], index) => `<button type="button" data-preset="${index}" aria-pressed="false">${name}</button>`).join("");
      const measured = this.records.length
        ? `<svg id="chart" viewBox="0 0 440 304" role="img" aria-labelledby="chart-words">${chart(this.records)}</svg>`
        : "";
      return `
        <div class="presets" role="group" aria-label="Programs and numbers">${presets}</div>
        <div class="controls">
          <div class="control"><label for="lanes">lanes <output id="lanes-now" for="lanes"></output></label>
            <input id="lanes" type="range" min="0" max="${LANES.length - 1}" step="1"></div>
          <div class="control"><label for="now">step <output id="now-now" for="now"></output></label>
            <input id="now" type="range" min="0" step="1">
            <div class="steps"><button type="button" id="back">step back</button><button type="button" id="on">one step</button><button type="button" id="end">to the end</button></div></div>
        </div>
        <div class="pictures">
          <div class="machine"><ol id="program" start="0" aria-label="The program"></ol>
            <p class="mask"><span>mask</span> <code id="mask"></code></p></div>
          <div class="picture"><svg id="rows" role="img" aria-labelledby="rows-words"></svg>
            <p class="words" id="rows-words"></p></div>
        </div>
        <dl class="figures"><div><dt>at work in this step</dt><dd id="active"></dd></div><div><dt>utilisation so far</dt><dd id="busy"></dd></div>
          <div><dt>steps in all</dt><dd id="total"></dd></div><div><dt>utilisation in all</dt><dd id="whole"></dd></div>
          <div><dt>steps, a control unit each</dt><dd id="alone"></dd></div></dl>
        <div class="measured"><p class="heading">Measured: numbers that want 1, 2, 4 or 8 different paths</p>${measured}
          <p class="words" id="chart-words">${this.told()}</p></div>
        <p id="live" class="hidden" aria-live="polite"></p>`;
    }

    told() {
      if (!this.records.length) return "Not measured yet.";
      const said = this.records.map(({ id, device, points }) => `${id.toUpperCase()} (${device}): ${points.map((p) => `${p.count} ${p.count === 1 ? "path" : "paths"} ${seconds(p.time)}`).join(", ")}`);
      if (!this.records.some(({ id }) => id === "gpu")) said.push("GPU not measured yet");
      return `Marks: measured. Line: one path's time, times the number of paths. ${said.join("; ")}.`;
    }

    listen() {
      this.part("lanes").addEventListener("input", (event) => this.set({ lanes: LANES[event.target.value], now: Infinity }));
      this.part("now").addEventListener("input", (event) => this.set({ now: Number(event.target.value) }));
      this.part("on").addEventListener("click", () => this.set({ now: this.state.now + 1 }));
      this.part("back").addEventListener("click", () => this.set({ now: this.state.now - 1 }));
      this.part("end").addEventListener("click", () => this.set({ now: Infinity }));
      this.shadowRoot.querySelector(".presets").addEventListener("click", (event) => {
        const preset = event.target.closest("button")?.dataset.preset;
        if (preset !== undefined) this.set({ preset: Number(preset), now: Infinity });
      });
    }

    set(change) {
      this.state = { ...this.state, ...change };
      const [, program, values] = PRESETS[this.state.preset];
      this.course = run(program, values(this.state.lanes));
      this.state.now = Math.max(0, Math.min(this.state.now, this.course.steps.length));
      this.draw();
    }

    draw() {
      const { preset, lanes, now } = this.state;
      const { steps } = this.course;
      const [name, program] = PRESETS[preset];
      const step = steps[now];
      const many = lanes === 1 ? "1 lane" : `${lanes} lanes`;
      for (const [id, at, value, most] of [["lanes", LANES.indexOf(lanes), lanes, LANES.length - 1], ["now", now, `${now} of ${steps.length}`, steps.length]]) {
        this.part(id).max = most;
        this.part(id).value = at;
        this.part(id).setAttribute("aria-valuetext", String(value));
        this.part(`${id}-now`).textContent = value;
      }
      this.part("on").disabled = this.part("end").disabled = now === steps.length;
      this.part("back").disabled = now === 0;
      this.part("program").innerHTML = program.map(([text], place) => `<li${step?.here === place ? ' aria-current="step"' : ""}>${text}</li>`).join("");
      this.part("mask").textContent = step ? step.mask.map(Number).join("") : "all done";
      const { drawn, height } = rows(this.course, now);
      this.part("rows").setAttribute("viewBox", `0 0 440 ${height.toFixed(0)}`);
      this.part("rows").innerHTML = drawn;

      const working = (some) => some.reduce((sum, { mask }) => sum + mask.filter(Boolean).length, 0);
      const each = Array.from({ length: lanes }, (_, lane) => steps.filter(({ mask }) => mask[lane]).length);
      const shown = {
        active: step ? `${step.mask.filter(Boolean).length} of ${lanes}` : "all done",
        busy: now ? share(working(steps.slice(0, now)) / (now * lanes)) : "–",
        total: steps.length, whole: share(working(steps) / (steps.length * lanes)), alone: Math.max(...each),
      };
      for (const [id, value] of Object.entries(shown)) this.part(id).textContent = value;
      this.part("rows-words").textContent = `${name}, on ${many}: a row for each lane with its number at the left, time to the right. Coloured: the lane carries out the instruction. Grey: masked, it waits. Empty: it is done, and waits for the others.`;
      for (const [index, button] of [...this.shadowRoot.querySelectorAll("[data-preset]")].entries()) button.setAttribute("aria-pressed", String(index === preset));
      clearTimeout(this.telling);
      this.telling = setTimeout(() => {
        this.part("live").textContent = `${name}, ${many}, step ${now} of ${steps.length}: at work ${shown.active}, utilisation in all ${shown.whole}.`;
      }, 400);
    }
  }

  const STYLE = `
    :host { display: block; container-type: inline-size; font: 400 .94rem/1.4 var(--lanes-sans, sans-serif); color: var(--lanes-ink); }
    svg { display: block; inline-size: 100%; block-size: auto; overflow: visible; }
    text { font: 500 16px/1 var(--lanes-sans, sans-serif); fill: var(--lanes-ink); font-variant-numeric: tabular-nums; }
    .presets, .steps { display: flex; flex-wrap: wrap; gap: .4rem; } .presets { margin-block-end: .8rem; }
    button { font: inherit; font-size: .86rem; padding: .28rem .75rem; min-block-size: 2rem; border-radius: 2rem; cursor: pointer;
      border: 1px solid var(--lanes-line-strong); background: var(--lanes-paper); color: var(--lanes-ink); }
    button:hover:enabled { border-color: var(--lanes-link); }
    button:disabled { color: var(--lanes-soft); border-style: dashed; cursor: default; }
    button[aria-pressed="true"] { background: var(--lanes-ink); border-color: var(--lanes-ink); color: var(--lanes-paper); }
    :is(button, input):focus-visible { outline: 3px solid var(--lanes-focus); outline-offset: 2px; }
    .controls, .pictures { display: grid; gap: .8rem 1.6rem; grid-template-columns: minmax(0, 1fr); }
    .controls { margin-block-end: .9rem; }
    label { display: block; font-size: .9rem; color: var(--lanes-soft); }
    output { margin-inline-start: .3rem; font-weight: 600; font-variant-numeric: tabular-nums; color: var(--lanes-ink); }
    input[type="range"] { inline-size: 100%; margin: .1rem 0 0; block-size: 1.8rem; accent-color: var(--lanes-link); }
    ol { margin: 0; padding-inline-start: 1.9rem; font-size: .9rem; }
    li { padding: .12rem .5rem; border-radius: .25rem; border-inline-start: 3px solid transparent; } li::marker { color: var(--lanes-soft); font-variant-numeric: tabular-nums; }
    li[aria-current] { background: var(--lanes-a); border-inline-start-color: var(--lanes-ink); font-weight: 600; }
    .mask { margin: .6rem 0 0; font-size: .86rem; color: var(--lanes-soft); overflow-wrap: anywhere; }
    .mask code { font: 600 1rem/1.3 var(--lanes-mono, monospace); letter-spacing: .12em; color: var(--lanes-ink); }
    .cell { stroke: var(--lanes-ink); stroke-width: .6; }
    .busy { fill: var(--lanes-a-deep); }
    .masked { fill: var(--lanes-line); stroke: var(--lanes-line-strong); stroke-dasharray: 2 3; }
    .done { fill: none; stroke: var(--lanes-line); }
    .now { stroke: var(--lanes-ink); stroke-width: 1.8; }
    .axis, .value { font-size: 15px; }
    .words { margin: .35rem 0 0; font-size: .84rem; color: var(--lanes-soft); }
    .heading { margin: 0 0 .4rem; font: 600 1.02rem/1.25 var(--lanes-serif, serif); }
    .rule { stroke: var(--lanes-line); stroke-width: 1; }
    .tick { font-size: 15px; font-weight: 400; fill: var(--lanes-soft); }
    .point { stroke: var(--lanes-paper); stroke-width: .8; } .point.cpu { fill: var(--lanes-cpu); } .point.gpu { fill: var(--lanes-gpu); }
    .law { stroke-width: 2; opacity: .75; stroke: var(--lanes-cpu); } .law.gpu { stroke: var(--lanes-gpu); }
    .figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(7.6rem, 1fr)); gap: .7rem 1.2rem; margin: .9rem 0 0;
      padding-block-start: .8rem; border-block-start: 1px solid var(--lanes-line); }
    dt { font-size: .8rem; color: var(--lanes-soft); }
    dd { margin: 0; font-size: 1.22rem; font-weight: 600; font-variant-numeric: tabular-nums; }
    .measured { margin-block-start: 1rem; padding-block-start: .8rem; border-block-start: 1px solid var(--lanes-line); }
    .measured svg { max-inline-size: 30rem; }
    .hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); margin: 0; }
    @container (min-width: 30rem) { .pictures { grid-template-columns: 11.5rem minmax(0, 1fr); } }
    @container (min-width: 40rem) { .controls { grid-template-columns: 1fr 1fr; }
      .measured { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: .4rem 1.6rem; } .measured .heading { grid-column: 1 / -1; } }
    @media print { .presets, .controls { display: none; } .pictures { grid-template-columns: 13rem 1fr; } .cell, li { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }`;

  customElements.define("lane-stepper", LaneStepper);
})();

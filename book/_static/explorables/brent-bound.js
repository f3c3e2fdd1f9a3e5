// <brent-bound>: the same account-months on many lanes or few, and what a machine took for them.
// Reads the measurements from the JSON script inside it; asks nothing of the network.
(() => {
  "use strict";

  const WORK = 32; // account-months in the drawing
  const COUNTS = [1, 2, 4, 8, 16, 32];
  const MOST_LANES = 16;
  const PRESETS = [
    ["one account, many lanes", 1, 8],
    ["as many accounts as lanes", 8, 8],
    ["lanes left over", 8, 12],
    ["many accounts, few lanes", 32, 4],
  ];

  const NARROW = "\u202f";
  const grouped = (value) => Math.round(value).toLocaleString("en").replaceAll(",", NARROW);
  const digits = (value) => String(Number(value.toPrecision(3)));
  function seconds(value) {
    const units = [[1, "s"], [1e-3, "ms"], [1e-6, "µs"], [1e-9, "ns"]];
    const [size, unit] = units.find(([least]) => value >= least) ?? units[units.length - 1];
    return `${digits(value / size)}${NARROW}${unit}`;
  }

  const svg = (tag, attributes, inside = "") =>
    `<${tag} ${Object.entries(attributes).map(([name, value]) => `${name}="${value}"`).join(" ")}>${inside}</${tag}>`;

  function costs({ count, lanes }) {
    const span = WORK / count;
    const steps = span * Math.ceil(count / lanes);
    return { span, steps, least: Math.max(WORK / lanes, span), bound: WORK / lanes + span, busy: WORK / (steps * lanes) };
  }

  // ---- the schedule: a row for each lane, a column for each step ------------------------------
  const BOX = { left: 62, top: 30, right: 432, bottom: 300 };

  function schedule({ count, lanes }) {
    const { steps, bound, least } = costs({ count, lanes });
    // The frame holds the bound as well, so that steps and bound are seen side by side.
    const wide = (BOX.right - BOX.left) / Math.max(steps, bound);
    const high = Math.min((BOX.bottom - BOX.top) / lanes, 34);
    const parts = [];
    for (let lane = 0; lane < lanes; lane += 1) {
      const y = BOX.top + lane * high;
      for (let step = 0; step < steps; step += 1) {
        const turns = Math.ceil(count / lanes);
        const account = (step % turns) * lanes + lane;
        const idle = account >= count;
        parts.push(svg("rect", { class: idle ? "cell idle" : `cell busy shade${account % 3}`, x: (BOX.left + step * wide).toFixed(2), y: y.toFixed(2), width: Math.max(wide - 1, 0.5).toFixed(2), height: Math.max(high - 1.5, 1).toFixed(2) }));
        if (!idle && wide > 20 && high > 15) parts.push(svg("text", { class: "account", x: (BOX.left + (step + 0.5) * wide).toFixed(2), y: (y + high / 2 + 4.5).toFixed(2), "text-anchor": "middle" }, account + 1));
      }
    }
    const foot = BOX.top + lanes * high;
    const mark = (value, name, words, y, anchor) => {
      const x = BOX.left + value * wide;
      return svg("line", { class: `mark ${name}`, x1: x, x2: x, y1: BOX.top - 6, y2: foot + 6 }) +
        svg("text", { class: `mark-words ${name}`, x: anchor === "end" ? Math.min(x, BOX.right) : x, y, "text-anchor": anchor }, words);
    };
    parts.push(mark(least, "least", `at least ${digits(least)}`, foot + 22, least > Math.max(steps, bound) * 0.6 ? "end" : "start"));
    parts.push(mark(bound, "bound", `W/p + S = ${digits(bound)}`, BOX.top - 12, "end"));
    parts.push(svg("text", { class: "axis", x: BOX.left - 8, y: BOX.top + 13, "text-anchor": "end" }, lanes === 1 ? "1 lane" : `${lanes} lanes`));
    parts.push(svg("text", { class: "axis", x: BOX.left, y: foot + 42, "text-anchor": "start" }, `${steps} steps →`));
    return parts.join("");
  }

  // ---- the chart: measured times over the number of accounts ----------------------------------
  const FRAME = { left: 62, right: 428, top: 34, bottom: 272 };
  const log = Math.log10;

  // t (W/p + S): one account fixes the time t of a step, the quickest run the lanes p.
  function bent(points) {
    if (points.length < 2) return null;
    const ordered = [...points].sort((a, b) => a.count - b.count);
    const work = ordered[0].count * ordered[0].months;
    const quickest = Math.min(...ordered.map((p) => p.time));
    const step = ordered[0].time / ordered[0].months;
    const lanes = (work * step) / quickest;
    return { lanes, step, at: (count) => step * (work / lanes + work / count) };
  }

  function chart(records, count) {
    const all = records.flatMap((record) => record.points);
    const x1 = Math.max(WORK, ...all.map((p) => p.count));
    const y0 = Math.floor(log(Math.min(1e-4, ...all.map((p) => p.time))));
    const y1 = Math.ceil(log(Math.max(1e-3, ...all.map((p) => p.time))) + 0.05);
    const x = (v) => FRAME.left + (Math.log2(v) / Math.log2(x1)) * (FRAME.right - FRAME.left);
    const y = (v) => FRAME.bottom - ((log(v) - y0) / (y1 - y0)) * (FRAME.bottom - FRAME.top);
    const parts = [];
    for (let e = y0; e <= y1; e += 1) {
      parts.push(svg("line", { class: "rule", x1: FRAME.left, x2: FRAME.right, y1: y(10 ** e), y2: y(10 ** e) }));
      parts.push(svg("text", { class: "tick", x: FRAME.left - 7, y: y(10 ** e) + 5, "text-anchor": "end" }, seconds(10 ** e)));
    }
    for (let c = 1; c <= x1; c *= 16) parts.push(svg("text", { class: "tick", x: x(c), y: FRAME.bottom + 20, "text-anchor": "middle" }, grouped(c)));
    parts.push(svg("text", { class: "tick title", x: FRAME.right, y: FRAME.bottom + 44, "text-anchor": "end" }, "accounts →"));
    parts.push(svg("text", { class: "tick title", x: 8, y: 16 }, "↑ time for 4 194 304 account-months"));
    parts.push(svg("line", { class: "here", x1: x(count), x2: x(count), y1: FRAME.top, y2: FRAME.bottom }));
    for (const { id, points, law } of records) {
      if (law) {
        const steps = Array.from({ length: 65 }, (_, i) => x1 ** (i / 64));
        parts.push(svg("polyline", { class: `law ${id}`, points: steps.map((c) => `${x(c).toFixed(1)},${y(law.at(c)).toFixed(1)}`).join(" ") }));
      }
      for (const p of points) {
        const [cx, cy] = [x(p.count).toFixed(1), y(p.time).toFixed(1)];
        parts.push(id === "gpu" ? svg("rect", { class: "point gpu", x: cx - 4, y: cy - 4, width: 8, height: 8 }) : svg("circle", { class: "point cpu", cx, cy, r: 4.2 }));
      }
    }
    return parts.join("");
  }

  // ---- the component --------------------------------------------------------------------------
  class BrentBound extends HTMLElement {
    connectedCallback() {
      if (this.shadowRoot) return;
      const source = this.querySelector('script[type="application/json"]');
      this.records = (source ? JSON.parse(source.textContent) : []).map(({ id, device, points }) => {
        const mine = points.filter((p) => p.case === "accounts");
        return { id, device, points: mine, law: bent(mine) };
      });
      this.state = { count: 8, lanes: 8 };
      this.attachShadow({ mode: "open" }).innerHTML = `<style>${STYLE}</style>${this.frame()}`;
      this.listen();
      this.draw();
    }

    part(name) {
      return this.shadowRoot.getElementById(name);
    }

    frame() {
      const presets = PRESETS.map(([name], index) => `<button type="button" data-preset="${index}" aria-pressed="false">${name}</button>`).join("");
      return `
        <div class="presets" role="group" aria-label="Known cases">${presets}</div>
        <div class="controls">
          <div class="control"><label for="count">accounts <output id="count-now" for="count"></output></label>
            <input id="count" type="range" min="0" max="${COUNTS.length - 1}" step="1"></div>
          <div class="control"><label for="lanes">lanes <i>p</i> <output id="lanes-now" for="lanes"></output></label>
            <input id="lanes" type="range" min="1" max="${MOST_LANES}" step="1"></div>
        </div>
        <div class="pictures">
          <div class="picture"><svg id="schedule" viewBox="0 0 440 348" role="img" aria-labelledby="schedule-words"></svg>
            <p class="words" id="schedule-words"></p></div>
          <div class="picture"><svg id="chart" viewBox="0 0 440 325" role="img" aria-labelledby="chart-words"></svg>
            <p class="words" id="chart-words"></p></div>
        </div>
        <dl class="figures"><div><dt>work <i>W</i></dt><dd id="work"></dd></div><div><dt>span <i>S</i></dt><dd id="span"></dd></div>
          <div><dt>steps taken <i>T</i></dt><dd id="steps"></dd></div><div><dt>Brent: at most <i>W/p + S</i></dt><dd id="bound"></dd></div>
          <div><dt>lanes busy</dt><dd id="busy"></dd></div></dl>
        <p id="live" class="hidden" aria-live="polite"></p>`;
    }

    listen() {
      this.part("count").addEventListener("input", (event) => this.set({ count: COUNTS[event.target.value] }));
      this.part("lanes").addEventListener("input", (event) => this.set({ lanes: Number(event.target.value) }));
      this.shadowRoot.querySelector(".presets").addEventListener("click", (event) => {
        const preset = PRESETS[event.target.closest("button")?.dataset.preset];
        if (preset) this.set({ count: preset[1], lanes: preset[2] });
      });
    }

    set(change) {
      this.state = { ...this.state, ...change };
      this.draw();
    }

    draw() {
      const { count, lanes } = this.state;
      this.part("schedule").innerHTML = schedule(this.state);
      this.part("chart").innerHTML = chart(this.records, count);
      const { span, steps, bound, busy } = costs(this.state);
      const accounts = count === 1 ? "1 account" : `${count} accounts`;
      const many = lanes === 1 ? "1 lane" : `${lanes} lanes`;
      for (const [name, value, at] of [["count", count, COUNTS.indexOf(count)], ["lanes", lanes, lanes]]) {
        this.part(name).value = at;
        this.part(name).setAttribute("aria-valuetext", String(value));
        this.part(`${name}-now`).textContent = value;
      }
      const share = `${Math.round(busy * 100)}${NARROW}%`;
      for (const [name, value] of Object.entries({ work: WORK, span, steps, bound: digits(bound), busy: share })) this.part(name).textContent = value;
      for (const [index, button] of [...this.shadowRoot.querySelectorAll("[data-preset]")].entries()) {
        button.setAttribute("aria-pressed", String(PRESETS[index][1] === count && PRESETS[index][2] === lanes));
      }
      this.part("schedule-words").textContent = `${accounts}, ${span} ${span === 1 ? "month" : "months"} each, on ${many}: a row for each lane, time to the right. Coloured: a month of an account. Empty: a lane that waits.`;
      this.part("chart-words").textContent = this.measured();
      clearTimeout(this.telling);
      this.telling = setTimeout(() => {
        this.part("live").textContent = `${accounts} on ${many}: ${steps} steps, Brent's bound ${digits(bound)}, lanes busy ${share}.`;
      }, 400);
    }

    measured() {
      const said = this.records.filter(({ law }) => law).map(({ id, device, law }) => `${id.toUpperCase()} (${device}): as if ${grouped(law.lanes)} lanes took ${seconds(law.step)} a step`);
      if (!this.records.some(({ id, law }) => id === "gpu" && law)) said.push("GPU not measured yet");
      return `Marks: measured. Line: W/p + S, drawn through one account and the quickest run; the other marks put it to the test. ${said.join("; ")}.`;
    }
  }

  const STYLE = `
    :host { display: block; container-type: inline-size; font: 400 .94rem/1.4 var(--lanes-sans, sans-serif); color: var(--lanes-ink); }
    svg { display: block; inline-size: 100%; block-size: auto; overflow: visible; }
    text { font: 500 16px/1 var(--lanes-sans, sans-serif); fill: var(--lanes-ink); font-variant-numeric: tabular-nums; }
    .presets { display: flex; flex-wrap: wrap; gap: .4rem; margin-block-end: .8rem; }
    button { font: inherit; font-size: .86rem; padding: .28rem .75rem; min-block-size: 2rem; border-radius: 2rem; cursor: pointer;
      border: 1px solid var(--lanes-line-strong); background: var(--lanes-paper); color: var(--lanes-ink); }
    button:hover { border-color: var(--lanes-link); }
    button[aria-pressed="true"] { background: var(--lanes-ink); border-color: var(--lanes-ink); color: var(--lanes-paper); }
    :is(button, input):focus-visible { outline: 3px solid var(--lanes-focus); outline-offset: 2px; }
    .controls, .pictures { display: grid; gap: .8rem 1.6rem; grid-template-columns: minmax(0, 1fr); }
    .controls { margin-block-end: .9rem; }
    label { display: block; font-size: .9rem; color: var(--lanes-soft); }
    label i, dt i { font-family: var(--lanes-serif, serif); }
    output { margin-inline-start: .3rem; font-weight: 600; font-variant-numeric: tabular-nums; color: var(--lanes-ink); }
    input[type="range"] { inline-size: 100%; margin: .1rem 0 0; block-size: 1.8rem; accent-color: var(--lanes-link); }
    .cell { stroke: var(--lanes-ink); stroke-width: .6; }
    .busy.shade0 { fill: var(--lanes-a-deep); } .busy.shade1 { fill: var(--lanes-b-deep); } .busy.shade2 { fill: var(--lanes-c-deep); }
    .idle { fill: none; stroke: var(--lanes-line-strong); stroke-dasharray: 2 3; }
    .account { font-size: 13px; }
    .axis, .mark-words { font-size: 15px; }
    .mark { stroke: var(--lanes-ink); stroke-width: 1.6; } .mark.least { stroke-dasharray: 3 4; }
    .mark-words.bound { font-weight: 600; }
    .words { margin: .35rem 0 0; font-size: .84rem; color: var(--lanes-soft); }
    .rule { stroke: var(--lanes-line); stroke-width: 1; }
    .tick { font-size: 15px; font-weight: 400; fill: var(--lanes-soft); }
    .point { stroke: var(--lanes-paper); stroke-width: .8; } .point.cpu { fill: var(--lanes-cpu); } .point.gpu { fill: var(--lanes-gpu); }
    .law { fill: none; stroke-width: 2; opacity: .75; stroke: var(--lanes-cpu); } .law.gpu { stroke: var(--lanes-gpu); }
    .here { stroke: var(--lanes-ink); stroke-width: 1.2; stroke-dasharray: 3 4; }
    .figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(7.6rem, 1fr)); gap: .7rem 1.2rem; margin: .9rem 0 0;
      padding-block-start: .8rem; border-block-start: 1px solid var(--lanes-line); }
    dt { font-size: .8rem; color: var(--lanes-soft); }
    dd { margin: 0; font-size: 1.22rem; font-weight: 600; font-variant-numeric: tabular-nums; }
    .hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); margin: 0; }
    @container (min-width: 40rem) { .controls, .pictures { grid-template-columns: 1fr 1fr; } }
    @media print { .presets, .controls { display: none; } .pictures { grid-template-columns: 1fr 1fr; } .cell { print-color-adjust: exact; } }`;

  customElements.define("brent-bound", BrentBound);
})();

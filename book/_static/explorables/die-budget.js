// <die-budget>: a thousand tiles of silicon, spent on control or on lanes, and what a program makes of them.
// Reads the measurements from the JSON script inside it; asks nothing of the network.
(() => {
  "use strict";

  const TILES = 1000;
  const SIZES = [1, 2, 3, 4, 5, 8, 10, 15, 20, 30, 40, 50, 60, 80, 90, 100, 120, 150, 180, 200, 250, 300, 400, 500, 700, 900];
  const SHARES = [-4, -3, -2, -1].flatMap((power) => [1, 2, 5].map((digit) => digit * 10 ** power)).concat(1);
  const LARGE = { control: 180, lanes: 20 };
  const WIDE = { control: 10, lanes: 90 };
  const PRESETS = [
    ["a few large cores", LARGE],
    ["rows of lanes", WIDE],
    ["one giant", { control: 900, lanes: 100 }],
    ["the smallest cores", { control: 1, lanes: 1 }],
  ];
  const CONTROLS = {
    control: ["control and cache", "tiles in each core"],
    lanes: ["lanes", "tiles in each core"],
    share: ["waiting", "share of the operations"],
  };

  const digits = (value, count = 3) => Number(value.toPrecision(count)).toLocaleString("en", { maximumFractionDigits: 6 }).replaceAll(",", "\u202f");
  const percent = (share) => `${digits(share * 100)}\u202f%`;
  function short(value, unit) {
    const step = Math.max(0, Math.min(5, Math.floor(Math.log10(value) / 3)));
    return `${Number((value / 1000 ** step).toPrecision(3))}\u202f${["", "k", "M", "G", "T", "P"][step]}${unit}`;
  }

  // Pollack's rule: a core's speed on one chain of operations grows with the root of what is spent on it.
  function built({ control, lanes }, tiles = TILES) {
    const cores = Math.floor(tiles / (control + lanes));
    return { cores, chain: Math.sqrt(control), crowd: cores * lanes, left: tiles - cores * (control + lanes) };
  }

  function both() {
    const [large, wide] = [built(LARGE, TILES / 2), built(WIDE, TILES / 2)];
    return { chain: large.chain, crowd: large.crowd + wide.crowd };
  }

  // Operations a tick, for a program of which this share waits: first the chain, then the crowd.
  const speed = ({ chain, crowd }, share) => 1 / (share / chain + (1 - share) / crowd);

  const svg = (tag, attributes, inside = "") =>
    `<${tag} ${Object.entries(attributes).map(([name, value]) => `${name}="${value}"`).join(" ")}>${inside}</${tag}>`;

  // ---- the die ----------------------------------------------------------------------------
  const DIE = { side: 320, x: 60, y: 8 };

  // Every core has the area of its tiles. Rows hold cores as evenly as they can, so that nothing stands empty but what is left over.
  function dieDrawing(design) {
    const { cores } = built(design);
    const rows = Math.max(1, Math.round(Math.sqrt(cores)));
    const area = (DIE.side * DIE.side * (design.control + design.lanes)) / TILES;
    const parts = [svg("rect", { class: "die", x: DIE.x - 4, y: DIE.y - 4, width: DIE.side + 8, height: DIE.side + 8, rx: 6 })];
    for (let row = 0, y = DIE.y; row < rows; row += 1) {
      const count = Math.floor(((row + 1) * cores) / rows) - Math.floor((row * cores) / rows);
      const [wide, high] = [DIE.side / count, (area * count) / DIE.side];
      const gap = Math.min(4, wide * 0.1);
      for (let core = 0; core < count; core += 1) parts.push(coreDrawing(design, DIE.x + core * wide + gap / 2, y + gap / 2, wide - gap, high - gap));
      y += high;
    }
    return parts.join("");
  }

  function coreDrawing({ control, lanes }, x, y, width, height) {
    const split = (height * control) / (control + lanes);
    const box = (name, top, tall) => svg("rect", { class: name, x: x.toFixed(2), y: top.toFixed(2), width: width.toFixed(2), height: Math.max(tall, 0.3).toFixed(2) });
    const marks = [];
    if (width / lanes > 2.2) for (let lane = 1; lane < lanes; lane += 1) {
      const at = (x + (width * lane) / lanes).toFixed(2);
      marks.push(`M${at} ${(y + split).toFixed(2)}V${(y + height).toFixed(2)}`);
    }
    return box("control", y, split) + box("lanes", y + split, height - split) + (marks.length ? svg("path", { class: "mark", d: marks.join("") }) : "");
  }

  // ---- the chart --------------------------------------------------------------------------
  const FRAME = { left: 62, right: 428, top: 14, bottom: 290 };
  const X = [Math.log10(SHARES[0]), 0];
  const Y = [-0.1, 3.1];
  const across = (share) => FRAME.left + ((Math.log10(share) - X[0]) / (X[1] - X[0])) * (FRAME.right - FRAME.left);
  const upward = (rate) => FRAME.bottom - ((Math.log10(rate) - Y[0]) / (Y[1] - Y[0])) * (FRAME.bottom - FRAME.top);

  function curve(name, machine) {
    const points = [];
    for (let power = X[0]; power <= 0.0001; power += 0.05) {
      const share = Math.min(1, 10 ** power);
      points.push(`${across(share).toFixed(1)},${upward(speed(machine, share)).toFixed(1)}`);
    }
    return svg("polyline", { class: `curve ${name}`, points: points.join(" ") });
  }

  function chartDrawing(design, share) {
    const yours = built(design);
    const ticks = [
      ...[1, 10, 100, 1000].map((rate) => svg("line", { class: "rule", x1: FRAME.left, x2: FRAME.right, y1: upward(rate), y2: upward(rate) }) +
        svg("text", { class: "tick", x: FRAME.left - 8, y: upward(rate) + 5, "text-anchor": "end" }, rate)),
      ...[1e-4, 1e-3, 1e-2, 0.1, 1].map((at) => svg("text", { class: "tick", x: across(at), y: FRAME.bottom + 20, "text-anchor": "middle" }, percent(at))),
    ];
    const rate = speed(yours, share);
    return ticks.join("") +
      svg("text", { class: "title", x: FRAME.right, y: FRAME.bottom + 42, "text-anchor": "end" }, "share of the operations that wait") +
      svg("text", { class: "title", x: 14, y: (FRAME.top + FRAME.bottom) / 2, transform: `rotate(-90 14 ${(FRAME.top + FRAME.bottom) / 2})`, "text-anchor": "middle" }, "operations in a tick") +
      svg("line", { class: "here", x1: across(share), x2: across(share), y1: FRAME.top, y2: FRAME.bottom }) +
      curve("large", built(LARGE)) + curve("wide", built(WIDE)) + curve("both", both()) + curve("yours", yours) +
      svg("circle", { class: "point", cx: across(share).toFixed(1), cy: upward(rate).toFixed(1), r: 6 });
  }

  // ---- the component ----------------------------------------------------------------------
  class DieBudget extends HTMLElement {
    connectedCallback() {
      if (this.shadowRoot) return;
      const source = this.querySelector('script[type="application/json"]');
      this.records = source ? JSON.parse(source.textContent) : [];
      this.state = { ...LARGE, share: 0.01 };
      this.attachShadow({ mode: "open" }).innerHTML = `<style>${STYLE}</style>${this.frame()}`;
      for (const name of Object.keys(CONTROLS)) {
        this.part(name).addEventListener("input", (event) => this.set(name, this.steps(name)[event.target.value]));
      }
      this.shadowRoot.querySelector(".presets").addEventListener("click", (event) => {
        const preset = PRESETS[event.target.closest("button")?.dataset.preset];
        if (preset) { Object.assign(this.state, preset[1]); this.draw(); }
      });
      this.draw();
    }

    part(name) {
      return this.shadowRoot.getElementById(name);
    }

    steps(name) {
      return name === "share" ? SHARES : SIZES;
    }

    // What one part takes, the other cannot have.
    set(name, value) {
      this.state[name] = value;
      const other = { control: "lanes", lanes: "control" }[name];
      if (other) this.state[other] = SIZES.findLast((size) => size <= Math.min(this.state[other], TILES - value));
      this.draw();
    }

    frame() {
      const controls = Object.entries(CONTROLS).map(([name, [label, words]]) => `
        <div class="control"><label for="${name}"><b>${label}</b> ${words}</label><output id="${name}-value" for="${name}"></output>
        <input id="${name}" type="range" min="0" max="${this.steps(name).length - 1}" step="1"></div>`).join("");
      const presets = PRESETS.map(([name], index) => `<button type="button" data-preset="${index}" aria-pressed="false">${name}</button>`).join("");
      const key = (name, words) => `<span><i class="key ${name}"></i>${words}</span>`;
      return `
        <div class="presets" role="group" aria-label="Known designs">${presets}</div>
        <div class="pictures">
          <div class="picture"><svg id="die" viewBox="0 0 440 336" role="img" aria-labelledby="die-words"></svg>
            <p class="keys" aria-hidden="true">${key("control", "control and cache")}${key("lanes", "lanes")}</p>
            <p class="words" id="die-words"></p></div>
          <div class="picture"><svg id="chart" viewBox="0 0 440 336" role="img" aria-labelledby="chart-words"></svg>
            <p class="keys" aria-hidden="true">${key("yours", "your design")}${key("large", "a few large cores")}${key("wide", "rows of lanes")}${key("both", "half of each")}</p>
            <p class="words" id="chart-words"></p></div>
        </div>
        <div class="controls">${controls}</div>
        <dl class="figures"><div><dt>cores <i>tiles ÷ tiles of one</i></dt><dd id="cores"></dd></div>
          <div><dt>one after another <i>√control</i></dt><dd id="chain"></dd></div>
          <div><dt>all at once <i>cores × lanes</i></dt><dd id="crowd"></dd></div>
          <div><dt>your program <i>chain, then crowd</i></dt><dd id="speed"></dd></div>
          <div class="wide"><dt>measured: one lane, and all of them</dt><dd id="measured"></dd></div></dl>
        <p id="live" class="hidden" aria-live="polite"></p>`;
    }

    draw() {
      const { share, ...design } = this.state;
      const chip = built(design);
      const rate = speed(chip, share);
      this.part("die").innerHTML = dieDrawing(design);
      this.part("chart").innerHTML = chartDrawing(design, share);
      for (const name of Object.keys(CONTROLS)) {
        const value = this.state[name];
        const said = name === "share" ? percent(value) : String(value);
        this.part(name).value = this.steps(name).indexOf(value);
        this.part(name).setAttribute("aria-valuetext", said);
        this.part(`${name}-value`).textContent = said;
      }
      this.part("cores").textContent = digits(chip.cores);
      this.part("chain").textContent = `${digits(chip.chain)} a tick`;
      this.part("crowd").textContent = `${digits(chip.crowd)} a tick`;
      this.part("speed").textContent = `${digits(rate)} a tick`;
      this.part("measured").textContent = this.measured();
      const left = chip.left ? ` ${chip.left} tiles are left over.` : "";
      const many = chip.cores === 1 ? "1 core" : `${digits(chip.cores)} cores, each`;
      this.part("die-words").textContent = `${TILES} tiles. ${many} of ${design.control} for control and cache and ${design.lanes} for lanes.${left}`;
      this.part("chart-words").textContent = `With ${percent(share)} of the operations waiting: ${digits(rate)} a tick here, ${digits(speed(built(LARGE), share))} with a few large cores, ${digits(speed(built(WIDE), share))} with rows of lanes, ${digits(speed(both(), share))} with half of each.`;
      for (const [index, button] of [...this.shadowRoot.querySelectorAll("[data-preset]")].entries()) {
        const preset = PRESETS[index][1];
        button.setAttribute("aria-pressed", String(preset.control === design.control && preset.lanes === design.lanes));
      }
      clearTimeout(this.telling);
      this.telling = setTimeout(() => { this.part("live").textContent = `${this.part("die-words").textContent} ${this.part("chart-words").textContent}`; }, 400);
    }

    measured() {
      const told = this.records.flatMap(({ id, device, points }) => {
        const best = (name) => Math.max(...points.filter((p) => p.case === name).map((p) => p.work / p.time), 0);
        const [one, all] = [best("one_lane"), best("roof")];
        return one && all ? [`${id.toUpperCase()} (${device}) ${short(one, "FLOP/s")} and ${short(all, "FLOP/s")}, a factor of ${digits(all / one)}`] : [];
      });
      const missing = this.records.some(({ id }) => id === "gpu") ? [] : ["GPU not measured yet"];
      return [...told, ...missing].join("; ");
    }
  }

  const STYLE = `
    :host { display: block; container-type: inline-size; font: 400 .94rem/1.4 var(--lanes-sans, sans-serif); color: var(--lanes-ink); }
    svg { display: block; inline-size: 100%; block-size: auto; overflow: visible; }
    text { font: 500 16px/1 var(--lanes-sans, sans-serif); fill: var(--lanes-ink); font-variant-numeric: tabular-nums; }
    .presets { display: flex; flex-wrap: wrap; gap: .4rem; margin-block-end: .6rem; }
    button { font: inherit; font-size: .86rem; padding: .28rem .75rem; min-block-size: 2rem; border-radius: 2rem; cursor: pointer;
      border: 1px solid var(--lanes-line-strong); background: var(--lanes-paper); color: var(--lanes-ink); }
    button:hover { border-color: var(--lanes-link); }
    button[aria-pressed="true"] { background: var(--lanes-ink); border-color: var(--lanes-ink); color: var(--lanes-paper); }
    :is(button, input):focus-visible { outline: 3px solid var(--lanes-focus); outline-offset: 2px; }
    .pictures { display: grid; gap: 1rem 1.6rem; grid-template-columns: minmax(0, 1fr); }
    .die { fill: none; stroke: var(--lanes-line-strong); stroke-width: 1.4; }
    .control { fill: var(--lanes-b-deep); } .lanes { fill: var(--lanes-a-deep); }
    .mark { stroke: var(--lanes-paper); stroke-width: .9; fill: none; }
    .rule { stroke: var(--lanes-line); stroke-width: 1; }
    .tick, .title { font-size: 15px; font-weight: 400; fill: var(--lanes-soft); }
    .curve { fill: none; stroke-width: 2; }
    .curve.large { stroke: var(--lanes-cpu); } .curve.wide { stroke: var(--lanes-gpu); }
    .curve.both { stroke: var(--lanes-good); stroke-dasharray: 7 4; }
    .curve.yours { stroke: var(--lanes-ink); stroke-width: 3.2; stroke-dasharray: 1.5 5; stroke-linecap: round; }
    .here { stroke: var(--lanes-ink); stroke-width: 1; stroke-dasharray: 3 4; }
    .point { fill: var(--lanes-paper); stroke: var(--lanes-ink); stroke-width: 2.4; }
    .keys { display: flex; flex-wrap: wrap; gap: .2rem 1rem; margin: .3rem 0 0; font-size: .84rem; }
    .keys span { white-space: nowrap; }
    .key { display: inline-block; inline-size: 1.3rem; block-size: .7rem; margin-inline-end: .4rem; border-radius: 2px; }
    .key.control { background: var(--lanes-b-deep); } .key.lanes { background: var(--lanes-a-deep); }
    .key:is(.yours, .large, .wide, .both) { block-size: 0; border-block-start: 3px solid var(--lanes-cpu); border-radius: 0; vertical-align: middle; }
    .key.key.wide { border-color: var(--lanes-gpu); } .key.key.both { border-color: var(--lanes-good); border-block-start-style: dashed; }
    .key.key.yours { border-color: var(--lanes-ink); border-block-start-style: dotted; }
    .words { margin: .35rem 0 0; font-size: .84rem; color: var(--lanes-soft); }
    .controls { display: grid; gap: .5rem 1.4rem; margin-block-start: .9rem; grid-template-columns: minmax(0, 1fr); }
    div.control { display: grid; grid-template-columns: 1fr auto; grid-template-rows: 1fr auto; align-items: start; gap: 0 .6rem; }
    label { font-size: .84rem; line-height: 1.3; color: var(--lanes-soft); } label b { display: block; font-size: .94rem; color: var(--lanes-ink); }
    output { font-weight: 600; font-variant-numeric: tabular-nums; }
    input[type="range"] { grid-column: 1 / -1; inline-size: 100%; margin: .2rem 0 0; block-size: 1.6rem; accent-color: var(--lanes-link); }
    .figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(6.6rem, 1fr)); gap: .7rem 1.4rem; margin: .8rem 0 0;
      padding-block-start: .8rem; border-block-start: 1px solid var(--lanes-line); }
    .figures > div { min-inline-size: 0; } .figures > .wide { grid-column: 1 / -1; }
    dt { font-size: .8rem; color: var(--lanes-soft); } dt i { display: block; font-family: var(--lanes-serif, serif); }
    dd { margin: 0; font-size: 1.22rem; font-weight: 600; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
    .wide dd { font-size: 1rem; }
    .hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); margin: 0; }
    @container (min-width: 34rem) { .pictures { grid-template-columns: 1fr 1fr; } .controls { grid-template-columns: repeat(3, minmax(0, 1fr)); } }
    @media print { .presets, .controls { display: none; } .pictures { grid-template-columns: 1fr 1fr; } }`;

  customElements.define("die-budget", DieBudget);
})();

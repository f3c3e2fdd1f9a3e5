// <road-kitchen>: a batch that shares one trip to memory, and loads that wait side by side.
// Reads the measurements from the JSON script inside it; asks nothing of the network.
(() => {
  "use strict";

  const THIN = "\u202f";
  const grouped = (value) => Math.round(value).toLocaleString("en").replaceAll(",", THIN);
  const digits = (value) => Number(value.toPrecision(3));
  function time(seconds) {
    const [unit, size] = [["s", 1], ["ms", 1e-3], ["µs", 1e-6], ["ns", 1e-9]].find(([, s]) => seconds >= s) ?? ["ns", 1e-9];
    return `${digits(seconds / size)}${THIN}${unit}`;
  }
  function rate(perSecond, what) {
    const step = Math.max(0, Math.min(4, Math.floor(Math.log10(perSecond) / 3)));
    return `${digits(perSecond / 1000 ** step)}${THIN}${["", "thousand ", "million ", "billion ", "trillion "][step]}${what} a second`;
  }
  const times = (ratio) => `${digits(ratio)}${THIN}×`;

  const svg = (tag, attributes, inside = "") =>
    `<${tag} ${Object.entries(attributes).map(([name, value]) => `${name}="${value}"`).join(" ")}>${inside}</${tag}>`;
  const words = (x, y, text, more = {}) => svg("text", { x, y, ...more }, text);

  // ---- what the records hold ----------------------------------------------------------------
  function kitchenOf({ id, points }) {
    const layers = points.filter((p) => p.case === "layer").sort((a, b) => a.batch - b.batch);
    const roofs = points.filter((p) => p.case === "roof");
    const peak = Math.max(...roofs.map((p) => p.work / p.time), 0);
    const bandwidth = Math.max(...roofs.map((p) => p.bytes / p.time), 0);
    return layers.length && peak && bandwidth ? [{ id, layers, peak, bandwidth }] : [];
  }

  // A step of a GPU's loop is a launch, which says nothing of its memory: the road is the CPU's.
  function roadOf(records) {
    const walks = records.filter(({ id }) => id === "cpu").flatMap(({ points }) => points.filter((p) => p.case === "walk"));
    return walks.sort((a, b) => a.walkers - b.walkers).map((p) => ({ inside: p.walkers, latency: p.time / p.steps }));
  }

  const fetching = (layer, { bandwidth }) => layer.bytes / bandwidth;
  const computing = (layer, { peak }) => layer.work / peak;

  // ---- charts: logarithmic both ways ----------------------------------------------------------
  const FRAME = { left: 74, right: 428, top: 176, bottom: 356 };

  function scales(xs, ys) {
    const [x0, x1] = [Math.log2(Math.min(...xs)), Math.log2(Math.max(...xs))];
    const [y0, y1] = [Math.floor(Math.log10(Math.min(...ys))), Math.ceil(Math.log10(Math.max(...ys)) + 0.01)];
    return {
      xs, y0, y1,
      x: (v) => FRAME.left + ((Math.log2(v) - x0) / Math.max(x1 - x0, 1)) * (FRAME.right - FRAME.left),
      y: (v) => FRAME.bottom - ((Math.log10(v) - y0) / (y1 - y0)) * (FRAME.bottom - FRAME.top),
    };
  }

  function axes({ xs, y0, y1, x, y }, label, written) {
    const parts = [];
    const every = xs.length > 6 ? 2 : 1;
    for (const [index, value] of xs.entries()) {
      parts.push(svg("line", { class: "rule", x1: x(value), x2: x(value), y1: FRAME.top, y2: FRAME.bottom }));
      if (index % every === 0) parts.push(words(x(value), FRAME.bottom + 20, value, { class: "tick", "text-anchor": "middle" }));
    }
    for (let e = y0; e <= y1; e += 1) {
      parts.push(svg("line", { class: "rule", x1: FRAME.left, x2: FRAME.right, y1: y(10 ** e), y2: y(10 ** e) }));
      parts.push(words(FRAME.left - 7, y(10 ** e) + 5, written(10 ** e), { class: "tick", "text-anchor": "end" }));
    }
    parts.push(words(FRAME.right, FRAME.bottom + 44, `${label} →`, { class: "title", "text-anchor": "end" }));
    return parts.join("");
  }

  const line = (points, name) => svg("polyline", { class: name, points: points.map((p) => p.join(",")).join(" ") });
  const upright = (at) => svg("line", { class: "here", x1: at, x2: at, y1: FRAME.top, y2: FRAME.bottom });

  function mark(x, y, device, chosen) {
    const ring = chosen ? svg("circle", { class: "ring", cx: x, cy: y, r: 8 }) : "";
    if (device === "gpu") return svg("rect", { class: "point gpu", x: x - 3.6, y: y - 3.6, width: 7.2, height: 7.2 }) + ring;
    return svg("circle", { class: "point cpu", cx: x, cy: y, r: 3.8 }) + ring;
  }

  // ---- the kitchen ----------------------------------------------------------------------------
  function kitchenDrawing(kitchens, batch) {
    const cook = kitchens[0];
    const layer = cook.layers.find((p) => p.batch === batch);
    const bars = [["fetch", fetching(layer, cook), "a"], ["compute", computing(layer, cook), "b"], ["measured", layer.time, "c"]];
    const longest = Math.max(...bars.map(([, seconds]) => seconds));
    const drawn = bars.map(([name, seconds, colour], index) => {
      const [y, wide] = [22 + index * 36, Math.max(2, (seconds / longest) * 238)];
      return words(FRAME.left + 8, y + 18, name, { "text-anchor": "end" }) +
        svg("rect", { class: `bar ${colour}`, x: FRAME.left + 18, y, width: wide, height: 26, rx: 3 }) +
        words(FRAME.left + 26 + wide, y + 18, time(seconds), { class: "amount" });
    });
    const all = kitchens.flatMap(({ layers }) => layers);
    const chart = scales(cook.layers.map((p) => p.batch), [...all.map((p) => p.time), ...cook.layers.map((p) => Math.max(fetching(p, cook), computing(p, cook)))]);
    const bound = line(cook.layers.map((p) => [chart.x(p.batch), chart.y(Math.max(fetching(p, cook), computing(p, cook)))]), "bound");
    const dots = kitchens.flatMap(({ id, layers }) => layers.filter((p) => chart.xs.includes(p.batch))
      .map((p) => mark(chart.x(p.batch), chart.y(p.time), id, p.batch === batch)));
    return drawn.join("") + words(8, 160, "↑ each waits", { class: "title" }) + axes(chart, "customers together", time) +
      upright(chart.x(batch)) + bound + dots.join("");
  }

  // ---- the road -------------------------------------------------------------------------------
  // Each row is one place in flight; a load leaves as soon as the one before it is back.
  function roadDrawing(road, inside) {
    const high = Math.min(18, 116 / inside);
    const [left, right, long] = [FRAME.left - 56, FRAME.right, 150];
    const rows = Array.from({ length: inside }, (_, row) => {
      const bars = [];
      for (let start = left - long + (row / inside) * long; start < right; start += long) {
        const [from, to] = [Math.max(start, left), Math.min(start + long, right)];
        if (to > from) bars.push(svg("rect", { class: "load", x: from, y: 16 + row * high, width: Math.max(to - from - 2, 0.5), height: Math.max(high - 2, 1.5), rx: 2 }));
      }
      return bars.join("");
    });
    const bottom = 16 + inside * high + 6;
    const back = Array.from({ length: Math.floor(((right - left) / long) * inside) }, (_, n) => left + ((n + 1) / inside) * long)
      .filter((x) => x <= right).map((x) => svg("line", { class: "back", x1: x, x2: x, y1: bottom, y2: bottom + 8 }));
    const rates = road.map((p) => p.inside / p.latency);
    const alone = road[0].latency / road[0].inside;
    const chart = scales(road.map((p) => p.inside), [...rates, ...road.map((p) => p.inside / alone)]);
    const law = line(road.map((p) => [chart.x(p.inside), chart.y(p.inside / alone)]), "bound");
    const dots = road.map((p) => mark(chart.x(p.inside), chart.y(p.inside / p.latency), "cpu", p.inside === inside));
    return rows.join("") + back.join("") + words(8, 164, "↑ numbers a second", { class: "title" }) +
      axes(chart, "loads in flight", (v) => `${digits(v / 1e6)} M`) + upright(chart.x(inside)) + law + dots.join("");
  }

  // ---- the component --------------------------------------------------------------------------
  class RoadKitchen extends HTMLElement {
    connectedCallback() {
      if (this.shadowRoot) return;
      const source = this.querySelector('script[type="application/json"]');
      const records = source ? JSON.parse(source.textContent) : [];
      this.kitchens = records.flatMap(kitchenOf);
      this.road = roadOf(records);
      const ready = this.kitchens.length && this.road.length;
      this.attachShadow({ mode: "open" }).innerHTML = `<style>${STYLE}</style>${ready ? this.frame() : "<p>Not measured yet.</p>"}`;
      if (!ready) return;
      this.batch = this.kitchens[0].layers.findIndex((p) => p.batch === 8);
      this.inside = this.road.findIndex((p) => p.inside === 4);
      for (const name of ["batch", "inside"]) {
        this[name] = Math.max(this[name], 0);
        this.part(name).value = this[name];
        this.part(name).addEventListener("input", (event) => { this[name] = Number(event.target.value); this.draw(); });
      }
      this.draw();
    }

    part(name) {
      return this.shadowRoot.getElementById(name);
    }

    frame() {
      const half = (title, name, label, most, figures) => `
        <section aria-labelledby="${name}-title"><p class="heading" id="${name}-title">${title}</p>
          <svg id="${name}-picture" viewBox="0 0 440 408" role="img" aria-labelledby="${name}-words"></svg>
          <p class="words" id="${name}-words"></p>
          <div class="control"><label for="${name}">${label}</label><output for="${name}" id="${name}-value"></output>
            <input id="${name}" type="range" min="0" max="${most}" step="1"></div>
          <dl>${figures.map(([id, term]) => `<div><dt>${term}</dt><dd id="${id}"></dd></div>`).join("")}</dl></section>`;
      return `<div class="halves">
        ${half("The kitchen: one layer, many customers", "batch", "customers together", this.kitchens[0].layers.length - 1,
          [["waits", "latency: each waits"], ["served", "throughput"], ["compared", "against one alone"], ["others", "on the GPU"]])}
        ${half("The road: loads in flight", "inside", "loads in flight", this.road.length - 1,
          [["trip", "latency: a load and back"], ["arrive", "throughput"], ["gain", "against one alone"], ["little", "throughput × latency"]])}
        </div><p id="live" class="hidden" aria-live="polite"></p>`;
    }

    draw() {
      const told = [this.drawKitchen(), this.drawRoad()];
      clearTimeout(this.telling);
      this.telling = setTimeout(() => { this.part("live").textContent = told.join(" "); }, 400);
    }

    drawKitchen() {
      const [cook, ...others] = this.kitchens;
      const layer = cook.layers[this.batch];
      const { batch } = layer;
      const one = cook.layers[0];
      this.part("batch-picture").innerHTML = kitchenDrawing(this.kitchens, batch);
      this.say("batch", batch, {
        waits: time(layer.time), served: rate(batch / layer.time, "customers"),
        compared: `waits ${times(layer.time / one.time)}, serves ${times((batch / layer.time) * (one.time / one.batch))}`,
        others: others.map((o) => o.layers.find((p) => p.batch === batch)).filter(Boolean).map((p) => time(p.time)).join(", ") || "not measured yet",
      });
      const memory = fetching(layer, cook) >= computing(layer, cook);
      const waiting = memory ? "fetching takes longer, so another customer is nearly free" : "computing takes longer, so every further customer makes all wait";
      this.part("batch-words").textContent = `${grouped(batch)} together: at the rates of the roofs ${waiting}. Line: the longer of fetching and computing. Dots: measured.`;
      return `${grouped(batch)} customers: each waits ${time(layer.time)}, ${rate(batch / layer.time, "customers")}.`;
    }

    drawRoad() {
      const point = this.road[this.inside];
      const { inside, latency } = point;
      const one = this.road[0];
      this.part("inside-picture").innerHTML = roadDrawing(this.road, inside);
      this.say("inside", inside, {
        trip: time(latency), arrive: rate(inside / latency, "numbers"),
        gain: `${times((inside / latency) / (one.inside / one.latency))} (line: ${times(inside / one.inside)})`,
        little: `${digits(inside)} in flight`,
      });
      this.part("inside-words").textContent = `${inside} in flight: each bar is one load and its wait, each tick below a number that is back. Line: what Little's law gives if a load takes no longer in company. Dots: measured.`;
      return `${inside} loads in flight: each takes ${time(latency)}, ${rate(inside / latency, "numbers")}.`;
    }

    say(name, value, figures) {
      this.part(`${name}-value`).textContent = grouped(value);
      this.part(name).setAttribute("aria-valuetext", grouped(value));
      for (const [id, text] of Object.entries(figures)) this.part(id).textContent = text;
    }
  }

  const STYLE = `
    :host { display: block; container-type: inline-size; font: 400 .94rem/1.4 var(--lanes-sans, sans-serif); color: var(--lanes-ink); }
    svg { display: block; inline-size: 100%; block-size: auto; overflow: visible; }
    text { font: 500 16px/1 var(--lanes-sans, sans-serif); fill: var(--lanes-ink); font-variant-numeric: tabular-nums; }
    .halves { display: grid; gap: 1.6rem 2rem; grid-template-columns: minmax(0, 1fr); }
    .heading { margin: 0 0 .4rem; font: 600 1.12rem/1.25 var(--lanes-serif, serif); }
    .bar { stroke: var(--lanes-ink); stroke-width: 1; }
    .bar.a { fill: var(--lanes-a-deep); } .bar.b { fill: var(--lanes-b-deep); } .bar.c { fill: var(--lanes-c-deep); }
    .load { fill: var(--lanes-a-deep); }
    .back { stroke: var(--lanes-ink); stroke-width: 1.2; }
    .rule { stroke: var(--lanes-line); stroke-width: 1; }
    .tick, .title { font-size: 15px; font-weight: 400; fill: var(--lanes-soft); }
    .bound { fill: none; stroke: var(--lanes-cpu); stroke-width: 2; opacity: .75; }
    .point { stroke: var(--lanes-paper); stroke-width: .7; }
    .point.cpu { fill: var(--lanes-cpu); } .point.gpu { fill: var(--lanes-gpu); }
    .ring { fill: none; stroke: var(--lanes-ink); stroke-width: 2.4; }
    .here { stroke: var(--lanes-ink); stroke-width: 1.2; stroke-dasharray: 3 4; }
    .words { margin: .35rem 0 0; min-block-size: 4.2em; font-size: .84rem; color: var(--lanes-soft); }
    .control { display: grid; grid-template-columns: 1fr auto; align-items: baseline; gap: 0 .6rem; margin-block-start: .7rem; }
    label { font-size: .9rem; } output { font-weight: 600; font-size: 1.22rem; font-variant-numeric: tabular-nums; }
    input { grid-column: 1 / -1; inline-size: 100%; margin: .2rem 0 0; block-size: 1.8rem; accent-color: var(--lanes-link); }
    input:focus-visible { outline: 3px solid var(--lanes-focus); outline-offset: 2px; }
    dl { display: grid; grid-template-columns: 1fr 1fr; gap: .6rem 1.2rem; margin: .6rem 0 0; padding-block-start: .7rem; border-block-start: 1px solid var(--lanes-line); }
    dl > div { min-inline-size: 0; } dt { font-size: .8rem; color: var(--lanes-soft); }
    dd { margin: 0; font-size: 1rem; font-weight: 600; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
    .hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); margin: 0; }
    @container (min-width: 34rem) { .halves { grid-template-columns: 1fr 1fr; } }
    @media print { .halves { grid-template-columns: 1fr 1fr; } input { display: none; } .bar, .load, .point { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }`;

  customElements.define("road-kitchen", RoadKitchen);
})();

// Base class of explorables. A specification turns records into data, and state into drawings and text; the kit adds the
// custom element, its controls, its announcements and its style.
(() => {
  "use strict";
  const { Typed, mark } = lanes;
  const MACHINES = { cpu: "CPU", gpu: "GPU", others: "Others" }; // by record; any other record is the reader's own
  const PAUSE = 400; // ms without a change before a screen reader announces it, so that a held key causes one announcement

  const escaped = (words) => String(words).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

  function recordsOf(host) {
    const script = host.querySelector('script[type="application/json"]');
    const book = script ? JSON.parse(script.textContent) : [];
    const cases = new Set(book.flatMap(({ points }) => points.map((point) => point.case)));
    return [...book, ...lanes.own.records(cases)].map((record) =>
      ({ ...record, id: record.id in MACHINES ? record.id : "own", name: MACHINES[record.id] ?? record.name ?? "Yours" }));
  }

  // ---- parts of a frame -------------------------------------------------------------------------
  const presets = (label, list) => `<div class="presets" role="group" aria-label="${label}">${
    list.map(([name], index) => `<button type="button" data-preset="${index}" aria-pressed="false">${name}</button>`).join("")}</div>`;
  const range = (name, id, more = "") => `<input id="${id}" type="range" min="0" step="1" data-slider="${name}"${more}>`;
  const slider = (name, words) => `<div class="control"><label for="${name}">${words}</label><output id="${name}-value" for="${name}"></output>${range(name, name)}</div>`;
  const field = (name, words) => `<label for="${name}">${words}</label>
    <input id="${name}" type="text" inputmode="decimal" autocomplete="off" aria-describedby="${name}-line" data-field="${name}"><p id="${name}-line"></p>`;
  const numberField = (name, words) => `<div class="control">${field(name, words)}</div>`;
  const fieldWithSlider = (name, words, plain) => `<div class="control">${field(name, words)}${range(name, `${name}-slide`, ` aria-label="${plain}"`)}</div>`;
  const controls = (...parts) => `<div class="controls">${parts.join("")}</div>`;
  const picture = (name, more = "") => `<div class="picture"><svg id="${name}" role="img" aria-labelledby="${name}-words" data-picture></svg>${more}
    <p class="words" id="${name}-words"></p></div>`;
  const pictures = (...parts) => `<div class="pictures">${parts.join("")}</div>`;
  const figures = (list) => `<dl class="figures">${list.map(([id, term]) => `<div><dt>${term}</dt><dd id="${id}"></dd></div>`).join("")}</dl>`;

  // The legend of a picture, from [[class, words]]; `style` gives each class its colour.
  const keys = (list) => `<p class="keys" aria-hidden="true">${list.map(([name, words]) => `<span><i class="swatch ${name}"></i>${words}</span>`).join("")}</p>`;

  const key = (id) => `<svg class="key" viewBox="0 0 14 14" aria-hidden="true">${mark(id, 7, 7)}</svg>`;
  // A list item for each machine: its mark and what `say` returns. A machine without text has no item.
  const machines = (records, say) => records.map((record) => [record, say(record)]).filter(([, words]) => words).map(([record, words]) =>
    `<li>${key(record.id)} <b>${record.name}</b>${record.device ? ` (${escaped(record.device)})` : ""}: ${words}</li>`).join("");
  const measuredList = (id, heading) => `<p class="heading">${heading}</p><ul class="machines" id="${id}"></ul>`;

  // ---- the element ------------------------------------------------------------------------------
  // read(records) -> data, or null where nothing can be shown; start(data) -> state; settle(state, change, data) -> state;
  // frame(data) -> HTML; sliders {name: {values(data, state), say}}; presets [[name, change]]; fields {name: {fault, unit, optional}};
  // show(state, data, host) -> {texts, html, pictures: {id: width -> [height, drawing]}, live}; listen(host); style.
  class Explorable extends HTMLElement {
    connectedCallback() {
      if (this.shadowRoot) return;
      const { spec } = this.constructor;
      this.data = spec.read(recordsOf(this));
      this.attachShadow({ mode: "open" }).innerHTML = `<style>${STYLE}${spec.style ?? ""}</style>${
        this.data ? `${spec.frame(this.data)}<p id="live" class="hidden" aria-live="polite"></p>` : "<p>Not measured yet.</p>"}`;
      if (!this.data) return;
      this.spec = spec;
      this.state = spec.start(this.data);
      this.fields = {};
      this.listen();
      this.set({});
      // Draw pictures at their actual width, because scaling would make their text too small to read.
      new ResizeObserver(() => requestAnimationFrame(() => this.paint())).observe(this);
    }

    part(name) {
      return this.shadowRoot.getElementById(name);
    }

    all(selector) {
      return [...this.shadowRoot.querySelectorAll(selector)];
    }

    listen() {
      for (const input of this.all("[data-slider]")) {
        const name = input.dataset.slider;
        input.addEventListener("input", () => this.set({ [name]: this.values(name)[input.value] }));
      }
      for (const input of this.all("[data-field]")) {
        const name = input.dataset.field;
        const changed = (field) => (field.value !== null || (field.empty && this.spec.fields[name].optional)) && this.set({ [name]: field.value }, name);
        this.fields[name] = new Typed(input, this.part(`${name}-line`), { ...this.spec.fields[name], changed });
      }
      for (const [index, button] of this.all("[data-preset]").entries()) {
        button.addEventListener("click", () => this.set(this.spec.presets[index][1]));
      }
      this.spec.listen?.(this);
    }

    values(name) {
      return this.spec.sliders[name].values(this.data, this.state);
    }

    set(change, typing = null) {
      const next = { ...this.state, ...change };
      this.state = this.spec.settle?.(next, change, this.data) ?? next;
      this.draw(typing);
    }

    draw(typing) {
      const { state, spec } = this;
      for (const input of this.all("[data-slider]")) this.slide(input);
      for (const [name, field] of Object.entries(this.fields)) {
        if (name !== typing && field.value !== state[name]) field.write(state[name]);
      }
      for (const [index, button] of this.all("[data-preset]").entries()) {
        button.setAttribute("aria-pressed", String(Object.entries(spec.presets[index][1]).every(([name, value]) => state[name] === value)));
      }
      this.shown = spec.show(state, this.data, this);
      for (const [id, words] of Object.entries(this.shown.texts ?? {})) this.part(id).textContent = words;
      for (const [id, html] of Object.entries(this.shown.html ?? {})) this.part(id).innerHTML = html;
      this.paint();
      clearTimeout(this.telling);
      this.telling = setTimeout(() => { this.part("live").textContent = this.shown.live; }, PAUSE);
    }

    // Select the last step that is not above the value: a typed value may lie between two steps.
    slide(input) {
      const name = input.dataset.slider;
      const values = this.values(name);
      const words = (this.spec.sliders[name].say ?? lanes.plain)(this.state[name], values);
      input.max = values.length - 1;
      input.value = Math.max(0, values.findLastIndex((value) => value <= this.state[name]));
      input.setAttribute("aria-valuetext", words);
      const output = this.part(`${input.id}-value`);
      if (output) output.textContent = words;
    }

    paint() {
      for (const [id, drawing] of Object.entries(this.shown.pictures)) {
        const width = this.part(id).getBoundingClientRect().width;
        if (!width) continue; // hidden: drawn when it becomes visible
        const [height, drawn] = drawing(width);
        this.part(id).setAttribute("viewBox", `0 0 ${width} ${height}`);
        this.part(id).innerHTML = drawn;
      }
    }
  }

  const explorable = (name, spec) => customElements.define(name, class extends Explorable { static spec = spec; });

  const STYLE = `
    :host { display: block; container-type: inline-size; font: 400 .94rem/1.4 var(--lanes-sans, sans-serif); color: var(--lanes-ink); }
    .hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); margin: 0; }
    .presets { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem; margin-block-end: .8rem; }
    .presets span { font-size: .86rem; color: var(--lanes-soft); }
    button, ::file-selector-button { font: inherit; font-size: .86rem; padding: .28rem .75rem; min-block-size: 2rem; border-radius: 2rem; cursor: pointer;
      border: 1px solid var(--lanes-line-strong); background: var(--lanes-paper); color: var(--lanes-ink); }
    button:hover:enabled { border-color: var(--lanes-link); }
    button:disabled { color: var(--lanes-soft); border-style: dashed; cursor: default; }
    button[aria-pressed="true"] { background: var(--lanes-ink); border-color: var(--lanes-ink); color: var(--lanes-paper); }
    :is(button, input, [tabindex]):focus-visible { outline: 3px solid var(--lanes-focus); outline-offset: 2px; }

    .controls, .pictures { display: grid; gap: .8rem 1.6rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 9.5rem), 1fr)); margin-block: .8rem; }
    .pictures { grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr)); }
    .control { display: grid; grid-template-columns: 1fr auto; grid-template-rows: 1fr auto; align-items: baseline; gap: 0 .6rem; min-inline-size: 0; }
    label { font-size: .86rem; line-height: 1.3; color: var(--lanes-soft); } label b { color: var(--lanes-ink); }
    :is(label, dt) i { font-family: var(--lanes-serif, serif); }
    output { font-weight: 600; font-variant-numeric: tabular-nums; }
    input[type="range"] { grid-column: 1 / -1; inline-size: 100%; margin: .2rem 0 0; block-size: 1.6rem; accent-color: var(--lanes-link); }
    input[type="text"] { font: 500 .95rem/1.3 var(--lanes-sans, sans-serif); font-variant-numeric: tabular-nums; text-align: end; padding: .25rem .5rem;
      inline-size: 6.6rem; box-sizing: border-box; border: 1px solid var(--lanes-line-strong); border-radius: 6px; background: var(--lanes-paper); color: inherit; }
    input[aria-invalid="true"] { border-color: var(--lanes-bad); border-width: 2px; }
    .typed-line { grid-column: 1 / -1; min-block-size: 1.4em; margin: .15rem 0 0; font-size: .82rem; text-align: end; color: var(--lanes-soft); }
    [aria-invalid="true"] + .typed-line { color: var(--lanes-bad); }
    .typed-line button { min-block-size: 1.6rem; padding: 0 .6rem; }

    svg[data-picture] { display: block; inline-size: 100%; block-size: auto; overflow: visible; touch-action: pan-y; }
    svg * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
    text { font: 500 ${lanes.EM}px/1 var(--lanes-sans, sans-serif); fill: var(--lanes-ink); font-variant-numeric: tabular-nums; }
    .tick { font-weight: 400; fill: var(--lanes-soft); }
    .rule { stroke: var(--lanes-line); stroke-width: 1; }
    .here { stroke: var(--lanes-ink); stroke-width: 1.2; stroke-dasharray: 3 4; }
    .ring { fill: none; stroke: var(--lanes-ink); stroke-width: 2.4; pointer-events: none; }
    .cpu { --hue: var(--lanes-cpu); } .gpu { --hue: var(--lanes-gpu); } .others { --hue: var(--lanes-gpu); } .point.others { fill: var(--lanes-paper); stroke: var(--hue); stroke-width: 1.8; } .own { --hue: var(--lanes-own); } .typed { --hue: var(--lanes-ink); }
    .point { fill: var(--hue); stroke: var(--lanes-paper); stroke-width: .7; }
    .law { fill: none; stroke: var(--hue); stroke-width: 2; opacity: .75; pointer-events: none; }
    .picture { min-inline-size: 0; } .machines + .picture { margin-block-start: .7rem; }
    .words { margin: .35rem 0 0; font-size: .84rem; color: var(--lanes-soft); }
    .keys { display: flex; flex-wrap: wrap; gap: .2rem 1rem; margin: .3rem 0 0; font-size: .84rem; } .keys span { white-space: nowrap; }
    .swatch { display: inline-block; inline-size: 1.3rem; block-size: .7rem; margin-inline-end: .4rem; border-radius: 2px; print-color-adjust: exact; }

    .figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(6.2rem, 1fr)); gap: .7rem 1rem; margin: .8rem 0 0;
      padding-block-start: .8rem; border-block-start: 1px solid var(--lanes-line); }
    .figures > div { min-inline-size: 0; }
    dt { font-size: .82rem; color: var(--lanes-soft); }
    dd { margin: 0; font-size: 1.16rem; font-weight: 600; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
    dd small { display: block; font-size: .82rem; font-weight: 400; color: var(--lanes-soft); }
    .heading { margin: .9rem 0 .2rem; font: 600 1.05rem/1.25 var(--lanes-serif, serif); }
    .machines { list-style: none; margin: 0; padding: 0; font-size: .9rem; font-variant-numeric: tabular-nums; }
    .machines li { padding-inline-start: 1.3rem; text-indent: -1.3rem; overflow-wrap: anywhere; }
    svg.key { inline-size: 14px; block-size: 14px; vertical-align: -.1em; margin-inline-end: .35rem; }
    @media print { .presets, .controls { display: none; } :is(.presets, .controls) + .figures { border: 0; padding: 0; } .pictures { grid-template-columns: 1fr 1fr; } }`;

  Object.assign(lanes, { escaped, presets, slider, numberField, fieldWithSlider, controls, picture, pictures, figures, key, keys, machines, measuredList, explorable });
})();

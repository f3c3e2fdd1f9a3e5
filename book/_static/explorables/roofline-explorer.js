// <roofline-explorer>: the rate that three limits allow, on measured machines and on one that the reader types in.
(() => {
  "use strict";
  const { NARROW, controls, digits, escaped, key, mark, picture, presets, siNumber, seconds, slider, svg, numberField } = lanes;

  const KEPT = "many-lanes.machine";
  const HALVES = (base, from, to) => Array.from({ length: to - from + 1 }, (_, index) => base ** ((from + index) / 2));
  const PRESETS = [
    ["adding two arrays of 1000", { intensity: 1 / 12, work: 1e3 }],
    ["matrix · vector, 8192", { intensity: 0.5, work: 2 * 8192 ** 2 }],
    ["product of 16 × 16", { intensity: 2 * 16 / 12, work: 2 * 16 ** 3 }],
    ["product of 2048 × 2048", { intensity: 2 * 2048 / 12, work: 2 * 2048 ** 3 }],
  ];
  const WALLS = {
    peak: { words: "peak, GFLOP/s", unit: "GFLOP/s", size: 1e9, moved: 10, better: "ten times the peak" },
    bandwidth: { words: "bandwidth, GB/s", unit: "GB/s", size: 1e9, moved: 10, better: "ten times the bandwidth" },
    overhead: { words: "dispatch overhead, µs", unit: "µs", size: 1e-6, moved: 0.1, better: "a tenth of the dispatch overhead" },
  };
  const NONE = { peak: null, bandwidth: null, overhead: null };
  const CASES = { intensity: "stream", gemm: "product of matrices", matvec: "matrix · vector", points: "points" };

  // ---- the model --------------------------------------------------------------------------
  const roofAt = ({ peak, bandwidth }, intensity) => Math.min(peak, bandwidth * intensity);
  function run(machine, { intensity, work }) {
    const times = { arithmetic: work / machine.peak, memory: work / intensity / machine.bandwidth, dispatch: machine.overhead };
    const time = times.dispatch + Math.max(times.arithmetic, times.memory);
    const wall = Object.keys(times).reduce((a, b) => (times[b] > times[a] ? b : a));
    return { time, wall, rate: work / time };
  }

  // The three limits of a record, the bandwidths of its caches, and its programs.
  function machineOf(record) {
    const of = (name) => record.points.filter((p) => p.case === name);
    const [peak, bandwidth] = [Math.max(0, ...of("roof").map((p) => p.work / p.time)), Math.max(0, ...of("roof").map((p) => p.bytes / p.time))];
    const overhead = of("overhead")[0]?.time;
    const caches = of("cached_stream").map((p) => p.bytes / p.time).filter((rate) => rate > 1.1 * bandwidth);
    const points = record.points.filter((p) => p.case in CASES).map((p) => ({ name: CASES[p.case], work: p.work, intensity: p.work / p.bytes, rate: p.work / p.time }));
    return { ...record, walls: Boolean(peak && bandwidth && overhead), peak, bandwidth, overhead, caches, points };
  }

  function typedMachine(state) {
    const walls = Object.entries(WALLS).map(([wall, { size }]) => [wall, state[wall] * size]);
    return walls.every(([, value]) => value > 0) ? [{ id: "typed", name: "Yours", device: "typed in", caches: [], points: [], ...Object.fromEntries(walls) }] : [];
  }

  // ---- the chart --------------------------------------------------------------------------
  const SPAN = [10 ** -1.3, 10 ** 3.4];
  const STEPS = Array.from({ length: 121 }, (_, index) => SPAN[0] * (SPAN[1] / SPAN[0]) ** (index / 120));

  function chart(machines, program, width) {
    const rates = machines.flatMap(({ peak, points }) => [peak, ...points.map((p) => p.rate)]);
    const most = 10 ** Math.ceil(Math.log10(Math.max(1e11, ...rates)) + 0.1);
    const drawn = lanes.chart(width, { height: 376, x: { span: SPAN, write: (value) => digits(value), title: "intensity, FLOP per byte" },
      y: { span: [most / 1e6, most], write: (value) => siNumber(value), title: "rate, FLOP/s" } });
    const inside = (rate) => Math.max(most / 1e6, rate);
    const curve = (name, rate) => drawn.curve(name, STEPS.map((at) => [at, inside(rate(at))]));
    const lines = machines.map((m) => m.caches.map((bandwidth) => curve(`cache ${m.id}`, (at) => roofAt({ ...m, bandwidth }, at))).join("") +
      curve(`roof ${m.id}`, (at) => roofAt(m, at)) + curve(`reach ${m.id}`, (at) => run(m, { ...program, intensity: at }).rate));
    const dots = machines.flatMap(({ id, name, points }, machine) => points.map((p, index) => drawn.dot(id, p.intensity, inside(p.rate), { size: 3.6, more: { "data-point": `${machine} ${index}` },
      inside: svg("title", {}, `${name}: ${p.name}, ${siNumber(p.work, "FLOP")}`) })));
    const here = machines.map((m) => mark(m.id, drawn.x(program.intensity), drawn.y(inside(run(m, program).rate)), { size: 6.5, more: { class: "at" } }));
    return [drawn.height, drawn.axes + drawn.upright(program.intensity) + lines.join("") + dots.join("") + here.join("")];
  }

  // ---- the table --------------------------------------------------------------------------
  function rows(machines, program) {
    const base = machines.find(({ id }) => id === "cpu");
    const listed = machines.map((m) => {
      const { time, wall, rate } = run(m, program);
      const against = m === base || !base ? "" : `${digits(run(base, program).time / time)} times as fast`;
      return row(m, [wall, seconds(time), siNumber(rate, "FLOP/s"), against].map((words) => `<td>${words}</td>`).join(""));
    });
    return listed.join("");
  }
  const row = ({ id, name, device }, cells) => `<tr><th scope="row">${key(id)}${name} <small>${escaped(device)}</small></th>${cells}</tr>`;

  function remembered() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEPT)) ?? {};
      return Object.fromEntries(Object.keys(WALLS).map((wall) => [wall, Number(kept[wall]) || null]));
    } catch { return NONE; }
  }

  function keep(state) {
    try { localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(Object.keys(WALLS).map((wall) => [wall, state[wall]])))); } catch { /* kept nowhere: it still works */ }
    return state;
  }

  lanes.explorable("roofline-explorer", {
    presets: PRESETS,
    sliders: {
      intensity: { values: () => HALVES(2, -8, 22), say: (value) => `${digits(value)}${NARROW}FLOP/B` },
      work: { values: () => HALVES(10, 0, 26), say: (value) => siNumber(value, "FLOP") },
    },
    fields: Object.fromEntries(Object.entries(WALLS).map(([wall, { unit }]) => [wall, { unit, optional: true, fault: (value) => (value > 0 && value < 1e12 ? "" : "Write a number above zero.") }])),
    start: () => ({ ...PRESETS[1][1], ...remembered() }),
    settle: keep,
    read: (records) => records.map(machineOf),
    frame: () => `${presets("Known programs", PRESETS)}${picture("chart")}
      ${controls(slider("intensity", "intensity"), slider("work", "size of the program"))}
      <fieldset class="yours"><legend>Your machine</legend>${controls(...Object.entries(WALLS).map(([wall, { words }]) => numberField(wall, words)))}
        <div class="presets" role="group" aria-label="The CPU with one limit changed"><span>or the CPU with</span>${
          Object.entries(WALLS).map(([wall, { better }]) => `<button type="button" data-better="${wall}">${better}</button>`).join("")}
          <button type="button" data-better="">no third machine</button></div></fieldset>
      <div class="scroll" role="region" aria-label="Machines compared" tabindex="0"><table><thead><tr><th scope="col">machine</th><th scope="col">limited by</th><th scope="col">lower bound</th>
        <th scope="col">rate</th><th scope="col">against the CPU</th></tr></thead><tbody id="rows"></tbody></table></div>`,
    listen(host) {
      const reference = host.data.find(({ walls }) => walls);
      // Presets for the input fields: the reference with one limit changed by a factor of ten, or no values.
      const changedLimits = (better) => Object.fromEntries(Object.entries(WALLS).map(([wall, { size, moved: changedLimits }]) =>
        [wall, Number(((reference[wall] * (wall === better ? changedLimits : 1)) / size).toPrecision(3))]));
      for (const button of host.all("[data-better]")) button.addEventListener("click", () => host.set(button.dataset.better && reference ? changedLimits(button.dataset.better) : NONE));
      host.part("chart").addEventListener("click", (event) => {
        const [machine, index] = event.target.dataset.point?.split(" ") ?? [];
        const { intensity, work } = host.there[machine]?.points[index] ?? {};
        if (work) host.set({ intensity, work });
      });
    },
    show(state, machines, host) {
      const there = [...machines.filter(({ walls }) => walls), ...typedMachine(state)];
      host.there = there;
      return {
        pictures: { chart: (width) => chart(there, state, width) },
        texts: { "chart-words": `Thin lines: the roofs, without dispatch overhead. Dotted lines: the roofs of caches. Thick lines: the rate that a program of ${siNumber(state.work, "FLOP")} can reach with dispatch overhead. Small marks: measured programs of all sizes, which you can select. The vertical line marks ${digits(state.intensity)}${NARROW}FLOP per byte.` },
        html: { rows: rows(there, state) },
        live: there.map((m) => { const { wall, time } = run(m, state); return `${m.name} is limited by ${wall}: ${seconds(time)}.`; }).join(" "),
      };
    },
    style: `
      polyline { fill: none; stroke: var(--hue); pointer-events: none; }
      .roof { stroke-width: 1.4; } .cache { stroke-width: 1.1; stroke-dasharray: 1 4; }
      .reach { stroke-width: 3.4; stroke-linejoin: round; } .reach.typed { stroke-dasharray: 9 5; }
      .point { cursor: pointer; opacity: .8; } .at { fill: var(--lanes-paper); stroke: var(--hue); stroke-width: 3; pointer-events: none; }
      .yours { margin: .9rem 0 0; padding: .1rem .9rem 0; border: 1px solid var(--lanes-line); border-radius: 8px; min-inline-size: 0; }
      .yours .presets { margin-block-end: .7rem; } legend { font-weight: 600; padding-inline: .3rem; }
      .scroll { overflow-x: auto; margin-block-start: .8rem; }
      table { border-collapse: collapse; inline-size: 100%; font-variant-numeric: tabular-nums; }
      th, td { text-align: start; padding: .35rem .8rem .35rem 0; border-block-end: 1px solid var(--lanes-line); vertical-align: baseline; }
      thead th { font-size: .82rem; font-weight: 400; color: var(--lanes-soft); } td { white-space: nowrap; }
      tbody th { font-weight: 600; } small { font-weight: 400; font-size: .86rem; color: var(--lanes-soft); }
      @media (max-width: 40rem) { table { font-size: .8rem; } th, td { padding-inline-end: .25rem; } td { white-space: normal; } }
      @media print { .yours { display: none; } }`,
  });
})();

// <machine-run>: start, stop, store, download and load a measurement. <machine-bars>: the measurements of a kernel as bars.
(() => {
  "use strict";
  const { EM, doubts, escaped, key, line, metric, percent, picture, seconds, svg, text, formatMetric } = lanes;
  const { save, sheets } = lanes.own;
  const { Refused, measure, roof } = lanes.timing;
  const { BACKENDS } = lanes.record;

  // ---- bars: each backend on a scale of its own, because the ratio of a browser's GPU and CPU does not compare two machines -------
  const ROOFS = { rate: "compute", bandwidth: "memory" };
  const LABELS = { half: "multiply-adds, f16", overhead: "one call, awaited", next: "one call, not awaited", compute: "multiply-adds", memory: "stream" };

  // Parse `gemm kernel=naive; matvec` into [case, parameter, value]; this parameter is left out of the labels.
  const parseBars = (host) => host.dataset.bars.split(";").map((part) => part.trim().split(/[ =]/));
  const matches = ([name, param, value], row) => row.case === name && (!param || String(row.params[param]) === value);
  const label = ({ case: name, params }, fixed) => LABELS[name] ?? LABELS[params.kind] ?? Object.entries(params).filter(([param]) => !["m", "k", "dtype", "steps", fixed].includes(param))
    .map(([param, value]) => (typeof value === "string" ? value : `${param} = ${value}`)).join(", ");

  function selectRows(host, { measurements }) {
    const { show } = host.dataset;
    const wall = roof(measurements, ROOFS[show]);
    return parseBars(host).flatMap((one) => measurements.filter((row) => matches(one, row)).map((row) => {
      const value = metric(row, show);
      const share = wall && wall !== row ? `, ${percent(value / metric(wall, show), 2)} of its roof` : "";
      const samples = row.rounds_s.flat();
      const doubted = doubts(row);
      return { name: label(row, one[1]), value, doubts: doubted, message: `${formatMetric(value, show)}${share}${doubted.length ? " *" : ""}`,
        ends: [Math.min(...samples), Math.max(...samples)].map((s) => metric(row, show, s)) };
    }));
  }

  function bars(groups, width) {
    const parts = [];
    let top = EM;
    for (const { suite, rows } of groups) {
      const most = Math.max(...rows.flatMap(({ value, ends }) => [value, ...ends.filter((end) => end < 1.5 * value)]));
      const at = (value) => Math.min(1, value / most) * (width - 2);
      parts.push(text(0, top, `${BACKENDS[suite]}, through your browser`, { class: "tick" }));
      top += 12;
      for (const { name, value, ends: [x1, x2], message } of rows) {
        top += EM;
        parts.push(text(0, top, `${name}: ${message}`),
          svg("rect", { class: `bar ${suite}`, x: 0, y: top + 6, width: Math.max(1, at(value)), height: 9 }), line("ends", [at(x1), top + 10.5], [at(x2), top + 10.5]));
        top += 26;
      }
      top += 8 + EM;
    }
    return [Math.max(top - EM, 1), parts.join("")];
  }

  // Return each distinct doubt or fault with the names of the rows that have it.
  const groupByReason = (rows, message) => [...new Set(rows.flatMap(message))].map((words) => [words, [...new Set(rows.filter((row) => message(row).includes(words)).map(({ name }) => name))].join("; ")]);

  lanes.explorable("machine-bars", {
    read: () => ({}),
    start: () => ({}),
    frame: () => picture("bars"),
    show(_, __, host) {
      const groups = Object.entries(sheets()).map(([suite, sheet]) => ({ suite, device: sheet.device.name, rows: selectRows(host, sheet) })).filter(({ rows }) => rows.length);
      host.toggleAttribute("data-empty", !groups.length); // nothing to print
      const words = groups.map(({ suite, device, rows }) => `${BACKENDS[suite]} (${device}): ${rows.map(({ name, message }) => `${name} ${message}`).join("; ")}.`);
      const doubted = groupByReason(groups.flatMap(({ rows }) => rows), (row) => row.doubts).map(([doubt, names]) => `* ${doubt}: ${names}.`);
      return {
        pictures: { bars: (width) => bars(groups, width) },
        html: { "bars-words": groups.length ? `<span class="hidden">${escaped(words.join(" "))}</span> ${escaped(doubted.join(" "))}` : "Not measured yet: press the button at the top of the page." },
        live: "",
      };
    },
    style: `.bar { fill: var(--lanes-own); } .bar.wasm { fill: var(--lanes-c-deep); } .ends { stroke: var(--lanes-ink); stroke-width: 1.5; }`,
  });

  // ---- running a measurement --------------------------------------------------------------------
  let [hides, away] = [0, 0]; // how often, and for how many ms, the page was hidden
  document.addEventListener("visibilitychange", () => { hides += document.hidden; });

  // The interface of the page for timing.js. A hidden tab is throttled, so a run waits until the tab is visible again.
  const pageInterface = (host) => ({
    clock: () => (performance.now() - away) / 1000,
    hides: () => hides,
    stopped: () => host.state.running === "stopping",
    async seen() {
      if (!document.hidden) return;
      host.set({ message: "Waiting: the page is hidden. The run continues when you show it." });
      const left = performance.now();
      while (document.hidden) await new Promise((resume) => { document.addEventListener("visibilitychange", resume, { once: true }); });
      away += performance.now() - left;
    },
    tell: (message) => host.set({ message }),
  });

  // Store results in this browser and show them on the page.
  function store(host, sheet, message) {
    const saved = save({ ...sheets(), ...sheet });
    host.set({ message: saved ? message : "This browser does not store data for a page opened in this way, so the bars stay empty. Open the book over http, or allow it to store data." });
    for (const drawing of document.querySelectorAll("machine-bars, machine-roofline")) drawing.set({});
  }

  async function start(host, suite) {
    host.set({ running: "measuring", faults: [], message: "Starting …" });
    let device;
    try {
      device = await (suite === "wasm" ? lanes.openCpu() : lanes.openGpu());
      const { cases, info, left = [] } = device;
      host.set({ info });
      const result = await measure(device, cases, pageInterface(host));
      const faulty = groupByReason(result.rows.filter(({ fault }) => fault), ({ fault }) => fault);
      host.set({ faults: [...left, ...faulty.map(([fault, names]) => `${names}: ${fault}`)] });
      store(host, { [suite]: lanes.record.sheet(result, info) }, `Done. ${info.name}: one wait takes ${seconds(result.wait)}, and the clock has a resolution of ${seconds(result.step)}.`);
    } catch (error) {
      host.set({ message: error instanceof Refused ? error.message : `The run stopped because of an error in this page: ${error.message}. Please report it.` });
    } finally {
      device?.close();
      host.set({ running: "" });
    }
  }

  function download(suite) {
    const file = new Blob([JSON.stringify(sheets()[suite])], { type: "application/json" });
    Object.assign(document.createElement("a"), { download: `${suite}.json`, href: URL.createObjectURL(file) }).click();
  }

  const dateOf = ({ taken }) => String(taken).slice(0, 10);

  async function load(host, [file]) {
    if (!file) return;
    try {
      const [suite, sheet] = lanes.record.read(file.name, await file.text());
      store(host, { [suite]: sheet }, `Loaded: ${sheet.device.name}, measured ${dateOf(sheet)}.`);
    } catch (error) {
      host.set({ message: error.message });
    }
  }

  function listen(host) {
    host.shadowRoot.addEventListener("click", ({ target: { id, dataset: { give, forget } } }) => {
      if (id in BACKENDS) start(host, id);
      if (id === "stop") host.set({ running: "stopping", message: "Stopping …" });
      if (give) download(give);
      if (forget) store(host, { [forget]: undefined }, "Deleted.");
    });
    host.part("file").addEventListener("change", ({ target }) => load(host, target.files));
    host.addEventListener("dragover", (event) => event.preventDefault());
    host.addEventListener("drop", (event) => {
      event.preventDefault();
      load(host, event.dataTransfer.files);
    });
  }

  const storedItem = ([suite, sheet]) => `<li>${key(suite === "wasm" ? "typed" : "own")} <b>${BACKENDS[suite]}</b>: ${escaped(sheet.device.name)}, ${escaped(dateOf(sheet))}, ${sheet.measurements.length} cases
    <span class="presets"><button data-give="${suite}">Download ${suite}.json</button><button data-forget="${suite}">Delete</button></span></li>`;

  lanes.explorable("machine-run", {
    read: () => ({}),
    start: () => ({ running: "", faults: [], message: "" }),
    frame: () => `<p id="software" class="heading"></p>
      <p class="presets"><button id="webgpu">Measure my GPU</button><button id="wasm">Measure one thread of my CPU</button><button id="stop">Stop</button></p>
      <p id="message"></p><ul id="faults" class="machines"></ul><ul id="kept" class="machines"></ul>
      <p class="presets"><label for="file">Load a file that this page wrote, or drop it here:</label> <input type="file" id="file" accept=".json"></p>`,
    listen,
    show({ running, message, faults, info }, _, host) {
      host.part("webgpu").disabled = host.part("wasm").disabled = running;
      host.part("stop").disabled = running !== "measuring";
      const emulated = [info, sheets().webgpu?.device].find((device) => device?.software);
      return {
        pictures: {},
        texts: { message, software: emulated ? `Not your GPU: ${emulated.name} is software that emulates one.` : "" },
        html: { faults: faults.map((fault) => `<li>${escaped(fault)}</li>`).join(""), kept: Object.entries(sheets()).map(storedItem).join("") },
        live: message,
      };
    },
    style: `#software { font-size: 1.7rem; color: var(--lanes-bad); } #kept .presets { text-indent: 0; } input { font: inherit; max-inline-size: 100%; }`,
  });
})();

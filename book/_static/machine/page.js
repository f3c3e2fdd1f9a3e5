// <machine-run>: press, stop, keep, give out, take in. <machine-bars>: what was measured, beside the kernel that did it.
(() => {
  "use strict";
  const { EM, doubts, escaped, key, line, metric, percent, picture, seconds, svg, text, written } = lanes;
  const { keep, sheets } = lanes.own;
  const { Refused, measure, roof } = lanes.timing;
  const { BACKENDS } = lanes.record;

  // ---- bars: each backend on a scale of its own, because the ratio of a browser's GPU and CPU does not compare two machines -------
  const ROOFS = { rate: "compute", bandwidth: "memory" };
  const SAID = { half: "multiply-adds, f16", overhead: "one call, awaited", next: "one call, not awaited", compute: "multiply-adds", memory: "stream" };

  // `gemm kernel=naive; matvec` -> which rows, each with the parameters that need no words.
  const asked = (host) => host.dataset.bars.split(";").map((part) => part.trim().split(/[ =]/));
  const fits = ([name, param, value], row) => row.case === name && (!param || String(row.params[param]) === value);
  const label = ({ case: name, params }, fixed) => SAID[name] ?? SAID[params.kind] ?? Object.entries(params).filter(([param]) => !["m", "k", "dtype", "steps", fixed].includes(param))
    .map(([param, value]) => (typeof value === "string" ? value : `${param} = ${value}`)).join(", ");

  function chosen(host, { measurements }) {
    const { show } = host.dataset;
    const wall = roof(measurements, ROOFS[show]);
    return asked(host).flatMap((one) => measurements.filter((row) => fits(one, row)).map((row) => {
      const value = metric(row, show);
      const share = wall && wall !== row ? `, ${percent(value / metric(wall, show), 2)} of its roof` : "";
      const samples = row.rounds_s.flat();
      const doubted = doubts(row);
      return { name: label(row, one[1]), value, doubts: doubted, said: `${written(value, show)}${share}${doubted.length ? " *" : ""}`,
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
      for (const { name, value, ends: [x1, x2], said } of rows) {
        top += EM;
        parts.push(text(0, top, `${name}: ${said}`),
          svg("rect", { class: `bar ${suite}`, x: 0, y: top + 6, width: Math.max(1, at(value)), height: 9 }), line("ends", [at(x1), top + 10.5], [at(x2), top + 10.5]));
        top += 26;
      }
      top += 8 + EM;
    }
    return [Math.max(top - EM, 1), parts.join("")];
  }

  // Each doubt once and each fault, with the names of all that it is about.
  const once = (rows, said) => [...new Set(rows.flatMap(said))].map((words) => [words, [...new Set(rows.filter((row) => said(row).includes(words)).map(({ name }) => name))].join("; ")]);

  lanes.explorable("machine-bars", {
    read: () => ({}),
    start: () => ({}),
    frame: () => picture("bars"),
    show(_, __, host) {
      const groups = Object.entries(sheets()).map(([suite, sheet]) => ({ suite, device: sheet.device.name, rows: chosen(host, sheet) })).filter(({ rows }) => rows.length);
      host.toggleAttribute("data-empty", !groups.length); // nothing to print
      const words = groups.map(({ suite, device, rows }) => `${BACKENDS[suite]} (${device}): ${rows.map(({ name, said }) => `${name} ${said}`).join("; ")}.`);
      const doubted = once(groups.flatMap(({ rows }) => rows), (row) => row.doubts).map(([doubt, names]) => `* ${doubt}: ${names}.`);
      return {
        pictures: { bars: (width) => bars(groups, width) },
        html: { "bars-words": groups.length ? `<span class="hidden">${escaped(words.join(" "))}</span> ${escaped(doubted.join(" "))}` : "Not measured yet: press the button at the top of the page." },
        live: "",
      };
    },
    style: `.bar { fill: var(--lanes-own); } .bar.wasm { fill: var(--lanes-c-deep); } .ends { stroke: var(--lanes-ink); stroke-width: 1.5; }`,
  });

  // ---- the press --------------------------------------------------------------------------------
  let [hides, away] = [0, 0]; // ms that nobody looked count for nothing
  document.addEventListener("visibilitychange", () => { hides += document.hidden; });

  // The page as timing.js sees it: a hidden tab is throttled, so a run waits until it is seen again.
  const watched = (host) => ({
    clock: () => (performance.now() - away) / 1000,
    hides: () => hides,
    stopped: () => host.state.running === "stopping",
    async seen() {
      if (!document.hidden) return;
      host.set({ said: "Waiting: the page is hidden. The run continues when you show it." });
      const left = performance.now();
      while (document.hidden) await new Promise((resume) => { document.addEventListener("visibilitychange", resume, { once: true }); });
      away += performance.now() - left;
    },
    tell: (said) => host.set({ said }),
  });

  // Into this browser, and onto the page.
  function store(host, sheet, said) {
    const kept = keep({ ...sheets(), ...sheet });
    host.set({ said: kept ? said : "This browser does not store data for a page opened in this way, so the bars stay empty. Open the book over http, or allow it to store data." });
    for (const drawing of document.querySelectorAll("machine-bars, machine-roofline")) drawing.set({});
  }

  async function pressed(host, suite) {
    host.set({ running: "measuring", faults: [], said: "Starting …" });
    let device;
    try {
      device = await (suite === "wasm" ? lanes.openCpu() : lanes.openGpu());
      const { cases, info, left = [] } = device;
      host.set({ info });
      const result = await measure(device, cases, watched(host));
      const faulty = once(result.rows.filter(({ fault }) => fault), ({ fault }) => fault);
      host.set({ faults: [...left, ...faulty.map(([fault, names]) => `${names}: ${fault}`)] });
      store(host, { [suite]: lanes.record.sheet(result, info) }, `Done. ${info.name}: one wait takes ${seconds(result.wait)}, and the clock has a resolution of ${seconds(result.step)}.`);
    } catch (error) {
      host.set({ said: error instanceof Refused ? error.message : `The run stopped because of an error in this page: ${error.message}. Please report it.` });
    } finally {
      device?.close();
      host.set({ running: "" });
    }
  }

  function download(suite) {
    const file = new Blob([JSON.stringify(sheets()[suite])], { type: "application/json" });
    Object.assign(document.createElement("a"), { download: `${suite}.json`, href: URL.createObjectURL(file) }).click();
  }

  const day = ({ taken }) => String(taken).slice(0, 10);

  async function takeIn(host, [file]) {
    if (!file) return;
    try {
      const [suite, sheet] = lanes.record.read(file.name, await file.text());
      store(host, { [suite]: sheet }, `Loaded: ${sheet.device.name}, measured ${day(sheet)}.`);
    } catch (error) {
      host.set({ said: error.message });
    }
  }

  function listen(host) {
    host.shadowRoot.addEventListener("click", ({ target: { id, dataset: { give, forget } } }) => {
      if (id in BACKENDS) pressed(host, id);
      if (id === "stop") host.set({ running: "stopping", said: "Stopping …" });
      if (give) download(give);
      if (forget) store(host, { [forget]: undefined }, "Deleted.");
    });
    host.part("file").addEventListener("change", ({ target }) => takeIn(host, target.files));
    host.addEventListener("dragover", (event) => event.preventDefault());
    host.addEventListener("drop", (event) => {
      event.preventDefault();
      takeIn(host, event.dataTransfer.files);
    });
  }

  const keptLine = ([suite, sheet]) => `<li>${key(suite === "wasm" ? "typed" : "own")} <b>${BACKENDS[suite]}</b>: ${escaped(sheet.device.name)}, ${escaped(day(sheet))}, ${sheet.measurements.length} cases
    <span class="presets"><button data-give="${suite}">Download ${suite}.json</button><button data-forget="${suite}">Delete</button></span></li>`;

  lanes.explorable("machine-run", {
    read: () => ({}),
    start: () => ({ running: "", faults: [], said: "" }),
    frame: () => `<p id="software" class="heading"></p>
      <p class="presets"><button id="webgpu">Measure my GPU</button><button id="wasm">Measure one thread of my CPU</button><button id="stop">Stop</button></p>
      <p id="said"></p><ul id="faults" class="machines"></ul><ul id="kept" class="machines"></ul>
      <p class="presets"><label for="file">Load a file that this page wrote, or drop it here:</label> <input type="file" id="file" accept=".json"></p>`,
    listen,
    show({ running, said, faults, info }, _, host) {
      host.part("webgpu").disabled = host.part("wasm").disabled = running;
      host.part("stop").disabled = running !== "measuring";
      const played = [info, sheets().webgpu?.device].find((device) => device?.software);
      return {
        pictures: {},
        texts: { said, software: played ? `Not your GPU: ${played.name} is software that emulates one.` : "" },
        html: { faults: faults.map((fault) => `<li>${escaped(fault)}</li>`).join(""), kept: Object.entries(sheets()).map(keptLine).join("") },
        live: said,
      };
    },
    style: `#software { font-size: 1.7rem; color: var(--lanes-bad); } #kept .presets { text-indent: 0; } input { font: inherit; max-inline-size: 100%; }`,
  });
})();

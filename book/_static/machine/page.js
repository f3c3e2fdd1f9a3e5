// <machine-run>: press, stop, keep, give out, take in. <machine-bars>: what was measured, beside the kernel that did it.
(() => {
  "use strict";
  const { EM, digits, escaped, key, metric, percent, picture, seconds, svg, text, written } = lanes;
  const { keep, sheets } = lanes.own;
  const { Stopped, Refused, measure } = lanes.timing;
  const BACKENDS = { webgpu: "GPU", wasm: "CPU, one thread" };
  const OPEN = { webgpu: () => lanes.openGpu(), wasm: () => lanes.openCpu() };

  // ---- bars: each backend on a scale of its own, for a browser's GPU by its CPU is no ratio of two machines -------
  const ROOFS = { rate: "compute", bandwidth: "memory" };
  const SAID = { half: "multiply-adds, f16", matvec: "a matrix and a vector", overhead: "one call, awaited", next: "the next call behind it", compute: "multiply-adds", memory: "stream" };

  const asked = (host) => host.dataset.bars.split(";").map((part) => part.trim().split(" ")).map(([name, ...params]) => ({ name, params: params.map((pair) => pair.split("=")) }));
  const fits = ({ name, params }, row) => row.case === name && params.every(([key, value]) => String(row.params[key]) === value);
  const label = (row, fixed) => SAID[row.case] ?? SAID[row.params.kind] ?? ["m", "k", "dtype", "steps", ...fixed].reduce((left, name) => left.filter(([key]) => key !== name), Object.entries(row.params)).map(([name, value]) => (typeof value === "string" ? value : `${name} = ${value}`)).join(", ");

  function chosen(host, sheet) {
    const wanted = asked(host);
    const { show } = host.dataset;
    const wall = sheet.measurements.find((row) => row.case === "roof" && row.params.kind === ROOFS[show]);
    const plain = (doubt) => doubt.includes("share one wait"); // how a sample is made, and no doubt to a reader
    return wanted.flatMap((one) => sheet.measurements.filter((row) => fits(one, row)).map((row) => {
      const value = metric(row, show);
      const share = wall && wall !== row ? `, ${percent(value / metric(wall, show), 2)} of its roof` : "";
      const samples = row.rounds_s.flat();
      const doubts = row.doubts.filter((doubt) => !plain(doubt));
      return { name: label(row, one.params.map(([key]) => key)), value, said: `${written(value, show)}${share}${doubts.length ? " *" : ""}`,
        ends: [Math.min(...samples), Math.max(...samples)].map((s) => metric(row, show, s)), doubts };
    }));
  }

  function bars(groups, width) {
    const parts = [];
    let top = 0;
    for (const { suite, device, rows } of groups) {
      const most = Math.max(...rows.flatMap(({ value, ends }) => [value, ...ends.filter((end) => end < 1.5 * value)]));
      const at = (value) => Math.min(1, value / most) * (width - 2);
      parts.push(text(0, top + EM, `${BACKENDS[suite]}, through your browser`, { class: "tick" }));
      top += EM + 12;
      for (const { name, value, ends, said } of rows) {
        const phone = width < 28 * EM; // too narrow for both ends of a line
        parts.push(phone ? text(0, top + EM, `${name}: ${said}`) : text(0, top + EM, name) + text(width, top + EM, said, { class: "tick", "text-anchor": "end" }));
        parts.push(svg("rect", { class: `bar ${suite}`, x: 0, y: top + EM + 6, width: Math.max(1, at(value)), height: 9 }));
        parts.push(svg("line", { class: "ends", x1: at(Math.min(...ends)), x2: at(Math.max(...ends)), y1: top + EM + 10.5, y2: top + EM + 10.5 }));
        top += EM + 26;
      }
      top += 8;
    }
    return [Math.max(top, 1), parts.join("")];
  }

  // Each doubt once and each fault, with the names of all that it is about.
  const once = (rows, said) => [...new Set(rows.flatMap(said))].map((words) => [words, rows.filter((row) => said(row).includes(words)).map(({ name }) => name).join("; ")]);
  const doubted = (groups) => once(groups.flatMap(({ rows }) => rows), ({ doubts }) => doubts).map(([doubt, names]) => `* ${doubt}: ${names}.`).join(" ");

  const groupsOf = (host) => Object.entries(sheets()).map(([suite, sheet]) => ({ suite, device: sheet.device.name, rows: chosen(host, sheet) })).filter(({ rows }) => rows.length);

  lanes.explorable("machine-bars", {
    read: () => ({}),
    start: () => ({}),
    frame: () => picture("bars"),
    listen: (host) => addEventListener("machine-changed", () => host.set({})),
    show(_, __, host) {
      const groups = groupsOf(host);
      host.toggleAttribute("data-empty", !groups.length); // nothing to print
      const words = groups.map(({ suite, device, rows }) => `${BACKENDS[suite]} (${device}): ${rows.map(({ name, said }) => `${name} ${said}`).join("; ")}.`);
      return {
        pictures: { bars: (width) => bars(groups, width) },
        html: { "bars-words": groups.length ? `<span class="hidden">${escaped(words.join(" "))}</span> Thin line: from the fastest sample to the slowest. ${escaped(doubted(groups))}` : "Not measured yet: press the button at the top of the page." },
        live: "",
      };
    },
    style: `.bar { fill: var(--lanes-own); } .bar.wasm { fill: var(--lanes-c-deep); } .ends { stroke: var(--lanes-ink); stroke-width: 1.5; }`,
  });

  // ---- the press --------------------------------------------------------------------------------
  // The page as timing.js sees it: a hidden tab is throttled, so a run waits until it is seen again.
  function watched(host) {
    let [hides, away] = [0, 0]; // ms that nobody looked count for nothing
    const noted = () => { hides += document.hidden; };
    document.addEventListener("visibilitychange", noted);
    return {
      clock: () => (performance.now() - away) / 1000,
      hides: () => hides,
      stopped: () => host.state.stopping,
      async seen() {
        if (!document.hidden) return;
        host.set({ said: "Waiting: the page is hidden, and what is hidden is slowed down. It goes on when you look at it." });
        const left = performance.now();
        await new Promise((resume) => { document.addEventListener("visibilitychange", resume, { once: true }); });
        away += performance.now() - left;
        await this.seen();
      },
      tell: (said) => host.set({ said }),
      end: () => document.removeEventListener("visibilitychange", noted),
    };
  }

  async function pressed(host, suite) {
    host.set({ running: suite, stopping: false, faults: [], said: "Asking the browser for it …" });
    const page = watched(host);
    let device = null;
    try {
      device = await OPEN[suite]();
      host.set({ software: device.info.software ? device.info.name : host.state.software });
      const result = await measure(device, device.cases, page);
      const faulty = result.rows.filter(({ fault }) => fault).map(({ one, fault }) => ({ name: one.name, fault }));
      const faults = [...(device.left ?? []), ...once(faulty, ({ fault }) => fault).map(([fault, names]) => `${names}: ${fault}`)];
      const kept = keep({ ...sheets(), [suite]: lanes.record.sheet(suite, result, device.info) });
      host.set({ faults, said: kept ? `Done. ${device.info.name}: learning that it has finished takes ${seconds(result.wait)}, and the clock steps by ${seconds(result.step)}.` : "Done, but this browser keeps nothing for a page opened like this, so the bars stay empty. Open the book over http, or allow the page to store data." });
      dispatchEvent(new Event("machine-changed"));
    } catch (error) {
      host.set({ said: error instanceof Stopped ? "Stopped. Nothing of this run is kept." : error instanceof Refused ? error.message : `The run ended with a fault of this page: ${error.message}. Please report it.` });
    } finally {
      page.end();
      device?.close();
      host.set({ running: "", stopping: false });
    }
  }

  function download(suite) {
    const link = Object.assign(document.createElement("a"), { download: `${suite}.json`, href: URL.createObjectURL(new Blob([lanes.record.text(sheets()[suite])], { type: "application/json" })) });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  async function takeIn(host, file) {
    try {
      const [suite, sheet] = lanes.record.read(file.name, await file.text());
      const kept = keep({ ...sheets(), [suite]: sheet });
      host.set({ said: kept ? `Taken in: ${sheet.device.name}, of ${sheet.taken.slice(0, 10)}.` : "This browser keeps nothing for a page opened like this." });
      dispatchEvent(new Event("machine-changed"));
    } catch (error) {
      host.set({ said: error.message });
    }
  }

  function listen(host) {
    for (const suite of Object.keys(BACKENDS)) host.part(suite).addEventListener("click", () => pressed(host, suite));
    host.part("stop").addEventListener("click", () => host.set({ stopping: true, said: "Stopping …" }));
    host.part("file").addEventListener("change", ({ target }) => target.files[0] && takeIn(host, target.files[0]));
    host.addEventListener("dragover", (event) => event.preventDefault());
    host.addEventListener("drop", (event) => {
      event.preventDefault();
      if (event.dataTransfer.files[0]) takeIn(host, event.dataTransfer.files[0]);
    });
    host.part("kept").addEventListener("click", ({ target }) => {
      if (target.dataset.give) download(target.dataset.give);
      if (!target.dataset.forget) return;
      const { [target.dataset.forget]: _, ...rest } = sheets();
      keep(rest);
      host.set({ said: "Forgotten." });
      dispatchEvent(new Event("machine-changed"));
    });
  }

  const keptLine = ([suite, { device, taken, measurements }]) => `<li>${key("own")} <b>${BACKENDS[suite]}</b>: ${escaped(device.name)}, ${escaped(taken.slice(0, 10))}, ${digits(measurements.length)} cases
    <span class="presets"><button type="button" data-give="${suite}">Download ${suite}.json</button><button type="button" data-forget="${suite}">Forget it</button></span></li>`;

  lanes.explorable("machine-run", {
    read: () => ({}),
    start: () => ({ running: "", stopping: false, faults: [], said: "Nothing runs before you press.", software: "" }),
    frame: () => `<p id="software" hidden></p>
      <p class="presets"><button type="button" id="webgpu">Measure my GPU</button><button type="button" id="wasm">Measure one thread of my CPU</button><button type="button" id="stop">Stop</button></p>
      <p id="said"></p><ul id="faults" class="machines"></ul><ul id="kept" class="machines"></ul>
      <p class="presets"><label for="file">Take in a file that this page wrote, or drop it here:</label> <input type="file" id="file" accept=".json,application/json"></p>`,
    listen,
    show({ running, stopping, said, faults, software }, _, host) {
      for (const suite of Object.keys(BACKENDS)) host.part(suite).disabled = Boolean(running);
      host.part("stop").disabled = !running || stopping;
      const { device } = sheets().webgpu ?? {};
      const played = software || (device?.software && device.name);
      host.part("software").hidden = !played;
      return {
        pictures: {},
        texts: { said, software: played ? `Not your GPU: ${played} is a program on the processor that plays one.` : "" },
        html: { faults: faults.map((fault) => `<li>${escaped(fault)}</li>`).join(""), kept: Object.entries(sheets()).map(keptLine).join("") },
        live: said,
      };
    },
    style: `#software { font: 600 1.7rem/1.2 var(--lanes-serif, serif); color: var(--lanes-bad); margin: 0 0 .8rem; } [hidden] { display: none !important; }
      #said { margin-block: .6rem; } #kept .presets { display: inline-flex; margin: .2rem 0; text-indent: 0; } input[type="file"] { font: inherit; max-inline-size: 100%; }`,
  });
})();

// <lane-stepper>: step through a row of lanes under one control unit, next to measured costs of paths.
(() => {
  "use strict";
  const { controls, plural, decades, figures, line, machines, measuredList, percent, picture, presets, seconds, slider, svg, text } = lanes;

  // ---- the machine: one instruction per step, for the lanes with the smallest program counter ------
  // Both sides of an `if` come before the instruction where they meet, so the lanes reconverge there.
  const next = (x, place) => [x, place + 1];
  const IF = [
    ["if x is odd: go to 4", (x, p) => (x % 2 ? [x, 4] : next(x, p))],
    ["x = x / 2", (x, p) => next(x / 2, p)],
    ["x = x + 1", (x, p) => next(x + 1, p)],
    ["go to 6", (x) => [x, 6]],
    ["x = 3 x", (x, p) => next(3 * x, p)],
    ["x = x + 1", (x, p) => next(x + 1, p)],
    ["x = 10 x", (x, p) => next(10 * x, p)],
  ];
  const COLLATZ = [
    ["if x is 1: stop", (x, p) => (x === 1 ? [x, 6] : next(x, p))],
    ["if x is odd: go to 4", (x, p) => (x % 2 ? [x, 4] : next(x, p))],
    ["x = x / 2", (x, p) => next(x / 2, p)],
    ["go to 5", (x) => [x, 5]],
    ["x = 3 x + 1", (x, p) => next(3 * x + 1, p)],
    ["go to 0", (x) => [x, 0]],
  ];

  function countIterations(n) {
    let count = 0;
    for (; n !== 1; n = n % 2 ? 3 * n + 1 : n / 2) count += 1;
    return count;
  }

  const upTo = (n) => Array.from({ length: n }, (_, i) => i + 1);
  // Numbers that need similar iteration counts: a slice from the middle of 1 to 256, sorted by count.
  const alike = (n) => upTo(256).sort((a, b) => countIterations(a) - countIterations(b) || a - b).slice(100, 100 + n);
  const PROGRAMS = [
    ["if: all lanes agree", IF, (n) => upTo(n).map((i) => 2 * i)],
    ["if: lanes differ", IF, upTo],
    ["Collatz, 1, 2, 3, …", COLLATZ, upTo],
    ["Collatz, similar lengths", COLLATZ, alike],
  ];
  const PRESETS = PROGRAMS.map(([name], program) => [name, { program }]);
  const LANES = [1, 2, 4, 8, 16, 32];

  function run(program, values) {
    let row = values.map((x) => ({ x, place: 0 }));
    const steps = [];
    const waiting = () => row.filter(({ place }) => place < program.length).map(({ place }) => place);
    for (let there = waiting(); there.length; there = waiting()) {
      const here = Math.min(...there);
      const mask = row.map(({ place }) => place === here);
      steps.push({ here, mask, done: row.map(({ place }) => place >= program.length), before: row.map(({ x }) => x) });
      row = row.map((lane, i) => {
        if (!mask[i]) return lane;
        const [x, place] = program[here][1](lane.x, here);
        return { x, place };
      });
    }
    return { steps, after: row.map(({ x }) => x) };
  }

  // ---- the figure: one row per lane, time to the right --------------------------------------
  function rows({ steps, after }, now, width) {
    const high = Math.min(288 / after.length, 34);
    const [left, top] = [52, 12];
    const wide = (width - left - 2) / steps.length;
    const cells = after.flatMap((_, lane) => pieces(steps.slice(0, now), lane, wide < 4).map(({ kind, from, to }) =>
      svg("rect", { class: `cell ${kind}`, "data-steps": to - from, x: left + from * wide, y: top + lane * high, width: Math.max((to - from) * wide - (wide < 4 ? 0 : 1), 0.5), height: high - 1.5 })));
    const values = high > 15 ? (steps[now]?.before ?? after).map((value, lane) =>
      text(left - 8, top + (lane + 0.5) * high + 5, value, { class: "value", "text-anchor": "end" })) : [text(left - 8, top + 13, after.length, { "text-anchor": "end" })];
    const [at, foot] = [left + now * wide, top + after.length * high];
    return [foot + 36, cells.join("") + values.join("") + line("now", [at, top - 6], [at, foot + 6]) + text(left, foot + 26, `${plural(steps.length, "step")} →`)];
  }

  // Merge equal neighbours into one piece where they would be too thin to tell apart.
  function pieces(steps, lane, thin) {
    const found = [];
    for (const [at, { mask, done }] of steps.entries()) {
      const kind = mask[lane] ? "busy" : done[lane] ? "done" : "masked";
      if (found.at(-1)?.kind === kind && (thin || kind !== "busy")) found.at(-1).to = at + 1;
      else found.push({ kind, from: at, to: at + 1 });
    }
    return found;
  }

  // ---- the chart: measured times over the number of paths ---------------------------------------
  // The elements are loaded once, and each path costs the same, so the prediction is a line through two of the dots.
  function lineThrough(points) {
    const [few, many] = [points.at(1), points.at(-1)];
    const each = (many.time - few.time) / (many.count - few.count);
    return (count) => few.time + (count - few.count) * each;
  }

  function chart(records, width) {
    const most = 8;
    const counts = Array.from({ length: 29 }, (_, i) => 1 + i / 4);
    const drawn = lanes.chart(width, { height: 270, x: { span: [0.9, most * 1.1], log: 2, ticks: [1, 2, 4, 8], title: "paths" },
      y: { span: decades(records.flatMap(({ points }) => points.map((p) => p.time))), write: seconds, title: "time" } });
    return [drawn.height, drawn.axes + records.map(({ id, points }) =>
      (points.length > 2 ? drawn.curve(`law ${id}`, counts.map((count) => [count, lineThrough(points)(count)])) : "") + points.map((p) => drawn.dot(id, p.count, p.time)).join("")).join("")];
  }

  // The steps of a program are computed once for each row, not at each step of the slider.
  const courses = {};
  const courseOf = ({ program, lanes: row }) => (courses[`${program} ${row}`] ??= run(PROGRAMS[program][1], PROGRAMS[program][2](row)));

  lanes.explorable("lane-stepper", {
    presets: PRESETS,
    sliders: {
      lanes: { values: () => LANES },
      now: { values: (_, state) => [0, ...upTo(courseOf(state).steps.length)], say: (now, all) => `${now} of ${all.length - 1}` },
    },
    start: () => ({ program: 2, lanes: 8, now: Infinity }),
    // Show another program or row to its end, because a truncated figure looks broken.
    settle: (state, change) => ({ ...state, now: "now" in change ? Math.max(0, Math.min(change.now, courseOf(state).steps.length)) : courseOf(state).steps.length }),
    read: (records) => records.map((record) => ({ ...record, points: record.points.filter((p) => p.case === "paths").sort((a, b) => a.count - b.count) })),
    frame: (records) => `${presets("Programs and inputs", PRESETS)}
      ${controls(slider("lanes", "lanes"), slider("now", "step"))}
      <p class="presets steps"><button type="button" data-by="-1">step back</button><button type="button" data-by="1">one step</button><button type="button" data-by="Infinity">to the end</button></p>
      <div class="beside"><div><ol id="program" start="0" aria-label="The program"></ol><p class="mask"><span>mask</span> <code id="mask"></code></p></div>${picture("rows")}</div>
      ${figures([["active", "active lanes in this step"], ["busy", "utilisation so far"], ["total", "steps in total"], ["whole", "utilisation in total"], ["alone", "steps with one control unit per lane"]])}
      ${measuredList("machines", "Measured: elements that need 1, 2, 4 or 8 different paths")}
      ${records.some(({ points }) => points.length) ? picture("chart") : ""}`,
    listen: (host) => {
      for (const button of host.all("[data-by]")) button.addEventListener("click", () => host.set({ now: host.state.now + Number(button.dataset.by) }));
    },
    show(state, records, host) {
      const { lanes: row, now } = state;
      const [name, program] = PROGRAMS[state.program];
      const { steps } = courseOf(state);
      const step = steps[now];
      for (const button of host.all("[data-by]")) button.disabled = Number(button.dataset.by) < 0 ? now === 0 : !step;
      const there = records.filter(({ points }) => points.length);
      const working = (some) => some.reduce((sum, { mask }) => sum + mask.filter(Boolean).length, 0);
      const whole = percent(working(steps) / (steps.length * row), 2);
      const active = step ? `${working([step])} of ${row}` : "all done";
      return {
        pictures: { rows: (width) => rows(courseOf(state), now, width), ...(there.length && { chart: (width) => chart(there, width) }) },
        texts: {
          active, whole, total: steps.length, mask: step ? step.mask.map(Number).join("") : "all done",
          busy: now ? percent(working(steps.slice(0, now)) / (now * row), 2) : "–",
          alone: Math.max(...upTo(row).map((lane) => steps.filter(({ mask }) => mask[lane - 1]).length)),
          "rows-words": `${name}, on ${plural(row, "lane")}. Each row is a lane with its value at the left, and time runs to the right. Coloured: the lane executes the instruction. Grey: the lane is masked and waits. Empty: the lane has finished and waits for the others.`,
          ...(there.length && { "chart-words": "Dots: measured times. Line: a fixed cost plus an equal cost for each path, through the dots for two and eight paths." }),
        },
        html: {
          program: program.map(([words], place) => `<li${step?.here === place ? ' aria-current="step"' : ""}>${words}</li>`).join(""),
          machines: machines(records, ({ points }) => points.map((p) => `${plural(p.count, "path")} ${seconds(p.time)}`).join(", ")),
        },
        live: `${name}, ${plural(row, "lane")}, step ${now} of ${steps.length}: active lanes ${active}, utilisation in total ${whole}.`,
      };
    },
    style: `
      .beside { display: grid; gap: .8rem 1.6rem; grid-template-columns: minmax(0, 1fr); }
      ol { margin: 0; padding-inline-start: 1.9rem; font-size: .9rem; }
      ol li { padding: .12rem .5rem; border-radius: .25rem; border-inline-start: 3px solid transparent; } li::marker { color: var(--lanes-soft); font-variant-numeric: tabular-nums; }
      li[aria-current] { background: var(--lanes-a); border-inline-start-color: var(--lanes-ink); font-weight: 600; print-color-adjust: exact; }
      .mask { margin: .6rem 0 0; font-size: .86rem; color: var(--lanes-soft); overflow-wrap: anywhere; }
      .mask code { font: 600 1rem/1.3 var(--lanes-mono, monospace); letter-spacing: .12em; color: var(--lanes-ink); }
      .cell { stroke: var(--lanes-ink); stroke-width: .6; } .busy { fill: var(--lanes-a-deep); }
      .masked { fill: var(--lanes-line); stroke: var(--lanes-line-strong); stroke-dasharray: 2 3; } .done { fill: none; stroke: var(--lanes-line); }
      .now { stroke: var(--lanes-ink); stroke-width: 1.8; }
      #chart { max-inline-size: 30rem; }
      @container (min-width: 30rem) { .beside { grid-template-columns: 11.5rem minmax(0, 1fr); } }
      @media print { .beside { grid-template-columns: 13rem 1fr; } }`,
  });
})();

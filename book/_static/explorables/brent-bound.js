// <brent-bound>: schedule the same account-months on a number of lanes, next to measured times.
(() => {
  "use strict";
  const { controls, plural, decades, digits, figures, wholeNumber, line, machines, measuredList, percent, picture, pictures, presets, seconds, slider, svg, text } = lanes;

  const WORK = 32; // account-months in the drawing
  const COUNTS = [1, 2, 4, 8, 16, 32];
  const LANES = Array.from({ length: 16 }, (_, index) => index + 1);
  const PRESETS = [
    ["one account, many lanes", { count: 1, lanes: 8 }],
    ["as many accounts as lanes", { count: 8, lanes: 8 }],
    ["more lanes than accounts", { count: 8, lanes: 12 }],
    ["many accounts, few lanes", { count: 32, lanes: 4 }],
  ];

  function costs({ count, lanes }) {
    const span = WORK / count;
    const steps = span * Math.ceil(count / lanes);
    return { span, steps, least: Math.max(WORK / lanes, span), bound: WORK / lanes + span, busy: WORK / (steps * lanes) };
  }

  // ---- the schedule: one row per lane, one column per step ------------------------------
  function schedule(state, width) {
    const { count, lanes: rows } = state;
    const { steps, bound, least } = costs(state);
    const high = Math.min(270 / rows, 32);
    // The frame includes the bound, so that it can be compared with the steps.
    const { x, frame, axes, height } = lanes.chart(width, { x: { span: [0, Math.max(steps, bound)], log: 0, title: "steps" },
      y: { span: [0, rows], log: 0, ticks: [], title: plural(rows, "lane") }, height: rows * high + 108 });
    const wide = x(1) - x(0);
    const turns = Math.ceil(count / rows);
    const cell = (lane, step) => {
      const account = (step % turns) * rows + lane;
      const idle = account >= count;
      const [left, top] = [x(step), frame.top + lane * high];
      return svg("rect", { class: idle ? "cell idle" : `cell busy shade${account % 3}`, x: left, y: top, width: Math.max(wide - 1, 0.5), height: high - 1.5 }) +
        (!idle && wide > 20 && high > 15 ? text(left + wide / 2, top + high / 2 + 4.5, account + 1, { class: "account", "text-anchor": "middle" }) : "");
    };
    const cells = LANES.slice(0, rows).flatMap((_, lane) => Array.from({ length: steps }, (__, step) => cell(lane, step)));
    const foot = frame.top + rows * high;
    const upright = (name, at) => line(`mark ${name}`, [x(at), frame.top - 6], [x(at), foot + 6]);
    return [height + 24, axes + cells.join("") + upright("least", least) + upright("bound", bound) +
      text(width, 14, `W/p + S = ${digits(bound)}`, { class: "bound", "text-anchor": "end" }) + text(0, height + 18, `lower bound ${digits(least)}: dotted line`)];
  }

  // ---- the chart: measured times over the number of accounts ----------------------------------
  // The prediction is t (W/p + S). The time of one account gives the step time t, and the fastest run the number of lanes p.
  function fitLanes(points) {
    if (points.length < 2) return null;
    const ordered = [...points].sort((a, b) => a.count - b.count);
    const work = ordered[0].count * ordered[0].months;
    const quickest = Math.min(...ordered.map((p) => p.time));
    const step = ordered[0].time / ordered[0].months;
    const lanes = (work * step) / quickest;
    return { lanes, step, at: (count) => step * (work / lanes + work / count) };
  }

  function chart(records, count, width) {
    const all = records.flatMap(({ points }) => points);
    const most = Math.max(WORK, ...all.map((p) => p.count));
    const drawn = lanes.chart(width, { height: 300, x: { span: [1, most], log: 2, ticks: [1, 16, 256, 4096, 65536].filter((n) => n <= most), title: "accounts" },
      y: { span: decades([1e-4, 1e-3, ...all.map((p) => p.time)]), write: seconds, title: `time for ${wholeNumber(2 ** 22)} account-months` } });
    const steps = Array.from({ length: 65 }, (_, index) => most ** (index / 64));
    const series = records.map(({ id, points, law }) =>
      (law ? drawn.curve(`law ${id}`, steps.map((n) => [n, law.at(n)])) : "") + points.map((p) => drawn.dot(id, p.count, p.time)).join(""));
    return [drawn.height, drawn.axes + drawn.upright(count) + series.join("")];
  }

  lanes.explorable("brent-bound", {
    presets: PRESETS,
    sliders: { count: { values: () => COUNTS }, lanes: { values: () => LANES } },
    start: () => ({ count: 8, lanes: 8 }),
    read: (records) => records.map((record) => {
      const points = record.points.filter((p) => p.case === "accounts");
      return { ...record, points, law: fitLanes(points) };
    }),
    frame: () => presets("Known cases", PRESETS) + controls(slider("count", "accounts"), slider("lanes", "lanes <i>p</i>")) +
      pictures(picture("schedule"), picture("chart")) +
      figures([["work", "work <i>W</i>"], ["span", "span <i>S</i>"], ["steps", "steps taken <i>T</i>"], ["bound", "Brent's bound <i>W/p + S</i>"], ["busy", "lanes in use"]]) +
      measuredList("machines", "Measured: number of lanes and step time of the fit"),
    show(state, records) {
      const { span, steps, bound, busy: describeUse } = costs(state);
      const [accounts, many] = [plural(state.count, "account"), plural(state.lanes, "lane")];
      const share = percent(describeUse, 2);
      return {
        pictures: { schedule: (width) => schedule(state, width), chart: (width) => chart(records, state.count, width) },
        texts: {
          work: WORK, span, steps, bound: digits(bound), busy: share,
          "schedule-words": `${accounts}, ${plural(span, "month")} each, on ${many}. Each row is a lane, and time runs to the right. Coloured: one month of an account. Empty: an idle lane.`,
          "chart-words": "Dots: measured times. Line: W/p + S, fitted to the time of one account and to the fastest run. The other dots test the fit.",
        },
        html: { machines: machines(records, ({ law }) => law && `fit to two dots: ${plural(Math.round(law.lanes), "lane")}, ${seconds(law.step)} per step`) },
        live: `${accounts} on ${many}: ${plural(steps, "step")}, Brent's bound ${digits(bound)}, lanes in use ${share}.`,
      };
    },
    style: `
      .cell { stroke: var(--lanes-ink); stroke-width: .6; }
      .busy.shade0 { fill: var(--lanes-a-deep); } .busy.shade1 { fill: var(--lanes-b-deep); } .busy.shade2 { fill: var(--lanes-c-deep); }
      .idle { fill: none; stroke: var(--lanes-line-strong); stroke-dasharray: 2 3; }
      .mark { stroke: var(--lanes-ink); stroke-width: 1.6; } .mark.least { stroke-dasharray: 3 4; } text.bound { font-weight: 600; }`,
  });
})();

// <program-map>: programs other than networks, under the two roofs of the machine that ran them.
(() => {
  "use strict";
  const { NARROW, controls, decades, digits, figures, wholeNumber, machines, measuredList, picture, presets, siNumber, seconds, slider, svg } = lanes;

  // The versions and sizes of each program: its name, and how to find it among the points.
  const ALL = [
    ["distances", "formula, NumPy", { case: "distances", method: "numpy" }],
    ["distances", "formula, compiled", { case: "distances", method: "broadcast" }],
    ["distances", "loop over coordinates", { case: "distances", method: "unrolled" }],
    ["distances", "one product", { case: "distances", method: "product" }],
    ...[3, 6].flatMap((depth) => [["indexed loads", "gathers"], ["products", "products"]].map(([name, method]) => ["trees", `${name}, depth ${depth}`, { case: "forest", method, depth }])),
    ...[64, 512, 4096].map((nnz_per_row) => ["matrix · vector", `${wholeNumber(nnz_per_row)} entries per row`, { case: "sparse", nnz_per_row }]),
    ["matrix · vector", "all 8,192 entries per row", { case: "dense" }],
    ...[["NumPy", "numpy"], ["XLA", "jax"]].map(([name, method]) => ["sort", name, { case: "sort", method }]),
  ].map(([program, name, wanted]) => ({ program, name, wanted }));
  const PROGRAMS = [...new Set(ALL.map(({ program }) => program))];
  const PRESETS = PROGRAMS.map((program) => [program, { program }]);
  const waysOf = (program) => ALL.flatMap((each, index) => (each.program === program ? [index] : []));
  const found = (points, wanted) => points.find((p) => Object.entries(wanted).every(([name, value]) => p[name] === value));
  const roofAt = ({ peak, bandwidth }, intensity) => Math.min(peak, bandwidth * intensity);
  const intensity = ({ work, bytes }) => work / bytes;
  const rate = ({ work, time }) => work / time;

  function chart(records, { program, wanted }, width) {
    const all = records.flatMap((record) => ALL.map((each) => [record, found(record.points, each.wanted), each]).filter(([, p]) => p));
    const span = decades([0.1, 100, ...all.map(([, p]) => intensity(p))]);
    const drawn = lanes.chart(width, { height: 330, x: { span, write: (value) => digits(value), title: "operations per byte" },
      y: { span: decades([...all.map(([, p]) => rate(p)), ...records.map(({ peak }) => peak)]), write: (value) => siNumber(value), title: "operations per second" } });
    const lowest = drawn.frame.bottom;
    const steps = Array.from({ length: 121 }, (_, index) => span[0] * (span[1] / span[0]) ** (index / 120));
    const roofs = records.map((record) => drawn.curve(`law ${record.id}`, steps.map((at) => [at, roofAt(record, at)]).filter(([, high]) => drawn.y(high) <= lowest)));
    const dots = all.map(([{ id }, p, each]) => drawn.dot(id, intensity(p), rate(p), { more: { class: each.program === program ? "point" : "point aside" }, inside: svg("title", {}, `${each.program}, ${each.name}`) }));
    const here = records.map(({ points }) => found(points, wanted)).filter(Boolean).map((p) => drawn.ring(intensity(p), rate(p)));
    return [drawn.height, drawn.axes + roofs.join("") + dots.join("") + here.join("")];
  }

  lanes.explorable("program-map", {
    presets: PRESETS,
    sliders: { way: { values: (_, { program }) => waysOf(program), say: (way) => ALL[way].name } },
    start: () => ({ program: "distances", way: 0 }),
    settle: (state) => (ALL[state.way].program === state.program ? state : { ...state, way: waysOf(state.program)[0] }),
    read(records) {
      const of = (points, kind) => points.find((p) => p.case === "roof" && p.kind === kind);
      const there = records.filter(({ points }) => of(points, "compute") && of(points, "memory") && ALL.some(({ wanted }) => found(points, wanted))).map((record) => {
        const [compute, memory] = [of(record.points, "compute"), of(record.points, "memory")];
        return { ...record, peak: rate(compute), bandwidth: memory.bytes / memory.time };
      });
      return there.length ? there : null;
    },
    frame: () => `${presets("Programs", PRESETS)}
      ${controls(slider("way", "version"))}
      ${picture("chart")}
      ${figures([["work", "operations"], ["intensity", "operations per byte"], ["wall", "lower roof"], ["share", "share of that roof"], ["least", "on an H200, without launches"]])}
      ${measuredList("machines", "Measured")}`,
    show({ way }, records) {
      const { program, name, wanted } = ALL[way];
      const [record] = records;
      const point = found(record.points, wanted);
      const label = `${program[0].toUpperCase()}${program.slice(1)}, ${name}`;
      const texts = { work: "not measured", intensity: "", wall: "", share: "", least: "" };
      let description = `${label}: not measured on this machine.`;
      if (point) {
        const [at, roof] = [intensity(point), roofAt(record, intensity(point))];
        const wall = at < record.peak / record.bandwidth ? "memory" : "arithmetic";
        const share = (100 * rate(point)) / roof;
        Object.assign(texts, { work: siNumber(point.work), intensity: digits(at), wall, share: `${digits(share)}${NARROW}%`, least: point.least === undefined ? "not counted" : `at least ${seconds(point.least)}` });
        description = `${label}: ${digits(at)} operations per byte, under the ${wall} roof, at ${digits(share)}${NARROW}% of it: ${seconds(point.time)}.`;
      }
      return {
        pictures: { chart: (width) => chart(records, ALL[way], width) },
        texts: { ...texts, "chart-words": `${description} Filled marks: all versions of this program. Line: the roofs that were measured in the same run. The byte counts assume that no intermediate array is written, so they do not include what NumPy writes.` },
        html: { machines: machines(records, ({ points }) => { const there = found(points, wanted); return there && seconds(there.time); }) },
        live: description,
      };
    },
    style: ".aside { opacity: .4; }",
  });
})();

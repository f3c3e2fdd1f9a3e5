// <machine-roofline>: the reader's own roofs and the measurements below them, in one picture for each backend.
(() => {
  "use strict";
  const { EM, decades, metric, picture, pictures, siNumber, text, textWidth } = lanes;
  const { sheets } = lanes.own;
  const { roof } = lanes.timing;
  const BACKENDS = Object.entries(lanes.record.BACKENDS);
  const SHOWN = ["naive", "shared", "tiled", "matvec", "layer"]; // each has a point for every size, and a label at the last one

  function roofsAndPoints({ measurements }) {
    const [compute, memory] = ["compute", "memory"].map((kind) => roof(measurements, kind));
    if (!compute || !memory) return null;
    const points = measurements.map((row) => ({ name: row.params.kernel ?? row.case, size: row.params.n ?? row.params.batch, x: row.work / row.bytes, y: metric(row, "rate") }));
    return { peak: metric(compute, "rate"), memory: metric(memory, "bandwidth"), points: points.filter(({ name }) => SHOWN.includes(name)) };
  }

  // Place labels to the right of their points, or to the left if there is no room; move overlapping labels down.
  function labels(list, width) {
    const placed = [];
    return list.sort((a, b) => a.y - b.y).map(({ x, y, name }) => {
      const from = x + 9 + textWidth(name) > width ? x - 9 - textWidth(name) : x + 9;
      const to = from + textWidth(name);
      let at = y;
      for (const [start, end, below] of placed) if (start < to && from < end) at = Math.max(at, below);
      placed.push([from, to, at + EM + 6]);
      return text(from, at, name, { class: "tick" });
    });
  }

  function chart({ peak, memory, points }, title, mark, width) {
    const span = decades([...points.map(({ x }) => x), peak / memory]);
    const roofAt = (x) => Math.min(peak, x * memory);
    const drawn = lanes.chart(width, { height: 300, x: { span, write: siNumber, title: "operations per byte" }, y: { span: decades([peak, roofAt(span[0]), ...points.map(({ y }) => y)]), write: siNumber, title: `FLOP/s, ${title}` } });
    const last = SHOWN.map((name) => points.findLast((point) => point.name === name)).filter(Boolean);
    const words = labels(last.map(({ x, y, name }) => ({ x: drawn.x(x), y: drawn.y(y) + 5, name })), width);
    return [drawn.height, [drawn.axes, drawn.curve(`law ${mark}`, [span[0], peak / memory, span[1]].map((x) => [x, roofAt(x)])), ...points.map(({ x, y }) => drawn.dot(mark, x, y)), ...words].join("")];
  }

  const describe = ({ peak, memory, points }) => `roofs ${siNumber(peak, "FLOP/s")} and ${siNumber(memory, "B/s")}. ${points.map(({ name, size, y }) =>
    `${name} ${size}: ${siNumber(y, "FLOP/s")}`).join("; ")}.`;

  lanes.explorable("machine-roofline", {
    read: () => ({}),
    start: () => ({}),
    frame: () => pictures(...BACKENDS.map(([suite]) => picture(suite))),
    show(_, __, host) {
      const [drawings, texts] = [{}, {}];
      let drawn;
      for (const [at, [suite, title]] of BACKENDS.entries()) {
        const sheet = sheets()[suite];
        const data = sheet && roofsAndPoints(sheet);
        drawn ||= data;
        drawings[suite] = (width) => (data ? chart(data, title, ["own", "typed"][at], width) : [1, ""]);
        texts[`${suite}-words`] = `${title}: ${data ? describe(data) : "not measured yet."}`;
      }
      host.toggleAttribute("data-empty", !drawn); // nothing to print
      return { pictures: drawings, texts, live: "" };
    },
  });
})();

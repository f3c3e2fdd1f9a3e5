// <machine-roofline>: the reader's own two roofs, and what was measured under them. A picture for each backend.
(() => {
  "use strict";
  const { EM, decades, metric, picture, scaled, text, wide } = lanes;
  const { sheets } = lanes.own;
  const SUITES = { webgpu: ["GPU", "own"], wasm: ["One thread of the CPU", "typed"] };
  // Which cases stand in the picture, and what is written beside the last of each.
  const SHOWN = { "gemm naive": "naive", "gemm shared": "shared", "gemm tiled": "tiled", matvec: "matrix and vector", layer: "layer" };

  const intensity = ({ work, bytes }) => work / bytes;
  const named = ({ case: name, params }) => `${name} ${params.kernel ?? ""}`.trim();

  function seen(sheet) {
    const roof = (kind) => sheet?.measurements.find((row) => row.case === "roof" && row.params.kind === kind);
    if (!roof("compute") || !roof("memory")) return null;
    const [peak, memory] = [metric(roof("compute"), "rate"), metric(roof("memory"), "bandwidth")];
    const points = sheet.measurements.filter((row) => named(row) in SHOWN).map((row) => ({ name: named(row), x: intensity(row), y: metric(row, "rate") }));
    return { peak, memory, points, name: sheet.device.name };
  }

  // From the highest down: what would lie on other words moves below them.
  function labels(list, width) {
    const placed = [];
    return list.sort((a, b) => a.y - b.y).map(({ x, y, said }) => {
      const right = x > width / 2;
      const from = right ? x - 9 - wide(said) : x + 9;
      const to = from + wide(said);
      let at = y;
      for (const one of placed) if (one.from < to && from < one.to) at = Math.max(at, one.at + EM + 6);
      placed.push({ from, to, at });
      return text(right ? x - 9 : x + 9, at, said, { class: "tick", "text-anchor": right ? "end" : "start" });
    });
  }

  function chart({ peak, memory, points }, id, title, width) {
    const span = decades([...points.map(({ x }) => x), peak / memory]);
    const roof = (x) => Math.min(peak, x * memory);
    const drawn = lanes.chart(width, { height: 300, x: { span, write: scaled, title: "operations per byte" }, y: { span: decades([peak, roof(span[0]), ...points.map(({ y }) => y)]), write: scaled, title: `FLOP/s, ${title}` } });
    const edge = Math.min(span[1], Math.max(span[0], peak / memory));
    const words = labels(Object.entries(SHOWN).flatMap(([name, said]) => {
      const last = points.findLast((point) => point.name === name);
      return last ? { x: drawn.x(last.x), y: drawn.y(last.y) + 5, said } : [];
    }), width);
    return [drawn.height, drawn.axes + drawn.curve(`law ${id}`, [span[0], edge, span[1]].map((x) => [x, roof(x)])) + points.map(({ x, y }) => drawn.dot(id, x, y)).join("") + words.join("")];
  }

  const said = ({ peak, memory, points, name }) => `${name}: roofs ${scaled(peak, "FLOP/s")} and ${scaled(memory, "B/s")}. ${points.map((point) =>
    `${point.name} ${scaled(point.y, "FLOP/s")}`).join("; ")}.`;

  lanes.explorable("machine-roofline", {
    read: () => ({}),
    start: () => ({}),
    frame: () => Object.keys(SUITES).map((suite) => picture(suite)).join(""),
    listen: (host) => addEventListener("machine-changed", () => host.set({})),
    show(_, __, host) {
      const all = Object.entries(SUITES).map(([suite, [title, id]]) => ({ suite, title, id, data: seen(sheets()[suite]) }));
      host.toggleAttribute("data-empty", all.every(({ data }) => !data)); // nothing to print
      return {
        pictures: Object.fromEntries(all.map(({ suite, title, id, data }) => [suite, (width) => (data ? chart(data, id, title, width) : [1, ""])])),
        texts: Object.fromEntries(all.map(({ suite, title, data }) => [`${suite}-words`, data ? said(data) : `${title}: not measured yet.`])),
        live: "",
      };
    },
  });
})();

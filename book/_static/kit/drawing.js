// What explorables draw with: SVG as text, marks of machines, and charts whose axes find their own room.
(() => {
  "use strict";
  const { plain } = lanes;
  const EM = 14; // the size of all text in a picture, in real pixels: pictures are drawn at the width they have

  const said = (value) => (typeof value === "number" ? Number(value.toFixed(2)) : value);
  const svg = (tag, attributes, inside = "") =>
    `<${tag} ${Object.entries(attributes).map(([name, value]) => `${name}="${said(value)}"`).join(" ")}>${inside}</${tag}>`;
  const text = (x, y, words, more = {}) => svg("text", { x, y, ...more }, words);
  const line = (name, [x1, y1], [x2, y2]) => svg("line", { class: name, x1, y1, x2, y2 });
  const path = (points) => points.map((point) => point.map((at) => at.toFixed(1)).join(",")).join(" ");
  const polyline = (name, points) => svg("polyline", { class: name, points: path(points) });
  const ring = (x, y) => svg("circle", { class: "ring", cx: x, cy: y, r: 8 });

  // Each machine has a shape as well as a colour: paper and some eyes know no colours.
  function mark(id, x, y, { size = 4, more = {}, inside = "" } = {}) {
    const kept = { ...more, class: `${more.class ?? "point"} ${id}` };
    if (id === "gpu" || id === "others") return svg("rect", { ...kept, x: x - size * 0.9, y: y - size * 0.9, width: size * 1.8, height: size * 1.8 }, inside);
    const corners = { own: [[0, -1.4], [1.4, 0], [0, 1.4], [-1.4, 0]], typed: [[0, -1.3], [1.3, 0.9], [-1.3, 0.9]] }[id];
    if (corners) return svg("polygon", { ...kept, points: path(corners.map(([dx, dy]) => [x + dx * size, y + dy * size])) }, inside);
    return svg("circle", { ...kept, cx: x, cy: y, r: size }, inside);
  }

  // ---- scales -----------------------------------------------------------------------------------
  // From a value to a place; `log` is the base, 0 for none.
  function scale([from, to], [start, end], log) {
    const of = log ? Math.log : (value) => value;
    return (value) => start + ((of(value) - of(from)) / (of(to) - of(from) || 1)) * (end - start);
  }

  // Whole powers of ten that hold all values, one at least.
  function decades(values) {
    const from = Math.floor(Math.log10(Math.min(...values)) + 1e-9);
    return [10 ** from, 10 ** Math.max(from + 1, Math.ceil(Math.log10(Math.max(...values)) - 1e-9))];
  }

  function powers([from, to], base) {
    const [first, last] = [from, to].map((value) => Math.log(value) / Math.log(base));
    return Array.from({ length: Math.floor(last + 1e-9) - Math.ceil(first - 1e-9) + 1 }, (_, i) => Number((base ** (Math.ceil(first - 1e-9) + i)).toPrecision(12)));
  }

  // Steps of 1, 2 or 5 times a power of ten, some five of them.
  function round([from, to]) {
    const least = (to - from) / 6;
    const step = [1, 2, 5, 10].map((factor) => factor * 10 ** Math.floor(Math.log10(least))).find((size) => size >= least);
    return Array.from({ length: Math.floor(to / step + 1e-9) - Math.ceil(from / step - 1e-9) + 1 }, (_, i) => Number(((Math.ceil(from / step - 1e-9) + i) * step).toPrecision(12)));
  }

  // `span` is [from, to]; `log` the base or 0; `ticks` where labels may stand; `write` puts a tick into words.
  function axis({ span, log = 10, ticks, write = plain, title }) {
    const values = ticks ?? (log ? powers(span, log) : round(span));
    return { span, log, title, ticks: values.map((value) => ({ value, words: write(value) })) };
  }

  const wide = (words) => String(words).length * EM * 0.52;

  // Every tick has its rule, and every second, third … one its words: as many as there is room for.
  function spoken(ticks, at) {
    for (let every = 1; every < ticks.length; every += 1) {
      const kept = ticks.filter((_, index) => index % every === 0);
      const apart = kept.every(({ value, words }, index) => !index || at(value) - at(kept[index - 1].value) > (wide(words) + wide(kept[index - 1].words)) / 2 + 10);
      if (apart) return kept;
    }
    return ticks.slice(0, 1);
  }

  // The axes of a chart of this size, and where a pair of values lies on it.
  function chart(width, { x, y, height = 250, top = 0 }) {
    const [across, upward] = [axis(x), axis(y)];
    const left = Math.max(0, ...upward.ticks.map(({ words }) => wide(words) + 10));
    const frame = { left, right: width - Math.max(8, wide(across.ticks.at(-1)?.words ?? "") / 2), top: top + 34, bottom: top + height - 50 };
    const at = { x: scale(across.span, [frame.left, frame.right], across.log), y: scale(upward.span, [frame.bottom, frame.top], upward.log) };
    const parts = [text(0, top + EM, `↑ ${upward.title}`, { class: "tick" }), text(width, frame.bottom + 46, `${across.title} →`, { class: "tick", "text-anchor": "end" })];
    for (const { value } of across.ticks) parts.push(line("rule", [at.x(value), frame.top], [at.x(value), frame.bottom]));
    for (const { value, words } of spoken(across.ticks, at.x)) parts.push(text(at.x(value), frame.bottom + 24, words, { class: "tick", "text-anchor": "middle" }));
    for (const { value, words } of upward.ticks) {
      parts.push(line("rule", [frame.left, at.y(value)], [frame.right, at.y(value)]));
      parts.push(text(frame.left - 7, at.y(value) + 5, words, { class: "tick", "text-anchor": "end" }));
    }
    const upright = (value, name = "here") => line(name, [at.x(value), frame.top], [at.x(value), frame.bottom]);
    const curve = (name, points) => polyline(name, points.map(([a, b]) => [at.x(a), at.y(b)]));
    const dot = (id, a, b, options) => mark(id, at.x(a), at.y(b), options);
    return { ...at, frame, upright, curve, dot, ring: (a, b) => ring(at.x(a), at.y(b)), axes: parts.join(""), height: top + height };
  }

  Object.assign(lanes, { EM, svg, text, line, path, polyline, mark, ring, scale, decades, chart, wide });
})();

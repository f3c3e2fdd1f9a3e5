// Drawing functions of explorables: SVG as text, the marks of machines, and charts with automatic axes.
(() => {
  "use strict";
  const { plain } = lanes;
  const EM = 14; // font size of all text, in CSS pixels: drawings are not scaled

  const rounded = (value) => (typeof value === "number" ? Number(value.toFixed(2)) : value);
  const svg = (tag, attributes, inside = "") =>
    `<${tag} ${Object.entries(attributes).map(([name, value]) => `${name}="${rounded(value)}"`).join(" ")}>${inside}</${tag}>`;
  const text = (x, y, words, more = {}) => svg("text", { x, y, ...more }, words);
  const line = (name, [x1, y1], [x2, y2]) => svg("line", { class: name, x1, y1, x2, y2 });
  const path = (points) => points.map((point) => point.map((at) => at.toFixed(1)).join(",")).join(" ");
  const polyline = (name, points) => svg("polyline", { class: name, points: path(points) });
  const ring = (x, y) => svg("circle", { class: "ring", cx: x, cy: y, r: 8 });

  // Each machine has a shape as well as a colour, for prints in black and white and for colour-blind readers.
  function mark(id, x, y, { size = 4, more = {}, inside = "" } = {}) {
    const kept = { ...more, class: `${more.class ?? "point"} ${id}` };
    if (id === "gpu" || id === "others") return svg("rect", { ...kept, x: x - size * 0.9, y: y - size * 0.9, width: size * 1.8, height: size * 1.8 }, inside);
    const corners = { own: [[0, -1.4], [1.4, 0], [0, 1.4], [-1.4, 0]], typed: [[0, -1.3], [1.3, 0.9], [-1.3, 0.9]] }[id];
    if (corners) return svg("polygon", { ...kept, points: path(corners.map(([dx, dy]) => [x + dx * size, y + dy * size])) }, inside);
    return svg("circle", { ...kept, cx: x, cy: y, r: size }, inside);
  }

  // ---- scales -----------------------------------------------------------------------------------
  // Return a function from values to positions; `log` is the base of a logarithmic scale, or 0 for a linear one.
  function scale([from, to], [start, end], log) {
    const of = log ? Math.log : (value) => value;
    return (value) => start + ((of(value) - of(from)) / (of(to) - of(from) || 1)) * (end - start);
  }

  // Return two powers of ten that enclose all values and are at least one decade apart.
  function decades(values) {
    const from = Math.floor(Math.log10(Math.min(...values)) + 1e-9);
    return [10 ** from, 10 ** Math.max(from + 1, Math.ceil(Math.log10(Math.max(...values)) - 1e-9))];
  }

  function powers([from, to], base) {
    const [first, last] = [from, to].map((value) => Math.log(value) / Math.log(base));
    return Array.from({ length: Math.floor(last + 1e-9) - Math.ceil(first - 1e-9) + 1 }, (_, i) => Number((base ** (Math.ceil(first - 1e-9) + i)).toPrecision(12)));
  }

  // Return about five ticks whose distance is 1, 2 or 5 times a power of ten.
  function linearTicks([from, to]) {
    const least = (to - from) / 6;
    const step = [1, 2, 5, 10].map((factor) => factor * 10 ** Math.floor(Math.log10(least))).find((size) => size >= least);
    return Array.from({ length: Math.floor(to / step + 1e-9) - Math.ceil(from / step - 1e-9) + 1 }, (_, i) => Number(((Math.ceil(from / step - 1e-9) + i) * step).toPrecision(12)));
  }

  // `span` is [from, to], `log` the base or 0, `ticks` the values that may have labels, and `write` formats a value.
  function axis({ span, log = 10, ticks, write = plain, title }) {
    const values = ticks ?? (log ? powers(span, log) : linearTicks(span));
    return { span, log, title, ticks: values.map((value) => ({ value, words: write(value) })) };
  }

  const textWidth = (words) => String(words).length * EM * 0.52;

  // Return the ticks with labels: all of them, or every second, third … one, so that labels do not overlap, or the first one.
  function labelledTicks(ticks, at) {
    for (let every = 1; every < ticks.length; every += 1) {
      const kept = ticks.filter((_, index) => index % every === 0);
      const apart = kept.every(({ value, words }, index) => !index || at(value) - at(kept[index - 1].value) > (textWidth(words) + textWidth(kept[index - 1].words)) / 2 + 10);
      if (apart) return kept;
    }
    return ticks.slice(0, 1);
  }

  // Return the axes of a chart of this size, and functions that draw in its coordinates.
  function chart(width, { x, y, height = 250, top = 0 }) {
    const [xAxis, yAxis] = [axis(x), axis(y)];
    const left = Math.max(0, ...yAxis.ticks.map(({ words }) => textWidth(words) + 10));
    const frame = { left, right: width - Math.max(8, textWidth(xAxis.ticks.at(-1)?.words ?? "") / 2), top: top + 34, bottom: top + height - 50 };
    const at = { x: scale(xAxis.span, [frame.left, frame.right], xAxis.log), y: scale(yAxis.span, [frame.bottom, frame.top], yAxis.log) };
    const parts = [text(0, top + EM, `↑ ${yAxis.title}`, { class: "tick" }), text(width, frame.bottom + 46, `${xAxis.title} →`, { class: "tick", "text-anchor": "end" })];
    for (const { value } of xAxis.ticks) parts.push(line("rule", [at.x(value), frame.top], [at.x(value), frame.bottom]));
    for (const { value, words } of labelledTicks(xAxis.ticks, at.x)) parts.push(text(at.x(value), frame.bottom + 24, words, { class: "tick", "text-anchor": "middle" }));
    for (const { value, words } of yAxis.ticks) {
      parts.push(line("rule", [frame.left, at.y(value)], [frame.right, at.y(value)]));
      parts.push(text(frame.left - 7, at.y(value) + 5, words, { class: "tick", "text-anchor": "end" }));
    }
    const verticalLine = (value, name = "here") => line(name, [at.x(value), frame.top], [at.x(value), frame.bottom]);
    const curve = (name, points) => polyline(name, points.map(([a, b]) => [at.x(a), at.y(b)]));
    const dot = (id, a, b, options) => mark(id, at.x(a), at.y(b), options);
    return { ...at, frame, upright: verticalLine, curve, dot, ring: (a, b) => ring(at.x(a), at.y(b)), axes: parts.join(""), height: top + height };
  }

  Object.assign(lanes, { EM, svg, text, line, path, polyline, mark, ring, scale, decades, chart, textWidth });
})();

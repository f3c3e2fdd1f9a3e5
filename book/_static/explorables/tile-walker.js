// <tile-walker>: a tiled product, one multiply-add at a time, with a cache that counts its loads and stores.
(() => {
  "use strict";
  const { controls, decades, figures, machines, measuredList, picture, pictures, plain, presets, seconds, slider, svg, text } = lanes;

  const SIDE = 16; // side length of the three matrices
  const ALL = SIDE ** 3;
  const TILES = [1, 2, 4, 8, 16];
  const ROOMS = [12, 24, 48, 96, 192, 384, 768];
  const PRESETS = [["no tiles", { tile: 1, room: 96 }], ["tiles that fit", { tile: 4, room: 96 }],
    ["tiles too large", { tile: 16, room: 96 }], ["capacity for everything", { tile: 4, room: 768 }]];
  const NAMES = ["A", "B", "C"];

  // ---- the machine: the order of the multiply-adds, and a cache that evicts the least recently used element ----
  function step(tile, number) {
    const across = SIDE / tile;
    const [inside, outside] = [number % tile ** 3, Math.floor(number / tile ** 3)];
    const at = (value, size) => [Math.floor(value / size ** 2), Math.floor(value / size) % size, value % size];
    const [tiles, within] = [at(outside, across), at(inside, tile)];
    return tiles.map((place, axis) => place * tile + within[axis]); // i, j, k
  }

  const places = ([i, j, k]) => [["A", i, k], ["B", k, j], ["C", i, j]];

  // Sums start at zero without a load; a sum that is evicted before it is complete is stored and loaded again.
  function walk(tile, room, until) {
    const near = new Map(); // in the order of use, least recently used first
    const begun = new Set();
    const counts = { hits: 0, fetched: 0, written: 0 };
    let fresh = [];
    for (let number = 0; number < until; number += 1) {
      fresh = [];
      for (const place of places(step(tile, number))) {
        const name = place.join();
        if (near.delete(name)) counts.hits += 1;
        else {
          if (near.size === room) {
            const [oldest] = near.keys();
            near.delete(oldest);
            if (oldest[0] === "C") counts.written += 1;
          }
          if (place[0] !== "C" || begun.has(name)) counts.fetched += 1;
          if (place[0] === "C") begun.add(name);
          fresh.push(name);
        }
        near.set(name, true);
      }
    }
    if (until === ALL) counts.written += [...near.keys()].filter((name) => name[0] === "C").length;
    return { near, fresh, ...counts, moved: counts.fetched + counts.written };
  }

  const kept = new Map();
  function whole(tile, room) {
    const name = `${tile}/${room}`;
    if (!kept.has(name)) kept.set(name, walk(tile, room, ALL).moved);
    return kept.get(name);
  }

  // ---- the drawing: B above C and A to the left of it, as a product is written -------------------
  function drawing(state, { near, fresh }, width) {
    const gap = 22;
    const cell = Math.min(15, (width - gap) / (2 * SIDE));
    const now = state.now ? places(step(state.tile, state.now - 1)).map((place) => place.join()) : [];
    const [second, top] = [SIDE * cell + gap, 20];
    const lefts = { A: 0, B: second, C: second };
    const tops = { A: top + second, B: top, C: top + second };
    const parts = [];
    for (const name of NAMES) {
      const [left, up] = [lefts[name], tops[name]];
      parts.push(text(left, up - 6, name, { class: "name" }));
      for (let row = 0; row < SIDE; row += 1) for (let column = 0; column < SIDE; column += 1) {
        const place = `${name},${row},${column}`;
        const kind = near.has(place) ? `near ${name.toLowerCase()}` : "far";
        parts.push(svg("rect", { class: `cell ${kind}`, x: left + column * cell, y: up + row * cell, width: cell - 1, height: cell - 1 }));
        if (now.includes(place)) parts.push(svg("rect", { class: `now ${fresh.includes(place) ? "fresh" : "hit"}`, x: left + column * cell + 0.5, y: up + row * cell + 0.5, width: cell - 2, height: cell - 2 }));
      }
      for (let line = 0; line <= SIDE; line += state.tile) if (state.tile > 1) {
        parts.push(svg("line", { class: "edge", x1: left + line * cell - 0.5, y1: up, x2: left + line * cell - 0.5, y2: up + SIDE * cell }));
        parts.push(svg("line", { class: "edge", x1: left, y1: up + line * cell - 0.5, x2: left + SIDE * cell, y2: up + line * cell - 0.5 }));
      }
    }
    return [top + second + SIDE * cell + 4, parts.join("")];
  }

  // ---- the charts: counted traffic and measured time over the side of the tile ---------------------
  const formula = (tile) => (2 * ALL) / tile + SIDE ** 2;

  function traffic({ tile, room }, width) {
    const moved = TILES.map((side) => whole(side, room));
    const drawn = lanes.chart(width, { x: { span: [0.9, 17.8], log: 2, ticks: TILES, title: "side of the tile" },
      y: { span: decades([...moved, ...TILES.map(formula)]), write: plain, title: "elements moved" } });
    const marks = TILES.map((side, index) => drawn.dot("typed", side, moved[index], { more: { class: "point count" } }));
    return [drawn.height, drawn.axes + drawn.upright(tile) + drawn.curve("law typed", TILES.map((side) => [side, formula(side)])) + marks.join("") + drawn.ring(tile, whole(tile, room))];
  }

  const tiled = ({ points }) => points.filter((point) => point.case === "tiled" && point.n === 512).sort((a, b) => a.tile - b.tile);
  const library = ({ points }) => points.find((point) => point.case === "library" && point.n === 512);

  // The number of steps times the cost of a step with the smallest tiles, plus the time of the library.
  function clock(records, width) {
    const times = records.flatMap((record) => tiled(record).map((point) => point.time));
    const drawn = lanes.chart(width, { x: { span: [7, 290], log: 2, ticks: [8, 16, 32, 64, 128, 256], title: "side of the tile" },
      y: { span: decades([...times, ...records.map((record) => library(record).time)]), write: seconds, title: "time" } });
    const law = (record) => {
      const [first, last] = [tiled(record)[0], library(record).time];
      const price = (first.time - last) / first.steps;
      return drawn.curve(`law ${record.id}`, tiled(record).map(({ tile, steps }) => [tile, steps * price + last]));
    };
    return [drawn.height, drawn.axes + records.map((record) => law(record) + tiled(record).map((point) => drawn.dot(record.id, point.tile, point.time)).join("")).join("")];
  }

  const percent = (part) => `${Math.round(100 * part)} %`;

  lanes.explorable("tile-walker", {
    presets: PRESETS,
    sliders: {
      tile: { values: () => TILES, say: (tile) => (tile === 1 ? "1, no tiles" : `${tile} by ${tile}`) },
      room: { values: () => ROOMS, say: (room) => `${room} elements` },
      now: { values: () => Array.from({ length: ALL + 1 }, (_, number) => number), say: (now) => `${plain(now)} of ${plain(ALL)}` },
    },
    start: () => ({ tile: 4, room: 96, now: 1500 }),
    read: (records) => records,
    frame: (records) => `${presets("Examples", PRESETS)}
      ${controls(slider("tile", "side of the tile"), slider("room", "capacity of the cache"), slider("now", "multiply-add"))}
      ${picture("matrices")}
      ${figures([["hits", "hits so far"], ["fetched", "loads so far"], ["moved", "moved by the whole product"], ["law", "2 n³/t + n²"]])}
      ${pictures(picture("traffic"), records.some((record) => library(record)) ? picture("clock") : "")}
      ${measuredList("machines", "Measured: a 512 by 512 product in tiles of 16 and of 128")}`,
    show(state, records) {
      const { tile, room, now } = state;
      const so = walk(tile, room, now);
      const loads = 3 * now;
      const available = records.filter((record) => library(record) && tiled(record).length);
      const end = whole(tile, room);
      const fits = 3 * tile ** 2 <= room ? "Three tiles fit." : "Three tiles do not fit.";
      const place = now ? step(tile, now - 1) : null;
      const description = place ? `Multiply-add ${plain(now)}: C[${place[0]}, ${place[1]}] += A[${place[0]}, ${place[2]}] * B[${place[2]}, ${place[1]}]; ${3 - so.fresh.length} of the three elements were in the cache.` : "Nothing has been multiplied yet.";
      const times = (record) => [16, 128].map((side) => tiled(record).find((point) => point.tile === side)).filter(Boolean);
      return {
        pictures: { matrices: (width) => drawing(state, so, width), traffic: (width) => traffic(state, width), ...(available.length && { clock: (width) => clock(available, width) }) },
        texts: { hits: loads ? percent(so.hits / loads) : "none", fetched: plain(so.fetched), moved: plain(end), law: plain(formula(tile)),
          "matrices-words": `${description} Filled cells: in the cache. Thick frame: used now. Dashed frame: used now and loaded first.`,
          "traffic-words": `${fits} The whole product moves ${plain(end)} elements. Marks: counted with this capacity. Line: the formula, which assumes that three tiles stay as long as they are needed; this cache evicts the least recently used element.`,
          ...(available.length && { "clock-words": "Marks: measured. Line: the number of steps times the cost of a step with tiles of 8, plus the time of the library." }) },
        html: { machines: machines(records, (record) => times(record).map((point) => `${point.tile}: ${seconds(point.time)}`).join(", ")) },
        live: `Tiles of ${tile}, capacity ${room} elements. ${fits} ${description} The whole product moves ${plain(end)} elements.`,
      };
    },
    style: `
      .cell { stroke: var(--lanes-line-strong); stroke-width: .6; } .far { fill: none; }
      .near.a { fill: var(--lanes-a-deep); } .near.b { fill: var(--lanes-b-deep); } .near.c { fill: var(--lanes-c-deep); }
      .now { fill: none; stroke: var(--lanes-ink); stroke-width: 2.6; } .fresh { stroke-dasharray: 3 2; }
      .edge { stroke: var(--lanes-ink); stroke-width: 1.1; } .name { font-weight: 600; }
      #matrices, #traffic, #clock { max-inline-size: 31rem; }
      @media print { #matrices { max-inline-size: 24rem; } }`,
  });
})();

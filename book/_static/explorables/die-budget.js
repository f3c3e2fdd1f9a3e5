// <die-budget>: a thousand tiles of silicon, divided between control and lanes, and the resulting rate of a program.
(() => {
  "use strict";
  const { controls, plural, digits, figures, keys, machines, measuredList, percent, picture, pictures, presets, siNumber, slider, svg } = lanes;

  const TILES = 1000;
  const SIZES = [1, 2, 3, 4, 5, 8, 10, 15, 20, 30, 40, 50, 60, 80, 90, 100, 120, 150, 180, 200, 250, 300, 400, 500, 700, 900];
  const SHARES = [-4, -3, -2, -1].flatMap((power) => [1, 2, 5].map((digit) => digit * 10 ** power)).concat(1);
  const LARGE = { control: 180, lanes: 20 };
  const WIDE = { control: 10, lanes: 90 };
  const PRESETS = [
    ["a few large cores", LARGE],
    ["rows of lanes", WIDE],
    ["one giant core", { control: 900, lanes: 100 }],
    ["the smallest cores", { control: 1, lanes: 1 }],
  ];

  // Pollack's rule: the speed of a core on one chain grows with the square root of the tiles spent on control.
  function resources({ control, lanes }, tiles = TILES) {
    const cores = Math.floor(tiles / (control + lanes));
    return { cores, chain: Math.sqrt(control), crowd: cores * lanes, left: tiles - cores * (control + lanes) };
  }

  function splitChip() {
    const [large, wide] = [resources(LARGE, TILES / 2), resources(WIDE, TILES / 2)];
    return { chain: large.chain, crowd: large.crowd + wide.crowd };
  }

  // Operations per cycle for a program with this share of dependent operations: first the chain, then the independent ones.
  const speed = ({ chain, crowd }, share) => 1 / (share / chain + (1 - share) / crowd);

  // ---- the die ----------------------------------------------------------------------------
  // The area of each core is proportional to its tiles. Cores are spread evenly over the rows, so that only leftover tiles stay empty.
  function die(design, width) {
    const { cores } = resources(design);
    const side = Math.min(width - 8, 320);
    const [left, rows] = [(width - side) / 2, Math.max(1, Math.round(Math.sqrt(cores)))];
    const area = (side * side * (design.control + design.lanes)) / TILES;
    const parts = [svg("rect", { class: "die", x: left - 4, y: 4, width: side + 8, height: side + 8, rx: 6 })];
    for (let row = 0, y = 8; row < rows; row += 1) {
      const count = Math.floor(((row + 1) * cores) / rows) - Math.floor((row * cores) / rows);
      const [wide, high] = [side / count, (area * count) / side];
      const gap = Math.min(4, wide * 0.1);
      for (let core = 0; core < count; core += 1) parts.push(coreDrawing(design, left + core * wide + gap / 2, y + gap / 2, wide - gap, high - gap));
      y += high;
    }
    return [side + 16, parts.join("")];
  }

  function coreDrawing({ control, lanes }, x, y, width, height) {
    const split = (height * control) / (control + lanes);
    const box = (name, top, tall) => svg("rect", { class: name, x, y: top, width, height: Math.max(tall, 0.3) });
    const marks = width / lanes > 2.2 ? Array.from({ length: lanes - 1 }, (_, lane) => `M${(x + (width * (lane + 1)) / lanes).toFixed(2)} ${(y + split).toFixed(2)}v${(height - split).toFixed(2)}`) : [];
    return box("brain", y, split) + box("lanes", y + split, height - split) + svg("path", { class: "between", d: marks.join("") });
  }

  // ---- the chart --------------------------------------------------------------------------
  function chart(design, share, width) {
    const drawn = lanes.chart(width, { height: 336, x: { span: [SHARES[0], 1], write: percent, title: "share of dependent operations" },
      y: { span: [0.8, 1250], title: "operations per cycle" } });
    const shares = Array.from({ length: 81 }, (_, index) => 10 ** (index / 20 - 4));
    const curve = (name, chip) => drawn.curve(`curve ${name}`, shares.map((at) => [at, speed(chip, at)]));
    return [drawn.height, drawn.axes + drawn.upright(share) + curve("large", resources(LARGE)) + curve("wide", resources(WIDE)) + curve("half", splitChip()) + curve("yours", resources(design)) +
      drawn.dot("chosen", share, speed(resources(design), share), { size: 6 })];
  }

  const best = ({ points }, wanted) => Math.max(...points.filter(wanted).map((p) => p.work / p.time), 0);
  function lanesMeasured(record) {
    const [one, all] = [best(record, (p) => p.case === "accounts" && p.count === 1), best(record, (p) => p.case === "roof")];
    const launched = record.id === "gpu" ? ": there, each iteration of the chain is a kernel launch" : "";
    return one && all && `${siNumber(one, "FLOP/s")} and ${siNumber(all, "FLOP/s")}, a factor of about ${digits(Number((all / one).toPrecision(2)))}${launched}`;
  }


  lanes.explorable("die-budget", {
    presets: PRESETS,
    sliders: { control: { values: () => SIZES }, lanes: { values: () => SIZES }, share: { values: () => SHARES, say: (share) => percent(share) } },
    start: () => ({ ...LARGE, share: 0.01 }),
    // Tiles spent on one part are not available for the other.
    settle(state, change) {
      const [spent] = Object.keys(change);
      const other = { control: "lanes", lanes: "control" }[spent];
      return other ? { ...state, [other]: SIZES.findLast((size) => size <= Math.min(state[other], TILES - state[spent])) } : state;
    },
    read: (records) => records,
    frame: () => presets("Known designs", PRESETS) + pictures(
      picture("die", keys([["brain", "control and cache"], ["lanes", "lanes"]])),
      picture("chart", keys([["yours", "your design"], ["large", "a few large cores"], ["wide", "rows of lanes"], ["half", "half of each"]]))) +
      controls(slider("control", "<b>control and cache</b><br>tiles per core"), slider("lanes", "<b>lanes</b><br>tiles per core"), slider("share", "<b>dependent</b><br>share of the operations")) +
      figures([["cores", "cores <i>tiles ÷ tiles per core</i>"], ["chain", "dependent <i>√control</i>"], ["crowd", "independent <i>cores × lanes</i>"], ["speed", "your program <i>dependent, then independent</i>"]]) +
      measuredList("machines", "Measured: one chain, and a matrix product"),
    show({ share, ...design }, records) {
      const chip = resources(design);
      const rate = (of) => digits(speed(of, share));
      const left = chip.left ? ` ${plural(chip.left, "tile")} ${chip.left === 1 ? "is" : "are"} left over.` : "";
      const words = {
        "die-words": `${digits(TILES)} tiles. ${chip.cores === 1 ? "1 core" : `${plural(chip.cores, "core")}, each`} of ${design.control} for control and cache and ${design.lanes} for lanes.${left}`,
        "chart-words": `If ${percent(share)} of the operations are dependent, your design performs ${rate(chip)} per cycle, a few large cores ${rate(resources(LARGE))}, rows of lanes ${rate(resources(WIDE))}, and half of each ${rate(splitChip())}. The two large cores of the last design leave a hundred tiles unused.`,
      };
      return {
        pictures: { die: (width) => die(design, width), chart: (width) => chart(design, share, width) },
        texts: { ...words, cores: digits(chip.cores), chain: `${digits(chip.chain)} per cycle`, crowd: `${digits(chip.crowd)} per cycle`, speed: `${rate(chip)} per cycle` },
        html: { machines: machines(records, lanesMeasured) },
        live: Object.values(words).join(" "),
      };
    },
    style: `
      .die { fill: none; stroke: var(--lanes-line-strong); stroke-width: 1.4; }
      .brain { fill: var(--lanes-b-deep); background: var(--lanes-b-deep); } .lanes { fill: var(--lanes-a-deep); background: var(--lanes-a-deep); }
      .between { stroke: var(--lanes-paper); stroke-width: .9; fill: none; }
      .curve { fill: none; stroke: var(--line); stroke-width: 2; } .curve.half { stroke-dasharray: 7 4; }
      .large { --line: var(--lanes-cpu); } .wide { --line: var(--lanes-gpu); } .half { --line: var(--lanes-good); } .yours { --line: var(--lanes-ink); }
      .curve.yours { stroke-width: 4; stroke-dasharray: .1 9; stroke-linecap: round; } /* what lies below is seen between the dots */
      .chosen { fill: var(--lanes-paper); stroke: var(--lanes-ink); stroke-width: 2.4; }
      .swatch:is(.yours, .large, .wide, .half) { block-size: 0; border-block-start: 3px solid var(--line); border-radius: 0; vertical-align: middle; }
      .swatch.half { border-block-start-style: dashed; } .swatch.yours { border-block-start-style: dotted; }
      dt i { display: block; }`,
  });
})();

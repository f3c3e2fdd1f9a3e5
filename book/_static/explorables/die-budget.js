// <die-budget>: a thousand tiles of silicon, spent on control or on lanes, and what a program makes of them.
(() => {
  "use strict";
  const { controls, counted, digits, figures, keys, machines, measured, percent, picture, pictures, presets, scaled, slider, svg } = lanes;

  const TILES = 1000;
  const SIZES = [1, 2, 3, 4, 5, 8, 10, 15, 20, 30, 40, 50, 60, 80, 90, 100, 120, 150, 180, 200, 250, 300, 400, 500, 700, 900];
  const SHARES = [-4, -3, -2, -1].flatMap((power) => [1, 2, 5].map((digit) => digit * 10 ** power)).concat(1);
  const LARGE = { control: 180, lanes: 20 };
  const WIDE = { control: 10, lanes: 90 };
  const PRESETS = [
    ["a few large cores", LARGE],
    ["rows of lanes", WIDE],
    ["one giant", { control: 900, lanes: 100 }],
    ["the smallest cores", { control: 1, lanes: 1 }],
  ];

  // Pollack's rule: a core's speed on one chain of operations grows with the root of what is spent on it.
  function built({ control, lanes }, tiles = TILES) {
    const cores = Math.floor(tiles / (control + lanes));
    return { cores, chain: Math.sqrt(control), crowd: cores * lanes, left: tiles - cores * (control + lanes) };
  }

  function both() {
    const [large, wide] = [built(LARGE, TILES / 2), built(WIDE, TILES / 2)];
    return { chain: large.chain, crowd: large.crowd + wide.crowd };
  }

  // Operations a tick, for a program of which this share waits: first the chain, then the crowd.
  const speed = ({ chain, crowd }, share) => 1 / (share / chain + (1 - share) / crowd);

  // ---- the die ----------------------------------------------------------------------------
  // Every core has the area of its tiles. Rows hold cores as evenly as they can, so that nothing stands empty but what is left over.
  function die(design, width) {
    const { cores } = built(design);
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
    const drawn = lanes.chart(width, { height: 336, x: { span: [SHARES[0], 1], write: percent, title: "share of the operations that wait" },
      y: { span: [0.8, 1250], title: "operations in a tick" } });
    const shares = Array.from({ length: 81 }, (_, index) => 10 ** (index / 20 - 4));
    const curve = (name, chip) => drawn.curve(`curve ${name}`, shares.map((at) => [at, speed(chip, at)]));
    return [drawn.height, drawn.axes + drawn.upright(share) + curve("large", built(LARGE)) + curve("wide", built(WIDE)) + curve("half", both()) + curve("yours", built(design)) +
      drawn.dot("chosen", share, speed(built(design), share), { size: 6 })];
  }

  const best = ({ points }, wanted) => Math.max(...points.filter(wanted).map((p) => p.work / p.time), 0);
  function lanesMeasured(record) {
    const [one, all] = [best(record, (p) => p.case === "accounts" && p.count === 1), best(record, (p) => p.case === "roof")];
    const launched = record.id === "gpu" ? ": each turn of the chain is a launch there" : "";
    return one && all && `${scaled(one, "FLOP/s")} and ${scaled(all, "FLOP/s")}, a factor of about ${digits(Number((all / one).toPrecision(2)))}${launched}`;
  }


  lanes.explorable("die-budget", {
    presets: PRESETS,
    sliders: { control: { values: () => SIZES }, lanes: { values: () => SIZES }, share: { values: () => SHARES, say: (share) => percent(share) } },
    start: () => ({ ...LARGE, share: 0.01 }),
    // What one part takes, the other cannot have.
    settle(state, change) {
      const [spent] = Object.keys(change);
      const other = { control: "lanes", lanes: "control" }[spent];
      return other ? { ...state, [other]: SIZES.findLast((size) => size <= Math.min(state[other], TILES - state[spent])) } : state;
    },
    read: (records) => records,
    frame: () => presets("Known designs", PRESETS) + pictures(
      picture("die", keys([["brain", "control and cache"], ["lanes", "lanes"]])),
      picture("chart", keys([["yours", "your design"], ["large", "a few large cores"], ["wide", "rows of lanes"], ["half", "half of each"]]))) +
      controls(slider("control", "<b>control and cache</b><br>tiles in each core"), slider("lanes", "<b>lanes</b><br>tiles in each core"), slider("share", "<b>waiting</b><br>share of the operations")) +
      figures([["cores", "cores <i>tiles ÷ tiles of one</i>"], ["chain", "one after another <i>√control</i>"], ["crowd", "all at once <i>cores × lanes</i>"], ["speed", "your program <i>chain, then crowd</i>"]]) +
      measured("machines", "Measured: one lane, and all of them"),
    show({ share, ...design }, records) {
      const chip = built(design);
      const rate = (of) => digits(speed(of, share));
      const left = chip.left ? ` ${counted(chip.left, "tile")} ${chip.left === 1 ? "is" : "are"} left over.` : "";
      const words = {
        "die-words": `${digits(TILES)} tiles. ${chip.cores === 1 ? "1 core" : `${counted(chip.cores, "core")}, each`} of ${design.control} for control and cache and ${design.lanes} for lanes.${left}`,
        "chart-words": `With ${percent(share)} of the operations waiting: ${rate(chip)} a tick here, ${rate(built(LARGE))} with a few large cores, ${rate(built(WIDE))} with rows of lanes, ${rate(both())} with half of each; its two large cores leave a hundred tiles over.`,
      };
      return {
        pictures: { die: (width) => die(design, width), chart: (width) => chart(design, share, width) },
        texts: { ...words, cores: digits(chip.cores), chain: `${digits(chip.chain)} a tick`, crowd: `${digits(chip.crowd)} a tick`, speed: `${rate(chip)} a tick` },
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

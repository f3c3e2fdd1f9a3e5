// <shall-i-rent>: hours, price, energy and memory of a training run on two offers, for the utilisation and the prices that the reader enters.
(() => {
  "use strict";
  const { NARROW, controls, decades, digits, escaped, inWords, keys, machines, measuredList, percent, picture, pictures, presets, siNumber, slider, svg, text, numberField } = lanes;

  const KEPT = [["two copies of each weight", 6, "a"], ["its gradient", 2, "b"], ["Adam's two moments", 8, "c"]]; // bytes per weight
  const EACH = KEPT.reduce((sum, [, bytes]) => sum + bytes, 0);
  const USES = [1e-5, 1e-4, 0.001, 0.002, 0.005, 0.01, 0.02, 0.034, 0.05, 0.076, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1];
  // 16-bit peaks, memories and powers of data/hardware.toml, and prices of data/literature.toml. A test compares them.
  const SHEETS = [
    { name: "T4", peak: 65e12, memory: 16e9, watts: 70, price: null },
    { name: "H200", peak: 989.4e12, memory: 141e9, watts: 700, price: 3.39 },
    { name: "B200", peak: 2250e12, memory: 180e9, watts: null, price: 4.89 },
  ];
  const RENTED = { memory: 16e9, watts: null, price: 0.0279 };
  const believed = (useA, useB = useA) => ({ useA, useB });
  const dense = (millions, examples) => ({ weights: millions, work: (6 * millions * examples) / 1e3 }); // GFLOP
  const PRESETS = [
    ["ResNet-50, 90 epochs", { weights: 25.557, work: 6280, steps: 450000, ...believed(0.076, 0.034) }], // 3 · 2 · 4.09 GFLOP per image, batch size 256
    ["digit classifier", { ...dense(0.00481, 32), steps: 1000, ...believed(1e-5) }],
    ["GPT-2 small, 10 billion tokens", { ...dense(124, 491520), steps: 20000, ...believed(0.3) }],
    ["7 billion weights, 140 billion tokens", { ...dense(7000, 4e6), steps: 35000, ...believed(0.4) }],
  ];

  // The value of a slider is the index of an offer. Without a record, there is no first offer.
  const named = (index, values) => ["two cores", ...SHEETS.map(({ name }) => name)].slice(-values.length)[index];

  // ---- the model --------------------------------------------------------------------------
  const secondsOf = ({ work, steps }, { peak }, use) => (work * 1e9 * steps) / (peak * use);
  const needed = ({ weights, tape }) => EACH * weights * 1e6 + tape * 1e9;
  function bill(state, offer, use, price) {
    const seconds = secondsOf(state, offer, use);
    return { seconds, money: price === null ? null : (seconds / 3600) * price, energy: offer.watts && (seconds / 3.6e6) * offer.watts, fits: needed(state) <= offer.memory };
  }
  // The utilisation of the second offer at which it costs as much as the first.
  const even = ({ useA, priceA, priceB }, a, b) => (priceA && priceB ? (useA * a.peak * priceB) / (b.peak * priceA) : null);

  // ---- words ------------------------------------------------------------------------------
  const LONG = [[365 * 86400, "years"], [86400, "days"], [3600, "hours"], [60, "minutes"]];
  function formatDuration(seconds) {
    const [size, unit] = LONG.find(([least]) => seconds >= 2 * least) ?? [];
    return size ? `${digits(seconds / size)}${NARROW}${unit}` : lanes.seconds(seconds);
  }
  const usd = (money) => (money === null ? "enter its price" : money < 0.01 ? `less than one cent` : `${money < 1e6 ? digits(money) : inWords(money)}${NARROW}USD`);
  const kilowatts = (energy) => (energy ? `${energy < 0.001 ? "less than 0.001" : digits(energy)}${NARROW}kWh` : "not known");
  const room = (bytes) => siNumber(bytes, "B");
  const also = (name) => (name === "two cores" ? "the two cores" : `the ${name}`);

  // ---- the drawings -----------------------------------------------------------------------
  function chart(state, sides, width) {
    const priced = sides.filter(({ price }) => price);
    const at = (offer, use) => bill(state, offer, use, offer.price).money;
    const ends = priced.flatMap(({ offer, price }) => [USES[0], 1].map((use) => at({ ...offer, price }, use)));
    const drawn = lanes.chart(width, { x: { span: [USES[0], 1], ticks: [1e-4, 0.01, 1], write: percent, title: "utilisation" },
      y: { span: decades(ends.length ? ends : [1, 10]), write: (money) => siNumber(money), title: "USD for the training" } });
    const lines = priced.map(({ id, offer, price }) => drawn.curve(`offer ${id}`, [USES[0], 1].map((use) => [use, at({ ...offer, price }, use)])));
    const dots = priced.map(({ id, offer, use, price }) => drawn.dot(`chosen ${id}`, use, at({ ...offer, price }, use), { size: 6 }));
    return [drawn.height, drawn.axes + lines.join("") + dots.join("")];
  }

  function memory(state, sides, width) {
    const parts = [...KEPT.map(([, bytes, name]) => [bytes * state.weights * 1e6, name]), [state.tape * 1e9, "d"]];
    const rows = [["needed", needed(state)], ...sides.map(({ offer }) => [offer.name, offer.memory])];
    const most = Math.max(...rows.map(([, bytes]) => bytes));
    const wide = (bytes) => Math.max((bytes / most) * width, bytes ? 0.5 : 0);
    let x = 0;
    const drawn = rows.map(([name, bytes], index) => {
      const y = index * 58;
      const bars = index ? svg("rect", { class: `holds ${sides[index - 1].id}`, x: 0, y: y + 22, width: wide(bytes), height: 20, rx: 3 }) :
        parts.map(([part, colour]) => { const bar = svg("rect", { class: `keeps ${colour}`, x, y: y + 22, width: wide(part), height: 20 }); x += wide(part); return bar; }).join("");
      return text(0, y + 15, `${name}: ${room(bytes)}`) + bars;
    });
    return [3 * 58, drawn.join("")];
  }

  const more = (value) => (value > 0 ? "" : "Enter a value greater than zero.");

  function used({ points }) {
    const steps = [1, 256].map((batch) => points.find((p) => p.case === "step" && p.net === "fcn" && p.batch === batch));
    return steps.every((p) => p?.share) ? `${percent(steps[0].share)} of its roof with batch size 1, ${percent(steps[1].share)} with batch size 256` : "";
  }

  lanes.explorable("shall-i-rent", {
    presets: PRESETS,
    sliders: Object.fromEntries(["A", "B"].flatMap((side) => [
      [`offer${side}`, { values: ({ offers }) => offers.map((_, index) => index), say: named }],
      [`use${side}`, { values: () => USES, say: (use) => percent(use) }],
    ])),
    fields: { work: { fault: more }, steps: { fault: more }, weights: { fault: more }, tape: { fault: (value) => (value >= 0 ? "" : "Enter zero or more.") },
      priceA: { fault: more, optional: true }, priceB: { fault: more, optional: true } },
    read(records) {
      const roof = records.find(({ id }) => id === "cpu")?.points.find((p) => p.case === "roof" && p.kind === "compute");
      return { records, offers: [...(roof ? [{ ...RENTED, name: "two cores", peak: roof.work / roof.time }] : []), ...SHEETS] };
    },
    start: ({ offers }) => ({ ...PRESETS[0][1], tape: 0, offerA: offers.length - 2, priceA: offers.at(-2).price, offerB: offers.length - 1, priceB: offers.at(-1).price }),
    // Changing the machine also sets its listed price.
    settle(state, change, { offers }) {
      const prices = ["A", "B"].filter((side) => `offer${side}` in change).map((side) => [`price${side}`, offers[state[`offer${side}`]].price]);
      return { ...state, ...Object.fromEntries(prices) };
    },
    frame: () => `${presets("Training runs", PRESETS)}
      <div class="job">${controls(numberField("work", "GFLOP per step"), numberField("steps", "steps"), numberField("weights", "weights, millions"), numberField("tape", "activations, GB"))}</div>
      <div class="sides">${["A", "B"].map((side) => `<fieldset><legend>${{ A: "First offer", B: "Second offer" }[side]}</legend>${
        controls(slider(`offer${side}`, "machine"), slider(`use${side}`, "expected utilisation"), numberField(`price${side}`, "your price, USD/h"))}</fieldset>`).join("")}</div>
      ${pictures(picture("chart", keys([["one", "first offer"], ["other", "second offer"]])), picture("memory", keys([["a", KEPT[0][0]], ["b", KEPT[1][0]], ["c", KEPT[2][0]], ["d", "activations"]])))}
      <div id="bill"></div>
      ${measuredList("machines", "Measured: utilisation of a training step of the dense network")}`,
    show(state, { records, offers }) {
      const sides = [["A", "one"], ["B", "other"]].map(([side, id]) => ({ id, offer: offers[state[`offer${side}`]], use: state[`use${side}`], price: state[`price${side}`] }));
      const bills = sides.map(({ offer, use, price }) => bill(state, offer, use, price));
      const [a, b] = sides;
      const at = even(state, a.offer, b.offer);
      const other = also(b.offer.name);
      const costs = b.offer.name === "two cores" ? "cost" : "costs";
      const tie = at === null || a.offer === b.offer ? "" : at > 1 ? ` Even at its peak, the second offer would cost more.` :
        ` ${other[0].toUpperCase()}${other.slice(1)} ${costs} the same at a utilisation of ${percent(at)}.`;
      const costlier = bills[0].money !== null && bills[1].money !== null && a.offer !== b.offer ? ` It costs ${digits(Math.max(bills[0].money / bills[1].money, bills[1].money / bills[0].money))} times as much on ${
        also((bills[0].money > bills[1].money ? a : b).offer.name)}.` : "";
      const description = sides.map(({ offer, use }, i) => `${offer.name} at a utilisation of ${percent(use)}: ${formatDuration(bills[i].seconds)}, ${usd(bills[i].money)}`).join("; ");
      const fit = sides.map(({ offer }, i) => `${bills[i].fits ? "fits" : "does not fit"} into ${offer.name}`).join(", ");
      const loose = (text) => text.replaceAll("\u202f", " ");  // allows a line break on narrow screens
      const rows = sides.map(({ offer, use }, i) => `<tr><th scope="row">${escaped(offer.name)}, ${percent(use)}</th><td>${loose(formatDuration(bills[i].seconds))}</td><td>${loose(usd(bills[i].money))}</td><td>${
        kilowatts(bills[i].energy)}</td><td>${bills[i].fits ? "fits" : "<b>too large</b>"}</td></tr>`).join("");
      return {
        pictures: { chart: (width) => chart(state, sides, width), memory: (width) => memory(state, sides, width) },
        texts: { "chart-words": `${description}.${costlier}${tie}`, "memory-words": `${EACH} bytes per weight and the activations of one step: ${room(needed(state))}; ${fit}.` },
        html: { bill: `<table><thead><tr><th scope="col">offer</th><th scope="col">time</th><th scope="col">price</th><th scope="col">energy &le;</th><th scope="col">memory</th></tr></thead><tbody>${rows}</tbody></table>`,
          machines: machines(records, used) },
        live: `${description}. ${fit}.`,
      };
    },
    style: `
      .sides { display: grid; gap: .8rem 1.2rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr)); }
      .sides .controls { grid-template-columns: 1fr; } .job .controls { grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr)); gap: 0 1.6rem; }
      fieldset { border: 1px solid var(--lanes-line); border-radius: 6px; margin: 0; padding: 0 .8rem; min-inline-size: 0; } legend { font-weight: 600; padding-inline: .3rem; }
      .one { --line: var(--lanes-cpu); } .other { --line: var(--lanes-gpu); }
      .offer { fill: none; stroke: var(--line); stroke-width: 2.4; } .offer.other { stroke-dasharray: 8 4; }
      .chosen { fill: var(--lanes-paper); stroke: var(--line); stroke-width: 3; } .holds { fill: var(--line); opacity: .8; }
      .a { fill: var(--lanes-a-deep); background: var(--lanes-a-deep); } .b { fill: var(--lanes-b-deep); background: var(--lanes-b-deep); }
      .c { fill: var(--lanes-soft); background: var(--lanes-soft); } .d { fill: var(--lanes-good); background: var(--lanes-good); }
      .swatch:is(.one, .other) { block-size: 0; border-block-start: 3px solid var(--line); vertical-align: middle; } .swatch.other { border-block-start-style: dashed; }
      table { inline-size: 100%; border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; margin-block: .8rem; }
      :is(th, td) { text-align: start; padding: .3rem .4rem .3rem 0; border-block-end: 1px solid var(--lanes-line); vertical-align: baseline; }
      thead th { font-weight: 400; font-size: .82rem; color: var(--lanes-soft); } tbody th { font-weight: 600; }
      @media print { fieldset { display: none; } }`,
  });
})();

// <road-kitchen>: a batch whose requests share one trip to memory, and loads that wait at the same time.
(() => {
  "use strict";
  const { NARROW, controls, decades, digits, figures, wholeNumber, inWords, line, machines, measuredList, picture, pictures, siNumber, seconds, slider, svg, text } = lanes;
  const rate = (perSecond, what) => `${inWords(perSecond)} ${what} per second`;
  const times = (ratio) => `${digits(ratio)}${NARROW}×`;

  // ---- data from the records ----------------------------------------------------------------
  function kitchenOf(record) {
    const of = (name) => record.points.filter((p) => p.case === name);
    const layers = of("layer").sort((a, b) => a.batch - b.batch);
    const peak = Math.max(...of("roof").map((p) => p.work / p.time), 0);
    const bandwidth = Math.max(...of("roof").map((p) => p.bytes / p.time), 0);
    // On a GPU, each step of the loop is a kernel launch and does not measure memory, so the road shows CPUs only.
    const measured = record.id === "gpu" || record.id === "others" ? [] : of("parallel_chasing").sort((a, b) => a.chains - b.chains);
    const road = measured.map((p) => ({ inside: p.chains, latency: p.time / p.steps, rate: (p.chains * p.steps) / p.time }));
    return { ...record, layers: peak && bandwidth ? layers : [], peak, bandwidth, road };
  }

  const fetching = (layer, { bandwidth }) => layer.bytes / bandwidth;
  const computing = (layer, { peak }) => layer.work / peak;
  const longer = (layer, cook) => Math.max(fetching(layer, cook), computing(layer, cook));

  // ---- the kitchen ----------------------------------------------------------------------------
  const CHART = { top: 140, height: 250 };

  function bars(cook, layer, width) {
    const shown = [["load", fetching(layer, cook), "a"], ["compute", computing(layer, cook), "b"], ["measured", layer.time, "c"]];
    const longest = Math.max(...shown.map(([, time]) => time));
    return shown.map(([name, time, colour], index) => {
      const [y, wide] = [8 + index * 36, Math.max(2, (time / longest) * (width - 145))];
      return text(64, y + 18, name, { "text-anchor": "end" }) + svg("rect", { class: `bar ${colour}`, x: 72, y, width: wide, height: 26, rx: 3 }) + text(80 + wide, y + 18, seconds(time));
    }).join("");
  }

  function kitchen({ kitchens, cook }, batch, width) {
    const sizes = cook.layers.map((p) => p.batch);
    const law = cook.layers.map((p) => [p.batch, longer(p, cook)]);
    const drawn = lanes.chart(width, { ...CHART, x: { span: [sizes[0], sizes.at(-1)], log: 2, ticks: sizes, title: "batch size" },
      y: { span: decades([...kitchens.flatMap(({ layers }) => layers.map((p) => p.time)), ...law.map(([, time]) => time)]), write: seconds, title: "latency" } });
    const dots = kitchens.flatMap(({ id, layers }) => layers.filter((p) => sizes.includes(p.batch)).map((p) => drawn.dot(id, p.batch, p.time)));
    const layer = cook.layers.find((p) => p.batch === batch);
    return [drawn.height, bars(cook, layer, width) + drawn.axes + drawn.upright(batch) + drawn.curve("law cpu", law) + dots.join("") + drawn.ring(batch, layer.time)];
  }

  // ---- the road -------------------------------------------------------------------------------
  // Each row is one slot for a load in flight. A load starts when the previous one in its slot has returned.
  function loads(inside, width) {
    const [high, long] = [Math.min(18, 104 / inside), Math.min(150, width / 2)];
    const rows = Array.from({ length: inside }, (_, row) => {
      const starts = Array.from({ length: Math.ceil(width / long) + 1 }, (__, index) => (index - 1 + row / inside) * long);
      return starts.map((start) => [Math.max(start, 0), Math.min(start + long, width)]).filter(([from, to]) => to > from)
        .map(([from, to]) => svg("rect", { class: "load", x: from, y: 4 + row * high, width: Math.max(to - from - 2, 0.5), height: Math.max(high - 2, 1.5), rx: 2 })).join("");
    });
    const foot = 10 + inside * high;
    const back = Array.from({ length: Math.floor((width / long) * inside) }, (_, n) => ((n + 1) / inside) * long).map((x) => line("back", [x, foot], [x, foot + 8]));
    return rows.join("") + back.join("");
  }

  function road({ kitchens, walker }, inside, width) {
    const ways = walker.road.map((p) => p.inside);
    const law = walker.road.map((p) => [p.inside, (p.inside / walker.road[0].inside) * walker.road[0].rate]);
    const drawn = lanes.chart(width, { ...CHART, x: { span: [ways[0], ways.at(-1)], log: 2, ticks: ways, title: "loads in flight" },
      y: { span: decades([...kitchens.flatMap((k) => k.road.map((p) => p.rate)), ...law.map(([, value]) => value)]), write: (value) => siNumber(value), title: "loads per second" } });
    const dots = kitchens.flatMap((k) => k.road.map((p) => drawn.dot(k.id, p.inside, p.rate)));
    return [drawn.height, loads(inside, width) + drawn.axes + drawn.upright(inside) + drawn.curve("law cpu", law) + dots.join("") + drawn.ring(inside, walker.road.find((p) => p.inside === inside).rate)];
  }

  // ---- the texts ------------------------------------------------------------------------------
  function kitchenWords({ kitchens, cook }, batch) {
    const layer = cook.layers.find((p) => p.batch === batch);
    const [one] = cook.layers;
    const served = rate(batch / layer.time, "requests");
    const waiting = fetching(layer, cook) >= computing(layer, cook) ? "loading takes longer, so another request costs almost nothing" : "computing takes longer, so every further request delays all others";
    return {
      texts: {
        waits: seconds(layer.time), served, compared: `latency ${times(layer.time / one.time)}, throughput ${times((batch / layer.time) * (one.time / one.batch))}`,
        "kitchen-words": `Batch size ${wholeNumber(batch)}: at the measured peak and bandwidth, ${waiting}. Line: the longer of loading and computing. Marks: measured.`,
      },
      html: { "kitchen-machines": machines(kitchens, ({ layers }) => layers.filter((p) => p.batch === batch).map((p) => `latency ${seconds(p.time)}`)[0]) },
      live: `${wholeNumber(batch)} requests: latency ${seconds(layer.time)}, throughput ${served}.`,
    };
  }

  function roadWords({ kitchens, walker }, inside) {
    const point = walker.road.find((p) => p.inside === inside);
    const [one] = walker.road;
    const arrive = rate(point.rate, "loads");
    return {
      texts: {
        trip: seconds(point.latency), arrive, gain: `${times(point.rate / one.rate)} (line: ${times(inside / one.inside)})`,
        "road-words": `${inside} in flight: each bar is one load, each tick mark below it a load that has returned. Line: Little's law with the latency of a single load. Marks: measured.`,
      },
      html: { "road-machines": machines(kitchens, (k) => (k.id === "gpu" ? "not shown, because each step is a kernel launch there" : k.road.filter((p) => p.inside === inside).map((p) => `a load takes ${seconds(p.latency)}`)[0]), []) },
      live: `${inside} loads in flight: each takes ${seconds(point.latency)}, throughput ${arrive}.`,
    };
  }

  const half = (title, name, control, list) => `<section aria-labelledby="${name}-title"><p class="heading" id="${name}-title">${title}</p>
    ${controls(slider(...control))}${picture(name)}${figures(list)}${measuredList(`${name}-machines`, "Measured")}</section>`;

  lanes.explorable("road-kitchen", {
    sliders: { batch: { values: ({ cook }) => cook.layers.map((p) => p.batch) }, inside: { values: ({ walker }) => walker.road.map((p) => p.inside) } },
    start: ({ cook, walker }) => ({ batch: (cook.layers.find((p) => p.batch === 8) ?? cook.layers[0]).batch, inside: (walker.road.find((p) => p.inside === 4) ?? walker.road[0]).inside }),
    read(records) {
      const kitchens = records.map(kitchenOf);
      const [cook, walker] = [kitchens.find(({ layers }) => layers.length), kitchens.find((k) => k.road.length)];
      return cook && walker && { kitchens, cook, walker };
    },
    frame: () => pictures(
      half("The kitchen: one layer, many requests", "kitchen", ["batch", "batch size"], [["waits", "latency"], ["served", "throughput"], ["compared", "compared with batch size 1"]]),
      half("The road: loads in flight", "road", ["inside", "loads in flight"], [["trip", "latency of a load"], ["arrive", "throughput"], ["gain", "throughput compared with one load"]])),
    show({ batch, inside }, data) {
      const [first, second] = [kitchenWords(data, batch), roadWords(data, inside)];
      return {
        pictures: { kitchen: (width) => kitchen(data, batch, width), road: (width) => road(data, inside, width) },
        texts: { ...first.texts, ...second.texts }, html: { ...first.html, ...second.html }, live: `${first.live} ${second.live}`,
      };
    },
    style: `
      .bar { stroke: var(--lanes-ink); stroke-width: 1; }
      .bar.a { fill: var(--lanes-a-deep); } .bar.b { fill: var(--lanes-b-deep); } .bar.c { fill: var(--lanes-c-deep); }
      .load { fill: var(--lanes-a-deep); } .back { stroke: var(--lanes-ink); stroke-width: 1.2; }
      .words { min-block-size: 4.2em; } output { font-size: 1.22rem; } dd { font-size: 1rem; }`,
  });
})();

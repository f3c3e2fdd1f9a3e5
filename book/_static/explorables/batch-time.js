// <batch-time>: a training step of one of five networks, by batch: measured here, and the least a GPU can take.
(() => {
  "use strict";
  const { controls, counted, decades, figures, grouped, machines, measured, percent, picture, presets, seconds, slider } = lanes;

  const NETS = [["digits", "digit reader"], ["fcn", "dense, MNIST's shape"], ["alexnet", "AlexNet's shape"], ["resnet", "ResNet's shape"], ["lstm", "LSTM"]];
  const PRESETS = NETS.map(([net, name]) => [name, { net }]);
  const HANDING = [1.3e-6, 2.5e-6, 5e-6, 8e-6, 20e-6, 50e-6]; // s a launch: in a graph, in a queue, in a turn of a loop, and more
  const MNIST = 60000;

  const stepsOf = (points, net) => points.filter((p) => p.case === "step" && p.net === net).sort((a, b) => a.batch - b.batch);
  const bound = (point, handing) => point.least + point.launches * handing;
  // The first measured batch from which on the bound stays below the clock; null: none.
  function crossover(steps, handing) {
    const last = steps.findLastIndex((p) => bound(p, handing) >= p.time);
    return steps[last + 1]?.batch ?? null;
  }

  function chart(records, steps, { net, batch, handing }, width) {
    const law = steps.map((p) => [p.batch, bound(p, handing)]);
    const all = records.flatMap(({ id, points }) => stepsOf(points, net).map((p) => ({ ...p, id })));
    const drawn = lanes.chart(width, {
      x: { span: [steps[0].batch, steps.at(-1).batch], log: 2, ticks: steps.map((p) => p.batch), title: "examples in a step" },
      y: { span: decades([...all.map((p) => p.time), ...law.map(([, time]) => time)]), write: seconds, title: "time of a step" },
    });
    const dots = all.filter((p) => p.batch <= steps.at(-1).batch).map((p) => drawn.dot(p.id, p.batch, p.time));
    return [drawn.height, drawn.axes + drawn.upright(batch) + drawn.curve("law gpu", law) + dots.join("") + drawn.ring(batch, steps.find((p) => p.batch === batch).time)];
  }

  const wins = (first, steps) => (first === null ? "the GPU is behind even in the largest of these batches" :
    first === steps[0].batch ? "the GPU may be ahead in every batch" : `the GPU may be ahead from ${grouped(first)} examples on`);

  lanes.explorable("batch-time", {
    presets: PRESETS,
    sliders: {
      batch: { values: ({ cpu }, { net }) => stepsOf(cpu.points, net).map((p) => p.batch), say: (batch) => grouped(batch) },
      handing: { values: () => HANDING, say: (handing) => seconds(handing) },
    },
    start: () => ({ net: "fcn", batch: 64, handing: 2.5e-6 }),
    settle(state, change, { cpu }) {
      const there = stepsOf(cpu.points, state.net).map((p) => p.batch);
      return { ...state, batch: there.findLast((batch) => batch <= state.batch) ?? there[0] };
    },
    read(records) {
      const cpu = records.find(({ id, points }) => id === "cpu" && NETS.every(([net]) => stepsOf(points, net).length));
      return cpu ? { records, cpu } : null;
    },
    frame: () => `${presets("Networks", PRESETS)}
      ${controls(slider("batch", "examples in a step"), slider("handing", "a launch costs the GPU"))}
      ${picture("chart")}
      ${figures([["each", "an example, here"], ["share", "of the arithmetic roof"], ["epoch", `${grouped(MNIST)} examples, here`], ["ahead", "an H200, counted"]])}
      ${measured("machines", "Measured: one step")}`,
    show(state, { records, cpu }) {
      const steps = stepsOf(cpu.points, state.net);
      const point = steps.find((p) => p.batch === state.batch);
      const first = crossover(steps, state.handing);
      const gain = `at least ${seconds(bound(point, state.handing))}, ${grouped(point.launches)} launch${point.launches === 1 ? "" : "es"} in it`;
      const told = `${counted(state.batch, "example")} in a step: ${seconds(point.time)} here, at least ${seconds(bound(point, state.handing))} on the GPU`;
      return {
        pictures: { chart: (width) => chart(records, steps, state, width) },
        texts: { each: seconds(point.time / point.batch), share: percent(point.share), epoch: seconds((point.time / point.batch) * MNIST), ahead: gain,
          "chart-words": `${told}. By these numbers ${wins(first, steps)}. Marks: measured. Line: what is counted for an H200 and laid on its data sheet, and its launches, one after another. Nobody timed it.` },
        html: { machines: machines(records, ({ points }) => stepsOf(points, state.net).filter((p) => p.batch === state.batch).map((p) => seconds(p.time))[0]) },
        live: `${told}; ${wins(first, steps)}.`,
      };
    },
  });
})();

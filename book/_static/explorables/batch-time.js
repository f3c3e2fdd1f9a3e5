// <batch-time>: a training step of one of five networks by batch size: measured times, and a lower bound for a GPU.
(() => {
  "use strict";
  const { controls, decades, figures, wholeNumber, machines, measuredList, percent, picture, presets, seconds, slider } = lanes;

  const NETS = [["digits", "digit reader"], ["fcn", "dense, MNIST's shape"], ["alexnet", "AlexNet's shape"], ["resnet", "ResNet's shape"], ["lstm", "LSTM"]];
  const PRESETS = NETS.map(([net, name]) => [name, { net }]);
  const LAUNCH_TIMES = [1.3e-6, 2.5e-6, 5e-6, 8e-6, 20e-6, 50e-6]; // seconds per launch: in a graph, in a queue, in a loop iteration, and longer ones
  const MNIST = 60000;

  const stepsOf = (points, net) => points.filter((p) => p.case === "step" && p.net === net).sort((a, b) => a.batch - b.batch);
  const bound = (point, launchTime) => point.least + point.launches * launchTime;
  // Return the batch size from which on the bound is below the measured time, or null.
  function crossover(steps, launchTime) {
    const last = steps.findLastIndex((p) => bound(p, launchTime) >= p.time);
    return steps[last + 1]?.batch ?? null;
  }

  function chart(records, steps, { net, batch, launchTime }, width) {
    const law = steps.map((p) => [p.batch, bound(p, launchTime)]);
    const all = records.flatMap(({ id, points }) => stepsOf(points, net).map((p) => ({ ...p, id })));
    const drawn = lanes.chart(width, {
      x: { span: [steps[0].batch, steps.at(-1).batch], log: 2, ticks: steps.map((p) => p.batch), title: "batch size" },
      y: { span: decades([...all.map((p) => p.time), ...law.map(([, time]) => time)]), write: seconds, title: "time of a step" },
    });
    const dots = all.filter((p) => p.batch <= steps.at(-1).batch).map((p) => drawn.dot(p.id, p.batch, p.time));
    return [drawn.height, drawn.axes + drawn.upright(batch) + drawn.curve("law gpu", law) + dots.join("") + drawn.ring(batch, steps.find((p) => p.batch === batch).time)];
  }

  const describeCrossover = (first, steps) => (first === null ? "the GPU is slower even for the largest of these batch sizes" :
    first === steps[0].batch ? "the GPU may be faster for every batch size" : `the GPU may be faster from batch size ${wholeNumber(first)} on`);

  lanes.explorable("batch-time", {
    presets: PRESETS,
    sliders: {
      batch: { values: ({ cpu }, { net }) => stepsOf(cpu.points, net).map((p) => p.batch), say: (batch) => wholeNumber(batch) },
      launchTime: { values: () => LAUNCH_TIMES, say: (launchTime) => seconds(launchTime) },
    },
    start: () => ({ net: "fcn", batch: 64, launchTime: 2.5e-6 }),
    settle(state, change, { cpu }) {
      const available = stepsOf(cpu.points, state.net).map((p) => p.batch);
      return { ...state, batch: available.findLast((batch) => batch <= state.batch) ?? available[0] };
    },
    read(records) {
      const cpu = records.find(({ id, points }) => id === "cpu" && NETS.every(([net]) => stepsOf(points, net).length));
      return cpu ? { records, cpu } : null;
    },
    frame: () => `${presets("Networks", PRESETS)}
      ${controls(slider("batch", "batch size"), slider("launchTime", "time per kernel launch"))}
      ${picture("chart")}
      ${figures([["each", "CPU time per example"], ["share", "relative to the compute roof"], ["epoch", `CPU time for ${wholeNumber(MNIST)} examples`], ["ahead", "lower bound for an H200"]])}
      ${measuredList("machines", "Measured time of one step")}`,
    show(state, { records, cpu }) {
      const steps = stepsOf(cpu.points, state.net);
      const point = steps.find((p) => p.batch === state.batch);
      const first = crossover(steps, state.launchTime);
      const gain = `at least ${seconds(bound(point, state.launchTime))}, including ${wholeNumber(point.launches)} launch${point.launches === 1 ? "" : "es"}`;
      const description = `Batch size ${wholeNumber(state.batch)}: ${seconds(point.time)} on the CPU, at least ${seconds(bound(point, state.launchTime))} on the GPU`;
      return {
        pictures: { chart: (width) => chart(records, steps, state, width) },
        texts: { each: seconds(point.time / point.batch), share: percent(point.share), epoch: seconds((point.time / point.batch) * MNIST), ahead: gain,
          "chart-words": `${description}. By these values, ${describeCrossover(first, steps)}. Marks: measured times. Line: a lower bound for an H200, from the counts, its data sheet and its launches one after another. We have not timed it.` },
        html: { machines: machines(records, ({ points }) => stepsOf(points, state.net).filter((p) => p.batch === state.batch).map((p) => seconds(p.time))[0]) },
        live: `${description}; ${describeCrossover(first, steps)}.`,
      };
    },
  });
})();

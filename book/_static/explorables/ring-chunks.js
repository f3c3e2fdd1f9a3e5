// <ring-chunks>: an all-reduce on a ring of devices, step by step: which chunk each device sends, and how many devices have contributed to it.
(() => {
  "use strict";
  const { controls, plural, figures, indices, machines, measuredList, picture, pictures, presets, siNumber, seconds, slider, svg, text } = lanes;

  const DENSE = 56.8e6; // bytes of the dense network's gradient
  const SIZES = [1e4, 1e5, 1e6, 1e7, DENSE, 1e8, 1e9]; // bytes of the array on each device
  const SHOWN = 16; // batch size of the measured step
  const PRESETS = [
    ["two devices", { devices: 2, size: DENSE, step: 1 }],
    ["after reduce-scatter", { devices: 4, size: DENSE, step: 3 }],
    ["after all-gather", { devices: 4, size: DENSE, step: 6 }],
    ["eight devices", { devices: 8, size: DENSE, step: 14 }],
  ];
  const steps = ({ devices }) => 2 * (devices - 1);
  const bytes = (count) => siNumber(count, "B");

  // ---- what each device holds after a step: [device][chunk] -> the devices that have contributed to it
  // Device d first sends chunk d, then the chunk that it has just added to. Complete chunks are passed on unchanged.
  const sentChunk = (device, step, devices) => (device - step + 1 + devices * 2) % devices;
  function chunksAfter({ devices, step }) {
    let held = indices(devices).map((device) => indices(devices).map(() => [device]));
    for (let now = 1; now <= step; now += 1) {
      const before = held;
      held = before.map((row) => row.slice());
      for (const device of indices(devices)) {
        const [chunk, to] = [sentChunk(device, now, devices), (device + 1) % devices];
        held[to][chunk] = now < devices ? [...before[to][chunk], ...before[device][chunk]] : before[device][chunk];
      }
    }
    return held;
  }

  // ---- the drawings -------------------------------------------------------------------------------
  function circle({ devices, size: whole, step }, width) {
    const [size, radius] = [Math.min(width, 300), Math.min(width, 300) / 2 - 34];
    const middle = [width / 2, size / 2];
    const at = (turn, far = radius) => [middle[0] + far * Math.sin(2 * Math.PI * turn), middle[1] - far * Math.cos(2 * Math.PI * turn)];
    const arrows = indices(devices).map((device) => {
      const gap = 21 / (2 * Math.PI * radius);
      const along = indices(9).map((part) => at(device / devices + gap + (part / 8) * (1 / devices - 2 * gap - 0.012)));
      const [tip, turn] = [along.at(-1), (device + 1) / devices - gap - 0.012];
      const head = [at(turn + 0.014), at(turn - 0.008, radius + 6), at(turn - 0.008, radius - 6)];
      const label = at((device + 0.5) / devices, devices === 2 ? radius + 16 : radius - 19);
      return svg("polyline", { class: step ? "link on" : "link", points: lanes.path([...along.slice(0, -1), tip]) }) +
        svg("polygon", { class: step ? "head on" : "head", points: lanes.path(head) }) +
        (step ? text(label[0], label[1] + 5, letter(sentChunk(device, step, devices)), { class: "sent", "text-anchor": "middle" }) : "");
    });
    const nodes = indices(devices).map((device) => {
      const [x, y] = at(device / devices);
      return svg("circle", { class: "device", cx: x, cy: y, r: 15 }) + text(x, y + 5, device, { "text-anchor": "middle" });
    });
    const chunk = text(middle[0], middle[1], bytes(whole / devices), { "text-anchor": "middle" }) + text(middle[0], middle[1] + 18, "per chunk", { class: "tick", "text-anchor": "middle" });
    return [size, arrows.join("") + nodes.join("") + chunk];
  }

  const letter = (chunk) => "ABCDEFGH"[chunk];
  function table(state, width) {
    const { devices, step } = state;
    const [held, left, top, high] = [chunksAfter(state), 22, 24, 30];
    const wide = Math.min(56, (width - left) / devices);
    const heads = indices(devices).map((chunk) => text(left + (chunk + 0.5) * wide, 15, letter(chunk), { class: "tick", "text-anchor": "middle" }));
    const rows = held.map((row, device) => {
      const received = step ? sentChunk((device + devices - 1) % devices, step, devices) : -1;
      const y = top + device * high;
      return text(0, y + 20, device, { class: "tick" }) + row.map((whose, chunk) => {
        const x = left + chunk * wide;
        const is = `chunk ${whose.length === devices ? "whole" : whose.length > 1 ? "part" : "alone"}${chunk === received ? " came" : ""}`;
        return svg("rect", { class: is, x: x + 2, y: y + 2, width: wide - 4, height: high - 4 }) +
          text(x + wide / 2, y + 20, whose.length, { class: "count", "text-anchor": "middle" });
      }).join("");
    });
    return [top + devices * high + 4, heads.join("") + rows.join("")];
  }

  const denseStep = (points) => points.find((p) => p.case === "step" && p.net === "fcn" && p.batch === SHOWN);
  const phase = ({ devices, step }) => (step === 0 ? "Each device holds its own array." : step < devices
    ? `Step ${step}, reduce-scatter: each device adds the chunk that it receives to its own.` : `Step ${step}, all-gather: each device receives a complete chunk, which replaces its own.`);

  lanes.explorable("ring-chunks", {
    presets: PRESETS,
    sliders: {
      devices: { values: () => indices(7).map((index) => index + 2) },
      size: { values: () => SIZES, say: (size) => bytes(size) },
      step: { values: (data, state) => indices(steps(state) + 1), say: (step, all) => `${step} of ${all.length - 1}` },
    },
    start: () => ({ devices: 4, size: DENSE, step: 2 }),
    settle: (state) => ({ ...state, step: Math.min(state.step, steps(state)) }),
    read: (records) => records,
    frame: () => presets("Examples", PRESETS) + controls(slider("devices", "devices"), slider("size", "array per device"), slider("step", "step")) +
      figures([["sent", "sent per device so far"], ["messages", "messages per device so far"], ["whole", "in total per device"], ["one", "if one device adds all arrays"]]) +
      pictures(picture("ring"), picture("table")) + measuredList("machines", `Measured: a training step of the dense network, ${SHOWN} examples`),
    show(state, data) {
      const { devices, size, step } = state;
      const [chunk, all] = [size / devices, steps(state)];
      const done = chunksAfter(state).flat().filter((whose) => whose.length === devices).length;
      return {
        pictures: { ring: (width) => circle(state, width), table: (width) => table(state, width) },
        texts: {
          sent: bytes(step * chunk), messages: step, whole: `${bytes(all * chunk)}, ${all} messages`,
          one: `${bytes((devices - 1) * size)} in, as many out`,
          "ring-words": `Devices in a ring. ${step ? "The letter on an arrow is the chunk that is sent in this step." : "Nothing has been sent."}`,
          "table-words": `Each row is a device, and each column is a chunk. The number is the count of devices whose values are in the sum. Thick border: just received. Orange: partial sum. Blue: complete sum. ${phase(state)}`,
        },
        html: { machines: machines(data, ({ points }) => denseStep(points) && seconds(denseStep(points).time)) },
        live: `${plural(devices, "device")}, step ${step} of ${all}. Each device has sent ${bytes(step * chunk)}. ${done} of ${devices * devices} chunks are complete. ${phase(state)}`,
      };
    },
    style: `
      .link { fill: none; stroke: var(--lanes-line-strong); stroke-width: 1.4; } .link.on { stroke: var(--lanes-ink); stroke-width: 2; }
      .head { fill: var(--lanes-line-strong); } .head.on { fill: var(--lanes-ink); } .sent { font-weight: 700; }
      .device { fill: var(--lanes-paper); stroke: var(--lanes-ink); stroke-width: 1.4; }
      .chunk { stroke: var(--lanes-line-strong); stroke-width: .8; fill: none; } .chunk.part { fill: var(--lanes-b); }
      .chunk.whole { fill: var(--lanes-a-deep); } .chunk.came { stroke: var(--lanes-ink); stroke-width: 2.6; }`,
  });
})();

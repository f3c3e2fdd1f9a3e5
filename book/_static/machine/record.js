// A run becomes a sheet of the project's schema (manylanes/README.md), and a file that is dropped in becomes one again.
(() => {
  "use strict";
  const { timeOf } = lanes;
  const FIELDS = ["schema", "taken", "command", "commit", "device", "versions", "precision", "inputs", "conditions", "measurements"];
  const PRECISION = { webgpu: "f32, as the WGSL kernels write it", wasm: "f32, as the WebAssembly module writes it" };

  function sheet(suite, { rows, wait, step, poked }, info) {
    const measurements = rows.filter(({ fault }) => !fault).map(({ one, calls, compile_s, rounds_s, doubts }) =>
      ({ suite: one.suite, case: one.case, params: one.params, work: one.work, bytes: one.bytes, donated: "nothing", compile_s, calls, rounds_s, doubts }));
    return {
      schema: 2, taken: new Date().toISOString(), command: "the page Your machine", commit: null,
      device: { ...info, caches: null, wait_s: wait, clock_step_s: step, asked_while_waiting: poked },
      versions: { browser: navigator.userAgent }, precision: PRECISION[suite], inputs: "multiples of 1/8 in [-1, 1)", conditions: null, measurements,
    };
  }

  // One line a measurement, as `Sheet.dump` writes it.
  function text({ measurements, ...head }) {
    return `${JSON.stringify(head, null, 1).slice(0, -2)},\n "measurements": [\n${measurements.map((row) => `  ${JSON.stringify(row)}`).join(",\n")}\n ]\n}\n`;
  }

  // The suite and the sheet, or an Error whose message a reader can act on.
  function read(name, words) {
    const wrong = (why) => new Error(`${name} is not taken in: ${why} Choose a file that this page wrote.`);
    let raw;
    try {
      raw = JSON.parse(words);
    } catch {
      throw wrong("it is not JSON.");
    }
    const missing = FIELDS.find((field) => !(field in Object(raw)));
    if (missing) throw wrong(`it has no field "${missing}".`);
    if (raw.schema !== 2) throw wrong(`its schema is ${JSON.stringify(raw.schema)}, and this page reads 2.`);
    const rows = Array.isArray(raw.measurements) ? raw.measurements : [];
    const suite = rows.map((row) => Object(row).suite).find((found) => found in PRECISION);
    if (!suite) throw wrong("it holds no measurement that this page takes.");
    const bad = rows.find((row) => !isMeasurement(row));
    if (bad) throw wrong(`a measurement of "${Object(bad).case}" is not whole.`);
    if (typeof Object(raw.device).name !== "string") throw wrong("its device has no name.");
    return [suite, raw];
  }

  const isMeasurement = (row) => row && typeof row.case === "string" && Object(row.params) === row.params && [row.work, row.bytes].every(Number.isFinite) &&
    Array.isArray(row.doubts) && Array.isArray(row.rounds_s) && row.rounds_s.length > 0 &&
    row.rounds_s.every((round) => Array.isArray(round) && round.length && round.every((sample) => sample > 0)) && timeOf(row) > 0;

  lanes.record = { sheet, text, read };
})();

// Convert a run to a results file in the schema of manylanes/README.md, and validate a file that the reader loads.
(() => {
  "use strict";
  const BACKENDS = { webgpu: "GPU", wasm: "CPU, one thread" };

  const sheet = ({ rows, wait, step, poked }, info) => ({
    schema: 2, taken: new Date().toISOString(), command: "the page Your machine", commit: null,
    device: { ...info, caches: null, wait_s: wait, clock_step_s: step, asked_while_waiting: poked },
    versions: { browser: navigator.userAgent }, precision: "f32", inputs: "multiples of 1/8 in [-1, 1)", conditions: null,
    measurements: rows.filter(({ fault }) => !fault).map(({ suite, case: name, params, work, bytes, compile_s, calls, rounds_s, doubts }) =>
      ({ suite, case: name, params, work, bytes, donated: "nothing", compile_s, calls, rounds_s, doubts })),
  });

  // Return the suite and the results; throw an Error whose message says what to do.
  function read(name, words) {
    const wrong = (why) => { throw new Error(`${name} was not loaded: ${why} Choose a file that this page wrote.`); };
    let raw;
    try {
      raw = Object(JSON.parse(words));
    } catch {
      wrong("it is not JSON.");
    }
    const missing = Object.keys(sheet({ rows: [] })).find((field) => !(field in raw));
    if (missing) wrong(`it has no field "${missing}".`);
    if (raw.schema !== 2) wrong(`its schema is ${JSON.stringify(raw.schema)}, and this page reads 2.`);
    const rows = [raw.measurements].flat();
    const suite = Object.keys(BACKENDS).find((backend) => rows.some((row) => row?.suite === backend));
    if (!suite) wrong("it has no measurement that this page can show.");
    const bad = rows.find((row) => !isWhole(row));
    if (bad !== undefined) wrong(`a measurement of "${bad?.case}" is incomplete.`);
    if (!isText(raw.device?.name)) wrong("its device has no name.");
    return [suite, raw];
  }

  const isText = (value) => typeof value === "string";
  const isList = (value) => Array.isArray(value) && value.length > 0;
  const isWhole = (row) => isText(row?.case) && Object(row.params) === row.params && [row.work, row.bytes].every(Number.isFinite) &&
    Array.isArray(row.doubts) && row.doubts.every(isText) && isList(row.rounds_s) && row.rounds_s.every((round) => isList(round) && round.every((sample) => sample > 0));

  lanes.record = { BACKENDS, sheet, read };
})();

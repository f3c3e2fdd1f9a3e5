// The sheets that the page "Your machine" took here. They stay in this browser; nothing is sent anywhere.
(() => {
  "use strict";
  const { scaled, seconds } = lanes;
  const KEPT = "many-lanes.sheets";
  const median = (values) => {
    const all = [...values].sort((a, b) => a - b);
    return (all[(all.length - 1) >> 1] + all[all.length >> 1]) / 2;
  };
  const timeOf = ({ rounds_s }) => median(rounds_s.map(median)); // as manylanes/_record/measurement.py

  // What a row says by these names, of a time in seconds; and how it is written. As manylanes/_record/measurement.py.
  const METRICS = {
    time: [(_, s) => s, seconds],
    step: [({ params }, s) => s / params.steps, seconds],
    rate: [({ work }, s) => work / s, (value) => scaled(value, "FLOP/s")],
    bandwidth: [({ bytes }, s) => bytes / s, (value) => scaled(value, "B/s")],
  };
  const metric = (row, name, s = timeOf(row)) => METRICS[name][0](row, s);
  const written = (value, name) => METRICS[name][1](value);

  // That a sample is the difference of two is how it is made, and no doubt to a reader.
  const doubts = (row) => row.doubts.filter((doubt) => !doubt.includes("share one wait"));

  // A browser may refuse to keep anything, from file:// above all: then there is nothing, and a run is not lost for it.
  function sheets() {
    try {
      return JSON.parse(localStorage.getItem(KEPT)) ?? {};
    } catch {
      return {};
    }
  }

  function keep(all) {
    try {
      localStorage.setItem(KEPT, JSON.stringify(all));
      return true;
    } catch {
      return false;
    }
  }

  // What pages show beside the book's GPU: of three products the quickest. WebAssembly uses one thread and a part of its
  // lanes: beside JAX it would be a ranking, so it is not shown.
  const rows = () => (sheets().webgpu?.measurements ?? []).filter(({ params }) => (params.kernel ?? "tiled") === "tiled");

  function records(cases) {
    const points = rows().filter((row) => cases.has(row.case))
      .map((row) => ({ ...row.params, case: row.case, work: row.work, bytes: row.bytes, time: timeOf(row) }));
    const name = "Yours, through your browser";
    return points.some((point) => point.case !== "roof" && point.case !== "overhead") ? [{ id: "own", name, device: sheets().webgpu.device.name, caches: {}, points }] : [];
  }

  Object.assign(lanes, { median, timeOf, metric, written, doubts, own: { sheets, keep, rows, records } });
})();

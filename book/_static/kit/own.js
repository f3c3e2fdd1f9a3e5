// Results files that the page "Your machine" measured in this browser. They are stored here and not sent anywhere.
(() => {
  "use strict";
  const { siNumber, seconds } = lanes;
  const STORAGE_KEY = "many-lanes.sheets";
  const median = (values) => {
    const all = [...values].sort((a, b) => a - b);
    return (all[(all.length - 1) >> 1] + all[all.length >> 1]) / 2;
  };
  const timeOf = ({ rounds_s }) => median(rounds_s.map(median)); // as in manylanes/_record/measurement.py

  // Quantities of a row, computed from a time in seconds, and their formats, as in manylanes/_record/measurement.py.
  const METRICS = {
    time: [(_, s) => s, seconds],
    step: [({ params }, s) => s / params.steps, seconds],
    rate: [({ work }, s) => work / s, (value) => siNumber(value, "FLOP/s")],
    bandwidth: [({ bytes }, s) => bytes / s, (value) => siNumber(value, "B/s")],
  };
  const metric = (row, name, s = timeOf(row)) => METRICS[name][0](row, s);
  const formatMetric = (value, name) => METRICS[name][1](value);

  // Omit the note about samples that share one wait: it describes the method and is no reason for doubt.
  const doubts = (row) => row.doubts.filter((doubt) => !doubt.includes("share one wait"));

  // A browser may refuse to store data, especially from file://. Then there are no results to show, and `save` returns false.
  function sheets() {
    try {
      return JSON.parse(localStorage.getItem(STORAGE_KEY)) ?? {};
    } catch {
      return {};
    }
  }

  function save(all) {
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(all));
      return true;
    } catch {
      return false;
    }
  }

  // Rows that pages show beside the book's GPU, with only one of the three matrix products, `tiled`. WebAssembly results are
  // omitted: one thread with some of its lanes is not comparable with JAX.
  const rows = () => (sheets().webgpu?.measurements ?? []).filter(({ params }) => (params.kernel ?? "tiled") === "tiled");

  function records(cases) {
    const points = rows().filter((row) => cases.has(row.case))
      .map((row) => ({ ...row.params, case: row.case, work: row.work, bytes: row.bytes, time: timeOf(row) }));
    const name = "Yours, through your browser";
    return points.some((point) => point.case !== "roof" && point.case !== "overhead") ? [{ id: "own", name, device: sheets().webgpu.device.name, caches: {}, points }] : [];
  }

  Object.assign(lanes, { median, timeOf, metric, formatMetric, doubts, own: { sheets, save, rows, records } });
})();

// The sheets that the page "Your machine" took here. They stay in this browser; nothing is sent anywhere.
(() => {
  "use strict";
  const KEPT = "many-lanes.sheets";
  const median = (values) => {
    const all = [...values].sort((a, b) => a - b);
    return (all[(all.length - 1) >> 1] + all[all.length >> 1]) / 2;
  };
  const timeOf = ({ rounds_s }) => median(rounds_s.map(median)); // as manylanes/_record/measurement.py

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

  // What explorables draw of it. WebAssembly uses one thread and a part of its lanes: beside JAX it would be a ranking, so it is not drawn.
  function records(cases) {
    const sheet = sheets().webgpu;
    const points = (sheet?.measurements ?? []).filter((row) => cases.has(row.case) && (row.params.kernel ?? "tiled") === "tiled")
      .map((row) => ({ ...row.params, case: row.case, work: row.work, bytes: row.bytes, time: timeOf(row) }));
    const name = "Yours, through your browser";
    return points.some((point) => point.case !== "roof" && point.case !== "overhead") ? [{ id: "own", name, device: sheet.device.name, caches: {}, points }] : [];
  }

  Object.assign(lanes, { median, timeOf, own: { sheets, keep, records } });
})();

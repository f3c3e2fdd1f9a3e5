// The reader's predictions, by question. They are stored in this browser only.
(() => {
  "use strict";
  const KEY = "many-lanes.predictions";
  let unkept = null; // predictions of this page if the browser forbids storage

  function all() {
    if (unkept) return unkept;
    try { return JSON.parse(localStorage.getItem(KEY) ?? "{}"); } catch { return {}; }
  }

  function keep(id, prediction) {
    const kept = all();
    if (prediction) kept[id] = prediction; else delete kept[id];
    try { localStorage.setItem(KEY, JSON.stringify(kept)); } catch { unkept = kept; }
  }

  lanes.guesses = { all, keep };
})();

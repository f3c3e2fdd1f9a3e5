// What the reader predicted, by the name of the question. Kept in this browser, nowhere else.
(() => {
  "use strict";
  const KEY = "many-lanes.predictions";
  let unkept = null; // where the browser forbids storage, predictions live as long as the page

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

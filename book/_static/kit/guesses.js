// The reader's predictions, by question. They are stored in this browser only.
(() => {
  "use strict";
  const KEY = "many-lanes.predictions";
  let unstored = null; // predictions of this page if the browser forbids storage

  function all() {
    if (unstored) return unstored;
    try { return JSON.parse(localStorage.getItem(KEY) ?? "{}"); } catch { return {}; }
  }

  function store(id, prediction) {
    const predictions = all();
    if (prediction) predictions[id] = prediction; else delete predictions[id];
    try { localStorage.setItem(KEY, JSON.stringify(predictions)); } catch { unstored = predictions; }
  }

  lanes.guesses = { all, store };
})();

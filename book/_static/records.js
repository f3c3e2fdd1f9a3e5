// A link to a measurement unfolds the list it stands in.
(() => {
  "use strict";
  function unfold() {
    const row = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const list = row?.closest("details");
    if (!list || list.open) return;
    list.open = true;
    row.scrollIntoView({ block: "center" });
  }
  addEventListener("hashchange", unfold);
  unfold();
})();

// Cards of numbers: kept inside the window, closed with Escape, opened by a first tap on touch screens.
// A button on the card shows how the number was measured.
(() => {
  "use strict";
  const cardOf = (element) => element.querySelector(".origin-card");

  function place(element) {
    const card = cardOf(element);
    card.style.translate = "";
    const { left, right } = card.getBoundingClientRect();
    const room = document.documentElement.clientWidth - 12;
    const shift = right > room ? room - right : left < 12 ? 12 - left : 0;
    if (shift) card.style.translate = `${shift}px 0`;
  }

  for (const element of document.querySelectorAll(".origin")) {
    const open = () => { element.classList.remove("origin-closed"); place(element); };
    element.addEventListener("pointerenter", open);
    element.addEventListener("focusin", open);
    element.addEventListener("click", (event) => {
      const button = event.target.closest(".origin-more");
      if (button) {
        const details = button.parentElement.querySelector(".origin-details");
        details.hidden = !details.hidden;
        button.setAttribute("aria-expanded", String(!details.hidden));
        return;
      }
      const touched = event.pointerType === "touch" && element.dataset.open !== "yes";
      if (touched) event.preventDefault();
      element.dataset.open = touched ? "yes" : "";
    });
    element.addEventListener("focusout", () => { element.dataset.open = ""; });
  }
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const element of document.querySelectorAll(".origin:is(:hover, :focus-within)")) element.classList.add("origin-closed");
  });
})();

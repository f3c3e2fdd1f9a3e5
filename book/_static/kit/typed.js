// A number input with a line below it that shows how the entry was parsed, or asks which number is meant.
(() => {
  "use strict";
  const { exact, readings } = lanes;

  lanes.Typed = class {
    // `fault(value)` returns a sentence that explains why a number is not allowed, or "".
    constructor(input, line, { unit = "", fault = () => "", changed = () => {} } = {}) {
      Object.assign(this, { input, line, unit, fault, changed });
      line.classList.add("typed-line");
      line.setAttribute("aria-live", "polite");
      input.addEventListener("input", () => { this.read(); changed(this); });
      line.addEventListener("click", (event) => event.target.value && this.choose(Number(event.target.value)));
      this.read();
    }

    get empty() {
      return this.input.value.trim() === "";
    }

    read() {
      const found = this.empty ? [] : readings(this.input.value, this.unit);
      this.ambiguous = found.length > 1;
      const fault = this.empty ? "" : found.length ? this.fault(found[0]) : `Write a number${this.unit && ` in ${this.unit}`}, such as 12 or 0.5 or 2e3.`;
      this.value = found.length === 1 && !fault ? found[0] : null;
      this.problem = this.ambiguous ? `Say which number you mean by ${this.input.value.trim()}.` : fault;
      this.input.setAttribute("aria-invalid", String(Boolean(this.problem)));
      if (this.ambiguous) this.ask(found);
      else this.line.textContent = fault || (this.empty ? "" : `read as ${exact(this.value)}`);
    }

    ask(found) {
      const choices = found.map((value) => Object.assign(document.createElement("button"), { type: "button", value: String(value), textContent: exact(value) }));
      this.line.replaceChildren(`${this.input.value.trim()}: do you mean `, choices[0], " or ", choices[1], "?");
    }

    choose(value) {
      this.input.value = exact(value);
      this.read();
      this.input.focus();
      this.changed(this);
    }

    // Set the value from the page, without the line that explains how it was parsed.
    write(value) {
      this.input.value = value === null ? "" : exact(value);
      this.read();
      this.line.textContent = "";
    }
  };
})();

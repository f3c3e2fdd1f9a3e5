// Predictions: readers commit to a guess before they see the answer.
(() => {
  "use strict";
  const { Typed, digits, guesses } = lanes;
  const TITLE = document.querySelector("h1")?.firstChild?.textContent ?? document.title;

  // Describe the error of a guess: as a factor or "within 5 %" if both numbers are positive, else as a difference.
  function describeError(guess, answer) {
    if (guess <= 0 || answer <= 0) return `You were off by ${digits(Math.abs(guess - answer))}.`;
    const factor = Math.max(guess / answer, answer / guess);
    if (factor < 1.05) return "Your guess is within 5 % of it.";
    return `You guessed too ${guess > answer ? "high" : "low"}, by a factor of ${digits(factor, 2)}.`;
  }

  function verdict({ kind, answer, right }, { guess, low, high }) {
    if (kind === "choice") return right === null ? null : { hit: guess === right, words: guess === right ? "You chose right." : "You chose another answer." };
    if (!answer) return null;
    const hit = low <= answer.median && answer.median <= high;
    return { hit, words: `${hit ? "Your interval holds the answer." : "Your interval misses the answer."} ${describeError(guess, answer.median)}` };
  }

  function calibration() {
    const scored = Object.values(guesses.all()).filter((p) => p.kind === "number" && typeof p.hit === "boolean");
    if (scored.length < 2) return "";
    const hits = scored.filter((p) => p.hit).length;
    return `So far ${hits} of your ${scored.length} intervals held; nine in ten should.`;
  }

  function field(form, name, label, unit) {
    const id = `${form.id}-${name}`;
    return `<div class="predict-field"><label for="${id}">${label}</label><span class="predict-input">
      <input id="${id}" name="${name}" type="text" inputmode="decimal" autocomplete="off" required aria-describedby="${id}-line ${form.id}-wrong">
      ${unit ? `<span class="predict-unit" aria-hidden="true"></span>` : ""}</span><p id="${id}-line"></p></div>`;
  }

  function numberForm(form, { unit }) {
    form.innerHTML = `<div class="predict-fields">${field(form, "guess", "Your best guess", unit)}
      <fieldset><legend>You are 90 % sure that it lies between</legend>
      ${field(form, "low", "low", unit)}${field(form, "high", "high", unit)}</fieldset></div>`;
    for (const mark of form.querySelectorAll(".predict-unit")) mark.textContent = unit;
    if (unit) for (const label of form.querySelectorAll("label")) label.append(Object.assign(document.createElement("span"), { className: "visually-hidden", textContent: `, in ${unit}` }));
    return [...form.querySelectorAll("input")].map((input) => new Typed(input, form.querySelector(`[id="${input.id}-line"]`), { unit }));
  }

  function choiceForm(form, box) {
    const list = box.querySelector(".predict-choices");
    const fieldset = document.createElement("fieldset");
    fieldset.innerHTML = '<legend class="visually-hidden">Your choice</legend>';
    [...list.children].forEach((item, index) => {
      const label = document.createElement("label");
      label.className = "predict-choice";
      label.innerHTML = `<input type="radio" name="guess" value="${index}" required>`;
      const words = document.createElement("span");
      words.append(...[...item.childNodes].map((node) => node.cloneNode(true)));
      label.append(words);
      fieldset.append(label);
    });
    form.append(fieldset);
    list.classList.add("predict-replaced");
  }

  function choice(form) {
    const data = new FormData(form);
    return data.has("guess") ? { guess: Number(data.get("guess")) } : "Choose one answer.";
  }

  function numbers(fields) {
    const ambiguous = fields.find((field) => field.ambiguous);
    if (ambiguous) return ambiguous.problem;
    const [guess, low, high] = fields.map(({ value }) => value);
    if ([guess, low, high].includes(null)) return "Write three numbers, such as 12 or 0.5 or 2e3.";
    if (!(low < high)) return "The low end must be below the high end.";
    if (guess < low || guess > high) return "Your guess lies outside your own interval.";
    return { guess, low, high };
  }

  class Prediction {
    constructor(box) {
      this.box = box;
      this.facts = JSON.parse(box.dataset.predict);
      this.answer = box.querySelector(".predict-answer");
      this.form = Object.assign(document.createElement("form"), { id: `form-${this.facts.id}`, noValidate: true, className: "predict-form" });
      if (this.facts.kind === "choice") choiceForm(this.form, box); else this.fields = numberForm(this.form, this.facts);
      this.form.insertAdjacentHTML("beforeend", `<p class="predict-wrong" id="${this.form.id}-wrong" role="alert"></p>
        <p class="predict-buttons"><button type="submit" class="predict-commit">Commit and see</button></p>`);
      this.result = Object.assign(document.createElement("div"), { className: "predict-result" });
      this.result.tabIndex = -1;
      this.answer.before(this.form, this.result);
      this.again = Object.assign(document.createElement("button"), { type: "button", className: "predict-again", textContent: "Forget it and ask again" });
      this.again.addEventListener("click", () => this.reset());
      this.answer.after(this.again);
      this.form.addEventListener("submit", (event) => { event.preventDefault(); this.commit(); });
      this.box.classList.add("predict-live");
      this.show(guesses.all()[this.facts.id]);
    }

    commit() {
      const entry = this.fields ? numbers(this.fields) : choice(this.form);
      this.form.querySelector(".predict-wrong").textContent = typeof entry === "string" ? entry : "";
      if (typeof entry === "string") { (this.form.querySelector("[aria-invalid=true]") ?? this.form.querySelector("input")).focus(); return; }
      const { kind, answer } = this.facts;
      const where = { page: location.pathname.split("/").at(-1), title: TITLE };
      const prediction = { kind, ...entry, answer: answer?.median ?? null, hit: verdict(this.facts, entry)?.hit ?? null, ...where };
      guesses.store(this.facts.id, prediction);
      this.show(prediction);
      this.result.focus();
    }

    reset() {
      guesses.store(this.facts.id, null);
      if (this.fields) for (const field of this.fields) field.write(null); else this.form.reset();
      this.show(null);
      this.form.querySelector("input").focus();
    }

    show(prediction) {
      const done = Boolean(prediction);
      this.box.classList.toggle("predict-done", done);
      this.answer.open = done;
      this.answer.hidden = !done;
      this.form.hidden = done;
      this.again.hidden = !done;
      this.result.replaceChildren();
      if (done) this.showResult(prediction);
    }

    showResult(prediction) {
      const outcome = verdict(this.facts, prediction);
      const { kind, unit } = this.facts;
      const chosen = kind === "choice" ? this.form.querySelectorAll(".predict-choice span")[prediction.guess]?.textContent : null;
      const guess = kind === "choice" ? `You chose: ${chosen}.`
        : `You said ${digits(prediction.guess)}, between ${digits(prediction.low)} and ${digits(prediction.high)}${unit ? ` ${unit}` : ""}.`;
      const line = (words, name) => this.result.append(Object.assign(document.createElement("p"), { textContent: words, className: name }));
      line(guess, "predict-said");
      line(outcome ? outcome.words : "Your prediction is kept until the answer is measured.", outcome ? (outcome.hit ? "predict-hit" : "predict-miss") : "predict-said");
      const calibrationText = kind === "number" ? calibration() : "";
      if (calibrationText) line(calibrationText, "predict-calibration");
    }
  }

  for (const box of document.querySelectorAll("[data-predict]")) new Prediction(box);
})();

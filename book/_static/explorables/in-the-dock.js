// <in-the-dock>: the reader's own intervals beside the answers, and how many contain the answer if they are widened.
(() => {
  "use strict";
  const { controls, plural, digits, escaped, figures, guesses, indices, key, keys, measuredList, percent, picture, pictures, plain, presets, slider, svg, text } = lanes;

  const SURE = 0.9; // the confidence that every chapter asks for
  const STRETCHES = [0.25, 0.35, 0.5, 0.7, 1, 1.4, 2, 2.8, 4, 5.6, 8, 11, 16];
  const PRESETS = [["as entered", { stretch: 1 }], ["twice as wide", { stretch: 2 }], ["half as wide", { stretch: 0.5 }]];
  const WORST = 5;
  // Example predictions for readers without any: [prediction, half of the interval], both as factors of the answer.
  const EXAMPLE = [[0.05, 3], [40, 4], [1.7, 2], [0.4, 2], [7, 5], [0.9, 1.5], [0.002, 10], [3, 2], [0.6, 3], [15, 6], [0.2, 2], [1.1, 3]];

  const example = () => EXAMPLE.map(([guess, half], index) => ({ id: index, guess, low: guess / half, high: guess * half, answer: 1 }));
  const scoredPredictions = (all) => Object.entries(all).filter(([, it]) => typeof it.hit === "boolean").map(([id, it]) => ({ id, ...it }));
  // Ratios need positive values, so the drawing omits other predictions.
  const positive = ({ guess, low, high, answer }) => Math.min(guess, low, high, answer) > 0;

  // Return an end of an interval that is widened by `stretch`, as a multiple of the answer.
  const end = ({ guess, answer }, side, stretch) => (guess / answer) * (side / guess) ** stretch;
  const holds = (it, stretch) => end(it, it.low, stretch) <= 1 && end(it, it.high, stretch) >= 1;
  const errorFactor = ({ guess, answer }) => Math.max(guess / answer, answer / guess);
  const median = (values) => { const all = [...values].sort((a, b) => a - b); return Math.sqrt(all[(all.length - 1) >> 1] * all[all.length >> 1]); };

  // Return the factor by which an interval must be widened to contain its answer, and the factor at which nine in ten do.
  const neededStretch = (it) => { const side = it.guess > it.answer ? it.low : it.high; return it.guess === it.answer ? 0 : Math.log(it.answer / it.guess) / Math.log(side / it.guess); };
  const stretchForNine = (list) => list.map(neededStretch).sort((a, b) => a - b)[Math.ceil(SURE * list.length) - 1];

  // Return the probability that at most `held` intervals contain the answer if each does with a probability of 90 %.
  function probabilityOfAtMost(held, of) {
    let [term, sum] = [(1 - SURE) ** of, 0];
    for (const k of indices(held + 1)) {
      sum += term;
      term *= ((of - k) / (k + 1)) * (SURE / (1 - SURE));
    }
    return Math.min(1, sum);
  }
  const describeStretch = (stretch) => (stretch === 1 ? "as entered" : `${digits(stretch, 2)} times as wide`);
  const inWords = (share) => (share > 0.2 ? "as expected" : share < 1e-6 ? "less than one in a million" : `one in ${digits(1 / share, 2)}`);

  function intervals({ list }, stretch, width) {
    const [left, right, high, top] = [8, 8, 17, 26];
    const ends = list.flatMap((it) => [end(it, it.low, stretch), end(it, it.high, stretch), it.guess / it.answer]);
    const most = Math.min(6, Math.max(1, Math.ceil(Math.max(...ends.map((value) => Math.abs(Math.log10(value)))))));
    const x = (factor) => left + (width - left - right) * (Math.max(-most, Math.min(most, Math.log10(factor))) / most + 1) / 2;
    const bottom = top + list.length * high;
    const ticks = [-most, 0, most].map((power) => {
      const anchor = power < 0 ? "start" : power ? "end" : "middle";
      const words = power ? `${power < 0 ? "1/" : ""}${plain(10 ** Math.abs(power))}` : "the answer";
      return svg("line", { class: power ? "rule" : "here", x1: x(10 ** power), x2: x(10 ** power), y1: top - 6, y2: bottom }) + text(x(10 ** power), 14, words, { class: "tick", "text-anchor": anchor });
    });
    const rows = [...list].sort((a, b) => errorFactor(b) - errorFactor(a)).map((it, index) => {
      const y = top + (index + 0.5) * high;
      const kind = holds(it, stretch) ? "held" : "missed";
      return svg("line", { class: kind, x1: x(end(it, it.low, stretch)), x2: x(end(it, it.high, stretch)), y1: y, y2: y }) +
        svg("circle", { class: `guess ${kind}`, cx: x(it.guess / it.answer), cy: y, r: 4.5 });
    });
    return [bottom + 4, ticks.join("") + rows.join("")];
  }

  lanes.explorable("in-the-dock", {
    presets: PRESETS,
    sliders: { stretch: { values: () => STRETCHES, say: describeStretch } },
    start: () => ({ stretch: 1 }),
    read() {
      const kept = scoredPredictions(guesses.all());
      const numbers = kept.filter((it) => it.kind === "number" && positive(it));
      const choices = kept.filter(({ kind }) => kind === "choice");
      return { own: numbers.length > 1, list: numbers.length > 1 ? numbers : example(), choices };
    },
    frame: ({ own, list }) => `<p class="heading">${own ? `Your ${list.length} predictions` : "These predictions are an example, until this browser stores two of yours"}</p>` +
      presets("Widths", PRESETS) + controls(slider("stretch", "width of every interval")) +
      figures([["held", "intervals with the answer"], ["chance", "probability of so few at 90 %"], ["nine", "nine in ten at"], ["off", "median error"], ["chosen", "correct choices"]]) +
      pictures(picture("intervals", keys([["held", "contains the answer"], ["missed", "does not contain it"]]))) +
      (own ? measuredList("worst", "Largest errors") : '<p class="words">Every chapter asks for two predictions. Commit one there, and come back.</p>'),
    show({ stretch }, { own, list, choices }) {
      const held = list.filter((it) => holds(it, stretch)).length;
      const right = choices.filter(({ hit }) => hit).length;
      const worst = [...list].sort((a, b) => errorFactor(b) - errorFactor(a)).slice(0, WORST);
      const whose = own ? "your intervals" : "the intervals of the example";
      const enough = `${digits(stretchForNine(list), 2)} times the width`;
      return {
        pictures: { intervals: (width) => intervals({ list }, stretch, width) },
        texts: {
          held: `${held} of ${list.length}, ${percent(held / list.length, 2)}`, chance: inWords(probabilityOfAtMost(held, list.length)), nine: enough,
          off: `a factor of ${digits(median(list.map(errorFactor)), 2)}`, chosen: choices.length ? `${right} of ${choices.length}` : "none made",
          "intervals-words": `Each line is one of ${whose}, and the dot is the prediction. The largest error is at the top. The horizontal axis is the ratio to the answer.`,
        },
        html: own ? { worst: worst.map((it) => `<li>${key("own")} <a href="${escaped(it.page ?? "")}#predict-${escaped(it.id)}">${escaped(it.title ?? it.id)}</a>: off by a factor of ${digits(errorFactor(it), 2)}</li>`).join("") } : {},
        live: `${plural(list.length, "interval")}, each ${describeStretch(stretch)}: ${held} contain the answer. Nine in ten contain it at ${enough}.`,
      };
    },
    style: `
      line.held { stroke: var(--lanes-a-deep); stroke-width: 3; } line.missed { stroke: var(--lanes-b-deep, var(--lanes-b)); stroke-width: 3; stroke-dasharray: 5 3; }
      .guess { stroke: var(--lanes-ink); stroke-width: 1.4; } .guess.held { fill: var(--lanes-a-deep); } .guess.missed { fill: var(--lanes-paper); }
      .swatch.held { background: var(--lanes-a-deep); } .swatch.missed { background: var(--lanes-b-deep, var(--lanes-b)); }
      .machines a { color: var(--lanes-link); }`,
  });
})();

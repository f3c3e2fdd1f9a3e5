// <in-the-dock>: the reader's own intervals against the answers, and how many would have held had they been wider.
(() => {
  "use strict";
  const { controls, counted, digits, escaped, figures, guesses, indices, key, keys, measured, percent, picture, pictures, plain, presets, slider, svg, text } = lanes;

  const SURE = 0.9; // what every interval was asked for
  const STRETCHES = [0.25, 0.35, 0.5, 0.7, 1, 1.4, 2, 2.8, 4, 5.6, 8, 11, 16];
  const PRESETS = [["as they were said", { stretch: 1 }], ["twice as wide", { stretch: 2 }], ["half as wide", { stretch: 0.5 }]];
  const WORST = 5;
  // Nobody's guesses, for who has none: [guess, half of the interval], both as factors of the answer.
  const EXAMPLE = [[0.05, 3], [40, 4], [1.7, 2], [0.4, 2], [7, 5], [0.9, 1.5], [0.002, 10], [3, 2], [0.6, 3], [15, 6], [0.2, 2], [1.1, 3]];

  const example = () => EXAMPLE.map(([guess, half], index) => ({ id: index, guess, low: guess / half, high: guess * half, answer: 1 }));
  const scored = (all) => Object.entries(all).filter(([, it]) => typeof it.hit === "boolean").map(([id, it]) => ({ id, ...it }));
  // By factors, where that has a meaning; guesses of nothing or less are told of in the figures alone.
  const positive = ({ guess, low, high, answer }) => Math.min(guess, low, high, answer) > 0;

  // An end of an interval that is so many times as wide, as a factor of the answer.
  const end = ({ guess, answer }, side, stretch) => (guess / answer) * (side / guess) ** stretch;
  const holds = (it, stretch) => end(it, it.low, stretch) <= 1 && end(it, it.high, stretch) >= 1;
  const off = ({ guess, answer }) => Math.max(guess / answer, answer / guess);
  const median = (values) => { const all = [...values].sort((a, b) => a - b); return Math.sqrt(all[(all.length - 1) >> 1] * all[all.length >> 1]); };

  // The width at which an interval just holds its answer; nine in ten hold at the ninth of ten.
  const needed = (it) => { const side = it.guess > it.answer ? it.low : it.high; return it.guess === it.answer ? 0 : Math.log(it.answer / it.guess) / Math.log(side / it.guess); };
  const nine = (list) => list.map(needed).sort((a, b) => a - b)[Math.ceil(SURE * list.length) - 1];

  // How likely so few, or fewer, hold for somebody who is right nine times in ten.
  function chance(held, of) {
    let [term, sum] = [(1 - SURE) ** of, 0];
    for (const k of indices(held + 1)) {
      sum += term;
      term *= ((of - k) / (k + 1)) * (SURE / (1 - SURE));
    }
    return Math.min(1, sum);
  }
  const wide = (stretch) => (stretch === 1 ? "as it was said" : `${digits(stretch, 2)} times as wide`);
  const inWords = (share) => (share > 0.2 ? "as it should be" : share < 1e-6 ? "less than one in a million" : `one in ${digits(1 / share, 2)}`);

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
    const rows = [...list].sort((a, b) => off(b) - off(a)).map((it, index) => {
      const y = top + (index + 0.5) * high;
      const kind = holds(it, stretch) ? "held" : "missed";
      return svg("line", { class: kind, x1: x(end(it, it.low, stretch)), x2: x(end(it, it.high, stretch)), y1: y, y2: y }) +
        svg("circle", { class: `guess ${kind}`, cx: x(it.guess / it.answer), cy: y, r: 4.5 });
    });
    return [bottom + 4, ticks.join("") + rows.join("")];
  }

  lanes.explorable("in-the-dock", {
    presets: PRESETS,
    sliders: { stretch: { values: () => STRETCHES, say: wide } },
    start: () => ({ stretch: 1 }),
    read() {
      const kept = scored(guesses.all());
      const numbers = kept.filter((it) => it.kind === "number" && positive(it));
      const choices = kept.filter(({ kind }) => kind === "choice");
      return { own: numbers.length > 1, list: numbers.length > 1 ? numbers : example(), choices };
    },
    frame: ({ own, list }) => `<p class="heading">${own ? `Your ${list.length} guesses` : "Nobody’s guesses: an example, until this browser holds two of yours"}</p>` +
      presets("Widths", PRESETS) + controls(slider("stretch", "every interval")) +
      figures([["held", "intervals that hold"], ["chance", "so few, if 90 % sure"], ["nine", "nine in ten hold at"], ["off", "guesses off by, median"], ["chosen", "choices that were right"]]) +
      pictures(picture("intervals", keys([["held", "holds the answer"], ["missed", "misses it"]]))) +
      (own ? measured("worst", "The farthest off") : '<p class="words">Every chapter asks for two. Commit a guess there, and come back.</p>'),
    show({ stretch }, { own, list, choices }) {
      const held = list.filter((it) => holds(it, stretch)).length;
      const right = choices.filter(({ hit }) => hit).length;
      const worst = [...list].sort((a, b) => off(b) - off(a)).slice(0, WORST);
      const whose = own ? "your" : "the example’s";
      const enough = `${digits(nine(list), 2)} times the width`;
      return {
        pictures: { intervals: (width) => intervals({ list }, stretch, width) },
        texts: {
          held: `${held} of ${list.length}, ${percent(held / list.length, 2)}`, chance: inWords(chance(held, list.length)), nine: enough,
          off: `a factor of ${digits(median(list.map(off)), 2)}`, chosen: choices.length ? `${right} of ${choices.length}` : "none made",
          "intervals-words": `A line for each of ${whose} intervals, a dot for the guess, the farthest off on top; sideways, how many times the answer.`,
        },
        html: own ? { worst: worst.map((it) => `<li>${key("own")} <a href="${escaped(it.page ?? "")}#predict-${escaped(it.id)}">${escaped(it.title ?? it.id)}</a>: off by a factor of ${digits(off(it), 2)}</li>`).join("") } : {},
        live: `${counted(list.length, "interval")}, each ${wide(stretch)}: ${held} hold the answer. Nine in ten hold at ${enough}.`,
      };
    },
    style: `
      line.held { stroke: var(--lanes-a-deep); stroke-width: 3; } line.missed { stroke: var(--lanes-b-deep, var(--lanes-b)); stroke-width: 3; stroke-dasharray: 5 3; }
      .guess { stroke: var(--lanes-ink); stroke-width: 1.4; } .guess.held { fill: var(--lanes-a-deep); } .guess.missed { fill: var(--lanes-paper); }
      .swatch.held { background: var(--lanes-a-deep); } .swatch.missed { background: var(--lanes-b-deep, var(--lanes-b)); }
      .machines a { color: var(--lanes-link); }`,
  });
})();

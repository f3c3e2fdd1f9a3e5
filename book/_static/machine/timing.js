// Which samples are taken, how long each is, and what is doubted. It knows no GPU: device, clock and window are given.
(() => {
  "use strict";
  const { median, seconds, timeOf } = lanes;
  const ROUNDS = 7; // six are the fewest that have an interval of the median (manylanes/README.md)
  // In seconds: no trial begins after `trials`, three rounds of at most `round` are made, none begins after `all`.
  const TIME = { trials: 6, round: 1.8, all: 10 };
  const WAITS = 25; // a sample lasts as many waits, so that a wait is 4 % of it
  const LONGEST = 0.15; // s of a sample, however long the wait
  const FEW = 10; // a sample of fewer waits is a slope: of twice as many calls the time of as many is taken away
  const SLOW_WAIT = 0.02; // s: Firefox looks for finished work ten times a second unless it is asked
  const TOO_LONG = 0.5; // s of a single call: some drivers end what takes two
  const SPENT = "Left out: the time for the page was spent on the others.";
  const MOST = 8192; // calls in one submission
  const MARGIN = 1.1; // as in manylanes/_record/quantity.py

  // What ends a run, in a sentence for the reader.
  class Refused extends Error {}
  class Stopped extends Error {}

  const sorted = (values) => [...values].sort((a, b) => a - b);

  // The clock's step: the smallest of a few. Pages get a coarse clock, lest they spy on each other.
  function grain(clock) {
    const steps = Array.from({ length: 4 }, () => {
      const from = clock();
      for (let now = clock(); ; now = clock()) if (now > from) return now - from;
    });
    return Math.min(...steps);
  }

  // device: {run(one, calls, part) -> a promise that all is done, prepare(one) -> seconds, check(one) -> what is wrong or "",
  //          poke, probes, most, gone}; page: {clock, seen() -> a promise, hides() -> how often, stopped(), tell(sentence)}.
  class Instrument {
    constructor(device, page, cases) {
      Object.assign(this, { device, page, step: grain(page.clock), longest: Math.min(LONGEST, TIME.round / cases) });
      if (20 * this.step > LONGEST) throw new Refused(`This browser's clock steps by ${seconds(this.step)}, to guard your privacy, and nothing here is long enough for it. All that you read on this page stays true; another browser can measure.`);
    }

    async timed(one, calls, part = 1) {
      if (this.page.stopped()) throw new Stopped();
      const [times, together] = one?.awaited ? [calls, 1] : [1, calls];
      const start = this.page.clock();
      for (let i = 0; i < times; i += 1) await this.device.run(one, together, part);
      const taken = this.page.clock() - start;
      if (this.device.gone) throw new Refused(this.device.gone);
      return taken;
    }

    // Of three: what decides about a case must not hang on one hiccup.
    async fastest(one, calls, part) {
      return Math.min(await this.timed(one, calls, part), await this.timed(one, calls, part), await this.timed(one, calls, part));
    }

    // What it costs to learn that nothing is left to do.
    async settle() {
      const nothing = { awaited: true };
      const empty = async () => {
        await this.timed(nothing, 1);
        const [waits] = await this.callsFor(nothing);
        return (await this.fastest(nothing, waits)) / waits;
      };
      this.wait = await empty();
      if (this.wait > SLOW_WAIT && this.device.poke) {
        this.device.poked = true;
        this.wait = await empty();
      }
    }

    enough(one) {
      return Math.max(20 * this.step, one.awaited ? 0 : Math.min(WAITS * this.wait, this.longest));
    }

    // A sixty-fourth of a call says whether the whole would take too long.
    async predicted(one) {
      if (!this.device.probes || one.parts < 64) return 0;
      return 64 * Math.max(0, (await this.fastest(one, 1, 1 / 64)) - 1.5 * this.wait - this.step);
    }

    async callsFor(one) {
      const [enough, most, wait] = [this.enough(one), this.device.most ?? MOST, one.awaited ? 0 : this.wait];
      for (let calls = 1; ;) {
        const taken = await this.fastest(one, calls);
        if (taken >= enough || calls >= most) return [calls, taken];
        const more = (1.2 * (enough - wait)) / Math.max(taken - wait, this.step / 2, 1e-9);
        const next = Math.min(most, Math.ceil(calls * Math.min(16, Math.max(2, more))));
        if (more < 4 && taken > 20 * this.step) return [next, enough]; // near enough to be told
        calls = next;
      }
    }

    // The mean over calls that share one wait; where the wait is too long to drown, the slope between k and 2 k calls.
    async sample(one, calls) {
      const once = await this.timed(one, calls);
      if (one.awaited || once >= FEW * this.wait) return once / calls;
      return ((await this.timed(one, 2 * calls)) - once) / calls;
    }

    // All samples of a visit, or none: what was taken behind another tab is taken again.
    async visit(row) {
      for (;;) {
        await this.page.seen();
        const before = this.page.hides();
        await this.timed(row.one, 1); // warm
        const taken = [];
        for (let i = 0; i < row.samples; i += 1) taken.push(await this.sample(row.one, row.calls));
        if (this.page.hides() === before) return taken;
        row.again = true;
      }
    }
  }

  const first = (one) => ({ one, calls: 1, samples: one.awaited ? 5 : 3, compile_s: 0, rounds_s: [], fault: "", again: false });

  // Compiled, tried in part, checked against plain JavaScript; `fault` says why it is not timed.
  async function admitted(instrument, one) {
    const row = first(one);
    const before = await instrument.device.prepare(one);
    row.compile_s = before;
    const long = await instrument.predicted(one);
    if (long > TOO_LONG) return { ...row, fault: `Left out: one call would take some ${seconds(long)}, and some drivers end what takes two seconds.` };
    await instrument.timed(one, 1);
    const wrong = await instrument.device.check(one);
    if (wrong) return { ...row, fault: `Not timed, for the result is wrong: ${wrong}` };
    const [calls, once] = await instrument.callsFor(one);
    return { ...row, calls, once: once >= FEW * instrument.wait || one.awaited ? once : 3 * once };
  }

  // Where a round would be too long, each visit takes one sample; then the longest are given up. Never a roof, which
  // others are held against.
  function shortened(rows) {
    const timed = rows.filter(({ fault }) => !fault);
    const round = () => timed.reduce((sum, { fault, once, samples }) => sum + (fault ? 0 : once * samples), 0);
    if (round() > TIME.round) for (const row of timed) row.samples = 1;
    for (const row of timed.filter(({ one }) => one.case !== "roof").sort((a, b) => b.once - a.once)) if (round() > TIME.round) row.fault = SPENT;
  }

  async function measure(device, cases, page) {
    const instrument = new Instrument(device, page, cases.length);
    await page.seen();
    await instrument.settle();
    const start = page.clock();
    const rows = [];
    for (const one of cases) {
      page.tell(`Trying ${one.name} …`);
      await page.seen();
      rows.push(page.clock() - start < TIME.trials ? await admitted(instrument, one) : { ...first(one), fault: SPENT });
    }
    shortened(rows);
    const timed = rows.filter(({ fault }) => !fault);
    for (let round = 1; round <= ROUNDS && (round <= 3 || page.clock() - start < TIME.all); round += 1) {
      page.tell(`Round ${round} of at most ${ROUNDS} …`);
      const taken = [];
      for (const row of timed) taken.push(await instrument.visit(row));
      // Only whole rounds count: a device that was lost answers at once, and what it answered is no time.
      for (const [at, row] of timed.entries()) row.rounds_s.push(taken[at]);
    }
    for (const row of timed) if (row.rounds_s.flat().some((sample) => sample * row.calls < instrument.step / 2)) row.fault = "Too short to be told from the wait.";
    const kept = timed.filter(({ fault }) => !fault);
    for (const row of kept) row.doubts = doubts(row, kept, instrument);
    return { rows, wait: instrument.wait, step: instrument.step, poked: Boolean(device.poked) };
  }

  // As `manylanes.time` doubts, as far as a page can know it.
  function doubts({ one, calls, rounds_s, again }, rows, { wait, step }) {
    const time = timeOf({ rounds_s });
    const roof = (kind) => rows.find((row) => row.one.case === "roof" && row.one.params.kind === kind);
    const above = (kind, amount) => {
      const wall = roof(kind);
      return wall && wall.one !== one && one.params.dtype !== "f16" && one[amount] / time > MARGIN * (wall.one[amount] / Math.min(...wall.rounds_s.flat()));
    };
    const middles = sorted(rounds_s.map(median));
    const sample = time * calls;
    return [
      !one.awaited && calls > 1 && `${calls} calls share one wait and are not awaited one by one`,
      !one.awaited && sample < FEW * wait && `slope between ${calls} and ${2 * calls} calls: a wait of ${seconds(wait)} is too long to drown`,
      sample < 20 * step && `a step of the clock, ${seconds(step)}, is more than a twentieth of a sample`,
      above("compute", "work") && "above the compute roof: dead code removed, or a roof that is too low",
      above("memory", "bytes") && "above the memory roof: data in cache",
      middles.at(-1) > MARGIN * middles[0] && "rounds differ by more than a tenth",
      rounds_s.length < 6 && `${rounds_s.length} rounds only: the time for the page was spent`,
      again && "the page was hidden meanwhile; those visits were taken again",
    ].filter(Boolean);
  }

  lanes.timing = { TIME, Refused, Stopped, measure };
})();

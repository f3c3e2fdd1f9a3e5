// Take samples, choose their length, and explain doubtful ones. Device and page are parameters.
(() => {
  "use strict";
  const { median, metric, seconds, timeOf } = lanes;
  const ROUNDS = 7; // a confidence interval of the median needs at least six (manylanes/README.md)
  // Limits in seconds: no trial begins after `trials`; a round that would take longer than `round` is shortened; after three
  // rounds, none begins after `all`.
  const TIME = { trials: 6, round: 1.8, all: 10 };
  const WAITS = 25; // a sample lasts this many waits, so that a wait is 4 % of it
  const LONGEST = 0.15; // s; limit for a sample of several calls, even if a wait is long
  const FEW = 10; // if a sample is shorter than this many waits, use the slope: the time of 2 k calls minus that of k calls
  const SLOW_WAIT = 0.02; // s; Firefox checks for finished work only ten times a second unless it is asked
  const TOO_LONG = 0.5; // s for a single call; some drivers stop calls after two seconds
  const SPENT = "Skipped: the other cases used up the time.";
  const MOST = 8192; // default maximum number of calls in one submission
  const MARGIN = 1.1; // as in manylanes/_record/quantity.py

  // The reason why a run ends, as a sentence for the reader.
  class Refused extends Error {}

  // Return the resolution of the clock in seconds, the smallest of four steps. Browsers make it coarse to prevent timing attacks.
  const clockResolution = (clock) => Math.min(...[0, 0, 0, 0].map(() => {
    const from = clock();
    for (let now = clock(); ; now = clock()) if (now > from) return now - from;
  }));

  // device: {run(one, calls, part) -> promise, prepare(one) -> seconds, check(one) -> a description of a wrong result or "",
  //          poked, most, gone}; page: {clock, seen() -> promise, hides() -> count, stopped(), tell(sentence)}.
  class Instrument {
    constructor(device, page, cases) {
      Object.assign(this, { device, page, step: clockResolution(page.clock), longest: Math.min(LONGEST, TIME.round / cases) });
      if (20 * this.step > LONGEST) throw new Refused(`To protect your privacy, this browser's clock has a resolution of ${seconds(this.step)}, which is too coarse. Use another browser.`);
    }

    async time(one, calls, part = 1) {
      const { clock, stopped } = this.page;
      if (stopped()) throw new Refused("Stopped. The results of this run are discarded.");
      const [times, together] = one.awaited ? [calls, 1] : [1, calls];
      const start = clock();
      for (let i = 0; i < times; i += 1) await this.device.run(one, together, part);
      const taken = clock() - start;
      if (this.device.gone) throw new Refused(this.device.gone);
      return taken;
    }

    // Return the fastest of three times, so that one interruption does not affect the result.
    async fastest(...args) {
      return Math.min(await this.time(...args), await this.time(...args), await this.time(...args));
    }

    // Measure the time of a wait without work. If it is long, make the device submit while it waits, and measure again.
    async measureWait() {
      const nothing = { awaited: true };
      await this.time(nothing, 1);
      const [waits] = await this.callsFor(nothing);
      this.wait = (await this.fastest(nothing, waits)) / waits;
      if (this.wait < SLOW_WAIT || this.device.poked !== false) return;
      this.device.poked = true;
      await this.measureWait();
    }

    // Return the number of calls of a sample, and their time, measured or estimated.
    async callsFor(one) {
      const [most, wait] = [this.device.most ?? MOST, one.awaited ? 0 : this.wait];
      const enough = Math.max(20 * this.step, Math.min(WAITS * wait, this.longest));
      for (let calls = 1; ;) {
        const taken = await this.fastest(one, calls);
        if (taken >= enough || calls >= most) return [calls, taken];
        const more = (1.2 * (enough - wait)) / Math.max(taken - wait, this.step / 2, 1e-9);
        const next = Math.min(most, Math.ceil(calls * Math.min(16, Math.max(2, more))));
        if (more < 4 && taken > 20 * this.step) return [next, enough]; // close enough to extrapolate
        calls = next;
      }
    }

    // Compile a case, try part of it, check its result, choose its calls. Return the reason why it is not timed, or "".
    async admit(one) {
      one.compile_s = await this.device.prepare(one);
      // Estimate the time of a call from a sixty-fourth of it.
      const long = one.groups[0] < 64 ? 0 : 64 * ((await this.fastest(one, 1, 1 / 64)) - 1.5 * this.wait - this.step);
      if (long > TOO_LONG) return `Skipped: one call would take about ${seconds(long)}, and some drivers stop a call after two seconds.`;
      await this.time(one, 1);
      const wrong = await this.device.check(one);
      if (wrong) return `Not timed, because the result is wrong: ${wrong}`;
      const [calls, once] = await this.callsFor(one);
      Object.assign(one, { calls, once: this.isWaitNegligible(one, once) ? once : 3 * once });
      return "";
    }

    isWaitNegligible(one, taken) {
      return one.awaited || taken >= FEW * this.wait;
    }

    // Return the mean time of calls that share one wait, or the slope between k and 2 k calls if the wait is not negligible.
    async sample(one) {
      const once = await this.time(one, one.calls);
      return (this.isWaitNegligible(one, once) ? once : (await this.time(one, 2 * one.calls)) - once) / one.calls;
    }

    // Return all samples of a visit; repeat the visit if the page was hidden meanwhile.
    async visit(one) {
      for (;;) {
        await this.page.seen();
        const before = this.page.hides();
        await this.time(one, 1); // warm up
        const taken = [];
        for (let i = 0; i < one.samples; i += 1) taken.push(await this.sample(one));
        if (this.page.hides() === before) return taken;
        one.again = true;
      }
    }
  }

  const validRows = (rows) => rows.filter(({ fault }) => !fault);

  // If a round would be too long, take one sample in each visit; if that does not suffice, skip the longest cases, except
  // roofs, with which other cases are compared.
  function shorten(rows) {
    const isLong = () => validRows(rows).reduce((sum, { once, samples }) => sum + once * samples, 0) > TIME.round;
    if (isLong()) for (const row of rows) row.samples = 1;
    for (const row of validRows(rows).sort((a, b) => b.once - a.once)) if (row.case !== "roof" && isLong()) row.fault = SPENT;
  }

  // Measure all cases; those without a `fault` become rows of the results file.
  async function measure(device, rows, page) {
    const instrument = new Instrument(device, page, rows.length);
    await page.seen();
    await instrument.measureWait();
    const start = page.clock();
    for (const row of rows) {
      page.tell(`Trying ${row.name} …`);
      await page.seen();
      Object.assign(row, { samples: row.awaited ? 5 : 3, rounds_s: [] });
      row.fault = page.clock() - start < TIME.trials ? await instrument.admit(row) : SPENT;
    }
    shorten(rows);
    for (let round = 1; round <= ROUNDS && (round <= 3 || page.clock() - start < TIME.all); round += 1) {
      page.tell(`Round ${round} of at most ${ROUNDS} …`);
      const taken = [];
      for (const row of validRows(rows)) taken.push(await instrument.visit(row));
      // Only whole rounds count: a lost device returns immediately, so its samples are not times.
      for (const row of validRows(rows)) row.rounds_s.push(taken.shift());
    }
    const { wait, step } = instrument;
    for (const row of rows) if (row.rounds_s.flat().some((sample) => sample * row.calls < step / 2)) row.fault = "Too short to distinguish from the wait.";
    for (const row of validRows(rows)) row.doubts = doubts(row, validRows(rows), instrument);
    return { rows, wait, step, poked: Boolean(device.poked) };
  }

  const roof = (rows, kind) => rows.find((row) => row.case === "roof" && row.params.kind === kind);

  // Return the reasons to doubt a row: those of `manylanes.time` that a page can check, and those of a coarse clock.
  function doubts(row, rows, { wait, step }) {
    const { awaited, calls, rounds_s, params, again } = row;
    const above = (kind, name) => {
      const wall = roof(rows, kind);
      return wall && wall !== row && params.dtype !== "f16" && metric(row, name) > MARGIN * metric(wall, name, Math.min(...wall.rounds_s.flat()));
    };
    const middles = rounds_s.map(median);
    const sample = timeOf(row) * calls;
    return [
      !awaited && calls > 1 && `${calls} calls share one wait and are not awaited one by one`,
      !awaited && sample < FEW * wait && `slope between ${calls} and ${2 * calls} calls: a wait of ${seconds(wait)} is too long for one sample`,
      sample < 20 * step && `a step of the clock, ${seconds(step)}, is more than a twentieth of a sample`,
      above("compute", "rate") && "above the compute roof: dead code removed, or a roof that is too low",
      above("memory", "bandwidth") && "above the memory roof: data in cache",
      Math.max(...middles) > MARGIN * Math.min(...middles) && "rounds differ by more than a tenth",
      rounds_s.length < 6 && `${rounds_s.length} rounds only: the time was used up`,
      again && "the page was hidden: measured again",
    ].filter(Boolean);
  }

  lanes.timing = { TIME, Refused, measure, roof };
})();

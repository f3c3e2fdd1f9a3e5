// The cases: which kernel, how large, how much work, and what must come out. Parameters are named as the book's suites name them.
(() => {
  "use strict";
  // How many are read, at steps of up to 16; how many are streamed, and how long the longest list is; sides of matrices.
  const NUMBERS = { read: 2 ** 21, stream: 2 ** 24, sides: [256, 1024], largest: 2048, vector: 4096, batches: [1, 2, 4, 8, 16, 32, 64], lanes: 2 ** 18, steps: 512 };
  // For a processor that plays the GPU, and for a CPU with little memory.
  const FEWER = { read: 2 ** 14, stream: 2 ** 18, sides: [64, 128], largest: 256, vector: 256, batches: [1, 4, 16], lanes: 2 ** 12, steps: 256 };

  // The same numbers that fill.wgsl writes.
  function number(index, seed) {
    let mixed = Math.imul(index + seed, 2654435769) >>> 0;
    mixed = Math.imul(mixed ^ (mixed >>> 15), 2246822519) >>> 0;
    return (mixed >>> 28) / 8 - 1;
  }
  const next = (place, last) => (Math.imul(place, 1664525) + 1013904223) & last; // as in ring.wgsl
  const A = (index) => number(index, 0);
  const B = (index) => number(index, 7);

  // A result of a product of `columns` columns; `turned` is a first matrix that lies column by column.
  const product = (n, columns = n, turned = false) => (at) => {
    const [row, column] = [Math.floor(at / columns), at % columns];
    let sum = 0;
    for (let k = 0; k < n; k += 1) sum += A(turned ? k * n + row : row * n + k) * B(k * columns + column);
    return sum;
  };

  // A chase says where it began, and then it is known where it must have ended.
  const STEPS = 5000; // once round the shortest list and further: after whole rounds every walk ends where it began
  const chased = (last, size) => (at, got) => {
    let place = got[1] / size;
    for (let step = at ? 0 : STEPS; step > 0; step -= 1) place = next(place, last);
    return place * size;
  };
  const chases = (longest, size, made) => [16, 256, 4096, 65536].filter((kib) => 256 * kib <= longest).map((kib) =>
    made(256 * kib - 1, { kib, order: "shuffled", steps: STEPS }, { bytes: 4 * STEPS + 16, out: 2, expect: chased(256 * kib - 1, size) }));

  function branched(paths, mixed, total) {
    return (at) => {
      const path = mixed ? (8 * (B(at) + 1)) % paths : Math.floor(at / (total / paths));
      let value = new Uint32Array(new Float32Array([A(at)]).buffer)[0] | 1;
      for (let turn = 0; turn < 128; turn += 1) {
        value ^= value << 13;
        value ^= value >>> 17;
        value ^= value << 5;
        value = (value + path) | 0;
      }
      return value >>> 8;
    };
  }

  // What both devices do: how much it is, and what must come out.
  const nothing = { kernel: "nothing", work: 1, bytes: 8, out: 1, expect: () => 2 * A(0) };
  const awaited = { ...nothing, suite: "roofs", awaited: true };
  const streamed = (n) => ({ kernel: "stream", suite: "roofs", work: 2 * n, bytes: 12 * n, out: n, expect: (at) => A(at) - B(at) / 2 });
  const spread = (step, n) => ({ work: n, bytes: 8 * n, out: n, expect: (at) => A(at * step) / 2 });
  const squares = (n) => ({ work: 2 * n ** 3, bytes: 12 * n * n, out: n * n, expect: product(n) });
  const rowed = (n) => ({ work: 2 * n ** 2, bytes: 4 * (n ** 2 + 2 * n), out: n, expect: product(n, 1) });
  const sides = (n, kernel) => ({ m: n, k: n, n, dtype: "f32", kernel });
  const STRIDES = [1, 2, 4, 8, 16];

  // `kernel` is the case's own name where nothing else is said, `groups` are the workgroups of a call, `out` the numbers
  // it writes, `constants` what its pipeline is made with.
  const one = (name, params, more) => {
    const said = Object.entries(params).map((pair) => pair.join("=")).join(",");
    return { kernel: params.kernel ?? name, name: said ? `${name}[${said}]` : name, case: name, params, suite: "webgpu", work: 0, groups: [1, 1], ...more };
  };

  function forGpu(sizes, half) {
    const { read, stream, sides: all, largest, vector: n, batches, lanes: rows, steps } = sizes;
    const gemm = (kernel, tile, ...more) => [...all, ...more].map((n) => one("gemm", sides(n, kernel), { ...squares(n), groups: [n / tile, n / tile], constants: { n } }));
    const layers = batches.map((batch) => {
      const [tray, sum] = [Math.min(batch, 16), product(n, batch, true)];
      return one("layer", { batch }, { work: 2 * n ** 2 * batch + n * batch, bytes: 4 * (n ** 2 + 4 * n * batch), out: n * batch,
        groups: [n / 32, batch / tray], constants: { width: n, batch, tray }, expect: (at) => Math.max(sum(at), 0) });
    });
    const branching = [1, 2, 4, 8].flatMap((paths) => ["sorted", "mixed"].map((order, mixed) => one("branches", { paths, order },
      { bytes: 12 * read, out: read, groups: [read / 256, 1], constants: { paths, mixed, total: read }, expect: branched(paths, mixed, read) })));
    const peak = (name, params, kernel = name) => one(name, { kind: "compute", ...params }, { kernel, suite: "roofs", work: 32 * steps * rows, bytes: 8 * rows, out: rows, groups: [rows / 64, 1], constants: { steps },
      expect: (at) => 16 * A(at) + 24 + 2 * steps });
    return [
      one("overhead", {}, awaited),
      one("next", {}, nothing),
      peak("roof", {}, "peak"), ...(half ? [peak("half", { dtype: "f16" })] : []),
      one("roof", { kind: "memory" }, { ...streamed(stream), groups: [stream / 1024, 1] }),
      ...STRIDES.map((step) => one("strided", { step }, { ...spread(step, read), groups: [read / 256, 1], constants: { step } })),
      ...chases(stream, 1, (last, params, more) => one("chase", params, { ...more, constants: { last, steps: STEPS } })),
      ...gemm("naive", 16), ...gemm("shared", 16), ...gemm("tiled", 64, largest),
      one("matvec", { n }, { ...rowed(n), groups: [n, 1], constants: { n } }),
      ...layers, ...branching,
    ];
  }

  // `args` are what a function of cpu.wat is called with; all but the sides of the matrices in bytes.
  function forCpu({ read, stream, vector }, [b, out, places]) {
    const cpu = (name, params, more, last, second = b, first = 0) => one(name, params, { suite: "wasm", args: [first, second, out, last], ...more });
    const gemm = (kernel) => [128, 256].map((n) => cpu("gemm", sides(n, kernel), squares(n), n));
    const [turns, n] = [2 ** 16, vector / 2];
    return [
      cpu("overhead", {}, awaited),
      cpu("next", {}, nothing),
      cpu("roof", { kind: "compute" }, { kernel: "peak", suite: "roofs", work: 96 * turns, bytes: 20, out: 4, expect: () => 12 * A(0) + 66 + 1.5 * turns }, turns),
      cpu("roof", { kind: "memory" }, streamed(stream), 4 * stream),
      ...STRIDES.map((step) => cpu("strided", { step }, spread(step, read), 4 * read, 4 * step)),
      ...chases(stream, 4, (last, params, more) => cpu("chase", params, more, STEPS, 4 * last, places)),
      ...gemm("naive"), ...gemm("tiled"),
      cpu("matvec", { n }, rowed(n), n),
    ];
  }

  lanes.suite = { NUMBERS, FEWER, number, next, forGpu, forCpu };
})();

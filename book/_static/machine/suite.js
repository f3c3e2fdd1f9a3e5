// The cases: kernels, sizes, work and expected results. Parameters have the names of the book's suites.
(() => {
  "use strict";
  // Sizes: `read` elements at strides of up to 16, `stream` elements of a stream and of the longest list, sides of matrices.
  const NUMBERS = { read: 2 ** 21, stream: 2 ** 24, sides: [256, 1024], largest: 2048, vector: 4096, batches: [1, 2, 4, 8, 16, 32, 64], lanes: 2 ** 18, steps: 512 };
  // Sizes for a software GPU, and for a CPU with little memory.
  const FEWER = { read: 2 ** 14, stream: 2 ** 18, sides: [64, 128], largest: 256, vector: 256, batches: [1, 4, 16], lanes: 2 ** 12, steps: 256 };

  // The values that fill.wgsl writes.
  function number(index, seed) {
    let mixed = Math.imul(index + seed, 2654435769) >>> 0;
    mixed = Math.imul(mixed ^ (mixed >>> 15), 2246822519) >>> 0;
    return (mixed >>> 28) / 8 - 1;
  }
  const next = (place, last) => (Math.imul(place, 1664525) + 1013904223) & last; // as in ring.wgsl
  const A = (index) => number(index, 0);
  const B = (index) => number(index, 7);

  // Return the expected elements of a product with `columns` columns; `turned` means that the first matrix is column-major.
  const product = (n, columns = n, turned = false) => (at) => {
    const [row, column] = [Math.floor(at / columns), at % columns];
    let sum = 0;
    for (let k = 0; k < n; k += 1) sum += A(turned ? k * n + row : row * n + k) * B(k * columns + column);
    return sum;
  };

  // A chase returns its start, which determines where it must end.
  const STEPS = 5000; // more than one round of the shortest list, but no whole rounds: then every walk would end where it began
  const expectedEnd = (last, size) => (at, got) => {
    let place = got[1] / size;
    for (let step = at ? 0 : STEPS; step > 0; step -= 1) place = next(place, last);
    return place * size;
  };
  const chases = (longest, size, makeChase) => [16, 256, 4096, 65536].filter((kib) => 256 * kib <= longest).map((kib) =>
    makeChase(256 * kib - 1, { kib, order: "shuffled", steps: STEPS }, { bytes: 4 * STEPS + 16, out: 2, expect: expectedEnd(256 * kib - 1, size) }));

  function expectedBranch(paths, mixed, total) {
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

  // Cases of both devices: work, bytes and expected results.
  const emptyCall = { kernel: "nothing", work: 1, bytes: 8, out: 1, expect: () => 2 * A(0) };
  const awaitedCall = { ...emptyCall, suite: "roofs", awaited: true };
  const streamCase = (n) => ({ kernel: "stream", suite: "roofs", work: 2 * n, bytes: 12 * n, out: n, expect: (at) => A(at) - B(at) / 2 });
  const stridedCounts = (stride, n) => ({ work: n, bytes: 8 * n, out: n, expect: (at) => A(at * stride) / 2 });
  const gemmCounts = (n) => ({ work: 2 * n ** 3, bytes: 12 * n * n, out: n * n, expect: product(n) });
  const matvecCounts = (n) => ({ work: 2 * n ** 2, bytes: 4 * (n ** 2 + 2 * n), out: n, expect: product(n, 1) });
  const sides = (n, kernel) => ({ m: n, k: n, n, dtype: "f32", kernel });
  const STRIDES = [1, 2, 4, 8, 16];

  // `kernel` defaults to the name of the case. `groups` are the workgroups of a call, `out` is the number of elements that it
  // writes, and `constants` are the constants of its pipeline.
  const makeCase = (name, params, more) => {
    const label = Object.entries(params).map((pair) => pair.join("=")).join(",");
    return { kernel: params.kernel ?? name, name: label ? `${name}[${label}]` : name, case: name, params, suite: "webgpu", work: 0, groups: [1, 1], ...more };
  };

  function forGpu(sizes, half) {
    const { read, stream, sides: all, largest, vector: n, batches, lanes: rows, steps } = sizes;
    const gemm = (kernel, tile, ...more) => [...all, ...more].map((n) => makeCase("gemm", sides(n, kernel), { ...gemmCounts(n), groups: [n / tile, n / tile], constants: { n } }));
    const layers = batches.map((batch) => {
      const [tray, sum] = [Math.min(batch, 16), product(n, batch, true)];
      return makeCase("layer", { batch }, { work: 2 * n ** 2 * batch + n * batch, bytes: 4 * (n ** 2 + 4 * n * batch), out: n * batch,
        groups: [n / 32, batch / tray], constants: { width: n, batch, tray }, expect: (at) => Math.max(sum(at), 0) });
    });
    const branching = [1, 2, 4, 8].flatMap((paths) => ["sorted", "mixed"].map((order, mixed) => makeCase("branches", { paths, order },
      { bytes: 12 * read, out: read, groups: [read / 256, 1], constants: { paths, mixed, total: read }, expect: expectedBranch(paths, mixed, read) })));
    const peak = (name, params, kernel = name) => makeCase(name, { kind: "compute", ...params }, { kernel, suite: "roofs", work: 32 * steps * rows, bytes: 8 * rows, out: rows, groups: [rows / 64, 1], constants: { steps },
      expect: (at) => 16 * A(at) + 24 + 2 * steps });
    return [
      makeCase("overhead", {}, awaitedCall),
      makeCase("next", {}, emptyCall),
      peak("roof", {}, "peak"), ...(half ? [peak("half", { dtype: "f16" })] : []),
      makeCase("roof", { kind: "memory" }, { ...streamCase(stream), groups: [stream / 1024, 1] }),
      ...STRIDES.map((stride) => makeCase("strided", { stride }, { ...stridedCounts(stride, read), groups: [read / 256, 1], constants: { stride } })),
      ...chases(stream, 1, (last, params, more) => makeCase("pointer_chasing", params, { ...more, constants: { last, steps: STEPS } })),
      ...gemm("naive", 16), ...gemm("shared", 16), ...gemm("tiled", 64, largest),
      makeCase("matvec", { n }, { ...matvecCounts(n), groups: [n, 1], constants: { n } }),
      ...layers, ...branching,
    ];
  }

  // `args` are the arguments of a function of cpu.wat, in bytes except for the sides of matrices.
  function forCpu({ read, stream, vector }, [b, out, places]) {
    const cpu = (name, params, more, last, second = b, first = 0) => makeCase(name, params, { suite: "wasm", args: [first, second, out, last], ...more });
    const gemm = (kernel) => [128, 256].map((n) => cpu("gemm", sides(n, kernel), gemmCounts(n), n));
    const [turns, n] = [2 ** 16, vector / 2];
    return [
      cpu("overhead", {}, awaitedCall),
      cpu("next", {}, emptyCall),
      cpu("roof", { kind: "compute" }, { kernel: "peak", suite: "roofs", work: 96 * turns, bytes: 20, out: 4, expect: () => 12 * A(0) + 66 + 1.5 * turns }, turns),
      cpu("roof", { kind: "memory" }, streamCase(stream), 4 * stream),
      ...STRIDES.map((stride) => cpu("strided", { stride }, stridedCounts(stride, read), 4 * read, 4 * stride)),
      ...chases(stream, 4, (last, params, more) => cpu("pointer_chasing", params, more, STEPS, 4 * last, places)),
      ...gemm("naive"), ...gemm("tiled"),
      cpu("matvec", { n }, matvecCounts(n), n),
    ];
  }

  lanes.suite = { NUMBERS, FEWER, number, next, forGpu, forCpu };
})();

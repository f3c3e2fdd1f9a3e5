// The cases: which kernel, how large, how much work, and what must come out. Parameters are named as the book's suites name them.
(() => {
  "use strict";
  const NUMBERS = { reach: 2 ** 25, read: 2 ** 21, stream: 2 ** 24, ring: 2 ** 24, sides: [256, 1024], largest: 2048, vector: 4096, width: 4096, batches: [1, 2, 4, 8, 16, 32, 64], branches: 2 ** 21, lanes: 2 ** 18, steps: 512 };
  // For a processor that plays the GPU, and for a device that has no room for more.
  const FEWER = { reach: 2 ** 20, read: 2 ** 16, stream: 2 ** 18, ring: 2 ** 18, sides: [64, 128], largest: 256, vector: 512, width: 256, batches: [1, 4, 16], branches: 2 ** 14, lanes: 2 ** 12, steps: 256 };

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
  const chases = (ring, size, made) => [16, 256, 4096, 65536].filter((kib) => 256 * kib <= ring).map((kib) =>
    made(256 * kib - 1, { kib, order: "shuffled", steps: STEPS }, { bytes: 4 * STEPS + 16, out: 2, expect: chased(256 * kib - 1, size) }));

  function branched(paths, mixed, total) {
    const bits = new DataView(new ArrayBuffer(4));
    return (at) => {
      const path = mixed ? (8 * (B(at) + 1)) % paths : Math.floor(at / (total / paths));
      bits.setFloat32(0, A(at));
      let value = bits.getUint32(0) | 1;
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
  const nothing = { work: 1, bytes: 8, out: 1, expect: () => 2 * A(0) };
  const streamed = (n) => ({ suite: "roofs", work: 2 * n, bytes: 12 * n, out: n, expect: (at) => A(at) - B(at) / 2 });
  const spread = (step, n) => ({ work: n, bytes: 8 * n, out: n, expect: (at) => A(at * step) / 2 });
  const squares = (n) => ({ work: 2 * n ** 3, bytes: 12 * n * n, out: n * n, expect: product(n) });
  const rowed = (n) => ({ work: 2 * n ** 2, bytes: 4 * (n ** 2 + 2 * n), out: n, expect: product(n, 1) });
  const sides = (n, kernel) => ({ m: n, k: n, n, dtype: "f32", kernel });
  const STRIDES = [1, 2, 4, 8, 16];

  // `groups` are the workgroups of a call, `out` the numbers it writes, `constants` what its pipeline is made with.
  const one = (kernel, name, params, more) => {
    const made = { kernel, case: name, params, suite: "webgpu", work: 0, groups: [1, 1], constants: {}, ...more };
    const said = Object.entries(params).map(([key, value]) => `${key}=${value}`).join(",");
    return { ...made, name: said ? `${name}[${said}]` : name, parts: made.groups[0] };
  };

  function forGpu(sizes, half) {
    const { read, stream, ring, sides: all, largest, vector, width, batches, branches, lanes: rows, steps } = sizes;
    const gemm = (kernel, tile, more = []) => [...all, ...more].map((n) => one(kernel, "gemm", sides(n, kernel), { ...squares(n), groups: [n / tile, n / tile], constants: { n } }));
    const strided = STRIDES.map((step) => one("strided", "strided", { step }, { ...spread(step, read), groups: [read / 256, 1], constants: { step } }));
    const layers = batches.map((batch) => {
      const [tray, sum] = [Math.min(batch, 16), product(width, batch, true)];
      return one("layer", "layer", { batch }, { work: 2 * width ** 2 * batch + width * batch, bytes: 4 * (width ** 2 + 4 * width * batch), out: width * batch,
        groups: [width / 32, batch / tray], constants: { width, batch, tray }, expect: (at) => Math.max(sum(at), 0) });
    });
    const branching = [1, 2, 4, 8].flatMap((paths) => [["mixed", 1], ["sorted", 0]].map(([order, mixed]) => one("branches", "branches", { paths, order },
      { bytes: 12 * branches, out: branches, groups: [branches / 256, 1], constants: { paths, mixed, total: branches }, expect: branched(paths, mixed, branches) })));
    const peak = (kernel, name, params) => one(kernel, name, { kind: "compute", ...params }, { suite: "roofs", work: 32 * steps * rows, bytes: 8 * rows, out: rows, groups: [rows / 64, 1], constants: { steps },
      expect: (at) => 16 * A(at) + 24 + 2 * steps });
    return [
      one("nothing", "overhead", {}, { ...nothing, suite: "roofs", awaited: true }),
      one("nothing", "next", {}, nothing),
      peak("peak", "roof"), ...(half ? [peak("half", "half", { dtype: "f16" })] : []),
      one("stream", "roof", { kind: "memory" }, { ...streamed(stream), groups: [stream / 1024, 1] }),
      ...strided, ...chases(ring, 1, (last, params, more) => one("chase", "chase", params, { ...more, reads: "ring", constants: { last, steps: STEPS } })),
      ...gemm("naive", 16), ...gemm("shared", 16), ...gemm("tiled", 64, [largest]),
      one("matvec", "matvec", { n: vector }, { ...rowed(vector), groups: [vector, 1], constants: { n: vector } }),
      ...layers, ...branching,
    ];
  }

  // `args` are what a function of cpu.wat is called with; all but the sides of the matrices in bytes.
  function forCpu({ read, stream, ring, vector }, [a, b, out, places]) {
    const cpu = (kernel, name, params, more, args) => one(kernel, name, params, { suite: "wasm", args, ...more });
    const gemm = (kernel) => [128, 256].map((n) => cpu(kernel, "gemm", sides(n, kernel), squares(n), [a, b, out, n]));
    const [turns, n] = [2 ** 16, vector / 2];
    return [
      cpu("nothing", "overhead", {}, { ...nothing, suite: "roofs", awaited: true }, [a, b, out, 0]),
      cpu("nothing", "next", {}, nothing, [a, b, out, 0]),
      cpu("peak", "roof", { kind: "compute" }, { suite: "roofs", work: 96 * turns, bytes: 20, out: 4, expect: () => 12 * A(0) + 66 + 1.5 * turns }, [a, b, out, turns]),
      cpu("stream", "roof", { kind: "memory" }, streamed(stream), [a, b, out, 4 * stream]),
      ...STRIDES.map((step) => cpu("strided", "strided", { step }, spread(step, read), [a, 4 * step, out, 4 * read])),
      ...chases(ring, 4, (last, params, more) => cpu("chase", "chase", params, more, [places, 4 * last, out, STEPS])),
      ...gemm("naive"), ...gemm("tiled"),
      cpu("matvec", "matvec", { n }, rowed(n), [a, b, out, n]),
    ];
  }

  lanes.suite = { NUMBERS, FEWER, number, next, forGpu, forCpu };
})();

// One thread of the reader's CPU, in a worker: the page stays responsive, and a worker can be terminated at any time.
(() => {
  "use strict";
  const { Refused } = lanes.timing;
  const { NUMBERS, FEWER, number, next, forCpu } = lanes.suite;
  const STILL = "The GPU can still be measured.";

  // Runs inside the worker, which is created from the source of this function: a page from file:// may not load worker files.
  function inside(number, next) {
    let memory, exports;
    self.onmessage = ({ data: { bytes, arrays, name, args, calls, read } }) => {
      if (bytes) {
        const [b, out, places, end] = arrays;
        memory = new WebAssembly.Memory({ initial: Math.ceil(end / 65536) });
        exports = new WebAssembly.Instance(new WebAssembly.Module(bytes), { page: { memory } }).exports;
        const { buffer } = memory;
        new Float32Array(buffer, 0, b / 4).forEach((_, i, all) => { all[i] = number(i, 0); });
        new Float32Array(buffer, b, (out - b) / 4).forEach((_, i, all) => { all[i] = number(i, 7); });
        new Uint8Array(buffer, out, places - out).fill(1); // touch the pages before the clock runs
        new Int32Array(buffer, places, (end - places) / 4).forEach((_, i, all) => { all[i] = 4 * next(i, all.length - 1); });
      }
      for (let call = 0; call < calls; call += 1) exports[name](...args);
      postMessage(read && new Float32Array(memory.buffer, ...read).slice());
    };
  }

  lanes.openCpu = async () => {
    const bytes = Uint8Array.from(atob(document.querySelector("[data-module]").dataset.module), (sign) => sign.charCodeAt(0));
    if (!globalThis.WebAssembly?.validate(bytes)) throw new Refused(`This browser has no WebAssembly with SIMD. A browser of the last few years has it. ${STILL}`);
    const worker = new Worker(URL.createObjectURL(new Blob([`(${inside})(${number}, ${next})`], { type: "text/javascript" })));
    // Post a message and wait for the answer; an error in the worker also resolves the promise.
    const ask = (question) => new Promise((answer) => {
      worker.onmessage = ({ data }) => answer(data);
      worker.onerror = (event) => {
        event.preventDefault();
        device.gone ||= `The browser stopped the measuring thread: ${event.message}. Close other pages and try again. ${STILL}`;
        answer();
      };
      worker.postMessage(question);
    });
    const start = performance.now();
    const sizes = navigator.deviceMemory < 4 ? FEWER : NUMBERS;
    const arrays = [0, 1, 2, 3].map((count) => 64 * sizes.read + 4 * count * sizes.stream);
    const device = {
      info: { kind: "cpu", name: `one of ${navigator.hardwareConcurrency} threads, through WebAssembly`, software: false },
      most: 2 ** 22, cases: forCpu(sizes, arrays),
      prepare: async () => device.compile_s,
      run: ({ kernel: name, args }, calls) => ask(name ? { name, args, calls } : {}),
      async check(one) {
        const got = await ask({ read: [arrays[1], one.out] });
        return got && lanes.firstWrong(got, one);
      },
      close: () => worker.terminate(),
    };
    await ask({ bytes, arrays });
    device.compile_s = (performance.now() - start) / 1000;
    if (!device.gone) return device;
    device.close();
    throw new Refused(device.gone);
  };
})();

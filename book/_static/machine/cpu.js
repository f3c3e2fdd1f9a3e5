// One thread of the reader's CPU, in a worker: the page stays awake, and a worker can be ended at once.
(() => {
  "use strict";
  const { Refused } = lanes.timing;
  const { NUMBERS, FEWER, number, next, forCpu } = lanes.suite;
  const NO_SIMD = "This browser has no WebAssembly with SIMD, so the CPU cannot be measured here. A browser of the last few years has it. The GPU can still be measured.";

  // Runs inside the worker. It is made of its own text, because a page from file:// may start no worker of a file.
  function inside(number, next) {
    let memory, made;
    self.onmessage = ({ data: { bytes, arrays, name, args, calls, read } }) => {
      if (bytes) {
        const [, , out, places, end] = arrays;
        memory = new WebAssembly.Memory({ initial: Math.ceil(end / 65536) });
        made = new WebAssembly.Instance(new WebAssembly.Module(bytes), { page: { memory } }).exports;
        for (const [at, from] of [0, 1].entries()) {
          const numbers = new Float32Array(memory.buffer, arrays[from], (arrays[from + 1] - arrays[from]) / 4);
          for (let i = 0; i < numbers.length; i += 1) numbers[i] = number(i, 7 * at);
        }
        new Uint8Array(memory.buffer, out, places - out).fill(1); // its pages are there before a clock runs
        const ring = new Int32Array(memory.buffer, places, (end - places) / 4);
        for (let i = 0; i < ring.length; i += 1) ring[i] = 4 * next(i, ring.length - 1);
      }
      for (let call = 0; call < calls; call += 1) made[name](...args);
      postMessage(read ? new Float32Array(memory.buffer, ...read).slice() : null);
    };
  }

  const bytesOf = (element) => Uint8Array.from(atob(element.dataset.module), (sign) => sign.charCodeAt(0));

  async function openCpu(wanted = NUMBERS) {
    const bytes = bytesOf(document.querySelector("[data-module]"));
    if (!globalThis.WebAssembly?.validate(bytes)) throw new Refused(NO_SIMD);
    const device = { info: { kind: "cpu", name: `one of ${navigator.hardwareConcurrency} threads, through WebAssembly`, software: false }, probes: false, poke: false, most: 2 ** 22, gone: "", prepare: async () => device.compile_s };
    const address = URL.createObjectURL(new Blob([`(${inside})(${number}, ${next})`], { type: "text/javascript" }));
    const worker = new Worker(address);
    // A message there, an answer back; a fault of the worker is an answer too.
    const ask = (question) => new Promise((answer) => {
      worker.onmessage = ({ data }) => answer(data);
      worker.onerror = (event) => {
        event.preventDefault();
        device.gone ||= `The browser ended the measuring thread: ${event.message}. Close other pages and press again. The GPU can still be measured.`;
        answer(null);
      };
      worker.postMessage(question);
    });
    const start = performance.now();
    const sizes = navigator.deviceMemory < 4 ? FEWER : wanted;
    const { reach, stream, ring } = sizes;
    const arrays = [0, reach, reach + stream, reach + 2 * stream, reach + 2 * stream + ring].map((count) => 4 * count);
    await ask({ bytes, arrays });
    device.compile_s = (performance.now() - start) / 1000;
    device.cases = forCpu(sizes, arrays);
    device.run = (one, calls) => ask(one.kernel ? { name: one.kernel, args: one.args, calls } : {});
    device.check = async ({ name, out, expect }) => {
      const got = await ask({ read: [arrays[2], out] });
      const wrong = got && lanes.firstWrong(got, out, expect, 512);
      return wrong && `${name}: ${wrong}`;
    };
    device.close = () => {
      worker.terminate();
      URL.revokeObjectURL(address);
    };
    if (!device.gone) return device;
    device.close();
    throw new Refused(device.gone);
  }

  lanes.openCpu = openCpu;
})();

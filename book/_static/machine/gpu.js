// The reader's GPU, as a device that timing.js can time. Nothing here runs before a press.
(() => {
  "use strict";
  const { Refused } = lanes.timing;
  const { NUMBERS, FEWER, forGpu } = lanes.suite;
  const SOFTWARE = /swiftshader|llvmpipe|lavapipe|software|basic render|warp/i;
  const STILL = "The CPU can still be measured.";
  const NONE = `This browser found no GPU that it may use (no WebGPU adapter). A current Chrome, Edge, Safari or Firefox has one on most machines. ${STILL}`;
  const AGAIN = `Close what else uses it, reload the page and press again. ${STILL}`;
  const SPOTS = 512; // results compared with plain JavaScript, from either end, spread over all of them

  const source = (kernel) => document.querySelector(`[data-kernel="${kernel}"] pre`).textContent;

  class Gpu {
    constructor(device, info, scale) {
      Object.assign(this, { device, info, ...scale, probes: true, poke: true, poked: false, gone: "", pipelines: new Map() });
      device.lost.then(({ message }) => { this.gone ||= `The GPU was lost while it worked${message ? ` (${message.trim().slice(0, 80)})` : ""}, and nothing of this run is kept. ${AGAIN}`; });
      device.addEventListener("uncapturederror", ({ error }) => { this.gone ||= `The GPU refused a command: ${error.message.slice(0, 120)}. ${STILL}`; });
    }

    // Four arrays for all cases: two of numbers and a list to read, one to write. Kernels take the part they need.
    async fill() {
      const { device, sizes } = this;
      const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC;
      device.pushErrorScope("out-of-memory");
      const [a, b, out, ring] = [sizes.reach, sizes.stream, sizes.stream, sizes.ring].map((count) => device.createBuffer({ size: 4 * count, usage }));
      if (await device.popErrorScope()) throw new Refused(`The GPU has no room for ${4 * (sizes.reach + 2 * sizes.stream + sizes.ring) / 2 ** 20} MiB. ${AGAIN}`);
      this.out = out;
      const entries = ["read-only-storage", "read-only-storage", "storage"].map((type, binding) => ({ binding, visibility: GPUShaderStage.COMPUTE, buffer: { type } }));
      this.shape = device.createBindGroupLayout({ entries });
      this.layout = device.createPipelineLayout({ bindGroupLayouts: [this.shape] });
      for (const [kernel, target, constants] of [["fill", a, { seed: 0 }], ["fill", b, { seed: 7 }], ["ring", ring, {}]]) {
        const filling = { kernel, name: kernel, constants, groups: [256, 1] };
        await this.prepare(filling);
        await this.run(filling, 1, 1, this.group(out, out, target));
      }
      this.arrays = { numbers: this.group(a, b, out), ring: this.group(ring, b, out) };
    }

    group(...buffers) {
      return this.device.createBindGroup({ layout: this.shape, entries: buffers.map((buffer, binding) => ({ binding, resource: { buffer } })) });
    }

    async prepare({ kernel, name, constants }) {
      const start = performance.now();
      const module = this.device.createShaderModule({ code: source(kernel) });
      try {
        this.pipelines.set(name, await this.device.createComputePipelineAsync({ layout: this.layout, compute: { module, constants } }));
      } catch (error) {
        throw new Refused(this.gone || `The browser cannot compile ${kernel}.wgsl: ${error.message.slice(0, 200)}. ${STILL}`);
      }
      return (performance.now() - start) / 1000;
    }

    // So many calls in one pass, and the wait for the last; no calls at all are a wait alone.
    async run(one, calls, part = 1, arrays = this.arrays[one.reads ?? "numbers"]) {
      const { queue } = this.device;
      const encoder = this.device.createCommandEncoder();
      const pass = encoder.beginComputePass();
      if (one.kernel) {
        pass.setPipeline(this.pipelines.get(one.name));
        pass.setBindGroup(0, arrays);
        const [across, down] = one.groups;
        for (let i = 0; i < calls; i += 1) pass.dispatchWorkgroups(Math.ceil(across * part), down);
      }
      pass.end();
      queue.submit([encoder.finish()]);
      const poking = this.poked && setInterval(() => queue.submit([]), 1); // each submission makes Firefox look
      await queue.onSubmittedWorkDone();
      clearInterval(poking);
    }

    // Equality, no tolerance: every sum of these inputs is exact in any order.
    async check({ kernel, name, out, expect }) {
      const size = 4 * Math.max(out, 2);
      const copy = this.device.createBuffer({ size, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
      const encoder = this.device.createCommandEncoder();
      encoder.copyBufferToBuffer(this.out, 0, copy, 0, size);
      this.device.queue.submit([encoder.finish()]);
      await copy.mapAsync(GPUMapMode.READ).catch(() => { throw new Refused(this.gone || `The GPU was lost before its result could be read. ${AGAIN}`); });
      const got = new Float32Array(copy.getMappedRange());
      const wrong = lanes.firstWrong(got, out, expect, SPOTS);
      copy.destroy();
      return wrong && `${kernel}.wgsl, ${name}: ${wrong}`;
    }

    close() {
      this.gone ||= "closed";
      this.device.destroy();
    }
  }

  // The first of `spots` results that is not what plain JavaScript gets, in words; "" if all are equal. Steps are odd:
  // so the spots fall into all columns and all lanes.
  lanes.firstWrong = (got, count, expect, spots) => {
    const step = Math.max(1, Math.floor(count / spots)) | 1;
    for (const from of [0, count - 1]) {
      for (let at = from; at >= 0 && at < count; at += from ? -step : step) {
        if (got[at] !== expect(at, got)) return `number ${at} is ${got[at]} and must be ${expect(at, got)}.`;
      }
    }
    return "";
  };

  async function openGpu(wanted = NUMBERS) {
    const adapter = await navigator.gpu?.requestAdapter({ powerPreference: "high-performance" });
    if (!adapter) throw new Refused(NONE);
    const { vendor = "", architecture = "", device: model = "", description = "", isFallbackAdapter = false } = adapter.info ?? {};
    const said = [...new Set([vendor, architecture, model, description].filter(Boolean))].join(" ") || "a GPU that does not tell its name";
    const software = isFallbackAdapter || adapter.isFallbackAdapter === true || SOFTWARE.test(said);
    const half = adapter.features.has("shader-f16");
    const device = await adapter.requestDevice({ requiredFeatures: half ? ["shader-f16"] : [] })
      .catch(({ message }) => { throw new Refused(`The browser has a GPU and does not give it out (${message.slice(0, 80)}). ${AGAIN}`); });
    const room = Math.min(device.limits.maxStorageBufferBindingSize, device.limits.maxBufferSize);
    const sizes = software || room < 4 * wanted.reach ? FEWER : wanted;
    const gpu = new Gpu(device, { kind: "gpu", name: software ? `${said} (software: no GPU)` : said, software }, { sizes, cases: forGpu(sizes, half), left: half ? [] : ["Half precision: left out, for this browser's GPU has no shader-f16."] });
    await gpu.fill();
    return gpu;
  }

  lanes.openGpu = openGpu;
})();

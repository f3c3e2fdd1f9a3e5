// The reader's GPU, as a device that timing.js can time. The page requests it only after the reader presses the button.
(() => {
  "use strict";
  const { Refused } = lanes.timing;
  const { NUMBERS, FEWER, forGpu } = lanes.suite;
  const SOFTWARE = /swiftshader|llvmpipe|software|basic render|warp/i;
  const STILL = "The CPU can still be measured.";
  const RETRY = `Close other programs that use it, reload the page and try again. ${STILL}`;
  const SPOTS = 512; // about the number of results that are compared with JavaScript from each end

  class Gpu {
    constructor(device, more) {
      Object.assign(this, { device, poked: false, gone: "", ...more });
      device.lost.then(({ reason, message }) => { this.gone ||= `The GPU was lost during the run (${(message || reason).slice(0, 120)}). The results of this run are discarded. ${RETRY}`; });
      device.addEventListener("uncapturederror", ({ error }) => { this.gone ||= `The GPU rejected a command: ${error.message.slice(0, 120)}. ${STILL}`; });
    }

    // Four arrays serve all cases: two inputs, a linked list, and the output. Each kernel uses the part that it needs.
    async fill() {
      const { device, sizes: { read, stream } } = this;
      const counts = [16 * read, stream, stream, stream];
      device.pushErrorScope("out-of-memory");
      const [a, b, out, ring] = counts.map((count) => this.buffer(count, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC));
      if (await device.popErrorScope()) throw new Refused(`The GPU cannot allocate ${counts.reduce((sum, count) => sum + count) / 2 ** 18} MiB. ${RETRY}`);
      const entries = ["read-only-storage", "read-only-storage", "storage"].map((type, binding) => ({ binding, visibility: GPUShaderStage.COMPUTE, buffer: { type } }));
      const layout = device.createBindGroupLayout({ entries });
      const group = (...buffers) => device.createBindGroup({ layout, entries: buffers.map((buffer, binding) => ({ binding, resource: { buffer } })) });
      this.layout = device.createPipelineLayout({ bindGroupLayouts: [layout] });
      for (const [name, target, constants] of [["fill", a, { seed: 0 }], ["fill", b, { seed: 7 }], ["ring", ring]]) {
        const filling = { kernel: name, constants, groups: [256, 1], arrays: group(out, out, target) };
        await this.prepare(filling);
        await this.run(filling, 1);
      }
      Object.assign(this, { out, lists: group(ring, b, out), numbers: group(a, b, out) });
    }

    buffer(count, usage) {
      return this.device.createBuffer({ size: 4 * count, usage });
    }

    async prepare(one) {
      const { kernel, constants } = one;
      const start = performance.now();
      const module = this.device.createShaderModule({ code: document.querySelector(`[data-kernel="${kernel}"] pre`).textContent });
      try {
        one.pipeline = await this.device.createComputePipelineAsync({ layout: this.layout, compute: { module, constants } });
      } catch (error) {
        throw new Refused(this.gone || `The browser cannot compile ${kernel}.wgsl: ${error.message.slice(0, 120)}. ${STILL}`);
      }
      return (performance.now() - start) / 1000;
    }

    // Make `calls` calls in one pass and wait for the last; without a pipeline, only wait.
    async run({ kernel, pipeline, groups, arrays = kernel === "pointer_chasing" ? this.lists : this.numbers }, calls, part = 1) {
      const { queue } = this.device;
      const encoder = this.device.createCommandEncoder();
      const pass = encoder.beginComputePass();
      if (pipeline) {
        pass.setPipeline(pipeline);
        pass.setBindGroup(0, arrays);
        for (let i = 0; i < calls; i += 1) pass.dispatchWorkgroups(Math.ceil(groups[0] * part), groups[1]);
      }
      pass.end();
      queue.submit([encoder.finish()]);
      const poking = this.poked && setInterval(() => queue.submit([]), 1); // each submission makes Firefox check for finished work
      await queue.onSubmittedWorkDone();
      clearInterval(poking);
    }

    // Compare without a tolerance: sums of these inputs are exact in any order.
    async check(one) {
      const copy = this.buffer(one.out, GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ);
      const encoder = this.device.createCommandEncoder();
      encoder.copyBufferToBuffer(this.out, 0, copy, 0, 4 * one.out);
      this.device.queue.submit([encoder.finish()]);
      await copy.mapAsync(GPUMapMode.READ).catch(() => { throw new Refused(this.gone || `The GPU was lost before its result could be read. ${RETRY}`); });
      const wrong = lanes.firstWrong(new Float32Array(copy.getMappedRange()), one);
      copy.destroy();
      return wrong;
    }

    close() {
      this.device.destroy();
    }
  }

  // Describe the first sampled result that differs from that of JavaScript; return "" if all are equal. The step is odd, so
  // the samples cover all columns and lanes.
  lanes.firstWrong = (got, { out, expect }) => {
    const step = Math.floor(out / SPOTS) | 1;
    for (let i = 0; i < out; i += step) {
      for (const at of [i, out - 1 - i]) if (got[at] !== expect(at, got)) return `element ${at} is ${got[at]} and should be ${expect(at, got)}.`;
    }
    return "";
  };

  lanes.openGpu = async () => {
    const adapter = await navigator.gpu?.requestAdapter({ powerPreference: "high-performance" });
    if (!adapter) throw new Refused(`This browser found no GPU that it may use (no WebGPU adapter). A current Chrome, Edge, Safari or Firefox has one on most machines. ${STILL}`);
    const { vendor, architecture, device: model, description, isFallbackAdapter = adapter.isFallbackAdapter } = adapter.info ?? {};
    const gpuName = [...new Set([vendor, architecture, model, description].filter(Boolean))].join(" ") || "a GPU that does not tell its name";
    const software = isFallbackAdapter || SOFTWARE.test(gpuName);
    const half = adapter.features.has("shader-f16");
    const device = await adapter.requestDevice({ requiredFeatures: half ? ["shader-f16"] : [] })
      .catch(({ message }) => { throw new Refused(`The browser does not allow access to the GPU (${message.slice(0, 120)}). ${RETRY}`); });
    const sizes = software ? FEWER : NUMBERS; // the largest array, 128 MiB, is the size that every device must support
    const gpu = new Gpu(device, { info: { kind: "gpu", name: software ? `${gpuName} (software: no GPU)` : gpuName, software }, sizes, cases: forGpu(sizes, half),
      left: half ? [] : ["Half precision: skipped, because this browser's GPU has no shader-f16."] });
    await gpu.fill();
    return gpu;
  };
})();

// Like `peak`, with 16-bit values.
enable f16;
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;
override steps: u32 = 512;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let start = f16(a[id.x]);
  let one = vec4h(max(ceil(start), 1.0)); // always 1, unknown to the compiler
  let more = vec4h(0.125);
  var w = vec4h(start);
  var x = w + 1.0;
  var y = w + 2.0;
  var z = w + 3.0;
  for (var step = 0u; step < steps; step++) {
    w = fma(w, one, more);
    x = fma(x, one, more);
    y = fma(y, one, more);
    z = fma(z, one, more);
  }
  let sum = vec4f(w) + vec4f(x) + vec4f(y) + vec4f(z);
  out[id.x] = dot(sum, vec4f(1.0));
}

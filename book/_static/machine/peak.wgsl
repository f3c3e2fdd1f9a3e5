// Sixteen chains of multiply-adds in each lane, all in registers:
// arithmetic without memory traffic.
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;
override steps: u32 = 512;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let start = a[id.x];
  let one = vec4f(max(ceil(start), 1.0)); // always 1, unknown to the compiler
  let more = vec4f(0.125);
  var w = vec4f(start);
  var x = w + 1.0;
  var y = w + 2.0;
  var z = w + 3.0;
  for (var step = 0u; step < steps; step++) {
    w = fma(w, one, more);
    x = fma(x, one, more);
    y = fma(y, one, more);
    z = fma(z, one, more);
  }
  out[id.x] = dot(w + x + y + z, vec4f(1.0));
}

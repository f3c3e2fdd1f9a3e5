// Neighbouring lanes read elements that are `stride` apart, and write
// adjacent elements.
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;
override stride: u32 = 1;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
  out[id.x] = 0.5 * a[id.x * stride];
}

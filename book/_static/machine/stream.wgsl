// Read two arrays and write one. Each lane processes four adjacent
// elements.
@group(0) @binding(0) var<storage, read> a: array<vec4f>;
@group(0) @binding(1) var<storage, read> b: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> out: array<vec4f>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
  out[id.x] = a[id.x] - 0.5 * b[id.x];
}

// Write a list that visits all of its entries before it returns to the first.
// The order looks random, so nothing can be prefetched.
@group(0) @binding(2) var<storage, read_write> out: array<u32>;
override lanes: u32 = 65536;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let last = arrayLength(&out) - 1;
  for (var i = id.x; i <= last; i += lanes) {
    out[i] = (i * 1664525u + 1013904223u) & last;
  }
}

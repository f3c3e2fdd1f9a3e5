// A list that leads through all of its places before it comes back: where
// it goes next looks like chance, so nothing can be fetched ahead.
@group(0) @binding(2) var<storage, read_write> out: array<u32>;
override lanes: u32 = 65536;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let last = arrayLength(&out) - 1;
  for (var i = id.x; i <= last; i += lanes) {
    out[i] = (i * 1664525u + 1013904223u) & last;
  }
}

// A single lane. The address of each load is the result of the last load.
@group(0) @binding(0) var<storage, read> ring: array<u32>;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;
override last: u32 = 4095; // mask that limits the walk to the first entries
override steps: u32 = 5000;

@compute @workgroup_size(1)
fn main() {
  let start = u32(max(out[0], 0.0)) & last; // where the previous call stopped
  var at = start;
  for (var step = 0u; step < steps; step++) {
    at = ring[at] & last;
  }
  out[0] = f32(at);
  out[1] = f32(start);
}

// Fill the inputs with multiples of 1/8 between -1 and 1, so that every sum
// of products is exact in any order.
@group(0) @binding(2) var<storage, read_write> out: array<f32>;
override seed: u32 = 0;
override lanes: u32 = 65536;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
  for (var i = id.x; i < arrayLength(&out); i += lanes) {
    var mixed = (i + seed) * 2654435769u;
    mixed ^= mixed >> 15;
    mixed *= 2246822519u;
    out[i] = f32(mixed >> 28) * 0.125 - 1.0;
  }
}

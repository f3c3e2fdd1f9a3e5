// Each lane takes one of several paths. If `mixed`, neighbours take different
// paths; otherwise the paths are sorted, and neighbours take the same one.
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;
override paths: u32 = 8;
override mixed: bool = true;
override total: u32 = 4096;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let any = u32(8.0 * (b[id.x] + 1.0)) % paths;
  let wanted = select(id.x / (total / paths), any, mixed);
  var value = bitcast<u32>(a[id.x]) | 1u;
  for (var path = 0u; path < paths; path++) {
    if (wanted == path) {
      for (var turn = 0u; turn < 128; turn++) {
        value ^= value << 13;
        value ^= value >> 17;
        value ^= value << 5;
        value += path;
      }
    }
  }
  out[id.x] = f32(value >> 8);
}

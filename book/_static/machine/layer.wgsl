// One layer of a network: each weight is loaded once and used for all
// customers of a tray, at most 16.
@group(0) @binding(0) var<storage, read> weights: array<f32>;
@group(0) @binding(1) var<storage, read> inputs: array<f32>;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;
override width: u32 = 512;
override batch: u32 = 1;
override tray: u32 = 1;
var<workgroup> parts: array<array<f32, 32>, 8>;

@compute @workgroup_size(32, 8)
fn main(@builtin(workgroup_id) group: vec3u,
        @builtin(local_invocation_id) lane: vec3u) {
  let row = 32 * group.x + lane.x;
  let first = tray * group.y;
  var sums: array<f32, 16>;
  for (var k = lane.y; k < width; k += 8) { // eight lanes per output
    let weight = weights[k * width + row];
    for (var customer = 0u; customer < tray; customer++) {
      sums[customer] += weight * inputs[k * batch + first + customer];
    }
  }
  for (var customer = 0u; customer < tray; customer++) {
    parts[lane.y][lane.x] = sums[customer];
    workgroupBarrier();
    if (lane.y == 0) {
      var sum = 0.0;
      for (var i = 0u; i < 8; i++) { sum += parts[i][lane.x]; }
      out[row * batch + first + customer] = max(sum, 0.0);
    }
    workgroupBarrier();
  }
}

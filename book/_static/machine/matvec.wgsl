// One workgroup per result: 64 lanes read adjacent parts of a row, four
// elements each, and add up their sums pairwise.
@group(0) @binding(0) var<storage, read> a: array<vec4f>;
@group(0) @binding(1) var<storage, read> v: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;
override n: u32 = 256;
var<workgroup> sums: array<f32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) row: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var k = lane; k < n / 4; k += 64) {
    sum += dot(a[row.x * (n / 4) + k], v[k]);
  }
  sums[lane] = sum;
  for (var half = 32u; half > 0; half /= 2) {
    workgroupBarrier();
    if (lane < half) { sums[lane] += sums[lane + half]; }
  }
  if (lane == 0) { out[row.x] = sums[0]; }
}

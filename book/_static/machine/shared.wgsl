// 256 lanes load two tiles of 16 by 16 into shared memory; each element is
// then used 16 times.
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;
override n: u32 = 256;
var<workgroup> left: array<array<f32, 16>, 16>;
var<workgroup> right: array<array<f32, 16>, 16>;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3u,
        @builtin(local_invocation_id) lane: vec3u) {
  var sum = 0.0;
  for (var k = 0u; k < n; k += 16) {
    left[lane.y][lane.x] = a[id.y * n + k + lane.x];
    right[lane.y][lane.x] = b[(k + lane.y) * n + id.x];
    workgroupBarrier(); // all writes are done before any read
    for (var i = 0u; i < 16; i++) {
      sum += left[lane.y][i] * right[i][lane.x];
    }
    workgroupBarrier(); // all reads are done before the next write
  }
  out[id.y * n + id.x] = sum;
}

// Like `shared`, with tiles of 64 by 64 results. Each lane keeps 4 by 4 of
// them in registers.
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> out: array<vec4f>;
override n: u32 = 256;
var<workgroup> left: array<array<f32, 64>, 16>; // 16 columns of A
var<workgroup> right: array<array<vec4f, 16>, 16>; // 16 rows of B

@compute @workgroup_size(16, 16)
fn main(@builtin(workgroup_id) tile: vec3u,
        @builtin(local_invocation_id) lane: vec3u) {
  let row = 64 * tile.y + 4 * lane.y;
  let column = 16 * tile.x + lane.x;
  var sums: array<vec4f, 4>;
  for (var k = 0u; k < n; k += 16) {
    for (var r = 0u; r < 4; r++) {
      left[lane.x][4 * lane.y + r] = a[(row + r) * n + k + lane.x];
    }
    right[lane.y][lane.x] = b[(k + lane.y) * (n / 4) + column];
    workgroupBarrier();
    for (var i = 0u; i < 16; i++) {
      let four = right[i][lane.x];
      for (var r = 0u; r < 4; r++) {
        sums[r] += left[i][4 * lane.y + r] * four;
      }
    }
    workgroupBarrier();
  }
  for (var r = 0u; r < 4; r++) {
    out[(row + r) * (n / 4) + column] = sums[r];
  }
}

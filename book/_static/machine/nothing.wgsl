// Do as little as possible: one lane, one addition.
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;

@compute @workgroup_size(1)
fn main() {
  out[0] = a[0] + a[0];
}

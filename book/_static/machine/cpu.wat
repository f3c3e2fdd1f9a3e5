;; The same work on one thread of the CPU, with four values per vector
;; instruction and without calls to other code.
;; Addresses are in bytes; $a, $b and $out are the start addresses of arrays.
(module
  (import "page" "memory" (memory 1))

  (func (export "nothing") (param $a i32) (param $b i32) (param $out i32)
    (param $n i32)
    local.get $out
    local.get $a f32.load
    local.get $a f32.load
    f32.add
    f32.store)

  ;; out = a - 0.5 b, $n bytes of each
  (func (export "stream") (param $a i32) (param $b i32) (param $out i32)
    (param $n i32)
    (local $i i32)
    loop $next
      local.get $out local.get $i i32.add
      local.get $a local.get $i i32.add v128.load
      local.get $b local.get $i i32.add v128.load
      f32.const 0.5 f32x4.splat f32x4.mul
      f32x4.sub
      v128.store
      local.get $i i32.const 16 i32.add local.tee $i
      local.get $n i32.lt_u br_if $next
    end)

  ;; out = 0.5 a, reading elements that are $step bytes apart and writing
  ;; $n bytes
  (func (export "strided") (param $a i32) (param $step i32) (param $out i32)
    (param $n i32)
    (local $i i32)
    loop $next
      local.get $out local.get $i i32.add
      local.get $a f32.load
      f32.const 0.5 f32.mul
      f32.store
      local.get $a local.get $step i32.add local.set $a
      local.get $i i32.const 4 i32.add local.tee $i
      local.get $n i32.lt_u br_if $next
    end)

  ;; $n steps through a list of addresses, from where the previous call
  ;; stopped; $last is a mask that limits them to the first entries
  (func (export "pointer_chasing")
    (param $ring i32) (param $last i32) (param $out i32)
    (param $n i32)
    (local $at i32)
    local.get $out i32.const 4 i32.add
    local.get $out f32.load i32.trunc_sat_f32_u
      local.get $last i32.and local.tee $at
    f32.convert_i32_u f32.store
    loop $next
      local.get $ring local.get $at i32.add i32.load
      local.get $last i32.and local.set $at
      local.get $n i32.const 1 i32.sub local.set $n
      i32.const 0 local.get $n i32.lt_u br_if $next
    end
    local.get $out local.get $at f32.convert_i32_u f32.store)

  ;; A matrix of $n by $n times a vector: four sums of four values per row,
  ;; which are then added up
  (func (export "matvec") (param $a i32) (param $v i32) (param $out i32)
    (param $n i32)
    (local $row i32) (local $k i32)
    (local $s0 v128) (local $s1 v128) (local $s2 v128) (local $s3 v128)
    local.get $n i32.const 2 i32.shl local.set $n
    loop $rows
      f32.const 0 f32x4.splat local.tee $s0 local.tee $s1 local.tee $s2
        local.set $s3
      i32.const 0 local.set $k
      loop $terms
        local.get $s0
        local.get $a local.get $k i32.add v128.load
        local.get $v local.get $k i32.add v128.load
        f32x4.mul f32x4.add local.set $s0
        local.get $s1
        local.get $a local.get $k i32.add i32.const 16 i32.add v128.load
        local.get $v local.get $k i32.add i32.const 16 i32.add v128.load
        f32x4.mul f32x4.add local.set $s1
        local.get $s2
        local.get $a local.get $k i32.add i32.const 32 i32.add v128.load
        local.get $v local.get $k i32.add i32.const 32 i32.add v128.load
        f32x4.mul f32x4.add local.set $s2
        local.get $s3
        local.get $a local.get $k i32.add i32.const 48 i32.add v128.load
        local.get $v local.get $k i32.add i32.const 48 i32.add v128.load
        f32x4.mul f32x4.add local.set $s3
        local.get $k i32.const 64 i32.add local.tee $k
        local.get $n i32.lt_u br_if $terms
      end
      local.get $out
      local.get $s0 local.get $s1 f32x4.add local.get $s2 f32x4.add
        local.get $s3 f32x4.add v128.store
      local.get $out
      local.get $out f32.load
      local.get $out i32.const 4 i32.add f32.load f32.add
      local.get $out i32.const 8 i32.add f32.load f32.add
      local.get $out i32.const 12 i32.add f32.load f32.add
      f32.store
      local.get $out i32.const 4 i32.add local.set $out
      local.get $a local.get $n i32.add local.set $a
      local.get $row i32.const 4 i32.add local.tee $row
      local.get $n i32.lt_u br_if $rows
    end)

  ;; A product of two matrices of $n by $n: one result after another, with
  ;; scalar instructions
  (func (export "naive") (param $a i32) (param $b i32) (param $out i32)
    (param $n i32)
    (local $row i32) (local $column i32) (local $k i32) (local $left i32)
      (local $right i32) (local $sum f32)
    local.get $n i32.const 2 i32.shl local.set $n
    loop $rows
      i32.const 0 local.set $column
      loop $columns
        f32.const 0 local.set $sum
        i32.const 0 local.set $k
        local.get $a local.set $left
        local.get $b local.get $column i32.add local.set $right
        loop $terms
          local.get $sum
          local.get $left f32.load
          local.get $right f32.load
          f32.mul f32.add local.set $sum
          local.get $left i32.const 4 i32.add local.set $left
          local.get $right local.get $n i32.add local.set $right
          local.get $k i32.const 4 i32.add local.tee $k
          local.get $n i32.lt_u br_if $terms
        end
        local.get $out local.get $sum f32.store
        local.get $out i32.const 4 i32.add local.set $out
        local.get $column i32.const 4 i32.add local.tee $column
        local.get $n i32.lt_u br_if $columns
      end
      local.get $a local.get $n i32.add local.set $a
      local.get $row i32.const 4 i32.add local.tee $row
      local.get $n i32.lt_u br_if $rows
    end)

  ;; The same product in tiles of 4 by 8, which stay in eight registers of
  ;; four values
  (func (export "tiled") (param $a i32) (param $b i32) (param $out i32)
    (param $n i32)
    (local $row i32) (local $column i32) (local $k i32) (local $left i32)
      (local $right i32) (local $place i32)
    (local $r0 v128) (local $r1 v128)
    (local $s00 v128) (local $s01 v128)
    (local $s10 v128) (local $s11 v128)
    (local $s20 v128) (local $s21 v128)
    (local $s30 v128) (local $s31 v128)
    local.get $n i32.const 2 i32.shl local.set $n
    loop $rows
      i32.const 0 local.set $column
      loop $columns
        f32.const 0 f32x4.splat local.set $s00
        f32.const 0 f32x4.splat local.set $s01
        f32.const 0 f32x4.splat local.set $s10
        f32.const 0 f32x4.splat local.set $s11
        f32.const 0 f32x4.splat local.set $s20
        f32.const 0 f32x4.splat local.set $s21
        f32.const 0 f32x4.splat local.set $s30
        f32.const 0 f32x4.splat local.set $s31
        i32.const 0 local.set $k
        local.get $b local.get $column i32.add local.set $right
        loop $terms
          local.get $right v128.load local.set $r0
          local.get $right i32.const 16 i32.add v128.load local.set $r1
          local.get $a local.get $k i32.add local.set $left
          local.get $left v128.load32_splat local.get $r0 f32x4.mul
            local.get $s00 f32x4.add local.set $s00
          local.get $left v128.load32_splat local.get $r1 f32x4.mul
            local.get $s01 f32x4.add local.set $s01
          local.get $left local.get $n i32.add local.set $left
          local.get $left v128.load32_splat local.get $r0 f32x4.mul
            local.get $s10 f32x4.add local.set $s10
          local.get $left v128.load32_splat local.get $r1 f32x4.mul
            local.get $s11 f32x4.add local.set $s11
          local.get $left local.get $n i32.add local.set $left
          local.get $left v128.load32_splat local.get $r0 f32x4.mul
            local.get $s20 f32x4.add local.set $s20
          local.get $left v128.load32_splat local.get $r1 f32x4.mul
            local.get $s21 f32x4.add local.set $s21
          local.get $left local.get $n i32.add local.set $left
          local.get $left v128.load32_splat local.get $r0 f32x4.mul
            local.get $s30 f32x4.add local.set $s30
          local.get $left v128.load32_splat local.get $r1 f32x4.mul
            local.get $s31 f32x4.add local.set $s31
          local.get $right local.get $n i32.add local.set $right
          local.get $k i32.const 4 i32.add local.tee $k
          local.get $n i32.lt_u br_if $terms
        end
        local.get $out local.get $column i32.add local.set $place
        local.get $place local.get $s00 v128.store
        local.get $place i32.const 16 i32.add local.get $s01 v128.store
        local.get $place local.get $n i32.add local.set $place
        local.get $place local.get $s10 v128.store
        local.get $place i32.const 16 i32.add local.get $s11 v128.store
        local.get $place local.get $n i32.add local.set $place
        local.get $place local.get $s20 v128.store
        local.get $place i32.const 16 i32.add local.get $s21 v128.store
        local.get $place local.get $n i32.add local.set $place
        local.get $place local.get $s30 v128.store
        local.get $place i32.const 16 i32.add local.get $s31 v128.store
        local.get $column i32.const 32 i32.add local.tee $column
        local.get $n i32.lt_u br_if $columns
      end
      local.get $a local.get $n i32.const 2 i32.shl i32.add local.set $a
      local.get $out local.get $n i32.const 2 i32.shl i32.add local.set $out
      local.get $row i32.const 16 i32.add local.tee $row
      local.get $n i32.lt_u br_if $rows
    end)

  ;; Twelve chains of multiply-adds in registers, $n times; the factor is
  ;; always 1, unknown to the compiler
  (func (export "peak") (param $a i32) (param $b i32) (param $out i32)
    (param $n i32)
    (local $one v128) (local $more v128)
    (local $c0 v128) (local $c1 v128) (local $c2 v128) (local $c3 v128)
      (local $c4 v128) (local $c5 v128) (local $c6 v128) (local $c7 v128)
      (local $c8 v128) (local $c9 v128) (local $c10 v128) (local $c11 v128)
    local.get $a f32.load f32.ceil f32.const 1 f32.max f32x4.splat
      local.set $one
    f32.const 0.125 f32x4.splat local.set $more
    local.get $a f32.load f32.const 0 f32.add f32x4.splat local.set $c0
    local.get $a f32.load f32.const 1 f32.add f32x4.splat local.set $c1
    local.get $a f32.load f32.const 2 f32.add f32x4.splat local.set $c2
    local.get $a f32.load f32.const 3 f32.add f32x4.splat local.set $c3
    local.get $a f32.load f32.const 4 f32.add f32x4.splat local.set $c4
    local.get $a f32.load f32.const 5 f32.add f32x4.splat local.set $c5
    local.get $a f32.load f32.const 6 f32.add f32x4.splat local.set $c6
    local.get $a f32.load f32.const 7 f32.add f32x4.splat local.set $c7
    local.get $a f32.load f32.const 8 f32.add f32x4.splat local.set $c8
    local.get $a f32.load f32.const 9 f32.add f32x4.splat local.set $c9
    local.get $a f32.load f32.const 10 f32.add f32x4.splat local.set $c10
    local.get $a f32.load f32.const 11 f32.add f32x4.splat local.set $c11
    loop $next
      local.get $c0 local.get $one f32x4.mul local.get $more f32x4.add
        local.set $c0
      local.get $c1 local.get $one f32x4.mul local.get $more f32x4.add
        local.set $c1
      local.get $c2 local.get $one f32x4.mul local.get $more f32x4.add
        local.set $c2
      local.get $c3 local.get $one f32x4.mul local.get $more f32x4.add
        local.set $c3
      local.get $c4 local.get $one f32x4.mul local.get $more f32x4.add
        local.set $c4
      local.get $c5 local.get $one f32x4.mul local.get $more f32x4.add
        local.set $c5
      local.get $c6 local.get $one f32x4.mul local.get $more f32x4.add
        local.set $c6
      local.get $c7 local.get $one f32x4.mul local.get $more f32x4.add
        local.set $c7
      local.get $c8 local.get $one f32x4.mul local.get $more f32x4.add
        local.set $c8
      local.get $c9 local.get $one f32x4.mul local.get $more f32x4.add
        local.set $c9
      local.get $c10 local.get $one f32x4.mul local.get $more f32x4.add
        local.set $c10
      local.get $c11 local.get $one f32x4.mul local.get $more f32x4.add
        local.set $c11
      local.get $n i32.const 1 i32.sub local.set $n
      i32.const 0 local.get $n i32.lt_u br_if $next
    end
    local.get $out
    local.get $c0 local.get $c1 f32x4.add local.get $c2 f32x4.add
      local.get $c3 f32x4.add local.get $c4 f32x4.add local.get $c5 f32x4.add
      local.get $c6 f32x4.add local.get $c7 f32x4.add local.get $c8 f32x4.add
      local.get $c9 f32x4.add local.get $c10 f32x4.add
      local.get $c11 f32x4.add
    v128.store))

;; Says a thousand times where it is: `npx wasm-as canary.wat -o canary.wasm`, of the package binaryen.
(module
  (import "host" "here" (func $here))
  (func (export "run")
    (local $left i32)
    (local.set $left (i32.const 1000))
    (loop $on
      (call $here)
      (br_if $on (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))))

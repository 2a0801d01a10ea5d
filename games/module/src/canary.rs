//! Whether the interpreter, as compiled, has bounded stack use.
//!
//! It goes from one instruction to the next by tail calls, which compilers turn into jumps if they optimise and nothing
//! is left to do after a call. With debug assertions something is: then every instruction takes some stack, and a loop
//! would end the process. This is checked before any module runs.

use std::{ptr, sync::LazyLock};

use wasmi::{Caller, Func, Instance, Module, Store};

use crate::limits::{MOST_STEPS, engine};

/// The most bytes by which the stack may differ between two iterations of a loop.
const MOST_APART: usize = 4096;

/// The lowest and the highest address of the stack that were seen.
type Seen = (usize, usize);

/// Whether modules can run without exhausting the stack.
pub(crate) static IS_SOUND: LazyLock<bool> = LazyLock::new(|| {
    let engine = engine();
    let module = Module::new(&engine, include_bytes!("canary.wasm")).expect("it is a module");
    let mut store = Store::new(&engine, (usize::MAX, 0));
    let here = Func::wrap(&mut store, |mut caller: Caller<'_, Seen>| {
        let marker = 0u8;
        let at = ptr::from_ref(&marker).addr();
        let (lowest, highest) = caller.data_mut();
        (*lowest, *highest) = (at.min(*lowest), at.max(*highest));
    });
    store.set_fuel(MOST_STEPS).expect("fuel is counted");
    let instance = Instance::new(&mut store, &module, &[here.into()]).expect("it needs no more");
    let run = instance.get_typed_func::<(), ()>(&store, "run").expect("it exports that");
    run.call(&mut store, ()).expect("a thousand turns are few");
    let (lowest, highest) = *store.data();
    highest - lowest < MOST_APART
});

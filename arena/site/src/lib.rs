//! The study in a browser: a question is written to [`room`], [`ask`]ed, and its answer is where it is [`told`]. What panics ends
//! the module, and says why at [`told`].

use std::{
    panic,
    sync::{Mutex, MutexGuard, Once, PoisonError},
};

use agon_models as _;
use agon_roster as _;
use agon_serve::{Site, SiteAnswer, SiteQuestion};

unsafe extern "C" {
    /// What registers games and players: the linker puts it together.
    fn __wasm_call_ctors();
}

/// The question and its answer.
static TEXTS: Mutex<(Vec<u8>, Vec<u8>)> = Mutex::new((Vec::new(), Vec::new()));

thread_local! {
    static SITE: Site = Site::default();
}

fn texts() -> MutexGuard<'static, (Vec<u8>, Vec<u8>)> {
    TEXTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where so many bytes of a question have room.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    let mut texts = texts();
    texts.0.clear();
    texts.0.resize(length, 0);
    texts.0.as_mut_ptr()
}

/// Answers the question, `[method, address, body, language, chance]`, by `[status, kind, place, text, kept]`, as JSON: gives its
/// length. A game goes on as it was kept by `["BRING", name, kept, "", ""]`.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    static BEGUN: Once = Once::new();
    BEGUN.call_once(|| {
        // SAFETY: it is called once, before anything that was registered is looked for.
        unsafe { __wasm_call_ctors() };
        panic::set_hook(Box::new(|panic| texts().1 = panic.to_string().into_bytes()));
    });
    let asked = std::mem::take(&mut texts().0);
    let answer = match serde_json::from_slice::<[String; 5]>(&asked) {
        Ok([method, name, kept, ..]) if method == "BRING" => SiteAnswer {
            0: if SITE.with(|site| site.bring(&name, &kept)) { 204 } else { 404 },
            ..SiteAnswer::default()
        },
        Ok([method, address, body, language, chance]) => {
            let question =
                SiteQuestion { method: &method, address: &address, body: &body, language: &language, chance: &chance };
            SITE.with(|site| site.answer(&question))
        }
        Err(error) => SiteAnswer(400, "text/plain".to_owned(), None, error.to_string(), None),
    };
    texts().1 = serde_json::to_vec(&answer).unwrap_or_default();
    length()
}

/// The length of the answer, or of what was said last.
#[unsafe(no_mangle)]
pub extern "C" fn length() -> usize {
    texts().1.len()
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn told() -> *const u8 {
    texts().1.as_ptr()
}

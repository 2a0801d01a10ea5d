//! Searches are deep: the module has a stack as the threads of the command.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo:rustc-link-arg-cdylib=-zstack-size={}", 64 << 20);
    }
}

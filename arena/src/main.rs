//! The command `agon`.

fn main() -> std::process::ExitCode {
    agon_arena::cli::main()
}

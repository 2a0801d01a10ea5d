//! The command `agon`.

fn main() -> std::process::ExitCode {
    agon::main()
}

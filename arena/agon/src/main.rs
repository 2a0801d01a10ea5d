//! The command `agon`.

fn main() -> std::process::ExitCode {
    agon::main_of_house()
}

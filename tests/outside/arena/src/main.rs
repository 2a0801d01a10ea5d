//! An arena of one's own: all that `agon` has, and a game and a player from outside.

// Naming the crates links them, which is all their plug-ins need.
use outside_game as _;
use outside_player as _;

fn main() -> std::process::ExitCode {
    agon::main()
}
